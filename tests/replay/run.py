#!/usr/bin/env python3
"""The judge of `replay`: recorded answers over real connections, to other people's clients.

    run.py [NAME...] [--binary build/release/bin/understudy] [--results FILE] [--times]

A name selects the cases whose name contains it: `answers`, `matching`, `protocols`, `streams`, `messages`, `callbacks`, `parallel`, `hostile`. `./dev test` installs
the packages of package.json; where they, a tool or the recorded streams are absent the cases that need them are skipped, with a line that says so.
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

import answer_cases
import callback_cases
import hostile_cases
import matching_cases
import message_cases
import parallel_cases
import protocol_cases
import stream_cases
from ground import Failed, Ground
from house.cases import judge
from house.results import FAILED, PASSED, TestResult

GROUPS = {"answers": answer_cases.CASES, "matching": matching_cases.CASES, "protocols": protocol_cases.CASES, "streams": stream_cases.CASES, "messages": message_cases.CASES,
          "callbacks": callback_cases.CASES, "parallel": parallel_cases.CASES, "hostile": hostile_cases.CASES}


def run_case(name: str, case: Callable, program: Path) -> TestResult:
    begin = time.monotonic()
    problem = ""
    with tempfile.TemporaryDirectory(prefix="replay-", ignore_cleanup_errors=True) as folder:
        ground = Ground(program, Path(folder).resolve())
        try:
            case(ground)
        except Exception as error:  # of any kind: whatever the judge trips over is a finding
            problem = f"{'' if isinstance(error, Failed) else type(error).__name__ + ': '}{error}"
    return TestResult(name, FAILED if problem else PASSED, time.monotonic() - begin, problem)


if __name__ == "__main__":
    sys.exit(judge("replay", __doc__, GROUPS, run_case))
