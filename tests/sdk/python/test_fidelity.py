"""The fidelity contract (section 2 of the specification of sandboxes), in Python, on Deck."""

from __future__ import annotations

import pytest
from vendor import call, fetch_balance

import understudy

PAY_RENT = {"name": "pay_rent", "output_schema": {"type": "object"}}


def contradict(sandbox: understudy.Sandbox) -> None:
    """The payment fails, and the balance reads as if it had not."""
    sandbox.faults.arm("task_runs", "create", status=500, code="agent_failed", match={"input": {"task": "pay_rent"}})
    sandbox.exogenous.pin({"operation": "fetchBalance"}, "output.balance", 0)


def outcome(sandbox: understudy.Sandbox) -> tuple[int, object, object]:
    assert call(sandbox, "POST", "/v2/tasks", PAY_RENT).status == 201
    payment = call(sandbox, "POST", "/v2/task-runs", {"task": "pay_rent", "input": {"amount": 2000}})
    balance = fetch_balance(sandbox)
    sandbox.clock.advance("5s")
    return payment.status, payment.value, call(sandbox, "GET", f"/v2/task-runs/{balance}").value["output"]


def test_both_answers_of_a_contradiction_are_served(deck_sandbox: understudy.Sandbox) -> None:
    contradict(deck_sandbox)
    status, payment, balance = outcome(deck_sandbox)
    assert (status, balance) == (500, {"balance": 0})
    assert isinstance(payment, dict) and payment["error"]["code"] == "agent_failed"
    assert deck_sandbox.coherence() == []


def test_the_coherence_check_warns_and_changes_nothing(deck_sandbox: understudy.Sandbox) -> None:
    watched = deck_sandbox.fork()
    assert watched.coherence(mode="warn") == []
    for world in (deck_sandbox, watched):
        contradict(world)
    assert outcome(watched) == outcome(deck_sandbox)
    warnings = watched.coherence()
    assert [sorted(part["kind"] for part in each.parts) for each in warnings] == [["fault", "pin"]]
    watched.close()


def test_layer_one_cannot_be_overruled(deck_sandbox: understudy.Sandbox) -> None:
    with pytest.raises(understudy.ControlError, match="choose the arm that leads to it") as refused:
        deck_sandbox.exogenous.pin({"operation": "fetchBalance"}, "status", "completed")
    assert (refused.value.status, refused.value.code, refused.value.field) == (422, "illegal_override", "/field")


def test_layer_two_is_checked_against_the_schema(deck_sandbox: understudy.Sandbox) -> None:
    with pytest.raises(understudy.ControlError, match="type") as refused:
        deck_sandbox.exogenous.pin({"operation": "fetchBalance"}, "output.balance", "much")
    assert (refused.value.code, refused.value.field) == ("invalid_pin_value", "/value")


def test_a_seed_is_silent(deck_sandbox: understudy.Sandbox) -> None:
    seeded = deck_sandbox.seed("credentials", [{"id": "cred_1", "source_id": "src_1", "values": {}}])
    assert seeded.inserted == ["cred_1"]
    assert call(deck_sandbox, "GET", "/v2/events").value["data"] == []
    assert (deck_sandbox.clock.pending(), deck_sandbox.webhooks.deliveries()) == ([], [])
