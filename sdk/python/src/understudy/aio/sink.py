"""A receiver of webhooks inside the test's event loop."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from understudy.core.inbox import ANSWER, Inbox, Received, received_from, wait_for
from understudy.core.wire import MessageReader, NoHttp

__tracebackhide__ = True  # a failing test shows its own line, not ours

if TYPE_CHECKING:
    from understudy.aio.sandbox import Sandbox


class Sink:
    """Takes every webhook that comes to `url` and answers 204. Made by `webhooks.sink()`."""

    def __init__(self, sandbox: Sandbox, host: str) -> None:
        self._sandbox = sandbox
        self._host = host
        self._origin = ""
        self.url = ""
        self.secret = ""
        self._inbox = Inbox("")
        self._news = asyncio.Event()
        self._server: asyncio.Server | None = None

    async def _open(self, port: int) -> None:
        self._server = await asyncio.start_server(self._receive, self._host, port)
        self._origin = f"http://{self._host}:{self._server.sockets[0].getsockname()[1]}"
        self.url = self._origin + "/hook"
        self._inbox.url = self.url

    async def wait_for(self, type: str, timeout: float = 5.0) -> Received:
        """The oldest webhook of this type that was not waited for yet. Fails at once when nothing is due any more."""
        return await self._sandbox._connection.run(wait_for(self._sandbox._context, self._inbox, type, timeout), self._pause)

    def all(self) -> list[Received]:
        """All that has arrived, in order."""
        return list(self._inbox.received)

    async def close(self) -> None:
        if self._server is not None:
            self._server.close()
        self._sandbox._context.sinks.discard(self.url)

    async def __aenter__(self) -> Sink:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def _pause(self, seconds: float) -> None:
        self._news.clear()
        try:
            await asyncio.wait_for(self._news.wait(), seconds)
        except TimeoutError:
            pass

    async def _receive(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            parser, message = MessageReader(), None
            while message is None:
                message = parser.feed(await reader.read(262144))
            self._inbox.received.append(received_from(message, self._origin))
            self._news.set()
            writer.write(ANSWER)
            await writer.drain()
        except (OSError, NoHttp):
            pass  # whoever called has gone; the delivery log of the world says so
        finally:
            writer.close()
