"""Short slices of load in alternation, and what else the machine did meanwhile.

A slice in which others used more than a fifth of a processor does not count. Where too few quiet slices come in the
time given, the least noisy ones are taken and the series says that it is noisy.
"""

from __future__ import annotations

import gzip
import os
import platform
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from rows import median

OTHERS_AT_MOST = 0.2  # processors
SETTLED = 0.1  # processors that may still be busy when a slice begins
PATIENCE = 3.0  # seconds: a machine that is never at rest is measured all the same, and the slice tells


def softirq_is_in_process_time() -> bool:
    """Kernels that account for interrupts apart do not charge a process for the network work done in its name."""
    for path in (Path("/proc/config.gz"), Path(f"/boot/config-{platform.release()}")):
        try:
            text = gzip.decompress(path.read_bytes()).decode() if path.suffix == ".gz" else path.read_text()
        except OSError:
            continue
        return "\nCONFIG_IRQ_TIME_ACCOUNTING=y" not in text
    return False


_WITH_SOFTIRQ = softirq_is_in_process_time()
_TICK = os.sysconf("SC_CLK_TCK")


def busy_seconds() -> float:
    """All processors together since boot, time stolen by the host included."""
    for line in Path("/proc/stat").read_text().splitlines():
        if line.startswith("cpu "):
            user, nice, system, _idle, _wait, irq, softirq, steal = (int(word) for word in line.split()[1:9])
            return (user + nice + system + steal + (irq + softirq if _WITH_SOFTIRQ else 0)) / _TICK
    raise RuntimeError("/proc/stat has no line for all processors")


@dataclass
class Slice:
    figures: dict[str, float]
    others: float  # processors used by anything but the server, the load and us


@dataclass
class Series:
    slices: list[Slice] = field(default_factory=list)
    wanted: int = 0
    problem: str = ""  # why there are no more slices

    def quiet(self) -> list[Slice]:
        return [each for each in self.slices if each.others <= OTHERS_AT_MOST]

    def is_noisy(self) -> bool:
        return len(self.quiet()) < self.wanted

    def counted(self) -> list[Slice]:
        if self.is_noisy():
            return sorted(self.slices, key=lambda each: each.others)[: self.wanted]
        return self.quiet()

    def median(self, figure: str) -> float:
        if self.problem:
            raise RuntimeError(self.problem)
        return median([each.figures[figure] for each in self.counted()])

    def to_json(self) -> dict:
        names = self.slices[0].figures if self.slices else {}
        return {
            "slices": len(self.slices), "quiet": len(self.quiet()),
            **{name: [round(each.figures[name], 3) for each in self.counted()] for name in names},
        }


Work = Callable[[], tuple[dict[str, float], float]]  # figures, and the CPU seconds of the work's own processes


def wait_until_settled() -> None:
    """What a contender does after its own slice (it collects garbage, writes files) shall not count against the next one."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        busy, clock = busy_seconds(), time.monotonic()
        time.sleep(0.1)
        if (busy_seconds() - busy) / (time.monotonic() - clock) <= SETTLED:
            return


def take_slice(work: Work) -> Slice:
    wait_until_settled()
    busy, ours, clock = busy_seconds(), time.process_time(), time.monotonic()
    figures, theirs = work()
    wall = time.monotonic() - clock
    others = busy_seconds() - busy - theirs - (time.process_time() - ours)
    return Slice(figures, max(0.0, others) / wall)


def alternate(contenders: dict[str, Work], wanted: int, seconds: float, judged: set[str] | None = None, least: int = 0) -> dict[str, Series]:
    """A B C A B C ...: at least `least` rounds (`wanted`, if not told); more, while one that is judged (all, if not told)
    lacks quiet slices and `seconds` have not passed, but no more than four times as many as wanted."""
    series = {name: Series(wanted=wanted) for name in contenders}
    begin = time.monotonic()
    for number in range(4 * wanted):
        if number >= (least or wanted):
            passed = time.monotonic() - begin
            is_done = not any(each.is_noisy() for name, each in series.items() if not each.problem and name in (judged or series))
            if is_done or passed + passed / number > seconds:  # the next round would not fit
                break
        for name, work in contenders.items():
            if series[name].problem:
                continue
            try:
                series[name].slices.append(take_slice(work))
            except (RuntimeError, OSError) as error:
                series[name].problem = str(error)
    return series
