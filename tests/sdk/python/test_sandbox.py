"""Every member of a sandbox does what it says, on Deck."""

from __future__ import annotations

import threading

import pytest
from vendor import call, fetch_balance

import understudy
from understudy import Sandbox


def test_a_launched_server_ends_with_its_sandbox() -> None:
    with understudy.launch("deck", args=["--rng-seed", "7"]) as sandbox:
        assert call(sandbox, "GET", "/v2/tasks").status == 200
        assert repr(sandbox) == f"<Sandbox w_1 at {sandbox.url}>"
        fork = sandbox.fork()
    sandbox.close()  # a second time does nothing
    with pytest.raises(understudy.ServerGone, match="`understudy serve deck --rng-seed 7`, was stopped when its sandbox was closed"):
        fork.clock.now()


def test_faults(deck_sandbox: Sandbox) -> None:
    armed = deck_sandbox.faults.arm("agents", "create", status=429, code="rate_limit_exceeded", message="Slow down.", count=1)
    assert (armed.state, armed.remaining, armed.off_model) == ("armed", 1, False)
    assert call(deck_sandbox, "POST", "/v2/agents", {"name": "a"}).value["error"]["message"] == "Slow down."
    assert call(deck_sandbox, "POST", "/v2/agents", {"name": "a"}).status == 201
    taped = deck_sandbox.faults.tape("agents", "list", [{"status": 429, "code": "rate_limit_exceeded"}, {"pass": True}], then="cycle")
    assert [call(deck_sandbox, "GET", "/v2/agents").status for _ in range(3)] == [429, 200, 429]
    assert [(each.id, each.state) for each in deck_sandbox.faults.list()] == [(armed.id, "spent"), (taped.id, "armed")]
    deck_sandbox.faults.clear(taped.id)
    deck_sandbox.faults.clear()
    assert deck_sandbox.faults.list() == []


def test_world_events(deck_sandbox: Sandbox) -> None:
    deck_sandbox.seed("sources", [{"id": "src_1", "name": "Bank", "url": "https://bank.example.com"}])
    deck_sandbox.seed("credentials", [{"id": "cred_1", "source_id": "src_1", "values": {}, "status": "verified"}])
    possible = deck_sandbox.world.next()
    assert [each.event for each in possible] == ["source.refuses_credential"]
    assert len(deck_sandbox.world.next(all=True)) > 1
    assert possible[0].trigger is not None
    done = deck_sandbox.world.trigger(possible[0].event, possible[0].trigger["data"])
    assert [each["to"] for each in done.transitions] == ["invalid"]
    with pytest.raises(understudy.ControlError) as refused:
        deck_sandbox.world.trigger("credential.invalid")
    assert (refused.value.code, "source.refuses_credential" in str(refused.value)) == ("not_a_cause", True)


def test_clock(deck_sandbox: Sandbox) -> None:
    clock = deck_sandbox.clock
    run = fetch_balance(deck_sandbox)
    assert [(each.object, each.move) for each in clock.pending()] == [(run, "settle")]
    assert clock.advance("4s").fired == []
    stepped = clock.step()
    assert (stepped.now, stepped.fired) == ("2025-01-01T00:00:05Z", ["task_run.completed"])
    assert clock.advance_to("2025-02-01T00:00:00Z").now == clock.now() == "2025-02-01T00:00:00Z"
    clock.set_durations(run_settle="0s")
    clock.set_durations({"run_start": "1s"})
    assert (clock.durations()["run_settle"], clock.durations()["run_start"]) == ("0s", "1s")
    with pytest.raises(understudy.ControlError, match="did you mean 'run_settle'") as refused:
        clock.set_durations(run_setle="0s")
    assert (refused.value.status, refused.value.code, refused.value.field) == (422, "unknown_duration", "/run_setle")
    clock.tick()
    clock.freeze()
    assert clock.pending() == []


