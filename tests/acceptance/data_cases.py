"""Worlds that outlive their process: killed at any moment, it has lost nothing that it acknowledged."""

from __future__ import annotations

import http.client
import json
import os
import resource
import signal
import subprocess
import threading
import time

from receiver import Receiver
from webhooks import barrier, register
from world import CLIENT_SECONDS, KEY, STOP_SECONDS, Served, World, expect, expect_equal

CALLERS = 8
ROUNDS = 200 if os.environ.get("UNDERSTUDY_SLOW") == "1" else 5
MOST_CALLS = 2_000  # of one caller in one round


class Killed(Served):
    """One that is killed at the end instead of being asked to stop."""

    def kill(self) -> None:
        self._process.send_signal(signal.SIGKILL)

    def __exit__(self, *_: object) -> None:
        self.kill()
        self._process.wait(STOP_SECONDS)
        self._process.stdout.close()
        self._errors.close()


def _again(served: Served, kind: type[Served] = Killed, *words: str) -> Served:
    """The next process on the file of this case."""
    return kind(served.program, served.folder, "parcel", "--clock", "frozen", "--data", str(served.folder / "worlds.db"), *words)


def portrait(world: World) -> dict:
    shown = {name: world.done("GET", path) for name, path in
             [("state", "/state"), ("clock", "/clock"), ("idempotency", "/idempotency"), ("faults", "/faults")]}
    record = world.done("GET", "/world")
    del record["packs"]  # has the port in it
    return {**shown, "world": record, "digest": world.digest()}


def s41_the_same_after_a_kill(served: Served) -> None:
    """Digest, keys, clock and timers; an idempotent replay gives the same bytes; what is armed is armed."""
    with _again(served) as first:
        world = first.world
        kept = world.charge(2000, Idempotency_Key="one")
        world.charge(3000)
        world.done("POST", "/clock/advance", {"by": "1s"})
        world.done("POST", "/faults", {"resource": "charges", "operation": "create", "status": 402, "code": "card_declined", "count": 1})
        forked = world.done("POST", "/fork", {"key": "usw_key_of_the_fork"})
        World(world.port, "usw_key_of_the_fork").charge(9000)
        expect(world.done("GET", "/clock")["pending"], "no timer is pending, so none can survive")
        before = portrait(world)
        before_fork = portrait(World(world.port, "usw_key_of_the_fork"))
    with _again(served) as second:
        world = second.world
        expect_equal(world.key, KEY, "key")
        expect_equal(portrait(world), before, "the world after the kill")
        expect_equal(portrait(World(world.port, "usw_key_of_the_fork")), before_fork, f"its fork {forked['id']}")
        expect_equal(world.charge().status, 402, "the armed fault strikes")
        replay = world.charge(2000, Idempotency_Key="one")
        expect_equal((replay.status, replay.body), (kept.status, kept.body), "the idempotent replay")
        world.done("POST", "/clock/advance", {"by": "240h"})
        expect_equal(world.done("GET", "/clock")["pending"], [], "timers that are left: all have fired")


class Caller(threading.Thread):
    """Charges under keys of its own until the server is gone, and remembers what was acknowledged."""

    def __init__(self, world: World, number: int, round_: int, started: threading.Barrier) -> None:
        super().__init__()
        self.world, self.number, self.round = world, number, round_
        self.started = started
        self.acknowledged: dict[str, bytes] = {}
        self.problem = ""

    def run(self) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", self.world.port, timeout=CLIENT_SECONDS)
        body = json.dumps({"amount": 2000 + self.number, "source": "tok_visa"})
        try:
            for count in range(MOST_CALLS):
                key = f"{self.round}-{self.number}-{count}"
                connection.request("POST", "/v1/charges", body, {"Authorization": f"Bearer {self.world.key}", "Idempotency-Key": key,
                                                                "Content-Type": "application/json"})
                answer = connection.getresponse()
                said = answer.read()
                if answer.status != 201:
                    self.problem = f"{answer.status} {said[:200]!r}"
                    return
                self.acknowledged[key] = said
                if count == 2:
                    self.started.wait(CLIENT_SECONDS)
        except (OSError, http.client.HTTPException):
            pass  # killed under it
        finally:
            connection.close()


def _charges(world: World) -> set[str]:
    found: set[str] = set()
    path = "/state?resource=charges&limit=1000"
    while True:
        page = world.done("GET", path)
        found |= {charge["id"] for charge in page["data"]}
        if not page["next"]:
            return found
        path = f"/state?resource=charges&limit=1000&cursor={page['next']}"


def _replay(world: World, acknowledged: dict[str, bytes], what: str) -> None:
    there = _charges(world)
    for said in acknowledged.values():
        expect(json.loads(said)["id"] in there, f"{what}: an acknowledged charge is gone: {said!r}")
    for key, said in list(acknowledged.items())[-3:]:
        amount = json.loads(said)["amount"]
        expect_equal(world.charge(amount, Idempotency_Key=key).body, said, f"{what}: replay of {key}")


def _expect_told(world: World, receiver: Receiver, acknowledged: dict[str, bytes], what: str) -> None:
    """Once nothing is pending any more, the receiver has been told of every acknowledged charge at least once."""
    barrier(world)
    for state in ("scheduled", "in_flight", "retrying", "failed", "cancelled"):
        expect_equal(world.done("GET", f"/webhooks/deliveries?state={state}")["data"], [], f"{what}: deliveries in state {state}")
    told = {heard.value["data"]["object"]["id"] for heard in receiver.heard if heard.type == "charge.created"}
    for said in acknowledged.values():
        expect(json.loads(said)["id"] in told, f"{what}: nobody was told of an acknowledged charge: {said!r}")


