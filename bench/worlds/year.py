"""W7: a year of monthly renewals of a thousand subscriptions with the pack stripe, in one step of the clock."""

from __future__ import annotations

import http.client
import json
import re
import time
from pathlib import Path
from urllib.parse import urlencode

from servers import Server
from vendor import FORM, KEY

SUBSCRIPTIONS = 1_000
BEGIN, END = "2025-01-31T10:00:00Z", "2026-01-31T12:00:00Z"
MONTHS = 12
# What is told of a renewal: upcoming, created, updated, finalized, the intent, the charge, paid.
EVENTS = 10
PATIENCE = 900.0  # seconds for the one step
SILENCE = 2.0  # seconds without a frame: the feed has told all


def stripe(binary: Path) -> Server:
    def prepare(_: Path, port: int) -> list[str]:
        return [str(binary), "serve", "stripe", "--port", str(port), "--key", KEY, "--t0", BEGIN]

    return Server("understudy-stripe", prepare, path="/v1/customers", headers={"Authorization": f"Bearer {KEY}"})


class _Caller:
    def __init__(self, server: Server) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)

    def ask(self, method: str, path: str, body: str | None = None, kind: str = FORM) -> dict:
        self.connection.request(method, path, body, {"Authorization": f"Bearer {KEY}", "Content-Type": kind})
        response = self.connection.getresponse()
        text = response.read()
        if response.status >= 300:
            raise RuntimeError(f"{method} {path} gave {response.status}: {text[:200]!r}")
        return json.loads(text)

    def journal(self) -> int:
        """The position of the journal's newest entry. Its feed never ends: what has come when it falls silent is all there is."""
        feed = http.client.HTTPConnection("127.0.0.1", self.connection.port, timeout=SILENCE)
        feed.request("GET", "/__admin__/feed?from=0", headers={"Authorization": f"Bearer {KEY}"})
        response = feed.getresponse()
        text = b""
        try:
            while piece := response.read1(1 << 16):
                text += piece
        except TimeoutError:
            pass
        feed.close()
        positions = re.findall(rb"^id: ?(\d+)$", text, re.MULTILINE)
        return int(positions[-1]) if positions else 0

    def post(self, path: str, **form: object) -> dict:
        return self.ask("POST", path, urlencode(form))


def year_of(server: Server, subscriptions: int = SUBSCRIPTIONS) -> tuple[int, int, float]:
    """Events that are told, entries of the journal (transitions and events, as the feed has them), and the seconds; of a world
    with so many subscriptions that begin on a 31st."""
    caller = _Caller(server)
    price = caller.post("/v1/prices", currency="usd", unit_amount=1234, **{"product_data[name]": "Gold", "recurring[interval]": "month"})["id"]
    for _ in range(subscriptions):
        customer = caller.post("/v1/customers")["id"]
        method = caller.post("/v1/payment_methods/pm_card_visa/attach", customer=customer)["id"]
        caller.post("/v1/subscriptions", customer=customer, default_payment_method=method, **{"items[0][price]": price})
    before = caller.journal()
    begin = time.perf_counter()
    told = caller.ask("POST", "/__admin__/clock/advance", json.dumps({"to": END}), "application/json")
    seconds = time.perf_counter() - begin
    events = len(told["fired"])
    if events != subscriptions * MONTHS * EVENTS:
        raise RuntimeError(f"{events} events were told, not {subscriptions * MONTHS * EVENTS}")
    return events, caller.journal() - before, seconds
