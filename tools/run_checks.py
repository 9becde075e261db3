#!/usr/bin/env python3
"""Runs the house checks (tools/check_*.py) and the tests of the Python tools; each check and each test is one result.

    run_checks.py [NAME...] [--build build/dev] [--only checks|python] [--results FILE]
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from house.checks import ROOT
from house.results import FAILED, PASSED, SKIPPED, TestResult, count_line, write_results

CHECK_SECONDS = 300
NEED_A_BUILD = ("check_reference", "check_static_init")
PYTHON_TESTS = ("tools/tests", "tests/runner", "tests/docs", "tests/conformance", "bench", "bench/lint")


def run_check(path: Path, build: Path) -> TestResult:
    arguments = ["--build", str(build)] if path.stem in NEED_A_BUILD else []
    start = time.monotonic()
    try:
        done = subprocess.run([sys.executable, str(path), *arguments], capture_output=True, text=True, timeout=CHECK_SECONDS)
        status, message = (PASSED if done.returncode == 0 else FAILED), (done.stdout + done.stderr).strip()
    except subprocess.TimeoutExpired:
        status, message = FAILED, f"was ended after {CHECK_SECONDS} s"
    return TestResult(f"checks/{path.stem.removeprefix('check_')}", status, time.monotonic() - start, message)


class Collector(unittest.TestResult):
    """Turns unittest's calls into results, with times."""

    def __init__(self) -> None:
        super().__init__()
        self.collected: list[TestResult] = []
        self._start = 0.0

    def startTest(self, test: unittest.TestCase) -> None:
        super().startTest(test)
        self._start = time.monotonic()
        self._note(test, PASSED, "")

    def stopTest(self, test: unittest.TestCase) -> None:
        super().stopTest(test)
        self.collected[-1].seconds = time.monotonic() - self._start

    def addError(self, test: unittest.TestCase, err: object) -> None:
        super().addError(test, err)
        self._replace(test, FAILED, self.errors[-1][1])

    def addFailure(self, test: unittest.TestCase, err: object) -> None:
        super().addFailure(test, err)
        self._replace(test, FAILED, self.failures[-1][1])

    def addSubTest(self, test: unittest.TestCase, subtest: unittest.TestCase, err: object) -> None:
        super().addSubTest(test, subtest, err)
        if err is not None:
            message = (self.failures + self.errors)[-1][1]
            self._replace(test, FAILED, f"{subtest}\n{message}")

    def addSkip(self, test: unittest.TestCase, reason: str) -> None:
        super().addSkip(test, reason)
        self._replace(test, SKIPPED, reason)

    def _note(self, test: unittest.TestCase, status: str, message: str) -> None:
        self.collected.append(TestResult(f"python/{test.id()}", status, 0.0, message))

    def _replace(self, test: unittest.TestCase, status: str, message: str) -> None:
        if not self.collected or self.collected[-1].name != f"python/{test.id()}":
            self._note(test, status, message)  # a failed import or class set-up has no start
        self.collected[-1].status = status
        self.collected[-1].message = message


def run_python_tests(folders: list[Path]) -> list[TestResult]:
    collector = Collector()
    for folder in folders:
        sys.path.insert(0, str(folder))
        for path in sorted(folder.glob("*_test.py")):
            unittest.defaultTestLoader.loadTestsFromName(path.stem).run(collector)
    return collector.collected


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Runs the house checks and the tests of the tools.")
    parser.add_argument("names", nargs="*", help="run only checks whose name contains one of these")
    parser.add_argument("--build", type=Path, default=ROOT / "build/dev")
    parser.add_argument("--only", choices=("checks", "python"))
    parser.add_argument("--results", type=Path, help="write results as JSON")
    options = parser.parse_args(arguments)

    results: list[TestResult] = []
    if options.only != "python":
        paths = sorted((ROOT / "tools").glob("check_*.py"))
        paths = [path for path in paths if not options.names or any(name in path.stem for name in options.names)]
        with ThreadPoolExecutor(max_workers=2) as pool:
            results += pool.map(lambda path: run_check(path, options.build), paths)
    if options.only != "checks" and not options.names:
        results += run_python_tests([ROOT / folder for folder in PYTHON_TESTS])
    for result in results:
        if result.status == FAILED or (result.name.startswith("checks/") and "warning" in result.message):
            print(f"{result.status}: {result.name}\n{result.message}")
    if options.results:
        write_results(options.results, "checks", results)
    print(f"checks: {count_line(results)}")
    return 1 if any(result.status == FAILED for result in results) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
