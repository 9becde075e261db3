"""The real service of these tests: HTTP/1.1 by hand, so that every byte it sends is known.

    with Service() as service: service.url

Each route is a function that gets the request and the connection. What a test needs to see of the requests that came is
in `service.seen`.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import socket
import struct
import threading
import time
from dataclasses import dataclass, field

PAUSE = 0.15
LARGE = 50 * 1024 * 1024
EVENTS = [b"event: start\ndata: {\"n\": 0}\n\n", b": kept alive\n\n", b"id: 7\r\ndata: one\r\ndata: two\r\n\r\n", b"data: [DONE]\n\n"]
LINES = [b'{"n":1}\n', b'{"n":2,"text":"\xc3\xa4"}\r\n', b'{"n":3}']
# "a small brotli body" as brotli has it.
BROTLI = bytes.fromhex("0b09806120736d616c6c2062726f746c6920626f647903")
ACCEPT = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"


@dataclass
class Request:
    method: str
    target: str
    headers: list[tuple[str, str]]
    body: bytes = b""
    trailers: list[tuple[str, str]] = field(default_factory=list)
    version: str = "HTTP/1.1"

    def header(self, name: str) -> str:
        return next((value for key, value in self.headers if key.lower() == name.lower()), "")

    @property
    def path(self) -> str:
        return self.target.split("?")[0]


class Stream:
    """A connection, read by lines and counts."""

    def __init__(self, connection: socket.socket) -> None:
        self.socket = connection
        self.buffer = b""

    def more(self) -> bool:
        try:
            got = self.socket.recv(65536)
        except OSError:
            return False
        self.buffer += got
        return bool(got)

    def line(self) -> str | None:
        while b"\r\n" not in self.buffer:
            if not self.more():
                return None
        line, self.buffer = self.buffer.split(b"\r\n", 1)
        return line.decode("latin-1")

    def exactly(self, size: int) -> bytes:
        while len(self.buffer) < size and self.more():
            pass
        taken, self.buffer = self.buffer[:size], self.buffer[size:]
        return taken

    def some(self) -> bytes:
        if not self.buffer:
            self.more()
        taken, self.buffer = self.buffer, b""
        return taken

    def fields(self) -> list[tuple[str, str]]:
        fields = []
        while line := self.line():
            name, _, value = line.partition(":")
            fields.append((name, value.strip()))
        return fields

    def send(self, *parts: bytes) -> None:
        self.socket.sendall(b"".join(parts))


def head(status: str, *fields: tuple[str, str]) -> bytes:
    lines = [f"HTTP/1.1 {status}", *(f"{name}: {value}" for name, value in fields)]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


def chunk(data: bytes) -> bytes:
    return b"%x\r\n%s\r\n" % (len(data), data)


def counted(status: str, body: bytes, *fields: tuple[str, str]) -> bytes:
    return head(status, *fields, ("Content-Length", str(len(body)))) + body


def large_body() -> bytes:
    block = hashlib.sha256(b"large").digest() * 2048
    return (block * (LARGE // len(block) + 1))[:LARGE]


def frame(opcode: int, payload: bytes, final: bool = True, reserved: int = 0) -> bytes:
    first = (0x80 if final else 0) | reserved | opcode
    size = len(payload)
    length = bytes([size]) if size < 126 else b"\x7e" + struct.pack(">H", size) if size < 65536 else b"\x7f" + struct.pack(">Q", size)
    return bytes([first]) + length + payload


def read_frame(stream: Stream) -> tuple[int, bytes, bool] | None:
    start = stream.exactly(2)
    if len(start) < 2:
        return None
    size = start[1] & 0x7F
    if size >= 126:
        width = 2 if size == 126 else 8
        size = int.from_bytes(stream.exactly(width), "big")
    mask = stream.exactly(4)
    payload = bytes(byte ^ mask[at % 4] for at, byte in enumerate(stream.exactly(size)))
    return start[0] & 15, payload, start[0] >= 0x80


class Service:
    def __init__(self) -> None:
        self.seen: list[Request] = []
        self.heard: list[bytes] = []  # after an upgrade
        self.answers: dict[str, bytes] = {}  # by path, for tests that plant their own
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=256)
        self.port = self.listener.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.lock = threading.Lock()
        threading.Thread(target=self.accept, daemon=True).start()

    def __enter__(self) -> Service:
        return self

    def __exit__(self, *_: object) -> None:
        self.listener.shutdown(socket.SHUT_RDWR)  # or whoever waits in accept keeps it open
        self.listener.close()

    def accept(self) -> None:
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            threading.Thread(target=self.talk, args=(connection,), daemon=True).start()

    def talk(self, connection: socket.socket) -> None:
        with connection:
            stream = Stream(connection)
            try:
                while self.serve_one(stream):
                    pass
            except OSError:
                pass

    def serve_one(self, stream: Stream) -> bool:
        line = stream.line()
        if not line:
            return False
        method, target, version = line.split(" ", 2)
        request = Request(method, target, stream.fields(), version=version)
        if request.header("expect") and request.path != "/expect-refused":
            stream.send(head("100 Continue"))
        if request.path != "/expect-refused":
            self.read_body(stream, request)
        with self.lock:
            self.seen.append(request)
        if request.path in self.answers:
            stream.send(self.answers[request.path])
            return True
        name = request.path.strip("/").replace("-", "_") or "root"
        route = getattr(self, f"on_{name}", None)
        if route is None:
            stream.send(counted("404 Not Found", b"no such thing", ("Content-Type", "text/plain")))
            return True
        return route(stream, request) is not False

    def read_body(self, stream: Stream, request: Request) -> None:
        if request.header("transfer-encoding").lower() == "chunked":
            while (size := int((stream.line() or "0").split(";")[0], 16)) > 0:
                request.body += stream.exactly(size)
                stream.exactly(2)
            request.trailers = stream.fields()
        elif length := request.header("content-length"):
            request.body = stream.exactly(int(length))

    # --- answers

    def on_json(self, stream: Stream, _: Request) -> None:
        stream.send(counted("200 OK", b'{"hello": "world"}', ("Content-Type", "application/json"), ("X-Twice", "a"), ("x-twice", "b")))

    def on_echo(self, stream: Stream, request: Request) -> None:
        body = json.dumps({"method": request.method, "target": request.target, "headers": request.headers, "trailers": request.trailers,
                           "body": base64.b64encode(request.body).decode()}).encode()
        stream.send(counted("200 OK", body, ("Content-Type", "application/json")))

    def on_gzip(self, stream: Stream, _: Request) -> None:
        stream.send(counted("200 OK", gzip.compress(b'{"packed": true}' * 50, mtime=0), ("Content-Type", "application/json"), ("Content-Encoding", "gzip")))

    def on_br(self, stream: Stream, _: Request) -> None:
        stream.send(counted("200 OK", BROTLI, ("Content-Type", "text/plain"), ("Content-Encoding", "br")))

    def on_chunked(self, stream: Stream, _: Request) -> None:
        stream.send(head("200 OK", ("Content-Type", "text/plain"), ("Transfer-Encoding", "chunked"), ("Trailer", "X-Sum")))
        for part in (b"first ", b"second ", b"third"):
            stream.send(chunk(part))
        stream.send(b"0\r\nX-Sum: 18\r\nX-More: yes\r\n\r\n")

    def on_large(self, stream: Stream, _: Request) -> None:
        stream.send(counted("200 OK", large_body(), ("Content-Type", "application/octet-stream")))

    def on_upload(self, stream: Stream, request: Request) -> None:
        digest = hashlib.sha256(request.body).hexdigest()
        stream.send(counted("201 Created", f"{len(request.body)} {digest}".encode(), ("Content-Type", "text/plain")))

    def on_sse(self, stream: Stream, _: Request) -> None:
        stream.send(head("200 OK", ("Content-Type", "text/event-stream"), ("Transfer-Encoding", "chunked")))
        for event in EVENTS:
            time.sleep(PAUSE)
            middle = len(event) // 2  # an event may come in two
            stream.send(chunk(event[:middle]))
            stream.send(chunk(event[middle:]))
        stream.send(b"0\r\n\r\n")

    def on_jsonl(self, stream: Stream, _: Request) -> None:
        stream.send(head("200 OK", ("Content-Type", "application/x-ndjson"), ("Transfer-Encoding", "chunked")))
        for line in LINES:
            stream.send(chunk(line))
            time.sleep(PAUSE / 3)
        stream.send(b"0\r\n\r\n")

    def on_empty(self, stream: Stream, _: Request) -> None:
        stream.send(head("204 No Content", ("X-Request-Id", "r-1")))

    def on_unchanged(self, stream: Stream, _: Request) -> None:
        stream.send(head("304 Not Modified", ("ETag", '"v1"'), ("Content-Length", "120")))

    def on_moved(self, stream: Stream, _: Request) -> None:
        stream.send(counted("302 Found", b"", ("Location", "https://elsewhere.example.test/next"), ("Set-Cookie", "a=1; Path=/"), ("Set-Cookie", "b=2")))

    def on_reason(self, stream: Stream, _: Request) -> None:
        stream.send(counted("418 Short And Stout", b"tea"))

    def on_until_close(self, stream: Stream, _: Request) -> bool:
        stream.send(head("200 OK", ("Content-Type", "text/plain")), b"until ", b"the end")
        return False

    def on_head_only(self, stream: Stream, request: Request) -> None:
        answer = head("200 OK", ("Content-Type", "text/plain"), ("Content-Length", "5"))
        stream.send(answer if request.method == "HEAD" else answer + b"12345")

    def on_early_hints(self, stream: Stream, _: Request) -> None:
        stream.send(head("103 Early Hints", ("Link", "</a.css>; rel=preload")))
        stream.send(head("103 Early Hints", ("Link", "</b.css>; rel=preload")))
        stream.send(counted("200 OK", b"ready"))

    def on_expect_refused(self, stream: Stream, _: Request) -> bool:
        stream.send(counted("401 Unauthorized", b"no", ("Connection", "close")))
        return False

    def on_cut(self, stream: Stream, _: Request) -> bool:
        stream.send(head("200 OK", ("Content-Type", "application/json"), ("Content-Length", "1000")), b'{"half": ')
        return False

    def on_cut_chunked(self, stream: Stream, _: Request) -> bool:
        stream.send(head("200 OK", ("Transfer-Encoding", "chunked")), chunk(b"one"), b"8\r\nhal")
        return False

    def on_cut_sse(self, stream: Stream, _: Request) -> bool:
        stream.send(head("200 OK", ("Content-Type", "text/event-stream"), ("Transfer-Encoding", "chunked")), chunk(EVENTS[0]), chunk(b"data: un"))
        return False

    def on_reset(self, stream: Stream, _: Request) -> bool:
        stream.send(head("200 OK", ("Content-Length", "1000")), b"some")
        time.sleep(0.1)
        stream.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        return False

    def on_hang_up(self, stream: Stream, _: Request) -> bool:
        return False

    # --- hostile ones

    def on_bad_chunk(self, stream: Stream, _: Request) -> bool:
        stream.send(head("200 OK", ("Transfer-Encoding", "chunked")), b"3\r\nabc\r\nzz\r\n")
        return False

    def on_huge_header(self, stream: Stream, _: Request) -> bool:
        stream.send(b"HTTP/1.1 200 OK\r\n" + b"X-Big: " + b"x" * (1 << 20) + b"\r\n\r\n")
        return False

    def on_endless_1xx(self, stream: Stream, _: Request) -> bool:
        for _ in range(100_000):
            stream.send(head("103 Early Hints", ("Link", "</x>")))
        return False

    def on_garbage(self, stream: Stream, _: Request) -> bool:
        stream.send(b"\x16\x03\x01\x02 this is no HTTP\r\n\r\n")
        return False

    def on_endless(self, stream: Stream, _: Request) -> bool:
        """Sends until nobody listens; how much it got rid of is in `sent`."""
        self.sent = 0
        stream.send(head("200 OK", ("Content-Type", "application/octet-stream"), ("Transfer-Encoding", "chunked")))
        block = chunk(b"x" * 65536)
        while True:
            stream.send(block)
            self.sent += len(block)

    # --- upgrades

    def on_ws(self, stream: Stream, request: Request) -> bool:
        key = base64.b64encode(hashlib.sha1((request.header("sec-websocket-key") + ACCEPT).encode()).digest()).decode()
        stream.send(head("101 Switching Protocols", ("Upgrade", "websocket"), ("Connection", "Upgrade"), ("Sec-WebSocket-Accept", key)))
        stream.send(frame(1, b"welcome"), frame(9, b"are you there"))
        kind, message = 0, b""
        while (got := read_frame(stream)) is not None:
            opcode, payload, final = got
            self.heard.append(payload)
            if opcode == 8:
                stream.send(frame(8, payload))
                return False
            if opcode > 2:
                continue
            kind, message = opcode or kind, message + payload
            if final:
                half = len(message) // 2  # in fragments, as large messages come
                stream.send(frame(kind, message[:half], final=False), frame(0, message[half:]))
                message = b""
        return False

    def on_raw(self, stream: Stream, _: Request) -> bool:
        stream.send(head("101 UPGRADED", ("Content-Type", "application/vnd.docker.raw-stream"), ("Connection", "Upgrade"), ("Upgrade", "tcp")))
        while got := stream.some():
            self.heard.append(got)
            stream.send(b"<" + got + b">")
        stream.send(b"bye")
        return False
