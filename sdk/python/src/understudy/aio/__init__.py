"""The asynchronous twin of `understudy`: the same members, awaited.

    async with await understudy.aio.launch("deck") as sandbox:
        await sandbox.clock.advance("5s")
"""

from __future__ import annotations

from understudy.aio.sandbox import Sandbox, connect, launch
from understudy.aio.sink import Sink

__all__ = ["Sandbox", "Sink", "connect", "launch"]
