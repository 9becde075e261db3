#!/usr/bin/env python3
"""The judge of `lint`, `family`, `reconcile` and `witness`: families and their examples, the ready-made findings, real streams.

    run.py [NAME...] [--binary build/release/bin/understudy] [--results FILE] [--update] [--times]

A name selects the cases whose name contains it: `examples`, `rows`, `babysitter`, `streams`, `rename`, `names_in_sources`,
`reword`, `calibration`, `scrub`, `secrecy`, `hostile`, `modes`, `family_file`, `own_fixtures`, `reconcile`, `witness`. `--update` writes the scores
of the false alarms to scores.json. Needs PyYAML.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "tools"))

import project  # first: it says where the judge of secrets is

import babysitter_cases
import calibration_cases
import example_cases
import family_file_cases
import hostile_cases
import mode_cases
import own_cases
import reconcile_cases
import rename_cases
import reword_cases
import row_cases
import scrub_cases
import secrecy_cases
import source_cases
import stream_cases
import witness_cases
from house.results import FAILED, PASSED, SKIPPED, TestResult, count_line, write_results

GROUPS = {"examples": example_cases.CASES, "rows": row_cases.CASES, "babysitter": babysitter_cases.CASES, "calibration": calibration_cases.CASES,
          "streams": stream_cases.CASES, "rename": rename_cases.CASES, "names_in_sources": source_cases.CASES, "reword": reword_cases.CASES,
          "scrub": scrub_cases.CASES, "secrecy": secrecy_cases.CASES, "hostile": hostile_cases.CASES, "modes": mode_cases.CASES, "family_file": family_file_cases.CASES,
          "own_fixtures": own_cases.CASES, "reconcile": reconcile_cases.CASES, "witness": witness_cases.CASES}


def verbs_of(program: Path) -> str:
    return subprocess.run([str(program), "--help"], capture_output=True, text=True, timeout=60).stdout


def why_skip(case: Callable, verbs: str) -> str:
    verb = getattr(case, "verb", "")
    if verb and f"\n  {verb} " not in verbs:
        return f"the program has no `{verb}` yet"
    return getattr(case, "lacks", str)()


def run_case(name: str, case: Callable, program: Path, update: bool) -> tuple[TestResult, list[str]]:
    begin = time.monotonic()
    problem = ""
    with tempfile.TemporaryDirectory(prefix="families-") as folder:
        work = project.Project(program, Path(folder), update)
        try:
            case(work)
        except Exception as error:  # of any kind: whatever the judge trips over is a finding
            problem = f"{'' if isinstance(error, project.Failed) else type(error).__name__ + ': '}{error}"
    return TestResult(name, FAILED if problem else PASSED, time.monotonic() - begin, problem), work.notes


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="run only cases whose name contains one of these")
    parser.add_argument("--binary", type=Path, default=ROOT / "build/release/bin/understudy")
    parser.add_argument("--results", type=Path, help="write results as JSON")
    parser.add_argument("--update", action="store_true", help="write the scores of the false alarms down")
    parser.add_argument("--times", action="store_true", help="print each case with its time")
    options = parser.parse_args()
    program = options.binary.resolve()
    verbs = verbs_of(program)
    results = []
    still_open = json.loads((HERE / "open.json").read_text())  # known to fail; run when asked for by name
    for group, cases in GROUPS.items():
        for case in cases:
            name = f"families/{group}/{case.__name__}"
            if options.names and not any(part in name for part in options.names):
                continue
            if name in still_open and not options.names:
                results.append(TestResult(name, SKIPPED, 0.0, f"open: {name.removeprefix('families/')}: {still_open[name]}"))
                continue
            if why := why_skip(case, verbs):
                results.append(TestResult(name, SKIPPED, 0.0, why))
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
    print(f"families: {count_line(results)}")
    if options.results:
        write_results(options.results, "families", results)
    return 1 if any(result.status == FAILED for result in results) else 0


if __name__ == "__main__":
    sys.exit(main())
