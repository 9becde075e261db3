"""R2: a recorded answer found by its match. R3: many slow event streams at once."""

from __future__ import annotations

import json
import math
import selectors
import socket
import subprocess
import time
from pathlib import Path
from typing import TYPE_CHECKING

from idle import allow_files
from load import wrk
from processes import ALL_CPUS
from servers import Server, answer, nginx
from slices import Series, alternate

if TYPE_CHECKING:
    from run import Bench

HERE = Path(__file__).resolve().parent
CONNECTIONS = 32
FEW, MANY = 10, 10_000  # recordings
PATH = "/v1/things/0"
STREAMS = 2_000
FEW_STREAMS = 10
EVENTS = 240  # half a second apart: longer than any measuring here
PROBES = 300  # streams whose first event is waited for


def cassette(bench: Bench, name: str, exchanges: list[dict]) -> Path:
    path = bench.folder / f"{name}.yaml"
    path.write_text(json.dumps({"version": 1, "service": "bench", "name": name, "origin": "authored", "redactions": [], "match": {"used_up": "repeat_last"}, "exchanges": exchanges}))
    done = subprocess.run([bench.understudy, "cassette", "seal", str(path)], capture_output=True, text=True, timeout=300, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"sealing {name}: {' '.join(done.stderr.split())[-300:]}")
    return path


def things(bench: Bench, count: int) -> Path:
    """So many recorded GETs, each of a path of its own, all with the usual answer."""
    body = answer().decode()
    headers = [["Content-Type", "application/json"], ["Content-Length", str(len(body))]]
    return cassette(bench, f"things-{count}", [
        {"id": f"e{number}", "kind": "http", "at": number, "input": {"method": "GET", "host": "api.example.test", "path": f"/v1/things/{number}"},
         "output": {"pieces": [{"at": 0, "from": "body", "text": body}], "duration": 1, "status": 200, "headers": headers}} for number in range(count)])


def replay(bench: Bench, name: str, path: Path, *words: str) -> Server:
    return Server(name, lambda _folder, port: [bench.understudy, "replay", str(path), "--port", str(port), *words], path=PATH)


def ratio(above: Series, below: Series, figure: str) -> float:
    return above.median(figure) / below.median(figure)


def measure_replay(bench: Bench) -> None:
    bench.say(f"{MANY:,} recordings")
    few, many = things(bench, FEW), things(bench, MANY)
    bench.say("replay and nginx")
    ours = bench.start(replay(bench, f"understudy, {FEW} recordings", few))
    other = bench.start(nginx(bench.nginx_binary))
    slices, seconds = (5, 12) if bench.quick else (15, 90)
    series = alternate({each.name: (lambda each=each: wrk(each, bench.folder, CONNECTIONS)) for each in (ours, other)}, slices, seconds, least=3)
    bench.show("replay", series)
    mine, file = series[ours.name], series[other.name]
    work = f"a recorded answer of {len(answer())} bytes found by its match, against nginx serving it as a file"
    bench.row("R2.throughput", "x nginx", ">= 0.7", work, [mine, file], lambda: ratio(mine, file, "rps"))
    bench.row("R2.cpu", "x nginx", "", "the same by CPU time", [mine, file], lambda: ratio(mine, file, "cpu_us"))
    bench.say("growth")
    large = bench.start(replay(bench, f"understudy, {MANY:,} recordings", many))
    spread = HERE / "spread.lua"

    def asked(server: Server, count: int) -> tuple[dict[str, float], float]:
        return wrk(server, bench.folder, CONNECTIONS, path="/v1/things/0", script=spread, script_words=[str(count)])

    grown = alternate({ours.name + ", all of them": lambda: asked(ours, FEW), large.name + ", all of them": lambda: asked(large, MANY)}, slices, seconds, least=3)
    bench.show("growth", grown)
    small, big = grown.values()
    bench.row("R2.growth", "x at 10", "<= 1.2", f"CPU time of a request with {MANY:,} recordings, all of them asked for, over that with {FEW}", [small, big], lambda: ratio(big, small, "cpu_us"))


