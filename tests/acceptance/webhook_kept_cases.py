"""Webhooks and the ends of things: a process that is killed loses none, a world that is reset or deleted sends none. With
Deck."""

from __future__ import annotations

import http.client
import threading

from data_cases import Killed, portrait
from receiver import Heard, Receiver, wait_until
from webhooks import advance, agent, arm_delivery, barrier, deliveries, fetch_balance, register, verifies
from world import CLIENT_SECONDS, KEY, Served, World, expect, expect_equal


def _kept(served: Served) -> Killed:
    return Killed(served.program, served.folder, "deck", "--clock", "frozen", "--data", str(served.folder / "worlds.db"))


def s41_pending_webhooks_survive_a_kill(served: Served) -> None:
    """One that waits for its retry, one that is held, one that is late, timers that will bring more: after the kill the
    world is the same, and all of them arrive."""
    statuses = {"retried": [500, 200]}

    def answer(heard: Heard) -> int:
        rest = statuses.get(heard.value["data"].get("name", ""), [])
        return rest.pop(0) if rest else 200

    with Receiver(answer) as receiver:
        with _kept(served) as first:
            world = first.world
            secret = register(world, receiver)["secret"]
            agent(world, "retried")
            barrier(world)
            arm_delivery(world, {"kind": "hold"}, count=1)
            agent(world, "held")
            barrier(world)
            arm_delivery(world, {"kind": "delay", "by": "1h"}, count=1)
            agent(world, "late")
            barrier(world)
            kept = world.ask("POST", "/v2/task-runs/fetch-balance", {}, Idempotency_Key="one")
            barrier(world)
            expect_equal([one["state"] for one in deliveries(world)], ["retrying", "held", "scheduled", "delivered", "delivered"], "states before")
            before, log = portrait(world), deliveries(world)
            heard = list(receiver.heard)
        with _kept(served) as second:
            world = second.world
            expect_equal(world.key, KEY, "key")
            expect_equal(portrait(world), before, "the world after the kill")
            expect_equal(deliveries(world), log, "the log after the kill")
            expect_equal(receiver.heard, heard, "nothing was due, so nothing was sent")
            expect_equal(world.done("GET", f"/webhooks/secret?url={receiver.url()}")["secret"], secret, "the secret")
            replay = world.ask("POST", "/v2/task-runs/fetch-balance", {}, Idempotency_Key="one")
            expect_equal((replay.status, replay.body), (kept.status, kept.body), "the idempotent replay")
            expect_equal(advance(world, "5s"), ["task_run.completed"], "timers")
            world.done("POST", "/webhooks/deliveries/dlv_2/release")
            advance(world, "1h")
            later = [one.value["data"].get("name", one.type) for one in receiver.heard[len(heard):]]
            expect_equal(later, ["retried", "task_run.completed", "held", "late"], "what was heard after the kill")
            expect_equal({one["state"] for one in deliveries(world)}, {"delivered"}, "states at the end")
            expect_equal([verifies(secret, one) for one in receiver.heard], [True] * len(receiver.heard), "whether they verify")


def s41_killed_in_the_middle_of_an_attempt(served: Served) -> None:
    """The receiver has heard it and has not answered when the process is killed: it is sent again, without any call."""
    answer = threading.Event()

    def wait(_: Heard) -> int:
        answer.wait(CLIENT_SECONDS)
        return 200

    with Receiver(wait) as receiver:
        with _kept(served) as first:
            register(first.world, receiver)
            agent(first.world, "in flight")
            agent(first.world, "behind it")
            receiver.wait_until(len, "the first attempt")
        answer.set()
        with _kept(served) as second:
            receiver.wait_until(lambda heard: len(heard) >= 3, "the attempts after the kill")
            wait_until(lambda: {one["state"] for one in deliveries(second.world)} == {"delivered"}, "all is delivered")
            expect_equal([one.value["data"]["name"] for one in receiver.heard], ["in flight", "in flight", "behind it"], "what was heard")
            expect_equal(receiver.heard[0].body, receiver.heard[1].body, "the same bytes")


