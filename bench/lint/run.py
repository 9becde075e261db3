#!/usr/bin/env python3
"""`./dev bench lint`: `scan` over 200 MB of JSON fixtures, against the bare automaton of the same rules over the same files,
against gitleaks and ripgrep; `lint` over 10,000 small fixtures; and the start of `scan` against that of a program which does
nothing. `--quick` takes 40 MB and leaves out gitleaks, ripgrep, `lint`, all processors at once, and memory."""

from __future__ import annotations

import argparse
import json
import re
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "bench"))

import corpus
import fixtures
from processes import ALL_CPUS, SERVER_CPU
from programs import peak_mib, run, start_seconds
from rows import Row, Table, finish, median
from slices import Series, alternate

PARTS, QUICK_PARTS = 10, 2
PREFIXES = 100  # alternatives for ripgrep
FOUND, FINDINGS, CLEAN = 8, 1, 0  # exit codes of scan and lint


class Bench:
    """One run: its options, its folder, and the rows and details that come of it."""

    def __init__(self, options: argparse.Namespace, folder: Path) -> None:
        self.begin = time.monotonic()
        self.quick: bool = options.quick
        self.folder = folder
        self.binaries: Path = options.build.resolve() / "bin"
        self.understudy = str((options.understudy or self.binaries / "understudy").resolve())
        self.gitleaks: str = options.gitleaks
        self.ripgrep: str = shutil.which(options.ripgrep) or ""
        self.rows: list[Row] = []
        self.details: dict = {}
        self.table = Table(["program", "processors", "MB/s", "CPU ms/MB", "found"])
        self.say("making the fixtures, unless they are there")
        self.corpus = corpus.ensure(ROOT / "build/bench/lint", QUICK_PARTS if self.quick else PARTS)
        self.megabytes = self.corpus.megabytes()

    def say(self, what: str) -> None:
        print(f"bench: {time.strftime('%H:%M:%S')} {what}", file=sys.stderr)

    def row(self, key: str, unit: str, reach: str, work: str, series: list[Series], value: Callable[[], float]) -> None:
        try:
            self.rows.append(Row(key, value(), unit, reach, work=work, noisy=any(each.is_noisy() for each in series)))
        except (RuntimeError, OSError, ValueError) as error:
            self.rows.append(Row(key, None, unit, reach, str(error), work))

    def keep(self, what: str, series: dict[str, Series], megabytes: float, processors: int) -> None:
        self.details[what] = {name: dict(each.to_json(), **({"problem": each.problem} if each.problem else {})) for name, each in series.items()}
        for name, each in series.items():
            if each.problem:
                self.table.lines.append([name, str(processors), f"left out: {each.problem}", "", ""])
                continue
            self.table.lines.append([name, str(processors), f"{megabytes / each.median('seconds'):.3g}", f"{1e3 * each.median('cpu_seconds') / megabytes:.3g}",
                                     f"{each.median('found'):.0f}"])

    def time_for(self, quick_end: float, full: float) -> float:
        return max(0.0, self.begin + quick_end - time.monotonic()) if self.quick else full

    # --- the programs, each as one slice over some parts

    def scan(self, parts: list[Path], jobs: int, cpus: set[int]) -> tuple[dict[str, float], float]:
        done = run([self.understudy, "scan", "--jobs", str(jobs), *map(str, parts)], cpus, self.folder, (FOUND,))
        count = re.search(r"([\d,]+) findings? in ", done.output.strip().rpartition("\n")[2])
        return _figures(done, int(count[1].replace(",", "")) if count else 0)

    def raw(self, parts: list[Path], jobs: int, cpus: set[int]) -> tuple[dict[str, float], float]:
        done = run([str(self.binaries / "scan_raw_bench"), "--jobs", str(jobs), *map(str, parts)], cpus, self.folder)
        return _figures(done, json.loads(done.output)["matches"])

    def grep(self, parts: list[Path], patterns: Path, cpus: set[int]) -> tuple[dict[str, float], float]:
        if not self.ripgrep:
            raise RuntimeError("ripgrep is not installed")
        done = run([self.ripgrep, "--no-config", "--no-ignore", "--hidden", "--threads", "1", "--count-matches", "--no-filename", "--fixed-strings", "--file", str(patterns),
                    *map(str, parts)], cpus, self.folder, (0, 1))
        return _figures(done, sum(int(line) for line in done.output.split()))

    def leaks(self, part: Path, cpus: set[int]) -> tuple[dict[str, float], float]:
        if not self.gitleaks:
            raise RuntimeError("gitleaks is not installed")
        done = run([self.gitleaks, "dir", "--no-banner", "--no-color", "--exit-code", "0", str(part)], cpus, self.folder)
        count = re.search(r"leaks found: (\d+)", done.output)
        return _figures(done, int(count[1]) if count else 0)


