#!/usr/bin/env python3
"""`./dev bench http`: the answer path of the shipped binary against nginx, and beside other stand-in servers.

One server on one processor, the load on another, all servers up at once, short slices in alternation. `--quick` leaves
out the other servers, the run without pinning, and what is only reported.
"""

from __future__ import annotations

import argparse
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "bench"))

import idle
from load import h2load, wrk
from peers import peers
from processes import ALL_CPUS, SERVER_CPU, free_port
from rows import Row, Table, finish
from servers import Server, nginx, ours
from slices import Series, alternate
from starts import starts

CONNECTIONS = 32
IDLE_CONNECTIONS = 10_000
JUDGED = {"understudy", "nginx"}


class Bench:
    """One run: its options, its folder, and the rows and details that come of it."""

    def __init__(self, options: argparse.Namespace, folder: Path) -> None:
        self.begin = time.monotonic()
        self.quick: bool = options.quick
        self.folder = folder
        self.command: str = options.ours
        self.nginx_binary: str = options.nginx
        self.stripe_mock: str = options.stripe_mock
        self.rows: list[Row] = []
        self.details: dict = {}
        self.up: list[Server] = []
        self.http2_port = free_port()

    def ours(self) -> Server:
        return ours(self.command)

    def nginx(self, workers: int = 1, http2_port: int = 0) -> Server:
        return nginx(self.nginx_binary, workers, http2_port)

    def start(self, server: Server, cpus: set[int]) -> None:
        server.start(self.folder, cpus)
        self.up.append(server)

    def stop_all(self) -> None:
        for server in self.up:
            server.stop()
        self.up.clear()

    def keep(self, what: str, series: dict[str, Series]) -> None:
        self.details[what] = {name: dict(each.to_json(), **({"problem": each.problem} if each.problem else {}))
                              for name, each in series.items()}

    def row(self, key: str, unit: str, reach: str, work: str, series: list[Series], value: Callable[[], float]) -> None:
        """Adds a row; one whose value cannot be had says why."""
        try:
            self.rows.append(Row(key, value(), unit, reach, work=work, noisy=any(each.is_noisy() for each in series)))
        except (RuntimeError, OSError) as error:
            self.rows.append(Row(key, None, unit, reach, str(error), work))

    def time_for(self, quick_end: float, full: float) -> float:
        """How long a part may go on. The quick run has its parts end at fixed times, so that a late one does not make it late."""
        return max(0.0, self.begin + quick_end - time.monotonic()) if self.quick else full

    def say(self, what: str) -> None:
        print(f"bench: {time.strftime('%H:%M:%S')} {what}", file=sys.stderr)


def ratio(above: Series, below: Series, figure: str) -> float:
    return above.median(figure) / below.median(figure)


def measure_starts(bench: Bench, others: list[Server]) -> dict[str, Series]:
    bench.say("starts")
    pair = [bench.ours(), bench.nginx()]
    series = starts(pair, bench.folder, 25 if bench.quick else 61, 4 if bench.quick else 20)
    mine, other = series["understudy"], series["nginx"]
    bench.row("H4.start", "x nginx", "<= 3", "from the start of the process to its first 200", [mine, other], lambda: ratio(mine, other, "ms"))
    free = starts([bench.ours()], bench.folder, 3 if bench.quick else 9, 2, ALL_CPUS)["understudy"]
    bench.row("H4.rss", "MiB", "<= 15", "memory after the first answer, a loop for every processor (absolute)", [], lambda: free.median("rss_mib"))
    if others:
        bench.say("starts of the others")
        series |= starts(others, bench.folder, 3, 0)
    bench.keep("start", series)
    return series