def s41_killed_under_load(served: Served) -> None:
    """Again and again, at moments nobody chose: every acknowledged write is there, replays give the same bytes, and in the
    end the receiver of webhooks, which are under way and pending when the process dies, has been told of each."""
    with Receiver() as receiver:
        _kill_rounds(served, receiver)


def _kill_rounds(served: Served, receiver: Receiver) -> None:
    acknowledged: dict[str, bytes] = {}
    pending = 0  # rounds that ended with something unsent
    for round_ in range(ROUNDS):
        with _again(served) as process:
            if not process.world.done("GET", "/webhooks/endpoints")["data"]:
                register(process.world, receiver)
            _replay(process.world, acknowledged, f"round {round_}")
            started = threading.Barrier(CALLERS + 1)
            callers = [Caller(process.world, number, round_, started) for number in range(CALLERS)]
            for caller in callers:
                caller.start()
            started.wait(CLIENT_SECONDS)
            time.sleep(0.003 * (round_ % 17))  # not to wait for anything: so that kills fall into different moments
            process.kill()
            for caller in callers:
                caller.join(CLIENT_SECONDS)
                expect(not caller.is_alive(), "a caller hangs though the server is gone")
                expect_equal(caller.problem, "", "answers under load")
                acknowledged.update(caller.acknowledged)
            pending += len(receiver.heard) < len(acknowledged)
        # The world grows from round to round; a fresh one keeps each round as quick as the first.
        if round_ % 20 == 19:
            with _again(served) as process:
                _expect_told(process.world, receiver, acknowledged, f"after round {round_}")
                process.world.done("POST", "/reset", {})
            acknowledged.clear()
            receiver.heard.clear()
    with _again(served) as process:
        _replay(process.world, acknowledged, "at the end")
        _expect_told(process.world, receiver, acknowledged, "at the end")
    expect(pending, "no kill left a webhook unsent: the loop does not test what it should")


class NoRoom(Killed):
    """With a file system that refuses files beyond this size: what a full disk looks like to a process."""

    BYTES = 1_500_000

    def __enter__(self) -> Served:
        # Ours is ignored by Python, and what is ignored stays so in a child; Popen would undo that.
        self._old = subprocess.Popen

        def popen(*words: object, **how: object) -> subprocess.Popen:
            limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (self.BYTES, resource.RLIM_INFINITY))  # noqa: E731
            return self._old(*words, **how, restore_signals=False, preexec_fn=limit)

        subprocess.Popen = popen  # type: ignore[misc,assignment]
        try:
            return super().__enter__()
        finally:
            subprocess.Popen = self._old  # type: ignore[misc]

    def __exit__(self, *_: object) -> None:
        self._process.send_signal(signal.SIGTERM)
        try:
            expect_equal(self._process.wait(STOP_SECONDS), 2, "exit code of a process that could not keep its worlds")
        finally:
            super().__exit__()


def full_disk(served: Served) -> None:
    """Nothing is acknowledged that could not be written; the process says so and refuses; the next one has it all."""
    acknowledged: dict[str, bytes] = {}
    with _again(served, NoRoom) as process:
        world = process.world
        refused = None
        for count in range(MOST_CALLS):
            said = world.charge(2000, Idempotency_Key=f"k{count}")
            if said.status != 201:
                refused = said
                break
            acknowledged[f"k{count}"] = said.body
        expect(refused, "the disk was never full")
        expect_equal(refused.status, 500, "status")
        expect(refused.body.startswith(b"understudy: cannot write to "), f"the refusal: {refused.body!r}")
        expect_equal(world.ask("GET", "/v1/charges").status, 500, "status of a read afterwards")
        control = world.control("GET", "/state")
        expect_equal((control.status, control.code), (500, "store_failed"), "the control plane afterwards")
        expect("[store.cannot_write]" in process.complaints(), f"standard error: {process.complaints()!r}")
    expect(acknowledged, "nothing was acknowledged before")
    with _again(served) as process:
        expect_equal(_charges(process.world), {json.loads(said)["id"] for said in acknowledged.values()}, "charges")
        expect_equal(process.world.charge().status, 201, "status of a call with room again")


def stopped_and_continued(served: Served) -> None:
    """A process that is stopped in the middle of its work, and goes on, has neither lost nor doubled anything."""
    with _again(served) as process:
        started = threading.Barrier(CALLERS + 1)
        callers = [Caller(process.world, number, 0, started) for number in range(CALLERS)]
        for caller in callers:
            caller.start()
        started.wait(CLIENT_SECONDS)
        process._process.send_signal(signal.SIGSTOP)
        process._process.send_signal(signal.SIGCONT)
        acknowledged: dict[str, bytes] = {}
        process.kill()
        for caller in callers:
            caller.join(CLIENT_SECONDS)
            expect_equal(caller.problem, "", "answers under load")
            acknowledged.update(caller.acknowledged)
    with _again(served) as process:
        _replay(process.world, acknowledged, "after the stop")


CASES = [s41_the_same_after_a_kill, s41_killed_under_load, full_disk, stopped_and_continued]