def test_exogenous_values(deck_sandbox: Sandbox) -> None:
    exogenous = deck_sandbox.exogenous
    taped = exogenous.tape({"operation": "fetchBalance"}, "output.balance", [1, {"value": 2, "times": 2}], then="last")
    assert taped["values"] == [{"value": 1}, {"value": 2, "times": 2}]
    chosen = exogenous.tape("task_runs.settle", "branch", ["failed"])
    pinned = exogenous.pin({"operation": "fetchBalance", "credential_id": "cred_1"}, "output.balance", 7.5)
    on = exogenous.on("task_runs.settle", "branch", "completed")
    listed = exogenous.list()
    assert [(each.id, each.field) for each in listed] == [(pinned.id, "output.balance"), (on.id, "branch"), (taped.id, "output.balance"), (chosen.id, "branch")]
    assert [each["shadowed_by"] for each in listed[2:]] == [[pinned.id], [on.id]]
    exogenous.clear(on.id)
    exogenous.clear(taped.id)
    first, second = fetch_balance(deck_sandbox), fetch_balance(deck_sandbox)
    deck_sandbox.clock.advance("5s")
    assert [call(deck_sandbox, "GET", f"/v2/task-runs/{each}").value["status"] for each in (first, second)] == ["failed", "completed"]
    exogenous.clear()
    assert exogenous.list() == []


def test_seed_history_state_and_reset(deck_sandbox: Sandbox) -> None:
    made = deck_sandbox.seed_history([{"at": "2024-12-01T00:00:00Z", "call": {"operation": "createAgent", "input": {"name": "Old"}}}])
    assert (made.now, made.events) == ("2025-01-01T00:00:00Z", 1)
    deck_sandbox.seed("agents", [{"id": f"agent_{number}", "name": "n"} for number in range(1001)])
    state = deck_sandbox.state("agents")
    assert (len(state.data), state.now) == (1002, "2025-01-01T00:00:00Z"), "paged to the end"
    assert len(deck_sandbox.state().resources["agents"]) == 1002
    sink = deck_sandbox.webhooks.sink()
    deck_sandbox.reset(t0="2026-01-01T00:00:00Z")
    assert (deck_sandbox.state("agents").data, deck_sandbox.clock.now()) == ([], "2026-01-01T00:00:00Z")
    with pytest.raises(OSError):
        call(type("Closed", (), {"url": sink.url, "key": ""})(), "POST", "")
    deck_sandbox.reset()
    assert deck_sandbox.clock.now() == "2025-01-01T00:00:00Z"


def test_traces_and_requests(deck_sandbox: Sandbox) -> None:
    with pytest.raises(understudy.UnderstudyError, match="there is no trace yet"):
        deck_sandbox.last_resolution_trace()
    run = fetch_balance(deck_sandbox)
    assert call(deck_sandbox, "GET", "/v2/task-runs/nobody").status == 404
    trace = deck_sandbox.last_resolution_trace()
    assert (trace.status, trace.request and trace.request["operation"]) == (404, "getTaskRun")
    assert [(each.operation, each.status) for each in deck_sandbox.requests()] == [("fetchBalance", 201), ("getTaskRun", 404)]
    asked = deck_sandbox.requests(operation="fetchBalance", status=201)
    assert [each["object_id"] for each in asked] == [run]
    assert deck_sandbox.trace(asked[0].trace).fields[0]["value"] == run


def test_forks_snapshots_and_differences(deck_sandbox: Sandbox) -> None:
    kept = deck_sandbox.snapshot("empty")
    fork = deck_sandbox.fork(endpoints="drop")
    assert fork.key != deck_sandbox.key and fork.world_id != deck_sandbox.world_id
    agent = call(fork, "POST", "/v2/agents", {"name": "a"}).value["id"]
    assert call(deck_sandbox, "GET", "/v2/agents").value["data"] == []
    assert [each["id"] for each in fork.diff(deck_sandbox).added] == [agent], "from the parent to the fork, by the parent's key"
    assert [each["id"] for each in deck_sandbox.diff(fork).removed] == [agent]
    fork.close()
    with pytest.raises(understudy.ControlError, match="unauthorized"):
        fork.clock.now()
    call(deck_sandbox, "POST", "/v2/agents", {"name": "b"})
    assert len(deck_sandbox.diff("empty").added) == 1
    deck_sandbox.restore(kept.id)
    assert deck_sandbox.diff("empty").added == []


