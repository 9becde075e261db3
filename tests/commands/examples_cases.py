"""The examples below examples/commands, held to what they say: plans run, cassettes are honest, gates can fail.

Each case gets the program under test and a fresh folder with a copy of the examples. git is real here; gh, docker and
claude are played by the stand-ins of the examples, and nothing of that is ever compared with a committed recording.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples/commands"
NAMES = ("git", "gh", "docker", "llm")
SECONDS = 120
DONE, DIFFERED, FOUND = 0, 1, 8

# Cassettes by the rows of specification 14: what has to be there, failures included.
ROWS = {
    "git": [
        "commit/initial", "rev-parse/head", "rev-parse/short", "status/clean", "status/modified", "status/untracked", "status/part-staged", "log/one", "diff/stat",
        "worktree/add", "worktree/list", "push/new-branch", "push/up-to-date", "fetch/moved", "bisect/start", "bisect/bad", "bisect/good", "bisect/run", "bisect/reset",
        "commit/nothing-to-commit", "rev-parse/not-a-repository", "rev-parse/unknown-revision", "log/unknown-revision", "push/rejected-fetch-first",
        "push/rejected-not-fast-forward", "merge/conflict", "worktree/path-taken", "worktree/branch-taken", "commit/no-identity", "log/empty", "status/name-bytes",
        "status/name-quoted", "show/crlf", "diff/crlf"],
    "gh": [
        "issue/create", "issue/close", "issue/list-none", "issue/list-one", "issue/list-several", "issue/list-before-and-after", "pr/create", "pr/promotion", "pr/merge",
        "pr/close", "pr/view", "pr/checks", "run/list", "issue/close-missing", "issue/unknown-flag", "pr/view-missing", "issue/list-no-repository", "pr/checks-none",
        "pr/checks-unknown-field", "pr/create-no-commits", "pr/merge-closed", "login/none", "login/none-create", "login/wrong-token", "login/no-right", "api/rate-limit", "api/ref"],
    "docker": [
        "version/both", "run/hello", "run/both-streams", "image/pull-fresh", "image/pull-present", "image/inspect", "image/pull-no-such-image", "image/pull-no-such-tag",
        "run/no-such-tag", "run/daemon-down", "version/daemon-down", "run/program-missing", "run/bad-flag", "run/out-of-memory", "run/time-limit", "run/nothing-left",
        "image/list-empty"],
    "llm": [
        "ping", "tool-use", "thinking", "primes", "no-login", "unknown-model", "turn-limit", "tool-refused", "killed", "empty-prompt", "faults/cut", "faults/stalled",
        "faults/slow", "faults/malformed", "permission/allowed", "permission/denied", "exec/message", "exec/command", "exec/plan", "exec/stdin",
        "exec/failed", "exec/interrupted"],
}
RECORDED = {"git": "all", "gh": {"issue/unknown-flag", "login/none", "login/none-create"},
            "docker": {"version/daemon-down", "run/daemon-down", "image/inspect-daemon-down", "run/bad-flag"}}


class Failed(Exception):
    pass


class Skipped(Exception):
    """Something that the case needs is not on this machine."""


def expect(holds: bool, problem: str) -> None:
    if not holds:
        raise Failed(problem)


class Examples:
    """A copy of the examples, and the program under test run in it with an environment of its own."""

    def __init__(self, program: Path, folder: Path) -> None:
        self.program, self.folder = program, folder / "examples"
        self.temporary = folder / "temporary"
        self.temporary.mkdir()
        shutil.copytree(EXAMPLES, self.folder, ignore=shutil.ignore_patterns("__pycache__", ".understudy"))
        (folder / "bin").mkdir()
        (folder / "bin/understudy").symlink_to(program)
        (folder / "home").mkdir()
        self.environment = {"PATH": f"{folder / 'bin'}:{os.environ['PATH']}", "HOME": str(folder / "home"), "TMPDIR": str(self.temporary), "LC_ALL": "C.UTF-8",
                            "PYTHONDONTWRITEBYTECODE": "1"}

    def run(self, example: str, *words: str, stand_in: bool = False, **variables: str) -> subprocess.CompletedProcess[str]:
        environment = self.environment | variables
        if stand_in:
            environment["PATH"] = f"{self.folder / example / 'stand-in'}:{environment['PATH']}"
        program = [str(self.program)] if words[0] != "./gate.sh" else []
        return subprocess.run([*program, *words], cwd=self.folder / example, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=SECONDS)

    def must(self, code: int, example: str, *words: str, **options: object) -> str:
        done = self.run(example, *words, **options)  # type: ignore[arg-type]
        expect(done.returncode == code, f"{example}: `{' '.join(words)}` ended with {done.returncode}, not {code}:\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
        return done.stdout + done.stderr

    def cassettes(self, example: str, below: str = "cassettes") -> dict[str, Path]:
        folder = self.folder / example / below
        return {str(path.relative_to(folder).with_suffix("")).partition("/")[2]: path for path in sorted(folder.rglob("*")) if path.suffix in (".yaml", ".jsonl")}

    def plans(self, example: str) -> list[str]:
        return [f"plans/{path.name}" for path in sorted((self.folder / example / "plans").glob("*.yaml"))]


def head_of(path: Path) -> dict:
    """Everything of a cassette but its exchanges."""
    return json.loads(path.read_text().splitlines()[0]) if path.suffix == ".jsonl" else yaml.safe_load(path.read_text())


def every_row_is_there(examples: Examples) -> None:
    for example, rows in ROWS.items():
        there = set(examples.cassettes(example))
        expect(set(rows) <= there, f"{example}: no cassette for {sorted(set(rows) - there)}")
        planned = {step["record"] for plan in examples.plans(example) for step in _steps(examples.folder / example / plan) if "record" in step}
        unplanned = there - planned - {"killed", "exec/interrupted", "faults/cut", "faults/stalled", "faults/slow", "faults/malformed", "api/rate-limit", "issue/list-one", "pr/checks-failed", "pr/checks-pending"}
        expect(not unplanned, f"{example}: no plan records {sorted(unplanned)}")
        missing = planned - there
        expect(not missing, f"{example}: planned and not committed: {sorted(missing)}")


def _steps(plan: Path) -> list[dict]:
    document = yaml.safe_load(plan.read_text())
    return [step for phase in ("setup", "steps", "variations") for step in document.get(phase, [])]


def cassettes_name_the_plans_they_come_from(examples: Examples) -> None:
    """A plan that was changed since is told apart from drift by its digest."""
    for example in NAMES:
        for name, path in examples.cassettes(example).items():
            plan = head_of(path).get("plan")
            if plan is None:
                continue
            digest = "sha256:" + hashlib.sha256((examples.folder / example / plan["file"]).read_bytes()).hexdigest()
            expect(plan["digest"] == digest, f"{example}/{name}: {plan['file']} is another one by now")


def origins_are_honest(examples: Examples) -> None:
    """P1, P8: only what a recorder wrote down from the tool itself is `recorded`."""
    for example in NAMES:
        allowed = RECORDED.get(example, set())
        for name, path in examples.cassettes(example).items():
            head = head_of(path)
            is_recorded = head["origin"] == "recorded"
            expect(is_recorded == (allowed == "all" or name in allowed), f"{example}/{name}: origin is {head['origin']}")
            if is_recorded:
                tool = head["provenance"]["tool"]
                expect(tool["name"] == example and "stand-in" not in tool["version"], f"{example}/{name}: recorded from {tool}")
            else:
                expect("hand" in head["notes"] or head["origin"] == "derived", f"{example}/{name}: the notes do not say that it was written by hand")


def gates_are_green(examples: Examples) -> None:
    for example in NAMES:
        examples.must(DONE, example, "./gate.sh")


def one_changed_letter_turns_the_gate_red(examples: Examples) -> None:
    """A12: the report names the cassette and the part that differs."""
    changes = {
        "git": ("fake/verbs.py", "Preparing worktree", "preparing worktree", "worktree/add", "stderr"),
        "gh": ("fake/gh_words.py", "✓ Closed issue", "✔ Closed issue", "issue/close", "stderr"),
        "docker": ("fake/engine.py", "REPOSITORY   TAG", "REPOSITORY   TAGS", "image/list-empty", "stdout"),
        "llm": ("fake/session.py", '"stop_reason": None', '"stop_reason": "end"', "ping", "stop_reason"),
    }
    for example, (file, before, after, cassette, part) in changes.items():
        path = examples.folder / example / file
        text = path.read_text()
        expect(before in text, f"{example}: {file} does not hold {before!r}")
        path.write_text(text.replace(before, after))
        report = examples.must(DIFFERED, example, "check")
        expect(f"{cassette}." in report and part in report, f"{example}: the report does not name {cassette} and {part}:\n{report[:2000]}")
        path.write_text(text)


def what_the_readme_breaks_is_found(examples: Examples) -> None:
    """A9, P17, P74: nothing to check fails, a fake that answers anything fails, nobody edits a recording in silence."""
    fake = examples.folder / "git/fake/fake.py"
    text = fake.read_text()
    fake.write_text(text.replace("    def answer(self, call: Call) -> Answer:\n", "    def answer(self, call: Call) -> Answer:\n        return Answer()\n"))
    report = examples.must(DIFFERED, "git", "check")
    expect("cassette.fake_answers_anything" in report, f"a fake that answers anything passes:\n{report[-2000:]}")
    fake.write_text(text)
    edited = examples.cassettes("git")["status/modified"]
    edited.write_text(edited.read_text().replace(" M file.txt", " M fall.txt"))
    report = examples.must(2, "git", "check")
    expect("cassette.digest_mismatch" in report, f"an edit passes:\n{report[-2000:]}")
    shutil.rmtree(examples.folder / "git/cassettes/git")
    done = examples.run("git", "check")
    expect(done.returncode != DONE, "nothing to check passes")


def self_tests_notice_every_mutant(examples: Examples) -> None:
    """P71: the checks of the examples can fail."""
    for example in NAMES:
        examples.must(DONE, example, "check", "--self-test")


def a_broken_stream_is_noticed(examples: Examples) -> None:
    """P25, P29: an event too few, one of a new kind, a cut line, nothing at all."""
    fake = examples.folder / "llm/fake/fake.py"
    text = fake.read_text()
    whole = "return self._printed(lines).exit(code)"
    expect(whole in text, f"llm: fake.py does not hold {whole!r}")
    broken = {
        "no first event": "lines[1:]", "no result": "lines[:-1]", "half a line at the end": "[*lines[:-1], lines[-1][:40]]", "nothing": "[]",
        "a kind nobody knows": "[*lines[:-1], lines[1].replace(b'assistant', b'oracle', 1), lines[-1]]",
        "another model": "[line.replace(b'-20250929', b'-20260101') for line in lines]",
        "a line that is no JSON": "[*lines[:-1], b'Segmentation fault\\n', lines[-1]]",
    }
    for what, lines in broken.items():
        fake.write_text(text.replace(whole, whole.replace("(lines)", f"({lines})")))
        done = examples.run("llm", "check", "cassettes/llm/ping.jsonl")
        expect(done.returncode == DIFFERED, f"{what}: ended with {done.returncode}:\n{done.stdout[-1500:]}{done.stderr[-1500:]}")


def rules_hide_no_more_than_their_class(examples: Examples) -> None:
    """P26, P27."""
    for example in NAMES:
        examples.must(DONE, example, "rules", "audit")


def git_says_it_still(examples: Examples) -> None:
    """P23, P44: the plans are recorded again from the real git, and files that agree keep their bytes."""
    before = {name: path.read_bytes() for name, path in examples.cassettes("git").items()}
    recorded_with = head_of(next(iter(examples.cassettes("git").values())))["provenance"]["tool"]["version"]
    here = subprocess.run(["git", "--version"], capture_output=True, text=True, check=True).stdout.strip()
    for plan in examples.plans("git"):
        done = examples.run("git", "record", "--plan", plan)
        is_other_wording = recorded_with not in here and plan == "plans/bisect.yaml"  # P13: it differs between versions
        expect(done.returncode == DONE or is_other_wording, f"{plan} ended with {done.returncode}:\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
        wanted = sum("record" in step for step in _steps(examples.folder / "git" / plan))
        expect(f"{wanted} agreed" in done.stdout + done.stderr or is_other_wording, f"{plan}: not {wanted} agreed:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    after = {name: path.read_bytes() for name, path in examples.cassettes("git").items()}
    expect(before == after, f"changed: {sorted(name for name in before if before[name] != after.get(name))}")
    expect(set(before) == set(after), f"new: {sorted(set(after) - set(before))}")


def git_is_recorded_from_nothing(examples: Examples) -> None:
    """P73: not only the committed files hold; the next recording has the same names and passes its own expectations."""
    names = set(examples.cassettes("git"))
    shutil.rmtree(examples.folder / "git/cassettes")
    for plan in examples.plans("git"):
        examples.must(DONE, "git", "record", "--plan", plan)
    expect(set(examples.cassettes("git")) == names, f"differs: {sorted(names ^ set(examples.cassettes('git')))}")
    leftovers = [path.name for path in examples.temporary.iterdir()]
    expect(not leftovers, f"left in the folder for temporary files: {leftovers}")


def git_is_replayed(examples: Examples) -> None:
    """P18, P20, P21: a program meets the recording at the executable; the first column and CR LF arrive."""
    one = examples.folder / "git/one/git/status"
    one.mkdir(parents=True)
    shutil.copy(examples.folder / "git/cassettes/git/status/modified.yaml", one)
    done = examples.run("git", "with", "one", "--", "git", "status", "--porcelain")
    expect(done.returncode == DONE and done.stdout == " M file.txt\n", f"replayed {done.stdout!r}, ended with {done.returncode}: {done.stderr[-2000:]}")
    missed = examples.run("git", "with", "one", "--", "git", "status", "--short")
    expect(missed.returncode == 97 and "--porcelain" in missed.stderr, f"a miss ended with {missed.returncode}: {missed.stderr[-2000:]}")
    raw = examples.run("git", "with", "cassettes", "--", "sh", "-c", "git show HEAD:dos.txt | od -c -An")
    expect("\\r  \\n" in raw.stdout, f"replayed {raw.stdout!r}: {raw.stderr[-2000:]}")


def faults_are_replayed(examples: Examples) -> None:
    """A program that reads the stream meets a cut line, and one that is no JSON."""
    for fault, code, ending in (("cut", 1, '"model":"claude-sonnet-4-5-20'), ("malformed", 0, "}\n")):
        folder = examples.folder / f"llm/{fault}/llm/faults"
        folder.mkdir(parents=True)
        shutil.copy(examples.folder / f"llm/cassettes/llm/faults/{fault}.jsonl", folder)
        done = examples.run("llm", "with", fault, "--", "claude", "-p", "ping", "--output-format", "stream-json", "--verbose", "--model", "sonnet", "--setting-sources", "project")
        expect(done.returncode == code and done.stdout.endswith(ending), f"{fault}: ended with {done.returncode}: {done.stdout[-200:]!r} {done.stderr[-1000:]}")
        broken = [line for line in done.stdout.splitlines() if not _is_json(line)]
        expect(len(broken) == 1, f"{fault}: {len(broken)} lines are no JSON")


def faults_are_laid_over_a_recording(examples: Examples) -> None:
    """The same trouble without a file for it, in the middle of the recorded stream."""
    folder = examples.folder / "llm/good/llm"
    folder.mkdir(parents=True)
    shutil.copy(examples.folder / "llm/cassettes/llm/ping.jsonl", folder)
    call = ("claude", "-p", "ping", "--output-format", "stream-json", "--verbose", "--model", "sonnet", "--setting-sources", "project")
    for fault, code, broken in (("cut:1", 1, 1), ("malformed:2", 0, 1), ("malformed:1", 0, 1)):
        done = examples.run("llm", "with", "good", "--fault", fault, "--", *call)
        lines = [line for line in done.stdout.splitlines() if not _is_json(line)]
        expect(done.returncode == code and len(lines) == broken, f"{fault}: ended with {done.returncode}: {done.stdout[-300:]!r} {done.stderr[-1000:]}")
    stalled = examples.run("llm", "with", "good", "--fault", "stall:2", "--", "timeout", "0.5", *call)
    expect(stalled.returncode == 124 and stalled.stdout.count("\n") == 2, f"stall:2: ended with {stalled.returncode}: {stalled.stdout[-300:]!r} {stalled.stderr[-1000:]}")


def _is_json(line: str) -> bool:
    try:
        json.loads(line)
    except ValueError:
        return False
    return True


def the_docker_client_says_it_still(examples: Examples) -> None:
    """It needs no daemon: four recordings of the real client, whatever its version."""
    if shutil.which("docker") is None:
        raise Skipped("docker is not installed")
    before = {name: path.read_bytes() for name, path in examples.cassettes("docker").items()}
    report = examples.must(DONE, "docker", "record", "--plan", "plans/client.yaml")
    expect("4 agreed" in report, f"not all four agreed:\n{report}")
    expect(before == {name: path.read_bytes() for name, path in examples.cassettes("docker").items()}, "a file that agrees was changed")


def gh_refuses_it_still(examples: Examples) -> None:
    """It needs neither token nor network: three recordings of the real gh. Of another version only that it refuses."""
    if shutil.which("gh") is None:
        raise Skipped("gh is not installed")
    here = subprocess.run(["gh", "--version"], capture_output=True, text=True, check=True).stdout
    recorded_with = head_of(examples.cassettes("gh")["login/none"])["provenance"]["tool"]["version"]
    done = examples.run("gh", "record", "--plan", "plans/offline.yaml")
    is_same = recorded_with in here
    expect(done.returncode == DONE if is_same else done.returncode in (DONE, DIFFERED), f"ended with {done.returncode}:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    expect("3 agreed" in done.stderr or not is_same, f"not all three agreed:\n{done.stderr[-2000:]}")
    expect("not kept" not in done.stderr and "unknown" not in done.stderr.splitlines()[-1], f"not as planned:\n{done.stderr[-2000:]}")


def a_run_that_a_signal_ends_is_recorded(examples: Examples) -> None:
    """P5: what came before the signal is kept, and how it ended."""
    done = examples.run("llm", "record", "-o", "killed.yaml", "--", "claude", "-p", "ping", "--output-format", "stream-json", "--verbose", "--model", "sonnet",
                        stand_in=True, ANTHROPIC_API_KEY="not-a-key", LLM_STAND_IN_DIES="1")
    expect(done.returncode == 128 + 15 and done.stdout.count("\n") == 2, f"ended with {done.returncode}: {done.stdout[-500:]}{done.stderr[-2000:]}")
    output = yaml.safe_load((examples.folder / "llm/killed.yaml").read_text())["exchanges"][0]["output"]
    expect(output["signal"] == 15 and bool(output["pieces"]), f"recorded: {output}")


def plans_run_with_the_stand_ins(examples: Examples) -> None:
    logins = {"gh": {"GITHUB_SANDBOX": "acme/sandbox", "GH_TOKEN": "not-a-token-writer", "GITHUB_READER": "not-a-token-reader"}, "docker": {}, "llm": {"ANTHROPIC_API_KEY": "not-a-key", "CODEX_API_KEY": "not-a-key"}}
    for example, variables in logins.items():
        for plan in examples.plans(example):
            if plan == "plans/checks.yaml":
                continue  # it looks at a pull request that stays open in the sandbox; the stand-in's begins empty
            more = ("--allow-destructive",) if plan == "plans/fresh-pull.yaml" else ()
            examples.must(DONE, example, "record", "--plan", plan, "--out", "from-stand-in", *more, stand_in=True, **variables)
        made = examples.cassettes(example, "from-stand-in")
        expect(bool(made), f"{example}: nothing was recorded")
        for name, path in made.items():
            version = head_of(path)["provenance"]["tool"]["version"]
            expect("stand-in" in version, f"{example}/{name}: nothing says that a stand-in was recorded: {version}")


def a_time_limit_leaves_nothing_running(examples: Examples) -> None:
    """P50: the stand-in's container is a process two levels down."""
    examples.must(DONE, "docker", "record", "--plan", "plans/containers.yaml", "--out", "from-stand-in", stand_in=True)
    output = yaml.safe_load(examples.cassettes("docker", "from-stand-in")["run/time-limit"].read_text())["exchanges"][0]["output"]
    expect(output.get("timed_out") is True, f"the step did not reach its limit: {output}")
    left = [path.parent.name for path in Path("/proc").glob("[0-9]*/environ") if _mentions(path, str(examples.temporary))]
    expect(not left, f"still running: {left}")


