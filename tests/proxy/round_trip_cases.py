"""What a program gets through the proxy is what it gets without it, byte for byte; the cassette holds just that; and the
cassette, played, gives it once more."""

from __future__ import annotations

import hashlib
import time

from ground import HOP_BY_HOP, Answer, Client, Ground, ask, body_of, expect, expect_equal, pairs
from service import EVENTS, LARGE, LINES, PAUSE, Service, large_body

USUAL = {200: "OK", 201: "Created", 204: "No Content", 302: "Found", 304: "Not Modified"}

# method, target, fields, body
CALLS = [
    ("GET", "/json?q=a+b&q=%20c&flag", [("Accept", "application/json"), ("X-Case", "Kept")], b""),
    ("GET", "/gzip", [("Accept-Encoding", "gzip")], b""),
    ("GET", "/br", [("Accept-Encoding", "br")], b""),
    ("GET", "/chunked", [("TE", "trailers"), ("Connection", "TE")], b""),
    ("POST", "/upload", [("Content-Type", "application/octet-stream"), ("Content-Length", "5")], b"\x00\xff\r\n\x80"),
    ("POST", "/upload", [("Transfer-Encoding", "chunked")], b"3\r\nabc\r\n4\r\ndefg\r\n0\r\n\r\n"),
    ("GET", "/jsonl", [], b""),
    ("GET", "/empty", [], b""),
    ("GET", "/unchanged", [("If-None-Match", '"v1"')], b""),
    ("GET", "/moved", [], b""),
    ("GET", "/reason", [], b""),
    ("GET", "/until-close", [], b""),
    ("HEAD", "/head-only", [], b""),
    ("GET", "/early-hints", [], b""),
    ("DELETE", "/nothing/here", [], b""),
    ("GET", "/cut", [], b""),
    ("GET", "/cut-chunked", [], b""),
    ("GET", "/cut-sse", [], b""),
    ("GET", "/reset", [], b""),
]


def check_recorded(exchange: dict, direct: Answer, call: tuple, service: Service) -> None:
    method, target, fields, _ = call
    what = f"{method} {target} in the cassette"
    given, output = exchange["input"], exchange["output"]
    host = f"127.0.0.1:{service.port}"
    expect_equal([given["method"], given["host"], given["path"], given["scheme"], given["protocol"]], [method, host, target.split("?")[0], "http", "http/1.1"], what)
    if "?" in target:
        expect_equal(given.get("query_text"), target.split("?")[1], f"{what}: the query")
    expect_equal(pairs(given["headers"]), [("Host", host), *fields], f"{what}: the request's headers, as they were sent")
    expect_equal(str(output["status"]), direct.status[:3], f"{what}: status")
    expect_equal(output.get("reason", USUAL.get(output["status"], "Not Found")), direct.status[4:], f"{what}: reason")
    expect_equal(pairs(output.get("headers")), direct.fields, f"{what}: headers, order and case included")
    expect_equal(body_of(exchange), direct.body, f"{what}: body")
    expect_equal(pairs(output.get("trailers")), direct.trailers, f"{what}: trailers")
    expect_equal([(one["status"], pairs(one["headers"])) for one in output.get("interim", [])], [(int(status[:3]), got) for status, got in direct.interim], f"{what}: interim")
    ends = {"whole": (None, "complete"), "cut": ("cut",), "reset": ("reset",)}[direct.end]
    expect(output.get("end") in ends, f"{what}: it ends {output.get('end')}, not {direct.end}")


