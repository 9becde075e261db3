"""A served world as a test sees it: the process, its two planes, and what a case may ask of them."""

from __future__ import annotations

import http.client
import json
import os
import selectors
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/clients"))

from serving import CLIENT_SECONDS, START_SECONDS, STOP_SECONDS, Failed, expect, expect_equal, surroundings  # noqa: E402

KEY = "usw_acceptance_key_0"


@dataclass
class Said:
    status: int
    headers: dict[str, str]
    body: bytes
    value: Any = field(init=False)

    def __post_init__(self) -> None:
        try:
            self.value = json.loads(self.body)
        except ValueError:
            self.value = None

    @property
    def code(self) -> str:
        return (self.value or {}).get("error", {}).get("code", "")

    @property
    def trace(self) -> str:
        return self.headers.get("x-mock-resolution-trace", "")


class World:
    """One world, by its address and key."""

    def __init__(self, port: int, key: str) -> None:
        self.port = port
        self.key = key
        self.url = f"http://127.0.0.1:{port}"

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Said:
        """One request on a connection of its own. Names of headers are written with _ for -."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=CLIENT_SECONDS)
        try:
            sent = {"Authorization": f"Bearer {self.key}", **{name.replace("_", "-"): value for name, value in headers.items()}}
            if body is not None and not isinstance(body, (bytes, str)):
                body = json.dumps(body)
                sent.setdefault("Content-Type", "application/json")
            connection.request(method, path, body, sent)
            answer = connection.getresponse()
            return Said(answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read())
        finally:
            connection.close()

    def charge(self, amount: int = 2000, **more: Any) -> Said:
        headers = {name: more.pop(name) for name in list(more) if name[0].isupper()}
        return self.ask("POST", "/v1/charges", {"amount": amount, "source": "tok_visa", **more}, **headers)

    def control(self, method: str, path: str, body: Any = None, **headers: str) -> Said:
        return self.ask(method, "/__admin__" + path, body, **headers)

    def done(self, method: str, path: str, body: Any = None) -> Any:
        """A control call that must succeed: its record."""
        said = self.control(method, path, body)
        expect(said.status in (200, 201), f"{method} {path}: {said.status} {said.body[:400]!r}")
        return said.value

    def trace_of(self, said: Said) -> Any:
        return self.done("GET", "/trace/" + quote(said.trace))

    def digest(self) -> str:
        taken = self.done("POST", "/snapshots", {})
        shown = self.done("GET", f"/snapshots/{taken['id']}")
        self.done("DELETE", f"/snapshots/{taken['id']}")
        return shown["digest"]


class Served:
    """`understudy serve` with these words, on ports picked by the system. Ended with the case."""

    def __init__(self, program: Path, folder: Path, *words: str) -> None:
        self.program = program
        self.folder = folder
        self.words = words
        self.worlds: list[World] = []
        self.admin = World(0, "")

    def __enter__(self) -> Served:
        command = [str(self.program), "serve", *self.words, "--port", "0", "--json"]
        if "--key" not in self.words:
            command += ["--key", KEY]
        self._errors = open(self.folder / "serve.err", "ab")  # noqa: SIM115: as long as the server
        # Some cases look at the memory of the process: the sanitizer's build should keep little of what was freed.
        environment = {"ASAN_OPTIONS": "quarantine_size_mb=64", **surroundings(self.folder)}
        self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self._errors,
                                         env=environment, cwd=ROOT)
        try:
            for line in self._first_lines():
                port = int(line["url"].rsplit(":", 1)[1])
                self.worlds.append(World(port, line["key"]))
                self.admin = World(port, line["admin_key"])
        except BaseException:
            self._process.kill()
            self._process.wait()
            raise
        return self

    @property
    def world(self) -> World:
        return self.worlds[0]

    def _first_lines(self) -> list[dict[str, str]]:
        text = b""
        give_up = time.monotonic() + START_SECONDS
        with selectors.DefaultSelector() as selector:
            selector.register(self._process.stdout, selectors.EVENT_READ)
            while not text.endswith(b"\n"):
                expect(selector.select(max(0.0, give_up - time.monotonic())), f"serve said only {text!r} in {START_SECONDS:.0f} s")
                part = os.read(self._process.stdout.fileno(), 65536)
                expect(part, f"serve ended at once: {self.complaints()!r}")
                text += part
        return [json.loads(line) for line in text.splitlines()]

    def complaints(self) -> str:
        return (self.folder / "serve.err").read_text(errors="replace")[-1000:]

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
            raise Failed(f"serve did not stop within {STOP_SECONDS:.0f} s of SIGTERM")
        expect_equal(code, 0, f"exit code of serve; it said {self.complaints()!r}")


def curl(world: World, *words: str) -> tuple[int, bytes, str]:
    """Exit code, standard output and error of curl, as the world's caller."""
    done = subprocess.run(["curl", "-sS", "--noproxy", "*", "-H", f"Authorization: Bearer {world.key}", *words], capture_output=True,
                          timeout=CLIENT_SECONDS, check=False)
    return done.returncode, done.stdout, done.stderr.decode(errors="replace")
