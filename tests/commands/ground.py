"""A folder to work in, the program under test, and tools that stand in for real ones."""

from __future__ import annotations

import base64
import json
import os
import stat
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
SYSTEM_PATH = "/usr/local/bin:/usr/bin:/bin"
SECONDS = 60
MISSED = 97


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
    return text if len(text) <= 600 else text[:600] + "..."


@dataclass(frozen=True)
class Seen:
    """What a caller sees of a program: bytes on both streams, and how it ended (negative: by that signal)."""

    stdout: bytes
    stderr: bytes
    code: int


class Ground:
    def __init__(self, program: Path, folder: Path) -> None:
        self.program = program
        self.folder = folder
        self.notes: list[str] = []
        for name in ("bin", "tools", "home", "tmp", "work"):
            (folder / name).mkdir()
        (folder / "bin/understudy").symlink_to(program)
        self.work = folder / "work"
        self.tools = folder / "tools"
        self.temporary = folder / "tmp"
        self.environment = {"PATH": f"{self.tools}:{folder / 'bin'}:{SYSTEM_PATH}", "HOME": str(folder / "home"), "TMPDIR": str(self.temporary), "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8",
                            "TZ": "UTC", "TERM": "dumb", "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1"}

    def run(self, *words: str, stdin: bytes | None = None, env: dict[str, str] | None = None, cwd: Path | None = None) -> Seen:
        """Runs a program in the working folder."""
        done = subprocess.run(list(words), cwd=cwd or self.work, env={**self.environment, **(env or {})}, capture_output=True, timeout=SECONDS,
                              **({"stdin": subprocess.DEVNULL} if stdin is None else {"input": stdin}))
        return Seen(done.stdout, done.stderr, done.returncode)

    def understudy(self, *words: str, **more: object) -> Seen:
        return self.run("understudy", *words, **more)

    def within(self, folder: str, options: list[str], calls: list[dict], env: dict[str, str] | None = None, rest: list[str] | None = None) -> tuple[list[Seen], Seen]:
        """A session whose program makes these calls, one after the other or, with `parallel`, all at once; what it saw of each, and of the session
        what we saw. The caller is started by its path, so that a stand-in for python3 does not meet it."""
        script = self.folder / "calls.json"
        script.write_text(json.dumps(calls))
        results = self.folder / "results.json"
        results.unlink(missing_ok=True)
        seen = self.understudy("with", folder, *options, "--", sys.executable, str(HERE / "caller.py"), str(script), str(results), *(rest or []), env=env)
        if not results.exists():
            return [], seen
        return [Seen(base64.b64decode(each["stdout"]), base64.b64decode(each["stderr"]), each["code"]) for each in json.loads(results.read_text())], seen

    def tool(self, name: str, source: str, interpreter: str = "/bin/sh") -> None:
        path = self.tools / name
        path.write_text(f"#!{interpreter}\n{source}")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)

    def talker(self) -> None:
        """The test program: both streams, bytes of any kind, input, children, signals."""
        self.tool("talker", (HERE / "talker.py").read_text(), sys.executable)

    def cassettes(self, folder: str = "cassettes") -> list[Path]:
        return sorted(path for path in (self.work / folder).rglob("*") if path.suffix in (".yaml", ".jsonl"))

    def log(self, name: str) -> list[dict]:
        return [json.loads(line) for line in (self.work / name).read_text().splitlines()]


def call(*words: str, stdin: bytes | None = None, parallel: bool = False, env: dict[str, str] | None = None) -> dict:
    return {"words": list(words), "stdin": None if stdin is None else base64.b64encode(stdin).decode(), "parallel": parallel, "env": env or {}}


def all_files(folder: Path) -> list[Path]:
    return sorted(Path(home) / name for home, _, names in os.walk(folder) for name in names if not (Path(home) / name).is_symlink())
