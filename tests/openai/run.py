#!/usr/bin/env python3
"""The judge of packs/openai: the vendor's own Node library, in two majors.

    run.py [NAME...] [--binary build/release/bin/understudy] [--results FILE] [--times]

A name selects the cases whose name contains it. Each case has a world of its own in a process of its own. `./dev test` installs the
packages of package.json; where they are absent the cases are skipped, with a line that says so.
"""

from __future__ import annotations

import subprocess
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
from world import Failed, Served, surroundings

SECONDS = 120.0
NODE = ("chat", "responses", "socket", "others", "errors")


def node_case(module: str, name: str) -> Callable[[Served], None]:
    def case(served: Served) -> None:
        words = ["node", "sdk.mjs", module, name, str(served.world.port), served.world.key]
        done = subprocess.run(words, cwd=HERE, env=surroundings(served.folder), capture_output=True, text=True, timeout=SECONDS, check=False)
        if done.returncode != 0:
            raise Failed(f"ended with {done.returncode}: {done.stderr.strip()[-1500:]}")

    case.__name__ = name
    installed = (HERE / "node_modules" / module).is_dir()
    case.lacks = lambda: "" if installed else f"npm packages of tests/openai are not installed ({module})"
    return case


GROUPS = {
    "node 6": [node_case("openai-before", name) for name in NODE],
    "node 7": [node_case("openai", name) for name in NODE],
}


def run_case(name: str, case: Callable[[Served], None], program: Path) -> TestResult:
    begin = time.monotonic()
    problem = ""
    with tempfile.TemporaryDirectory(prefix="openai-") as folder:
        try:
            with Served(program, Path(folder), "packs/openai") as served:
                case(served)
        except Exception as error:  # of any kind: whatever a client trips over is a finding
            problem = f"{'' if isinstance(error, Failed) else type(error).__name__ + ': '}{error}"
    return TestResult(name, FAILED if problem else PASSED, time.monotonic() - begin, problem)


if __name__ == "__main__":
    sys.exit(judge("openai", __doc__, GROUPS, run_case))
