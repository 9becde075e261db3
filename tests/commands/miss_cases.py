"""A call without a recording fails loudly, and says how near it came."""

from __future__ import annotations

from ground import MISSED, Ground, call, expect, expect_equal

GH = 'echo "gh $*"'


def record(ground: Ground, *calls: list[str]) -> None:
    ground.tool("gh", GH)
    ground.within("cassettes", ["--mode", "record", "--program", "gh"], [call("gh", *words) for words in calls])


def names_the_three_nearest(ground: Ground) -> None:
    """P17: nothing unknown is answered with an empty success."""
    record(ground, ["pr", "list", "--limit", "10"], ["pr", "list"], ["pr", "view", "7"], ["issue", "list"], ["api", "user"])
    seen, session = ground.within("cassettes", [], [call("gh", "pr", "list", "--limit", "5")])
    expect_equal((seen[0].stdout, seen[0].code), (b"", MISSED), "the call")
    text = seen[0].stderr.decode()
    lines = text.splitlines()
    expect(lines[0].startswith("understudy: error: no recording answers `gh pr list --limit 5` [session.no_recording]"), text)
    near = [line for line in lines if "session.near_miss" in line]
    expect_equal(len(near), 3, f"near misses in {text}")
    expect('`gh pr list --limit 10`: argument 4: "5", not "10"' in near[0], text)
    expect('`gh pr list`: argument 3: "--limit" is not in it; argument 4: "5" is not in it' in near[1], text)
    expect("`gh pr view 7`" in near[2], text)
    expect("--mode record-missing" in text, "the hint")
    expect_equal(session.code, MISSED, "the session, whose program did not look at the exit code")
    expect(b"called without a recording, 1 time: gh pr list --limit=integer [session.unmatched]" in session.stderr, session.stderr.decode())


def the_programs_own_failure_stands(ground: Ground) -> None:
    record(ground, ["a"])
    seen = ground.understudy("with", "cassettes", "--", "sh", "-c", "gh b; exit 3")
    expect_equal(seen.code, 3, "the session")
    seen = ground.understudy("with", "cassettes", "--", "sh", "-c", "gh b; kill -TERM $$")
    expect_equal(seen.code, 128 + 15, "ended by a signal")


def another_code_by_the_manifest(ground: Ground) -> None:
    record(ground, ["a"])
    (ground.work / "understudy.yaml").write_text("services: {gh: {}}\nmiss_exit: 42\n")
    seen, session = ground.within("cassettes", [], [call("gh", "b")])
    expect_equal((seen[0].code, session.code), (42, 42), f"the codes, {session.stderr!r}")


def nothing_secret_is_printed(ground: Ground) -> None:
    record(ground, ["a"])
    secret = "ghp_" + "Ab1Cd2Ef3Gh4Ij5Kl6Mn7Op8Qr9St0Uv1Wx2"
    seen, session = ground.within("cassettes", ["--log", "log"], [call("gh", "login", "--token", secret)])
    everything = seen[0].stderr + session.stderr + (ground.work / "log").read_bytes()
    expect(secret.encode() not in everything, everything.decode())
    expect(b"gh login --token" in seen[0].stderr, seen[0].stderr.decode())


def quiet_answers_need_a_reason(ground: Ground) -> None:
    record(ground, ["a"])
    manifest = ground.work / "understudy.yaml"
    manifest.write_text('services:\n  gh:\n    quiet: [{program: gh, args: [auth, "**"], stdout: "ok\\n", reason: never shown to anybody}]\n')
    seen, session = ground.within("cassettes", ["--log", "log"], [call("gh", "auth", "status"), call("gh", "a")])
    expect_equal((seen[0].stdout, seen[0].code, session.code), (b"ok\n", 0, 0), f"the quiet answer, {session.stderr!r}")
    expect_equal([line["outcome"] for line in ground.log("log")], ["quiet", "replayed"], "the log")
    manifest.write_text('services:\n  gh:\n    quiet: [{program: gh, args: [auth, "**"], stdout: "ok\\n"}]\n')
    _, session = ground.within("cassettes", [], [])
    expect_equal(session.code, 2, "without a reason")
    expect(b"reason" in session.stderr, session.stderr.decode())


def hostile_arguments_are_shown_safely(ground: Ground) -> None:
    record(ground, ["a"])
    seen, _ = ground.within("cassettes", [], [call("gh", "\x1b[2J", "it's", "\u202e")])
    expect(b"\x1b" not in seen[0].stderr and "\u202e".encode() not in seen[0].stderr, seen[0].stderr.decode())


CASES = [names_the_three_nearest, the_programs_own_failure_stands, another_code_by_the_manifest, nothing_secret_is_printed, quiet_answers_need_a_reason, hostile_arguments_are_shown_safely]