def _mentions(environ: Path, text: str) -> bool:
    try:
        return text.encode() in environ.read_bytes() and environ.parent.name != str(os.getpid())
    except OSError:
        return False  # gone, or not ours to read


def without_a_login_nothing_is_known(examples: Examples) -> None:
    """A19: no login is no failure and no change; the verdict is unknown."""
    examples.must(3, "gh", "record", "--plan", "plans/issues.yaml", "--out", "from-stand-in", stand_in=True, GITHUB_SANDBOX="acme/sandbox")
    expect(not examples.cassettes("gh", "from-stand-in"), "something was recorded without a login")


def writing_elsewhere_is_refused(examples: Examples) -> None:
    """P33: a target off the sandbox list; nothing runs."""
    examples.must(5, "gh", "record", "--plan", "plans/issues.yaml", "--out", "from-stand-in", stand_in=True, GITHUB_SANDBOX="acme/production", GH_TOKEN="not-a-token-writer")


def nothing_secret_is_committed(examples: Examples) -> None:
    """P61."""
    for example in NAMES:
        examples.must(DONE, example, "scan", ".")


def faults_are_derived_from_ping(examples: Examples) -> None:
    before = {name: path.read_bytes() for name, path in examples.cassettes("llm").items() if name.startswith("faults/")}
    done = subprocess.run(["python3", "faults.py"], cwd=examples.folder / "llm", env=examples.environment, capture_output=True, text=True, timeout=SECONDS)
    expect(done.returncode == DONE, f"faults.py ended with {done.returncode}: {done.stderr[-2000:]}")
    after = {name: path.read_bytes() for name, path in examples.cassettes("llm").items() if name.startswith("faults/")}
    expect(before == after and len(after) == 4, f"changed: {sorted(name for name in after if before.get(name) != after[name])}")


CASES: list[Callable[[Examples], None]] = [
    every_row_is_there, cassettes_name_the_plans_they_come_from, origins_are_honest, gates_are_green, one_changed_letter_turns_the_gate_red,
    what_the_readme_breaks_is_found, self_tests_notice_every_mutant, a_broken_stream_is_noticed, rules_hide_no_more_than_their_class,
    git_says_it_still, git_is_recorded_from_nothing, git_is_replayed, faults_are_replayed, faults_are_laid_over_a_recording, the_docker_client_says_it_still, gh_refuses_it_still, a_run_that_a_signal_ends_is_recorded,
    plans_run_with_the_stand_ins, a_time_limit_leaves_nothing_running, without_a_login_nothing_is_known, writing_elsewhere_is_refused,
    nothing_secret_is_committed, faults_are_derived_from_ping,
]
