"""Webhooks as receivers meet them: real requests that follow from what happened, on the world's clock. With Deck."""

from __future__ import annotations

import http.client
import socket
import ssl
import threading
from typing import Any

from receiver import Heard, Receiver, wait_until
from webhooks import advance, agent, barrier, deliveries, expect_agreement, fetch_balance, register
from world import CLIENT_SECONDS, Said, Served, World, expect, expect_equal

TICKING_SECONDS = 20.0


def s01_the_contradiction(served: Served) -> None:
    """The payment fails and the balance reads zero: both are served. Where it is asked for there is one warning, and the
    bytes are the same."""
    heard = []
    for mode in ("off", "warn"):
        # Two worlds under one key, one after the other: nothing but the mode differs.
        made = served.admin.done("POST", "/worlds", {"pack": "deck", "id": f"coherence-{mode}", "key": "usw_of_a_contradiction", "coherence": mode})
        world = World(served.world.port, "usw_of_a_contradiction")
        with Receiver() as receiver:
            register(world, receiver, "task_run.completed")
            task = world.ask("POST", "/v2/tasks", {"name": "pay_rent", "output_schema": {"type": "object"}})
            world.done("POST", "/faults", {"resource": "task_runs", "operation": "create", "status": 500, "code": "agent_failed",
                                           "match": {"input": {"task": "pay_rent"}}})
            world.done("POST", "/exogenous/pins", {"match": {"operation": "fetchBalance"}, "field": "output.balance", "value": 0})
            payment = world.ask("POST", "/v2/task-runs", {"task": "pay_rent", "input": {"amount": 2000}})
            expect_equal((payment.status, payment.code), (500, "agent_failed"), "the payment")
            balance = world.ask("POST", "/v2/task-runs/fetch-balance", {})
            advance(world, "5s")
            shown = world.ask("GET", f"/v2/task-runs/{balance.value['id']}")
            expect_equal(shown.value["output"], {"balance": 0}, "the balance")
            expect_equal([one.value["data"]["output"] for one in receiver.heard], [{"balance": 0}], "the webhook")
            heard.append([(said.status, said.body) for said in (task, payment, balance, shown)] + [one.body for one in receiver.heard])
            warned = world.done("GET", "/coherence")["data"]
            expect_equal(len(warned), 0 if mode == "off" else 1, f"warnings in mode {mode}: {warned}")
        served.admin.done("DELETE", f"/worlds/{made['id']}")
    expect_equal(heard[0], heard[1], "what was served with warnings against without")


def s05_one_value_everywhere(served: Served) -> None:
    """What is pinned, and what is made up where nothing is: the webhook, the object and the list say the same."""
    world = served.world
    with Receiver() as receiver:
        register(world, receiver, "task_run.completed")
        for pinned in (125.5, None):
            if pinned is not None:
                world.done("POST", "/exogenous/pins", {"match": {"operation": "fetchBalance"}, "field": "output.balance", "value": pinned})
            else:
                world.done("DELETE", "/exogenous/pins")
            run = fetch_balance(world)["id"]
            expect_equal(run in str(receiver.heard), False, "told before it happened")
            expect_equal(advance(world, "5s"), ["task_run.completed"], "fired")
            told = receiver.heard[-1].value["data"]
            expect_equal(told["id"], run, "the run of the webhook")
            shown = world.ask("GET", f"/v2/task-runs/{run}").value
            listed = next(one for one in world.ask("GET", "/v2/task-runs").value["data"] if one["id"] == run)
            values = [one["output"]["balance"] for one in (told, shown, listed)]
            expect_equal(values, [pinned if pinned is not None else values[0]] * 3, "webhook, object and list")
            expect("workflow_id" in shown and "workflow_id" not in told, "the webhook shows fewer fields than the API")
            expect_equal((shown["error"], told["error"]), (None, ""), "nothing: null to those who ask, empty to those who are told")
        expect_agreement(world, receiver)


