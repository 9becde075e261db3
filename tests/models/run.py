#!/usr/bin/env python3
"""The judge of the packs that stand in for models' services: conversations with the services themselves, recorded by others.

    run.py [NAME...] [--binary build/release/bin/understudy] [--results FILE] [--times]
    run.py --update [--binary FILE]       rewrites scores.json, misses.txt and drift.txt

A name selects the cases whose name contains it: `rules`, `recorded`, `captures`, `anthropic`, `chat`, `responses`. Each family has a
world of its own in a process of its own. Where the recordings or the reader of YAML are absent, all of it is skipped, with a
line that says so.
"""

from __future__ import annotations

import argparse
import importlib.util
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(ROOT / "tools"), str(ROOT / "tests/acceptance")]

from house.cases import judge
from house.results import FAILED, PASSED, TestResult
from world import Failed, Served

DATA = ROOT.parent / "shared/data/cassettes/pydantic-ai-sse-half"


def lacking() -> str:
    if not importlib.util.find_spec("yaml"):
        return "the Python package PyYAML is not installed"
    return "" if DATA.is_dir() else "the recorded conversations are not there (shared/data/cassettes/pydantic-ai-sse-half)"


def groups() -> dict[str, list[Callable]]:
    if why := lacking():

        def everything(_: Served) -> None:
            """Needs recordings."""

        everything.lacks = lambda: why
        return {"recorded": [everything]}
    import capture_cases
    import recorded_cases
    import rule_cases

    return {"rules": rule_cases.CASES, "recorded": recorded_cases.CASES, "captures": capture_cases.CASES}


def run_case(name: str, case: Callable, program: Path) -> TestResult:
    begin = time.monotonic()
    problem = ""
    try:
        if words := getattr(case, "words", None):
            with tempfile.TemporaryDirectory(prefix="models-") as folder, Served(program, Path(folder), *words) as served:
                case(served)
        else:
            case(None)
    except Exception as error:  # of any kind: whatever a comparison trips over is a finding
        problem = f"{'' if isinstance(error, Failed) else type(error).__name__ + ': '}{error}"
    return TestResult(name, FAILED if problem else PASSED, time.monotonic() - begin, problem)


def update() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--binary", type=Path, default=ROOT / "build/release/bin/understudy")
    options = parser.parse_args()
    if why := lacking():
        print(f"skipped: {why}")
        return 1
    import capture_cases
    import recorded_cases

    program = options.binary.resolve()
    recorded_cases.update(program)
    with tempfile.TemporaryDirectory(prefix="models-") as folder:
        capture_cases.update(lambda pack: Served(program, Path(tempfile.mkdtemp(dir=folder)), pack))
    return 0


if __name__ == "__main__":
    sys.exit(update() if "--update" in sys.argv else judge("models", __doc__, groups(), run_case))
