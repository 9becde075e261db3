"""The server under test as a process, and what a case needs around it: clean surroundings, failing with a reason."""

from __future__ import annotations

import json
import os
import re
import selectors
import signal
import socket
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
START_SECONDS = 90.0
STOP_SECONDS = 60.0
CLIENT_SECONDS = 90.0


class Failed(Exception):
    """What a client saw that it should not have."""


def expect(condition: object, what: str) -> None:
    if not condition:
        raise Failed(what)


def expect_equal(got: object, wanted: object, what: str) -> None:
    if got != wanted:
        raise Failed(f"{what}: got {shown(got)}, wanted {shown(wanted)}")


def shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 400 else f"{text[:300]} ... {text[-80:]}"


def surroundings(home: Path) -> dict[str, str]:
    """The environment of a client: nobody's proxies, nobody's configuration."""
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "LANG", "TMPDIR") or name.endswith("SAN_OPTIONS")}
    return {**kept, "HOME": str(home), "LC_ALL": "C.UTF-8", "GIT_CONFIG_NOSYSTEM": "1", "GIT_TERMINAL_PROMPT": "0",
            "DOCKER_CONFIG": str(home / "docker")}


@dataclass
class Done:
    code: int
    out: bytes
    err: str


class Place:
    """One case's server and folder."""

    def __init__(self, program: Path, folder: Path, authority: Path) -> None:
        self.program = program
        self.folder = folder
        self.ca = authority / "ca.pem"
        self.authority = authority
        self.repositories = folder / "git"
        self.unix = folder / "s.sock"
        self.port = 0
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Place:
        self.repositories.mkdir(parents=True)
        self.authority.mkdir(exist_ok=True)
        words = [str(self.program), "--unix", str(self.unix), "--git", str(self.repositories), "--ca", str(self.authority)]
        self._errors = open(self.folder / "server.err", "wb")  # noqa: SIM115: as long as the server
        self._process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self._errors, env=surroundings(self.folder))
        try:
            text = self._read_until(b"listening on unix:")
            self.port = int(re.search(rb"http://127\.0\.0\.1:(\d+)", text)[1])
        except BaseException:
            self._process.kill()
            self._process.wait()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._process.send_signal(signal.SIGTERM)
        try:
            code = self._process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
            code = None
        self._process.stdout.close()
        self._errors.close()
        if code is None:
            raise Failed(f"the server did not stop within {STOP_SECONDS:.0f} s of SIGTERM")
        expect_equal(code, 0, f"exit code of the server; it said {self.complaints()!r}")

    def complaints(self) -> str:
        return (self.folder / "server.err").read_text(errors="replace")[-1000:]

    def url(self, path: str, scheme: str = "http") -> str:
        return f"{scheme}://{'localhost' if scheme == 'https' else '127.0.0.1'}:{self.port}{path}"

    def connect(self) -> socket.socket:
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=CLIENT_SECONDS)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return connection

    def run(self, *words: str | Path, stdin: bytes = b"", cwd: Path | None = None, **more: str) -> Done:
        """Runs a client to its end. It gets no longer than CLIENT_SECONDS."""
        command = [str(word) for word in words]
        try:
            done = subprocess.run(command, input=stdin, capture_output=True, timeout=CLIENT_SECONDS, cwd=cwd or self.folder,
                                  env={**surroundings(self.folder), **more}, check=False)
        except subprocess.TimeoutExpired as late:
            said = ((late.stdout or b"") + (late.stderr or b"")).decode(errors="replace")[-600:]
            raise Failed(f"{command[0]} was not done after {CLIENT_SECONDS:.0f} s; until then it said {said!r}") from None
        return Done(done.returncode, done.stdout, done.stderr.decode(errors="replace"))

    def run_well(self, *words: str | Path, stdin: bytes = b"", cwd: Path | None = None, **more: str) -> Done:
        done = self.run(*words, stdin=stdin, cwd=cwd, **more)
        expect(done.code == 0, f"{' '.join(str(word) for word in words)}: exit code {done.code}: {done.err[-800:]} {done.out[-300:]!r}")
        return done

    def node(self, program: str, case: str) -> None:
        """Runs one case of a Node program; it is well if it ends with 0."""
        told = json.dumps({"port": self.port, "ca": str(self.ca), "unix": str(self.unix)})
        self.run_well("node", HERE / program, case, told)

    def _read_until(self, wanted: bytes) -> bytes:
        text = b""
        give_up = time.monotonic() + START_SECONDS
        with selectors.DefaultSelector() as selector:
            selector.register(self._process.stdout, selectors.EVENT_READ)
            while not re.search(re.escape(wanted) + rb".*\n", text):
                expect(selector.select(max(0.0, give_up - time.monotonic())), f"the server said only {text!r} in {START_SECONDS:.0f} s")
                part = os.read(self._process.stdout.fileno(), 65536)
                expect(part, f"the server ended at once: {self.complaints()!r}")
                text += part
        return text
