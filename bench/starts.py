"""What it costs to start a server: the time to its first answer, and its memory then."""

from __future__ import annotations

from pathlib import Path

from processes import SERVER_CPU
from servers import Server
from slices import Series, alternate


def start_and_stop(server: Server, folder: Path, cpus: set[int]) -> tuple[dict[str, float], float]:
    seconds = server.start(folder, cpus)
    try:
        figures = {"ms": seconds * 1e3, "rss_mib": server.running.rss_kib() / 1024}
        return figures, server.running.cpu_seconds()
    finally:
        server.stop()


def starts(servers: list[Server], folder: Path, times: int, seconds: float, cpus: set[int] = SERVER_CPU) -> dict[str, Series]:
    """Starts in alternation. Each slice is over in milliseconds, where /proc/stat has steps of ten: the noise of one
    start cannot be told, so all of them count, and the median is over many."""
    works = {each.name: (lambda each=each: start_and_stop(each, folder, cpus)) for each in servers}
    series = alternate(works, times, seconds, least=min(times, 9))
    for each in series.values():
        each.wanted = len(each.slices)
        for slice_ in each.slices:
            slice_.others = 0.0
    return series