def _figures(done: object, found: int) -> tuple[dict[str, float], float]:
    return {"seconds": done.seconds, "cpu_seconds": done.cpu_seconds, "found": found}, done.cpu_seconds


def speed_over(mine: Series, other: Series, figure: str = "seconds") -> float:
    """How much faster the first is: above 1, it needs less time."""
    return other.median(figure) / mine.median(figure)


def measure_findings(bench: Bench) -> None:
    """That the speed is not that of a program which finds nothing. Brings the files into memory, too."""
    bench.say(f"what is found in {bench.megabytes:.0f} MB")

    def share() -> float:
        output = run([bench.understudy, "scan", "--format", "json", *map(str, bench.corpus.parts)], ALL_CPUS, bench.folder, (FOUND,)).output
        plants = {(plant.file, plant.line): plant for plant in bench.corpus.plants}
        missed, beside = set(plants), Counter()
        for each in json.loads(output[output.index("{") :])["findings"]:
            file = (bench.folder / each["file"]).resolve().relative_to(bench.corpus.folder)
            place = (str(file), each.get("line", 0))
            if place in plants and plants[place].columns[0] <= each.get("column", 0) <= plants[place].columns[1]:
                missed.discard(place)
            else:
                beside[each.get("constraint", each["code"])] += 1
        bench.details["planted"] = {"planted": len(plants), "missed": sorted(f"{plants[place].rule} in {place[0]}:{place[1]}" for place in missed),
                                    "found beside": dict(beside.most_common(20))}
        return 1 - len(missed) / len(plants)

    bench.row("L1.planted", "of the planted", "", "secrets that were planted in the fixtures and found", [], share)


def measure_one_job(bench: Bench) -> None:
    """L1.vs_raw and L1.vs_ripgrep: one job on one processor."""
    parts = bench.corpus.parts
    works = {"understudy scan": lambda: bench.scan(parts, 1, SERVER_CPU), "raw Vectorscan": lambda: bench.raw(parts, 1, SERVER_CPU)}
    if not bench.quick:
        patterns = bench.folder / "patterns"
        patterns.write_text("\n".join(prefixes()) + "\n")
        works["ripgrep"] = lambda: bench.grep(parts, patterns, SERVER_CPU)
    bench.say("one job on one processor")
    series = alternate(works, 5 if bench.quick else 7, bench.time_for(32, 240), {"understudy scan", "raw Vectorscan"}, least=3 if bench.quick else 0)
    bench.keep("one job", series, bench.megabytes, 1)
    mine, raw = series["understudy scan"], series["raw Vectorscan"]
    size = f"{bench.megabytes:.0f} MB of JSON fixtures"
    bench.row("L1.vs_raw", "x raw Vectorscan", ">= 0.25", f"scan of {size}, one job, against the automaton of the same rules alone", [mine, raw], lambda: speed_over(mine, raw))
    bench.row("L1.vs_raw_cpu", "x raw Vectorscan", "", "the same by CPU time", [mine, raw], lambda: speed_over(mine, raw, "cpu_seconds"))
    if not bench.quick:
        grep = series["ripgrep"]
        bench.row("L1.vs_ripgrep", "x ripgrep", "", f"the same against ripgrep with {PREFIXES} fixed alternatives, one thread", [mine, grep], lambda: speed_over(mine, grep))


