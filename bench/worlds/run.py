#!/usr/bin/env python3
"""`./dev bench worlds`: stateful serving with the pack parcel, against nginx serving the same bytes from a file, against
mountebank, and against itself with more objects. `--quick` leaves out mountebank, a year of a thousand
subscriptions (pack stripe), memory over a million requests and ten thousand worlds."""

from __future__ import annotations

import argparse
import json
import re
import shutil
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

import year
from load import wrk
from processes import ALL_CPUS, SERVER_CPU
from reserve import Reserve
from rows import Row, finish
from servers import Server, nginx
from slices import Series, alternate
from starts import starts
from vendor import BODY, FORM, MODULES, arm, body_of, call, fill, mountebank, ours
from vendor_starts import describer, prism, stripe, stripe_mock

CONNECTIONS = 32
FEW, MANY = 10, 100_000
LEVERS = 10_000
POST = HERE / "post.lua"
GROWTH = 64 << 20  # bytes by which a server may grow in a slice
DURABLE_GROWTH = 192 << 20  # with the pages of its file
YEAR_GROWTH, YEAR_STEP = 128 << 20, 0.3  # bytes by which one may grow in so many seconds
RESERVE, QUICK_RESERVE = 4 << 30, 1280 << 20


class Bench:
    def __init__(self, options: argparse.Namespace, folder: Path) -> None:
        self.begin = time.monotonic()
        self.quick: bool = options.quick
        self.folder = folder
        self.binary: Path = options.build.resolve() / "bin/understudy"
        self.micro: Path = options.build.resolve() / "bin/world_bench"
        self.nginx_binary: str = options.nginx
        self.rows: list[Row] = []
        self.details: dict = {}
        self.up: list[Server] = []
        self.posts = 0
        self.reserve = Reserve(0)

    def start(self, server: Server, cpus: set[int] = SERVER_CPU) -> Server:
        server.start(self.folder, cpus)
        self.up.append(server)
        return server

    def stop_all(self) -> None:
        for server in self.up:
            server.stop()
        self.up.clear()

    def row(self, key: str, unit: str, reach: str, work: str, series: list[Series], value: Callable[[], float]) -> None:
        try:
            self.rows.append(Row(key, value(), unit, reach, work=work, noisy=any(each.is_noisy() for each in series)))
        except (RuntimeError, OSError, ValueError) as error:
            self.rows.append(Row(key, None, unit, reach, str(error), work))

    def keep(self, what: str, series: dict[str, Series]) -> None:
        self.details[what] = {name: each.to_json() for name, each in series.items()}

    def time_for(self, quick_end: float, full: float) -> float:
        return max(0.0, self.begin + quick_end - time.monotonic()) if self.quick else full

    def say(self, what: str) -> None:
        print(f"bench: {time.strftime('%H:%M:%S')} {what}", file=sys.stderr)

    def get(self, server: Server, path: str, connections: int = CONNECTIONS) -> tuple[dict[str, float], float]:
        return wrk(server, self.folder, connections, path=path)

    def post(self, server: Server, connections: int = CONNECTIONS, growth: int = GROWTH) -> tuple[dict[str, float], float]:
        self.posts += 1  # no key comes twice, whatever the slice
        self.reserve.hand_on(growth)
        return wrk(server, self.folder, connections, path="/v1/charges", script=POST, script_words=[f"k{self.posts}", FORM, BODY])


def ratio(above: Series, below: Series, figure: str) -> float:
    return above.median(figure) / below.median(figure)


def check_alike(mine: dict, theirs: dict) -> None:
    """A comparison of answers that are not of one shape would say little."""
    drawn = ("id", "created", "risk_score")
    for name in mine:
        if name not in theirs or (name not in drawn and mine[name] != theirs[name]):
            raise RuntimeError(f"mountebank answers something else: {name} is {theirs.get(name)!r}, not {mine[name]!r}")


