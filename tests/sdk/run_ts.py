#!/usr/bin/env python3
"""The TypeScript SDK, its plugins for Vitest, Jest and Playwright, and its packages, against the shipped program.

    run_ts.py [NAME...] [--binary build/release/bin/understudy] [--results FILE] [--times]

A name selects the cases whose name contains it. Needs node and the packages of sdk/package-lock.json.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "tools"))

import package_cases
import plugin_cases
from house.results import FAILED, PASSED, SKIPPED, TestResult, count_line, write_results
from node import SDK, Failed, must, vitest

STATUS = {"passed": PASSED, "failed": FAILED, "skipped": SKIPPED, "pending": SKIPPED, "todo": SKIPPED}


def build(_: Path) -> str:
    """tsc, strict, twice: ES modules and CommonJS."""
    must(["node", "build.mjs"])
    return ""


def types_are_up_to_date(program: Path) -> str:
    must(["node", "typescript/generate_types.mjs", "--binary", program, "--check"])
    return ""


def tests_are_typed(_: Path) -> str:
    must(["node", "node_modules/typescript/bin/tsc", "-p", "tsconfig.tests.json"])
    return ""


def run_case(name: str, case: Callable[[Path], str], program: Path) -> TestResult:
    begin = time.monotonic()
    problem = ""
    try:
        if said := case(program):
            print(said, flush=True)
    except Exception as error:  # of any kind: whatever a runner trips over is a finding
        problem = f"{'' if isinstance(error, Failed) else type(error).__name__ + ': '}{error}"
    return TestResult(name, FAILED if problem else PASSED, time.monotonic() - begin, problem)


def run_vitest(group: str, folder: Path, program: Path, *words: str) -> list[TestResult]:
    """Every test of Vitest is a result of its own."""
    try:
        tests, ran = vitest(folder, *words, program=program)
    except Failed as error:
        return [TestResult(f"sdk/{group}", FAILED, 0.0, str(error))]
    results = [TestResult(f"sdk/{group}/{test['title']}", STATUS.get(test["status"], FAILED), (test.get("duration") or 0.0) / 1000,
                          "\n".join(test.get("failureMessages") or []) or str(test.get("meta", {}).get("why", ""))) for test in tests]
    if ran.code != 0 and not any(result.status == FAILED for result in results):
        results.append(TestResult(f"sdk/{group}", FAILED, 0.0, f"vitest ended with {ran.code}:\n{ran.tail()}"))
    return results


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="run only cases whose name contains one of these")
    parser.add_argument("--binary", type=Path, default=ROOT / "build/release/bin/understudy")
    parser.add_argument("--results", type=Path, help="write results as JSON")
    parser.add_argument("--times", action="store_true", help="print each case with its time")
    options = parser.parse_args()
    program = options.binary.resolve()
    results = [run_case("sdk/types_are_up_to_date", types_are_up_to_date, program), run_case("sdk/build", build, program)]
    if all(result.status == PASSED for result in results):  # without a build everything else fails in the same way
        wanted = lambda name: not options.names or any(part in name for part in options.names)
        if wanted("sdk/core"):
            results += run_vitest("core", SDK / "typescript", program)
        if wanted("sdk/vitest"):
            results += run_vitest("vitest", SDK / "vitest", program, "tests/plugin")
        for case in [tests_are_typed, *plugin_cases.CASES, *package_cases.CASES]:
            if wanted(f"sdk/{case.__name__}"):
                results.append(run_case(f"sdk/{case.__name__}", case, program))
    for result in results:
        if result.status == FAILED:
            print(f"failed: {result.name}: {result.message}", flush=True)
        elif result.status == SKIPPED or options.times:
            print(f"{result.status}: {result.name} {result.seconds:.1f} s {result.message}", flush=True)
    print(f"sdk (typescript): {count_line(results)}")
    if options.results:
        write_results(options.results, "sdk-typescript", results)
    return 1 if any(result.status == FAILED for result in results) else 0


if __name__ == "__main__":
    sys.exit(main())
