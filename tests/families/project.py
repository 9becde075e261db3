"""A project to lint: its files, its families, what the program says of them.

The program under test, its reports and the problems of a case come from the judge of secrets (tests/secrets/program.py).
"""

from __future__ import annotations

import json
import shutil
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.append(str(ROOT / "tests/secrets"))  # at the end: modules of the same name are ours

import yaml
from program import DATA, Failed, Finding, Problems, Report, Work, expect, expect_equal, needs_data, some_of

__all__ = ["BABYSITTER", "BREAKING", "CHECKS", "DATA", "DIFFERED", "DONE", "FOUND", "Failed", "FAMILIES", "FIXTURES", "HERE", "MISUSE", "Problems", "Project",
           "Report", "ROOT", "UNKNOWN", "codes", "count", "expect", "expect_equal", "family_ids", "is_counterexample", "loud", "metadata", "named", "needs_data",
           "needs_folder", "needs_verb", "shown_codes", "some_of"]

FAMILIES = ROOT / "families"
FIXTURES = ROOT / "tests/fixtures"
BABYSITTER = DATA / "fixtures/babysitter"
BREAKING = "error"
CHECKS = ("parse", "metadata", "order", "secrets", "consumers")
DONE, DIFFERED, MISUSE, UNKNOWN, FOUND = 0, 1, 2, 3, 8


def family_ids() -> list[str]:
    """The families that are shipped, by their folders."""
    return sorted(path.parent.name for path in FAMILIES.glob("*/family.*") if path.suffix in (".yaml", ".json"))


class Project(Work):
    """One case's folder as a project with families of its own."""

    def lint(self, *words: object, **options: object) -> Report:
        return self._report("lint", *words, **options)

    def reconcile(self, *words: object, **options: object) -> Report:
        return self._report("reconcile", *words, **options)

    def configure(self, **fixtures: object) -> None:
        self.write("understudy.yaml", yaml.safe_dump({"fixtures": {"families": ["families"], **fixtures}}, sort_keys=False))

    def eject(self, *ids: str) -> None:
        for family in ids:
            done = self.run("family", "eject", family)
            expect(done.code == DONE, f"`family eject {family}` ended with {done.code}: {done.text[:400]}")

    def take(self, source: Path, target: str = ".") -> None:
        """A copy of a folder of the repository or of the outside data."""
        shutil.copytree(source, self.folder / target, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__", "node_modules", ".pytest_cache"))

    def bytes_of_all(self) -> dict[str, bytes]:
        return {str(path.relative_to(self.folder)): path.read_bytes() for path in sorted(self.folder.rglob("*")) if path.is_file()}


def loud(findings: Iterable[Finding]) -> list[Finding]:
    """Those above info."""
    return [finding for finding in findings if finding.severity != "info"]


def codes(findings: Iterable[Finding]) -> list[str]:
    return sorted({finding.code for finding in findings})


def count(findings: Iterable[Finding]) -> Counter[str]:
    return Counter(finding.code for finding in findings)


def shown_codes(findings: Iterable[Finding]) -> str:
    return some_of((f"{code} x{times}" for code, times in sorted(count(findings).items())), 20) or "nothing"


def metadata(**more: object) -> str:
    """A sidecar that is complete."""
    return json.dumps({"lane": "no-model", "harness": "example", "schema_version": 1, "redaction": "synthetic", "origin": "authored", "owner": "tests", **more}) + "\n"


def is_counterexample(sidecar: Path) -> bool:
    return bool(json.loads(sidecar.read_text()).get("expects"))


def named(case: Callable, name: str) -> Callable:
    case.__name__ = name
    return case


def needs_folder(place: Path, what: str) -> Callable[[Callable], Callable]:
    """Marks a case that is skipped where a folder of the repository is not there."""

    def mark(case: Callable) -> Callable:
        case.lacks = lambda: "" if place.exists() else f"{what} is not there"
        return case

    return mark


def needs_verb(verb: str) -> Callable[[Callable], Callable]:
    """Marks a case that is skipped where the program has no such verb (`run.py` tells which it has)."""

    def mark(case: Callable) -> Callable:
        case.verb = verb
        return case

    return mark
