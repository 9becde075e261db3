"""What a session keeps count of: answers in turn, order, variables, what must be the same beside the arguments, and what was never called."""

from __future__ import annotations

from ground import MISSED, Ground, call, expect, expect_equal

LISTER = 'case "$1" in create) echo "$2" >> "$STORE"; echo made;; list) cat "$STORE" 2>/dev/null; true;; esac'


def store(ground: Ground) -> None:
    ground.tool("store", LISTER)
    ground.environment["STORE"] = str(ground.folder / "store")


def identical_calls_get_successive_answers(ground: Ground) -> None:
    store(ground)
    calls = [call("store", "list"), call("store", "create", "a"), call("store", "list")]
    ground.within("cassettes", ["--mode", "record", "--program", "store"], calls)
    expect_equal(len(ground.cassettes()), 2, "cassettes: one a call")
    seen, whole = ground.within("cassettes", [], calls)
    expect_equal([each.stdout for each in seen], [b"", b"made\n", b"a\n"], "the answers")
    seen, whole = ground.within("cassettes", [], [*calls, call("store", "list")])
    expect_equal((seen[3].code, whole.code), (MISSED, MISSED), "one too many")
    expect(b"`store list` has no answer left: it was recorded 2 times [session.used_up]" in seen[3].stderr, seen[3].stderr.decode())


def the_last_may_answer_again(ground: Ground) -> None:
    store(ground)
    (ground.work / "understudy.yaml").write_text("services: {store: {match: {used_up: repeat_last}}}\n")
    ground.within("cassettes", ["--mode", "record"], [call("store", "list"), call("store", "create", "a"), call("store", "list")])
    seen, whole = ground.within("cassettes", [], [call("store", "list")] * 4)
    expect_equal([each.stdout for each in seen], [b"", b"a\n", b"a\n", b"a\n"], f"the answers, {whole.stderr!r}")


def a_timeline_is_one_cassette(ground: Ground) -> None:
    store(ground)
    calls = [call("store", "list"), call("store", "create", "a"), call("store", "list")]
    ground.within("cassettes", ["--mode", "record", "--program", "store", "--as", "flow"], calls)
    expect_equal([path.relative_to(ground.work).as_posix() for path in ground.cassettes()], ["cassettes/store/flow.yaml"], "cassettes")
    seen, whole = ground.within("cassettes", ["--order", "strict"], calls)
    expect_equal(([each.stdout for each in seen], whole.code), ([b"", b"made\n", b"a\n"], 0), f"in order, {whole.stderr!r}")


def strict_order(ground: Ground) -> None:
    store(ground)
    calls = [call("store", "create", "a"), call("store", "create", "b")]
    ground.within("cassettes", ["--mode", "record", "--program", "store", "--as", "flow"], calls)
    seen, whole = ground.within("cassettes", ["--order", "strict"], calls[::-1])
    expect_equal([each.code for each in seen], [MISSED, 0], "the other way round")
    expect(b"came before `store create a` had ended [session.too_early]" in seen[0].stderr, seen[0].stderr.decode())
    seen, whole = ground.within("cassettes", ["--order", "free"], calls[::-1])
    expect_equal(([each.code for each in seen], whole.code), ([0, 0], 0), "free order")
    seen, whole = ground.within("cassettes", ["--order", "strict"], calls[:1])
    expect_equal(whole.code, 1, "an unused one in a strict session")
    expect(b"never called: store/flow.yaml, exchange 2: `store create b` [session.unused]" in whole.stderr, whole.stderr.decode())
    seen, whole = ground.within("cassettes", [], calls[:1])
    expect_equal(whole.code, 0, "an unused one in a free session")
    expect(b"session.unused" in whole.stderr, "it is listed")


def overlapping_calls_may_come_in_either_order(ground: Ground) -> None:
    ground.tool("wait", 'echo "$1" >> "$TURN/$1"; while [ ! -e "$TURN/a" ] || [ ! -e "$TURN/b" ]; do :; done; sleep 0.05; echo "$1"')  # times are kept in milliseconds
    turn = ground.folder / "turn"
    turn.mkdir()
    ground.environment["TURN"] = str(turn)
    both = [call("wait", "a", parallel=True), call("wait", "b", parallel=True)]
    ground.within("cassettes", ["--mode", "record", "--program", "wait", "--as", "flow"], both)
    seen, whole = ground.within("cassettes", ["--order", "strict"], [call("wait", "b"), call("wait", "a")])
    expect_equal(([each.stdout for each in seen], whole.code), ([b"b\n", b"a\n"], 0), f"the other way round, {whole.stderr!r}")


