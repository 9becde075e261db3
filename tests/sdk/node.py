"""Starts Node and the test runners of the folder sdk/, and reads what they report."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SDK = ROOT / "sdk"
SECONDS = 300
BINARIES = SDK / "node_modules/.bin"
PATIENT = ("--testTimeout=60000", "--hookTimeout=60000")  # the machine may be busy


class Failed(Exception):
    """What a case found wrong, for people."""


@dataclass
class Ran:
    code: int
    out: str  # standard output and error, in one

    def tail(self) -> str:
        return "\n".join(self.out.splitlines()[-40:])


def run(words: list[str | Path], *, cwd: Path = SDK, env: dict[str, str] | None = None, program: Path | None = None) -> Ran:
    """One command without colours; UNDERSTUDY_BIN is `program`, and nothing else of ours is in the environment."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("UNDERSTUDY_", "PRODBREAK_"))}
    kept |= {"NO_COLOR": "1", "CI": "1", **({"UNDERSTUDY_BIN": str(program)} if program else {}), **(env or {})}
    done = subprocess.run([str(word) for word in words], cwd=cwd, env=kept, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, text=True, timeout=SECONDS)
    return Ran(done.returncode, done.stdout)


def must(words: list[str | Path], **more) -> Ran:
    ran = run(words, **more)
    if ran.code != 0:
        raise Failed(f"{' '.join(str(word) for word in words[:3])} ended with {ran.code}:\n{ran.tail()}")
    return ran


def vitest(root: Path, *words: str, program: Path | None, binary: Path = BINARIES / "vitest") -> tuple[list[dict], Ran]:
    """The tests of Vitest in a folder, each with title, status, duration and meta."""
    with tempfile.TemporaryDirectory(prefix="sdk-") as folder:
        report = Path(folder) / "report.json"
        ran = run([binary, "run", "--root", root, *words, *PATIENT, "--reporter=json", "--reporter=verbose", f"--outputFile={report}"], program=program, cwd=root)
        if not report.is_file():
            raise Failed(f"vitest in {root.name} ended with {ran.code} and left no report:\n{ran.tail()}")
        tests = [test for file in json.loads(report.read_text())["testResults"] for test in file["assertionResults"]]
        if not tests:
            raise Failed(f"vitest in {root.name} ran nothing:\n{ran.tail()}")
        return tests, ran


def is_gone(url: str) -> bool:
    """Does the server end? It has ten seconds."""
    end = time.monotonic() + 10
    while time.monotonic() < end:
        try:
            urllib.request.urlopen(f"{url}/__admin__/health", timeout=5).read()
        except (urllib.error.URLError, ConnectionError):
            return True
        time.sleep(0.05)
    return False
