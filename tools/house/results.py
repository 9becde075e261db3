"""Results of one test run as a JSON file, the same for every runner, so that summary.py can add them up.

    {"runner": "scripts", "tests": [{"name": "diff/basic.t", "status": "passed", "seconds": 0.1, "message": ""}]}

The message of a failed test says what went wrong, that of a skipped one why it did not run.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

PASSED = "passed"
FAILED = "failed"
SKIPPED = "skipped"


@dataclass
class TestResult:
    name: str
    status: str
    seconds: float = 0.0
    message: str = ""


def write_results(path: Path, runner: str, tests: list[TestResult]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    body = {"runner": runner, "tests": [asdict(test) for test in tests]}
    path.write_text(json.dumps(body, indent=1, ensure_ascii=True) + "\n", encoding="utf-8")


def count_line(tests: list[TestResult]) -> str:
    """`3 passed, 0 failed`, with `, 1 skipped` when there are skips."""
    passed = sum(test.status == PASSED for test in tests)
    failed = sum(test.status == FAILED for test in tests)
    skipped = sum(test.status == SKIPPED for test in tests)
    line = f"{passed} passed, {failed} failed"
    return f"{line}, {skipped} skipped" if skipped else line