def measure_throughput(bench: Bench) -> None:
    """W1, W2 and W5."""
    mine = bench.start(ours(bench.binary))
    charge = call(mine, "POST", "/v1/charges", BODY)
    path = f"/v1/charges/{charge['id']}"
    file = bench.start(nginx(bench.nginx_binary, content=body_of(mine, path)))
    writer = bench.start(ours(bench.binary, "understudy-writer"))  # grows; so its reads are not measured
    keeper = bench.start(ours(bench.binary, "understudy-keeper", durable=True))
    works = {"get": lambda: bench.get(mine, path), "nginx": lambda: wrk(file, bench.folder, CONNECTIONS), "post": lambda: bench.post(writer),
             "durable post": lambda: bench.post(keeper, growth=DURABLE_GROWTH)}
    has_peer = not bench.quick and shutil.which("node") and (MODULES / "mountebank").exists()
    if has_peer:
        peer, least = bench.start(mountebank()), bench.start(mountebank(does_least=True))
        check_alike(charge, call(peer, "POST", "/v1/charges", BODY))
        works["mountebank"] = lambda: bench.post(peer)
        works["mountebank, doing the least"] = lambda: bench.post(least)
    bench.reserve = Reserve(QUICK_RESERVE if bench.quick else RESERVE)
    bench.say(f"{CONNECTIONS} connections")
    series = alternate(works, 5 if bench.quick else 7, bench.time_for(14, 200), set(works))
    bench.keep("connections-32", series)
    get, other, post = series["get"], series["nginx"], series["post"]
    bench.row("W1.throughput", "x nginx", ">= 0.8", "GET of one object by id, trace on, against a file of the same bytes", [get, other], lambda: ratio(get, other, "rps"))
    bench.row("W1.cpu", "x nginx", "<= 1.3", "CPU time of the server for a request, in the same slices", [get, other], lambda: ratio(get, other, "cpu_us"))
    bench.row("W2.vs_get", "x our GET", ">= 0.4", "POST of a form: validation, id, derived fields, idempotency key", [post, get], lambda: ratio(post, get, "rps"))
    bench.row("W5", "x in memory", ">= 0.3", "the same POST with --data FILE, every answer durable, against memory mode", [series["durable post"], post],
              lambda: ratio(series["durable post"], post, "rps"))
    if has_peer:
        theirs, least_of_theirs = series["mountebank"], series["mountebank, doing the least"]
        bench.row("W2.vs_mountebank", "x mountebank", ">= 6", "the same against mountebank with an injected function that does the same", [post, theirs],
                  lambda: ratio(post, theirs, "rps"))
        bench.row("W2.vs_mountebank_least", "x mountebank", "", "the same against mountebank with a function that checks one parameter and keeps no key",
                  [post, least_of_theirs], lambda: ratio(post, least_of_theirs, "rps"))
    elif not bench.quick:
        bench.rows.append(Row("W2.vs_mountebank", None, "x mountebank", ">= 6", "mountebank is not installed", "POST against mountebank"))
    bench.reserve.close()
    bench.reserve = Reserve(0)
    bench.stop_all()


