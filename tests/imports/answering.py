"""A small server on a port of its own that answers always the same, and remembers what it was asked."""

from __future__ import annotations

import gzip
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

EVENTS = [b"event: begin\ndata: {\"n\": 1}\n\n", b"data: two\n\n"]
BINARY = bytes(range(256))
ZIPPED = gzip.compress(b'{"zipped": true}', mtime=0)

# What each path is answered with: status, body, further header fields.
ANSWERS: dict[str, tuple[int, bytes, list[tuple[str, str]]]] = {
    "/json": (200, json.dumps({"a": 1, "t": "é"}).encode(), [("Content-Type", "application/json"), ("Set-Cookie", "a=1"), ("Set-Cookie", "b=2")]),
    "/zipped": (200, ZIPPED, [("Content-Type", "application/json"), ("Content-Encoding", "gzip")]),
    "/binary": (200, BINARY, [("Content-Type", "application/octet-stream")]),
    "/events": (200, b"".join(EVENTS), [("Content-Type", "text/event-stream")]),
    "/nothing": (204, b"", []),
    "/missing": (404, b'{"error": "none"}', [("Content-Type", "application/json")]),
    "/things": (201, b'{"made": true}', [("Content-Type", "application/json")]),
}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *words: object) -> None:
        pass

    def do_GET(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        with self.server.lock:
            self.server.asked.append((self.command, self.path, list(self.headers.items()), body))
            turn = self.server.turns[self.path] = self.server.turns.get(self.path, 0) + 1
        if self.path == "/turns":
            status, answer, fields = 200, json.dumps({"turn": turn}).encode(), [("Content-Type", "application/json")]
        else:
            status, answer, fields = ANSWERS[self.path.partition("?")[0]]
        self.send_response(status)
        for name, value in fields:
            self.send_header(name, value)
        if status != 204:
            self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    do_POST = do_GET


class Quiet(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *what: object) -> None:
        """A client that leaves is no news."""


class Answering:
    """with Answering() as server: ... server.base"""

    def __enter__(self) -> Answering:
        self.server = Quiet(("127.0.0.1", 0), Handler)
        self.server.lock, self.server.asked, self.server.turns = threading.Lock(), [], {}
        self.host = f"127.0.0.1:{self.server.server_port}"
        self.base = f"http://{self.host}"
        self.thread = threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        self.thread.start()
        return self

    def __exit__(self, *what: object) -> None:
        self.server.shutdown()
        self.server.server_close()

    @property
    def asked(self) -> list[tuple[str, str, list[tuple[str, str]], bytes]]:
        return self.server.asked
