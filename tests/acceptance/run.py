#!/usr/bin/env python3
"""The acceptance scenarios of the sandbox that need a process: real sockets, real clients, both protocols.

    run.py [NAME...] [--binary build/dev/bin/understudy] [--results FILE]

Each case has a process of its own (`understudy serve`, ports picked by the system). A case whose name begins with s and
a number is the scenario of that number; the scenarios without a process are unit tests called Acceptance.S<number>.
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

import data_cases
import fault_cases
import feed_cases
import openapi_cases
import stream_cases
import webhook_cases
import webhook_fault_cases
import webhook_hostile_cases
import webhook_kept_cases
import webhook_refusal_cases
import webhook_signature_cases
import world_cases
from house.results import FAILED, PASSED, SKIPPED, TestResult, count_line, write_results
from world import Failed, Served

GROUPS = {"data": data_cases.CASES, "faults": fault_cases.CASES, "feed": feed_cases.CASES, "openapi": openapi_cases.CASES,
          "receivers": webhook_hostile_cases.CASES, "streams": stream_cases.CASES,
          "webhooks": webhook_cases.CASES + webhook_fault_cases.CASES + webhook_kept_cases.CASES + webhook_refusal_cases.CASES
          + webhook_signature_cases.CASES,
          "worlds": world_cases.CASES}


def run_case(name: str, case: Callable[[Served], None], program: Path) -> TestResult:
    if why := getattr(case, "lacks", str)():
        return TestResult(name, SKIPPED, 0.0, why)
    begin = time.monotonic()
    problem = ""
    with tempfile.TemporaryDirectory(prefix="acceptance-") as folder:
        served = Served(program, Path(folder), *getattr(case, "words", ("parcel",)))
        try:
            with served:
                try:
                    case(served)
                except Exception as error:  # of any kind: whatever a client trips over is a finding
                    problem = f"{'' if isinstance(error, Failed) else type(error).__name__ + ': '}{error}"
        except Failed as error:
            problem = "; ".join(filter(None, [problem, str(error)]))
    return TestResult(name, FAILED if problem else PASSED, time.monotonic() - begin, problem)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="run only cases whose name contains one of these")
    parser.add_argument("--binary", type=Path, default=ROOT / "build/dev/bin/understudy")
    parser.add_argument("--results", type=Path, help="write results as JSON")
    options = parser.parse_args()
    program = options.binary.resolve()
    results = []
    for group, cases in GROUPS.items():
        for case in cases:
            name = f"acceptance/{group}/{case.__name__}"
            if options.names and not any(part in name for part in options.names):
                continue
            results.append(run_case(name, case, program))
            if results[-1].status == FAILED:
                print(f"failed: {name}: {results[-1].message}")
    for why in sorted({result.message for result in results if result.status == SKIPPED}):
        print(f"skipped: {why}")
    print(f"acceptance: {count_line(results)}")
    if options.results:
        write_results(options.results, "acceptance", results)
    return 1 if any(result.status == FAILED for result in results) else 0


if __name__ == "__main__":
    sys.exit(main())
