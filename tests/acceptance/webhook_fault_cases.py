"""What goes wrong on the way of a webhook, by a fault or by its receiver: the log and the receiver agree. With Deck."""

from __future__ import annotations

from receiver import Receiver
from webhooks import advance, agent, arm_delivery, barrier, deliveries, expect_agreement, register, verifies
from world import Served, expect, expect_equal


def s34_duplicate(served: Served) -> None:
    world = served.world
    with Receiver() as receiver:
        register(world, receiver)
        fault = arm_delivery(world, {"kind": "duplicate", "copies": 2, "gap": "10s"}, count=1)
        made = agent(world)
        barrier(world)
        for by, count in (("0s", 1), ("9s", 1), ("1s", 2), ("9s", 2), ("1s", 3), ("1h", 3)):
            advance(world, by)
            expect_equal(len(receiver.heard), count, f"webhooks at {world.done('GET', '/clock')['now']}")
        expect_equal({(one.headers["webhook-id"], one.value["data"]["id"]) for one in receiver.heard},
                     {(receiver.heard[0].value["id"], made["id"])}, "one event")
        first, *copies = deliveries(world)
        expect_equal((first["duplicate_of"], first["attempts"][0]["fault"]), (None, fault["id"]), "the delivery")
        expect_equal([(one["duplicate_of"], one["event_id"], one["state"]) for one in copies],
                     [(first["id"], first["event_id"], "delivered")] * 2, "its copies")
        agent(world)
        barrier(world)
        expect_equal(len(receiver.heard), 4, "webhooks when the fault is spent")
        expect_agreement(world, receiver)


def s34_reorder(served: Served) -> None:
    """The first of four is overtaken by two; only those to the same receiver count."""
    world = served.world
    with Receiver() as receiver, Receiver() as other:
        endpoint = register(world, receiver)
        register(world, other)
        fault = arm_delivery(world, {"kind": "reorder", "window": 2}, count=1, match={"endpoint_id": endpoint["id"]})
        names = []
        for number in range(4):
            names.append(agent(world, f"number {number}")["name"])
            barrier(world)
            if number == 1:
                expect_equal(deliveries(world, endpoint=endpoint["id"])[0]["state"], "held", "state meanwhile")
        heard = [one.value["data"]["name"] for one in receiver.heard]
        expect_equal(heard, [names[1], names[2], names[0], names[3]], "order at the one")
        expect_equal([one.value["data"]["name"] for one in other.heard], names, "order at the other")
        log = deliveries(world, endpoint=endpoint["id"])
        expect_equal([one["state"] for one in log], ["delivered"] * 4, "states")
        expect_equal([one["attempts"][0]["fault"] for one in log], [fault["id"], None, None, None], "what the fault acted on")
        expect_agreement(world, receiver, other)


def s34_delay(served: Served) -> None:
    world = served.world
    with Receiver() as receiver:
        register(world, receiver)
        fault = arm_delivery(world, {"kind": "delay", "by": "30s"}, count=1)
        agent(world, "late")
        barrier(world)
        agent(world, "in time")
        advance(world, "29s")
        expect_equal([one.value["data"]["name"] for one in receiver.heard], ["in time"], "heard after 29 s")
        expect_equal(deliveries(world)[0]["next_attempt_at"], "2025-01-01T00:00:30Z", "when the log expects it")
        advance(world, "1s")
        expect_equal([one.value["data"]["name"] for one in receiver.heard], ["in time", "late"], "heard after 30 s")
        attempts = deliveries(world)[0]["attempts"]
        expect_equal([(one["at"], one["fault"], one["outcome"]) for one in attempts], [("2025-01-01T00:00:30Z", fault["id"], "ok")], "attempts")
        expect_agreement(world, receiver)


