"""Recording and replaying is the identity: what a caller sees of the real tool and of its recording is the same, byte for byte."""

from __future__ import annotations

import sys

from ground import Ground, Seen, call, expect, expect_equal


def repository(ground: Ground) -> None:
    for words in (["init", "-q", "-b", "main"], ["-c", "user.name=U", "-c", "user.email=u@example.test", "commit", "-q", "--allow-empty", "-m", "first"]):
        expect_equal(ground.run("git", *words).code, 0, "git")
    (ground.work / "new file").write_text("x\r\n")


TALKS = [
    (["bytes", "1"], None), (["bytes", "2", "exit", "3"], None), (["stdin", "bytes", "3"], bytes(range(256)) * 300), (["stdin"], b""),
    (["fork", "lines", "done"], None), (["bytes", "4", "signal", "15"], None), (["bytes", "5", "signal", "9"], None), (["signal", "6"], None),
    (["big", "300"], None), (["stdin", "big", "200", "exit", "255"], b"\x00\r\n" * 100_000), ([], None), (["lines", "${HOME} $${x}"], None),
]
PROGRAMS = {
    "git": [(["status", "--porcelain"], None), (["log", "--format=%H%x00%aI%x00%s"], None), (["rev-parse", "nothing"], None), (["nonsense"], None),
            (["hash-object", "--stdin"], b"\xff\x00\r\n"), (["diff", "--stat"], None)],
    "bash": [(["-c", "echo out; echo err >&2; exit 7"], None), (["-c", "printf '\\377\\000\\r\\n'; kill -TERM $$"], None), (["-c", "cat >&2"], b"a\r\nb"),
             (["-c", "no-such-program"], None), (["-c", "(echo child; exit 3) & wait $!"], None)],
    "python3": [(["-c", "import sys; sys.stdout.buffer.write(bytes(range(256))); sys.exit('no')"], None), (["-c", "import os; os.abort()"], None),
                (["-c", "import sys; print(len(sys.stdin.buffer.read()))"], b"\x00" * 100_000), (["-c", "raise SystemExit(200)"], None)],
    "talker": TALKS,
}


def check(ground: Ground, program: str) -> None:
    calls = [call(program, *words, stdin=stdin) for words, stdin in PROGRAMS[program]]
    direct = [ground.run(program, *words, stdin=stdin) for words, stdin in PROGRAMS[program]]
    recorded, session = ground.within("cassettes", ["--mode", "record", "--program", program], calls)
    for each, one in zip(PROGRAMS[program], zip(direct, recorded, strict=True), strict=True):
        expect_equal(one[1], one[0], f"{program} {each[0]}: while recording")
    expect_equal(session.code, 0, f"the recording session, {session.stderr!r}")
    (ground.tools / program).unlink(missing_ok=True)  # where it is ours: it cannot run again
    replayed, session = ground.within("cassettes", [], calls)
    for each, one in zip(PROGRAMS[program], zip(direct, replayed, strict=True), strict=True):
        expect_equal(one[1], one[0], f"{program} {each[0]}: replayed")
    expect_equal((session.code, session.stdout), (0, b""), f"the replaying session, {session.stderr!r}")


def git(ground: Ground) -> None:
    repository(ground)
    check(ground, "git")


def bash(ground: Ground) -> None:
    check(ground, "bash")


def python3(ground: Ground) -> None:
    check(ground, "python3")


def test_program(ground: Ground) -> None:
    ground.talker()
    check(ground, "talker")


def one_call_with_record_o(ground: Ground) -> None:
    """`record -o` passes everything through, too, and ends as the command ended."""
    ground.talker()
    for number, (words, stdin) in enumerate(TALKS):
        direct = ground.run("talker", *words, stdin=stdin)
        file = f"cassettes/talker/n{number}.yaml"
        recorded = ground.understudy("record", "-o", file, "--", "talker", *words, stdin=stdin)
        code = 128 - direct.code if direct.code < 0 else direct.code
        expect_equal((recorded.stdout, recorded.code), (direct.stdout, code), f"record {words}")
        expect(recorded.stderr.startswith(direct.stderr), f"record {words}: standard error")
        expect_equal(recorded.stderr[len(direct.stderr) :], f"understudy: wrote {file}\n".encode(), f"our words after {words}")
    calls = [call("talker", *words, stdin=stdin) for words, stdin in TALKS]
    replayed, _ = ground.within("cassettes", [], calls)
    ground_truth = [ground.run("talker", *words, stdin=stdin) for words, stdin in TALKS]
    for words, pair in zip(TALKS, zip(ground_truth, replayed, strict=True), strict=True):
        expect_equal(pair[1], pair[0], f"replay {words[0]}")


def environment_and_folder_reach_the_tool(ground: Ground) -> None:
    ground.tool("place", 'pwd; echo "$MINE"; echo "$0 $*"')
    direct = ground.run("place", "a b", "", env={"MINE": "value"})
    recorded, _ = ground.within("cassettes", ["--mode", "record", "--program", "place"], [call("place", "a b", "")], env={"MINE": "value"})
    wanted = direct.stdout.replace(f"{ground.tools}/".encode(), b"")
    expect_equal(recorded[0].stdout.replace(f"{ground.tools}/".encode(), b""), wanted, "the tool's view")
    text = ground.cassettes()[0].read_text()
    expect("MINE" not in text.split("output")[0], "no variable is kept unless it was asked for")


def a_caller_with_an_empty_environment(ground: Ground) -> None:
    """A stand-in finds its session by its own place."""
    ground.tool("greet", "echo hello")
    ground.within("cassettes", ["--mode", "record", "--program", "greet"], [call("greet")])
    seen = ground.understudy("with", "cassettes", "--", "sh", "-c", 'env -i "PATH=$PATH" greet')
    expect_equal((seen.stdout, seen.code), (b"hello\n", 0), f"with an empty environment, {seen.stderr!r}")


def adapter_code_gets_the_exact_answer(ground: Ground) -> None:
    """P14, P15, P16, P18: the program's own code, unchanged, meets the real texts and field names, since the executable is what is replaced."""
    ground.tool("gh", 'echo \'{"author":{"login":"ann"},"createdAt":"2026-01-01T00:00:00Z"}\'; echo "Timed out after 30 s" >&2')
    adapter = ground.folder / "adapter.py"
    adapter.write_text("import json, subprocess\n"
                       "done = subprocess.run(['gh', 'pr', 'view', '1', '--json', 'author,createdAt'], capture_output=True, text=True, check=True)\n"
                       "view = json.loads(done.stdout)\n"
                       "print(view['author']['login'], view['createdAt'], done.stderr.strip())\n")
    real = ground.run(sys.executable, str(adapter))
    ground.understudy("with", "cassettes", "--mode", "record", "--program", "gh", "--", sys.executable, str(adapter))
    (ground.tools / "gh").unlink()
    replayed = ground.understudy("with", "cassettes", "--", sys.executable, str(adapter))
    expect_equal(Seen(replayed.stdout, replayed.stderr, replayed.code), real, "the adapter's view")
    expect_equal(real.stdout, b"ann 2026-01-01T00:00:00Z Timed out after 30 s\n", "the real tool")


CASES = [git, bash, python3, test_program, one_call_with_record_o, environment_and_folder_reach_the_tool, a_caller_with_an_empty_environment, adapter_code_gets_the_exact_answer]
