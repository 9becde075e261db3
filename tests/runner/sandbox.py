"""A fresh directory for one script, and running its commands there.

    ROOT/bin/understudy   the program under test
    ROOT/home             HOME
    ROOT/tmp              TMPDIR
    ROOT/work             where files are laid out and commands run

Commands see a fixed environment and nothing of the caller's: no CI, no locale, no time zone, no colours.
"""

from __future__ import annotations

import mmap
import os
import shutil
import signal
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from script import read_text

DEFAULT_SECONDS = 60.0
SANITIZED_SLOWDOWN = 5.0
_SYSTEM_PATH = "/usr/local/bin:/usr/bin:/bin"


@dataclass
class Ran:
    """What one command did. `timed_out` means it was killed and the rest is what it left behind."""

    exit_code: int
    stdout: str
    stderr: str
    timed_out: bool = False


def is_sanitized(binary: Path) -> bool:
    """Built with the address sanitizer, which reserves terabytes: memory limits cannot apply."""
    if not binary.is_file() or binary.stat().st_size == 0:
        return False
    with binary.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
        return content.find(b"__asan_init") != -1


class Sandbox:
    def __init__(self, binary: Path, data: Path | None, environment: dict[str, str] | None = None) -> None:
        self.root = Path(tempfile.mkdtemp(prefix="understudy-script-"))
        self.work = self.root / "work"
        for name in ("bin", "home", "tmp", "work"):
            (self.root / name).mkdir()
        (self.root / "bin" / "understudy").symlink_to(binary.resolve())
        self._environment = {
            "PATH": f"{self.root / 'bin'}:{_SYSTEM_PATH}",
            "HOME": str(self.root / "home"),
            "TMPDIR": str(self.root / "tmp"),
            "LANG": "C.UTF-8",
            "LC_ALL": "C.UTF-8",
            "TZ": "UTC",
            "TERM": "dumb",
            "UNDERSTUDY_SEED": "1",
        }
        if data is not None:
            self._environment["DATA"] = str(data)
        self._environment.update(environment or {})

    def __enter__(self) -> Sandbox:
        return self

    def __exit__(self, *_: object) -> None:
        shutil.rmtree(self.root, ignore_errors=True)

    def write_file(self, name: str, text: str) -> None:
        path = self.work / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode("utf-8", "surrogateescape"))

    def copy_folder(self, folder: Path) -> None:
        """What is in it, dot-files included, becomes what is in the working directory."""
        shutil.copytree(folder, self.work, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))

    def run(self, command: str, deadline: float, limit_memory_kib: int | None) -> Ran:
        """Runs until done or until `deadline`, a time of time.monotonic()."""
        shell = ["bash", "-o", "pipefail", "-c", command]
        if limit_memory_kib is not None:
            shell = ["bash", "-c", 'ulimit -v "$1" && shift && exec "$@"', "limit", str(limit_memory_kib), *shell]
        process = subprocess.Popen(
            shell,
            cwd=self.work,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        timed_out = False
        try:
            out, err = process.communicate(timeout=max(deadline - time.monotonic(), 0.01))
        except subprocess.TimeoutExpired:
            timed_out = True
            _end_group(process)
            out, err = process.communicate()
        code = process.returncode
        return Ran(128 - code if code < 0 else code, read_text(out), read_text(err), timed_out)


def _end_group(process: subprocess.Popen[bytes]) -> None:
    """Ends the command and everything it started; its process group is its own."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
