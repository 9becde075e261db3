"""What a day of tests asks of the program, for a binary that notes which ways it goes (tools/lay_out.py): reads and creations,
lists and filters, changes, refusals and repeated keys over HTTP, and the plans of the shipped packs. Not more: what is noted
for other verbs would stand between the functions of a call."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
KEY = "usw_train_0123456789abcdef"
PACKS = ("parcel", "deck", "stripe", "twilio", "openai", "anthropic")
BATCH = 32  # requests that are on their way together, as with many clients
ROUNDS = 200  # of batches
PATIENCE = 120  # seconds

FORM = ("application/x-www-form-urlencoded",
        "amount={amount}&currency=eur&source=tok_visa&description=a+parcel&metadata[order]=4711&metadata[channel]=web{more}")
JSON = ("application/json", '{{"amount": {amount}, "source": "tok_visa", "metadata": {{"order": "4711"}}, "capture": false}}')


def request(method: str, path: str, body: str = "", kind: str = "", key: str = "") -> bytes:
    head = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", f"Authorization: Bearer {KEY}"]
    if kind:
        head.append(f"Content-Type: {kind}")
    if key:
        head.append(f"Idempotency-Key: {key}")
    if body:
        head.append(f"Content-Length: {len(body)}")
    return ("\r\n".join(head) + "\r\n\r\n" + body).encode()


def read_answer(reader) -> dict:
    if not reader.readline():
        raise RuntimeError("the server has hung up")
    length = 0
    while (line := reader.readline()).strip():
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            length = int(value)
    return json.loads(reader.read(length) or b"null")


def batches() -> Iterator[list[bytes]]:
    """Each is sent whole; the ids of what the last one made stand in `made`."""
    for number in range(ROUNDS):
        keys = [f"k-{number}-{each}" for each in range(BATCH)]
        yield [request("POST", "/v1/charges", FORM[1].format(amount=2000 + each, more=""), FORM[0], key) for each, key in enumerate(keys)]
        ids = made[-BATCH:]
        for _ in range(2):
            yield [request("GET", f"/v1/charges/{each}") for each in ids]
        yield [request("GET", f"/v1/charges/{ids[0]}") for _ in range(BATCH)]
        yield [request("GET", f"/v1/charges?limit=5&starting_after={each}") for each in ids[::8]]
        if number % 4 != 0:
            continue
        customer = customers[-1] if customers else ""
        yield [request("POST", "/v1/charges", JSON[1].format(amount=1000 + each), JSON[0]) for each in range(BATCH // 4)]
        yield [request("POST", "/v1/customers", "name=Ada&email=a%40example.test", FORM[0])]
        yield [request("POST", "/v1/charges", FORM[1].format(amount=70, more=f"&customer={customer}" if customer else ""), FORM[0], f"c-{number}")] * 2
        yield [request("GET", f"/v1/charges?limit=1&customer={customer}"), request("GET", "/v1/events?type=charge.created&limit=3"),
               request("GET", "/v1/charges?status=pending&created[gte]=1"), request("POST", f"/v1/charges/{ids[1]}", "description=other", FORM[0]),
               request("GET", "/v1/charges/ch_nobody"), request("POST", "/v1/charges", "amount=2", FORM[0]),
               request("POST", "/v1/charges", "amount=2000&source=tok_visa&colour=red", FORM[0]), request("GET", "/v1/nowhere")]
        yield [request("POST", "/__admin__/clock/advance", '{"by": "2s"}', "application/json")]
        yield [request("POST", "/v1/refunds", f"charge={each}", FORM[0]) for each in ids[:4]]


made: list[str] = []
customers: list[str] = []


def note(answer: object) -> None:
    if isinstance(answer, dict) and answer.get("object") == "charge":
        made.append(answer["id"])
    if isinstance(answer, dict) and answer.get("object") == "customer":
        customers.append(answer["id"])


def serve_calls(binary: Path) -> None:
    server = subprocess.Popen([binary, "serve", "parcel", "--port", "0", "--key", KEY], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        port = 0
        for line in server.stdout:
            if match := re.match(r"url=http://\S*:(\d+)", line):
                port = int(match[1])
                break
        with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as connection:
            reader = connection.makefile("rb")
            for batch in batches():
                connection.sendall(b"".join(batch))
                for _ in batch:
                    note(read_answer(reader))
    finally:
        server.send_signal(signal.SIGINT)
        server.wait(timeout=PATIENCE)


def play_plans(binary: Path) -> None:
    for pack in PACKS:
        done = subprocess.run([binary, "pack", "test", pack], cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE)
        if done.returncode not in (0, 1):  # a plan that fails is for the tests to tell
            raise RuntimeError(f"pack test {pack} ended with {done.returncode}: {(done.stdout + done.stderr)[-300:]}")