def prefixes() -> list[str]:
    """Fixed texts that secrets begin with: the longest, without addresses and assignments, which are everywhere."""
    _, rules = corpus.load_rules()
    starts = {re.split(r"[{\\]", rule.makes)[0] for rule in rules}
    return sorted((start for start in starts if re.fullmatch(r"[\w$.-]{4,16}", start)), key=lambda start: (-len(start), start))[:PREFIXES]


def measure_all_processors(bench: Bench) -> None:
    parts, jobs = bench.corpus.parts, len(ALL_CPUS)
    bench.say(f"{jobs} jobs on all processors")
    series = alternate({"understudy scan": lambda: bench.scan(parts, jobs, ALL_CPUS), "raw Vectorscan": lambda: bench.raw(parts, jobs, ALL_CPUS)}, 7, 120)
    bench.keep("all processors", series, bench.megabytes, jobs)
    mine, raw = series["understudy scan"], series["raw Vectorscan"]
    bench.row("L1.vs_raw_unpinned", "x raw Vectorscan", "", "as L1.vs_raw, with a job for every processor", [mine, raw], lambda: speed_over(mine, raw))


def measure_gitleaks(bench: Bench) -> None:
    """One part of the fixtures is enough for minutes of gitleaks; both take time in proportion to the bytes."""
    part, jobs = bench.corpus.parts[0], len(ALL_CPUS)
    small = corpus.Corpus(bench.corpus.folder, [part], [])
    bench.say("gitleaks")
    works = {"understudy scan": lambda: bench.scan([part], jobs, ALL_CPUS), "gitleaks": lambda: bench.leaks(part, ALL_CPUS)}
    series = alternate(works, 7, 300)
    bench.keep("gitleaks", {"gitleaks": series["gitleaks"]}, small.megabytes(), jobs)
    bench.details["gitleaks"]["understudy scan"] = series["understudy scan"].to_json()
    mine, theirs = series["understudy scan"], series["gitleaks"]
    bench.row("L1.vs_gitleaks", "x gitleaks", ">= 50", f"{small.megabytes():.0f} MB of the same fixtures, all processors; gitleaks `dir` with its own rules", [mine, theirs],
              lambda: speed_over(mine, theirs))
    bench.row("L1.vs_gitleaks_cpu", "x gitleaks", "", "the same by CPU time", [mine, theirs], lambda: speed_over(mine, theirs, "cpu_seconds"))


def measure_memory(bench: Bench) -> None:
    """The small tree has every planted secret as well: what a rule needs once it has found something is not growth."""
    bench.say("memory")
    first, *rest = bench.corpus.parts
    planted = sorted({bench.corpus.folder / plant.file for plant in bench.corpus.plants if not plant.file.startswith(first.name)})
    trees = {"20 MB and what is planted in the rest": [first, *planted], f"{bench.megabytes:.0f} MB": [first, *rest]}

    def growth() -> float:
        words = [bench.understudy, "scan"]
        peaks = {name: [peak_mib([*words, *map(str, paths)], ALL_CPUS, bench.folder, (FOUND,)) for _ in range(3)] for name, paths in trees.items()}
        bench.details["peak MiB"] = {name: [round(peak, 1) for peak in found] for name, found in peaks.items()}
        few, many = (median(found) for found in peaks.values())
        return many / few

    bench.row("L1.rss_growth", "x at 20 MB", "", "the most memory that scan had at once, over 200 MB of fixtures against 20 MB with as many secrets", [], growth)


