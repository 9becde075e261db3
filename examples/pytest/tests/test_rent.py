import pytest
import understudy
from rent import Refused


def test_rent_is_paid_when_the_run_has_ended(clerk, deck_sandbox):
    run = clerk.pay(2000)
    assert clerk.outcome(run) == ("running", None)
    deck_sandbox.clock.advance("5s")
    assert clerk.outcome(run)[0] == "completed"


def test_a_busy_deck_is_asked_again(clerk, deck_sandbox):
    deck_sandbox.faults.arm("task_runs", "create", status=429, code="rate_limit_exceeded", count=1)
    clerk.pay(2000)
    assert [each.status for each in deck_sandbox.requests(operation="runTask")] == [429, 201]


def test_a_deck_that_stays_busy_is_left_alone(clerk, deck_sandbox):
    deck_sandbox.faults.arm("task_runs", "create", status=429, code="rate_limit_exceeded")
    with pytest.raises(Refused, match="rate_limit_exceeded"):
        clerk.pay(2000)
    assert len(deck_sandbox.requests(operation="runTask")) == 2


def test_the_balance_comes_from_outside(clerk, deck_sandbox):
    deck_sandbox.exogenous.pin({"operation": "fetchBalance"}, "output.balance", 125.5)
    run = clerk.balance()
    deck_sandbox.clock.advance("5s")
    assert clerk.outcome(run) == ("completed", {"balance": 125.5})


def test_a_run_may_fail(clerk, deck_sandbox):
    deck_sandbox.exogenous.tape("task_runs.settle", "branch", ["failed"])
    runs = [clerk.pay(2000), clerk.pay(2000)]
    deck_sandbox.clock.advance("5s")
    assert [clerk.outcome(run)[0] for run in runs] == ["failed", "completed"]


def test_what_deck_derives_cannot_be_set(deck_sandbox):
    with pytest.raises(understudy.ControlError, match="choose the arm that leads to it"):
        deck_sandbox.exogenous.pin({"operation": "runTask"}, "status", "completed")


def test_the_clerk_is_told(clerk, deck_sandbox):
    sink = deck_sandbox.webhooks.sink()
    deck_sandbox.webhooks.register(sink.url, subscribe=["task_run.completed"])
    clerk.webhook_secret = sink.secret
    run = clerk.pay(2000)
    deck_sandbox.clock.advance("5s")
    webhook = sink.wait_for("task_run.completed")
    assert clerk.handle(webhook.headers, webhook.body)
    assert clerk.paid == {run}


def test_a_forged_webhook_is_refused(clerk, deck_sandbox):
    sink = deck_sandbox.webhooks.sink()
    deck_sandbox.webhooks.register(sink.url, subscribe=["task_run.completed"])
    clerk.webhook_secret = sink.secret
    deck_sandbox.faults.arm("$deliveries", "send", delivery={"kind": "tamper", "part": "body"}, count=1)
    clerk.pay(2000)
    deck_sandbox.clock.advance("5s")
    webhook = sink.wait_for("task_run.completed")
    assert not webhook.verify(sink.secret)
    assert not clerk.handle(webhook.headers, webhook.body)
