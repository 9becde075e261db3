"""A folder to work in, the program under test as a proxy, clients that see every byte, and cassettes read back."""

from __future__ import annotations

import base64
import json
import os
import signal
import socket
import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path

from service import Stream

HERE = Path(__file__).resolve().parent
SECONDS = 90
HOP_BY_HOP = {"connection", "keep-alive", "transfer-encoding", "proxy-connection"}
Fields = list[tuple[str, str]]


class Failed(Exception):
    pass


def expect(condition: object, why: str) -> None:
    if not condition:
        raise Failed(why)


def expect_equal(got: object, wanted: object, what: str) -> None:
    if got != wanted:
        raise Failed(f"{what}: got {shortened(got)}, not {shortened(wanted)}")


def shortened(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 700 else f"{text[:500]} ... {text[-150:]}"


def until(condition, what: str) -> None:
    """Something another process does soon."""
    deadline = time.monotonic() + SECONDS
    while not condition():
        if time.monotonic() > deadline:
            raise Failed(f"never came true: {what}")
        time.sleep(0.005)


@dataclass
class Answer:
    """What a client sees of one call."""

    status: str = ""
    fields: Fields = field(default_factory=list)
    body: bytes = b""
    trailers: Fields = field(default_factory=list)
    interim: list[tuple[str, Fields]] = field(default_factory=list)
    end: str = "whole"  # or cut, reset
    pieces: list[tuple[float, bytes]] = field(default_factory=list)  # as they came, seconds from the start

    def for_client(self) -> tuple:
        """Without what is between two neighbours only."""
        kept = [(name, value) for name, value in self.fields if name.lower() not in HOP_BY_HOP]
        return self.status, kept, self.body, self.trailers, self.interim, self.end


class Client(Stream):
    """One connection of HTTP/1.1 by hand."""

    def __init__(self, port: int, host: str = "127.0.0.1") -> None:
        super().__init__(socket.create_connection((host, port), timeout=SECONDS))
        self.was_reset = False
        self.began = time.monotonic()

    def more(self) -> bool:
        try:
            got = self.socket.recv(65536)
        except ConnectionResetError:
            self.was_reset = True
            return False
        self.buffer += got
        return bool(got)

    def request(self, method: str, target: str, fields: Fields = (), body: bytes = b"", host: str = "client.example.test") -> None:
        lines = [f"{method} {target} HTTP/1.1", f"Host: {host}", *(f"{name}: {value}" for name, value in fields)]
        self.send(("\r\n".join(lines) + "\r\n\r\n").encode("latin-1"), body)

    def answer(self, method: str = "GET") -> Answer:
        answer = Answer()
        while True:
            line = self.line()
            if line is None:
                answer.end = "reset" if self.was_reset else "cut"
                return answer
            status, fields = line.partition(" ")[2], self.fields()
            if not status.startswith("1") or status.startswith("101"):
                break
            answer.interim.append((status, fields))
        answer.status, answer.fields = status, fields
        code = int(status[:3])
        if method != "HEAD" and code not in (101, 204, 304):
            self.read_body(answer)
        return answer

    def take(self, answer: Answer, size: int) -> bool:
        """So many bytes more; false: they never came."""
        while size > 0:
            if not self.buffer and not self.more():
                answer.end = "reset" if self.was_reset else "cut"
                return False
            some, self.buffer = self.buffer[:size], self.buffer[size:]
            answer.body += some
            answer.pieces.append((time.monotonic() - self.began, some))
            size -= len(some)
        return True

    def read_body(self, answer: Answer) -> None:
        named = {name.lower(): value for name, value in answer.fields}
        if named.get("transfer-encoding", "").lower() == "chunked":
            while (line := self.line()) is not None:
                try:
                    size = int(line.split(";")[0], 16)
                except ValueError:
                    answer.end = "bad chunk"
                    return
                if size == 0:
                    answer.trailers = self.fields()
                    return
                if not self.take(answer, size):
                    return
                self.exactly(2)
            answer.end = "reset" if self.was_reset else "cut"
        elif "content-length" in named:
            self.take(answer, int(named["content-length"]))
        else:
            while self.buffer or self.more():
                self.take(answer, len(self.buffer))


def ask(url: str, method: str, target: str, fields: Fields = (), body: bytes = b"", host: str = "client.example.test") -> Answer:
    client = Client(int(url.rsplit(":", 1)[1]))
    with client.socket:
        client.request(method, target, fields, body, host)
        return client.answer(method)


class Process:
    """The program, listening; its first line of output says where."""

    def __init__(self, ground: Ground, words: list[str], env: dict[str, str] | None = None) -> None:
        self.errors = ground.folder / f"stderr-{len(ground.processes)}"
        self.process = subprocess.Popen([str(ground.program), *words, "--json"], cwd=ground.work, env={**ground.environment, **(env or {})}, stdin=subprocess.DEVNULL,
                                        stdout=subprocess.PIPE, stderr=self.errors.open("wb"))
        ground.processes.append(self.process)
        line = self.process.stdout.readline()
        if not line:
            raise Failed(f"it did not start: {self.stderr}")
        self.ready = json.loads(line)
        self.url: str = self.ready["url"]
        self.port = int(self.url.rsplit(":", 1)[1])

    @property
    def stderr(self) -> str:
        return self.errors.read_text(encoding="utf-8", errors="replace")

    def stop(self, code: int = 0) -> str:
        """Tells it to stop; what it said."""
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(SECONDS)
        said = self.stderr
        expect_equal(self.process.returncode, code, f"exit code, having said {said}")
        return said

    def resident_mib(self) -> float:
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
        return 0.0


class Ground:
    def __init__(self, program: Path, folder: Path) -> None:
        self.program = program
        self.folder = folder
        self.processes: list[subprocess.Popen] = []
        for name in ("home", "tmp", "work"):
            (folder / name).mkdir()
        self.work = folder / "work"
        self.temporary = folder / "tmp"
        kept = {name: value for name, value in os.environ.items() if name == "PATH" or name.endswith("SAN_OPTIONS")}
        self.environment = {**kept, "HOME": str(folder / "home"), "TMPDIR": str(self.temporary), "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "TZ": "UTC"}

    def close(self) -> None:
        for process in self.processes:
            if process.poll() is None:
                process.kill()
                process.wait()

    def proxy(self, *words: str, env: dict[str, str] | None = None) -> Process:
        return Process(self, ["proxy", "--port", "0", *words], env)

    def replay(self, *words: str) -> Process:
        return Process(self, ["replay", "--port", "0", *words])

    def run(self, *words: str, env: dict[str, str] | None = None, stdin: bytes | None = None) -> subprocess.CompletedProcess:
        return subprocess.run(list(words), cwd=self.work, env={**self.environment, **(env or {})}, capture_output=True, timeout=SECONDS, input=stdin)

    def understudy(self, *words: str, **more: object) -> subprocess.CompletedProcess:
        return self.run(str(self.program), *words, **more)

    def node(self, script: str, *words: str) -> object:
        """A script beside this file; what it prints is JSON."""
        done = self.run("node", str(HERE / script), *words)
        expect(done.returncode == 0, f"{script} failed: {done.stderr.decode()[-1500:]}")
        return json.loads(done.stdout)

    def exchanges(self, name: str) -> list[dict]:
        """Those of a cassette in JSON Lines: start, pieces and end put together, bytes as bytes."""
        path = self.work / name
        found: dict[str, dict] = {}
        for line in path.read_text(encoding="utf-8").splitlines()[1:]:
            value = json.loads(line)
            if "start" in value:
                found[value["start"]] = {**value, "pieces": []}
                if (body := value["input"].get("body", "none")) != "none":
                    value["input"]["body"] = content(body, path)
            elif "piece" in value:
                found[value["piece"]]["pieces"].append({**value, "bytes": content(value, path)})
            else:
                found[value["end"]]["output"] = value["output"]
        return list(found.values())


def content(value: dict, path: Path) -> bytes:
    if "text" in value:
        return value["text"].encode()
    if "base64" in value:
        return base64.b64decode(value["base64"])
    return (path.parent / "bodies" / value["file"].removeprefix("sha256:")).read_bytes()


def body_of(exchange: dict, source: str = "body") -> bytes:
    return b"".join(piece["bytes"] for piece in exchange["pieces"] if piece["from"] == source)


def pairs(value: list | None) -> Fields:
    return [(name, held) for name, held in value or []]


def without_hops(answer: bytes) -> bytes:
    """What curl -i shows, without the fields that are between neighbours."""
    return b"\r\n".join(line for line in answer.split(b"\r\n") if not line.lower().startswith((b"connection:", b"keep-alive:")))
