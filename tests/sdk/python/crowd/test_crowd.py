"""Two hundred tests at once, each with a world of Deck and a sink: nobody sees or hears anything of another."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest
from vendor import call

import understudy


@pytest.mark.parametrize("number", range(200))
def test_one_of_many(deck_sandbox: understudy.Sandbox, number: int, record_property: Callable[[str, object], None]) -> None:
    name = f"clerk {number}"
    sink = deck_sandbox.webhooks.sink()
    deck_sandbox.webhooks.register(sink.url, subscribe=["agent.created"])
    deck_sandbox.faults.arm("agents", "get", status=429, code="rate_limit_exceeded")
    deck_sandbox.clock.advance(f"{number}s")
    made = call(deck_sandbox, "POST", "/v2/agents", {"name": name})
    received = sink.wait_for("agent.created")
    assert received.payload["data"]["name"] == name and received.verify(sink.secret)
    assert [each["name"] for each in call(deck_sandbox, "GET", "/v2/agents").value["data"]] == [name]
    assert call(deck_sandbox, "GET", f"/v2/agents/{made.value['id']}").status == 429
    assert len(sink.all()) == 1 and len(deck_sandbox.faults.list()) == 1 and len(deck_sandbox.requests()) == 3
    assert deck_sandbox.clock.now() == f"2025-01-01T00:{number // 60:02}:{number % 60:02}Z"
    record_property("seen", f"{os.environ.get('PYTEST_XDIST_WORKER', 'alone')} {deck_sandbox.world_id} {deck_sandbox.url}")
