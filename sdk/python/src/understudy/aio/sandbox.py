"""The asynchronous skin: each member is a call of `understudy.core`, awaited."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable, Sequence
from functools import wraps
from typing import Concatenate, Generic, Literal, ParamSpec, TypeVar

from understudy.aio.connection import Connection
from understudy.aio.sink import Sink
from understudy.core import clock, exogenous, faults, webhooks
from understudy.core import world as worlds
from understudy.core.request import Context, Steps
from understudy.core.version import check_version
from understudy.errors import UnderstudyError
from understudy.process import Server
from understudy.sandbox import TIMEOUT

__tracebackhide__ = True  # a failing test shows its own line, not ours

P = ParamSpec("P")
T = TypeVar("T")


class Part:
    """Something that speaks of one world."""

    _connection: Connection

    @property
    def _context(self) -> Context:
        return self._connection.context


class Call(Generic[P, T]):
    """A call of the core as a method to be awaited."""

    def __init__(self, steps: Callable[Concatenate[Context, P], Steps[T]]) -> None:
        self.steps = steps
        self.__doc__ = steps.__doc__

    def __get__(self, part: Part, owner: type[Part]) -> Callable[P, Awaitable[T]]:
        @wraps(self.steps)
        async def call(*args: P.args, **kwargs: P.kwargs) -> T:
            return await part._connection.run(self.steps(part._context, *args, **kwargs))

        return call


class Faults(Part):
    """Calls and deliveries that fail."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    arm = Call(faults.arm)
    tape = Call(faults.tape)
    clear = Call(faults.clear)
    list = Call(faults.listed)


class World(Part):
    """What happens outside the service."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    trigger = Call(clock.trigger)
    next = Call(clock.next_events)


class Clock(Part):
    """The world's time."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    advance = Call(clock.advance)
    advance_to = Call(clock.advance_to)
    step = Call(clock.step)
    set_durations = Call(clock.set_durations)
    durations = Call(clock.durations)
    now = Call(clock.now)
    freeze = Call(clock.freeze)
    tick = Call(clock.tick)
    pending = Call(clock.pending)


class Webhooks(Part):
    """Who is told of events, and what was sent."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._connection = sandbox._connection
        self._sandbox = sandbox

    async def sink(self, host: str | None = None, port: int | None = None) -> Sink:
        """Opens a receiver in this process. It gets webhooks once its `url` is registered."""
        sink = Sink(self._sandbox, host or "127.0.0.1")
        await sink._open(port or 0)
        self._sandbox._sinks.append(sink)
        self._context.sinks.add(sink.url)
        sink.secret = await self._connection.run(webhooks.secret(self._context, sink.url))
        return sink

    register = Call(webhooks.register)
    unregister = Call(webhooks.unregister)
    endpoints = Call(webhooks.endpoints)
    deliveries = Call(webhooks.deliveries)
    redeliver = Call(webhooks.redeliver)
    release = Call(webhooks.release)


class Exogenous(Part):
    """Values that come from outside the service."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    pin = Call(exogenous.pin)
    on = Call(exogenous.on)
    tape = Call(exogenous.tape)
    clear = Call(exogenous.clear)
    list = Call(exogenous.listed)


class Sandbox(Part):
    """One world. `close()` ends what this object began: its sinks, a world it was forked as, a server it was launched with."""

    def __init__(self, context: Context, timeout: float = TIMEOUT, server: Server | None = None, *, is_fork: bool = False,
                 why_gone: Callable[[bool], str] | None = None) -> None:
        self._connection = Connection(context, timeout, server.why_gone if server else why_gone)
        self._server = server
        self._is_fork = is_fork
        self._is_closed = False
        self._sinks: list[Sink] = []
        self.faults = Faults(self._connection)
        self.world = World(self._connection)
        self.clock = Clock(self._connection)
        self.webhooks = Webhooks(self)
        self.exogenous = Exogenous(self._connection)

    @property
    def url(self) -> str:
        return self._context.url

    @property
    def key(self) -> str:
        return self._context.key

    @property
    def world_id(self) -> str:
        if self._context.world_id is None:
            raise UnderstudyError("the id of a world is known after the first call that was awaited; make one before")
        return self._context.world_id

    seed = Call(worlds.seed)
    seed_history = Call(worlds.seed_history)
    state = Call(worlds.state)
    client = Call(worlds.client)
    last_resolution_trace = Call(worlds.last_resolution_trace)
    trace = Call(worlds.trace)
    requests = Call(worlds.requests)
    snapshot = Call(worlds.snapshot)
    restore = Call(worlds.restore)
    diff = Call(worlds.diff)
    coherence = Call(worlds.coherence)

    async def reset(self, *, t0: str | None = None) -> None:
        """Everything but id and key as it was in the beginning; sinks are closed."""
        await self._connection.run(worlds.reset(self._context, t0=t0))
        await self._close_sinks()

    async def fork(self, *, endpoints: Literal["keep", "drop"] | None = None, ttl: str | None = None) -> Sandbox:
        """A new world with the same state and a key of its own; closing it ends it."""
        record = await self._connection.run(worlds.fork(self._context, endpoints=endpoints, ttl=ttl))
        return Sandbox(Context(self.url, record.key, record.id), self._connection.timeout, is_fork=True, why_gone=self._connection.why_gone)

    async def close(self) -> None:
        if self._is_closed:
            return
        self._is_closed = True
        await self._close_sinks()
        try:
            if self._is_fork:
                await self._connection.run(worlds.end(self._context))
        finally:
            await self._connection.close()
            if self._server is not None:
                await asyncio.to_thread(self._server.stop)

    async def _close_sinks(self) -> None:
        while self._sinks:
            await self._sinks.pop().close()

    async def __aenter__(self) -> Sandbox:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()


def connect(*, url: str, key: str, timeout: float = TIMEOUT) -> Sandbox:
    """A world of a server that runs. There is no network before the first call."""
    return Sandbox(Context(url, key), timeout)


async def launch(pack: str, *, args: Sequence[str] = (), bin: str | os.PathLike[str] | None = None, timeout: float = TIMEOUT) -> Sandbox:
    """Starts `understudy serve PACK` on a free port. The server ends with `close()`, or with this process."""
    server = await asyncio.to_thread(Server, [pack], args, bin)
    line = server.lines[0]
    sandbox = Sandbox(Context(line.url, line.key, line.world), timeout, server)
    try:
        await sandbox._connection.run(check_version(sandbox._context, server.binary))
    except BaseException:
        await sandbox.close()
        raise
    return sandbox