def test_webhooks(deck_sandbox: Sandbox) -> None:
    webhooks = deck_sandbox.webhooks
    with webhooks.sink() as sink:
        endpoint = webhooks.register(sink.url, subscribe=["agent.created"])
        assert (endpoint.secret, endpoint.signature_time) == (sink.secret, "world")
        for name in ("one", "two"):
            call(deck_sandbox, "POST", "/v2/agents", {"name": name})
        received = [sink.wait_for("agent.created") for _ in range(2)]
        assert [each.payload["data"]["name"] for each in received] == ["one", "two"], "each is waited for once"
        assert [each.verify(sink.secret) for each in received] == [True, True] and not received[0].verify("whsec_AAAA")
        assert received == sink.all() and received[0].headers["webhook-id"] == received[0].payload["id"]
        deck_sandbox.faults.arm("$deliveries", "send", delivery={"kind": "hold"}, count=1)
        call(deck_sandbox, "POST", "/v2/agents", {"name": "three"})
        with pytest.raises(understudy.NotReceived, match=r"agent.created \(held\) to http.*until it is released"):
            sink.wait_for("agent.created")
        held = webhooks.deliveries(state="held")
        webhooks.release(held[0].id)
        assert sink.wait_for("agent.created").payload["data"]["name"] == "three"
        assert webhooks.redeliver(held[0].id).redelivery_of == held[0].id
        assert sink.wait_for("agent.created").payload["data"]["name"] == "three"
        assert [each.url for each in webhooks.endpoints()] == [sink.url]
        webhooks.unregister(endpoint.id)
        with pytest.raises(understudy.NotReceived, match="no endpoint has this URL; webhooks.register"):
            sink.wait_for("agent.created")
    elsewhere = webhooks.register("http://127.0.0.1:1/hook", subscribe=["*"])
    assert elsewhere.signature_time == "wall", "an app compares it with the real clock"


def test_waiting_fails_at_once_and_says_what_is_pending(deck_sandbox: Sandbox) -> None:
    sink = deck_sandbox.webhooks.sink()
    deck_sandbox.webhooks.register(sink.url, subscribe=["task_run.completed"])
    run = fetch_balance(deck_sandbox)
    with pytest.raises(understudy.NotReceived) as failed:
        sink.wait_for("task_run.completed", timeout=3600.0)
    assert str(failed.value).splitlines() == [
        f"no webhook 'task_run.completed' came to {sink.url}: nothing is due any more at 2025-01-01T00:00:00Z; arrived: nothing",
        f"  pending: task_runs {run} will settle, due 2025-01-01T00:00:05Z",
        "  clock.advance(...) lets time pass"]
    with pytest.raises(understudy.NotReceived, match="did not subscribe to 'task_run.failed' but to task_run.completed"):
        sink.wait_for("task_run.failed")
    deck_sandbox.clock.advance("5s")
    assert sink.wait_for("task_run.completed").payload["data"]["id"] == run


def test_waiting_where_the_clock_ticks(deck_sandbox: Sandbox) -> None:
    sink = deck_sandbox.webhooks.sink()
    deck_sandbox.webhooks.register(sink.url, subscribe=["*"])
    deck_sandbox.clock.set_durations(run_settle="100ms")
    deck_sandbox.clock.tick()
    run = fetch_balance(deck_sandbox)
    assert sink.wait_for("task_run.completed", timeout=60.0).payload["data"]["id"] == run
    with pytest.raises(understudy.NotReceived, match="not within 0.1 s"):
        sink.wait_for("task_run.failed", timeout=0.1)


def test_many_threads_share_a_sandbox(deck_sandbox: Sandbox) -> None:
    seen: list[str] = []
    threads = [threading.Thread(target=lambda: seen.append(deck_sandbox.clock.now())) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen == ["2025-01-01T00:00:00Z"] * 20


def test_client(deck_sandbox: Sandbox) -> None:
    with pytest.raises(understudy.NoClient, match="the pack deck names no client library for Python; point one at url=.* with key=usw_"):
        deck_sandbox.client()
