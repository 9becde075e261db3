#!/usr/bin/env python3
"""Runs the conformance programs on the outside suites and compares their scores with scores.json.

    run.py [SUITE...] [--build build/dev] [--data DIR] [--update] [--results FILE]

Scores may only go up: a lower one fails, a higher one passes with a note until `--update` writes it down. Every miss
is explained in misses/SUITE.json as {"CASE": "reason"}; a miss without a reason fails, and so does a reason whose
case no longer misses. A suite whose data is not there is skipped. Each group of a suite is one test.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(HERE))
sys.path.insert(0, str(ROOT / "tools"))

from house.results import FAILED, PASSED, SKIPPED, TestResult, count_line, write_results
from suites import SUITES

LIMIT_SECONDS = 300
SHOWN_PROBLEMS = 20

Scores = dict[str, dict[str, dict[str, int]]]  # suite, group, right or total


@dataclass
class Output:
    """What a conformance program printed."""

    groups: dict[str, dict[str, int]]
    misses: dict[str, str]  # case to what happened


class SuiteError(Exception):
    """A program that did not do its part; the message says how."""


def read_output(suite: str, text: str) -> Output:
    try:
        body = json.loads(text)
        groups = {name: {"right": int(g["right"]), "total": int(g["total"])} for name, g in body["groups"].items()}
        misses = {miss["case"]: miss.get("why", "") for miss in body["misses"]}
        named = body["suite"]
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise SuiteError(f"its output is not what run.py expects: {error!r}") from error
    if named != suite:
        raise SuiteError(f"it calls itself {named!r}")
    if not groups:
        raise SuiteError("it reports no groups")
    wrong = sum(score["total"] - score["right"] for score in groups.values())
    if wrong != len(misses):
        raise SuiteError(f"it lists {len(misses)} misses, its scores speak of {wrong}")
    return Output(groups, misses)


def command_of(suite: str, programs: Path) -> list[str | Path]:
    """The program of a suite, or the script SUITE.py, which is told where the programs are."""
    script = HERE / f"{suite}.py"
    if script.is_file():
        return [sys.executable, script, programs]
    program = programs / f"conformance_{suite}"
    if not program.is_file():
        raise SuiteError(f"there is no program {program.name}; build it first")
    return [program]


def run_program(suite: str, programs: Path, folder: Path) -> Output:
    try:
        done = subprocess.run([*command_of(suite, programs), folder], capture_output=True, timeout=LIMIT_SECONDS)
    except subprocess.TimeoutExpired:
        raise SuiteError(f"it was ended after {LIMIT_SECONDS} s") from None
    if done.returncode != 0:
        tail = done.stderr.decode("utf-8", "replace").strip()[-2000:]
        raise SuiteError(f"it ended with {done.returncode}: {tail}")
    return read_output(suite, done.stdout.decode("utf-8", "replace"))


def judge(suite: str, output: Output, scores: dict[str, dict[str, int]], reasons: dict[str, str]) -> list[TestResult]:
    """One result per group, with the problems of its misses; a group that vanished is a problem too."""
    problems: dict[str, list[str]] = {group: [] for group in output.groups}
    notes: dict[str, str] = {}
    for group, score in output.groups.items():
        known = scores.get(group)
        if known is None:
            notes[group] = "new; --update writes it down"
        elif score["total"] < known["total"]:
            problems[group].append(f"only {score['total']} cases, there were {known['total']}")
        elif score["right"] < known["right"]:
            problems[group].append(f"{score['right']} right, there were {known['right']}")
        elif score != known:
            notes[group] = f"was {known['right']}/{known['total']}; --update writes the new score down"
    for group in scores.keys() - output.groups.keys():
        problems[group] = ["the group is gone"]

    for case, why in output.misses.items():
        if not reasons.get(case, "").strip():
            problems[_group_of(case, problems)].append(f"{case}: misses without a reason in misses/{suite}.json: {why}")
    for case in reasons.keys() - output.misses.keys():
        problems[_group_of(case, problems)].append(f"{case}: misses/{suite}.json explains a case that does not miss")

    results = []
    for group, found in problems.items():
        score = output.groups.get(group, {"right": 0, "total": 0})
        line = f"{score['right']}/{score['total']} right"
        message = "\n".join(_first_few(found)) if found else notes.get(group, "")
        results.append(TestResult(f"conformance/{suite}/{group}", FAILED if found else PASSED, 0.0,
                                  f"{line}; {message}" if message else line))
    return results


def _group_of(case: str, problems: dict[str, list[str]]) -> str:
    """The longest group whose name begins the case; cases of no group share one of their own."""
    fitting = [group for group in problems if case == group or case.startswith(group + "/")]
    if fitting:
        return max(fitting, key=len)
    problems.setdefault("(no group)", [])
    return "(no group)"


def _first_few(problems: list[str]) -> list[str]:
    if len(problems) <= SHOWN_PROBLEMS:
        return problems
    return [*problems[:SHOWN_PROBLEMS], f"... and {len(problems) - SHOWN_PROBLEMS} more"]


def run_suite(suite: str, options: argparse.Namespace, scores: Scores) -> list[TestResult]:
    start = time.monotonic()
    folder = options.data / SUITES[suite]
    if not folder.is_dir():
        return [TestResult(f"conformance/{suite}", SKIPPED, 0.0, f"its data is not there ({SUITES[suite]})")]
    try:
        output = run_program(suite, options.build / "bin", folder)
    except SuiteError as error:
        return [TestResult(f"conformance/{suite}", FAILED, 0.0, str(error))]
    results = judge(suite, output, scores.get(suite, {}), read_json(options.here / "misses" / f"{suite}.json"))
    for result in results:
        result.seconds = (time.monotonic() - start) / len(results)
    if options.update:
        scores[suite] = {group: output.groups[group] for group in sorted(output.groups)}
    return results


def read_json(path: Path) -> dict:
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Runs the conformance suites.")
    parser.add_argument("suites", nargs="*", help=f"some of: {', '.join(SUITES)}")
    parser.add_argument("--build", type=Path, default=ROOT / "build/dev")
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared/data")
    parser.add_argument("--here", type=Path, default=HERE, help="folder of scores.json and misses/")
    parser.add_argument("--update", action="store_true", help="write the scores down, lower ones too")
    parser.add_argument("--results", type=Path, help="write results as JSON")
    options = parser.parse_args(arguments)
    unknown = [name for name in options.suites if name not in SUITES]
    if unknown:
        print(f"conformance: no suite {unknown[0]!r}; there are {', '.join(SUITES)}", file=sys.stderr)
        return 2

    scores: Scores = read_json(options.here / "scores.json")
    results = [result for suite in options.suites or SUITES for result in run_suite(suite, options, scores)]
    if options.update:
        text = json.dumps(scores, indent=2, sort_keys=True) + "\n"
        (options.here / "scores.json").write_text(text, encoding="utf-8")
    for result in results:
        print(f"{result.status}: {result.name}: {result.message}")
    if options.results:
        write_results(options.results, "conformance", results)
    print(f"conformance: {count_line(results)}")
    return 1 if any(result.status == FAILED for result in results) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
