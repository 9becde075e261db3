"""What cases about webhooks do again and again."""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections import Counter
from typing import Any

from receiver import Heard, Receiver
from world import World, expect_equal


def register(world: World, receiver: Receiver | str, *types: str, **more: str) -> dict[str, Any]:
    url = receiver if isinstance(receiver, str) else receiver.url()
    return world.done("POST", "/webhooks/endpoints", {"url": url, "subscribe": list(types) or ["*"], **more})


def barrier(world: World) -> None:
    """Returns when every attempt that is due has been made."""
    world.done("POST", "/clock/advance", {"by": "0s"})


def advance(world: World, by: str) -> list[str]:
    return world.done("POST", "/clock/advance", {"by": by})["fired"]


def deliveries(world: World, **filters: str) -> list[dict[str, Any]]:
    query = "".join(f"&{name}={value}" for name, value in filters.items())
    found: list[dict[str, Any]] = []
    path = f"/webhooks/deliveries?limit=1000{query}"
    while True:
        page = world.done("GET", path)
        found += page["data"]
        if not page["next"]:
            return found
        path = f"/webhooks/deliveries?limit=1000{query}&cursor={page['next']}"


def arm_delivery(world: World, delivery: dict[str, Any], **more: Any) -> dict[str, Any]:
    return world.done("POST", "/faults", {"resource": "$deliveries", "operation": "send", "delivery": delivery, **more})


def agent(world: World, name: str = "Rent clerk", **headers: str) -> dict[str, Any]:
    """Makes something of Deck that has one event, agent.created, and no timer."""
    said = world.ask("POST", "/v2/agents", {"name": name}, **headers)
    expect_equal(said.status, 201, f"status of a new agent: {said.body[:300]!r}")
    return said.value


def fetch_balance(world: World, **more: Any) -> dict[str, Any]:
    """Runs a task of Deck that ends 5 s later with an output."""
    said = world.ask("POST", "/v2/task-runs/fetch-balance", more)
    expect_equal(said.status, 201, f"status of a run: {said.body[:300]!r}")
    return said.value


def expect_agreement(world: World, *receivers: Receiver) -> None:
    """What the log says was sent is what was heard, header by header and byte by byte, nothing more and nothing less."""
    def known(headers: dict[str, str]) -> tuple:
        return tuple(sorted((name, value) for name, value in headers.items() if name.startswith("webhook-") or name == "content-type"))

    heard = Counter((f"http://{one.headers['host']}{one.path}", known(one.headers), one.body) for receiver in receivers for one in receiver.heard)
    sent = Counter((attempt["request"]["url"], known(attempt["request"]["headers"]), attempt["request"]["body"].encode())
                   for delivery in deliveries(world) for attempt in delivery["attempts"] if attempt["request"])
    expect_equal(heard, sent, "what was heard against what the log says was sent")


def verifies(secret: str, heard: Heard) -> bool:
    """Standard Webhooks, as its specification says it, but for the age of the time."""
    text = f"{heard.headers['webhook-id']}.{heard.headers['webhook-timestamp']}.".encode() + heard.body
    made = base64.b64encode(hmac.new(base64.b64decode(secret.removeprefix("whsec_")), text, hashlib.sha256).digest()).decode()
    return f"v1,{made}" in heard.headers["webhook-signature"].split(" ")
