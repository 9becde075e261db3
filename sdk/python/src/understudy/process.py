"""A process of our own: ready when it says so, and gone when this process is, however it ends.

It is started by a small shell that reads from a pipe which only this process holds open. When this process
ends, killed or not, the shell reads the end of the pipe and stops it.
"""

from __future__ import annotations

import json
import os
import selectors
import shlex
import signal
import subprocess
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import IO, Any

from understudy.binary import find_binary
from understudy.errors import LaunchError

__tracebackhide__ = True  # a failing test shows its own line, not ours

START_SECONDS = 60.0
STOP_SECONDS = 15.0
ENDING_SECONDS = 5.0  # a connection of a process that dies is closed before the process has ended
_GUARD = '"$@" </dev/null & server=$!; exec >&-; read _; kill "$server" 2>/dev/null; wait "$server"'


@dataclass(frozen=True)
class ReadyLine:
    """What the server prints of one world when it is ready."""

    url: str
    key: str
    admin_key: str
    world: str
    pack: str


class Guarded:
    """The binary with these words, and a first line for each of `ready` things."""

    def __init__(self, words: Sequence[str], shown: Sequence[str], ready: int, bin: str | os.PathLike[str] | None = None) -> None:
        self.binary = find_binary(bin)
        self.command = shlex.join(["understudy", *shown])
        self._is_stopped = False
        self._errors: IO[bytes] = tempfile.TemporaryFile(prefix="understudy-")
        self._shell = subprocess.Popen(["/bin/sh", "-c", _GUARD, "understudy-guard", self.binary, *words], stdin=subprocess.PIPE,
                                       stdout=subprocess.PIPE, stderr=self._errors, start_new_session=True)
        try:
            self.said = self._wait_until_ready(ready)
        except BaseException:
            self.stop()
            raise

    def _wait_until_ready(self, lines: int) -> list[dict[str, Any]]:
        text, give_up = b"", time.monotonic() + START_SECONDS
        while not text.endswith(b"\n") or text.count(b"\n") < lines:
            if not self._is_readable(give_up - time.monotonic()):
                raise LaunchError(f"`{self.command}` was not ready after {START_SECONDS:g} s; is {self.binary} an understudy binary?")
            piece = os.read(self._stdout, 65536)
            if not piece:
                raise LaunchError(f"`{self.command}` {self._ending()}")
            text += piece
        try:
            said = [json.loads(line) for line in text.splitlines()]
        except ValueError:
            said = []
        if not said or not all(isinstance(each, dict) and "url" in each for each in said):
            raise LaunchError(f"{self.binary} did not say that it is ready as understudy does, but {text[:80]!r}; name an understudy binary "
                              "of this package's version")
        return said

    @property
    def _stdout(self) -> int:
        assert self._shell.stdout is not None
        return self._shell.stdout.fileno()

    def _is_readable(self, seconds: float) -> bool:
        with selectors.DefaultSelector() as selector:
            selector.register(self._stdout, selectors.EVENT_READ)
            return bool(selector.select(max(0.0, seconds)))

    def why_gone(self, is_broken: bool) -> str:
        """How the process ended, or nothing if it runs. After a broken connection it is given time to end."""
        if self._is_stopped:
            return f"the server of this test, `{self.command}`, was stopped when its sandbox was closed; use the sandbox before"
        if self._shell.returncode is None and not (self._is_readable(ENDING_SECONDS if is_broken else 0) and not os.read(self._stdout, 65536)):
            return ""
        return f"the server of this test, `{self.command}`, {self._ending()}"

    def _ending(self) -> str:
        code = self._end_shell()
        killed_by = -code if code < 0 else code - 128
        how = f"was killed by signal {killed_by}" if killed_by > 0 else f"ended with {code}"
        told = "; ".join(line.removeprefix("error: ").strip() for line in self._complaints().splitlines()[-3:])
        return f"{how}{f': {told}' if told else ' without a word'}"

    def _complaints(self) -> str:
        self._errors.seek(0)
        return "\n".join(line for line in self._errors.read().decode("utf-8", "replace").splitlines() if line.strip())

    def _end_shell(self) -> int:
        assert self._shell.stdin is not None
        try:
            self._shell.stdin.close()
        except BrokenPipeError:
            pass  # it is gone already
        try:
            return self._shell.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(self._shell.pid, signal.SIGKILL)  # a session of its own: the shell and what it runs, nobody else
            return self._shell.wait()

    def stop(self) -> tuple[int, str]:
        """Its exit code, and what it complained about."""
        if self._is_stopped:
            return 0, ""
        self._is_stopped = True
        code, complaints = self._end_shell(), self._complaints()
        if self._shell.stdout is not None:
            self._shell.stdout.close()
        self._errors.close()
        return code, complaints


class Server(Guarded):
    """`understudy serve` for these packs. `lines` has one entry for each world it made."""

    def __init__(self, packs: Sequence[str], args: Sequence[str] = (), bin: str | os.PathLike[str] | None = None) -> None:
        own_port = [] if any(each.split("=")[0] == "--port" for each in args) else ["--port", "0"]
        super().__init__(["serve", *packs, "--json", *own_port, *args], ["serve", *packs, *args], len(packs), bin)
        self.lines = [ReadyLine(**{name: str(each.get(name, "")) for name in ReadyLine.__annotations__}) for each in self.said]
