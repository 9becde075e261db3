#!/usr/bin/env python3
"""`./dev bench sdk`: what a world of its own costs a test. Vitest runs pairs of tests that do nothing, with the plugin's
`sandbox` and without; the medians of their times, as Vitest measures them, are compared. `--quick` measures fewer slices."""

from __future__ import annotations

import argparse
import resource
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "bench"))
sys.path.insert(1, str(ROOT / "tests/sdk"))

from node import Failed, must
from plugin_cases import overhead
from rows import Row, Table, finish
from slices import alternate

WORK = "what a world of its own adds to a test of Vitest: fork, use, end (absolute)"


def children_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=Path, default=ROOT / "build/release")
    parser.add_argument("--quick", action="store_true")
    options = parser.parse_args()
    program = options.build.resolve() / "bin/understudy"

    def pairs() -> tuple[dict[str, float], float]:
        before = children_seconds()
        return {"ms": overhead(program)}, children_seconds() - before

    try:
        must(["node", "build.mjs"])
        series = alternate({"vitest": pairs}, 3 if options.quick else 7, 25 if options.quick else 120, least=3)["vitest"]
        row = Row("S1", series.median("ms"), "ms", "<= 3", work=WORK, noisy=series.is_noisy())
    except (Failed, RuntimeError, OSError) as error:
        print(f"bench: {error}", file=sys.stderr)
        return 1
    table = Table(["slices of 200 pairs", "quiet", "ms, median"], [[str(len(series.slices)), str(len(series.quiet())), f"{series.median('ms'):.3g}"]])
    return finish("sdk", [row], options.quick, table, {"vitest": series.to_json()})


if __name__ == "__main__":
    sys.exit(main())
