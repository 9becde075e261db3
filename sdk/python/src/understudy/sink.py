"""A receiver of webhooks inside the test process."""

from __future__ import annotations

import socket
import threading
from typing import TYPE_CHECKING

from understudy.core.inbox import ANSWER, Inbox, Received, received_from, wait_for
from understudy.core.wire import MessageReader, NoHttp

__tracebackhide__ = True  # a failing test shows its own line, not ours

if TYPE_CHECKING:
    from understudy.sandbox import Sandbox

_READ_SECONDS = 30.0


class Sink:
    """Takes every webhook that comes to `url` and answers 204. Made by `webhooks.sink()`."""

    def __init__(self, sandbox: Sandbox, host: str, port: int) -> None:
        self._sandbox = sandbox
        self._listener = socket.create_server((host, port), backlog=128)
        self._origin = f"http://{host}:{self._listener.getsockname()[1]}"
        self.url = self._origin + "/hook"
        self.secret = ""
        self._inbox = Inbox(self.url)
        self._news = threading.Condition()
        self._thread = threading.Thread(target=self._accept, name="understudy-sink", daemon=True)
        self._thread.start()

    def wait_for(self, type: str, timeout: float = 5.0) -> Received:
        """The oldest webhook of this type that was not waited for yet. Fails at once when nothing is due any more."""
        return self._sandbox._connection.run(wait_for(self._sandbox._context, self._inbox, type, timeout), self._pause)

    def all(self) -> list[Received]:
        """All that has arrived, in order."""
        return list(self._inbox.received)

    def close(self) -> None:
        try:
            self._listener.shutdown(socket.SHUT_RDWR)  # wakes the thread that waits in accept
        except OSError:
            pass  # closed already
        self._listener.close()
        self._thread.join(_READ_SECONDS)
        self._sandbox._context.sinks.discard(self.url)

    def __enter__(self) -> Sink:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _pause(self, seconds: float) -> None:
        with self._news:
            self._news.wait(seconds)

    def _accept(self) -> None:
        while True:
            try:
                connected, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._receive, args=(connected,), name="understudy-webhook", daemon=True).start()

    def _receive(self, connected: socket.socket) -> None:
        with connected:
            try:
                connected.settimeout(_READ_SECONDS)
                reader, message = MessageReader(), None
                while message is None:
                    message = reader.feed(connected.recv(262144))
                with self._news:
                    self._inbox.received.append(received_from(message, self._origin))
                    self._news.notify_all()
                connected.sendall(ANSWER)
            except (OSError, NoHttp):
                pass  # whoever called has gone; the delivery log of the world says so
