#!/usr/bin/env python3
"""Checks tests/lessons.md: every lesson of the cassette specification, P1 to P75, has a row, and every test that a row names exists.

    check_lessons.py [--root DIR]

A row names tests in backticks: `Suite.Name` (a unit test), `scripts/TOPIC/CASE.t` (a script), `FOLDER/FILE.py: function` (a case of
a judge below tests/) or `tools/tests/FILE.py: function` (a test of a house check). A row without tests says in which issue they come: `issue 11`. Tests that cite a lesson in their
own text, in a name (P29AStream...) or a comment (P29), and are not named in its row are no problem: a row may name the best ones only.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from house.checks import ROOT, finish

PAGE = "tests/lessons.md"
LESSONS = 75
_ROW = re.compile(r"^\| P(\d+) \|(.*)\|$")
_LATER = re.compile(r"\bissue \d+\b")
_UNIT_TEST = re.compile(r"^\s*(?:TEST|TEST_F|TEST_P|RC_GTEST_PROP)\(\s*(\w+)\s*,\s*(\w+)\s*[,)]", re.MULTILINE)


def check(root: Path) -> list[str]:
    page = root / PAGE
    if not page.is_file():
        return [f"{PAGE}: missing; it maps every lesson to its tests"]
    unit_tests = find_unit_tests(root)
    problems: list[str] = []
    rows: dict[int, int] = {}
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        match = _ROW.match(line)
        if not match:
            continue
        lesson = int(match[1])
        if lesson in rows:
            problems.append(f"{PAGE}:{number}: P{lesson} has a row already, in line {rows[lesson]}")
        rows[lesson] = number
        if not 1 <= lesson <= LESSONS:
            problems.append(f"{PAGE}:{number}: there is no lesson P{lesson}")
        problems += [f"{PAGE}:{number}: {problem}" for problem in check_row(root, match[2], unit_tests)]
    missing = [f"P{lesson}" for lesson in range(1, LESSONS + 1) if lesson not in rows]
    if missing:
        problems.append(f"{PAGE}: no row for {', '.join(missing)}")
    return problems


def check_row(root: Path, row: str, unit_tests: set[str]) -> list[str]:
    cells = row.split("|")
    names = re.findall(r"`([^`]+)`", cells[-1])
    if not names and not _LATER.search(cells[-1]):
        return ["names neither a test nor the issue that brings one"]
    return [problem for name in names if (problem := find_problem(root, name, unit_tests))]


def find_problem(root: Path, name: str, unit_tests: set[str]) -> str:
    if re.fullmatch(r"\w+\.\w+", name) and not name.endswith((".t", ".py")):
        return "" if name in unit_tests else f"there is no unit test {name}"
    file, colon, function = name.partition(": ")
    below = file if file.startswith("tools/") else f"tests/{file}"
    path = root / below
    if not path.is_file():
        return f"there is no file {below}"
    if path.suffix == ".t":
        return "a script is named by its file alone" if colon else ""
    if not function or not re.search(rf"^\s*def {re.escape(function)}\(", path.read_text(encoding="utf-8"), re.MULTILINE):
        return f"{below} has no function {function or '(none is named)'}"
    return ""


def find_unit_tests(root: Path) -> set[str]:
    names: set[str] = set()
    for path in sorted((root / "src").rglob("*_test.cpp")):
        names.update(f"{suite}.{test}" for suite, test in _UNIT_TEST.findall(path.read_text(encoding="utf-8")))
    return names


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Checks the map from lessons to tests.")
    parser.add_argument("--root", type=Path, default=ROOT)
    return finish("lessons", check(parser.parse_args(arguments).root))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
