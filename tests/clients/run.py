#!/usr/bin/env python3
"""Other people's clients against our server: curl, wrk, h2load, git, docker, Node's and npm's, and plain sockets.

    run.py [NAME...] [--build build/dev] [--results FILE]

Each case has a test server of its own (build/dev/bin/test_server) on a port picked by the system, and a fresh folder.
A case fails too if the server does not end well on SIGTERM. `./dev test` installs the packages of package.json; where
they or a tool are absent the cases that need them are skipped, with a line that says so.
"""

from __future__ import annotations

import argparse
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "tools"))

import curl_cases
import docker_cases
import git_cases
import load_cases
import raw_cases
from house.results import FAILED, PASSED, SKIPPED, TestResult, count_line, write_results
from serving import Failed, Place

# Node programs: the package each needs. Their cases are read from the program, so that none is forgotten.
NODE_PROGRAMS = {"websocket.mjs": "ws", "eventsource.mjs": "eventsource", "docker_client.mjs": "dockerode", "http2.mjs": ""}


@dataclass
class Case:
    name: str
    run: Callable[[Place], None]
    lacks: str = ""  # why it cannot run here


def lacking_tool(*names: str) -> str:
    absent = [name for name in names if not shutil.which(name)]
    return f"{absent[0]} is not installed" if absent else ""


def python_cases(group: str, functions: list[Callable[[Place], None]], *tools: str) -> list[Case]:
    return [Case(f"clients/{group}/{function.__name__}", function, lacking_tool(*tools)) for function in functions]


def node_cases(program: str, package: str) -> list[Case]:
    lacks = lacking_tool("node")
    if not lacks and package and not (HERE / "node_modules" / package).is_dir():
        lacks = f"the npm package {package} is not installed in tests/clients"
    names = re.findall(r"^  async (\w+)\(place\)", (HERE / program).read_text(), re.MULTILINE)
    group = program.removesuffix(".mjs")
    return [Case(f"clients/{group}/{name}", lambda place, name=name: place.node(program, name), lacks) for name in names]


def load_cases_of() -> list[Case]:
    return [Case(f"clients/load/{function.__name__}", function, lacking_tool(function.__name__.split("_")[0])) for function in load_cases.CASES]


def all_cases() -> list[Case]:
    cases = python_cases("curl", curl_cases.CASES, "curl") + python_cases("raw", raw_cases.CASES) + load_cases_of()
    for program, package in NODE_PROGRAMS.items():
        cases += node_cases(program, package)
    cases += python_cases("git", git_cases.CASES, "git") + python_cases("docker", docker_cases.CASES, "docker")
    return cases


def run_case(case: Case, server: Path, authority: Path) -> TestResult:
    if case.lacks:
        return TestResult(case.name, SKIPPED, 0.0, case.lacks)
    begin = time.monotonic()
    problem = ""
    with tempfile.TemporaryDirectory(prefix="clients-") as folder:
        place = Place(server, Path(folder), authority)
        try:
            with place:
                try:
                    case.run(place)
                except Exception as error:  # of any kind: a client that trips over an answer is a finding
                    problem = f"{'' if isinstance(error, Failed) else type(error).__name__ + ': '}{error}"
        except Failed as error:
            problem = "; ".join(filter(None, [problem, str(error)]))
        if problem and place.complaints().strip():
            problem += f"\nthe server said: {place.complaints().strip()}"
    return TestResult(case.name, FAILED if problem else PASSED, time.monotonic() - begin, problem)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="run only cases whose name contains one of these")
    parser.add_argument("--build", type=Path, default=ROOT / "build/dev")
    parser.add_argument("--server", type=Path, help="the test server, if not the one of the build")
    parser.add_argument("--results", type=Path, help="write results as JSON")
    options = parser.parse_args()
    server = (options.server or options.build / "bin/test_server").resolve()
    results = []
    with tempfile.TemporaryDirectory(prefix="clients-ca-") as authority:
        for case in all_cases():
            if options.names and not any(name in case.name for name in options.names):
                continue
            if not server.exists():
                results.append(TestResult(case.name, FAILED, 0.0, f"{server.name} is not built"))
                continue
            results.append(run_case(case, server, Path(authority) / "ca"))
            if results[-1].status == FAILED:
                print(f"failed: {case.name}: {results[-1].message}")
    for why in sorted({result.message for result in results if result.status == SKIPPED}):
        print(f"skipped: {why}")
    if not server.exists():
        print(f"failed: {server} is not built")
    print(f"clients: {count_line(results)}")
    if options.results:
        write_results(options.results, "clients", results)
    return 1 if any(result.status == FAILED for result in results) else 0


if __name__ == "__main__":
    sys.exit(main())
