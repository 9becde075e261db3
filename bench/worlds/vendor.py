"""The vendor plane of a world under measurement: our server with the pack parcel, filled with objects, and mountebank
doing what it can of the same."""

from __future__ import annotations

import http.client
import json
import socket
from pathlib import Path

from processes import free_port
from servers import Server

HERE = Path(__file__).resolve().parent
MODULES = HERE.parent / "http/node_modules"
KEY = "usw_bench_0123456789abcdef"
FORM = "application/x-www-form-urlencoded"
BODY = "amount=2000&currency=eur&source=tok_visa&description=a+parcel&metadata[order]=4711&metadata[channel]=web"
BATCH = 64  # requests in flight while a world is filled


def ours(binary: Path, name: str = "understudy", durable: bool = False) -> Server:
    def prepare(folder: Path, port: int) -> list[str]:
        words = [str(binary), "serve", "parcel", "--port", str(port), "--key", KEY]
        return [*words, "--data", str(folder / f"{name}.db")] if durable else words

    return Server(name, prepare, path="/v1/customers", headers={"Authorization": f"Bearer {KEY}"})


def call(server: Server, method: str, path: str, body: str = "", admin: str = "") -> dict:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    headers = {"Authorization": f"Bearer {admin or KEY}"}
    if body:
        headers["Content-Type"] = "application/json" if body.startswith("{") else FORM
    connection.request(method, path, body or None, headers)
    response = connection.getresponse()
    text = response.read()
    connection.close()
    if response.status >= 300:
        raise RuntimeError(f"{server.name}: {method} {path} gave {response.status}: {text[:200]!r}")
    return json.loads(text)


def arm(server: Server, count: int) -> None:
    """Half of them faults, half pins, each for a call that nobody makes, on an operation of their own."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    headers = {"Authorization": f"Bearer {KEY}", "Content-Type": "application/json"}
    for number in range(count):
        match = {"input": {"description": f"never {number}"}}
        if number % 2 == 0:
            path, lever = "/__admin__/faults", {"resource": "charges", "operation": "create", "code": "card_declined", "match": match}
        else:
            path, lever = "/__admin__/exogenous/pins", {"match": {"operation": "createCharge", **match}, "field": "risk_score", "value": 1}
        connection.request("POST", path, json.dumps(lever), headers)
        response = connection.getresponse()
        text = response.read()
        if response.status >= 300:
            raise RuntimeError(f"{server.name}: POST {path} gave {response.status}: {text[:200]!r}")
    connection.close()


def body_of(server: Server, path: str) -> bytes:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    connection.request("GET", path, headers=server.headers)
    content = connection.getresponse().read()
    connection.close()
    return content


def fill(server: Server, count: int, customer: str) -> list[str]:
    """Creates `count` charges, every tenth for the customer; their ids in order of creation."""
    ids: list[str] = []
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as connection:
        reader = connection.makefile("rb")
        sent = 0
        while len(ids) < count:
            while sent < count and sent - len(ids) < BATCH:
                body = BODY + (f"&customer={customer}" if sent % 10 == 0 else "")
                connection.sendall((f"POST /v1/charges HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {KEY}\r\nContent-Type: {FORM}\r\n"
                                    f"Content-Length: {len(body)}\r\n\r\n{body}").encode())
                sent += 1
            ids.append(json.loads(_read_answer(reader))["id"])
    return ids


def _read_answer(reader) -> bytes:
    status = reader.readline()
    length = 0
    while (line := reader.readline()).strip():
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            length = int(value)
    content = reader.read(length)
    if not status.startswith(b"HTTP/1.1 2"):
        raise RuntimeError(f"{status!r}: {content[:200]!r}")
    return content


def mountebank(does_least: bool = False) -> Server:
    """`does_least`: not what the pack does, but as little as one may."""
    text = (HERE / ("charges_least.js" if does_least else "charges.js")).read_text()
    function = text[text.index("(config)"):].replace("{KEY}", KEY)

    def prepare(folder: Path, port: int) -> list[str]:
        stubs = [{"predicates": [{"equals": {"method": "POST"}}], "responses": [{"inject": function}]},
                 {"responses": [{"is": {"statusCode": 200, "body": "{}"}}]}]
        config = folder / "imposters.json"
        config.write_text(json.dumps({"imposters": [{"port": port, "protocol": "http", "host": "127.0.0.1", "stubs": stubs}]}))
        return ["node", str(MODULES / "mountebank/bin/mb"), "start", "--configfile", str(config), "--port", str(free_port()), "--localOnly",
                "--allowInjection", "--loglevel", "error", "--nologfile", "--pidfile", str(folder / "mb.pid")]

    name = "mountebank, doing the least" if does_least else "mountebank"
    return Server(name, prepare, path="/v1/charges", headers={"Authorization": f"Bearer {KEY}"}, patience=0.002, warm_up=3)
