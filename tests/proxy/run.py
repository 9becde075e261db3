#!/usr/bin/env python3
"""The judge of `proxy`: real clients, the proxy between them and services of our own, and what it recorded.

    run.py [NAME...] [--binary build/release/bin/understudy] [--results FILE] [--times]

A name selects the cases whose name contains it: `round_trip`, `h2`, `ws`, `forward`, `flow`, `modes`, `callbacks`, `secrets`, `mitmproxy`, `with`.
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

import callback_cases
import flow_cases
import forward_cases
import h2_cases
import mitm_cases
import mode_cases
import round_trip_cases
import secret_cases
import with_cases
import ws_cases
from ground import Failed, Ground
from house.cases import judge
from house.results import FAILED, PASSED, TestResult

GROUPS = {"round_trip": round_trip_cases.CASES, "h2": h2_cases.CASES, "ws": ws_cases.CASES, "forward": forward_cases.CASES, "flow": flow_cases.CASES, "modes": mode_cases.CASES,
          "callbacks": callback_cases.CASES, "secrets": secret_cases.CASES, "mitmproxy": mitm_cases.CASES, "with": with_cases.CASES}


def run_case(name: str, case: Callable, program: Path) -> TestResult:
    begin = time.monotonic()
    problem = ""
    with tempfile.TemporaryDirectory(prefix="proxy-", ignore_cleanup_errors=True) as folder:
        ground = Ground(program, Path(folder).resolve())
        try:
            case(ground)
            if left := [path.name for path in ground.temporary.iterdir()]:
                raise Failed(f"left behind in the temporary folder: {left}")
        except Exception as error:  # of any kind: whatever the judge trips over is a finding
            problem = f"{'' if isinstance(error, Failed) else type(error).__name__ + ': '}{error}"
        finally:
            ground.close()
    return TestResult(name, FAILED if problem else PASSED, time.monotonic() - begin, problem)


if __name__ == "__main__":
    sys.exit(judge("proxy", __doc__, GROUPS, run_case))
