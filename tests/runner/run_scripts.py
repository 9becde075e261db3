#!/usr/bin/env python3
"""Runs the test scripts under tests/scripts: see script.py for the format.

    run_scripts.py [NAME...] [--binary PATH] [--accept] [--slow] [--jobs N] [--results FILE]

A NAME runs only the scripts whose path contains it. `--accept` shows what changed and then writes it into the
scripts. Scripts that end in `.slow.t` run only with `--slow`.
"""

from __future__ import annotations

import argparse
import difflib
import shutil
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(ROOT / "tools"))

from house.results import FAILED, PASSED, SKIPPED, TestResult, count_line, write_results
from judge import explain, judge_step
from sandbox import DEFAULT_SECONDS, SANITIZED_SLOWDOWN, Sandbox, is_sanitized
from script import Script, ScriptError, Step, parse_script, read_text, replace_steps


@dataclass
class Settings:
    binary: Path
    data: Path
    accept: bool = False
    sanitized: bool = False


def run_file(path: Path, name: str, settings: Settings) -> TestResult:
    start = time.monotonic()
    text = read_text(path.read_bytes())
    try:
        script = parse_script(name, text)
    except ScriptError as error:
        return TestResult(name, FAILED, 0.0, str(error))
    reason = why_skip(script, settings)
    if reason:
        return TestResult(name, SKIPPED, 0.0, reason)

    accepted, problems = run_script(script, settings)
    seconds = time.monotonic() - start
    if accepted is not None and settings.accept and accepted != script.steps:
        _write_accepted(path, name, text, replace_steps(text, script.steps, accepted))
        return TestResult(name, PASSED, seconds)
    problems += _unused_wildcards(script)
    return TestResult(name, FAILED if problems else PASSED, seconds, "\n".join(problems))


def why_skip(script: Script, settings: Settings) -> str:
    """Why a script cannot run here; empty if it can."""
    for tool in script.needs:
        if shutil.which(tool) is None:
            return f"needs {tool}, which is not installed"
    for path in script.data:
        if not (settings.data / path).exists():
            return f"needs the test data {path}, which is not there"
    return ""


def run_script(script: Script, settings: Settings) -> tuple[list[Step] | None, list[str]]:
    """The steps as they would have to be written (None if one ran out of time), and what went wrong."""
    seconds = script.limit_seconds or DEFAULT_SECONDS
    if settings.sanitized:
        seconds *= SANITIZED_SLOWDOWN
    memory = None if settings.sanitized else script.limit_memory_kib
    accepted: list[Step] = []
    problems: list[str] = []
    with Sandbox(settings.binary, settings.data if script.data else None) as sandbox:
        for folder in script.copies:
            if not (ROOT / folder).is_dir():
                return None, [f"{script.name}: there is no folder {folder}"]
            sandbox.copy_folder(ROOT / folder)
        for name, text in script.files.items():
            sandbox.write_file(name, text)
        deadline = time.monotonic() + seconds
        for step in script.steps:
            judged = judge_step(sandbox, step, script.wildcards, deadline, memory)
            if not judged.passed:
                problems.append(explain(script.name, judged, seconds))
            if judged.timed_out:
                return None, problems
            accepted.append(judged.accepted)
    return accepted, problems


def find_scripts(root: Path, names: list[str], slow: bool) -> list[Path]:
    found = sorted(root.rglob("*.t"))
    if not slow:
        found = [path for path in found if not path.name.endswith(".slow.t")]
    if names:
        found = [path for path in found if any(name in str(path.relative_to(root)) for name in names)]
    return found


def _unused_wildcards(script: Script) -> list[str]:
    expected = "\n".join(line for step in script.steps for line in step.stdout + step.stderr)
    unused = [token for token in script.wildcards if token not in expected]
    return [f"{script.name}: the wildcard {token} is declared and never used" for token in unused]


def _write_accepted(path: Path, name: str, before: str, after: str) -> None:
    diff = difflib.unified_diff(before.split("\n"), after.split("\n"), name, f"{name} (accepted)", lineterm="", n=2)
    print("\n".join(diff).encode("utf-8", "surrogateescape").decode("utf-8", "replace"))
    path.write_bytes(after.encode("utf-8", "surrogateescape"))


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Runs the test scripts.")
    parser.add_argument("names", nargs="*", help="run only scripts whose path contains one of these")
    parser.add_argument("--binary", type=Path, default=ROOT / "build/dev/bin/understudy")
    parser.add_argument("--scripts", type=Path, default=ROOT / "tests/scripts")
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared/data")
    parser.add_argument("--accept", action="store_true", help="write what happened into the scripts, after showing it")
    parser.add_argument("--slow", action="store_true", help="run .slow.t scripts too")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--results", type=Path, help="write results and times there as JSON")
    options = parser.parse_args(arguments)

    if not options.binary.is_file():
        print(f"run_scripts: there is no program at {options.binary}; build it first", file=sys.stderr)
        return 2
    settings = Settings(options.binary, options.data.resolve(), options.accept, is_sanitized(options.binary))
    paths = find_scripts(options.scripts, options.names, options.slow)
    names = [f"scripts/{path.relative_to(options.scripts)}" for path in paths]
    with ThreadPoolExecutor(max_workers=1 if options.accept else max(options.jobs, 1)) as pool:
        results = list(pool.map(lambda pair: run_file(pair[0], pair[1], settings), zip(paths, names)))

    for result in results:
        if result.status == FAILED:
            print(result.message.encode("utf-8", "replace").decode("utf-8", "replace"))
        elif result.status == SKIPPED:
            print(f"skipped: {result.name}: {result.message}")
    if options.results:
        write_results(options.results, "scripts", results)
    print(f"scripts: {count_line(results)}")
    return 1 if any(result.status == FAILED for result in results) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
