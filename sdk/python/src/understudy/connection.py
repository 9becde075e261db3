"""Carries requests to the server and brings answers back, on connections that are kept. Any thread may ask."""

from __future__ import annotations

import os
import select
import socket
import ssl
import threading
from collections.abc import Callable
from typing import Any, TypeVar

from understudy.core.gone import gone_text
from understudy.core.request import Context, Pause, Request, Steps, next_step, read_answer
from understudy.core.wire import Message, MessageReader, NoHttp
from understudy.errors import ServerGone, UnderstudyError

__tracebackhide__ = True  # a failing test shows its own line, not ours

T = TypeVar("T")


class Connection:
    def __init__(self, context: Context, timeout: float, why_gone: Callable[[bool], str] | None = None) -> None:
        self.context = context
        self.timeout = timeout
        self.why_gone = why_gone
        self._idle: list[socket.socket] = []
        self._lock = threading.Lock()
        self._owner = os.getpid()

    def run(self, steps: Steps[T], pause: Callable[[float], object] | None = None) -> T:
        """Asks what the steps want to know until they have a result."""
        answer: Any = None
        while True:
            try:
                step = next_step(steps, answer)
            except StopIteration as done:
                result: T = done.value
                return result
            if isinstance(step, Pause):
                answer = pause(step.seconds) if pause else None
                continue
            try:
                answer = self._ask(step)
            except UnderstudyError as error:
                answer = error

    def _ask(self, request: Request) -> Any:
        try:
            message = self._exchange(request.encode(self.context))
        except (OSError, NoHttp) as error:
            raise ServerGone(gone_text(self.context.url, error, self.timeout, self.why_gone)) from error
        return read_answer(self.context.url, message)

    def _exchange(self, sent: bytes) -> Message:
        connected = self._take()
        try:
            connected.sendall(sent)
            reader, message = MessageReader(), None
            while message is None:
                message = reader.feed(connected.recv(262144))
        except BaseException:
            connected.close()
            raise
        if message.headers.get("connection", "").lower() == "close":
            connected.close()
        else:
            with self._lock:
                self._idle.append(connected)
        return message

    def _take(self) -> socket.socket:
        with self._lock:
            if self._owner != os.getpid():  # the other side of a fork has these
                self._idle, self._owner = [], os.getpid()
            while self._idle:
                kept = self._idle.pop()
                if not select.select([kept], [], [], 0)[0]:
                    return kept
                kept.close()  # readable without a question: the server has closed it
        made = socket.create_connection((self.context.host, self.context.port), self.timeout)
        made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if self.context.is_secure:
            made = ssl.create_default_context().wrap_socket(made, server_hostname=self.context.host)
        return made

    def close(self) -> None:
        with self._lock:
            for each in self._idle:
                each.close()
            self._idle.clear()
