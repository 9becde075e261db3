"""Who gets webhooks in a test: one that listens and remembers, and one that speaks bytes of its own."""

from __future__ import annotations

import json
import socket
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from world import CLIENT_SECONDS, expect


@dataclass
class Heard:
    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def value(self) -> Any:
        return json.loads(self.body)

    @property
    def type(self) -> str:
        return self.value["type"]


def well(_: Heard) -> int:
    return 200


class _Listener(ThreadingHTTPServer):
    # Python's own five would refuse what a test sends at once.
    request_queue_size = 128
    daemon_threads = True

    def handle_error(self, *_: object) -> None:
        if not isinstance(sys.exc_info()[1], OSError):  # a sender may be killed at any moment
            super().handle_error(*_)  # type: ignore[arg-type]


class Receiver:
    """Listens on a port picked by the system; `answer` says the status, and may take its time. Heard in order."""

    def __init__(self, answer: Callable[[Heard], int] = well) -> None:
        self.answer = answer
        self.heard: list[Heard] = []
        self._news = threading.Condition()

    def __enter__(self) -> Receiver:
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                length = int(self.headers.get("Content-Length", "0"))
                body = self.rfile.read(length)
                if len(body) < length:
                    raise ConnectionError("gone before it was whole")
                heard = Heard(self.path, {name.lower(): value for name, value in self.headers.items()}, body)
                with receiver._news:
                    receiver.heard.append(heard)
                    receiver._news.notify_all()
                status = receiver.answer(heard)
                try:
                    self.send_response(status)
                    self.send_header("Content-Length", "0")
                    self.end_headers()
                except OSError:
                    self.close_connection = True  # nobody waits for it any more

            def log_message(self, *_: object) -> None:
                pass

        self._server = _Listener(("127.0.0.1", 0), Handler)
        self.port: int = self._server.server_address[1]
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(CLIENT_SECONDS)

    def url(self, path: str = "/hook") -> str:
        return f"http://127.0.0.1:{self.port}{path}"

    @property
    def types(self) -> list[str]:
        return [heard.type for heard in self.heard]

    def wait_until(self, condition: Callable[[list[Heard]], object], what: str, seconds: float = CLIENT_SECONDS) -> None:
        """Returns as soon as what was heard fulfils it."""
        with self._news:
            expect(self._news.wait_for(lambda: condition(self.heard), seconds), f"not heard within {seconds:.0f} s: {what}")


Speak = Callable[[socket.socket, int], None]


class RawReceiver:
    """Takes connections and lets `speak` do with them what it wants: it gets the socket, after one request was read, and
    the connection's number (from 1). Whatever it still does at the end of the case is cut off."""

    def __init__(self, speak: Speak) -> None:
        self._speak = speak
        self.connections = 0
        self._open: list[socket.socket] = []
        self._lock = threading.Lock()

    def __enter__(self) -> RawReceiver:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._thread = threading.Thread(target=self._accept, daemon=True)
        self._thread.start()
        return self

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            with self._lock:
                self.connections += 1
                number = self.connections
                self._open.append(connection)
            threading.Thread(target=self._serve, args=(connection, number), daemon=True).start()

    def _serve(self, connection: socket.socket, number: int) -> None:
        try:
            connection.settimeout(CLIENT_SECONDS)
            _read_request(connection)
            self._speak(connection, number)
        except OSError:
            pass  # the other side has had enough
        finally:
            connection.close()

    def __exit__(self, *_: object) -> None:
        # A thread that waits in accept is woken by shutdown, not by close.
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        with self._lock:
            for connection in self._open:
                try:
                    connection.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass  # closed already
        self._thread.join(CLIENT_SECONDS)

    def url(self, path: str = "/hook") -> str:
        return f"http://127.0.0.1:{self.port}{path}"


def _read_request(connection: socket.socket) -> None:
    text = b""
    while b"\r\n\r\n" not in text:
        part = connection.recv(65536)
        if not part:
            raise ConnectionError("gone before it asked")
        text += part
    head, _, body = text.partition(b"\r\n\r\n")
    length = next((int(line.split(b":")[1]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")), 0)
    while len(body) < length:
        body += connection.recv(65536)


def closed_port() -> int:
    """One that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return taken.getsockname()[1]


def wait_until(condition: Callable[[], object], what: str, seconds: float = CLIENT_SECONDS) -> None:
    """Asks again and again; for what nobody tells of."""
    give_up = time.monotonic() + seconds
    while not condition():
        expect(time.monotonic() < give_up, f"not within {seconds:.0f} s: {what}")
        time.sleep(0.005)