def s21_a_handler_that_calls_back(served: Served) -> None:
    """While an advance waits for a receiver, the receiver uses the API: it is answered at that instant, and what it causes
    comes behind what is already due and before what is due later."""
    world = served.world
    said: list[Said] = []

    def call_back(heard: Heard) -> int:
        if heard.type == "task_run.completed" and not said:
            said.append(world.ask("GET", f"/v2/task-runs/{heard.value['data']['id']}"))
            said.append(world.ask("POST", "/v2/agents", {"name": "Made by a handler"}))
            said.append(world.control("GET", "/clock"))
        return 200

    order: list[tuple[str, str]] = []

    def note(name: str, answer: Any) -> Any:
        def noted(heard: Heard) -> int:
            order.append((name, heard.type))
            return answer(heard)
        return noted

    with Receiver(note("first", call_back)) as first, Receiver(note("second", lambda _: 200)) as second:
        types = ("task_run.completed", "agent.created", "agent.updated")
        for receiver in (first, second):
            register(world, receiver, *types)
        run = fetch_balance(world)["id"]
        advance(world, "1s")
        fetch_balance(world)
        fired = world.done("POST", "/clock/advance", {"by": "10s"})
        expect_equal(fired["now"], "2025-01-01T00:00:11Z", "now")
        expect_equal([one.status for one in said], [200, 201, 200], "answers inside the handler")
        expect_equal(said[0].value["status"], "completed", f"status of {run} inside the handler")
        expect_equal(said[1].value["created_at"], "2025-01-01T00:00:05Z", "when the handler's agent was made")
        expect_equal(said[2].value["now"], "2025-01-01T00:00:05Z", "the clock inside the handler")
        wanted = [(name, event) for event in ("task_run.completed", "agent.created", "task_run.completed") for name in ("first", "second")]
        expect_equal(order, wanted, "order")
        expect_agreement(world, first, second)


def an_answer_comes_before_its_webhook(served: Served) -> None:
    """Whoever waits for its own call is not asked to answer a webhook first: a receiver that answers only when the call
    is answered stops nothing."""
    world = served.world
    answered = threading.Event()
    in_time: list[bool] = []

    def answer(_: Heard) -> int:
        in_time.append(answered.wait(CLIENT_SECONDS))
        return 200

    with Receiver(answer) as receiver:
        register(world, receiver)
        agent(world)
        answered.set()
        barrier(world)
        expect_equal(in_time, [True], "webhooks, and whether the answer was there")


def s24_a_seed_is_silent(served: Served) -> None:
    """No events, no timers, no deliveries."""
    world = served.world
    with Receiver() as receiver:
        register(world, receiver)
        world.done("POST", "/seed", {"resource": "sources", "objects": [{"id": "src_1", "name": "Portal"}]})
        world.done("POST", "/seed", {"resource": "credentials",
                                     "objects": [{"id": "cred_1", "source_id": "src_1", "values": {}, "status": "unverified"}]})
        world.done("POST", "/seed", {"resource": "task_runs", "objects": [{"id": "trun_1", "credential_id": "cred_1", "status": "running"}]})
        expect_equal(world.ask("GET", "/v2/events").value["data"], [], "events")
        expect_equal(world.done("GET", "/clock")["pending"], [], "timers")
        advance(world, "30d")
        expect_equal(deliveries(world), [], "deliveries")
        expect_equal(receiver.heard, [], "what was heard")
        # It is there all the same, and what is done to it is no secret.
        expect_equal(world.ask("POST", "/v2/task-runs/trun_1/cancel", {}).status, 200, "status of a call on it")
        barrier(world)
        expect_equal(receiver.types, ["task_run.canceling", "task_run.canceled"], "what was heard then")


# A source, a credential that is checked, and a run with it; the same for both worlds.
PAST = [
    ("00:00:10", "createSource", "/v2/sources", {"name": "Portal"}, "src"),
    ("00:00:20", "createCredential", "/v2/credentials", {"source_id": "${src.id}", "values": {"username": "tenant"}}, "cred"),
    ("00:00:30", "fetchBalance", "/v2/task-runs/fetch-balance", {"credential_id": "${cred.id}"}, "run"),
    ("00:00:31", "createAgent", "/v2/agents", {"name": "Rent clerk"}, "agent"),
]