def each_answer(ground: Ground) -> None:
    with Service() as service:
        direct = [ask(service.url, *call) for call in CALLS]
        asked = len(service.seen)
        proxy = ground.proxy(service.url, "-o", "all.jsonl")
        for call, wanted in zip(CALLS, direct):
            expect_equal(ask(proxy.url, *call).for_client(), wanted.for_client(), f"through the proxy: {call[0]} {call[1]}")
        proxy.stop()
        recorded = ground.exchanges("all.jsonl")
        expect_equal(len(recorded), len(CALLS), "recorded exchanges")
        for exchange, wanted, call in zip(recorded, direct, CALLS):
            check_recorded(exchange, wanted, call, service)
        # The service was asked for the same, but for what is between neighbours.
        for before, after in zip(service.seen[:asked], service.seen[asked:]):
            expect_equal([(name, value) for name, value in after.headers if name != "Host"],
                         [(name, value) for name, value in before.headers if name != "Host" and name.lower() not in HOP_BY_HOP - {"transfer-encoding"}], f"{before.target} at the service")
            expect_equal((after.body, after.trailers, after.header("host")), (before.body, before.trailers, f"127.0.0.1:{service.port}"), f"{before.target} at the service")
        count = len(service.seen)
        replayed = ground.replay("all.jsonl")
        for call, wanted in zip(CALLS, direct):
            expect_equal(ask(replayed.url, *call).for_client(), wanted.for_client(), f"replayed: {call[0]} {call[1]}")
        replayed.stop()
        expect_equal(len(service.seen), count, "calls to the service while replaying")


def large_bodies(ground: Ground) -> None:
    """50 MB down and up, with little memory while they pass."""
    with Service() as service:
        body = large_body()
        wanted = f"{LARGE} {hashlib.sha256(body).hexdigest()}"
        passing = ground.proxy(service.url, "--mode", "pass-through")
        expect(ask(passing.url, "GET", "/large").body == body, "the body differs")
        expect_equal(ask(passing.url, "POST", "/upload", [("Content-Length", str(LARGE))], body).body.decode(), wanted, "what the service got")
        expect(passing.resident_mib() < 64, f"{passing.resident_mib():.0f} MiB while passing 50 MB on")
        passing.stop()
        proxy = ground.proxy(service.url, "-o", "large.jsonl")
        expect(ask(proxy.url, "GET", "/large").body == body, "the body differs")
        proxy.stop()
        [down] = ground.exchanges("large.jsonl")
        expect(body_of(down) == body, "the recorded body differs")
        replayed = ground.replay("large.jsonl")
        expect(ask(replayed.url, "GET", "/large").body == body, "the replayed body differs")
        replayed.stop()


def event_by_event(ground: Ground) -> None:
    """Events leave as they come, and are kept one a piece with the time of their last byte."""
    with Service() as service:
        proxy = ground.proxy(service.url, "-o", "sse.jsonl")
        answer = ask(proxy.url, "GET", "/sse", [("Accept", "text/event-stream")])
        expect_equal(answer.body, b"".join(EVENTS), "events")
        arrived = {b: at for at, b in answer.pieces}
        first = next(at for at, some in answer.pieces if some in EVENTS[0] or EVENTS[0] in some)
        last = answer.pieces[-1][0]
        expect(last - first > PAUSE * 2, f"the events came within {last - first:.3f} s: {arrived}")
        ask(proxy.url, "GET", "/jsonl")
        proxy.stop()
        events, lines = ground.exchanges("sse.jsonl")
        expect_equal((events["kind"], events["carrier"], events["output"]["framing"], events["output"]["end"]), ("stream", "http", "sse", "complete"), "the event stream")
        expect_equal([piece["bytes"] for piece in events["pieces"]], EVENTS, "one piece an event")
        times = [piece["at"] for piece in events["pieces"]]
        expect(all(later - earlier > PAUSE * 500 for earlier, later in zip(times, times[1:])), f"the times of events: {times}")
        expect_equal((lines["kind"], lines["output"]["framing"]), ("stream", "jsonl"), "the lines")
        expect_equal([piece["bytes"] for piece in lines["pieces"]], LINES, "one piece a line")
        replayed = ground.replay("sse.jsonl", "--timing", "original")
        again = ask(replayed.url, "GET", "/sse")
        expect_equal(again.body, answer.body, "replayed events")
        expect(again.pieces[-1][0] - again.pieces[0][0] > PAUSE * 2, "replayed with their times")
        replayed.stop()


