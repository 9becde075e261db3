"""Endpoints and deliveries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, cast
from urllib.parse import quote

from understudy.core.request import Context, Request, Steps, ask, ask_all, given
from understudy.records import Delivery, Endpoint

__tracebackhide__ = True  # a failing test shows its own line, not ours


def register(context: Context, url: str, *, subscribe: Sequence[str], signature_time: Literal["wall", "world"] | None = None) -> Steps[Endpoint]:
    """Webhooks of these types (`"*"`: all) go to `url`. A sink's are signed with the world's time unless said otherwise."""
    whose = signature_time or ("world" if url in context.sinks else None)
    return (yield from ask(Endpoint, "POST", "/webhooks/endpoints", body=given(url=url, subscribe=list(subscribe), signature_time=whose)))


def unregister(context: Context, id: str) -> Steps[None]:
    yield Request("DELETE", f"/webhooks/endpoints/{quote(id, safe='')}")


def endpoints(context: Context) -> Steps[list[Endpoint]]:
    """Who is told of events; secrets are masked."""
    return (yield from ask_all(Endpoint, "/webhooks/endpoints"))


def deliveries(context: Context, *, endpoint: str | None = None, event_type: str | None = None, state: str | None = None) -> Steps[list[Delivery]]:
    """What was sent or is to be sent, oldest first, with every attempt."""
    return (yield from ask_all(Delivery, "/webhooks/deliveries", given(endpoint=endpoint, event_type=event_type, state=state)))


def redeliver(context: Context, id: str) -> Steps[Delivery]:
    """Sends the same event again."""
    return (yield from ask(Delivery, "POST", f"/webhooks/deliveries/{quote(id, safe='')}/redeliver"))


def release(context: Context, id: str) -> Steps[Delivery]:
    """Sends what a fault holds back."""
    return (yield from ask(Delivery, "POST", f"/webhooks/deliveries/{quote(id, safe='')}/release"))


def secret(context: Context, url: str) -> Steps[str]:
    """The secret that an endpoint with this URL has or would have; empty where the service does not sign."""
    answer = yield Request("GET", "/webhooks/secret", {"url": url})
    return cast(str, answer["secret"] or "")
