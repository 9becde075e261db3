#!/usr/bin/env python3
"""Checks the error codes: each has a unique public name, a sentence, an entry in docs/reference/error-codes.md
and a test that produces it.

    check_codes.py [--root DIR] [--write]     --write makes the document anew instead of comparing it
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from house.checks import ROOT, finish
from house.code_tables import CodeEntry, TableError, read_tables

DOCUMENT = "docs/reference/error-codes.md"
# Public names begin with the room, or with another word users know the room's work by.
# Broken constraints and secrets are findings about fixtures.
FIRST_WORDS = {"grammar": ("grammar", "fixture"), "secret": ("secret", "fixture"), "fixture": ("fixture", "reconcile", "parity"),
               "cassette": ("cassette", "rule", "drift", "coverage"), "shim": ("shim", "session"),
               "serve": ("serve", "replay", "relay"), "verify": ("verify", "explore", "refresh", "review")}
_OPENING = """# Error codes

Every error carries one of these names. A name never changes its meaning; scripts may rely on it. Words in braces are
filled in when the error is reported. This page is made from the tables in `src/base/codes` by
`tools/check_codes.py --write`.
"""


def check(root: Path) -> list[str]:
    try:
        entries = read_tables(root / "src/base/codes")
    except TableError as error:
        return [str(error)]
    problems = check_entries(entries) + check_tests(entries, test_texts(root))
    document = root / DOCUMENT
    if not document.is_file() or document.read_text(encoding="utf-8") != render_document(entries):
        problems.append(f"{DOCUMENT}: does not agree with the tables; run tools/check_codes.py --write")
    return problems


def check_entries(entries: list[CodeEntry]) -> list[str]:
    problems: list[str] = []
    names: set[str] = set()
    enum_names: set[tuple[str, str]] = set()
    for entry in entries:
        where = f"src/base/codes/{entry.table}.def: {entry.enum_name}"
        first_words = FIRST_WORDS.get(entry.table, (entry.table,))
        if not re.fullmatch(rf"(?:{'|'.join(first_words)})(\.[a-z][a-z0-9_]*)+", entry.name):
            problems.append(f"{where}: the name {entry.name!r} is not of the form {entry.table}.snake_name")
        if entry.name in names:
            problems.append(f"{where}: the name {entry.name!r} is given twice")
        if (entry.table, entry.enum_name) in enum_names:
            problems.append(f"{where}: the enum name is given twice")
        if not entry.sentence.strip():
            problems.append(f"{where}: no sentence")
        for text in (entry.sentence, entry.hint):
            if re.search(r"[{}]", re.sub(r"\{\{|\}\}|\{[a-z][a-z0-9_]*\}", "", text)):
                problems.append(f"{where}: a brace that is no {{placeholder}} in {text!r}")
        names.add(entry.name)
        enum_names.add((entry.table, entry.enum_name))
    return problems


def check_tests(entries: list[CodeEntry], texts: list[str]) -> list[str]:
    everything = "\n".join(texts)
    names = set(re.findall(r"[a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)+", everything))
    enum_names = set(re.findall(r"\b[Cc]ode::(\w+)", everything))
    return [
        f"src/base/codes/{entry.table}.def: no test names {entry.name} or Code::{entry.enum_name}"
        for entry in entries
        if entry.name not in names and entry.enum_name not in enum_names
    ]


def test_texts(root: Path) -> list[str]:
    paths = [*sorted((root / "src").rglob("*_test.cpp")), *sorted((root / "tests").rglob("*.t"))]
    for runs in ("witness", "proxy", "commands", "refresh"):  # runs of real programs
        paths += sorted((root / "tests" / runs).glob("*.py"))
    return [path.read_text(encoding="utf-8", errors="replace") for path in paths]


def render_document(entries: list[CodeEntry]) -> str:
    lines = [_OPENING]
    for table in dict.fromkeys(entry.table for entry in entries):
        lines.append(f"## {table}\n\n| Name | Says | What to do |\n|---|---|---|")
        for entry in sorted((entry for entry in entries if entry.table == table), key=lambda entry: entry.name):
            lines.append(f"| `{entry.name}` | {_cell(entry.sentence)} | {_cell(entry.hint)} |")
        lines.append("")
    return "\n".join(lines)


def _cell(text: str) -> str:
    return re.sub(r"([\\|*_<>\[\]`])", r"\\\1", text).replace("\n", "<br>")


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Checks the tables of error codes.")
    parser.add_argument("--root", type=Path, default=ROOT)
    parser.add_argument("--write", action="store_true", help="write docs/reference/error-codes.md")
    options = parser.parse_args(arguments)
    if options.write:
        document = options.root / DOCUMENT
        document.parent.mkdir(parents=True, exist_ok=True)
        document.write_text(render_document(read_tables(options.root / "src/base/codes")), encoding="utf-8")
    return finish("codes", check(options.root))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
