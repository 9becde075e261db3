"""Servers and load programs as processes: pinned to processors, with their CPU time and memory. Ends only what it
started itself."""

from __future__ import annotations

import os
import signal
import socket
import time
from pathlib import Path

CPUS = sorted(os.sched_getaffinity(0))
SERVER_CPU = {CPUS[0]}
LOAD_CPU = {CPUS[-1]}
ALL_CPUS = set(CPUS)


def spawn(words: list[str], cpus: set[int], folder: Path, log: Path) -> int:
    """Starts a process in its own group. It inherits the affinity and the folder that we take on for a moment, which
    costs the start nothing, where taskset would cost one more exec."""
    home, here = os.sched_getaffinity(0), os.getcwd()
    os.chdir(folder)
    os.sched_setaffinity(0, cpus)
    try:
        return os.posix_spawnp(words[0], words, os.environ, setpgroup=0, file_actions=[
            (os.POSIX_SPAWN_OPEN, 0, "/dev/null", os.O_RDONLY, 0),
            (os.POSIX_SPAWN_OPEN, 1, str(log), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600),
            (os.POSIX_SPAWN_DUP2, 1, 2),
        ])
    finally:
        os.sched_setaffinity(0, home)
        os.chdir(here)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def cpu_seconds_of(pid: int) -> float:
    """User and system time of all threads, the ended ones too, in nanosecond steps (/proc has steps of 10 ms)."""
    try:
        return time.clock_gettime((~pid << 3) | 2)  # the kernel's number for the CPU clock of that process
    except OSError:
        return 0.0


def group_members(group: int) -> list[int]:
    members = []
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[2]) == group:
            members.append(int(entry.name))
    return members


def rss_kib(pids: list[int]) -> int:
    total = 0
    for pid in pids:
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                total += int(line.split()[1])
    return total


class Running:
    """A started server: the leader of a process group."""

    def __init__(self, pid: int, log: Path) -> None:
        self.pid = pid
        self.log = log
        self.ended = False

    def cpu_seconds(self) -> float:
        return sum(cpu_seconds_of(pid) for pid in group_members(self.pid))

    def rss_kib(self) -> int:
        return rss_kib(group_members(self.pid))

    def has_ended(self) -> bool:
        if not self.ended and os.waitpid(self.pid, os.WNOHANG)[0] != 0:
            self.ended = True
        return self.ended

    def last_words(self) -> str:
        return " ".join(self.log.read_text(errors="replace").split())[-300:]

    def stop(self) -> None:
        if not self.ended:
            os.kill(self.pid, signal.SIGTERM)
            give_up = time.monotonic() + 10
            while not self.has_ended() and time.monotonic() < give_up:
                time.sleep(0.0005)
        for pid in group_members(self.pid):  # what the leader left behind
            os.kill(pid, signal.SIGKILL)
        if not self.ended:
            os.waitpid(self.pid, 0)
            self.ended = True


def run_load(words: list[str], cpus: set[int], folder: Path, seconds: float) -> tuple[str, float]:
    """What the program printed and the CPU time it took. Fails if it fails, or is not done after `seconds`."""
    log = folder / "load.log"
    pid = spawn(words, cpus, folder, log)
    give_up = time.monotonic() + seconds
    while True:
        done, status, usage = os.wait4(pid, os.WNOHANG)
        if done:
            break
        if time.monotonic() > give_up:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
            raise RuntimeError(f"{words[0]} was not done after {seconds:.0f} s")
        time.sleep(0.005)
    text = log.read_text(errors="replace")
    if status != 0:
        raise RuntimeError(f"{words[0]}: {' '.join(text.split())[-300:]}")
    return text, usage.ru_utime + usage.ru_stime
