"""Reads the error tables src/base/codes/ROOM.def: CODE(EnumName, "room.name", "sentence", "hint")."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from house.cpp_text import without_comments

_STRING = r'(?:"(?:\\.|[^"\\])*"\s*)+'
_CODE = re.compile(rf"\bCODE\(\s*(\w+)\s*,\s*({_STRING}),\s*({_STRING}),\s*({_STRING})\)")


@dataclass
class CodeEntry:
    table: str  # the room, from the file's name
    enum_name: str
    name: str
    sentence: str
    hint: str


class TableError(Exception):
    """A table that cannot be read; the message names it."""


def read_tables(folder: Path) -> list[CodeEntry]:
    entries: list[CodeEntry] = []
    for path in sorted(folder.glob("*.def")):
        if path.stem == "all":
            continue
        text = without_comments(path.read_text(encoding="utf-8"))
        found = [CodeEntry(path.stem, m[1], _join(m[2]), _join(m[3]), _join(m[4])) for m in _CODE.finditer(text)]
        written = len(re.findall(r"\bCODE\b", text))
        if written != len(found):
            raise TableError(f"{path.name}: {written} CODE entries, of which {len(found)} can be read")
        entries += found
    return entries


def _join(literals: str) -> str:
    pieces = re.findall(r'"((?:\\.|[^"\\])*)"', literals)
    return re.sub(r'\\(["\\])', r"\1", "".join(pieces)).replace("\\n", "\n")
