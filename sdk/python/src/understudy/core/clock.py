"""The world's time, and what happens in it by itself or by a cause from outside."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from understudy.core.request import Context, Request, Steps, ask, ask_all, given
from understudy.records import Advanced, NextEntry, Timer, Triggered

__tracebackhide__ = True  # a failing test shows its own line, not ours


def advance(context: Context, by: str) -> Steps[Advanced]:
    """Lets time pass (`"5s"`, `"1d12h"`). Returns when everything that fell due has happened, webhooks included."""
    return (yield from ask(Advanced, "POST", "/clock/advance", body={"by": by}))


def advance_to(context: Context, instant: str) -> Steps[Advanced]:
    return (yield from ask(Advanced, "POST", "/clock/advance", body={"to": instant}))


def step(context: Context) -> Steps[Advanced]:
    """To the next timer that is due."""
    return (yield from ask(Advanced, "POST", "/clock/advance", body={"step": True}))


def set_durations(context: Context, durations: Mapping[str, str] | None = None, /, **more: str) -> Steps[None]:
    """How long things take from now on: `set_durations(run_settle="0s")`."""
    yield Request("POST", "/clock/durations", body={**(durations or {}), **more})


def durations(context: Context) -> Steps[dict[str, str]]:
    return cast(dict[str, str], (yield from _shown())["durations"])


def now(context: Context) -> Steps[str]:
    return cast(str, (yield from _shown())["now"])


def freeze(context: Context) -> Steps[None]:
    yield Request("POST", "/clock/mode", body={"mode": "frozen"})


def tick(context: Context) -> Steps[None]:
    """Time passes by itself from now on."""
    yield Request("POST", "/clock/mode", body={"mode": "ticking"})


def pending(context: Context) -> Steps[list[Timer]]:
    """The timers that wait, with the instants when they are due."""
    return [Timer(each) for each in (yield from _shown())["pending"]]


def _shown() -> Steps[dict[str, Any]]:
    return cast(dict[str, Any], (yield Request("GET", "/clock")))


def trigger(context: Context, event: str, data: Mapping[str, Any] | None = None) -> Steps[Triggered]:
    """Something happens outside the service."""
    return (yield from ask(Triggered, "POST", "/world/events", body=given(event=event, data=data)))


def next_events(context: Context, *, all: bool = False) -> Steps[list[NextEntry]]:
    """What can happen now, ready to be triggered; with `all` also what cannot, and why."""
    return (yield from ask_all(NextEntry, "/world/next", {"all": True} if all else None))
