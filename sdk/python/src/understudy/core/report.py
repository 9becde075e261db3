"""A world in words, for a test that failed: its calls, webhooks, timers, contradictions and last trace."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any
from urllib.parse import quote

from understudy.core.request import Context, Request, Steps, ask, ask_all
from understudy.records import CoherenceWarning, Delivery, RequestEntry, Trace

MOST = 20
_LONGEST = 60
_ARRIVED = ("delivered",)


def describe(context: Context) -> Steps[str]:
    clock = yield Request("GET", "/clock")
    calls = yield from ask_all(RequestEntry, "/requests")
    deliveries = yield from ask_all(Delivery, "/webhooks/deliveries")
    warnings = yield from ask_all(CoherenceWarning, "/coherence")
    unmatched = [each for each in calls if each.resolved_by == "no_route"]
    lines = [f"world {context.world_id or ''} at {context.url}, its clock at {clock['now']} ({clock['mode']})"]
    lines += _part("calls", (_call(each) for each in calls), len(calls))
    if unmatched:
        lines += _part("unmatched calls, which the pack does not model", (_call(each) for each in unmatched), len(unmatched))
    lines += _part("webhooks", (_delivery(each) for each in deliveries), len(deliveries))
    timers = clock["pending"]
    lines += _part("pending timers", (f"{each['due_at']}  {each['resource']} {each['object']}: {each['move']}" for each in timers), len(timers), first=True)
    if warnings:
        lines += _part("coherence warnings", (f"{each.code}: {each.message}" for each in warnings), len(warnings))
    if calls:
        trace = yield from ask(Trace, "GET", f"/trace/{quote(calls[-1].trace, safe='')}")
        lines += _trace(trace)
    return "\n".join(lines)


def _part(title: str, entries: Iterable[str], count: int, *, first: bool = False) -> list[str]:
    """The last so many, or the first."""
    if count == 0:
        return [f"{title}: none"]
    shown = list(entries)
    cut = shown[:MOST] if first else shown[-MOST:]
    left = f", {len(cut)} of them shown" if len(cut) < count else ""
    return [f"{title} ({count}{left}):", *(f"  {each}" for each in cut)]


def _call(call: RequestEntry) -> str:
    by = "" if call.resolved_by == "stateful" else f", by {call.resolved_by}"
    return f"{call.method} {call.path} -> {call.status} {call.operation or 'no operation'}{by}"


def _delivery(delivery: Delivery) -> str:
    tried = ""
    if delivery.attempts and delivery.state not in _ARRIVED:
        last = delivery.attempts[-1]
        status = f" {last['response']['status']}" if last["response"] else ""
        tried = f", attempt {last['n']}: {last['outcome']}{status}"
    when = f", next at {delivery.next_attempt_at}" if delivery.next_attempt_at else ""
    return f"{delivery.event_type} {delivery.state} to {delivery.url}{tried}{when}"


def _trace(trace: Trace) -> list[str]:
    request = trace.request or {}
    lines = [f"last trace, {trace.id}: {request.get('method')} {request.get('path')} -> {trace.status}, resolved by {trace.resolved_by}"]
    lines += [f"  {each['step']}: {each['outcome']}" for each in trace.steps if each["outcome"] not in ("no_match", "no_key", "absent", "none")]
    lines += [f"  {each['path']} = {_short(each['value'])} ({_why(each)})" for each in trace.fields[: 2 * MOST]]
    lines += [f"  warning: {each.get('code')}: {each.get('message', '')}" for each in trace.warnings or []]
    return lines


def _why(field: dict[str, Any]) -> str:
    pin = field.get("pin")
    return f"{field['source']}, can be pinned as {pin['field']}" if pin else str(field["source"])


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _LONGEST else text[:_LONGEST] + "…"