def s41_killed_in_the_middle_of_an_advance(served: Served) -> None:
    """An advance that waits for a receiver is part of the world: after the kill it goes on to where it was meant to end."""
    answer = threading.Event()

    def wait(heard: Heard) -> int:
        if heard.type == "task_run.completed":
            answer.wait(CLIENT_SECONDS)
        return 200

    with Receiver(wait) as receiver:
        with _kept(served) as first:
            world = first.world
            register(world, receiver)
            fetch_balance(world)
            world.ask("POST", "/v2/tasks", {"name": "pay_rent"})
            barrier(world)
            asking = threading.Thread(target=_advance_until_killed, args=(world,))
            asking.start()
            receiver.wait_until(lambda heard: any(one.type == "task_run.completed" for one in heard), "the attempt inside the advance")
        asking.join(CLIENT_SECONDS)
        expect(not asking.is_alive(), "the advance hangs though the server is gone")
        answer.set()
        with _kept(served) as second:
            receiver.wait_until(lambda heard: any(one.type == "task.updated" for one in heard), "what lies behind it in the advance")
            wait_until(lambda: second.world.done("GET", "/clock")["now"] == "2025-01-01T01:00:00Z", "the end of the advance")
            expect_equal(receiver.types, ["task_run.queued", "task_run.running", "task.created", "task_run.completed", "task_run.completed",
                                          "task.updated"], "what was heard")


def _advance_until_killed(world: World) -> None:
    try:
        world.control("POST", "/clock/advance", {"by": "1h"})
    except (OSError, http.client.HTTPException):
        pass  # killed under it


def reset_and_restore_end_what_is_under_way(served: Served) -> None:
    """A late answer is dropped; after a reset nobody is told of anything, until he asks again: with the same secret."""
    world = served.world
    answer = threading.Event()

    def wait(_: Heard) -> int:
        answer.wait(CLIENT_SECONDS)
        return 200

    with Receiver(wait) as receiver:
        secret = register(world, receiver)["secret"]
        snapshot = world.done("POST", "/snapshots", {})
        agent(world)
        receiver.wait_until(len, "the first attempt")
        world.done("POST", "/restore", {"snapshot": snapshot["id"]})
        expect_equal(deliveries(world), [], "deliveries after the restore")
        agent(world)
        receiver.wait_until(lambda heard: len(heard) == 2, "the attempt after the restore")
        world.done("POST", "/reset", {})
        expect_equal((deliveries(world), world.done("GET", "/webhooks/endpoints")["data"]), ([], []), "deliveries and endpoints after the reset")
        answer.set()
        agent(world)
        barrier(world)
        expect_equal((deliveries(world), len(receiver.heard)), ([], 2), "deliveries without endpoints")
        expect_equal(register(world, receiver)["secret"], secret, "the secret of the same URL")


def a_world_that_is_gone_sends_nothing(served: Served) -> None:
    """What is under way when a world is deleted may arrive; what waits behind it does not."""
    made = served.admin.done("POST", "/worlds", {"pack": "deck", "key": "usw_of_another_world_1"})
    world = World(served.world.port, made["key"])
    answer = threading.Event()

    def wait(_: Heard) -> int:
        answer.wait(CLIENT_SECONDS)
        return 200

    with Receiver(wait) as receiver:
        register(world, receiver)
        for number in range(3):
            agent(world, f"number {number}")
        receiver.wait_until(len, "the first attempt")
        served.admin.done("DELETE", f"/worlds/{made['id']}")
        answer.set()
        # Deliveries of all worlds share one thread: what another world sends now comes behind what this one would.
        register(served.world, receiver.url("/other"))
        for _ in range(3):
            agent(served.world, "of another world")
            barrier(served.world)
        expect_equal([one.value["data"]["name"] for one in receiver.heard if one.path == "/hook"], ["number 0"], "heard of the deleted world")


CASES = [s41_pending_webhooks_survive_a_kill, s41_killed_in_the_middle_of_an_attempt, s41_killed_in_the_middle_of_an_advance,
         reset_and_restore_end_what_is_under_way, a_world_that_is_gone_sends_nothing]
for case in CASES:
    case.words = ("deck",)
