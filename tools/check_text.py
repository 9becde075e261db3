#!/usr/bin/env python3
"""Checks the hygiene of every file that is, or would be, in the repository: no paths of one machine, no hosts in
lock files, no notes to self, no stray white space.

    check_text.py [--root DIR]
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from house.checks import ROOT, finish

CPP = (".cpp", ".hpp", ".h", ".def")
# Written so that this file does not find itself.
_MACHINE_PATH = re.compile(r"(?<![\w./-])/(?:work|root)/\w")
_HOME_PATH = re.compile(r"(?<![\w./-])/(?:home|Users)/[a-z_]\w*/")
_NOTE_TO_SELF = re.compile(r"\b(?:TO" r"DO|FIX" r"ME)\b")
_CONFLICT = re.compile(r"^(?:<{7}|>{7}) ", re.MULTILINE)
# Where a package is fetched from; links to home pages and funding are no harm.
_URL_HOST = re.compile(r"(?:resolved|registry|index|tarball|source|find-links).*?\bhttps?://([^/\s\"']+)")


def is_test_data(name: str) -> bool:
    """Files whose content imitates other people's: home paths and odd spaces are allowed there."""
    return (
        name.startswith(("fuzz/", "tests/scripts/", "tests/data/"))
        or name.endswith((".t", "_test.cpp", "_test.py"))
        or "/examples/" in name
        or "/tests/" in name
    )


def is_lock_file(name: str) -> bool:
    base = name.rsplit("/", 1)[-1]
    return base.endswith((".lock", "-lock.json", "-lock.yaml")) or re.fullmatch(r"requirements.*\.txt", base) is not None


def check_text(name: str, raw: bytes) -> list[str]:
    if b"\0" in raw[:8000] or name.startswith("fuzz/"):
        return []  # binary, or fuzz seeds, which may be anything
    text = raw.decode("utf-8", "replace")
    problems: list[str] = []

    def add(position: int, what: str) -> None:
        problems.append(f"{name}:{text.count(chr(10), 0, position) + 1}: {what}")

    if raw and not raw.endswith(b"\n"):
        add(len(text), "the file does not end in a newline")
    for match in _MACHINE_PATH.finditer(text):
        add(match.start(), f"a path of one machine: {match[0]}...")
    for match in _NOTE_TO_SELF.finditer(text):
        add(match.start(), f"a note to self: {match[0]}")
    for match in _CONFLICT.finditer(text):
        add(match.start(), "a mark of an unfinished merge")
    if is_lock_file(name):
        for match in _URL_HOST.finditer(text):
            add(match.start(), f"a host in a lock file: {match[1]}")
    if is_test_data(name):
        return problems
    for match in _HOME_PATH.finditer(text):
        add(match.start(), f"someone's home directory: {match[0]}")
    for match in re.finditer(r"[ \t]+$", text, re.MULTILINE):
        add(match.start(), "trailing white space")
    for match in re.finditer(r"\r", text):
        add(match.start(), "a carriage return")
    if name.endswith(CPP):
        for match in re.finditer(r"\t", text):
            add(match.start(), "a tab in a C++ source")
    return problems


def listed_files(root: Path) -> list[str]:
    """Tracked, and untracked but not ignored."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    output = subprocess.run(command, cwd=root, check=True, capture_output=True).stdout
    return sorted({name.decode() for name in output.split(b"\0") if name})


def check(root: Path) -> list[str]:
    problems: list[str] = []
    for name in listed_files(root):
        path = root / name
        if path.is_file() and not path.is_symlink():
            problems += check_text(name, path.read_bytes())
    return problems


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Checks the hygiene of the repository's files.")
    parser.add_argument("--root", type=Path, default=ROOT)
    return finish("text", check(parser.parse_args(arguments).root))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