def measure_load(bench: Bench, contenders: list[Server]) -> tuple[dict[str, Series], dict[str, Series]]:
    """H1 and H2 of all contenders in alternation; every server is up already."""
    if not bench.quick:
        bench.say("warming up")
        for each in contenders:
            alternate({each.name: lambda each=each: wrk(each, bench.folder, CONNECTIONS)}, each.warm_up, 0)
    wanted = 5 if bench.quick else 7
    bench.say(f"{CONNECTIONS} connections")
    many = alternate({each.name: (lambda each=each: wrk(each, bench.folder, CONNECTIONS)) for each in contenders}, wanted, bench.time_for(18, 300), JUDGED)
    bench.say("one connection")
    one = alternate({each.name: (lambda each=each: wrk(each, bench.folder, 1)) for each in contenders}, wanted, bench.time_for(29, 300), JUDGED,
                    least=3 if bench.quick else 0)
    bench.keep("connections-32", many)
    bench.keep("connections-1", one)
    mine, other = many["understudy"], many["nginx"]
    bench.row("H1.throughput", "x nginx", ">= 1", "requests/s for one small answer, HTTP/1.1, 32 connections", [mine, other], lambda: ratio(mine, other, "rps"))
    bench.row("H1.cpu", "x nginx", "<= 1", "CPU time of the server for a request, in the same slices", [mine, other], lambda: ratio(mine, other, "cpu_us"))
    single, single_other = one["understudy"], one["nginx"]
    bench.row("H2", "x nginx", "<= 1.1", "median latency with one connection", [single, single_other], lambda: ratio(single, single_other, "p50_us"))
    return many, one


def measure_http2(bench: Bench, mine: Server, other: Server) -> None:
    bench.say("HTTP/2")
    wide = ["-c", "8", "-m", "16"]
    plans = {"http2": (mine, wide, mine.url()), "http1": (mine, ["--h1", "-c", str(CONNECTIONS), "-m", "1"], mine.url())}
    if not bench.quick:
        plans["http1-pipelined"] = (mine, ["--h1", *wide], mine.url())
        plans["nginx-http2"] = (other, wide, f"http://127.0.0.1:{bench.http2_port}{other.path}")
    works = {name: (lambda plan=plan: h2load(plan[0], bench.folder, plan[1], plan[2])) for name, plan in plans.items()}
    series = alternate(works, 3 if bench.quick else 7, bench.time_for(35, 120), least=2 if bench.quick else 0)
    bench.keep("http2", series)
    two, one = series["http2"], series["http1"]
    bench.row("H3", "x our HTTP/1.1", ">= 1.5", "HTTP/2 on 8 connections of 16 streams, against HTTP/1.1 on 32 connections; h2load for both", [two, one], lambda: ratio(two, one, "rps"))
    bench.row("H3.cpu", "x our HTTP/1.1", "", "CPU time of the server for a request, in the same slices", [two, one], lambda: ratio(two, one, "cpu_us"))
    if not bench.quick:
        piped, foreign = series["http1-pipelined"], series["nginx-http2"]
        bench.row("H3.vs_pipelined", "x our HTTP/1.1", "", "the same against HTTP/1.1 on 8 connections, 16 requests pipelined", [two, piped], lambda: ratio(two, piped, "rps"))
        bench.row("H3.vs_nginx", "x nginx", "", "the same against nginx's HTTP/2", [two, foreign], lambda: ratio(two, foreign, "rps"))


def measure_unpinned(bench: Bench) -> None:
    bench.say("without pinning")
    mine, other = bench.ours(), bench.nginx(workers=len(ALL_CPUS))
    try:
        bench.start(mine, ALL_CPUS)
        bench.start(other, ALL_CPUS)
        series = alternate({each.name: (lambda each=each: wrk(each, bench.folder, CONNECTIONS, pinned=False)) for each in (mine, other)}, 7, 60)
        bench.keep("unpinned", series)
        pair = [series["understudy"], series["nginx"]]
        work = "as H1, server and load free on all processors"
        bench.row("H1.unpinned", "x nginx", "", work, pair, lambda: ratio(*pair, "rps"))
        bench.row("H1.unpinned_cpu", "x nginx", "", work, pair, lambda: ratio(*pair, "cpu_us"))
    finally:
        bench.stop_all()


