#!/usr/bin/env python3
"""Warns about words outside the glossary (docs/reference/glossary.md) in command-line flags and in the names of
types in door headers. A warning asks for a line in the glossary or for a better word; it never fails a build.

    check_glossary.py [--root DIR]
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from house.checks import ROOT
from house.cpp_text import code_only, without_comments

GLOSSARY = "docs/reference/glossary.md"
_FLAG = re.compile(r'"[^"\n]*?--([a-z][a-z0-9-]+)')
_TYPE = re.compile(r"^(?:class|struct|enum class|using)\s+(?:\[\[\w+\]\]\s+)?([A-Z]\w*)\b(?=\s*[:{=;]|\s+final)", re.MULTILINE)


def known_words(glossary: str) -> set[str]:
    """Words defined as `- **word**: ...` and the plain words listed in code blocks after them."""
    words = {word for entry in re.findall(r"^- \*\*(.+?)\*\*", glossary, re.MULTILINE) for word in _words(entry)}
    for block in re.findall(r"^```text\n(.*?)^```", glossary, re.MULTILINE | re.DOTALL):
        words.update(block.split())
    return words


def unknown_words(name: str, known: set[str]) -> list[str]:
    return [word for word in _words(name) if word not in known and word.removesuffix("s") not in known and not word.isdigit()]


def find_warnings(root: Path) -> list[str]:
    known = known_words((root / GLOSSARY).read_text(encoding="utf-8"))
    warnings: list[str] = []
    for path in sorted((root / "src").glob("*/*.hpp")):
        if path.stem.endswith("_testing"):
            continue
        for match in _TYPE.finditer(code_only(path.read_text(encoding="utf-8"))):
            for word in unknown_words(match[1], known):
                warnings.append(f"{path.relative_to(root)}: {match[1]}: the word {word!r} is not in the glossary")
    for path in sorted((root / "src/app").rglob("*.cpp")):
        if path.stem.endswith("_test"):
            continue
        for match in _FLAG.finditer(without_comments(path.read_text(encoding="utf-8"))):
            for word in unknown_words(match[1], known):
                warnings.append(f"{path.relative_to(root)}: --{match[1]}: the word {word!r} is not in the glossary")
    return list(dict.fromkeys(warnings))


def _words(name: str) -> list[str]:
    """`ParseOptions` and `parse-options` are the words parse, options."""
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name)
    return [word.lower() for word in re.split(r"[^A-Za-z0-9]+", spaced) if word]


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Warns about names outside the glossary.")
    parser.add_argument("--root", type=Path, default=ROOT)
    warnings = find_warnings(parser.parse_args(arguments).root)
    for warning in warnings:
        print(f"warning: {warning}")
    print(f"glossary: {'ok' if not warnings else f'{len(warnings)} warnings'}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
