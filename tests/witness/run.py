#!/usr/bin/env python3
"""`understudy witness` over three small projects: a test that checks its fixture, and one that only opens it.

    run.py [NAME...] [--binary build/release/bin/understudy] [--results FILE]

Each case is a fresh copy of project/ with the tests of one runner in tests/. The test that checks must reach the level
asserted, the one that opens must stay at loaded, and neither may leave a trace in the project but the witness that was
asked for. Where vitest, pytest or jq is absent its cases are skipped, with a line that says so.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "tools"))

from house.results import FAILED, PASSED, SKIPPED, TestResult, count_line, write_results

FIXTURE = "tests/fixtures/greeting.jsonl"
SECONDS = 600
MUTATIONS = "14"  # each kind has its turn; starting a test runner takes its time


class Failed(Exception):
    """What a case did not find as it should be."""


@dataclass
class Runner:
    name: str
    lacks: str  # why its tests cannot run here
    checks: list[str]
    opens: list[str]


def runners() -> list[Runner]:
    no_vitest = "" if (HERE / "node_modules" / "vitest").is_dir() else "vitest is not installed in tests/witness"
    no_pytest = "" if importlib.util.find_spec("pytest") else "pytest is not installed"
    no_jq = "" if shutil.which("jq") else "jq is not installed"
    vitest = ["node_modules/.bin/vitest", "run", "--no-cache"]
    pytest = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    return [
        Runner("vitest", no_vitest, [*vitest, "checks"], [*vitest, "opens"]),
        Runner("pytest", no_pytest, [*pytest, "tests/test_checks.py"], [*pytest, "tests/test_opens.py"]),
        Runner("shell", no_jq, ["sh", "tests/checks.sh"], ["sh", "tests/opens.sh"]),
    ]


class Project:
    """A copy of project/ with the tests of one runner."""

    def __init__(self, binary: Path, folder: Path, runner: Runner) -> None:
        self.binary = binary
        self.folder = folder / "project"
        self.scratch = folder / "tmp"
        self.scratch.mkdir()
        shutil.copytree(HERE / "project", self.folder)
        shutil.copytree(HERE / runner.name, self.folder / "tests", dirs_exist_ok=True,
                        ignore=shutil.ignore_patterns("__pycache__"))
        if runner.name == "vitest":
            shutil.copy(HERE / "package.json", self.folder)
            (self.folder / "node_modules").symlink_to(HERE / "node_modules")

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "TMPDIR": str(self.scratch), "PYTHONDONTWRITEBYTECODE": "1", "CI": "1"}
        return subprocess.run([str(self.binary), *words], cwd=self.folder, env=environment, text=True,
                              capture_output=True, timeout=SECONDS, check=False)

    def witness(self, command: list[str], *options: str) -> tuple[int, dict, str]:
        """Exit code, the witness that was kept, and all that was printed."""
        before = self.digest()
        ran = self.run("witness", FIXTURE, "--write", *options, "--", *command)
        kept = list((self.folder / ".understudy" / "witnesses").glob("*.json"))
        said = ran.stdout + ran.stderr
        if list(self.scratch.iterdir()):
            raise Failed(f"the scratch folder was left behind\n{said}")
        if self.digest() != before:
            raise Failed(f"the project was changed\n{said}")
        return ran.returncode, json.loads(kept[0].read_text()) if kept else {}, said

    def digest(self) -> str:
        digest = hashlib.sha256()
        for path in sorted(self.folder.rglob("*")):
            # The salt of digests is kept in the git folder.
            if path.is_file() and not {".understudy", "node_modules", ".git"} & set(path.parts):
                digest.update(str(path).encode() + path.read_bytes())
        return digest.hexdigest()


def expect(holds: bool, what: str, said: str) -> None:
    if not holds:
        raise Failed(f"{what}\n{said}")


def a_test_that_checks_reaches_asserted(project: Project, runner: Runner) -> None:
    code, kept, said = project.witness(runner.checks, "--mutations", MUTATIONS)
    expect(code == 0, f"exit code {code} instead of 0", said)
    expect(kept.get("level") == "asserted", f"level {kept.get('level')}", said)
    expected = {run["expected"]: [] for run in kept["runs"]}
    for run in kept["runs"]:
        expected[run["expected"]].append(run)
    expect(len(expected.get("fail", [])) >= 8, "too few mutations", said)
    expect(all(run["outcome"] == "killed" for run in expected["fail"]), "a mutation survived", said)
    expect(len(expected.get("pass", [])) >= 3, "too few neutral mutations", said)
    expect(all(run["outcome"] == "survived" for run in expected["pass"]), "a neutral mutation was killed", said)
    expect(len(expected.get("pass, reworded", [])) == 1, "no wording mutation", said)
    linted = project.run("lint", "--check", "consumers")
    expect(linted.returncode == 0, f"lint: exit code {linted.returncode}", linted.stdout + linted.stderr)


def a_test_that_opens_stays_loaded(project: Project, runner: Runner) -> None:
    code, kept, said = project.witness(runner.opens, "--mutations", MUTATIONS)
    expect(code == 1, f"exit code {code} instead of 1", said)
    expect(kept.get("level") == "loaded", f"level {kept.get('level')}", said)
    expect("fixture.consumer.not_asserted" in said, "no finding fixture.consumer.not_asserted", said)
    linted = project.run("lint", "--check", "consumers")
    expect(linted.returncode == 1, f"lint: exit code {linted.returncode}", linted.stdout + linted.stderr)
    expect("fixture.consumer.not_asserted" in linted.stdout, "lint does not say so", linted.stdout)


def a_test_that_reads_words_is_bound_to_them(project: Project, runner: Runner) -> None:
    """Rule R4: other words of a text may break no test."""
    script = project.folder / "tests" / "checks_words.sh"
    script.write_text("grep -q 'Good morning' tests/fixtures/greeting.jsonl\n")
    code, kept, said = project.witness(["sh", "tests/checks_words.sh"])
    expect(code == 1, f"exit code {code} instead of 1", said)
    expect("fixture.consumer.wording_bound" in said, "no finding fixture.consumer.wording_bound", said)
    expect(kept.get("level") == "loaded", f"level {kept.get('level')}", said)


def a_test_that_opens_nothing_is_not_loaded(project: Project, runner: Runner) -> None:
    (project.folder / "tests" / "checks_nothing.sh").write_text("true tests/fixtures/greeting.jsonl\n")
    code, kept, said = project.witness(["sh", "tests/checks_nothing.sh"])
    expect(code == 1, f"exit code {code} instead of 1", said)
    expect("fixture.consumer.not_loaded" in said, "no finding fixture.consumer.not_loaded", said)
    expect(kept.get("level") == "referenced", f"level {kept.get('level')}", said)


def a_loader_may_say_what_it_handed_out(project: Project, runner: Runner) -> None:
    script = project.folder / "tests" / "checks_loader.sh"
    script.write_text('true tests/fixtures/greeting.jsonl; echo greeting.jsonl >>"$UNDERSTUDY_WITNESS"\n')
    code, kept, said = project.witness(["sh", "tests/checks_loader.sh"], "--need", "loaded", "--mutations", "0")
    expect(code == 0, f"exit code {code} instead of 0", said)
    expect(kept.get("level") == "loaded", f"level {kept.get('level')}", said)


def a_flaky_test_proves_nothing(project: Project, runner: Runner) -> None:
    script = project.folder / "tests" / "checks_flaky.sh"
    script.write_text("cat tests/fixtures/greeting.jsonl; mkdir ../../once 2>/dev/null\n")
    code, kept, said = project.witness(["sh", "tests/checks_flaky.sh"])
    expect(code == 3, f"exit code {code} instead of 3", said)
    expect(not kept, "a witness was kept", said)
    expect("fixture.consumer.inconclusive" in said, "no finding fixture.consumer.inconclusive", said)
    expect("two runs without a mutation ended with 0 and 1" in said, "another reason", said)


def a_test_that_hangs_is_stopped_with_its_children(project: Project, runner: Runner) -> None:
    script = project.folder / "tests" / "checks_hang.sh"
    script.write_text("cat tests/fixtures/greeting.jsonl; sleep 987 & sleep 987\n")
    code, kept, said = project.witness(["sh", "tests/checks_hang.sh"], "--limit", "1")
    expect(code == 3, f"exit code {code} instead of 3", said)
    left = subprocess.run(["ps", "-eo", "args"], text=True, capture_output=True, check=False).stdout
    expect("sleep 987" not in left, "a child lives on", said)


def a_changed_test_makes_the_witness_stale(project: Project, runner: Runner) -> None:
    project.witness(runner.checks)
    with (project.folder / "tests" / "checks.sh").open("a") as file:
        file.write("true\n")
    linted = project.run("lint", "--check", "consumers")
    expect(linted.returncode == 1, f"lint: exit code {linted.returncode}", linted.stdout + linted.stderr)
    expect("fixture.consumer.witness_stale" in linted.stdout, "lint does not say so", linted.stdout)


def a_secret_of_the_command_line_is_not_kept(project: Project, runner: Runner) -> None:
    token = "glpat-" + hashlib.sha1(b"made up for this test").hexdigest()[:20]
    code, kept, said = project.witness([*runner.checks, token], "--mutations", "6")
    expect(code == 0, f"exit code {code} instead of 0", said)
    expect(kept["command"] == [*runner.checks, "<secret>"], "another command", said)
    expect(token not in said, "it is printed", said)


def packages_of_the_project_lead_into_the_copy(project: Project, runner: Runner) -> None:
    """A package that is a link into the project must not be read from the checkout."""
    subprocess.run(["git", "init", "-q"], cwd=project.folder, check=True)
    (project.folder / ".gitignore").write_text("node_modules\ncache\n")
    scope = project.folder / "node_modules" / "@own"
    scope.mkdir(parents=True)
    (scope / "talks").symlink_to("../../tests")
    (project.folder / "node_modules" / "other").mkdir()
    (project.folder / "cache").mkdir()
    (project.folder / "cache" / "kept").write_text("kept")
    script = project.folder / "tests" / "checks_package.sh"
    script.write_text("test -d node_modules/other && test -f cache/kept && test ! -e .git || exit 9\n"
                      "sh node_modules/@own/talks/checks.sh # tests/fixtures/greeting.jsonl\n")
    code, kept, said = project.witness(["sh", "tests/checks_package.sh"], "--mutations", MUTATIONS)
    expect(code == 0, f"exit code {code} instead of 0", said)
    expect(kept.get("level") == "asserted", f"level {kept.get('level')}", said)


def misuse_is_refused(project: Project, runner: Runner) -> None:
    for words, code in [
        (["witness", "tests/checks.sh", "--", "true"], "fixture.not_a_fixture"),
        (["witness", FIXTURE, "--consumer", "test", "--", "true"], "fixture.no_consumer"),
        (["witness", FIXTURE, "--mutations", "-1", "--", "true"], "app.bad_arguments"),
        (["witness", FIXTURE], "app.missing_argument"),
    ]:
        ran = project.run(*words)
        expect(ran.returncode == 2, f"exit code {ran.returncode} instead of 2", ran.stdout + ran.stderr)
        expect(code in ran.stderr, f"no {code}", ran.stdout + ran.stderr)


def no_place_for_a_copy_is_said(project: Project, runner: Runner) -> None:
    project.scratch.rmdir()
    ran = project.run("witness", FIXTURE, "--", *runner.checks)
    expect(ran.returncode == 2, f"exit code {ran.returncode} instead of 2", ran.stdout + ran.stderr)
    expect("the project cannot be copied" in ran.stderr, "another reason", ran.stdout + ran.stderr)
    expect("fixture.no_scratch" in ran.stderr, "no fixture.no_scratch", ran.stdout + ran.stderr)


EVERYWHERE = [a_test_that_checks_reaches_asserted, a_test_that_opens_stays_loaded]
ONCE = [
    a_test_that_reads_words_is_bound_to_them,
    a_test_that_opens_nothing_is_not_loaded,
    a_loader_may_say_what_it_handed_out,
    a_flaky_test_proves_nothing,
    a_test_that_hangs_is_stopped_with_its_children,
    a_changed_test_makes_the_witness_stale,
    a_secret_of_the_command_line_is_not_kept,
    packages_of_the_project_lead_into_the_copy,
    misuse_is_refused,
    no_place_for_a_copy_is_said,
]


def run_case(name: str, case: Callable[[Project, Runner], None], binary: Path, runner: Runner) -> TestResult:
    if runner.lacks:
        return TestResult(name, SKIPPED, 0.0, runner.lacks)
    start = time.monotonic()
    folder = Path(tempfile.mkdtemp(prefix="understudy-witness-test-"))
    try:
        case(Project(binary, folder, runner), runner)
        return TestResult(name, PASSED, time.monotonic() - start)
    except (Failed, subprocess.TimeoutExpired) as error:
        return TestResult(name, FAILED, time.monotonic() - start, str(error))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", help="only cases whose name holds one of these")
    parser.add_argument("--binary", type=Path, default=ROOT / "build/release/bin/understudy")
    parser.add_argument("--results", type=Path)
    arguments = parser.parse_args()
    results = []
    for runner in runners():
        cases = EVERYWHERE + (ONCE if runner.name == "shell" else [])
        for case in cases:
            name = f"witness/{runner.name}/{case.__name__}"
            if arguments.names and not any(part in name for part in arguments.names):
                continue
            result = run_case(name, case, arguments.binary.resolve(), runner)
            results.append(result)
            print(f"{result.status:8} {name}{': ' + result.message if result.message else ''}", flush=True)
    if arguments.results:
        write_results(arguments.results, "witness", results)
    print(count_line(results))
    return 1 if any(result.status == FAILED for result in results) else 0


if __name__ == "__main__":
    sys.exit(main())