def told_to_go_on(ground: Ground) -> None:
    """Expect: 100-continue is answered by the service, not by us."""
    with Service() as service:
        proxy = ground.proxy(service.url, "-o", "expect.jsonl")
        client = Client(proxy.port)
        client.request("POST", "/upload", [("Content-Length", "4"), ("Expect", "100-continue")])
        expect_equal(client.line(), "HTTP/1.1 100 Continue", "the go-ahead")
        client.line()
        client.send(b"body")
        expect_equal(client.answer().status, "201 Created", "then the answer")
        refused = Client(proxy.port)
        refused.request("POST", "/expect-refused", [("Content-Length", "4"), ("Expect", "100-continue")])
        expect_equal(refused.answer().status, "401 Unauthorized", "refused without the body")
        proxy.stop()
        went, refusal = ground.exchanges("expect.jsonl")
        expect_equal(([one["status"] for one in went["output"]["interim"]], went["input"]["body"]), ([100], b"body"), "the recorded go-ahead")
        expect_equal((refusal["output"]["status"], refusal["input"]["body"]), (401, b""), "the recorded refusal")


def request_trailers_and_pipelines(ground: Ground) -> None:
    with Service() as service:
        proxy = ground.proxy(service.url, "-o", "two.jsonl")
        client = Client(proxy.port)
        client.request("POST", "/upload", [("Transfer-Encoding", "chunked"), ("Trailer", "X-Sum")], b"2\r\nab\r\n0\r\nX-Sum: 2\r\n\r\n")
        client.request("GET", "/json")
        expect_equal([client.answer().status, client.answer().status], ["201 Created", "200 OK"], "two in one breath")
        expect_equal(service.seen[0].trailers, [("X-Sum", "2")], "the service gets the trailers")
        proxy.stop()
        first, second = ground.exchanges("two.jsonl")
        expect_equal((pairs(first["input"]["trailers"]), second["input"]["path"]), ([("X-Sum", "2")], "/json"), "in the cassette")


def raw_upgrade(ground: Ground) -> None:
    """Bytes both ways, and each side ends its own: what docker attach does."""
    def talk(url: str) -> tuple:
        client = Client(int(url.rsplit(":", 1)[1]))
        client.request("POST", "/raw", [("Connection", "Upgrade"), ("Upgrade", "tcp"), ("Content-Length", "0")])
        head = client.answer()
        client.send(b"one")
        first = client.exactly(5)
        client.send(b"two")
        second = client.exactly(5)
        client.socket.shutdown(1)
        rest = b""
        while some := client.some():
            rest += some
        return head.status, head.fields, first, second, rest

    with Service() as service:
        direct = talk(service.url)
        proxy = ground.proxy(service.url, "-o", "raw.jsonl")
        expect_equal(talk(proxy.url), direct, "through the proxy")
        proxy.stop()
        [raw] = ground.exchanges("raw.jsonl")
        expect_equal((raw["kind"], raw["carrier"], raw["output"]["framing"], raw["output"]["end"], raw["output"]["status"]), ("stream", "http", "raw", "complete", 101), "kind")
        expect_equal((body_of(raw, "frame-in"), body_of(raw, "frame-out")), (b"onetwo", b"<one><two>bye"), "bytes both ways")
        replayed = ground.replay("raw.jsonl")
        expect_equal(talk(replayed.url), direct, "replayed")
        replayed.stop()


def time_is_kept(ground: Ground) -> None:
    """One clock for the whole timeline, in the order the calls began."""
    with Service() as service:
        proxy = ground.proxy(service.url, "-o", "times.jsonl")
        for _ in range(3):
            ask(proxy.url, "GET", "/json")
            time.sleep(0.05)
        proxy.stop()
        times = [exchange["at"] for exchange in ground.exchanges("times.jsonl")]
        expect(times[0] == 0 and all(later - earlier >= 45 for earlier, later in zip(times, times[1:])), f"times {times}")


CASES = [each_answer, large_bodies, event_by_event, told_to_go_on, request_trailers_and_pipelines, raw_upgrade, time_is_kept]