def s34_drop(served: Served) -> None:
    """Seen as delivered: silence. Seen as failed: the policy tries again."""
    world = served.world
    with Receiver() as receiver:
        register(world, receiver)
        silent = arm_delivery(world, {"kind": "drop", "seen_as": "delivered"}, count=1)
        agent(world, "lost")
        advance(world, "1h")
        expect_equal(receiver.heard, [], "heard of what was dropped")
        lost = deliveries(world)[0]
        expect_equal((lost["state"], lost["next_attempt_at"]), ("dropped", None), "the log")
        expect_equal([(one["request"], one["outcome"], one["fault"]) for one in lost["attempts"]], [(None, "dropped", silent["id"])], "its attempts")
        failed = arm_delivery(world, {"kind": "drop", "seen_as": "failed"}, count=2)
        agent(world, "late")
        advance(world, "14s")
        expect_equal(receiver.heard, [], "heard after two drops")
        advance(world, "1s")
        expect_equal([one.value["data"]["name"] for one in receiver.heard], ["late"], "heard at the third attempt")
        late = deliveries(world)[1]
        expect_equal(late["state"], "delivered", "state")
        expect_equal([(one["outcome"], one["fault"]) for one in late["attempts"]], [("dropped", failed["id"])] * 2 + [("ok", None)], "its attempts")
        expect_agreement(world, receiver)


def s34_hold(served: Served) -> None:
    world = served.world
    with Receiver() as receiver:
        register(world, receiver)
        fault = arm_delivery(world, {"kind": "hold"}, match={"event_type": "agent.created"}, count=1)
        agent(world)
        advance(world, "29d")
        held = deliveries(world)[0]
        expect_equal((held["state"], held["attempts"], receiver.heard), ("held", [], []), "while it is held")
        expect_equal(world.done("POST", f"/webhooks/deliveries/{held['id']}/release")["id"], held["id"], "released")
        barrier(world)
        freed = deliveries(world)[0]
        attempt = freed["attempts"][0]
        expect_equal((freed["state"], attempt["at"], attempt["fault"]), ("delivered", "2025-01-30T00:00:00Z", fault["id"]), "then")
        expect_equal(receiver.types, ["agent.created"], "heard")
        expect_agreement(world, receiver)


def s34_tamper(served: Served) -> None:
    """Delivered, logged as it was sent, and it does not verify; of a stale time the signature is right, and the time old."""
    world = served.world
    with Receiver() as receiver:
        secret = register(world, receiver, signature_time="world")["secret"]
        for part in ("signature", "timestamp", "body"):
            arm_delivery(world, {"kind": "tamper", "part": part}, count=1)
            agent(world)
            barrier(world)
        agent(world)
        barrier(world)
        signature, timestamp, body, untouched = receiver.heard
        expect_equal([verifies(secret, one) for one in receiver.heard], [False, True, False, True], "whether the signature is right")
        expect_equal([int(one.headers["webhook-timestamp"]) < 1735689600 - 300 for one in (signature, timestamp, body, untouched)],
                     [False, True, False, False], "whether the time is old")
        expect_equal(body.value["type"], "agent.created", "a tampered body is JSON all the same; its type")
        expect_equal([one["state"] for one in deliveries(world)], ["delivered"] * 4, "states")
        expect_agreement(world, receiver)


def s34_tape_and_attempts(served: Served) -> None:
    """A fault for second attempts, and a tape: the usual arming works here too."""
    world = served.world
    statuses = [500, 200, 200, 200]
    with Receiver(lambda _: statuses[len(receiver.heard) - 1]) as receiver:
        register(world, receiver)
        fault = arm_delivery(world, {"kind": "delay", "by": "1m"}, match={"attempt": 2}, count=1)
        agent(world)
        advance(world, "64s")
        expect_equal(len(receiver.heard), 1, "heard before the delayed second attempt")
        advance(world, "1s")
        attempts = deliveries(world)[0]["attempts"]
        expect_equal([(one["outcome"], one["fault"], one["at"][14:19]) for one in attempts],
                     [("status", None, "00:00"), ("ok", fault["id"], "01:05")], "attempts")
        tape = [{"delivery": {"kind": "drop", "seen_as": "delivered"}}, {"pass": True}, {"delivery": {"kind": "hold"}}]
        world.done("POST", "/faults", {"resource": "$deliveries", "operation": "send", "tape": tape})
        for name in ("dropped", "passed", "held", "after the tape"):
            agent(world, name)
            barrier(world)
        expect_equal([one["state"] for one in deliveries(world)[1:]], ["dropped", "delivered", "held", "delivered"], "states by the tape")
        expect_equal([one.value["data"]["name"] for one in receiver.heard[2:]], ["passed", "after the tape"], "heard by the tape")
        expect_agreement(world, receiver)


