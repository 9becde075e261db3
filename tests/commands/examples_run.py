#!/usr/bin/env python3
"""Judges the examples below examples/commands.

    examples_run.py [NAME...] [--binary build/release/bin/understudy] [--results FILE]

A name selects the cases whose name contains it. Needs git and PyYAML.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "tools"))

import agent_cases
from examples_cases import CASES, Examples, Failed, Skipped
from house.results import FAILED, PASSED, SKIPPED, TestResult, count_line, write_results


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="run only cases whose name contains one of these")
    parser.add_argument("--binary", type=Path, default=ROOT / "build/release/bin/understudy")
    parser.add_argument("--results", type=Path, help="write results as JSON")
    options = parser.parse_args()
    results = []
    for case in [*CASES, *agent_cases.CASES]:
        name = f"commands/examples/{case.__name__}"
        if options.names and not any(part in name for part in options.names):
            continue
        begin, problem, status = time.monotonic(), "", PASSED
        with tempfile.TemporaryDirectory(prefix="examples-") as folder:
            try:
                case(Examples(options.binary.resolve(), Path(folder)))
            except Skipped as why:
                problem, status = str(why), SKIPPED
            except Exception as error:  # of any kind: whatever the judge trips over is a finding
                problem, status = f"{'' if isinstance(error, (Failed, agent_cases.Failed)) else type(error).__name__ + ': '}{error}", FAILED
        results.append(TestResult(name, status, time.monotonic() - begin, problem))
        if problem:
            print(f"{status}: {name}: {problem}", flush=True)
    print(f"examples: {count_line(results)}")
    if options.results:
        write_results(options.results, "examples", results)
    return 1 if any(result.status == FAILED for result in results) else 0


if __name__ == "__main__":
    sys.exit(main())
