"""A folder to work in, cassettes made by hand, and `understudy replay` as a process."""

from __future__ import annotations

import base64
import http.client
import json
import os
import selectors
import signal
import socket
import subprocess
import time
import unicodedata
from pathlib import Path

HERE = Path(__file__).resolve().parent
START_SECONDS = 90.0
STOP_SECONDS = 90.0
CLIENT_SECONDS = 90.0
MISSED = 97


class Failed(Exception):
    """What a client saw that it should not have."""


def expect(condition: object, why: str) -> None:
    if not condition:
        raise Failed(why)


def expect_equal(got: object, wanted: object, what: str) -> None:
    if got != wanted:
        raise Failed(f"{what}: got {shortened(got)}, not {shortened(wanted)}")


def shortened(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 600 else f"{text[:400]} ... {text[-150:]}"


def content(data: bytes | str) -> dict:
    """Bytes as a cassette holds them."""
    if isinstance(data, str):
        if all(c in "\t\r\n" or unicodedata.category(c) != "Cc" for c in data):
            return {"text": data}
        data = data.encode()
    return {"base64": base64.b64encode(data).decode()}


def piece(data: bytes | str, at: int = 0, source: str = "body", frame: str = "") -> dict:
    return {"at": at, "from": source, **({"frame": frame} if frame else {}), **content(data)}


def request(method: str, path: str, *, host: str = "", query: list | None = None, headers: list | None = None, body: bytes | str | None = None) -> dict:
    return {"method": method, **({"host": host} if host else {}), "path": path, **({"query": query} if query else {}), **({"headers": headers} if headers else {}),
            **({"body": content(body)} if body is not None else {})}


def answer(status: int = 200, body: bytes | str = "", *, headers: list | None = None, pieces: list | None = None, duration: int = 1, **more: object) -> dict:
    if pieces is None:
        pieces = [piece(body)] if body else []
    return {"pieces": pieces, "duration": duration, "status": status, **({"headers": headers} if headers else {}), **more}


def call(name: str, sent: dict, got: dict, *, at: int = 0, **more: object) -> dict:
    return {"id": name, "kind": "http", "at": at, "input": sent, "output": got, **more}


def stream(name: str, sent: dict, got: dict, *, carrier: str = "http", framing: str = "sse", at: int = 0) -> dict:
    return {"id": name, "kind": "stream", "carrier": carrier, "at": at, "input": sent, "output": {"framing": framing, **got}}


class Ground:
    def __init__(self, program: Path, folder: Path) -> None:
        self.program = program
        self.folder = folder
        self.home = folder / "home"
        self.home.mkdir()
        kept = {name: value for name, value in os.environ.items() if name == "PATH" or name.endswith("SAN_OPTIONS")}
        self.environment = {**kept, "HOME": str(self.home), "TMPDIR": str(folder), "LC_ALL": "C.UTF-8", "TZ": "UTC", "TERM": "dumb"}

    def understudy(self, *words: str) -> subprocess.CompletedProcess:
        return subprocess.run([str(self.program), *words], cwd=self.folder, env=self.environment, capture_output=True, timeout=CLIENT_SECONDS, check=False)

    def run(self, *words: str | Path, env: dict[str, str] | None = None, code: int | None = 0) -> bytes:
        """Runs a client to its end; what it printed."""
        done = subprocess.run([str(word) for word in words], cwd=self.folder, env={**self.environment, **(env or {})}, capture_output=True, timeout=CLIENT_SECONDS, check=False)
        if code is not None and done.returncode != code:
            raise Failed(f"{words[0]} ended with {done.returncode}: {done.stderr.decode(errors='replace')[-800:]} {done.stdout[-400:]!r}")
        return done.stdout

    def cassette(self, name: str, exchanges: list[dict], **head: object) -> Path:
        """Written as JSON, which is YAML too, and sealed."""
        path = self.folder / f"{name}.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({"version": 1, "service": "service", "name": path.stem, "origin": "authored", "redactions": [], **head, "exchanges": exchanges}))
        done = self.understudy("cassette", "seal", str(path))
        expect_equal(done.returncode, 0, f"sealing: {done.stderr.decode(errors='replace')[-800:]}")
        return path

    def replay(self, *words: str | Path, env: dict[str, str] | None = None, under: list[str] | None = None) -> Replay:
        return Replay(self, [str(word) for word in words], env or {}, under or [])


class Replay:
    """A running `understudy replay`; `with` starts it and ends it with SIGTERM."""

    def __init__(self, ground: Ground, words: list[str], env: dict[str, str], under: list[str]) -> None:
        self.ground = ground
        self.words = [*under, str(ground.program), "replay", "--json", "--port", "0", "--ca-folder", str(ground.folder / "ca"), *words]
        self.environment = {**ground.environment, **env}
        self.said = ground.folder / "said"
        self.code = 0
        self.summary: dict = {}
        self.expected_code: int | None = 0

    def __enter__(self) -> Replay:
        self._errors = open(self.said, "wb")  # noqa: SIM115: as long as the process
        self._process = subprocess.Popen(self.words, cwd=self.ground.folder, env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self._errors)
        try:
            self.ready = json.loads(self._line())
        except BaseException:
            self._process.kill()
            self._process.wait()
            raise
        self.url: str = self.ready["url"]
        self.port = int(self.url.rpartition(":")[2])
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        self.stop()
        if kind is None and self.expected_code is not None:
            expect_equal(self.code, self.expected_code, f"exit code; it said {self.complaints()}")

    def stop(self) -> None:
        if self._process.stdout.closed:
            return
        children = self._children() if self.words[0] == "strace" else [self._process.pid]
        for child in children:
            os.kill(child, signal.SIGTERM)
        try:
            out, _ = self._process.communicate(timeout=STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
            raise Failed(f"it did not stop within {STOP_SECONDS:.0f} s of SIGTERM") from None
        finally:
            self._errors.close()
        self.code = self._process.returncode
        lines = out.decode().splitlines()
        self.summary = json.loads(lines[-1]) if lines else {}

    def _children(self) -> list[int]:
        path = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children")
        return [int(word) for word in path.read_text().split()]

    def ends_with(self, code: int) -> Replay:
        self.expected_code = code
        return self

    def complaints(self) -> str:
        return self.said.read_text(errors="replace")[-3000:]

    def connect(self) -> socket.socket:
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=CLIENT_SECONDS)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return connection

    def ask(self, method: str, path: str, body: bytes | str | None = None, headers: dict[str, str] | None = None) -> tuple[int, list[tuple[str, str]], bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=CLIENT_SECONDS)
        try:
            connection.request(method, path, body=body, headers=headers or {})
            got = connection.getresponse()
            return got.status, got.getheaders(), got.read()
        finally:
            connection.close()

    def _line(self) -> str:
        text = b""
        give_up = time.monotonic() + START_SECONDS
        with selectors.DefaultSelector() as selector:
            selector.register(self._process.stdout, selectors.EVENT_READ)
            while b"\n" not in text:
                expect(selector.select(max(0.0, give_up - time.monotonic())), f"it said only {text!r} in {START_SECONDS:.0f} s: {self.complaints()}")
                part = os.read(self._process.stdout.fileno(), 65536)
                expect(part, f"it ended at once: {self.complaints()}")
                text += part
        return text.decode()


def read_all(connection: socket.socket) -> bytes:
    """Until the other side ends."""
    received = b""
    while part := connection.recv(65536):
        received += part
    return received
