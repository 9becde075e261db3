#!/usr/bin/env python3
"""The judge of `import` and `export`: cassettes of six projects, and files that other tools make here and read again.

    run.py [NAME...] [--binary build/release/bin/understudy] [--results FILE] [--times]

A name selects the cases whose name contains it. Needs PyYAML, and git for the case `contradictions`.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "tools"))

import hydraflow_cases  # first: it says where the judge of secrets is
import corpora_cases
import hostile_cases
import tool_cases
from program import Failed, Work

from house.results import FAILED, PASSED, SKIPPED, TestResult, count_line, write_results

GROUPS = {"hydraflow": hydraflow_cases.CASES, "corpora": corpora_cases.CASES, "tools": tool_cases.CASES, "hostile": hostile_cases.CASES}


def run_case(name: str, case: Callable, program: Path) -> tuple[TestResult, list[str]]:
    begin = time.monotonic()
    problem = ""
    with tempfile.TemporaryDirectory(prefix="imports-") as folder:
        work = Work(program, Path(folder))
        try:
            case(work)
        except Exception as error:  # of any kind: whatever the judge trips over is a finding
            problem = f"{'' if isinstance(error, Failed) else type(error).__name__ + ': '}{error}"
    return TestResult(name, FAILED if problem else PASSED, time.monotonic() - begin, problem), work.notes


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="run only cases whose name contains one of these")
    parser.add_argument("--binary", type=Path, default=ROOT / "build/release/bin/understudy")
    parser.add_argument("--results", type=Path, help="write results as JSON")
    parser.add_argument("--times", action="store_true", help="print each case with its time")
    options = parser.parse_args()
    program = options.binary.resolve()
    results = []
    for group, cases in GROUPS.items():
        for case in cases:
            name = f"imports/{group}/{case.__name__}"
            if options.names and not any(part in name for part in options.names):
                continue
            if why := getattr(case, "lacks", str)():
                results.append(TestResult(name, SKIPPED, 0.0, why))
                continue
            result, notes = run_case(name, case, program)
            results.append(result)
            for note in notes:
                print(f"note: {note}")
            if result.status == FAILED:
                print(f"failed: {name}: {result.message}", flush=True)
            elif options.times:
                print(f"{result.status}: {name} {result.seconds:.1f} s", flush=True)
    for why in sorted({result.message for result in results if result.status == SKIPPED}):
        print(f"skipped: {why}")
    print(f"imports: {count_line(results)}")
    if options.results:
        write_results(options.results, "imports", results)
    return 1 if any(result.status == FAILED for result in results) else 0


if __name__ == "__main__":
    sys.exit(main())
