#!/usr/bin/env python3
"""Runs the libFuzzer targets of a build for a few seconds each, from the seeds in fuzz/TARGET.

    run_fuzz.py [NAME...] [--build build/fuzz] [--seconds 5] [--jobs 2] [--results FILE]

    fuzz/TARGET/*.dict    dictionary (at most one)
    fuzz/TARGET/**        every other file is a seed

New inputs go to a folder that is thrown away; an input that crashes a target is kept in BUILD/crashes/TARGET.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from house.checks import ROOT
from house.results import FAILED, PASSED, TestResult, count_line, write_results

_GRACE_SECONDS = 120
_LAST_LINES = 40


def run_target(program: Path, seeds: Path, crashes: Path, seconds: int) -> TestResult:
    start = time.monotonic()
    crashes.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="understudy-fuzz-") as corpus:
        command = [str(program), f"-max_total_time={seconds}", "-timeout=10", "-rss_limit_mb=2560", "-seed=1",
                   "-print_final_stats=1", f"-artifact_prefix={crashes}/", corpus]
        dictionaries = sorted(seeds.glob("*.dict"))
        if dictionaries:
            command.append(f"-dict={dictionaries[0]}")
        if seeds.is_dir():
            command.append(str(seeds))
        try:
            done = subprocess.run(command, capture_output=True, timeout=seconds + _GRACE_SECONDS)
        except subprocess.TimeoutExpired:
            return TestResult(f"fuzz/{program.name}", FAILED, time.monotonic() - start, "did not stop by itself")
    output = done.stderr.decode("utf-8", "replace")
    spent = time.monotonic() - start
    if done.returncode != 0:
        tail = "\n".join(output.rstrip().split("\n")[-_LAST_LINES:])
        return TestResult(f"fuzz/{program.name}", FAILED, spent, f"ended with {done.returncode}\n{tail}")
    runs = next((line.split()[-1] for line in output.splitlines() if "number_of_executed_units" in line), "?")
    return TestResult(f"fuzz/{program.name}", PASSED, spent, f"{runs} runs")


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Runs the fuzz targets.")
    parser.add_argument("names", nargs="*", help="run only targets whose name contains one of these")
    parser.add_argument("--build", type=Path, default=ROOT / "build/fuzz")
    parser.add_argument("--seconds", type=int, default=5)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--results", type=Path, help="write results as JSON")
    options = parser.parse_args(arguments)

    programs = [path for path in sorted((options.build / "bin").glob("*_fuzz")) if os.access(path, os.X_OK)]
    programs = [path for path in programs if not options.names or any(name in path.name for name in options.names)]
    if not programs:
        print(f"run_fuzz: no fuzz targets in {options.build}/bin", file=sys.stderr)
        return 2

    def run_and_show(program: Path) -> TestResult:
        crashes = options.build / "crashes" / program.name
        result = run_target(program, ROOT / "fuzz" / program.name, crashes, options.seconds)
        print(f"{result.status}: {result.name}: {result.message}", flush=True)
        return result

    with ThreadPoolExecutor(max_workers=max(options.jobs, 1)) as pool:
        results = list(pool.map(run_and_show, programs))
    if options.results:
        write_results(options.results, "fuzz", results)
    print(f"fuzz: {count_line(results)}")
    return 1 if any(result.status == FAILED for result in results) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
