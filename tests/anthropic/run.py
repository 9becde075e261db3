#!/usr/bin/env python3
"""The judge of packs/anthropic: the vendor's own SDKs, and every stream by our own grammar.

    run.py [NAME...] [--scripts N] [--binary build/release/bin/understudy] [--results FILE] [--times]

A name selects the cases whose name contains it: `node 0`, `node 1`, `python`, `models`, `streams`. Each case has a world of its own in a
process of its own. `--scripts` says how many random scripts are streamed (300). `./dev test` installs the packages of
package.json and those of tools/requirements.txt; where they are absent the cases that need them are skipped, with a line that says so.
"""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(ROOT / "tools"), str(ROOT / "tests/acceptance"), str(ROOT / "tests/models")]

import random_streams
from declared import declared
from house.cases import judge
from house.results import FAILED, PASSED, TestResult
from world import Failed, Served, expect, expect_equal, surroundings

SECONDS = 120.0
NODE = (
    *("plain", "stream", "tools", "tape", "thinking", "citations", "count"),
    *("models", "batches", "retries", "error_event", "broken", "errors"),
)
PYTHON = ("plain,stream,tools,thinking", "count,models,batches", "retries,broken", "errors")


def run_client(served: Served, *words: str) -> None:
    world = served.world
    done = subprocess.run([*words, str(world.port), world.key], cwd=HERE, env=surroundings(served.folder), capture_output=True, text=True,
                          timeout=SECONDS, check=False)  # fmt: skip
    if done.returncode != 0:
        raise Failed(f"ended with {done.returncode}: {done.stderr.strip()[-1500:]}")


def node_case(module: str, name: str) -> Callable[[Served], None]:
    def case(served: Served) -> None:
        run_client(served, "node", "sdk.mjs", module, name)

    case.__name__ = name
    installed = (HERE / "node_modules" / module).is_dir()
    case.lacks = lambda: "" if installed else f"npm packages of tests/anthropic are not installed ({module})"
    return case


def python_case(name: str) -> Callable[[Served], None]:
    def case(served: Served) -> None:
        run_client(served, sys.executable, "sdk.py", name)

    case.__name__ = name
    case.lacks = lambda: "" if importlib.util.find_spec("anthropic") else "the Python package anthropic is not installed"
    return case


def declared_models(served: Served) -> None:
    """Every model that a library declares is there; others are not."""
    for module in ("anthropic-0", "anthropic-1"):
        names = declared(HERE / "node_modules" / module)
        expect(len(names) > 15, f"{module} declares only {len(names)} models")
        for name in sorted(names):
            said = served.world.ask("GET", f"/v1/models/{name}", x_api_key=served.world.key, anthropic_version="2023-06-01")
            expect(said.status == 200, f"{module} declares {name}: {said.status} {said.body!r}")
    said = served.world.ask("GET", "/v1/models/none-of-these", x_api_key=served.world.key, anthropic_version="2023-06-01")
    expect_equal(said.status, 404, "status of a model that nobody declares")


declared_models.lacks = lambda: "" if (HERE / "node_modules").is_dir() else "npm packages of tests/anthropic are not installed"

GROUPS = {
    "node 0": [node_case("anthropic-0", name) for name in NODE],
    "node 1": [node_case("anthropic-1", name) for name in NODE],
    "python": [python_case(name) for name in PYTHON],
    "models": [declared_models],
    "streams": random_streams.CASES,
}


def run_case(name: str, case: Callable[[Served], None], program: Path) -> TestResult:
    begin = time.monotonic()
    problem = ""
    with tempfile.TemporaryDirectory(prefix="anthropic-") as folder:
        try:
            with Served(program, Path(folder), "anthropic") as served:
                case(served)
        except Exception as error:  # of any kind: whatever a client trips over is a finding
            problem = f"{'' if isinstance(error, Failed) else type(error).__name__ + ': '}{error}"
    return TestResult(name, FAILED if problem else PASSED, time.monotonic() - begin, problem)


if __name__ == "__main__":
    if "--scripts" in sys.argv:
        at = sys.argv.index("--scripts")
        random_streams.scripts = int(sys.argv[at + 1])
        del sys.argv[at : at + 2]
    sys.exit(judge("anthropic", __doc__, GROUPS, run_case))
