"""One run of a program over files: the time it takes, the processor's time, its memory. Ends only what it started."""

from __future__ import annotations

import os
import select
import signal
import time
from dataclasses import dataclass
from pathlib import Path

from processes import spawn

GIVE_UP_SECONDS = 900
_SAMPLE_MS = 2


@dataclass
class Done:
    seconds: float
    cpu_seconds: float
    output: str


def run(words: list[str], cpus: set[int], folder: Path, fine: tuple[int, ...] = (0,)) -> Done:
    """Runs a program to its end. `fine` are the exit codes of one that did its work."""
    log = folder / "program.log"
    begin = time.perf_counter()
    pid = spawn(words, cpus, folder, log)
    status, usage = _wait(pid, words[0])
    seconds = time.perf_counter() - begin
    return Done(seconds, usage.ru_utime + usage.ru_stime, _output(words[0], log, status, fine))


def peak_mib(words: list[str], cpus: set[int], folder: Path, fine: tuple[int, ...] = (0,)) -> float:
    """The most memory a program had at once. Read from /proc while it runs, since what wait4 tells of a process that was
    started without a copy of its parent counts the parent's memory too."""
    log = folder / "program.log"
    pid = spawn(words, cpus, folder, log)
    handle = os.pidfd_open(pid)
    peak = 0
    try:
        ended = select.poll()
        ended.register(handle, select.POLLIN)
        give_up = time.monotonic() + GIVE_UP_SECONDS
        while not ended.poll(_SAMPLE_MS) and time.monotonic() < give_up:
            peak = max(peak, _high_water_kib(pid))
    finally:
        os.close(handle)
        status, _ = _wait(pid, words[0], 0)
    _output(words[0], log, status, fine)
    return peak / 1024


def start_seconds(words: list[str], cpus: set[int], folder: Path, times: int, fine: tuple[int, ...] = (0,)) -> tuple[float, float]:
    """From start to end of a short program, on average over so many runs, and the processor's time of one."""
    home, here = os.sched_getaffinity(0), os.getcwd()
    nowhere = [(os.POSIX_SPAWN_OPEN, 1, "/dev/null", os.O_WRONLY, 0), (os.POSIX_SPAWN_DUP2, 1, 2)]
    os.chdir(folder)
    os.sched_setaffinity(0, cpus)
    cpu = 0.0
    begin = time.perf_counter()
    try:
        for _ in range(times):
            pid = os.posix_spawn(words[0], words, os.environ, file_actions=nowhere)
            _, status, usage = os.wait4(pid, 0)
            cpu += usage.ru_utime + usage.ru_stime
            if os.waitstatus_to_exitcode(status) not in fine:
                raise RuntimeError(f"{Path(words[0]).name} ended with {os.waitstatus_to_exitcode(status)}")
        return (time.perf_counter() - begin) / times, cpu / times
    finally:
        os.sched_setaffinity(0, home)
        os.chdir(here)


def _wait(pid: int, name: str, seconds: float = GIVE_UP_SECONDS) -> tuple[int, object]:
    """Waits without looking again and again, so that the time is exact and none of it is ours."""
    handle = os.pidfd_open(pid)
    is_late = True  # also when we are told to end while we wait
    try:
        ended = select.poll()
        ended.register(handle, select.POLLIN)
        is_late = not ended.poll(seconds * 1000)
    finally:
        os.close(handle)
        if is_late:
            os.kill(pid, signal.SIGKILL)
        _, status, usage = os.wait4(pid, 0)
    if is_late:
        raise RuntimeError(f"{Path(name).name} was not done after {seconds:.0f} s")
    return status, usage


def _output(name: str, log: Path, status: int, fine: tuple[int, ...]) -> str:
    text = log.read_text(errors="replace")
    code = os.waitstatus_to_exitcode(status)
    if code not in fine:
        raise RuntimeError(f"{Path(name).name} ended with {code}: {' '.join(text.split())[-300:]}")
    return text


def _high_water_kib(pid: int) -> int:
    """Nothing when the process has ended."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("VmHWM:")), 0)
