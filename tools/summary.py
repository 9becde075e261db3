#!/usr/bin/env python3
"""Adds up the results of all runners and ends with the one line that counts.

    summary.py RESULTS... [--compile-times FILE]

RESULTS are files of house.results, GoogleTest JSON reports, or folders of such. A file that is named and not there
counts as a failure: its runner did not get far enough to write it. FILE has lines `SECONDS OBJECT`; a file that took
more than 15 s of CPU time to compile is named, and nothing fails by it: a busy machine measures more. The last line is `N passed, N failed`, with `, N skipped` if
there are skips. Ends with 1 if anything failed or nothing ran.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from house.results import FAILED, PASSED, SKIPPED, TestResult, count_line
from run_gtest import read_gtest

COMPILE_BUDGET_SECONDS = 15.0
SLOWEST = 10
_MESSAGE_LINES = 15


def read_results(path: Path) -> list[TestResult]:
    if path.is_dir():
        return [result for file in sorted(path.glob("*.json")) for result in read_results(file)]
    try:
        body = json.loads(path.read_text(encoding="utf-8", errors="replace"), strict=False)
        if "testsuites" in body:
            return read_gtest(path.stem, body)
        return [TestResult(t["name"], t["status"], float(t["seconds"]), t["message"]) for t in body["tests"]]
    except FileNotFoundError:
        return [TestResult(path.stem, FAILED, 0.0, "no results were written")]
    except (ValueError, KeyError, TypeError) as error:
        return [TestResult(path.stem, FAILED, 0.0, f"its results cannot be read: {error!r}")]


def read_compile_times(path: Path) -> list[tuple[float, str]]:
    """Slowest first. An object that was compiled again counts with its last time; one that is gone does not count."""
    times: dict[str, float] = {}
    if not path.is_file():
        return []
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
        seconds, _, name = line.partition(" ")
        try:
            times[name] = float(seconds)
        except ValueError:
            continue  # two compilers wrote at once
    return sorted(((spent, name) for name, spent in times.items() if (path.parent / name).exists()), reverse=True)


def over_budget(times: list[tuple[float, str]]) -> list[str]:
    return [
        f"warning: {name} took {spent:.1f} s of CPU time to compile, the budget is {COMPILE_BUDGET_SECONDS:g} s"
        for spent, name in times
        if spent > COMPILE_BUDGET_SECONDS
    ]


def render(results: list[TestResult], times: list[tuple[float, str]]) -> str:
    lines: list[str] = []
    if times:
        lines.append("slowest to compile (CPU seconds):")
        lines += [f"  {spent:6.2f}  {name}" for spent, name in times[:SLOWEST]]
        lines += over_budget(times)
    slow = sorted((result for result in results if result.seconds > 0), key=lambda result: -result.seconds)[:SLOWEST]
    if slow:
        lines.append("slowest tests (seconds):")
        lines += [f"  {result.seconds:6.2f}  {result.name}" for result in slow]
    for result in results:
        if result.status == FAILED:
            lines += [f"failed: {result.name}", *(f"  {line}" for line in _cut(result.message))]
    lines += [f"skipped: {result.name}: {result.message}" for result in results if result.status == SKIPPED]
    lines.append(count_line(results))
    return "\n".join(lines)


def _cut(message: str) -> list[str]:
    lines = message.splitlines()
    if len(lines) <= _MESSAGE_LINES:
        return lines
    return [*lines[:_MESSAGE_LINES], f"... {len(lines) - _MESSAGE_LINES} more lines"]


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Adds up test results.")
    parser.add_argument("results", nargs="+", type=Path)
    parser.add_argument("--compile-times", type=Path)
    options = parser.parse_args(arguments)
    results = [result for path in options.results for result in read_results(path)]
    times = read_compile_times(options.compile_times) if options.compile_times else []
    print(render(results, times).encode("utf-8", "replace").decode())
    has_run = any(result.status == PASSED for result in results)
    return 1 if not has_run or any(result.status == FAILED for result in results) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
