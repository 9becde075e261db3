"""The real tool behind a stand-in: found, fed, signalled, ended and never confused with us."""

from __future__ import annotations

import os
import pty
import re
import select
import shutil
import signal
import subprocess
import sys
import time

from ground import ROOT, SECONDS, Ground, call, expect, expect_equal


def _is_alive(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def a_time_limit_ends_the_whole_tree(ground: Ground) -> None:
    """P49, P50: a hung tool is ended, and its grandchildren with it."""
    ground.tool("hang", 'sh -c "echo \\$\\$ > $PIDS/grandchild; exec sleep 1000" & echo $$ > "$PIDS/tool"; echo begun; wait; sleep 1000')
    pids = ground.folder / "pids"
    pids.mkdir()
    seen = ground.understudy("record", "-o", "hang.yaml", "--limit", "1", "--", "hang", env={"PIDS": str(pids)})
    expect_equal((seen.stdout, seen.code), (b"begun\n", 128 + signal.SIGTERM), f"{seen.stderr!r}")
    expect("timed_out" in (ground.work / "hang.yaml").read_text(), "the cassette says so")
    for path in pids.iterdir():
        expect(not _is_alive(int(path.read_text())), f"the {path.name} lives")


def a_tool_that_is_dead_already(ground: Ground) -> None:
    """P51: signals to one that has ended do no harm."""
    ground.tool("brief", "echo x; exit 0")
    script = 'brief & p=$!; wait $p; kill -TERM $p 2>/dev/null; brief'
    seen = ground.understudy("with", "cassettes", "--mode", "record", "--program", "brief", "--", "sh", "-c", script)
    expect_equal((seen.stdout, seen.code), (b"x\nx\n", 0), f"{seen.stderr!r}")


def children_may_outlive_their_tool(ground: Ground) -> None:
    """As they would without us: recording is not a clean room."""
    ground.tool("start", 'sleep 1000 > /dev/null 2>&1 < /dev/null & echo $!')
    seen, session = ground.within("cassettes", ["--mode", "record", "--program", "start"], [call("start")])
    pid = int(seen[0].stdout)
    try:
        expect(_is_alive(pid), f"the daemon {pid} is gone, {session.stderr!r}")
    finally:
        if _is_alive(pid):
            os.kill(pid, signal.SIGKILL)


def a_terminal_is_closed_off(ground: Ground) -> None:
    """P52: a prompt does not hang and does not swallow what is meant for the caller."""
    ground.tool("ask", 'if read -r line; then echo "got $line"; else echo "no answer"; fi; if [ -t 1 ]; then echo tty; else echo pipe; fi')
    output = _on_a_terminal(ground, ["with", "cassettes", "--mode", "record", "--program", "ask", "--", "sh", "-c", "ask"])
    expect("no answer" in output and "tty" in output, f"recorded: {output!r}")
    text = ground.cassettes()[0].read_text()
    expect("tty: true" in text and "stdin: none" in text, text)
    output = _on_a_terminal(ground, ["with", "cassettes", "--", "sh", "-c", "ask"])
    expect("no answer" in output and "tty" in output, f"replayed: {output!r}")


def _on_a_terminal(ground: Ground, words: list[str]) -> str:
    ours, theirs = pty.openpty()
    process = subprocess.Popen(["understudy", *words], cwd=ground.work, env=ground.environment, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True)
    os.close(theirs)
    output = b""
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        if select.select([ours], [], [], 0.1)[0]:
            try:
                output += os.read(ours, 4096)
            except OSError:
                break
        elif process.poll() is not None:
            break
    if process.poll() is None:
        process.kill()
    process.wait()
    os.close(ours)
    return output.decode(errors="replace")


def stdin_of_others_is_left_alone(ground: Ground) -> None:
    """P52: a loop that reads its own input while it calls a tool that was recorded without any."""
    ground.tool("say", 'echo "said $1"')
    ground.within("cassettes", ["--mode", "record", "--program", "say"], [call("say", "a"), call("say", "b")])
    seen = ground.understudy("with", "cassettes", "--", "sh", "-c", "printf 'a\\nb\\n' | while read -r word; do say \"$word\"; done")
    expect_equal((seen.stdout, seen.code), (b"said a\nsaid b\n", 0), f"{seen.stderr!r}")


def a_writer_does_not_break_on_replay(ground: Ground) -> None:
    ground.tool("eat", "cat > /dev/null; echo eaten")
    data = b"x" * 1_000_000
    ground.within("cassettes", ["--mode", "record", "--program", "eat"], [call("eat", stdin=data)])
    seen = ground.understudy("with", "cassettes", "--", "bash", "-o", "pipefail", "-c", "head -c 1000000 /dev/zero | eat")
    expect_equal((seen.stdout, seen.code), (b"eaten\n", 0), f"{seen.stderr!r}")


def a_reader_that_leaves_ends_the_tool(ground: Ground) -> None:
    ground.tool("forever", "exec yes")
    seen = ground.understudy("with", "cassettes", "--mode", "pass-through", "--program", "forever", "--", "sh", "-c", "forever | head -n 1")
    expect_equal((seen.stdout, seen.code), (b"y\n", 0), f"passed through, {seen.stderr!r}")
    seen = ground.understudy("with", "cassettes", "--mode", "record", "--program", "forever", "--", "sh", "-c", "forever | head -n 1")
    expect_equal((seen.stdout, seen.code), (b"y\n", 0), f"recorded, {seen.stderr[-300:]!r}")


def signals_are_forwarded(ground: Ground) -> None:
    ground.tool("catcher", "import os, signal, sys\n"
                "def caught(*_):\n    os.write(1, b'caught\\n')\n    os._exit(9)\n"
                "signal.signal(signal.SIGTERM, caught)\nos.write(1, b'ready\\n')\nwhile True:\n    signal.pause()\n", sys.executable)
    script = ground.folder / "kill_it.py"
    script.write_text("import signal, subprocess, sys\n"
                      "process = subprocess.Popen(['catcher'], stdout=subprocess.PIPE)\n"
                      "line = process.stdout.readline()\n"
                      "process.send_signal(signal.SIGTERM)\n"
                      "rest = process.stdout.read()\n"
                      "print(line, rest, process.wait())\n")
    for mode in ("record", "pass-through"):
        seen = ground.understudy("with", "cassettes", "--mode", mode, "--program", "catcher", "--", sys.executable, str(script))
        expect_equal(seen.stdout, b"b'ready\\n' b'caught\\n' 9\n", f"{mode}, {seen.stderr!r}")


def what_a_tool_calls_is_its_own_business(ground: Ground) -> None:
    """The guard against going round in circles: behind the stand-in the session is gone."""
    ground.tool("inner", "echo inner")
    ground.tool("outer", 'inner; echo "session: ${UNDERSTUDY_SESSION:-none}"; [ "$1" = again ] || outer again')
    seen, session = ground.within("cassettes", ["--mode", "record", "--program", "inner", "--program", "outer"], [call("outer")])
    expect_equal(seen[0].stdout, b"inner\nsession: none\n" * 2, f"{session.stderr!r}")
    expect_equal([path.parent.name for path in ground.cassettes()], ["outer"], "what was recorded")


def a_stand_in_that_would_call_itself_stops(ground: Ground) -> None:
    (ground.tools / "loop").symlink_to(ground.program)
    seen, session = ground.within("cassettes", ["--mode", "record", "--program", "loop"], [call("loop")])
    expect_equal(seen[0].code, 2, f"{seen[0].stderr!r}")
    expect(b"shim.calls_itself" in seen[0].stderr, seen[0].stderr.decode())


def sessions_may_be_nested(ground: Ground) -> None:
    ground.tool("say", "echo real")
    ground.within("inner", ["--mode", "record", "--program", "say"], [call("say")])
    (ground.tools / "say").unlink()
    seen = ground.understudy("with", "inner", "--", "understudy", "with", "outer", "--mode", "record", "--program", "say", "--", "say")
    expect_equal((seen.stdout, seen.code), (b"real\n", 0), f"{seen.stderr!r}")
    expect_equal(len(ground.cassettes("outer")), 1, "recorded through the replay")


def one_that_cannot_be_started(ground: Ground) -> None:
    """P5: that is an answer, too, and replays as one."""
    (ground.tools / "plain").write_text("no program")
    for name, code in (("no-such-tool", 127), ("plain", 126)):
        seen = ground.understudy("record", "-o", f"cassettes/{name}/one.yaml", "--", name)
        expect_equal(seen.code, code, f"{name}: {seen.stderr!r}")
        expect("not_started" in (ground.work / f"cassettes/{name}/one.yaml").read_text(), name)
        replayed, _ = ground.within("cassettes", [], [call(name)])
        expect_equal(replayed[0].code, code, f"{name} replayed: {replayed[0].stderr!r}")


def failing_calls_are_recorded_like_others(ground: Ground) -> None:
    """P5."""
    ground.tool("refuse", "echo 'HTTP 403: rate limit exceeded' >&2; exit 4")
    for mode in ("record", "replay"):
        seen, session = ground.within("cassettes", ["--mode", mode, "--program", "refuse"], [call("refuse")])
        expect_equal((seen[0].stderr, seen[0].code, session.code), (b"HTTP 403: rate limit exceeded\n", 4, 0), f"{mode}: {session.stderr!r}")


def called_by_its_whole_path(ground: Ground) -> None:
    ground.tool("say", 'echo "$0" "$1"')
    script = 'where=$(command -v say); "$where" hello'
    seen = ground.understudy("with", "cassettes", "--mode", "record", "--program", "say", "--", "sh", "-c", script)
    expect_equal(seen.stdout, f"{ground.tools}/say hello\n".encode(), f"{seen.stderr!r}")
    seen = ground.understudy("with", "cassettes", "--", "sh", "-c", script)
    expect_equal((seen.stdout, seen.code), (f"{ground.tools}/say hello\n".encode(), 0), f"{seen.stderr!r}")


def versions_are_asked_for_where_that_is_declared(ground: Ground) -> None:
    """P8: the tool tells its version itself, once a session; what is not declared is not asked and not guessed."""
    ground.tool("hub", 'case "$1" in --version) echo asked >> "$ASKED"; echo "hub version 2.62.0 (2024-11-14)";; *) echo "$*";; esac')
    asked = ground.folder / "asked"
    environment = {"ASKED": str(asked)}

    def stamps(folder: str) -> list[str]:
        return [line.strip() for path in ground.cassettes(folder) for line in path.read_text().splitlines() if line.startswith(("    version: ", "    commit: "))]

    calls = [call("hub", "a"), call("hub", "b"), call("hub", "c")]
    ground.within("silent", ["--mode", "record", "--program", "hub"], calls, env=environment)
    expect(not asked.exists() and not any("2.62.0" in line for line in stamps("silent")), f"nobody declared it: {stamps('silent')}")
    (ground.work / "understudy.yaml").write_text("services: {hub: {version: [--version]}}\n")
    ground.within("declared", ["--mode", "record"], calls, env=environment)
    expect_equal(asked.read_text(), "asked\n", "asked once")
    expect_equal(stamps("declared").count("version: 2.62.0"), 3, "in every stamp")
    ground.understudy("record", "-o", "one/hub/one.yaml", "--", "hub", "a", env=environment)
    expect_equal(stamps("one").count("version: 2.62.0"), 1, "of a single call")
    (ground.work / "understudy.yaml").write_text("services: {hub: {version: [version, --now]}}\n")
    ground.within("unversioned", ["--mode", "record"], calls, env=environment)
    expect(not any("2.62.0" in line for line in stamps("unversioned")), "a tool that does not tell has none")


def the_recorder_tells_its_commit(ground: Ground) -> None:
    """P8: of the build; nothing, where that was not made from a repository."""
    ground.tool("hub", "echo x")
    ground.understudy("record", "-o", "one.yaml", "--", "hub")
    lines = [line.strip() for line in (ground.work / "one.yaml").read_text().splitlines() if line.startswith("    commit: ")]
    expect(all(re.fullmatch(r'commit: "?[0-9a-f]{7,40}(-dirty)?"?', line) for line in lines), f"{lines}")
    if (ROOT / ".git").exists() and shutil.which("git"):
        expect_equal(len(lines), 1, "built from a repository")


CASES = [a_time_limit_ends_the_whole_tree, a_tool_that_is_dead_already, children_may_outlive_their_tool, a_terminal_is_closed_off, stdin_of_others_is_left_alone,
         a_writer_does_not_break_on_replay, a_reader_that_leaves_ends_the_tool, signals_are_forwarded, what_a_tool_calls_is_its_own_business, a_stand_in_that_would_call_itself_stops,
         sessions_may_be_nested, one_that_cannot_be_started, failing_calls_are_recorded_like_others, called_by_its_whole_path,
         versions_are_asked_for_where_that_is_declared, the_recorder_tells_its_commit]
