"""Carries requests to the server and brings answers back, on connections of the running event loop."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from understudy.core.gone import gone_text
from understudy.core.request import Context, Pause, Request, Steps, next_step, read_answer
from understudy.core.wire import Message, MessageReader, NoHttp
from understudy.core.world import show
from understudy.errors import ServerGone, UnderstudyError

__tracebackhide__ = True  # a failing test shows its own line, not ours

T = TypeVar("T")
Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Connection:
    def __init__(self, context: Context, timeout: float, why_gone: Callable[[bool], str] | None = None) -> None:
        self.context = context
        self.timeout = timeout
        self.why_gone = why_gone
        self._idle: list[Streams] = []
        self._loop: asyncio.AbstractEventLoop | None = None

    async def run(self, steps: Steps[T], pause: Callable[[float], Awaitable[object]] | None = None) -> T:
        """Asks what the steps want to know until they have a result. The first call also learns which world this is."""
        if self.context.world_id is None:
            await self._follow(show(self.context), None)
        return await self._follow(steps, pause)

    async def _follow(self, steps: Steps[T], pause: Callable[[float], Awaitable[object]] | None) -> T:
        answer: Any = None
        while True:
            try:
                step = next_step(steps, answer)
            except StopIteration as done:
                result: T = done.value
                return result
            if isinstance(step, Pause):
                answer = await pause(step.seconds) if pause else None
                continue
            try:
                answer = await self._ask(step)
            except UnderstudyError as error:
                answer = error

    async def _ask(self, request: Request) -> Any:
        try:
            async with asyncio.timeout(self.timeout):
                message = await self._exchange(request.encode(self.context))
        except (OSError, NoHttp) as error:
            raise ServerGone(gone_text(self.context.url, error, self.timeout, self.why_gone)) from error
        return read_answer(self.context.url, message)

    async def _exchange(self, sent: bytes) -> Message:
        reader, writer = await self._take()
        try:
            writer.write(sent)
            await writer.drain()
            parser, message = MessageReader(), None
            while message is None:
                message = parser.feed(await reader.read(262144))
        except BaseException:
            writer.close()
            raise
        if message.headers.get("connection", "").lower() == "close":
            writer.close()
        else:
            self._idle.append((reader, writer))
        return message

    async def _take(self) -> Streams:
        if self._loop is not asyncio.get_running_loop():  # connections belong to the loop that made them
            self._idle, self._loop = [], asyncio.get_running_loop()
        while self._idle:
            reader, writer = self._idle.pop()
            if not reader.at_eof():
                return reader, writer
            writer.close()
        secure = ssl.create_default_context() if self.context.is_secure else None
        return await asyncio.open_connection(self.context.host, self.context.port, ssl=secure)

    async def close(self) -> None:
        if self._loop is asyncio.get_running_loop():
            for _, writer in self._idle:
                writer.close()
        self._idle.clear()
