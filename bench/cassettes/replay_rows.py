"""R2: a recorded answer found by its match."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

from load import wrk
from servers import Server, answer, nginx
from slices import Series, alternate

if TYPE_CHECKING:
    from run import Bench

HERE = Path(__file__).resolve().parent
CONNECTIONS = 32
FEW, MANY = 10, 10_000  # recordings
PATH = "/v1/things/0"


def cassette(bench: Bench, name: str, exchanges: list[dict]) -> Path:
    path = bench.folder / f"{name}.yaml"
    path.write_text(json.dumps({"version": 1, "service": "bench", "name": name, "origin": "authored", "redactions": [], "match": {"used_up": "repeat_last"}, "exchanges": exchanges}))
    done = subprocess.run([bench.understudy, "cassette", "seal", str(path)], capture_output=True, text=True, timeout=300, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"sealing {name}: {' '.join(done.stderr.split())[-300:]}")
    return path


def things(bench: Bench, count: int) -> Path:
    """So many recorded GETs, each of a path of its own, all with the usual answer."""
    body = answer().decode()
    headers = [["Content-Type", "application/json"], ["Content-Length", str(len(body))]]
    return cassette(bench, f"things-{count}", [
        {"id": f"e{number}", "kind": "http", "at": number, "input": {"method": "GET", "host": "api.example.test", "path": f"/v1/things/{number}"},
         "output": {"pieces": [{"at": 0, "from": "body", "text": body}], "duration": 1, "status": 200, "headers": headers}} for number in range(count)])


def replay(bench: Bench, name: str, path: Path, *words: str) -> Server:
    return Server(name, lambda _folder, port: [bench.understudy, "replay", str(path), "--port", str(port), *words], path=PATH)


def ratio(above: Series, below: Series, figure: str) -> float:
    return above.median(figure) / below.median(figure)


def measure_replay(bench: Bench) -> None:
    bench.say(f"{MANY:,} recordings")
    few, many = things(bench, FEW), things(bench, MANY)
    bench.say("replay and nginx")
    ours = bench.start(replay(bench, f"understudy, {FEW} recordings", few))
    other = bench.start(nginx(bench.nginx_binary))
    slices, seconds = (5, 12) if bench.quick else (15, 90)
    series = alternate({each.name: (lambda each=each: wrk(each, bench.folder, CONNECTIONS)) for each in (ours, other)}, slices, seconds, least=3)
    bench.show("replay", series)
    mine, file = series[ours.name], series[other.name]
    work = f"a recorded answer of {len(answer())} bytes found by its match, against nginx serving it as a file"
    bench.row("R2.throughput", "x nginx", ">= 0.7", work, [mine, file], lambda: ratio(mine, file, "rps"))
    bench.row("R2.cpu", "x nginx", "", "the same by CPU time", [mine, file], lambda: ratio(mine, file, "cpu_us"))
    bench.say("growth")
    large = bench.start(replay(bench, f"understudy, {MANY:,} recordings", many))
    spread = HERE / "spread.lua"

    def asked(server: Server, count: int) -> tuple[dict[str, float], float]:
        return wrk(server, bench.folder, CONNECTIONS, path="/v1/things/0", script=spread, script_words=[str(count)])

    grown = alternate({ours.name + ", all of them": lambda: asked(ours, FEW), large.name + ", all of them": lambda: asked(large, MANY)}, slices, seconds, least=3)
    bench.show("growth", grown)
    small, big = grown.values()
    bench.row("R2.growth", "x at 10", "<= 1.2", f"CPU time of a request with {MANY:,} recordings, all of them asked for, over that with {FEW}", [small, big], lambda: ratio(big, small, "cpu_us"))
