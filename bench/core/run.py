#!/usr/bin/env python3
"""`./dev bench core`: our reader, validator, expressions and start-up, as ratios to others in one run."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "bench"))

from rows import Row, finish, median

DATA = ROOT.parent / "shared/data"


def run_json(*command: str | Path) -> dict:
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"{Path(str(command[0])).name}: {done.stderr.strip()[:300]}")
    return json.loads(done.stdout)


def parse_rows(binaries: Path, quick: bool) -> list[Row]:
    github = HERE / "node_modules/@octokit/openapi/generated/api.github.com.json"
    files = [("J1.openai", DATA / "openapi/openai/openapi.json"), ("J1.github", github)]
    rows = []
    for key, path in files:
        work = f"read {path.name}, against Boost.JSON's DOM"
        if not path.exists():
            rows.append(Row(key, None, "x Boost.JSON", "<= 1.3", f"{path.name} is not here", work))
            continue
        measured = run_json(binaries / "parse_bench", "9" if quick else "31", path)["files"][0]
        rows.append(Row(key, measured["ours_ms"] / measured["boost_ms"], "x Boost.JSON", "<= 1.3", work=work))
        rows.append(Row(key + ".monotonic", measured["ours_ms"] / measured["boost_monotonic_ms"], "x Boost.JSON", work=work + " with an allocator that never frees"))
    return rows


def schema_rows(binaries: Path, quick: bool) -> list[Row]:
    work = "check parsed values against real schemas"
    cases = ROOT / "build/bench/schema"
    if not DATA.exists():
        return [Row("V1", None, "x Ajv", ">= 2", "the outside data is not here", work)]
    cases.mkdir(parents=True, exist_ok=True)
    subprocess.run([sys.executable, HERE / "make_cases.py", DATA, HERE / "node_modules", cases], check=True)
    rows = []
    for key, file, which, what in (
        ("V1", "cases.json", "all", "valid and spoilt values"),
        ("V1.valid", "cases.json", "whole", "valid values"),
        ("V1.document", "document.json", "whole", "one OpenAPI document of 3.4 MB"),
    ):
        if quick and key == "V1.valid":
            continue  # Ajv needs ten seconds to compile these schemas each time
        ours, theirs = [], []
        for _ in range(1 if quick else 5):
            a = run_json(binaries / "schema_bench", cases / file, "1", which)
            b = run_json("node", "--max-old-space-size=4000", HERE / "ajv.mjs", cases / file, "1", which)
            if a["verdicts"] != b["verdicts"]:
                return [Row("V1", None, "x Ajv", ">= 2", "the two validators disagree on a value", work)]
            ours.append(a["validations_per_cpu_second"])
            theirs.append(b["validations_per_cpu_second"])
        rows.append(Row(key, median(ours) / median(theirs), "x Ajv", ">= 2", work=f"{work}: {what}, by CPU time"))
    return rows


def guard_row(binaries: Path) -> Row:
    done = run_json(binaries / "evaluate_bench", "--benchmark_filter=^guard$", "--benchmark_format=json",
                    "--benchmark_repetitions=5", "--benchmark_report_aggregates_only=true")
    middle = next(each for each in done["benchmarks"] if each["name"].endswith("median"))
    return Row("X1", middle["cpu_time"] / 1000, "us", "<= 1", work="evaluate a guard of two comparisons (absolute)")


def seconds_to_run(command: list[str], times: int) -> float:
    begin = time.perf_counter()
    for _ in range(times):
        os.waitpid(os.posix_spawn(command[0], command, os.environ, file_actions=[(os.POSIX_SPAWN_OPEN, 1, "/dev/null", os.O_WRONLY, 0)]), 0)
    return (time.perf_counter() - begin) / times


def start_row(binaries: Path, quick: bool) -> Row:
    ours, floor = [], []
    for _ in range(7 if quick else 15):
        ours.append(seconds_to_run([str(binaries / "understudy"), "--version"], 40))
        floor.append(seconds_to_run([str(binaries / "noop")], 40))
    return Row("S0", median(ours) / median(floor), "x a static no-op", work="start, print the version, end")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=Path, default=ROOT / "build/release")
    parser.add_argument("--quick", action="store_true")
    options = parser.parse_args()
    binaries = options.build.resolve() / "bin"
    rows = parse_rows(binaries, options.quick)
    rows += schema_rows(binaries, options.quick)
    rows.append(guard_row(binaries))
    rows.append(start_row(binaries, options.quick))
    return finish("core", rows, options.quick)


if __name__ == "__main__":
    sys.exit(main())
