"""The six modes, VCR's words for them, and a mode of its own for one program."""

from __future__ import annotations

from ground import MISSED, Ground, call, expect, expect_equal


def set_up(ground: Ground) -> None:
    """A tool whose answers tell how often it ran."""
    ground.tool("count", 'n=$(wc -l < "$COUNT"); echo x >> "$COUNT"; echo "$1 $n"; echo note >&2; exit 3')
    (ground.folder / "count").touch()
    ground.environment["COUNT"] = str(ground.folder / "count")


def runs(ground: Ground) -> int:
    path = ground.folder / "count"
    return len(path.read_text().splitlines()) if path.exists() else 0


def session(ground: Ground, mode: str, *words: str) -> tuple[list[tuple[bytes, int]], int]:
    seen, whole = ground.within("cassettes", ["--mode", mode, "--program", "count", "--log", "log"], [call("count", word) for word in words])
    return [(each.stdout, each.code) for each in seen], whole.code


def record_then_replay(ground: Ground) -> None:
    set_up(ground)
    for mode, other in (("record", "replay"), ("all", "none")):
        before = runs(ground)
        expect_equal(session(ground, mode, "a")[0], [(b"a %d\n" % before, 3)], mode)
        expect_equal(session(ground, other, "a")[0], [(b"a 0\n", 3)], other)
        expect_equal(runs(ground), before + 1, "runs of the tool")
    expect_equal(session(ground, "replay", "b"), ([(b"", MISSED)], MISSED), "an unknown call")


def recording_again_waits_for_review(ground: Ground) -> None:
    """P56: what is committed stays, byte for byte, until somebody has looked."""
    set_up(ground)
    session(ground, "record", "a")
    [file] = ground.cassettes()
    before = file.read_bytes()
    _, whole = ground.within("cassettes", ["--mode", "record", "--program", "count"], [call("count", "a")])
    expect_equal(file.read_bytes(), before, "the committed cassette")
    expect(b"waits for review" in whole.stderr, whole.stderr.decode())
    expect(any((ground.work / ".understudy/pending").rglob("*.yaml")), "the pending one is there")


def pass_through_only_logs(ground: Ground) -> None:
    set_up(ground)
    expect_equal(session(ground, "pass-through", "a", "a"), ([(b"a 0\n", 3), (b"a 1\n", 3)], 0), "the calls")
    expect_equal(ground.cassettes() if (ground.work / "cassettes").exists() else [], [], "cassettes")
    expect_equal([line["outcome"] for line in ground.log("log")], ["ran", "ran"], "the log")


def record_missing_runs_only_what_is_new(ground: Ground) -> None:
    set_up(ground)
    for mode in ("record-missing", "new", "spy"):
        expect_equal(session(ground, mode, "a")[0], [(b"a 0\n", 3)], mode)
    session(ground, "new", "b")
    expect_equal(runs(ground), 2, "runs of the tool")
    expect_equal(len(ground.cassettes()), 2, "cassettes")


def once_records_if_there_is_nothing(ground: Ground) -> None:
    set_up(ground)
    expect_equal(session(ground, "once", "a")[0], [(b"a 0\n", 3)], "the first time")
    expect_equal(session(ground, "once", "a")[0], [(b"a 0\n", 3)], "the second time")
    expect_equal(session(ground, "once", "b"), ([(b"", MISSED)], MISSED), "a new call, the second time")


def forbid_always_fails(ground: Ground) -> None:
    set_up(ground)
    session(ground, "record", "a")
    expect_equal(session(ground, "forbid", "a"), ([(b"", MISSED)], MISSED), "a recorded call")
    expect_equal(runs(ground), 1, "runs of the tool")
    expect_equal(ground.log("log")[-1]["outcome"], "forbidden", "the log")


def shadow_compares_and_alters_nothing(ground: Ground) -> None:
    """P63: shapes that no recording knows are kept in the log."""
    set_up(ground)
    session(ground, "record", "a")
    before = {path: path.read_bytes() for path in ground.cassettes()}
    seen, whole = ground.within("cassettes", ["--mode", "shadow", "--program", "count", "--log", "log"], [call("count", "a"), call("count", "new", "--flag", "1")])
    expect_equal([(each.stdout, each.stderr, each.code) for each in seen], [(b"a 1\n", b"note\n", 3), (b"new 2\n", b"note\n", 3)], "what the caller saw")
    expect_equal(whole.code, 0, f"the session, {whole.stderr!r}")
    expect(b"shadow: 0 agreed, 1 differed, 1 without a recording" in whole.stderr, whole.stderr.decode())
    expect(b"drift." in whole.stderr, whole.stderr.decode())
    expect_equal({path: path.read_bytes() for path in ground.cassettes()}, before, "the cassettes")
    logged = ground.log("log")[-2:]
    expect("cassette" in logged[0] and "cassette" not in logged[1], f"the log: {logged}")
    expect_equal(logged[1]["shape"], {"words": ["new"], "flags": {"--flag": "integer"}, "stdin": False}, "the unseen shape")


def one_program_has_its_own_mode(ground: Ground) -> None:
    set_up(ground)
    ground.tool("other", "echo other")
    seen, whole = ground.within("cassettes", ["--mode", "record", "--mode", "other=forbid", "--program", "count"], [call("count", "a"), call("other")])
    expect_equal([each.code for each in seen], [3, MISSED], "the calls")
    expect_equal(whole.code, MISSED, "the session")


CASES = [record_then_replay, recording_again_waits_for_review, pass_through_only_logs, record_missing_runs_only_what_is_new, once_records_if_there_is_nothing, forbid_always_fails,
         shadow_compares_and_alters_nothing, one_program_has_its_own_mode]