def s35_the_whole_policy(served: Served) -> None:
    """Three retries, each twice as late as the one before; then the destination is inactive, and that is an event too."""
    world = served.world
    with Receiver(lambda _: 500) as failing, Receiver() as well:
        made = world.ask("POST", "/v2/event-destinations", {"url": failing.url(), "events": ["agent.created"]}).value
        register(world, well, "agent.created", "event_destination.deactivated")
        agent(world)
        barrier(world)
        for at, count in ((4, 1), (5, 2), (14, 2), (15, 3), (34, 3), (35, 4), (36, 4)):
            world.done("POST", "/clock/advance", {"to": f"2025-01-01T00:00:{at:02}Z"})
            expect_equal(len(failing.heard), count, f"attempts {at} s later")
            expect_equal(world.ask("GET", f"/v2/event-destinations/{made['id']}").value["active"], at < 35, f"active {at} s later")
        log = deliveries(world, endpoint=made["id"])
        expect_equal([one["state"] for one in log], ["failed"], "state")
        expect_equal([(one["n"], one["at"][17:19], one["due_at"][17:19], one["outcome"], one["response"]["status"]) for one in log[0]["attempts"]],
                     [(n, at, at, "status", 500) for n, at in enumerate(("00", "05", "15", "35"), 1)], "attempts in the log")
        expect_equal(log[0]["next_attempt_at"], None, "next attempt")
        expect_equal({one.headers["webhook-id"] for one in failing.heard}, {log[0]["event_id"]}, "one event")
        # The healthy one was not held up, and is told.
        expect_equal(well.types, ["agent.created", "event_destination.deactivated"], "what the other heard")
        told = well.heard[1].value
        expect_equal((told["created_at"], told["data"]["id"], told["data"]["active"]), ("2025-01-01T00:00:35Z", made["id"], False), "the event")
        events = world.ask("GET", "/v2/events?type=event_destination.deactivated").value["data"]
        expect_equal([one["id"] for one in events], [told["id"]], "events of the vendor's own list")
        agent(world)
        advance(world, "1d")
        expect_equal((len(failing.heard), len(well.heard)), (4, 3), "heard by the inactive one and by the other")
        expect_equal(world.ask("POST", f"/v2/event-destinations/{made['id']}/activate").status, 200, "status of activate")
        failing.answer = lambda _: 200
        agent(world)
        barrier(world)
        expect_equal((len(failing.heard), len(well.heard)), (5, 4), "heard when it is active again")
        expect_agreement(world, failing, well)


def redelivery(served: Served) -> None:
    """The same event with the same bytes, signed anew, also after it failed; both attempts are in the log."""
    world = served.world
    with Receiver() as receiver:
        secret = register(world, receiver, signature_time="world")["secret"]
        agent(world)
        advance(world, "1m")
        first = deliveries(world)[0]
        again = world.done("POST", f"/webhooks/deliveries/{first['id']}/redeliver")
        expect_equal((again["redelivery_of"], again["event_id"]), (first["id"], first["event_id"]), "the new delivery")
        barrier(world)
        one, two = receiver.heard
        expect_equal((one.body, one.headers["webhook-id"]), (two.body, two.headers["webhook-id"]), "what was heard twice")
        expect(one.headers["webhook-signature"] != two.headers["webhook-signature"], "the signature is not fresh")
        expect_equal([verifies(secret, heard) for heard in receiver.heard], [True, True], "whether they verify")
        expect_equal(len(world.ask("GET", "/v2/events").value["data"]), 1, "events: redelivery makes none")
        expect_agreement(world, receiver)


CASES = [s34_duplicate, s34_reorder, s34_delay, s34_drop, s34_hold, s34_tamper, s34_tape_and_attempts, s35_the_whole_policy, redelivery]
for case in CASES:
    case.words = ("deck",)
