"""What came to a sink, and waiting for what has not come yet."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from urllib.parse import parse_qsl

from understudy.core import signature
from understudy.core.request import Context, Pause, Request, Steps, ask_all
from understudy.core.wire import Message
from understudy.errors import NotReceived
from understudy.records import Delivery, Endpoint

__tracebackhide__ = True  # a failing test shows its own line, not ours

_LOOK_AGAIN = 0.05
_UNDER_WAY = ("scheduled", "in_flight", "retrying", "held")
ANSWER = b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n"


@dataclass(frozen=True)
class Received:
    """One webhook as it arrived. Names of headers are in lower case."""

    type: str
    payload: Any
    headers: dict[str, str]
    body: bytes = field(repr=False)
    url: str = field(repr=False)

    def verify(self, secret: str) -> bool:
        """Is it signed with this secret, in the vendor's scheme? How old the signature is does not count."""
        return signature.verifies(self.headers, self.body, self.url, secret)


def received_from(message: Message, origin: str) -> Received:
    payload: Any = message.body.decode("utf-8", "replace")
    if message.headers.get("content-type", "").startswith("application/x-www-form-urlencoded"):
        payload = dict(parse_qsl(payload, keep_blank_values=True))
    else:
        try:
            payload = json.loads(message.body)
        except ValueError:
            pass
    return Received(_type_of(payload, message.headers), payload, message.headers, message.body, origin + message.target)


def _type_of(payload: Any, headers: dict[str, str]) -> str:
    """Where services say what happened: a member of the body, or a header."""
    members = payload if isinstance(payload, dict) else {}
    named = members.get("type") or members.get("event_type") or members.get("event")
    if isinstance(named, str):
        return named
    event, action = headers.get("x-github-event", ""), members.get("action")
    return f"{event}.{action}" if event and isinstance(action, str) else event


class Inbox:
    """All that came to one URL, in order. Each is handed to one waiter."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.received: list[Received] = []
        self._handed: set[int] = set()

    def take(self, type: str) -> Received | None:
        """The oldest of this type that nobody was given yet."""
        for number, each in enumerate(list(self.received)):
            if each.type == type and number not in self._handed:
                self._handed.add(number)
                return each
        return None


def wait_for(context: Context, inbox: Inbox, type: str, timeout: float) -> Steps[Received]:
    """Waits as long as something is due. In a world whose time stands still it fails as soon as nothing is."""
    give_up = time.monotonic() + timeout
    while True:
        found = inbox.take(type)
        if found is not None:
            return found
        clock = yield Request("GET", "/clock")
        waiting: list[Delivery] = []
        for state in _UNDER_WAY:
            waiting += yield from ask_all(Delivery, "/webhooks/deliveries", {"state": state})
        found = inbox.take(type)  # it may have come while we asked
        if found is not None:
            return found
        is_over = clock["mode"] == "frozen" and not any(_is_due(each, clock["now"]) for each in waiting)
        left = give_up - time.monotonic()
        if is_over or left <= 0:
            endpoints = yield from ask_all(Endpoint, "/webhooks/endpoints")
            why = "nothing is due any more" if is_over else f"not within {timeout:g} s"
            raise NotReceived(_explain(type, why, inbox, clock, waiting, endpoints))
        yield Pause(min(left, _LOOK_AGAIN))


def _is_due(delivery: Delivery, now: str) -> bool:
    if delivery.state == "in_flight":
        return True
    if delivery.state == "held" or delivery.next_attempt_at is None:
        return False
    return datetime.fromisoformat(delivery.next_attempt_at) <= datetime.fromisoformat(now)


def _explain(type: str, why: str, inbox: Inbox, clock: dict[str, Any], waiting: Iterable[Delivery], endpoints: list[Endpoint]) -> str:
    arrived = ", ".join(each.type or "(no type)" for each in inbox.received) or "nothing"
    lines = [f"no webhook {type!r} came to {inbox.url}: {why} at {clock['now']}; arrived: {arrived}"]
    lines += [f"  pending: {each.event_type} ({each.state}) to {each.url}, {f'due {each.next_attempt_at}' if each.next_attempt_at else 'until it is released'}"
              for each in waiting]
    lines += [f"  pending: {each['resource']} {each['object']} will {each['move']}, due {each['due_at']}" for each in clock["pending"][:20]]
    mine = [each for each in endpoints if each.url == inbox.url]
    if not mine:
        lines.append("  no endpoint has this URL; webhooks.register(sink.url, subscribe=[...]) makes one")
    elif not any(type in each.subscribe or "*" in each.subscribe for each in mine):
        lines.append(f"  the endpoint did not subscribe to {type!r} but to {', '.join(mine[0].subscribe)}")
    elif clock["pending"]:
        lines.append("  clock.advance(...) lets time pass")
    return "\n".join(lines)
