#!/usr/bin/env python3
"""The judge of `record` and `with`: real programs, recorded and replayed.

    run.py [NAME...] [--binary build/release/bin/understudy] [--results FILE] [--times]

A name selects the cases whose name contains it: `identity`, `misses`, `modes`, `sessions`, `parallel`, `secrets`, `tools`, `opens`, `network`.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "tools"))

import identity_cases
import miss_cases
import mode_cases
import network_cases
import open_cases
import parallel_cases
import secret_cases
import session_cases
import tool_cases
from ground import Failed, Ground
from house.cases import judge
from house.results import FAILED, PASSED, TestResult

GROUPS = {"identity": identity_cases.CASES, "misses": miss_cases.CASES, "modes": mode_cases.CASES, "sessions": session_cases.CASES, "parallel": parallel_cases.CASES,
          "secrets": secret_cases.CASES, "tools": tool_cases.CASES, "opens": open_cases.CASES, "network": network_cases.CASES}


def run_case(name: str, case: Callable, program: Path) -> TestResult:
    begin = time.monotonic()
    problem = ""
    with tempfile.TemporaryDirectory(prefix="commands-", ignore_cleanup_errors=True) as folder:
        ground = Ground(program, Path(folder).resolve())
        try:
            case(ground)
            if left := [path.name for path in ground.temporary.iterdir()]:
                raise Failed(f"left behind in the temporary folder: {left}")
        except Exception as error:  # of any kind: whatever the judge trips over is a finding
            problem = f"{'' if isinstance(error, Failed) else type(error).__name__ + ': '}{error}"
    return TestResult(name, FAILED if problem else PASSED, time.monotonic() - begin, problem)


if __name__ == "__main__":
    sys.exit(judge("commands", __doc__, GROUPS, run_case))