def s25_history_against_live_calls(served: Served) -> None:
    """The same steps as history and as calls, in two processes under one key: one state. What the one has sent, the other
    has only recorded."""
    folder = served.folder / "other"
    folder.mkdir()
    with Receiver() as receiver, Served(served.program, folder, "deck") as other:
        told, lived = served.world, other.world
        expect_equal(told.key, lived.key, "keys")
        for world in (told, lived):
            register(world, receiver)
        advance(told, "1h")
        steps = [{"at": f"2025-01-01T{at}Z", "call": {"operation": operation, "input": given, "as": name}} for at, operation, _, given, name in PAST]
        told.done("POST", "/seed/history", {"steps": steps})
        barrier(told)
        expect_equal(receiver.heard, [], "what was heard of a history")
        made: dict[str, str] = {}
        for at, _, path, given, name in PAST:
            lived.done("POST", "/clock/advance", {"to": f"2025-01-01T{at}Z"})
            filled = {field: made.get(value, value) if isinstance(value, str) else value for field, value in given.items()}
            said = lived.ask("POST", path, filled)
            expect_equal(said.status, 201, f"status of {path}: {said.body!r}")
            made[f"${{{name}.id}}"] = said.value["id"]
        lived.done("POST", "/clock/advance", {"to": "2025-01-01T01:00:00Z"})
        expect_equal(told.done("GET", "/state"), lived.done("GET", "/state"), "the objects")
        suppressed, sent = deliveries(told), deliveries(lived)
        expect_equal({(one["state"], one.get("reason"), len(one["attempts"])) for one in suppressed}, {("suppressed", "history", 0)},
                     "deliveries of the history")
        expect_equal({(one["state"], len(one["attempts"])) for one in sent}, {("delivered", 1)}, "deliveries of the calls")
        for member in ("id", "event_id", "event_type", "endpoint_id", "created_at"):
            expect_equal([one[member] for one in suppressed], [one[member] for one in sent], f"{member} of the deliveries")
        expect_equal([one.value["id"] for one in receiver.heard], [one["event_id"] for one in sent], "what was heard")
        expect_equal(told.digest(), lived.digest(), "the digest")


def s33_selecting_a_world(served: Served) -> None:
    """By listener, host and key; through CONNECT and in absolute form; a mismatch is refused."""
    own = served.admin.done("POST", "/worlds", {"pack": "deck", "id": "own", "key": "usw_of_its_own_port_1", "port": 0})
    by_port = World(own["port"], "usw_of_its_own_port_1")
    served.admin.done("POST", "/worlds", {"pack": "deck", "id": "named", "key": "usw_of_its_own_host_1", "host": "named.test"})
    by_host = World(served.world.port, "usw_of_its_own_host_1")
    agent(served.world, "by key")
    agent(by_port, "by listener")
    agent(by_host, "by host", Host="named.test")

    def names(said: Said) -> list[str]:
        expect_equal(said.status, 200, f"status: {said.body[:300]!r}")
        return [one["name"] for one in said.value["data"]]

    expect_equal(names(served.world.ask("GET", "/v2/agents")), ["by key"], "by key")
    expect_equal(names(by_port.ask("GET", "/v2/agents")), ["by listener"], "by listener")
    expect_equal(names(by_host.ask("GET", "/v2/agents", Host="named.test")), ["by host"], "by host")
    expect_equal(names(by_port.ask("GET", "/v2/agents", Host="own.localhost")), ["by listener"], "by listener and host")
    for wrong in (World(own["port"], served.world.key), World(own["port"], "usw_of_nobody_at_all")):
        refused = wrong.ask("GET", "/v2/agents")
        expect_equal((refused.status, refused.code), (401, "api_key_invalid"), "another world's key at a world's own listener")
    wrong = World(own["port"], served.world.key)
    mismatch = wrong.control("GET", "/world")
    expect_equal((mismatch.status, mismatch.code), (401, "world_mismatch"), "the same on the control plane")
    expect_equal(served.world.ask("GET", "/v2/agents", Host="named.test").status, 401, "another world's key at a world's own host")
    # Deck's pack has no host name of its own, so there is only the one that every pack has.
    expect_equal(names(served.world.ask("GET", "http://deck.localhost/v2/agents")), ["by key"], "in absolute form")
    expect_equal(served.world.ask("GET", "http://example.test/v2/agents").status, 403, "a host that no pack declares")
    expect_equal(names(_through_connect(served)), ["by key"], "through CONNECT")


