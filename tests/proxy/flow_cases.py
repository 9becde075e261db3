"""Many at once, clients that leave, readers that are slow, services that are hostile, and how it ends."""

from __future__ import annotations

import base64
import gzip
import json
import signal
import socket
import struct
import threading
import time

from ground import SECONDS, Client, Ground, ask, body_of, expect, expect_equal, until
from service import Service, counted


def hundred_at_once(ground: Ground) -> None:
    """Recordings of parallel calls never mix."""
    with Service() as service:
        proxy = ground.proxy(service.url, "-o", "many.jsonl")
        wrong: list[str] = []

        def call(number: int) -> None:
            body = f"call {number} ".encode() * 200
            answer = ask(proxy.url, "POST", f"/echo?n={number}", [("X-Number", str(number)), ("Content-Length", str(len(body)))], body)
            seen = json.loads(answer.body)
            if seen["target"] != f"/echo?n={number}" or ["X-Number", str(number)] not in seen["headers"]:
                wrong.append(f"call {number} got {seen['target']}")

        threads = [threading.Thread(target=call, args=(number,)) for number in range(100)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        expect_equal(wrong, [], "answers")
        proxy.stop()
        numbers = set()
        for exchange in ground.exchanges("many.jsonl"):
            number = dict(exchange["input"]["headers"])["X-Number"]
            numbers.add(number)
            seen = json.loads(body_of(exchange))
            expect_equal((seen["target"], exchange["input"]["body"]), (f"/echo?n={number}", f"call {number} ".encode() * 200), f"call {number} in the cassette")
        expect_equal(len(numbers), 100, "different calls")


def client_that_leaves(ground: Ground) -> None:
    """Before there is an answer, and in the middle of one."""
    with Service() as service:
        proxy = ground.proxy(service.url, "-o", "left.jsonl")
        early = Client(proxy.port)
        early.request("GET", "/sse")
        until(lambda: len(service.seen) == 1, "the call is under way")
        late = Client(proxy.port)
        late.request("GET", "/endless")
        late.line()
        until(lambda: getattr(service, "sent", 0) > 100_000, "the answer has begun")
        early.socket.close()
        late.socket.close()
        sent = -1
        while sent != service.sent:  # the service notices, too
            sent = service.sent
            time.sleep(0.05)
        expect_equal(ask(proxy.url, "GET", "/json").status, "200 OK", "the next call")
        proxy.stop()
        ends = {exchange["input"]["path"]: exchange["output"].get("end") for exchange in ground.exchanges("left.jsonl")}
        expect_equal((ends["/endless"], ends["/json"]), ("cut", None), "recorded ends")


def client_that_leaves_early(ground: Ground) -> None:
    """Before there is any answer: there is nothing to record, and it is told."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        silent.settimeout(SECONDS)
        proxy = ground.proxy(f"http://127.0.0.1:{silent.getsockname()[1]}", "-o", "early.yaml")
        client = Client(proxy.port)
        client.request("GET", "/never")
        service, _ = silent.accept()
        with service:
            service.settimeout(SECONDS)
            expect(service.recv(4096).startswith(b"GET /never "), "the call arrives")
            client.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            client.socket.close()  # by a reset: an end alone may be that of its direction
            expect_equal(service.recv(4096), b"", "the proxy hangs up as well")
        said = proxy.stop()
        expect("1 call not recorded: the program left before there was an answer [relay.left]" in said, said)


def slow_reader(ground: Ground) -> None:
    """Who does not read holds the service back, and costs no memory."""
    with Service() as service:
        proxy = ground.proxy(service.url, "--mode", "pass-through")
        clients = [Client(proxy.port) for _ in range(8)]
        for client in clients:
            client.request("GET", "/endless")
            client.line()
        sent = -1
        while sent != service.sent:
            sent = service.sent
            time.sleep(0.1)
        expect(proxy.resident_mib() < 64, f"{proxy.resident_mib():.0f} MiB for eight clients that do not read")
        for client in clients:
            client.socket.close()
        proxy.stop()


def hostile_services(ground: Ground) -> None:
    with Service() as service:
        proxy = ground.proxy(service.url, "-o", "hostile.jsonl")
        broken = ask(proxy.url, "GET", "/bad-chunk")
        expect_equal((broken.status, broken.body, broken.end), ("200 OK", b"abc", "cut"), "a bad chunk")
        for path, code in [("/huge-header", b"http.head_too_large"), ("/garbage", b"http.bad_status_line"), ("/endless-1xx", b"relay.too_many_interim"), ("/hang-up", b"io.connection_lost")]:
            answer = ask(proxy.url, "GET", path)
            expect_equal(answer.status, "502 Bad Gateway", path)
            expect(code in answer.body, f"{path}: {answer.body.decode()}")
        expect(proxy.resident_mib() < 80, f"{proxy.resident_mib():.0f} MiB")
        said = proxy.stop(1)
        for path in ("/huge-header", "/garbage", "/endless-1xx"):
            expect(f"{path}` is not recorded: " in said, f"{path} is told: {said}")
        expect("3 calls passed and not recorded [relay.lost]" in said, said)
        kept = {exchange["input"]["path"]: exchange["output"] for exchange in ground.exchanges("hostile.jsonl")}
        expect_equal((kept["/bad-chunk"]["end"], kept["/hang-up"]["error"]), ("cut", "reset"), "what is recorded of it")


def nobody_there(ground: Ground) -> None:
    with Service() as service:
        url = service.url
    proxy = ground.proxy(url, "-o", "nobody.jsonl")
    answer = ask(proxy.url, "GET", "/json")
    expect_equal(answer.status, "502 Bad Gateway", "the answer")
    error = json.loads(answer.body)["error"]
    expect_equal((error["type"], error["code"]), ("understudy_proxy", "io.cannot_connect"), "what it says")
    proxy.stop()
    [exchange] = ground.exchanges("nobody.jsonl")
    expect_equal(exchange["output"]["error"], "connect", "the recorded error")


def what_cannot_be_sealed(ground: Ground) -> None:
    """A body that cannot be looked through is not kept; the others are, and it is told."""
    with Service() as service:
        layers = b"innermost"
        for _ in range(12):  # deeper than anybody looks
            layers = base64.b64encode(gzip.compress(layers, mtime=0))
        service.answers["/deep"] = counted("200 OK", layers, ("Content-Type", "text/plain"))
        proxy = ground.proxy(service.url, "-o", "some.jsonl")
        for path in ("/json", "/deep", "/gzip"):
            expect_equal(ask(proxy.url, "GET", path).status, "200 OK", path)
        said = proxy.stop(1)
        expect("is not recorded: " in said and "1 call passed and not recorded" in said, said)
        expect_equal([exchange["input"]["path"] for exchange in ground.exchanges("some.jsonl")], ["/json", "/gzip"], "what is kept")


def ends_when_told_to(ground: Ground) -> None:
    """A signal ends the recording and writes it; a second one ends it at once."""
    with Service() as service:
        for number in (signal.SIGINT, signal.SIGTERM):
            name = f"{number.name}.jsonl"
            proxy = ground.proxy(service.url, "-o", name)
            ask(proxy.url, "GET", "/json")
            open_stream = Client(proxy.port)
            open_stream.request("GET", "/sse")
            open_stream.line()
            proxy.process.send_signal(number)
            proxy.process.wait(SECONDS)
            expect_equal(proxy.process.returncode, 0, f"{number.name}: {proxy.stderr}")
            expect_equal([exchange["input"]["path"] for exchange in ground.exchanges(name)], ["/json", "/sse"], f"what {number.name} wrote")
        proxy = ground.proxy(service.url, "-o", "twice.jsonl")
        endless = Client(proxy.port)
        endless.request("GET", "/endless")
        endless.line()
        proxy.process.send_signal(signal.SIGTERM)
        time.sleep(0.1)
        proxy.process.send_signal(signal.SIGTERM)
        proxy.process.wait(SECONDS)
        expect_equal(proxy.process.returncode, -signal.SIGTERM, "ended by the second one")
        expect(not (ground.work / "twice.jsonl").exists(), "nothing is written")


def over_an_old_file(ground: Ground) -> None:
    """A new file is written at once; over an old one the recording waits for review."""
    with Service() as service:
        for path in ("/json", "/gzip"):
            proxy = ground.proxy(service.url, "-o", "cassettes/one.yaml")
            ask(proxy.url, "GET", path)
            said = proxy.stop()
        expect("waits for review: .understudy/pending/cassettes/one.yaml" in said, said)
        proxy = ground.proxy(service.url)
        ask(proxy.url, "GET", "/json?a=1")
        ask(proxy.url, "GET", "/json?a=1")
        ask(proxy.url, "GET", "/json?a=2")
        said = proxy.stop()
        files = sorted(path.name for path in (ground.work / "cassettes/127.0.0.1").iterdir())
        expect_equal([name[:9] for name in files], ["get-json-", "get-json-"], f"one cassette a call: {files}")
        counts = sorted(path.read_text().count("kind: http") for path in (ground.work / "cassettes/127.0.0.1").iterdir())
        expect_equal(counts, [1, 2], "equal calls share one, in turn")


CASES = [hundred_at_once, client_that_leaves, client_that_leaves_early, slow_reader, hostile_services, nobody_there, what_cannot_be_sealed, ends_when_told_to,
         over_an_old_file]
