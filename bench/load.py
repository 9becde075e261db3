"""wrk and h2load: one slice of load against a running server, as figures.

wrk stops being the measure where it is itself the limit: a server that needs less CPU time than wrk for a request
waits for wrk, and its requests per second say how fast wrk is. CPU time per request does not have that bound.
"""

from __future__ import annotations

import re
from pathlib import Path

from processes import ALL_CPUS, LOAD_CPU, run_load
from servers import Server

_UNITS = {"us": 1.0, "ms": 1e3, "s": 1e6}


def wrk(server: Server, folder: Path, connections: int, pinned: bool = True, path: str = "", script: Path | None = None,
        script_words: list[str] | None = None) -> tuple[dict[str, float], float]:
    """One second of load: GETs of the server's path, of another one, or what a Lua script asks for."""
    threads = min(connections, 1 if pinned else len(ALL_CPUS))
    words = ["wrk", f"-t{threads}", f"-c{connections}", "-d1s", "--timeout", "10s", "--latency"]
    if script:
        words += ["-s", str(script)]
    for name, value in server.headers.items():
        words += ["-H", f"{name}: {value}"]
    words.append(f"http://127.0.0.1:{server.port}{path}" if path else server.url())
    begin = server.running.cpu_seconds()
    text, load_cpu = run_load([*words, *(["--", *script_words] if script_words else [])], LOAD_CPU if pinned else ALL_CPUS, folder, 20)
    server_cpu = server.running.cpu_seconds() - begin
    requests = _number(r"(\d+) requests in", text)
    if requests == 0 or "Socket errors" in text or "Non-2xx" in text:
        raise RuntimeError(f"{server.name} under wrk: {_lines(text, 'requests in', 'Socket errors', 'Non-2xx')}")
    value, unit = re.search(r"50%\s+([\d.]+)(us|ms|s)", text).groups()
    server.served += int(requests)
    figures = {"rps": _number(r"Requests/sec:\s+([\d.]+)", text), "cpu_us": server_cpu / requests * 1e6,
               "load_cpu_us": load_cpu / requests * 1e6, "p50_us": float(value) * _UNITS[unit]}
    return figures, server_cpu + load_cpu


def h2load(server: Server, folder: Path, words: list[str], url: str) -> tuple[dict[str, float], float]:
    begin = server.running.cpu_seconds()
    text, load_cpu = run_load(["h2load", "-t1", "-D", "1", *words, url], LOAD_CPU, folder, 20)
    server_cpu = server.running.cpu_seconds() - begin
    succeeded = _number(r"(\d+) succeeded", text)
    failed = sum(_number(rf"(\d+) {word}", text) for word in ("failed", "errored", "timeout", "3xx", "4xx", "5xx"))
    if succeeded == 0 or failed != 0:
        raise RuntimeError(f"{server.name} under h2load: {_lines(text, 'requests:', 'status codes:')}")
    server.served += int(succeeded)
    figures = {"rps": _number(r"([\d.]+) req/s,", text), "cpu_us": server_cpu / succeeded * 1e6,
               "load_cpu_us": load_cpu / succeeded * 1e6}
    return figures, server_cpu + load_cpu


def _number(pattern: str, text: str) -> float:
    found = re.search(pattern, text)
    if not found:
        raise RuntimeError(f"no {pattern!r} in: {' '.join(text.split())[-300:]}")
    return float(found[1])


def _lines(text: str, *words: str) -> str:
    return "; ".join(line.strip() for line in text.splitlines() if any(word in line for word in words))
