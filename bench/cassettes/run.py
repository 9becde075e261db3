#!/usr/bin/env python3
"""`./dev bench cassettes`: calls over HTTP recorded by the proxy, against nginx as a proxy; recorded calls answered again, against nginx serving the same bytes
from a file, with more recordings, and as slow event streams; the slow streams of packs. `--quick` measures fewer slices."""

from __future__ import annotations

import argparse
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "bench"))
sys.path.insert(1, str(ROOT / "bench/http"))

from processes import SERVER_CPU
from proxy_rows import measure_proxy
from replay_rows import measure_replay
from rows import Row, Table, finish
from servers import Server
from slices import Series
from stream_rows import measure_streams

MEASURES = [measure_proxy, measure_replay, measure_streams]  # each adds its rows


class Bench:
    """One run: its options, its folder, and the rows and details that come of it."""

    def __init__(self, options: argparse.Namespace, folder: Path) -> None:
        self.quick: bool = options.quick
        self.folder = folder
        self.understudy = str((options.understudy or options.build.resolve() / "bin/understudy").resolve())
        self.nginx_binary: str = options.nginx
        self.rows: list[Row] = []
        self.details: dict = {}
        self.table = Table(["server", "requests/s", "CPU us", "p50 us"])
        self.up: list[Server] = []

    def start(self, server: Server, cpus: set[int] = SERVER_CPU) -> Server:
        server.start(self.folder, cpus)
        self.up.append(server)
        return server

    def stop_all(self) -> None:
        for server in self.up:
            server.stop()
        self.up.clear()

    def row(self, key: str, unit: str, reach: str, work: str, series: list[Series], value: Callable[[], float]) -> None:
        """Adds a row; one whose value cannot be had says why."""
        try:
            self.rows.append(Row(key, value(), unit, reach, work=work, noisy=any(each.is_noisy() for each in series)))
        except (RuntimeError, OSError) as error:
            self.rows.append(Row(key, None, unit, reach, str(error), work))

    def show(self, what: str, series: dict[str, Series]) -> None:
        self.details[what] = {name: dict(each.to_json(), **({"problem": each.problem} if each.problem else {})) for name, each in series.items()}
        for name, each in series.items():
            if not each.problem:
                self.table.lines.append([name, f"{each.median('rps'):,.0f}", f"{each.median('cpu_us'):.3g}", f"{each.median('p50_us'):.3g}"])

    def say(self, what: str) -> None:
        print(f"bench: {time.strftime('%H:%M:%S')} {what}", file=sys.stderr)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=Path, default=ROOT / "build/release")
    parser.add_argument("--understudy", type=Path, help="another binary than that of the build")
    parser.add_argument("--nginx", default="nginx", help="the binary of nginx")
    parser.add_argument("--quick", action="store_true")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    with tempfile.TemporaryDirectory(prefix="bench-cassettes-") as folder:
        bench = Bench(options, Path(folder))
        try:
            for measure in MEASURES:
                measure(bench)
                bench.stop_all()
        except (RuntimeError, OSError, subprocess.TimeoutExpired) as error:
            print(f"bench: {error}", file=sys.stderr)
            return 1
        finally:
            bench.stop_all()
    bench.rows.sort(key=lambda row: row.key)
    return finish("cassettes", bench.rows, bench.quick, bench.table, bench.details)


if __name__ == "__main__":
    sys.exit(main())
