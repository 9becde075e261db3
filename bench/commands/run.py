#!/usr/bin/env python3
"""`./dev bench commands`: a replayed call with 1,000 cassettes in the folder, against the start of a program that does nothing and of Python; what recording
adds to a call; and `check` of 1,000 cassettes against a fake. `--quick` measures fewer slices.

The calls are measured from inside of a session, where this file is started once more (`--inside`)."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "bench"))
sys.path.insert(1, str(ROOT / "bench/lint"))

from check_row import check_rows
from processes import SERVER_CPU
from programs import start_seconds
from rows import Row, Table, finish
from slices import Series, alternate

CASSETTES = 1000
STARTS = 50  # in one slice
TOOL = "stub"  # the program that is recorded: it does nothing, so that all that is measured is ours


def prepare(folder: Path, understudy: str, noop: Path) -> None:
    """A project with so many cassettes, recorded for real."""
    (folder / "tools").mkdir()
    shutil.copy(noop, folder / "tools" / TOOL)
    (folder / "understudy.yaml").write_text(f"services: {{{TOOL}: {{match: {{used_up: repeat_last}}}}}}\n")
    calls = folder / "calls.sh"
    calls.write_text("".join(f"{TOOL} view {number}\n" for number in range(CASSETTES)))
    session(folder, understudy, "record", ["sh", str(calls)])
    made = len(list((folder / "cassettes" / TOOL).glob("*.yaml")))
    if made != CASSETTES:
        raise RuntimeError(f"{made} cassettes were recorded, not {CASSETTES}")


def session(folder: Path, understudy: str, mode: str, command: list[str], cassettes: str = "cassettes") -> None:
    done = subprocess.run([understudy, "with", cassettes, "--mode", mode, "--program", TOOL, "--", *command], cwd=folder, capture_output=True, text=True, timeout=900,
                          env={**os.environ, "PATH": f"{folder / 'tools'}:{os.environ['PATH']}", "TMPDIR": str(folder)})
    if done.returncode != 0:
        raise RuntimeError(f"the session ended with {done.returncode}: {' '.join(done.stderr.split())[-300:]}")


def inside(mode: str, folder: Path, noop: str, seconds: float, wanted: int) -> dict[str, dict]:
    """In a session: the stand-in, and what it is measured against, by turns."""
    stand_in = shutil.which(TOOL)
    words = {"stand-in": [stand_in, "view", "7"], "direct": [str(folder / "tools" / TOOL), "view", "7"]}
    if mode == "replay":
        words = {"stand-in": [stand_in, "view", "7"], "no-op": [noop], "python": [sys.executable, "-c", "pass"]}

    def starts(plan: list[str]) -> tuple[dict[str, float], float]:
        took, cpu = start_seconds(plan, SERVER_CPU, folder, STARTS)
        return {"ms": took * 1e3, "cpu_ms": cpu * 1e3}, cpu * STARTS

    series = alternate({name: (lambda plan=plan: starts(plan)) for name, plan in words.items()}, wanted, seconds, least=3)
    return {name: summary(each) for name, each in series.items()}


def summary(series: Series) -> dict:
    if series.problem:
        raise RuntimeError(series.problem)
    return dict(series.to_json(), ms=series.median("ms"), cpu_ms=series.median("cpu_ms"), noisy=series.is_noisy())


class Bench:
    def __init__(self, options: argparse.Namespace, folder: Path) -> None:
        self.quick: bool = options.quick
        self.folder = folder
        binaries = options.build.resolve() / "bin"
        self.understudy = str((options.understudy or binaries / "understudy").resolve())
        self.noop = str((options.noop or binaries / "noop").resolve())
        self.rows: list[Row] = []
        self.details: dict = {}
        self.table = Table(["program", "ms", "CPU ms"])

    def say(self, what: str) -> None:
        print(f"bench: {time.strftime('%H:%M:%S')} {what}", file=sys.stderr)

    def measure(self, mode: str, cassettes: str) -> dict[str, dict]:
        result = self.folder / f"{mode}.json"
        session(self.folder, self.understudy, mode, [sys.executable, str(HERE / "run.py"), "--inside", mode, "--result", str(result), "--folder", str(self.folder), "--noop",
                                                     self.noop, *(["--quick"] if self.quick else [])], cassettes)
        measured = json.loads(result.read_text())
        self.details[mode] = measured
        for name, each in measured.items():
            self.table.lines.append([f"{mode}: {name}", f"{each['ms']:.3g}", f"{each['cpu_ms']:.3g}"])
        return measured

    def row(self, key: str, value: float, unit: str, reach: str, work: str, *of: dict) -> None:
        self.rows.append(Row(key, value, unit, reach, work=work, noisy=any(each["noisy"] for each in of)))


def measure_replay(bench: Bench) -> None:
    bench.say("a replayed call")
    seen = bench.measure("replay", "cassettes")
    mine, noop, python = seen["stand-in"], seen["no-op"], seen["python"]
    work = f"replay of one call through its stand-in, {CASSETTES:,} cassettes in the folder"
    bench.row("C1.vs_noop", mine["ms"] / noop["ms"], "x a static no-op", "<= 3", work, mine, noop)
    bench.row("C1.vs_noop_cpu", mine["cpu_ms"] / noop["cpu_ms"], "x a static no-op", "", "the same by CPU time", mine, noop)
    bench.row("C1.vs_python", mine["ms"] / python["ms"], "x python's start", "<= 0.2", "the same against `python -c pass`", mine, python)


def measure_record(bench: Bench) -> None:
    bench.say("a recorded call")
    seen = bench.measure("record", "recorded")
    mine, direct = seen["stand-in"], seen["direct"]
    bench.row("C2", mine["ms"] - direct["ms"], "ms", "<= 3", "what a recorded call takes more than the same call made directly", mine, direct)


def measure_check(bench: Bench) -> None:
    bench.say("check")
    folder = bench.folder / "check"
    folder.mkdir()
    bench.rows += check_rows(bench.understudy, folder, bench.quick)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=Path, default=ROOT / "build/release")
    parser.add_argument("--understudy", type=Path, help="another binary than that of the build")
    parser.add_argument("--noop", type=Path, help="another no-op than that of the build")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--inside", choices=("replay", "record"), help=argparse.SUPPRESS)
    parser.add_argument("--result", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.inside:
        measured = inside(options.inside, options.folder, str(options.noop), 10 if options.quick else 60, 5 if options.quick else 15)
        options.result.write_text(json.dumps(measured))
        return 0
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    with tempfile.TemporaryDirectory(prefix="bench-commands-") as folder:
        try:
            bench = Bench(options, Path(folder))
            bench.say(f"recording {CASSETTES:,} calls")
            prepare(bench.folder, bench.understudy, Path(bench.noop))
            measure_replay(bench)
            measure_record(bench)
            measure_check(bench)
        except (RuntimeError, OSError, subprocess.TimeoutExpired) as error:
            print(f"bench: {error}", file=sys.stderr)
            return 1
    bench.rows.sort(key=lambda row: row.key)
    return finish("commands", bench.rows, bench.quick, bench.table, bench.details)


if __name__ == "__main__":
    sys.exit(main())
