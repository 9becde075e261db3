"""Values that come from outside the service: pins, tapes, branches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote

from understudy.core.faults import Then
from understudy.core.request import Context, Request, Steps, ask, ask_all
from understudy.records import Pin, Tape

__tracebackhide__ = True  # a failing test shows its own line, not ours


def pin(context: Context, match: Mapping[str, Any], path: str, value: Any) -> Steps[Pin]:
    """Sets a value of the results that fit, until it is cleared."""
    return (yield from ask(Pin, "POST", "/exogenous/pins", body={"match": dict(match), "field": path, "value": value}))


def on(context: Context, name: str, path: str, value: Any) -> Steps[Pin]:
    """The same by the name of the event, workflow or move that makes the result; `path` "branch" chooses an arm."""
    return (yield from ask(Pin, "POST", "/exogenous/pins", body={"on": name, "field": path, "value": value}))


def tape(context: Context, match: Mapping[str, Any] | str, path: str, values: Sequence[Any], *, then: Then = "fallback") -> Steps[Tape]:
    """One value for each result. A text as `match` is a name as for `on`."""
    which: dict[str, Any] = {"on": match} if isinstance(match, str) else {"match": dict(match)}
    return (yield from ask(Tape, "POST", "/exogenous/tapes", body={**which, "field": path, "values": [_entry(each) for each in values], "then": then}))


def clear(context: Context, id: str | None = None) -> Steps[None]:
    """Takes one pin or tape back, or all; what they bound stays."""
    if id is None:
        yield Request("DELETE", "/exogenous/pins")
        yield Request("DELETE", "/exogenous/tapes")
    else:
        yield Request("DELETE", f"/exogenous/{'tapes' if id.startswith('tap_') else 'pins'}/{quote(id, safe='')}")


def listed(context: Context) -> Steps[list[Pin | Tape]]:
    pins = yield from ask_all(Pin, "/exogenous/pins")
    tapes = yield from ask_all(Tape, "/exogenous/tapes")
    return [*pins, *tapes]


def _entry(value: Any) -> dict[str, Any]:
    """A bare value is wrapped; `{"value": ..., "times": ...}` is an entry already."""
    is_entry = isinstance(value, dict) and "value" in value and set(value) <= {"value", "times"}
    return dict(value) if is_entry else {"value": value}
