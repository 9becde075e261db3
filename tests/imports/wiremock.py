"""WireMock, started from the jar of its npm package on a port of its own, and its admin API."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import urllib.error
import urllib.request
from pathlib import Path

HERE = Path(__file__).resolve().parent
START_LINES = 60


def lacks() -> str:
    if not shutil.which("java"):
        return "java is not installed: nothing of WireMock was tried"
    return "" if jar() else "the npm package wiremock is not installed in tests/imports"


def jar() -> Path | None:
    return next(iter(sorted((HERE / "node_modules/wiremock/build").glob("*.jar"))), None)


class WireMock:
    """with WireMock(folder) as server: ... Its mappings are saved below `folder`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __enter__(self) -> WireMock:
        self.folder.mkdir(parents=True, exist_ok=True)
        command = ["java", "-XX:TieredStopAtLevel=1", "-Xshare:auto", "-jar", str(jar()), "--port", "0", "--bind-address", "127.0.0.1",
                   "--root-dir", str(self.folder), "--disable-banner"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        seen = []
        for line in self.process.stdout:
            seen.append(line)
            if match := re.match(r"port:\s+(\d+)", line):
                self.base = f"http://127.0.0.1:{match[1]}"
                return self
            if len(seen) >= START_LINES:
                break
        self.process.kill()
        raise RuntimeError(f"WireMock did not start: {''.join(seen)[-500:]}")

    def __exit__(self, *what: object) -> None:
        self.process.terminate()
        self.process.communicate(timeout=30)

    def admin(self, path: str, body: object = None) -> dict:
        answer = self.call("POST", f"/__admin{path}", json.dumps(body or {}).encode(), {"Content-Type": "application/json"})
        if answer[0] >= 300:
            raise RuntimeError(f"WireMock refused {path}: {answer[2][:300]!r}")
        return json.loads(answer[2] or b"{}")

    def call(self, method: str, target: str, body: bytes | None = None, headers: dict[str, str] | None = None) -> tuple[int, list[tuple[str, str]], bytes]:
        request = urllib.request.Request(self.base + target, data=body, headers=headers or {}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return answer.status, answer.getheaders(), answer.read()
        except urllib.error.HTTPError as error:
            return error.code, list(error.headers.items()), error.read()
