#!/usr/bin/env python3
"""Runs the GoogleTest programs of a build, two at a time, and shows only what failed.

    run_gtest.py [NAME...] [--build build/dev] [--seconds 300] [--results FILE]

A NAME runs only the programs whose name contains it. RapidCheck gets a fixed seed unless RC_PARAMS says otherwise,
so that a run can be repeated.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from house.checks import ROOT
from house.results import FAILED, PASSED, SKIPPED, TestResult, count_line, write_results

_SKIPPED = re.compile(r"^.*: Skipped\n((?:.*\n)*?)\[  SKIPPED \] (\S+)", re.MULTILINE)
_LAST_LINES = 30


def run_program(program: Path, seconds: float) -> list[TestResult]:
    environment = {"RC_PARAMS": "seed=20260101", **os.environ, "LC_ALL": "C.UTF-8", "TZ": "UTC"}
    start = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="understudy-gtest-") as folder:
        report = Path(folder) / "report.json"
        command = [str(program), f"--gtest_output=json:{report}", "--gtest_color=no"]
        process = subprocess.Popen(command, cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT, start_new_session=True)
        timed_out = False
        try:
            raw, _ = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            timed_out = True
            os.killpg(process.pid, signal.SIGKILL)
            raw, _ = process.communicate()
        output = raw.decode("utf-8", "replace")
        body = _read_report(report)
    spent = time.monotonic() - start
    if timed_out:
        return [TestResult(program.name, FAILED, spent, f"was ended after {seconds:g} s\n{_tail(output)}")]
    if body is None:
        return [TestResult(program.name, FAILED, spent, f"ended with {process.returncode} and no report\n{_tail(output)}")]
    results = read_gtest(program.name, body, output)
    if process.returncode != 0 and not any(result.status == FAILED for result in results):
        results.append(TestResult(program.name, FAILED, spent, f"ended with {process.returncode}\n{_tail(output)}"))
    return results


def read_gtest(program: str, body: dict, output: str = "") -> list[TestResult]:
    """Results from GoogleTest's JSON; it leaves out why a test was skipped, its output does not."""
    reasons = {match[2]: " ".join(match[1].split()) for match in _SKIPPED.finditer(output)}
    results = []
    for suite in body.get("testsuites", []):
        for test in suite.get("testsuite", []):
            name = f"{suite['name']}.{test['name']}"
            status, message = PASSED, ""
            if test.get("failures"):
                status, message = FAILED, "\n".join(failure["failure"] for failure in test["failures"])
            elif test.get("result") == "SKIPPED":
                status, message = SKIPPED, reasons.get(name, "no reason given")
            elif test.get("status") == "NOTRUN":
                status, message = SKIPPED, "disabled"
            results.append(TestResult(f"{program}/{name}", status, float(test.get("time", "0s").rstrip("s")), message))
    return results


def _read_report(path: Path) -> dict | None:
    try:
        return json.loads(path.read_text(encoding="utf-8", errors="replace"), strict=False)
    except (OSError, ValueError):
        return None


def _tail(output: str) -> str:
    return "\n".join(output.rstrip().split("\n")[-_LAST_LINES:])


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Runs the unit-test programs.")
    parser.add_argument("names", nargs="*", help="run only programs whose name contains one of these")
    parser.add_argument("--build", type=Path, default=ROOT / "build/dev")
    parser.add_argument("--seconds", type=float, default=300, help="limit for each program")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--results", type=Path, help="write results as JSON")
    options = parser.parse_args(arguments)

    programs = [path for path in sorted((options.build / "bin").glob("*_test")) if os.access(path, os.X_OK)]
    if not programs:
        print(f"run_gtest: no test programs in {options.build}/bin", file=sys.stderr)
        return 2
    # A name may mean scripts only: running none of the programs is then no fault of theirs.
    programs = [path for path in programs if not options.names or any(name in path.name for name in options.names)]
    # The largest first: they also run longest, and none of them is left for the end, alone.
    programs.sort(key=lambda path: path.stat().st_size, reverse=True)

    def run_and_show(program: Path) -> list[TestResult]:
        results = run_program(program, options.seconds)
        lines = [f"{program.name}: {count_line(results)} ({sum(result.seconds for result in results):.1f} s)"]
        lines += [f"failed: {result.name}\n{result.message}" for result in results if result.status == FAILED]
        print("\n".join(lines), flush=True)
        return results

    with ThreadPoolExecutor(max_workers=max(options.jobs, 1)) as pool:
        results = [result for group in pool.map(run_and_show, programs) for result in group]
    if options.results:
        write_results(options.results, "gtest", results)
    return 1 if any(result.status == FAILED for result in results) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