def measure_lint(bench: Bench) -> None:
    """L2: all five checks over many small fixtures of mixed families, one job on one processor."""
    bench.say(f"lint of {fixtures.COUNT:,} fixtures")
    project = fixtures.ensure(ROOT / "build/bench/lint-fixtures")

    def lint() -> tuple[dict[str, float], float]:
        done = run([bench.understudy, "lint", "--jobs", "1", "--config", str(project / "understudy.yaml")], SERVER_CPU, bench.folder, (CLEAN, FINDINGS))
        if f" in {fixtures.COUNT:,} fixtures of " not in done.output:
            raise RuntimeError(f"lint did not look at {fixtures.COUNT:,} fixtures")
        if failed := re.findall(r"error: .*\[(fixture\.(?!consumer\.)[a-z_.]+)\]", done.output):
            raise RuntimeError(f"the fixtures are not what they should be: {failed[0]}")
        return {"seconds": done.seconds, "cpu_seconds": done.cpu_seconds}, done.cpu_seconds

    series = alternate({"understudy lint": lint}, 5, 120)
    mine = series["understudy lint"]
    bench.details["lint"] = dict(mine.to_json(), **({"problem": mine.problem} if mine.problem else {}))
    bench.row("L2", "fixtures/s", ">= 2000", f"all five checks over {fixtures.COUNT:,} small fixtures of mixed families, one job on one processor", [mine],
              lambda: fixtures.COUNT / mine.median("seconds"))
    bench.row("L2.cpu", "fixtures/CPU s", "", "the same by CPU time", [mine], lambda: fixtures.COUNT / mine.median("cpu_seconds"))


def measure_start(bench: Bench) -> None:
    """L3. A slice is a tenth of a second of starts: shorter ones are over before the machine's noise can be told."""
    bench.say("starts")
    file = str(bench.corpus.small_file())
    plans = {"understudy scan": ([bench.understudy, "scan", file], 20, (CLEAN,)), "noop": ([str(bench.binaries / "noop")], 200, (CLEAN,))}

    def starts(words: list[str], times: int, fine: tuple[int, ...]) -> tuple[dict[str, float], float]:
        seconds, cpu = start_seconds(words, SERVER_CPU, bench.folder, times, fine)
        return {"ms": seconds * 1e3, "cpu_ms": cpu * 1e3}, cpu * times

    works = {name: (lambda plan=plan: starts(*plan)) for name, plan in plans.items()}
    series = alternate(works, 7 if bench.quick else 21, bench.time_for(43, 60), least=3 if bench.quick else 0)
    bench.details["start"] = {name: dict(each.to_json(), **({"problem": each.problem} if each.problem else {})) for name, each in series.items()}
    mine, floor = series["understudy scan"], series["noop"]
    bench.row("L3", "x a static no-op", "<= 20", "`scan` of one file of 4 KB from start to end of the process; it stands for `lint`, which is not there yet", [mine, floor],
              lambda: mine.median("ms") / floor.median("ms"))
    bench.row("L3.cpu", "x a static no-op", "", "the same by CPU time", [mine, floor], lambda: mine.median("cpu_ms") / floor.median("cpu_ms"))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=Path, default=ROOT / "build/release")
    parser.add_argument("--understudy", type=Path, help="another binary than that of the build")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--gitleaks", default="", help="the binary of gitleaks")
    parser.add_argument("--ripgrep", default="rg", help="the binary of ripgrep")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    with tempfile.TemporaryDirectory(prefix="bench-lint-") as folder:
        try:
            bench = Bench(options, Path(folder))
            measure_findings(bench)
            measure_one_job(bench)
            if not bench.quick:
                measure_all_processors(bench)
                measure_gitleaks(bench)
                measure_memory(bench)
                measure_lint(bench)
            measure_start(bench)
        except (RuntimeError, OSError) as error:
            print(f"bench: {error}", file=sys.stderr)
            return 1
    bench.rows.sort(key=lambda row: row.key)
    return finish("lint", bench.rows, bench.quick, bench.table, bench.details)


if __name__ == "__main__":
    sys.exit(main())
