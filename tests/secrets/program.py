"""The program under test, what it reports, and what a case may ask of it.

Every case has a folder of its own and an empty home, so that no policy, ignore file or salt of the machine is read.
Whatever the program prints in any case is kept together with what must not be in it: see `Work.planted`.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
DATA = ROOT.parent / "shared/data"
LIMIT_SECONDS = 300.0
DONE, DIFFERED, MISUSE, UNREAD, FOUND = 0, 1, 2, 3, 8
SHOWN = 6  # of a list of problems; the rest is counted


class Failed(Exception):
    """What the program did that it should not have."""


def expect(condition: object, what: str) -> None:
    if not condition:
        raise Failed(what)


def expect_equal(got: object, wanted: object, what: str) -> None:
    if got != wanted:
        raise Failed(f"{what}: got {shown(got)}, wanted {shown(wanted)}")


def shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 400 else f"{text[:300]} ... {text[-80:]}"


def some_of(items: Iterable[object], count: int = SHOWN) -> str:
    listed = [str(item) for item in items]
    rest = len(listed) - count
    return ", ".join(listed[:count]) + (f", and {rest} more" if rest > 0 else "")


class Problems:
    """Faults of one case, all of them, because one run should say as much as it can."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def add(self, line: str) -> None:
        self.lines.append(line)

    def check(self, condition: object, line: str) -> None:
        if not condition:
            self.add(line)

    def attempt(self, what: str, act: Callable[[], object]) -> object:
        try:
            return act()
        except Failed as error:
            self.add(f"{what}: {error}")
        return None

    def finish(self) -> None:
        if self.lines:
            raise Failed("\n".join(self.lines))


@dataclass
class Finding:
    severity: str
    code: str
    message: str
    rule: str
    file: str
    line: int
    column: int
    pointer: str
    whole: dict

    @property
    def digest(self) -> str:
        match = re.search(r"digest ([0-9a-f]{6,64})", self.message)
        return match[1] if match else ""

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.code} {self.rule}"


@dataclass
class Done:
    words: list[str]
    code: int
    out: bytes
    err: bytes
    seconds: float
    peak_bytes: int = 0

    @property
    def text(self) -> str:
        return (self.out + self.err).decode("utf-8", "replace")


@dataclass
class Report(Done):
    findings: list[Finding] = field(default_factory=list)
    body: dict = field(default_factory=dict)

    def by_file(self) -> dict[str, list[Finding]]:
        files: dict[str, list[Finding]] = defaultdict(list)
        for finding in self.findings:
            files[finding.file].append(finding)
        return files

    def errors(self) -> list[Finding]:
        return [finding for finding in self.findings if finding.severity == "error"]

    def rules(self) -> list[str]:
        return sorted({finding.rule for finding in self.findings})

    def codes(self) -> list[str]:
        return sorted({finding.code for finding in self.findings})


def surroundings(home: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items()
            if name in ("PATH", "LANG", "TMPDIR") or name.endswith("SAN_OPTIONS")}
    return {**kept, "HOME": str(home), "LC_ALL": "C.UTF-8", "TZ": "UTC", "GIT_CONFIG_NOSYSTEM": "1", "GIT_TERMINAL_PROMPT": "0",
            "GIT_AUTHOR_NAME": "test", "GIT_AUTHOR_EMAIL": "test@example.com",
            "GIT_COMMITTER_NAME": "test", "GIT_COMMITTER_EMAIL": "test@example.com"}


class Work:
    """One case's folder and program."""

    def __init__(self, program: Path, folder: Path, update: bool = False) -> None:
        self.program = program
        self.folder = folder / "work"
        self.home = folder / "home"
        self.aside = folder / "aside"  # for what is not part of the scanned tree
        self.update = update
        self.notes: list[str] = []
        self.planted: list[str] = []  # no verb may print one of these
        for place in (self.folder, self.home, self.aside):
            place.mkdir()

    def note(self, line: str) -> None:
        self.notes.append(line)

    def write(self, name: str, body: str | bytes) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(body if isinstance(body, bytes) else body.encode())
        return path

    def run(self, *words: object, folder: Path | None = None, given: bytes = b"", seconds: float = LIMIT_SECONDS,
            measured: bool = False, extra: dict[str, str] | None = None) -> Done:
        """One call. Its end by a signal, a bug report (70) or the sanitizer's word is always a failure."""
        called = [str(word) for word in (self.program, *words)]
        usage = self.aside / "usage.json"
        prefix = [sys.executable, "-S", str(HERE / "measure.py"), str(usage)] if measured else []
        begin = time.monotonic()
        try:
            done = subprocess.run([*prefix, *called], cwd=folder or self.folder, input=given, capture_output=True,
                                  timeout=seconds, env={**surroundings(self.home), **(extra or {})})
        except subprocess.TimeoutExpired:
            raise Failed(f"`{self._said(called)}` was ended after {seconds:g} s") from None
        spent = time.monotonic() - begin
        code, peak = done.returncode, 0
        if measured:
            measure = json.loads(usage.read_text())
            code, peak = measure["code"], measure["peak_bytes"]
        result = Done(called[1:], code, done.stdout, done.stderr, spent, peak)
        if code < 0 or code >= 64 or b"Sanitizer" in done.stderr or b"runtime error:" in done.stderr:
            raise Failed(f"`{self._said(called)}` ended with {code}: {done.stderr[-300:].decode('utf-8', 'replace')}")
        for text in self.planted:
            if text.encode() in result.out or text.encode() in result.err:
                raise Failed(f"`{self._said(called)}` printed a planted text ({len(text)} characters)")
        return result

    def scan(self, *words: object, **options: object) -> Report:
        return self._report("scan", *words, **options)

    def scrub(self, *words: object, **options: object) -> Report:
        return self._report("scrub", *words, **options)

    def _report(self, verb: str, *words: object, **options: object) -> Report:
        done = self.run(verb, *words, "--format", "json", **options)
        try:
            body = json.loads(done.out)
            findings = [Finding(f["severity"], f["code"], f["message"], f.get("constraint", ""), f.get("file", ""),
                                f.get("line", 0), f.get("column", 0), f.get("pointer", ""), f) for f in body["findings"]]
        except (ValueError, KeyError, TypeError) as error:
            raise Failed(f"`{self._said(done.words)}` (exit {done.code}) gave no report: {error!r}; "
                         f"{(done.out[:200] + done.err[:300]).decode('utf-8', 'replace')}") from None
        return Report(**vars(done), findings=findings, body=body)

    def _said(self, words: list[str]) -> str:
        return " ".join("understudy" if word == str(self.program) else word for word in words)[:200]


def needs_data(part: str) -> Callable[[Callable], Callable]:
    """Marks a case that is skipped where that part of the outside data is not there."""

    def mark(case: Callable) -> Callable:
        case.lacks = lambda: "" if (DATA / part).exists() else f"the outside data ({part}) is not there"
        return case

    return mark