def measure_growth(bench: Bench) -> None:
    """W3: the same calls, one connection, in a world of ten objects and in one of a hundred thousand."""
    bench.say(f"filling a world with {MANY:,} objects")
    plans: dict[str, Callable[[], tuple[dict[str, float], float]]] = {}
    for size, count in (("few", FEW), ("many", MANY)):
        server = bench.start(ours(bench.binary, f"understudy-{size}"))
        customer = call(server, "POST", "/v1/customers", "email=a%40example.test")["id"]
        ids = fill(server, count, customer)
        middle, last = ids[len(ids) // 2], ids[min(10, len(ids) - 1)]
        paths = {"get": f"/v1/charges/{ids[len(ids) // 2]}", "list first": "/v1/charges?limit=5", "list middle": f"/v1/charges?limit=5&starting_after={middle}",
                 "list last": f"/v1/charges?limit=5&starting_after={last}", "list filtered": f"/v1/charges?limit=1&customer={customer}"}
        for name, path in paths.items():
            plans[f"{name}/{size}"] = lambda server=server, path=path: bench.get(server, path, 1)
        plans[f"post/{size}"] = lambda server=server: bench.post(server, 1)
    bench.say("one connection, few and many objects")
    series = alternate(plans, 2 if bench.quick else 7, bench.time_for(40, 300), set(plans))
    bench.keep("growth", series)
    names = sorted({name.split("/")[0] for name in plans})

    def worst() -> float:
        ratios = {name: ratio(series[f"{name}/many"], series[f"{name}/few"], "p50_us") for name in names}
        bench.details["growth ratios"] = ratios
        return max(ratios.values())

    bench.row("W3", "x at 10 objects", "<= 1.2", f"median latency at {MANY:,} objects: GET, LIST (first, middle, last page, filtered), POST; the worst",
              list(series.values()), worst)
    bench.stop_all()


def measure_levers(bench: Bench) -> None:
    """Ten thousand faults and pins on one operation, and calls of another one, against a world where nothing is armed."""
    bench.say("ten thousand faults and pins")
    plans: dict[str, Callable[[], tuple[dict[str, float], float]]] = {}
    for name in ("free", "armed"):
        server = bench.start(ours(bench.binary, f"understudy-{name}"))
        charge = call(server, "POST", "/v1/charges", BODY)
        if name == "armed":
            arm(server, LEVERS)
        plans[name] = lambda server=server, path=f"/v1/charges/{charge['id']}": bench.get(server, path, 1)
    series = alternate(plans, 3 if bench.quick else 7, bench.time_for(48, 60), set(plans))
    bench.keep("levers", series)
    bench.row("levers", "x with nothing armed", "<= 1.2", f"median latency of a GET with {LEVERS:,} faults and pins armed for another operation",
              list(series.values()), lambda: ratio(series["armed"], series["free"], "p50_us"))
    bench.stop_all()


def measure_starts(bench: Bench, stripe_mock_binary: str) -> None:
    """W8: a large vendor's API, from the start of the process to its first 200."""
    bench.say("starts with large APIs")
    pairs = [("W8.stripe", "stripe-mock", "<= 0.25", "start with the pack stripe", stripe(bench.binary), stripe_mock(stripe_mock_binary)),
             ("W8.github", "Prism", "<= 0.03", "start with GitHub's description of its API", describer(bench.binary), prism())]
    for key, peer, reach, work, mine, theirs in pairs:
        if isinstance(mine, str) or isinstance(theirs, str):
            bench.rows.append(Row(key, None, f"x {peer}", reach, mine if isinstance(mine, str) else str(theirs), work))
            continue
        series = starts([mine, theirs], bench.folder, 3 if bench.quick else 9, 0)
        bench.keep(f"start {peer}", series)
        bench.row(key, f"x {peer}", reach, f"{work}, against {peer}", [], lambda mine=series[mine.name], theirs=series[theirs.name]: ratio(mine, theirs, "ms"))


def measure_micro(bench: Bench) -> None:
    """W4 and W6.object, inside one process (src/world/world_bench.cpp)."""
    bench.say("create, reset, fork, snapshot; stored bytes")
    words = [str(bench.micro), "--benchmark_format=json", f"--benchmark_min_time={0.1 if bench.quick else 0.5}"]
    try:
        found = json.loads(subprocess.run(words, capture_output=True, check=True, timeout=300, text=True).stdout)["benchmarks"]
    except (OSError, subprocess.SubprocessError, ValueError) as error:
        found, why = [], str(error)
    else:
        why = "world_bench did not report it"
    for each in found:
        each["name"] = re.sub(r"/iterations:\d+$", "", each["name"])
    micros = {each["name"]: each["real_time"] * {"ns": 1e-3, "us": 1.0, "ms": 1e3}[each["time_unit"]] for each in found}
    counters = {each["name"]: each for each in found}

    def of(name: str) -> float:
        if name not in micros:
            raise RuntimeError(why)
        return micros[name]

    bench.row("W4.create", "us", "<= 50", "a fresh world (absolute)", [], lambda: of("create"))
    bench.row("W4.reset", "us", "<= 50", f"reset of a world of {MANY:,} objects (absolute)", [], lambda: of("reset/100000"))
    bench.row("W4.fork", "us", "<= 100", f"fork of a world of {MANY:,} objects (absolute)", [], lambda: of("fork/100000"))
    bench.row("W4.snapshot", "us", "<= 100", f"snapshot of a world of {MANY:,} objects (absolute)", [], lambda: of("snapshot/100000"))
    bench.row("W6.object", "x JSON", "<= 2", "bytes an object takes in memory over the bytes of its JSON", [],
              lambda: counters["stored/100000"]["stored_over_json"] if "stored/100000" in counters else of("stored/100000"))


def measure_memory(bench: Bench) -> None:
    bench.say("memory over a million requests")
    mine = bench.start(ours(bench.binary), ALL_CPUS)
    charge = call(mine, "POST", "/v1/charges", BODY)
    path = f"/v1/charges/{charge['id']}"
    marks: list[float] = []
    for goal in (100_000, 1_000_000):
        while mine.served < goal:
            bench.get(mine, path)
        marks.append(mine.running.rss_kib())
    bench.row("W6.growth", "x", "<= 1.5", "memory after 1,000,000 requests over that after 100,000, the usual journal", [], lambda: marks[1] / marks[0])
    bench.stop_all()

    bench.say("ten thousand worlds")
    mine = bench.start(ours(bench.binary), ALL_CPUS)
    admin = re.search(r"admin_key=(\S+)", mine.running.log.read_text())[1]
    before = mine.running.rss_kib()
    for _ in range(10_000):
        call(mine, "POST", "/__admin__/worlds", '{"pack":"parcel"}', admin)
    after = mine.running.rss_kib()
    bench.row("W4.kib", "KiB", "<= 32", "memory for an empty world, 10,000 alive (absolute)", [], lambda: (after - before) / 10_000)
    bench.stop_all()


def measure_year(bench: Bench) -> None:
    bench.say(f"a year of {year.SUBSCRIPTIONS:,} subscriptions")

    found: list[tuple[int, int, float]] = []

    def measure() -> float:
        server = bench.start(year.stripe(bench.binary))
        reserve = Reserve(RESERVE)
        with reserve.handing_on(YEAR_GROWTH, YEAR_STEP):
            events, entries, seconds = year.year_of(server)
        reserve.close()
        bench.details["year"] = {"subscriptions": year.SUBSCRIPTIONS, "events": events, "entries": entries, "seconds": round(seconds, 3)}
        found.append((events, entries, seconds))
        return entries / seconds

    def told() -> float:
        if not found:
            raise RuntimeError("the year did not come to its end")
        events, _, seconds = found[0]
        return events / seconds

    work = f"a year of monthly renewals of {year.SUBSCRIPTIONS:,} subscriptions (pack stripe), one advance"
    bench.row("W7", "entries/s", ">= 50000", f"{work}: entries of the journal, transitions and events (absolute)", [], measure)
    bench.row("W7.told", "events/s", "", f"{work}: events that are told to the vendor's clients alone (absolute)", [], told)
    bench.stop_all()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=Path, default=ROOT / "build/release")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--nginx", default="nginx", help="the binary of nginx")
    parser.add_argument("--stripe-mock", default="", help="the binary of stripe-mock")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that the servers are stopped
    with tempfile.TemporaryDirectory(prefix="bench-worlds-") as folder:
        bench = Bench(options, Path(folder))
        try:
            measure_throughput(bench)
            measure_growth(bench)
            measure_levers(bench)
            measure_micro(bench)
            measure_starts(bench, options.stripe_mock)
            if not bench.quick:
                measure_year(bench)
                measure_memory(bench)
        except (RuntimeError, OSError) as error:
            print(f"bench: {error}", file=sys.stderr)
            return 1
        finally:
            bench.stop_all()
    bench.rows.sort(key=lambda row: row.key)
    return finish("worlds", bench.rows, bench.quick, None, bench.details)


if __name__ == "__main__":
    sys.exit(main())
