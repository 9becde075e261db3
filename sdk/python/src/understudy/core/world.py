"""What a world holds, and looking into it."""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from typing import Any, Literal, Protocol
from urllib.parse import quote

from understudy.core.request import Context, Request, Steps, ask, ask_all, given
from understudy.errors import ControlError, NoClient, UnderstudyError
from understudy.records import (CoherenceWarning, Diff, HistoryResult, RequestEntry, SeedResult, Snapshot, State, Trace, WorldRecord)

__tracebackhide__ = True  # a failing test shows its own line, not ours


class HasWorld(Protocol):
    """Any sandbox, of either skin."""

    @property
    def world_id(self) -> str: ...

    @property
    def key(self) -> str: ...


def seed(context: Context, resource: str, objects: Sequence[Mapping[str, Any]], *, strict: bool = False) -> Steps[SeedResult]:
    """Puts objects there as if they had always been there; nothing is set off."""
    body = given(resource=resource, objects=[dict(each) for each in objects], strict=strict or None)
    return (yield from ask(SeedResult, "POST", "/seed", body=body))


def seed_history(context: Context, steps: Sequence[Mapping[str, Any]]) -> Steps[HistoryResult]:
    """Makes a past by running the lifecycle back-dated."""
    return (yield from ask(HistoryResult, "POST", "/seed/history", body={"steps": [dict(each) for each in steps]}))


def reset(context: Context, *, t0: str | None = None) -> Steps[None]:
    yield Request("POST", "/reset", body=given(t0=t0))


def state(context: Context, resource: str | None = None) -> Steps[State]:
    """The objects as the service would show them: all `resources`, or one resource's as `data`."""
    if resource is None:
        return (yield from ask(State, "GET", "/state"))
    first = yield from ask(State, "GET", "/state", query={"resource": resource, "limit": 1})
    objects = yield from ask_all(State, "/state", {"resource": resource})
    return State({"now": first["now"], "data": [dict(each) for each in objects]})


def trace(context: Context, id: str) -> Steps[Trace]:
    """How one answer came about. Its id is in the answer's header X-Mock-Resolution-Trace."""
    return (yield from ask(Trace, "GET", f"/trace/{quote(id, safe='')}"))


def last_resolution_trace(context: Context) -> Steps[Trace]:
    """The trace of the last call or world event."""
    traces = yield from ask_all(Trace, "/traces")
    if not traces:
        raise UnderstudyError(f"there is no trace yet: nobody has called {context.url} with this world's key")
    return traces[-1]


def requests(context: Context, *, operation: str | None = None, resource: str | None = None, status: int | None = None, since: int | None = None,
             resolved_by: str | None = None, id: str | None = None) -> Steps[list[RequestEntry]]:
    """The calls that came, oldest first."""
    wanted = given(operation=operation, resource=resource, status=status, since=since, resolved_by=resolved_by, id=id)
    return (yield from ask_all(RequestEntry, "/requests", wanted))


def fork(context: Context, *, endpoints: Literal["keep", "drop"] | None = None, key: str | None = None, ttl: str | None = None) -> Steps[WorldRecord]:
    return (yield from ask(WorldRecord, "POST", "/fork", body=given(endpoints=endpoints, key=key, ttl=ttl)))


def create(context: Context, pack: str, **more: Any) -> Steps[WorldRecord]:
    """A new world. The context holds the operator's key."""
    return (yield from ask(WorldRecord, "POST", "/worlds", body={"pack": pack, **more}))


def end(context: Context) -> Steps[None]:
    """Ends a world that was forked."""
    identity = context.world_id or (yield from show(context)).id
    yield Request("DELETE", f"/worlds/{quote(identity, safe='')}")


def show(context: Context) -> Steps[WorldRecord]:
    record = yield from ask(WorldRecord, "GET", "/world")
    context.world_id = record.id
    return record


def snapshot(context: Context, name: str | None = None) -> Steps[Snapshot]:
    return (yield from ask(Snapshot, "POST", "/snapshots", body=given(name=name)))


def restore(context: Context, snapshot: str) -> Steps[None]:
    """The world becomes what the snapshot, named by id or name, holds."""
    yield Request("POST", "/restore", body={"snapshot": snapshot})


def diff(context: Context, other: HasWorld | str) -> Steps[Diff]:
    """What changed from `other`, a world or a snapshot, to this world."""
    if isinstance(other, str):
        return (yield from ask(Diff, "GET", "/diff", query={"from": other}))
    query = {"from": other.world_id, "to": context.world_id or (yield from show(context)).id}
    try:
        return (yield from ask(Diff, "GET", "/diff", query=query))
    except ControlError as refused:
        if refused.code != "unknown_snapshot":
            raise
    # A key is good for its own world and for the forks of it: that of the older world sees both.
    return Diff((yield Request("GET", "/diff", query, key=other.key)))


def coherence(context: Context, *, mode: Literal["off", "warn"] | None = None) -> Steps[list[CoherenceWarning]]:
    """Contradictions in what is scripted. A world looks for them from `mode="warn"` on."""
    if mode is not None:
        yield Request("PUT", "/coherence", body={"mode": mode})
    return (yield from ask_all(CoherenceWarning, "/coherence"))


def client(context: Context) -> Steps[Any]:
    """The vendor's own client library, pointed here and keyed, if the pack names one and it is installed."""
    record = yield from show(context)
    name = record.packs[0]["name"]
    catalogue = yield Request("GET", f"/packs/{quote(name, safe='')}")
    declared = (catalogue.get("client") or {}).get("python")
    instead = f"point one at url={context.url} with key={context.key} yourself"
    if not declared:
        raise NoClient(f"the pack {name} names no client library for Python; {instead}")
    try:
        module = importlib.import_module(declared["module"])
    except ImportError:
        raise NoClient(f"the client library {declared['module']!r} of the pack {name} is not installed: install it, or {instead}") from None
    make = getattr(module, declared.get("make", ""), None)
    if make is None:
        raise NoClient(f"the pack {name} names {declared.get('make', 'nothing')!r} to make of {declared['module']!r}, which it does not have; {instead}")
    arguments = [_value_of(each, context) for each in declared.get("with", [])]
    named = arguments.pop() if arguments and isinstance(arguments[-1], dict) else {}
    return make(*arguments, **named)


def _value_of(declared: Any, context: Context) -> Any:
    """A word of a pack's `client`: a name in scope, a text in quotes, or a map of such."""
    if isinstance(declared, dict):
        return {name: _value_of(each, context) for name, each in declared.items()}
    scope = {"key": context.key, "url": context.url, "host": context.host, "port": context.port}
    return scope.get(declared, declared.strip('"')) if isinstance(declared, str) else declared
