"""The command line of a judge: groups of cases, selected by name, run one by one, counted and written down.

    sys.exit(judge("replay", __doc__, GROUPS, run_case))

A case that cannot run here has a function `lacks`, which says why.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from house.results import FAILED, SKIPPED, TestResult, count_line, write_results

ROOT = Path(__file__).resolve().parents[2]


def judge(topic: str, about: str | None, groups: Mapping[str, Sequence[Callable]], run_case: Callable[[str, Callable, Path], TestResult]) -> int:
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="run only cases whose name contains one of these")
    parser.add_argument("--binary", type=Path, default=ROOT / "build/release/bin/understudy")
    parser.add_argument("--results", type=Path, help="write results as JSON")
    parser.add_argument("--times", action="store_true", help="print each case with its time")
    options = parser.parse_args()
    program = options.binary.resolve()
    results: list[TestResult] = []
    for group, cases in groups.items():
        for case in cases:
            name = f"{topic}/{group}/{case.__name__}"
            if options.names and not any(part in name for part in options.names):
                continue
            if why := getattr(case, "lacks", str)():
                results.append(TestResult(name, SKIPPED, 0.0, why))
                continue
            results.append(run_case(name, case, program))
            if results[-1].status == FAILED:
                print(f"failed: {name}: {results[-1].message}", flush=True)
            elif options.times:
                print(f"{results[-1].status}: {name} {results[-1].seconds:.1f} s", flush=True)
    for why in sorted({result.message for result in results if result.status == SKIPPED}):
        print(f"skipped: {why}")
    print(f"{topic}: {count_line(results)}")
    if options.results:
        write_results(options.results, topic, results)
    return 1 if any(result.status == FAILED for result in results) else 0