def measure_idle_connections(bench: Bench) -> None:
    bench.say("idle connections")
    if bench.quick and time.monotonic() - bench.begin > 38:
        return  # the machine is busy; the quick run has no time left for it
    work = f"memory for an idle connection, of {IDLE_CONNECTIONS:,} that have each made a request (absolute)"
    bench.row("H5", "KiB", "<= 8", work, [], lambda: idle.kib_per_connection(bench.ours(), bench.folder, IDLE_CONNECTIONS))
    if not bench.quick:
        bench.row("H5.nginx", "KiB", "", "the same of nginx", [], lambda: idle.kib_per_connection(bench.nginx(), bench.folder, IDLE_CONNECTIONS))


def table_of(contenders: list[Server], absent: dict[str, str], many: dict[str, Series], one: dict[str, Series],
             starts: dict[str, Series], after: dict[str, tuple[int, float]]) -> Table:
    table = Table(["server", "req/s", "x nginx", "CPU us", "held up by", "p50 us, 1 connection", "start ms", "MiB idle", "MiB after", "answer bytes"])

    def line(name: str) -> list[str]:
        load = many[name]
        rps, cpu = load.median("rps"), load.median("cpu_us")
        load_share = load.median("load_cpu_us") * rps / 1e6
        limit = "wrk" if load_share > 0.9 and load_share > cpu * rps / 1e6 else "itself"
        body, mib = after[name]
        begun = starts[name]
        return [name, f"{rps:.0f}", f"{rps / many['nginx'].median('rps'):.3f}", f"{cpu:.1f}", limit, f"{one[name].median('p50_us'):.0f}",
                f"{begun.median('ms'):.1f}", f"{begun.median('rss_mib'):.1f}", f"{mib:.1f}", str(body)]

    for server in contenders:
        try:
            table.lines.append(line(server.name))
        except (RuntimeError, OSError) as error:
            absent[server.name] = str(error)
    table.lines += [[name, f"not measured: {why[:120]}", *[""] * (len(table.columns) - 2)] for name, why in absent.items()]
    return table


def measure(bench: Bench) -> Table:
    others, absent = ([], {}) if bench.quick else peers(bench.stripe_mock)
    starts = measure_starts(bench, others)
    mine, other = bench.ours(), bench.nginx(http2_port=bench.http2_port)
    try:
        bench.start(mine, SERVER_CPU)
        bench.start(other, SERVER_CPU)
        for server in others:
            try:
                bench.start(server, SERVER_CPU)
            except RuntimeError as error:
                absent[server.name] = str(error)
        contenders = list(bench.up)
        many, one = measure_load(bench, contenders)
        after = {each.name: (each.body_bytes(), each.running.rss_kib() / 1024) for each in contenders if not many[each.name].problem}
        bench.details["requests"] = {each.name: each.served for each in contenders}
        measure_http2(bench, mine, other)
    finally:
        bench.stop_all()
    if not bench.quick:
        measure_unpinned(bench)
    measure_idle_connections(bench)
    bench.details["absent"] = absent
    return table_of(contenders, absent, many, one, starts, after)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=Path, default=ROOT / "build/release")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--ours", help="the command of our server, with {port} and {answer} in it")
    parser.add_argument("--nginx", default="nginx", help="the binary of nginx")
    parser.add_argument("--stripe-mock", default="", help="the binary of stripe-mock")
    options = parser.parse_args()
    options.ours = options.ours or f"{options.build.resolve()}/bin/understudy doctor --listen 127.0.0.1:{{port}} --answer {{answer}}"
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that the servers are stopped
    with tempfile.TemporaryDirectory(prefix="bench-http-") as folder:
        bench = Bench(options, Path(folder))
        try:
            beside = measure(bench)
        except (RuntimeError, OSError) as error:
            print(f"bench: {error}", file=sys.stderr)
            return 1
    bench.rows.sort(key=lambda row: row.key)
    return finish("http", bench.rows, bench.quick, beside, bench.details)


if __name__ == "__main__":
    sys.exit(main())