class Stream:
    """One client of a slow stream; it is well when its first event has come."""

    def __init__(self, server: Server) -> None:
        self.socket = socket.create_connection(("127.0.0.1", server.port), timeout=10)
        self.begin = time.perf_counter()
        self.socket.sendall(f"GET /events HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode())
        self.received = b""

    def has_event(self) -> bool:
        part = self.socket.recv(65536)
        if not part:
            raise RuntimeError("a stream ended before its first event")
        self.received += part
        return b"data: 0\n\n" in self.received

    def wait(self) -> float:
        while not self.has_event():
            pass
        return (time.perf_counter() - self.begin) * 1e6


def opened(server: Server, count: int) -> list[Stream]:
    streams = []
    with selectors.DefaultSelector() as selector:
        for _ in range(count):
            streams.append(Stream(server))
            selector.register(streams[-1].socket, selectors.EVENT_READ, streams[-1])
        waiting = set(streams)
        give_up = time.monotonic() + 60
        while waiting:
            if time.monotonic() > give_up:
                raise RuntimeError(f"{len(waiting)} of {count} streams had no event")
            for key, _ in selector.select(1):
                if key.data in waiting and key.data.has_event():
                    waiting.discard(key.data)
                    selector.unregister(key.fileobj)
    return streams


def p99_with(server: Server, count: int) -> tuple[float, float]:
    """Microseconds to the first event, p99 over fresh streams while so many others go on; and KiB of memory for each of those."""
    before = server.running.rss_kib()
    streams = opened(server, count)
    try:
        kib = (server.running.rss_kib() - before) / count
        times = []
        for _ in range(PROBES):
            probe = Stream(server)
            times.append(probe.wait())
            probe.socket.close()
        return sorted(times)[math.ceil(0.99 * len(times)) - 1], kib
    finally:
        for stream in streams:
            stream.socket.close()


def measure_streams(bench: Bench) -> None:
    bench.say(f"{STREAMS:,} slow streams")
    work = f"memory of a slow event stream, {STREAMS:,} of them (absolute)"
    first = f"first event of a new stream, p99, with {STREAMS:,} others over that with {FEW_STREAMS}"
    try:
        allow_files(STREAMS + 500)
        pieces = [{"at": number * 500, "from": "body", "text": f"data: {number}\n\n"} for number in range(EVENTS)]
        path = cassette(bench, "events", [{"id": "events", "kind": "stream", "carrier": "http", "at": 0, "input": {"method": "GET", "path": "/events"},
                                           "output": {"framing": "sse", "pieces": pieces, "duration": EVENTS * 500, "status": 200, "headers": [["Content-Type", "text/event-stream"]], "end": "complete"}},
                                          {"id": "there", "kind": "http", "at": 1, "input": {"method": "GET", "path": PATH}, "output": {"pieces": [], "duration": 0, "status": 200}}])
        server = bench.start(replay(bench, "understudy, streams", path, "--timing", "original"), ALL_CPUS)
        pairs = []
        for _ in range(1 if bench.quick else 3):
            few, _ = p99_with(server, FEW_STREAMS)
            many, kib = p99_with(server, STREAMS)
            pairs.append((many / few, kib, few, many))
        pairs.sort()
        value, kib, few, many = pairs[len(pairs) // 2]
        bench.details["streams"] = {"p99_us_few": few, "p99_us_many": many, "kib": max(pair[1] for pair in pairs)}
        bench.row("R3.kib", "KiB", "<= 16", work, [], lambda: max(pair[1] for pair in pairs))
        bench.row("R3.first", f"x at {FEW_STREAMS}", "<= 2", first, [], lambda: value)
    except (RuntimeError, OSError) as error:
        def fail(error: Exception = error) -> float:
            raise RuntimeError(str(error))

        bench.row("R3.kib", "KiB", "<= 16", work, [], fail)
        bench.row("R3.first", f"x at {FEW_STREAMS}", "<= 2", first, [], fail)
