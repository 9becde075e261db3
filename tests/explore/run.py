#!/usr/bin/env python3
"""The judge of `explore`: packs with one change each, and stand-ins with planted changes, each of which has to be found.

    run.py [NAME...] [--mutants N] [--seed N] [--binary build/release/bin/understudy] [--results FILE] [--times]

`--mutants` is for each of the packs parcel and deck. A mutant that does not load is replaced by the next one. At least 95 %
have to be found; one that no call can tell from the original is listed in `equivalent.json` with the reason and does not
count, one that is missed in `misses.json`. For every one found the plan that was written has to hold on the pack and to
fail on the mutant. On the packs themselves nothing may be found, whatever the seed.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "tools"))

import planted
from mutants import Mutant, drawn
from pack_data import Pack
from program import Failed, Program

from house.results import FAILED, PASSED, TestResult, count_line, write_results

PACKS = ("parcel", "deck")
SEEDS = (0, 1, 2, 3)
LEAST = 0.95
EACH = "2m"  # for one mutant; most take a second
MISUSE = 2


@dataclass
class Tried:
    mutant: Mutant
    loads: bool
    found: dict | None = None
    trouble: str = ""
    notes: list[str] = field(default_factory=list)

    @property
    def name(self) -> str:
        return f"{self.mutant.of.name}: {self.mutant.label}"


def try_mutant(program: Program, mutant: Mutant) -> Tried:
    with tempfile.TemporaryDirectory(prefix="explore-") as text:
        folder = Path(text)
        mutated = folder / "mutant" / mutant.of.name
        mutant.pack().write(mutated)
        original = ROOT / "packs" / mutant.of.name
        try:
            done = program.run("explore", str(original), "--target-pack", str(mutated), "--most", "1", "--out", str(folder / "plans"),
                               "--format", "json", "--time", EACH, cwd=folder)
        except subprocess.TimeoutExpired:
            return Tried(mutant, loads=True, trouble="did not end in its time")
        if done.returncode == MISUSE:
            return Tried(mutant, loads=False)
        tried = Tried(mutant, loads=True)
        if done.returncode not in (0, 1):
            tried.trouble = f"exit code {done.returncode}: {done.stderr[-500:]}"
            return tried
        divergences = json.loads(done.stdout)["divergences"]
        if divergences:
            tried.found = divergences[0]
            tried.trouble = program.plan_trouble(Path(tried.found["plan"]), original, mutated, folder)
        return tried


def judge_mutants(program: Program, name: str, count: int, seed: int, jobs: int) -> tuple[list[TestResult], list[Tried]]:
    begin = time.monotonic()
    candidates = drawn(Pack(ROOT / "packs" / name), count, seed)
    tried: list[Tried] = []
    with ThreadPoolExecutor(jobs) as pool:
        while candidates and len(tried) < count:
            missing = count - len(tried)
            batch, candidates = candidates[:missing], candidates[missing:]
            tried += [each for each in pool.map(lambda mutant: try_mutant(program, mutant), batch) if each.loads]
    equivalent = json.loads((HERE / "equivalent.json").read_text(encoding="utf-8"))
    known = json.loads((HERE / "misses.json").read_text(encoding="utf-8"))
    counted = [each for each in tried if each.name not in equivalent]
    missed = [each.name for each in counted if each.found is None]
    wrong = [f"{each.name}: equivalent, and yet found: {each.found}" for each in tried if each.name in equivalent and each.found]
    wrong += [f"{each.name}: {each.trouble}" for each in tried if each.trouble]
    wrong += [f"{each}: missed, and not listed in misses.json" for each in missed if each not in known]
    if len(missed) > (1 - LEAST) * len(counted):
        wrong.append(f"{len(missed)} of {len(counted)} were missed")
    print(f"{name}: {len(counted) - len(missed)} of {len(counted)} mutants found, {len(missed)} missed, "
          f"{len(tried) - len(counted)} equivalent")
    result = TestResult(f"explore/mutants/{name}", FAILED if wrong else PASSED, time.monotonic() - begin, "\n".join(wrong))
    return [result], tried


def judge_originals(program: Program) -> list[TestResult]:
    results = []
    for name in PACKS:
        for seed in SEEDS:
            begin = time.monotonic()
            done = program.run("explore", name, "--target-pack", str(ROOT / "packs" / name), "--rng-seed", str(seed), cwd=ROOT)
            problem = "" if done.returncode == 0 else f"exit code {done.returncode}\n{done.stdout}{done.stderr}"
            results.append(TestResult(f"explore/original/{name}-{seed}", FAILED if problem else PASSED,
                                      time.monotonic() - begin, problem))
    return results


def judge_planted(program: Program, names: list[str]) -> list[TestResult]:
    results = []
    for case in planted.CASES:
        name = f"explore/planted/{case.name}"
        if names and not any(part in name for part in names):
            continue
        begin = time.monotonic()
        problem = ""
        try:
            planted.judge(program, case)
        except Failed as error:
            problem = str(error)
        results.append(TestResult(name, FAILED if problem else PASSED, time.monotonic() - begin, problem))
    return results


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="run only cases whose name contains one of these")
    parser.add_argument("--mutants", type=int, default=30, help="of each pack (30)")
    parser.add_argument("--seed", type=int, default=0, help="which mutants are drawn")
    parser.add_argument("--binary", type=Path, default=ROOT / "build/release/bin/understudy")
    parser.add_argument("--jobs", type=int, default=min(os.cpu_count() or 1, 4))
    parser.add_argument("--results", type=Path, help="write results as JSON")
    parser.add_argument("--times", action="store_true", help="print each case with its time")
    parser.add_argument("--list", action="store_true", help="print every mutant with what was found")
    options = parser.parse_args()
    program = Program(options.binary.resolve())

    def wanted(name: str) -> bool:
        return not options.names or any(part in name for part in options.names)

    results = []
    if wanted("explore/original"):
        results += judge_originals(program)
    results += judge_planted(program, options.names)
    for name in PACKS:
        if not wanted(f"explore/mutants/{name}"):
            continue
        more, tried = judge_mutants(program, name, options.mutants, options.seed, options.jobs)
        results += more
        for each in tried if options.list else []:
            found = each.found
            said = f"{found['class']} {found['operation']} {found['part']} {found['path']} ({found['steps']} steps)" if found else "-"
            print(f"  {each.mutant.kind:12} {each.name}: {said}")
    for result in results:
        if options.times or result.status == FAILED:
            print(f"{result.status} {result.name} ({result.seconds:.1f} s)")
        if result.status == FAILED:
            print("  " + result.message.replace("\n", "\n  "))
    if options.results:
        write_results(options.results, "explore", results)
    print(f"explore: {count_line(results)}")
    return 1 if any(result.status == FAILED for result in results) else 0


if __name__ == "__main__":
    sys.exit(main())