def stdin_counts_where_the_policy_says_so(ground: Ground) -> None:
    ground.tool("sum", "wc -c")
    for policy, second in (("{}", b"3\n"), ("{stdin: true}", b"")):
        (ground.work / "understudy.yaml").write_text(f"services: {{sum: {{match: {policy}}}}}\n")
        folder = f"cassettes{len(policy)}"
        ground.within(folder, ["--mode", "record"], [call("sum", stdin=b"abc")])
        seen, _ = ground.within(folder, [], [call("sum", stdin=b"abc")])
        expect_equal(seen[0].stdout, b"3\n", f"the same input under {policy}")
        seen, _ = ground.within(folder, [], [call("sum", stdin=b"abcd")])
        expect_equal(seen[0].stdout, second, f"other input under {policy}")


def env_is_kept_and_compared_on_request(ground: Ground) -> None:
    ground.tool("zone", 'echo "$ZONE"')
    (ground.work / "understudy.yaml").write_text("services: {zone: {env: [ZON*], match: {env: [ZONE]}}}\n")
    calls = [call("zone", env={"ZONE": "a"}), call("zone", env={"ZONE": "b"})]
    ground.within("cassettes", ["--mode", "record"], calls)
    seen, whole = ground.within("cassettes", [], [*calls[::-1], call("zone", env={"ZONE": "c"})])
    expect_equal([each.stdout for each in seen], [b"b\n", b"a\n", b""], f"the answers, {whole.stderr!r}")
    expect(b'variable ZONE: "c", not' in seen[2].stderr, seen[2].stderr.decode())


def the_folder_counts_on_request(ground: Ground) -> None:
    ground.tool("here", "basename \"$PWD\"")
    (ground.work / "sub").mkdir()
    (ground.work / "understudy.yaml").write_text("services: {here: {match: {cwd: true}}}\n")
    for mode in ("record", "replay"):
        seen = ground.understudy("with", "cassettes", "--mode", mode, "--", "sh", "-c", "here; cd sub; here")
        expect_equal(seen.stdout, b"work\nsub\n", f"{mode}, {seen.stderr!r}")
    seen = ground.understudy("with", "cassettes", "--", "sh", "-c", "mkdir -p third; cd third; here")
    expect(b'folder: "root/third", not' in seen.stderr, seen.stderr.decode())


def variables_take_other_values(ground: Ground) -> None:
    ground.tool("gh", 'echo "$*"')
    ground.within("cassettes", ["--mode", "record", "--program", "gh", "--as", "one"], [call("gh", "view", "acme/sandbox")])
    [file] = ground.cassettes()
    text = file.read_text().replace("acme/sandbox", "${repo}", 1)
    lines = text.splitlines(keepends=True)
    at = next(i for i, line in enumerate(lines) if line.startswith("exchanges:"))
    file.write_text("".join([*lines[:at], "vars: {repo: {type: string, value: acme/sandbox}}\n", *lines[at:]]))
    sealed = ground.understudy("cassette", "seal", str(file), "--reason", "a variable for the repository")
    expect_equal(sealed.code, 0, f"seal: {sealed.stderr!r}")
    seen, _ = ground.within("cassettes", [], [call("gh", "view", "acme/sandbox")])
    expect_equal(seen[0].code, 0, f"the value at recording, {seen[0].stderr!r}")
    seen, _ = ground.within("cassettes", ["--var", "repo=mine/other"], [call("gh", "view", "mine/other")])
    expect_equal(seen[0].code, 0, f"another value, {seen[0].stderr!r}")


def recorded_times_are_kept_on_request(ground: Ground) -> None:
    """No clock is looked at: that the pieces come apart is seen by the reader, which stops the tool in between."""
    ground.tool("slow", 'echo first; read line; echo second')
    ground.within("cassettes", ["--mode", "record", "--program", "slow"], [call("slow", stdin=b"go\n")])
    for timing in ("zero", "original", "0.5"):
        seen, whole = ground.within("cassettes", ["--timing", timing], [call("slow", stdin=b"go\n")])
        expect_equal(seen[0].stdout, b"first\nsecond\n", f"--timing {timing}, {whole.stderr!r}")
    refused = ground.understudy("with", "cassettes", "--timing", "soon", "--", "true")
    expect_equal(refused.code, 2, "an odd timing")


CASES = [identical_calls_get_successive_answers, the_last_may_answer_again, a_timeline_is_one_cassette, strict_order, overlapping_calls_may_come_in_either_order,
         stdin_counts_where_the_policy_says_so, env_is_kept_and_compared_on_request, the_folder_counts_on_request, variables_take_other_values, recorded_times_are_kept_on_request]
