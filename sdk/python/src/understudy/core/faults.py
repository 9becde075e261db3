"""Calls and deliveries that fail."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal
from urllib.parse import quote

from understudy.core.request import Context, Request, Steps, ask, ask_all, given
from understudy.records import Fault

__tracebackhide__ = True  # a failing test shows its own line, not ours

Then = Literal["fallback", "last", "cycle"]


def arm(context: Context, resource: str, operation: str, *, status: int | None = None, code: str | None = None, message: str | None = None,
        count: int | None = None, skip: int | None = None, match: Mapping[str, Any] | None = None, when: Literal["before", "after"] | None = None,
        transport: Mapping[str, Any] | None = None, delivery: Mapping[str, Any] | None = None, probability: float | None = None,
        strict: bool | None = None) -> Steps[Fault]:
    """Calls that fit fail, in the service's own words, `count` times or until the fault is cleared."""
    body = given(resource=resource, operation=operation, status=status, code=code, message=message, count=count, skip=skip, match=match, when=when,
                 transport=transport, delivery=delivery, probability=probability, strict=strict)
    return (yield from ask(Fault, "POST", "/faults", body=body))


def tape(context: Context, resource: str, operation: str, entries: Sequence[Mapping[str, Any]], *, match: Mapping[str, Any] | None = None,
         then: Then = "fallback") -> Steps[Fault]:
    """One entry for each call that fits; `{"pass": True}` lets one through."""
    body = given(resource=resource, operation=operation, tape=[dict(each) for each in entries], match=match, then=then)
    return (yield from ask(Fault, "POST", "/faults", body=body))


def clear(context: Context, id: str | None = None) -> Steps[None]:
    """Takes one fault back, or all."""
    yield Request("DELETE", "/faults" if id is None else f"/faults/{quote(id, safe='')}")


def listed(context: Context) -> Steps[list[Fault]]:
    """The faults that are armed or spent, oldest first."""
    return (yield from ask_all(Fault, "/faults"))
