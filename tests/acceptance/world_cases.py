"""Many worlds in one process, one world in many runs: the same calls, the same bytes, and never another world's data."""

from __future__ import annotations

import http.client
import json
import random
import socket
import ssl
from pathlib import Path

from world import CLIENT_SECONDS, Said, Served, World, expect, expect_equal

CALLS = 1000


def _transcript(world: World) -> list[tuple[int, bytes, tuple]]:
    """A thousand calls of all kinds, the same each time, with the clock moving among them."""
    chance = random.Random(7)
    heard: list[tuple[int, bytes, tuple]] = []
    connection = http.client.HTTPConnection("127.0.0.1", world.port, timeout=CLIENT_SECONDS)
    ids: list[str] = []

    def ask(method: str, path: str, body: object = None, **more: str) -> Said:
        headers = {"Authorization": f"Bearer {world.key}", "Content-Type": "application/json", **more}
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = connection.getresponse()
        said = Said(answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read())
        heard.append((said.status, said.body, tuple(sorted(said.headers.items()))))
        return said

    for number in range(CALLS):
        kind = chance.randrange(8)
        if kind <= 2:
            said = ask("POST", "/v1/charges", {"amount": chance.randrange(40, 5000), "source": "tok_visa"},
                       **({"Idempotency-Key": f"k{number // 2}"} if kind == 2 else {}))
            if said.status == 201:
                ids.append(said.value["id"])
        elif kind == 3 and ids:
            ask("GET", f"/v1/charges/{chance.choice(ids)}")
        elif kind == 4 and ids:
            ask("POST", "/v1/refunds", {"charge": chance.choice(ids), "amount": chance.randrange(1, 100)})
        elif kind == 5:
            ask("GET", f"/v1/charges?limit={chance.randrange(1, 20)}")
        elif kind == 6:
            ask("POST", "/__admin__/clock/advance", {"by": f"{chance.randrange(5)}s"})
        else:
            ask("GET", "/v1/events?limit=3")
    connection.close()
    return heard


def s26_the_same_after_a_reset(served: Served) -> None:
    first = _transcript(served.world)
    served.world.done("POST", "/reset", {})
    expect(_transcript(served.world) == first, "the transcript after a reset differs")


def s27_the_same_in_another_process(served: Served) -> None:
    first = _transcript(served.world)
    folder = served.folder / "other"
    folder.mkdir()
    with Served(served.program, folder, "parcel") as other:
        # The ports differ, and are no part of the promise.
        text = json.dumps([(status, body.decode(), headers) for status, body, headers in _transcript(other.world)])
        again = text.replace(f":{other.world.port}", f":{served.world.port}")
    expect_equal(again, json.dumps([(status, body.decode(), headers) for status, body, headers in first]), "the transcript of another process")


def s32_ten_thousand_worlds(served: Served) -> None:
    """Each answers under its own key, with its own object and no other."""
    keys = [f"usw_world_{number:012d}" for number in range(10_000)]
    connection = http.client.HTTPConnection("127.0.0.1", served.admin.port, timeout=CLIENT_SECONDS)

    def ask(method: str, path: str, key: str, body: object = None) -> dict:
        connection.request(method, path, None if body is None else json.dumps(body),
                           {"Authorization": f"Bearer {key}", "Content-Type": "application/json"})
        answer = connection.getresponse()
        value = json.loads(answer.read())
        expect(answer.status in (200, 201), f"{method} {path}: {answer.status} {value}")
        return value

    for key in keys:
        ask("POST", "/__admin__/worlds", served.admin.key, {"pack": "parcel", "key": key})
    for number in range(0, len(keys), 97):
        ask("POST", "/v1/charges", keys[number], {"amount": 1000 + number, "source": "tok_visa"})
    for number in range(0, len(keys), 97):
        amounts = [charge["amount"] for charge in ask("GET", "/v1/charges", keys[number])["data"]]
        expect_equal(amounts, [1000 + number], f"charges of world {number}")
        expect_equal(ask("GET", "/v1/charges", keys[number + 1])["data"], [], f"charges of world {number + 1}")
    connection.close()


def _charges(said: Said) -> list[int]:
    return [charge["amount"] for charge in said.value["data"]]


def s33_selecting_a_world(served: Served) -> None:
    """By listener, host and key; through CONNECT and in absolute form; a mismatch is refused."""
    own = served.admin.done("POST", "/worlds", {"pack": "parcel", "id": "own", "key": "usw_of_its_own_port_1", "port": 0})
    by_port = World(own["port"], "usw_of_its_own_port_1")
    named = served.admin.done("POST", "/worlds", {"pack": "parcel", "id": "named", "key": "usw_of_its_own_host_1", "host": "named.test"})
    by_host = World(served.world.port, "usw_of_its_own_host_1")
    expect_equal(named["host"], "named.test", "host of the record")
    served.world.charge(1001)
    by_port.charge(1002)
    by_host.charge(1003, Host="named.test")
    expect_equal(_charges(served.world.ask("GET", "/v1/charges")), [1001], "by key")
    expect_equal(_charges(by_port.ask("GET", "/v1/charges")), [1002], "by listener")
    expect_equal(_charges(by_host.ask("GET", "/v1/charges", Host="named.test")), [1003], "by host")
    expect_equal(_charges(by_port.ask("GET", "/v1/charges", Host="own.localhost")), [1002], "by listener and host")
    wrong = World(own["port"], served.world.key)
    expect_equal(wrong.ask("GET", "/v1/charges").status, 401, "another world's key at a world's own listener")
    mismatch = wrong.control("GET", "/world")
    expect_equal((mismatch.status, mismatch.code), (401, "world_mismatch"), "the same on the control plane")

    absolute = served.world.ask("GET", "http://api.parcel.test/v1/charges")
    expect_equal(_charges(absolute), [1001], "in absolute form")
    foreign = served.world.ask("GET", "http://example.test/v1/charges")
    expect_equal(foreign.status, 403, "a host that no pack declares")
    expect_equal(_charges(_through_connect(served)), [1001], "through CONNECT")


def _through_connect(served: Served) -> Said:
    with socket.create_connection(("127.0.0.1", served.world.port), timeout=CLIENT_SECONDS) as plain:
        plain.sendall(b"CONNECT api.parcel.test:443 HTTP/1.1\r\nHost: api.parcel.test:443\r\n\r\n")
        head = b""
        while b"\r\n\r\n" not in head:
            part = plain.recv(1)
            expect(part, "the tunnel was not opened")
            head += part
        expect(head.startswith(b"HTTP/1.1 200"), f"CONNECT: {head!r}")
        context = ssl.create_default_context(cafile=str(_authority(served)))
        with context.wrap_socket(plain, server_hostname="api.parcel.test") as secure:
            secure.sendall(f"GET /v1/charges HTTP/1.1\r\nHost: api.parcel.test\r\nAuthorization: Bearer {served.world.key}\r\n\r\n".encode())
            answer = http.client.HTTPResponse(secure)
            answer.begin()
            return Said(answer.status, {}, answer.read())


def _authority(served: Served) -> Path:
    found = list(served.folder.rglob("ca.pem"))
    expect(found, "serve made no CA file below its home")
    return found[0]


CASES = [s26_the_same_after_a_reset, s27_the_same_in_another_process, s32_ten_thousand_worlds, s33_selecting_a_world]
