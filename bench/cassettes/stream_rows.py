"""R3: many slow event streams at once, replayed from a cassette and made by packs."""

from __future__ import annotations

import json
import math
import os
import selectors
import socket
import subprocess
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from idle import allow_files
from processes import ALL_CPUS
from replay_rows import PATH, cassette, replay
from servers import Server

if TYPE_CHECKING:
    from run import Bench

STREAMS = 2_000
FEW_STREAMS = 10
EVENTS = 240  # half a second apart: longer than any measuring here
PROBES = 300  # streams whose first event is waited for
KEY = "bench-key-0123456789abcdef"


@dataclass
class Asked:
    """How a server is asked for a slow stream, and what its first event ends with."""

    server: Server
    request: bytes
    first: bytes


class Stream:
    """One client of a slow stream; it is well when its first event has come."""

    def __init__(self, asked: Asked) -> None:
        self.first = asked.first
        self.socket = socket.create_connection(("127.0.0.1", asked.server.port), timeout=10)
        self.begin = time.perf_counter()
        self.socket.sendall(asked.request)
        self.received = b""

    def has_event(self) -> bool:
        part = self.socket.recv(65536)
        if not part:
            raise RuntimeError("a stream ended before its first event")
        self.received += part
        return self.first in self.received

    def wait(self) -> float:
        while not self.has_event():
            pass
        return (time.perf_counter() - self.begin) * 1e6


def opened(asked: Asked, count: int) -> list[Stream]:
    streams = []
    with selectors.DefaultSelector() as selector:
        for _ in range(count):
            streams.append(Stream(asked))
            selector.register(streams[-1].socket, selectors.EVENT_READ, streams[-1])
        waiting = set(streams)
        give_up = time.monotonic() + 60
        while waiting:
            if time.monotonic() > give_up:
                raise RuntimeError(f"{len(waiting)} of {count} streams had no event: {bytes(next(iter(waiting)).received[:300])!r}")
            for key, _ in selector.select(1):
                if key.data in waiting and key.data.has_event():
                    waiting.discard(key.data)
                    selector.unregister(key.fileobj)
    return streams


def p99_with(asked: Asked, count: int) -> tuple[float, float]:
    """Microseconds to the first event, p99 over fresh streams while so many others go on; and KiB of memory for each of those."""
    before = asked.server.running.rss_kib()
    streams = opened(asked, count)
    try:
        kib = (asked.server.running.rss_kib() - before) / count
        times = []
        for _ in range(PROBES):
            probe = Stream(asked)
            times.append(probe.wait())
            probe.socket.close()
        return sorted(times)[math.ceil(0.99 * len(times)) - 1], kib
    finally:
        for stream in streams:
            stream.socket.close()


def of_a_cassette(bench: Bench) -> Asked:
    pieces = [{"at": number * 500, "from": "body", "text": f"data: {number}\n\n"} for number in range(EVENTS)]
    path = cassette(bench, "events", [{"id": "events", "kind": "stream", "carrier": "http", "at": 0, "input": {"method": "GET", "path": "/events"},
                                       "output": {"framing": "sse", "pieces": pieces, "duration": EVENTS * 500, "status": 200, "headers": [["Content-Type", "text/event-stream"]], "end": "complete"}},
                                      {"id": "there", "kind": "http", "at": 1, "input": {"method": "GET", "path": PATH}, "output": {"pieces": [], "duration": 0, "status": 200}}])
    server = bench.start(replay(bench, "understudy, streams", path, "--timing", "original"), ALL_CPUS)
    return Asked(server, f"GET /events HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode(), b"data: 0\n\n")


def of_a_pack(bench: Bench, pack: str, path: str, operation: str, login: dict[str, str], body: dict, first: bytes) -> Asked:
    """A world whose clock ticks and whose model takes half a second for a word."""
    server = bench.start(Server(f"understudy, {pack}", lambda _folder, port: [bench.understudy, "serve", pack, "--port", str(port), "--key", KEY], path="/v1/models", headers=login), ALL_CPUS)
    control = dict(os.environ, UNDERSTUDY_URL=f"http://127.0.0.1:{server.port}", UNDERSTUDY_KEY=KEY)
    reply = json.dumps({"text": " ".join(["word"] * EVENTS)})
    for words in (["clock", "tick"], ["duration", "set", "token=500ms"], ["pin", "set", "--operation", operation, "--field", "reply", "--value", reply]):
        done = subprocess.run([bench.understudy, *words], env=control, capture_output=True, text=True, timeout=60, check=False)
        if done.returncode != 0:
            raise RuntimeError(f"{' '.join(words[:2])}: {' '.join(done.stderr.split())[-300:]}")
    data = json.dumps(body).encode()
    head = [f"POST {path} HTTP/1.1", f"Host: 127.0.0.1:{server.port}", *(f"{name}: {value}" for name, value in login.items()), "Content-Type: application/json", f"Content-Length: {len(data)}"]
    return Asked(server, "\r\n".join(head).encode() + b"\r\n\r\n" + data, first)


def anthropic(bench: Bench) -> Asked:
    return of_a_pack(bench, "anthropic", "/v1/messages", "createMessage", {"x-api-key": KEY, "anthropic-version": "2023-06-01"},
                     {"model": "claude-sonnet-5-5", "max_tokens": 4096, "stream": True, "messages": [{"role": "user", "content": "Hello"}]}, b"event: message_start\n")


def openai(bench: Bench) -> Asked:
    return of_a_pack(bench, "openai", "/v1/chat/completions", "createChatCompletion", {"Authorization": f"Bearer {KEY}"},
                     {"model": "gpt-5", "stream": True, "messages": [{"role": "user", "content": "Hello"}]}, b'"role":"assistant"')


SOURCES = [("R3", "a slow event stream", of_a_cassette), ("R3.anthropic", "a slow stream of the pack anthropic", anthropic), ("R3.openai", "a slow stream of the pack openai", openai)]


def measure_streams(bench: Bench) -> None:
    allow_files(STREAMS + 500)
    for key, what, source in SOURCES:
        bench.say(f"{STREAMS:,} times {what}")
        work = f"memory of {what}, {STREAMS:,} of them (absolute)"
        first = f"first event of {what}, p99, with {STREAMS:,} others over that with {FEW_STREAMS}"
        try:
            asked = source(bench)
            pairs = []
            for _ in range(1 if bench.quick else 3):
                few, _ = p99_with(asked, FEW_STREAMS)
                many, kib = p99_with(asked, STREAMS)
                pairs.append((many / few, kib, few, many))
            asked.server.stop()
            pairs.sort()
            value, kib, few, many = pairs[len(pairs) // 2]
            most = max(pair[1] for pair in pairs)
            bench.details[f"streams {key}"] = {"p99_us_few": few, "p99_us_many": many, "kib": most}
            bench.row(f"{key}.kib", "KiB", "<= 16", work, [], lambda most=most: most)
            bench.row(f"{key}.first", f"x at {FEW_STREAMS}", "<= 2", first, [], lambda value=value: value)
        except (RuntimeError, OSError) as error:
            def fail(error: Exception = error) -> float:
                raise RuntimeError(str(error))

            bench.row(f"{key}.kib", "KiB", "<= 16", work, [], fail)
            bench.row(f"{key}.first", f"x at {FEW_STREAMS}", "<= 2", first, [], fail)
