#!/usr/bin/env python3
"""The judge of the Python SDK: its own tests, a crowd of workers, types, the wheel, the example and the guide.

    run_py.py [NAME...] [--binary build/release/bin/understudy] [--results FILE] [--times]

A name selects the parts whose name contains it: `suite`, `crowd`, `overhead`, `types`, `wheel`, `guide`. Run by the
environment of ./dev (tools/requirements.txt), which has pytest, pytest-xdist and mypy.
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
sys.path.insert(0, str(HERE))

from house.results import FAILED, PASSED, SKIPPED, TestResult, count_line, write_results
from py_parts import PARTS, Failed, Ground


def run_part(name: str, part: Callable[[Ground], list[TestResult]], program: Path) -> list[TestResult]:
    """A part is one result, or brings results of its own."""
    begin = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="sdk-python-") as folder:
        try:
            own = part(Ground(program, Path(folder).resolve()))
            problem = ""
        except Exception as error:  # of any kind: whatever the judge trips over is a finding
            own, problem = [], f"{'' if isinstance(error, Failed) else type(error).__name__ + ': '}{error}"
    return own or [TestResult(f"sdk-python/{name}", FAILED if problem else PASSED, time.monotonic() - begin, problem)]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="run only parts whose name contains one of these")
    parser.add_argument("--binary", type=Path, default=ROOT / "build/release/bin/understudy")
    parser.add_argument("--results", type=Path, help="write results as JSON")
    parser.add_argument("--times", action="store_true", help="print each part with its time")
    options = parser.parse_args()
    results: list[TestResult] = []
    for part in PARTS:
        name = part.__name__
        if options.names and not any(each in name for each in options.names):
            continue
        begin = time.monotonic()
        found = run_part(name, part, options.binary.resolve())
        results += found
        for each in found:
            if each.status == FAILED:
                print(f"failed: {each.name}: {each.message}", flush=True)
        if options.times:
            print(f"{name}: {time.monotonic() - begin:.1f} s", flush=True)
    for why in sorted({result.message for result in results if result.status == SKIPPED}):
        print(f"skipped: {why}")
    print(f"sdk (python): {count_line(results)}")
    if options.results:
        write_results(options.results, "sdk-python", results)
    return 1 if any(result.status == FAILED for result in results) else 0


if __name__ == "__main__":
    sys.exit(main())
