#!/usr/bin/env python3
"""The judge of the secret scanner and scrubber: planted secrets, near misses, false alarms, hostile files.

    run.py [NAME...] [--binary build/release/bin/understudy] [--results FILE] [--update]

A name selects the cases whose name contains it: `planted`, `scrubbed`, `near_misses`, `alarms`, `gitleaks`, `hostile`, `git`,
`policy`, `scrub`. Every secret is made at run time, from the `makes` line of a rule in secrets/rules. `--update` writes
the scores of the false alarms to scores.json.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "tools"))

import alarm_cases
import format_cases
import git_cases
import gitleaks_cases
import hostile_cases
import near_miss_cases
import planted_cases
import policy_cases
import scrub_cases
import texts
from house.results import FAILED, PASSED, SKIPPED, TestResult, count_line, write_results
from program import Failed, Work

GROUPS = {"planted": planted_cases.CASES, "scrubbed": planted_cases.SCRUB_CASES, "scrub": scrub_cases.CASES, "near_misses": near_miss_cases.CASES, "alarms": alarm_cases.CASES,
          "gitleaks": gitleaks_cases.CASES, "hostile": hostile_cases.CASES, "git": git_cases.CASES, "policy": policy_cases.CASES,
          "formats": format_cases.CASES}


def run_case(name: str, case: Callable[[Work], None], program: Path, update: bool) -> tuple[TestResult, list[str]]:
    if why := getattr(case, "lacks", str)():
        return TestResult(name, SKIPPED, 0.0, why), []
    begin = time.monotonic()
    problem = ""
    with tempfile.TemporaryDirectory(prefix="secrets-") as folder:
        work = Work(program, Path(folder), update)
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
    parser.add_argument("--update", action="store_true", help="write the scores of the false alarms down")
    parser.add_argument("--times", action="store_true", help="print each case with its time")
    parser.add_argument("--without", action="append", default=[], metavar="PART", help="leave out rules whose id contains this, to look past a known fault")
    options = parser.parse_args()
    texts.LEFT_OUT += options.without
    program = options.binary.resolve()
    results = []
    still_open = json.loads((HERE / "open.json").read_text())  # known to fail; run when asked for by name
    for group, cases in GROUPS.items():
        for case in cases:
            name = f"secrets/{group}/{case.__name__}"
            if options.names and not any(part in name for part in options.names):
                continue
            if name in still_open and not options.names:
                results.append(TestResult(name, SKIPPED, 0.0, f"open: {name.removeprefix('secrets/')}: {still_open[name]}"))
                continue
            result, notes = run_case(name, case, program, options.update)
            results.append(result)
            for note in notes:
                print(f"note: {note}")
            if result.status == FAILED:
                print(f"failed: {name}: {result.message}", flush=True)
            elif options.times:
                print(f"{result.status}: {name} {result.seconds:.1f} s", flush=True)
    for why in sorted({result.message for result in results if result.status == SKIPPED}):
        print(f"skipped: {why}")
    print(f"secrets: {count_line(results)}")
    if options.results:
        write_results(options.results, "secrets", results)
    return 1 if any(result.status == FAILED for result in results) else 0


if __name__ == "__main__":
    sys.exit(main())
