"""What one replayed call touches: the index, the state, one cassette and the log of its session; no socket, no other program."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys

from ground import Ground, call, expect, expect_equal

MANY = 50


def _no_strace() -> str:
    return "" if shutil.which("strace") else "strace is not there"


def one_index_one_cassette(ground: Ground) -> None:
    ground.tool("gh", 'echo "$*"')
    ground.within("cassettes", ["--mode", "record", "--program", "gh"], [call("gh", "view", str(number)) for number in range(MANY)])
    (ground.tools / "gh").unlink()
    trace = ground.folder / "trace"
    calls = "openat,open,socket,connect,execve,execveat,fork,vfork,clone,clone3"
    seen, session = ground.within("cassettes", [], [call("strace", "-f", "-e", f"trace={calls}", "-o", str(trace), "gh", "view", "7")])
    expect_equal(seen[0].stdout, b"view 7\n", f"the answer, {seen[0].stderr!r} {session.stderr!r}")
    lines = trace.read_text().splitlines()
    opened = [match[1] for line in lines if (match := re.search(r'open(?:at)?\(.*?"([^"]+)".*= \d+$', line))]
    ours = [path for path in opened if not re.match(r"/(etc/ld|lib|usr/lib|proc/self|sys)", path)]
    kinds = sorted("cassette" if "/cassettes/" in path else path.rpartition("/")[2] for path in ours)
    expect_equal(kinds, ["cassette", "index", "log", "state"], f"files that were opened: {ours}")
    forbidden = [line for line in lines if re.search(r"\b(socket|connect|fork|vfork|clone3?)\(", line)]
    expect_equal(forbidden, [], "sockets and processes")
    expect_equal(len([line for line in lines if "execve" in line]), 1, "programs: itself only")


one_index_one_cassette.lacks = _no_strace


def a_changed_cassette_is_not_played(ground: Ground) -> None:
    ground.tool("gh", "echo real")
    ground.within("cassettes", ["--mode", "record", "--program", "gh"], [call("gh", "a")])
    [file] = ground.cassettes()
    seen = ground.understudy("with", "cassettes", "--", "sh", "-c", f"echo >> {file}; gh a")
    expect_equal((seen.stdout, seen.code), (b"", 2), "the call")
    expect(b"has changed since the session began [shim.cannot_answer]" in seen.stderr, seen.stderr.decode())


def a_broken_cassette_stops_the_session(ground: Ground) -> None:
    ground.tool("gh", "echo real")
    ground.within("cassettes", ["--mode", "record", "--program", "gh"], [call("gh", "a")])
    [file] = ground.cassettes()
    file.write_text(file.read_text() + "unknown: 1\n")
    (file.parent / "other.yaml").write_text("version: 2\n")
    seen = ground.understudy("with", "cassettes", "--", "echo", "never")
    expect_equal((seen.stdout, seen.code), (b"", 2), "the session")
    text = seen.stderr.decode()
    expect("2 cassettes below the folder cannot be read [app.bad_cassettes]" in text and "cassette.wrong_version" in text and "cassette.bad_file" in text, text)


def a_changed_cassette_is_not_played_by_the_whole_program(ground: Ground) -> None:
    """As before, for an answer that is too long for the index."""
    ground.tool("gh", "seq 20000")
    ground.within("cassettes", ["--mode", "record", "--program", "gh"], [call("gh", "a")])
    [file] = ground.cassettes()
    seen = ground.understudy("with", "cassettes", "--", "sh", "-c", f"echo >> {file}; gh a")
    expect_equal((seen.stdout, seen.code), (b"", 2), "the call")
    expect(b"has changed since the session began [shim.cannot_answer]" in seen.stderr, seen.stderr.decode())


def has_small_stand_in(ground: Ground) -> bool:
    """A build that links everything statically puts a small program under borrowed names."""
    (ground.work / "empty").mkdir(exist_ok=True)
    return ground.understudy("with", "empty", "--", "sh", "-c", 'test -e "$UNDERSTUDY_SESSION/stand-in"').code == 0


def who_stands_in(ground: Ground) -> None:
    """Where calls are replayed the small program, where they are made for real the whole one."""
    ground.tool("gh", 'echo "$*"')
    ground.within("cassettes", ["--mode", "record", "--program", "gh"], [call("gh", "a")])
    script = 'for name in gh git; do basename "$(readlink -f "$UNDERSTUDY_SESSION/bin/$name")"; done'
    seen = ground.understudy("with", "cassettes", "--mode", "git=record", "--", "sh", "-c", script)
    small = "stand-in" if has_small_stand_in(ground) else ground.program.name
    expect_equal(seen.stdout.decode().split(), [small, ground.program.name], f"{seen.stderr!r}")


def what_the_small_program_leaves_to_the_whole_one(ground: Ground) -> None:
    """A miss with its hints, a long answer, piped input that counts, rules for arguments: the same, whoever stands in."""
    ground.tool("gh", 'case "$1" in long) seq 20000;; read) cat;; *) echo "$*";; esac')
    (ground.work / "understudy.yaml").write_text("services: {gh: {rules: [{use: id, at: {stream: [args], path: '$[1]'}}]}}\n")
    seen, _ = ground.within("ruled", ["--mode", "record"], [call("gh", "view", "7")])
    seen, _ = ground.within("ruled", [], [call("gh", "view", "8")])
    expect_equal((seen[0].stdout, seen[0].code), (b"view 7\n", 0), "a call under a rule for arguments")
    (ground.work / "understudy.yaml").write_text("services: {gh: {match: {stdin: true}}}\n")
    seen, _ = ground.within("piped", ["--mode", "record"], [call("gh", "read", stdin=b"one"), call("gh", "read", stdin=b"two")])
    seen, _ = ground.within("piped", [], [call("gh", "read", stdin=b"two"), call("gh", "read", stdin=b"one")])
    expect_equal([each.stdout for each in seen], [b"two", b"one"], "calls that differ in standard input")
    (ground.work / "understudy.yaml").unlink()
    seen, _ = ground.within("cassettes", ["--mode", "record", "--program", "gh"], [call("gh", "long"), call("gh", "view", "1")])
    long = seen[0].stdout
    seen, session = ground.within("cassettes", [], [call("gh", "long"), call("gh", "view", "2"), call("gh", "view", "1"), call("gh", "view", "1")], env={})
    expect_equal(seen[0].stdout, long, "a long answer")
    expect(seen[1].code == 97 and b'argument 2: "2", not "1"' in seen[1].stderr, f"a miss: {seen[1].stderr!r}")
    expect_equal(seen[2].stdout, b"view 1\n", "a hit after a miss")
    expect(seen[3].code == 97 and b"session.used_up" in seen[3].stderr, f"used up: {seen[3].stderr!r}")
    expect_equal(session.code, 97, "the session")


def a_folder_where_nothing_may_be_started(ground: Ground) -> None:
    """Then the whole program stands in itself, from where it is installed."""
    ground.tool("gh", 'echo "$*"')
    ground.within("cassettes", ["--mode", "record", "--program", "gh"], [call("gh", "a")])
    script = 'mount -t tmpfs -o noexec none "$TMPDIR" && exec understudy with cassettes -- sh -c \'gh a; readlink -f "$UNDERSTUDY_SESSION/bin/gh"\''
    seen = ground.run("unshare", "--user", "--map-root-user", "--mount", "sh", "-c", script)
    expect_equal((seen.stdout.decode().split("\n")[:2], seen.code), (["a", str(ground.program)], 0), f"{seen.stderr!r}")


def _no_mounts() -> str:
    asked = ["unshare", "--user", "--map-root-user", "--mount", "true"]
    is_there = shutil.which("unshare") and subprocess.run(asked, capture_output=True, check=False).returncode == 0
    return "" if is_there else "a file system cannot be mounted here"


a_folder_where_nothing_may_be_started.lacks = _no_mounts


def a_session_that_is_over(ground: Ground) -> None:
    """Its stand-ins are gone with it; a copy that somebody kept says so."""
    ground.tool("gh", "echo real")
    copy = ground.folder / "copy"
    script = f'cp -rP "$UNDERSTUDY_SESSION" {copy}; : > {copy}/index'
    ground.understudy("with", "cassettes", "--mode", "record", "--program", "gh", "--", "sh", "-c", script)
    seen = ground.run(str(copy / "bin/gh"), "a")
    expect_equal(seen.code, 2, "the call")
    expect(b"shim.no_session" in seen.stderr, seen.stderr.decode())


def a_command_that_cannot_be_started(ground: Ground) -> None:
    (ground.work / "cassettes").mkdir()
    seen = ground.understudy("with", "cassettes", "--", "no-such-command")
    expect_equal(seen.code, 2, "the session")
    expect(b"no-such-command cannot be started: No such file or directory [session.cannot_start]" in seen.stderr, seen.stderr.decode())


def interpreters_are_not_confused(ground: Ground) -> None:
    """Under its own name the program stays itself, in a session too."""
    (ground.work / "cassettes").mkdir()
    seen = ground.understudy("with", "cassettes", "--", "understudy", "--version")
    expect(seen.code == 0 and seen.stdout.startswith(b"understudy "), f"{seen}")
    seen = ground.understudy("with", "cassettes", "--", sys.executable, "-c", "print(1)")
    expect_equal((seen.stdout, seen.code), (b"1\n", 0), f"{seen.stderr!r}")


CASES = [one_index_one_cassette, a_changed_cassette_is_not_played, a_changed_cassette_is_not_played_by_the_whole_program, who_stands_in,
         what_the_small_program_leaves_to_the_whole_one, a_folder_where_nothing_may_be_started, a_broken_cassette_stops_the_session, a_session_that_is_over,
         a_command_that_cannot_be_started, interpreters_are_not_confused]
