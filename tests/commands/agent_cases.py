"""Transcripts of agents' command lines, played through stand-ins: examples/commands/llm.

What is played passes the family of fixtures that it belongs to, ends as it says, comes when it says, and listens to its
standard input. The transcripts of codex are fixtures of the family codex-exec.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from examples_cases import Examples

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 60
KILLED = 128 + 15
FAMILIES = {"llm": "claude-code-stream", "codex": "codex-exec"}
CLAUDE = ("claude", "-p", "ping", "--output-format", "stream-json", "--verbose", "--model", "sonnet", "--setting-sources", "project")
CODEX = ("codex", "exec", "--json", "--skip-git-repo-check")
ASKED = ("claude", "-p", "--input-format", "stream-json", "--output-format", "stream-json", "--verbose", "--model", "sonnet",
         "--permission-prompt-tool", "stdio")  # fmt: skip


class Failed(Exception):
    pass


def expect(holds: bool, problem: str) -> None:
    if not holds:
        raise Failed(problem)


def alone(examples: Examples, cassette: str) -> str:
    """A folder with this cassette only, for calls that several of them answer."""
    service = cassette.partition("/")[0]
    folder = f"only-{cassette.replace('/', '-')}"
    place = examples.folder / "llm" / folder / cassette
    place.parent.mkdir(parents=True)
    shutil.copy(examples.folder / f"llm/cassettes/{cassette}.jsonl", f"{place}.jsonl")
    expect(place.is_relative_to(examples.folder / "llm" / folder / service), f"{cassette} has no service")
    return folder


def recorded(path: Path) -> tuple[dict[str, Any], dict[str, Any], list[dict[str, Any]], dict[str, Any]]:
    head, start, *pieces, end = (json.loads(line) for line in path.read_text().splitlines())
    return head, start["input"], pieces, end["output"]


def played(examples: Examples, folder: str, call: list[str], stdin: str | None, *options: str) -> subprocess.CompletedProcess[str]:
    given: dict[str, Any] = {"stdin": subprocess.DEVNULL} if stdin is None else {"input": stdin}
    return subprocess.run([str(examples.program), "with", folder, *options, "--", *call], cwd=examples.folder / "llm", env=examples.environment,
                          capture_output=True, text=True, timeout=SECONDS, check=False, **given)  # fmt: skip


def transcripts_are_played_and_legal(examples: Examples) -> None:
    """Each line arrives as it is, the end is the recorded one, and lint of the family has nothing to say but where a line is broken on purpose."""
    base = examples.folder / "llm/cassettes"
    fixtures = examples.folder / "played"
    fixtures.mkdir()
    for path in sorted(base.rglob("*.jsonl")):
        cassette = str(path.relative_to(base).with_suffix(""))
        service, _, name = cassette.partition("/")
        _, call, pieces, output = recorded(path)
        stdin = None if call["stdin"] == "none" else call["stdin"]["text"]
        done = played(examples, alone(examples, cassette), [call["program"], *call["args"]], stdin)
        lines = "".join(piece["text"] for piece in pieces if piece["from"] == "stdout")
        code = output.get("exit_code", KILLED)  # what ran out of time was ended by the same signal
        expect(done.stdout == lines, f"{cassette}: played {done.stdout[-300:]!r}")
        expect(done.returncode == code, f"{cassette}: ended with {done.returncode}, not {code}: {done.stderr[-500:]}")
        if lines:
            is_whole = output["end"] == "complete"
            ending = "interrupted" if not is_whole else "failed" if '"turn.failed"' in lines else "complete"
            fixture = fixtures / f"{cassette.replace('/', '-')}.jsonl"
            fixture.write_text(done.stdout)
            sidecar = {"family": FAMILIES[service], "lane": "no-model", "harness": {"llm": "claude-code", "codex": "codex"}[service],
                       "tool_version": "2.1.220" if service == "llm" else "0.46.0", "schema_version": 1, "redaction": "synthetic",
                       "origin": "authored", "owner": "agent-mux", "ending": ending}  # fmt: skip
            Path(f"{fixture}.meta.json").write_text(json.dumps(sidecar))
    words = ["lint", ".", "--check", "parse", "--check", "order", "--gate", "none", "--format", "json"]
    done = subprocess.run([str(examples.program), *words], cwd=fixtures,
                          env=examples.environment, capture_output=True, text=True, timeout=SECONDS, check=False)  # fmt: skip
    report = json.loads(done.stdout)
    expect(len(report["checked"]) == len(list(fixtures.glob("*.jsonl"))) > 15, f"lint looked at {len(report['checked'])} transcripts")
    found = {(each["file"], each["code"]) for each in report["findings"]}
    broken = {("cut", "syntax"), ("cut", "final_newline"), ("malformed", "syntax")}
    expect(found == {(f"llm-faults-{name}.jsonl", f"fixture.parse.{code}") for name, code in broken}, f"lint found {sorted(found)}: {report['findings'][:2]}")


def codex_transcripts_are_fixtures(examples: Examples) -> None:
    """The committed cassettes are those that from_fixture.py makes of the family's own examples."""
    family = ROOT / "families/codex-exec/examples/valid"
    made_of = {"exec/message": "sentinel", "exec/command": "warning-first", "exec/plan": "plan-and-files", "exec/stdin": "sentinel",
               "exec/failed": "failed", "exec/interrupted": "interrupted"}  # fmt: skip
    base = examples.folder / "llm/cassettes/codex"
    expect({str(path.relative_to(base).with_suffix("")) for path in base.rglob("*.jsonl")} == set(made_of), "other cassettes than these")
    for name, transcript in made_of.items():
        path = base / f"{name}.jsonl"
        before = path.read_bytes()
        head, call, _, output = recorded(path)
        fixture = family / f"{transcript}.jsonl"
        expect(head["source"]["digest"] == "sha256:" + hashlib.sha256(fixture.read_bytes()).hexdigest(), f"{name} is of another {transcript}")
        more = [] if call["stdin"] == "none" else ["--stdin", call["stdin"]["text"]]
        more += ["--given", head["given"]] if "given" in head else []
        more += ["--signal", str(output["signal"])] if "signal" in output else ["--exit", str(output["exit_code"])]
        path.unlink()
        subprocess.run([sys.executable, "from_fixture.py", str(fixture), f"codex/{name}", *more, "--", call["program"], *call["args"]],
                       cwd=examples.folder / "llm", env=examples.environment, timeout=SECONDS, check=True)  # fmt: skip
        expect(path.read_bytes() == before, f"{name} is made otherwise from {transcript}")


