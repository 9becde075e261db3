"""A hundred at once: no answer is given twice, no call is lost, nothing is mixed."""

from __future__ import annotations

from ground import MISSED, Ground, call, expect_equal

COUNT = 100


def hundred_recordings_and_replays(ground: Ground) -> None:
    ground.talker()
    calls = [call("talker", "lines", str(number), "bytes", str(number), parallel=True) for number in range(COUNT)]
    direct = [ground.run("talker", "lines", str(number), "bytes", str(number)) for number in range(COUNT)]
    for mode in ("record", "replay"):
        seen, session = ground.within("cassettes", ["--mode", mode, "--program", "talker"], calls)
        expect_equal(session.code, 0, f"{mode}: {session.stderr[-500:]!r}")
        expect_equal([each.code for each in seen], [0] * COUNT, mode)
        for number, (one, wanted) in enumerate(zip(seen, direct, strict=True)):
            expect_equal(one, wanted, f"{mode} of call {number}")
        expect_equal(len(ground.cassettes()), COUNT, "cassettes")


def hundred_identical_calls(ground: Ground) -> None:
    """Each gets an answer of its own; the hundred and first gets none."""
    ground.tool("ticket", 'mkdir "$TICKETS/$$" && echo "$$"')
    tickets = ground.folder / "tickets"
    tickets.mkdir()
    ground.environment["TICKETS"] = str(tickets)
    calls = [call("ticket", parallel=True)] * COUNT
    recorded, session = ground.within("cassettes", ["--mode", "record", "--program", "ticket"], calls)
    expect_equal(len({each.stdout for each in recorded}), COUNT, "different answers while recording")
    expect_equal(len(ground.cassettes()), 1, "cassettes")
    replayed, session = ground.within("cassettes", ["--log", "log"], calls)
    expect_equal(sorted(each.stdout for each in replayed), sorted(each.stdout for each in recorded), f"the answers, {session.stderr[-500:]!r}")
    expect_equal(sorted(line["exchange"] for line in ground.log("log")), list(range(COUNT)), "the log: each once, whole lines only")
    replayed, session = ground.within("cassettes", [], [*calls, call("ticket", parallel=True)])
    expect_equal(sorted(each.code for each in replayed), [0] * COUNT + [MISSED], "one too many")


def sessions_at_once_do_not_meet(ground: Ground) -> None:
    """P72: what belongs to a session is in its folder and its environment, and nowhere else."""
    ground.tool("say", 'echo "$1"')
    ground.within("cassettes", ["--mode", "record", "--program", "say"], [call("say", "a")])
    script = "understudy with cassettes -- sh -c 'say a' & understudy with cassettes -- sh -c 'say a' & wait"
    seen = ground.run("sh", "-c", script)
    expect_equal((seen.stdout, seen.code), (b"a\na\n", 0), f"two sessions, {seen.stderr!r}")


def the_overlap_is_kept_on_the_timeline(ground: Ground) -> None:
    ground.tool("meet", 'touch "$TURN/$1"; while [ ! -e "$TURN/a" ] || [ ! -e "$TURN/b" ]; do :; done')
    turn = ground.folder / "turn"
    turn.mkdir()
    ground.environment["TURN"] = str(turn)
    _, session = ground.within("cassettes", ["--mode", "record", "--program", "meet", "--as", "flow"],
                               [call("meet", "a", parallel=True), call("meet", "b", parallel=True)])
    expect_equal(session.code, 0, f"{session.stderr!r}")
    seen, session = ground.within("cassettes", ["--order", "strict"], [call("meet", "b"), call("meet", "a")])
    expect_equal([each.code for each in seen], [0, 0], "those that overlapped, the other way round")


CASES = [hundred_recordings_and_replays, hundred_identical_calls, sessions_at_once_do_not_meet, the_overlap_is_kept_on_the_timeline]