def _through_connect(served: Served) -> Said:
    with socket.create_connection(("127.0.0.1", served.world.port), timeout=CLIENT_SECONDS) as plain:
        plain.sendall(b"CONNECT deck.localhost:443 HTTP/1.1\r\nHost: deck.localhost:443\r\n\r\n")
        head = b""
        while b"\r\n\r\n" not in head:
            part = plain.recv(1)
            expect(part, "the tunnel was not opened")
            head += part
        expect(head.startswith(b"HTTP/1.1 200"), f"CONNECT: {head!r}")
        context = ssl.create_default_context(cafile=str(next(served.folder.rglob("ca.pem"))))
        with context.wrap_socket(plain, server_hostname="deck.localhost") as secure:
            secure.sendall(f"GET /v2/agents HTTP/1.1\r\nHost: deck.localhost\r\nAuthorization: Bearer {served.world.key}\r\n\r\n".encode())
            answer = http.client.HTTPResponse(secure)
            answer.begin()
            return Said(answer.status, {}, answer.read())


def in_order_of_events_and_endpoints(served: Served) -> None:
    """Events in the order they happened, the endpoints of one in the order they were registered; each gets what it asked for."""
    world = served.world
    order: list[tuple[str, str]] = []

    def note(heard: Heard) -> int:
        order.append((heard.path, heard.type))
        return 200

    with Receiver(note) as receiver:
        register(world, receiver.url("/runs"), "task_run.queued", "task_run.running", "task_run.completed")
        register(world, receiver.url("/all"))
        register(world, receiver.url("/end"), "task_run.completed")
        fetch_balance(world)
        advance(world, "5s")
        expect_equal(order, [("/runs", "task_run.queued"), ("/all", "task_run.queued"), ("/runs", "task_run.running"), ("/all", "task_run.running"),
                             ("/runs", "task_run.completed"), ("/all", "task_run.completed"), ("/end", "task_run.completed")], "order")


def a_ticking_world_delivers_by_itself(served: Served) -> None:
    """Nobody calls it: the timer fires when it is due, and the webhook comes."""
    world = served.world
    world.done("POST", "/clock/durations", {"run_settle": "400ms"})
    with Receiver() as receiver:
        register(world, receiver)
        fetch_balance(world)
        receiver.wait_until(lambda heard: any(one.type == "task_run.completed" for one in heard), "task_run.completed", TICKING_SECONDS)
        expect_equal(receiver.types, ["task_run.queued", "task_run.running", "task_run.completed"], "order")
        wait_until(lambda: {one["state"] for one in deliveries(world)} == {"delivered"}, "the log says that all is delivered")
        expect_agreement(world, receiver)


def ticking_receivers_do_not_wait_for_each_other(served: Served) -> None:
    """One that takes its time does not hold up another; to each it goes in order."""
    world = served.world
    answer = threading.Event()

    def wait(_: Heard) -> int:
        answer.wait(CLIENT_SECONDS)
        return 200

    with Receiver(wait) as slow, Receiver() as quick:
        register(world, slow)
        register(world, quick)
        names = [agent(world, f"number {number}")["name"] for number in range(3)]
        quick.wait_until(lambda heard: len(heard) == 3, "three at the quick one")
        slow.wait_until(len, "one at the slow one")
        expect_equal(len(slow.heard), 1, "heard by the slow one meanwhile")
        answer.set()
        slow.wait_until(lambda heard: len(heard) == 3, "three at the slow one")
        for receiver in (slow, quick):
            expect_equal([one.value["data"]["name"] for one in receiver.heard], names, "order")


CASES = [s01_the_contradiction, s05_one_value_everywhere, s21_a_handler_that_calls_back, an_answer_comes_before_its_webhook,
         s24_a_seed_is_silent, s25_history_against_live_calls, s33_selecting_a_world, in_order_of_events_and_endpoints,
         a_ticking_world_delivers_by_itself, ticking_receivers_do_not_wait_for_each_other]
for case in CASES:
    case.words = ("deck",)
for case in (a_ticking_world_delivers_by_itself, ticking_receivers_do_not_wait_for_each_other):
    case.words = ("deck", "--clock", "ticking")