def standard_input_decides(examples: Examples) -> None:
    """The same call, answered by what comes in: a tool that is allowed, one that is denied, and a prompt."""
    base = examples.folder / "llm/cassettes"
    for cassette, shown in (("llm/permission/allowed", '"permission_denials":[]'), ("llm/permission/denied", '"permission_denials":[{')):
        _, _, pieces, _ = recorded(base / f"{cassette}.jsonl")
        stdin = recorded(base / f"{cassette}.jsonl")[1]["stdin"]["text"]
        done = played(examples, "cassettes", list(ASKED), stdin)
        said = "".join(piece["text"] for piece in pieces)
        expect(done.returncode == 0 and done.stdout == said, f"{cassette}: {done.stdout[-300:]!r} {done.stderr[-500:]}")
        expect(shown in done.stdout and '"type":"control_request"' in done.stdout, f"{cassette}: {done.stdout[-300:]!r}")
    other = played(examples, "cassettes", list(ASKED), "{}\n")
    expect(other.returncode == 97, f"what nobody recorded is answered: {other.returncode} {other.stdout[-300:]!r}")
    expect(played(examples, "cassettes", [*CODEX, "-"], "ping\n").returncode == 0, "codex does not take its prompt from standard input")
    expect(played(examples, "cassettes", [*CODEX, "-"], "pong\n").returncode == 97, "codex takes any prompt")


def lines_come_at_their_own_time(examples: Examples) -> None:
    """At the recorded pace the third line comes an hour late: who has read two of them has all there is."""
    folder = alone(examples, "llm/faults/slow")
    at_once = played(examples, folder, list(CLAUDE), None)
    expect(at_once.returncode == 0 and at_once.stdout.count("\n") == 4, f"without a pace: {at_once.returncode} {at_once.stdout[-300:]!r}")
    command = [str(examples.program), "with", folder, "--timing", "original", "--", *CLAUDE]
    with subprocess.Popen(command, cwd=examples.folder / "llm", env=examples.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, text=True) as running:  # fmt: skip
        try:
            kinds = [json.loads(running.stdout.readline())["type"] for _ in range(2)]
            expect(kinds == ["system", "assistant"], f"the first lines are {kinds}")
            expect(running.poll() is None, "it has ended without the rest")
        finally:
            running.terminate()
        rest = running.stdout.read()
        expect(rest == "", f"more came than its time allows: {rest[:300]!r}")
        expect(running.wait(SECONDS) in (KILLED, -15), f"ended with {running.returncode}")


def a_crash_and_a_hang_are_played(examples: Examples) -> None:
    """By signal in mid-stream, and silence that only its caller ends; of both tools."""
    crash = played(examples, "cassettes", [*CODEX, "Run the tests."], None)
    expect(crash.returncode == KILLED and '"item.started"' in crash.stdout.splitlines()[-1], f"codex: {crash.returncode} {crash.stdout[-300:]!r}")
    killed = played(examples, alone(examples, "llm/killed"), list(CLAUDE), None)
    expect(killed.returncode == KILLED and '"result"' not in killed.stdout, f"claude: {killed.returncode} {killed.stdout[-300:]!r}")
    hang = played(examples, "cassettes", ["timeout", "0.5", *CODEX, "ping"], None, "--fault", "codex=stall:2")
    expect(hang.returncode == 124 and hang.stdout.count("\n") == 2, f"codex hangs: {hang.returncode} {hang.stdout[-300:]!r}")


CASES: list[Callable[[Examples], None]] = [
    transcripts_are_played_and_legal,
    codex_transcripts_are_fixtures,
    standard_input_decides,
    lines_come_at_their_own_time,
    a_crash_and_a_hang_are_played,
]
