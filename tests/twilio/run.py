#!/usr/bin/env python3
"""The judge of packs/twilio: the vendor's own SDKs by both ways of connecting, and the vendor's own descriptions.

    run.py [NAME...] [--binary build/release/bin/understudy] [--results FILE] [--times]

A name selects the cases whose name contains it: `node`, `python`, `client`, `proxy`, `shapes`, `walks`, `channels`, `example`.
Each case has a world of its own in a process of its own. `./dev test` installs the packages of package.json and those of tools/requirements.txt; where
they are absent the cases that need them are skipped, with a line that says so.
"""

from __future__ import annotations

import importlib
import importlib.util
import shutil
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
from world import Failed, Served, expect, surroundings

SECONDS = 240.0
NODE = ("messages", "media", "scheduled", "paging", "filters", "deleting", "magic", "calls", "recordings", "numbers", "lookups", "intelligence", "accounts", "errors")
PYTHON = ("messages", "segments", "paging", "filters", "deleting", "magic", "calls", "lookups", "intelligence", "errors")


def through_proxy(served: Served) -> dict[str, str]:
    """What a user sets who changes no code; the authority is the one `serve` has made in its home."""
    authority = next(served.folder.rglob("ca.pem"), None)
    expect(authority, "serve has made no authority")
    proxy = f"http://127.0.0.1:{served.world.port}"
    # The library for Node looks at HTTP_PROXY alone, the one for Python at the scheme of the address.
    return {"HTTP_PROXY": proxy, "HTTPS_PROXY": proxy, "NO_PROXY": "127.0.0.1",
            "NODE_EXTRA_CA_CERTS": str(authority), "REQUESTS_CA_BUNDLE": str(authority)}  # fmt: skip


def run_client(served: Served, way: str, name: str, *words: str) -> None:
    # Only the record of a new world shows its key in full in the vendor's form.
    made = served.admin.done("POST", "/worlds", {"pack": "twilio", "key": "usw_of_the_judge_of_twilio"})
    environment = surroundings(served.folder)
    if way == "proxy":
        environment |= through_proxy(served)
    config = made["config"]
    arguments = [way, name, str(served.world.port), made["key"], made["key_forms"][0], config["account_sid"], config["test_account_sid"]]
    done = subprocess.run([*words, *arguments], cwd=HERE, env=environment, capture_output=True, text=True, timeout=SECONDS, check=False)
    if done.returncode != 0:
        raise Failed(f"ended with {done.returncode}: {done.stderr.strip()[-1500:]}")


def node_case(way: str, name: str) -> Callable[[Served], None]:
    def case(served: Served) -> None:
        run_client(served, way, name, "node", "sdk.mjs")

    case.__name__ = name
    case.lacks = lambda: "" if (HERE / "node_modules/twilio").is_dir() else "npm packages of tests/twilio are not installed (twilio)"
    return case


def python_case(way: str, name: str) -> Callable[[Served], None]:
    def case(served: Served) -> None:
        run_client(served, way, name, sys.executable, "sdk.py")

    case.__name__ = name
    case.lacks = lambda: "" if importlib.util.find_spec("twilio") else "the Python package twilio is not installed"
    return case


def shape_cases(name: str) -> list[Callable[[Served], None]]:
    if not importlib.util.find_spec("jsonschema_rs"):

        def everything(_: Served) -> None:
            """Needs a judge of schemas."""

        everything.lacks = lambda: "the Python package jsonschema_rs is not installed"
        return [everything]
    return list(importlib.import_module(name).CASES)


def channels(served: Served) -> None:
    """One fact in the callback, which is a form, in the message and in the list: nothing differs on the fake."""
    words = [str(served.program), "verify", "--channels", "--pack", "twilio"]
    done = subprocess.run(words, cwd=ROOT, env=surroundings(served.folder), capture_output=True, text=True, timeout=SECONDS, check=False)
    for fact in ("status", "sender"):
        expect(f"agreed twilio.message, {fact} (the fake)" in done.stdout + done.stderr, f"{fact}: {done.stdout[-1500:]}{done.stderr[-500:]}")


def alerts(served: Served) -> None:
    """examples/twilio-alerts, as somebody runs it who has installed the plugin; the program is the one under test."""
    place = served.folder / "example"
    shutil.copytree(ROOT / "examples/twilio-alerts", place, ignore=shutil.ignore_patterns("__pycache__", ".pytest_cache"))
    environment = {**surroundings(served.folder), "UNDERSTUDY_BIN": str(served.program.resolve()), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONPATH": str(ROOT / "sdk/python/src")}
    words = [sys.executable, "-m", "pytest", "-p", "understudy.pytest_plugin", "-p", "no:cacheprovider", "-q"]
    done = subprocess.run(words, cwd=place, env=environment, capture_output=True, text=True, timeout=SECONDS, check=False)
    expect(done.returncode == 0 and "4 passed" in done.stdout, f"pytest ended with {done.returncode}: {done.stdout[-3000:]}{done.stderr[-1000:]}")


alerts.lacks = lambda: "" if importlib.util.find_spec("twilio") and importlib.util.find_spec("pytest") else "the Python packages twilio and pytest are not installed"

GROUPS = {
    "node client": [node_case("client", name) for name in NODE],
    "node proxy": [node_case("proxy", name) for name in NODE],
    "python client": [python_case("client", name) for name in PYTHON],
    "python proxy": [python_case("proxy", name) for name in PYTHON],
    "shapes": shape_cases("shape_cases"),
    "walks": shape_cases("random_walks"),
    "channels": [channels],
    "example": [alerts],
}


def run_case(name: str, case: Callable[[Served], None], program: Path) -> TestResult:
    begin = time.monotonic()
    problem = ""
    with tempfile.TemporaryDirectory(prefix="twilio-") as folder:
        try:
            with Served(program, Path(folder), "twilio") as served:
                case(served)
        except Exception as error:  # of any kind: whatever a client trips over is a finding
            problem = f"{'' if isinstance(error, Failed) else type(error).__name__ + ': '}{error}"
    return TestResult(name, FAILED if problem else PASSED, time.monotonic() - begin, problem)


if __name__ == "__main__":
    sys.exit(judge("twilio", __doc__, GROUPS, run_case))
