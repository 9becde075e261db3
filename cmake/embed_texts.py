#!/usr/bin/env python3
"""Writes the packs or families of a folder as a C++ table of texts.

    embed_texts.py FOLDER packs|families OUT.cpp

Only folders with the file that makes them one count (and the grammars that families share), in the order of their
names; hidden files and whatever is no UTF-8 text stay out. The same files give the same bytes on every machine.
"""

from __future__ import annotations

import sys
from pathlib import Path

_HEAD = """// Made by cmake/embed_texts.py. Do not edit.
#include "app/embedded.hpp"

// A description of a whole API is longer than the 64 KiB that every compiler must take; ours take more.
#pragma GCC diagnostic ignored "-Woverlength-strings"

namespace understudy::app {
"""
_MARKS = {"packs": "pack.yaml", "families": "family.yaml"}
_CHUNK = 4000  # characters of source text per literal; neighbours are joined by the compiler


def counts(folder: Path, kind: str) -> bool:
    if kind == "families" and folder.name == "grammars":
        return True
    return (folder / _MARKS[kind]).is_file()


def texts(root: Path, kind: str) -> list[tuple[str, str, str]]:
    """(folder, path below it, text), sorted."""
    found: list[tuple[str, str, str]] = []
    for folder in sorted(root.iterdir()) if root.is_dir() else []:
        if not counts(folder, kind):
            continue
        for path in sorted(folder.rglob("*")):
            below = path.relative_to(folder).as_posix()
            if not path.is_file() or path.is_symlink() or any(part.startswith(".") for part in below.split("/")):
                continue
            try:
                found.append((folder.name, below, path.read_text(encoding="utf-8")))
            except UnicodeDecodeError:
                continue
    return found


def literal(text: str) -> str:
    """Octal escapes end after three digits, so no character that follows can be taken for a part of one."""
    plain = "".join(
        chr(byte) if 32 <= byte < 127 and byte not in b'"\\?' else "\\n" if byte == 10 else f"\\{byte:03o}"
        for byte in text.encode("utf-8")
    )
    pieces: list[str] = []
    while plain:
        cut = min(len(plain), _CHUNK)
        back = plain.rfind("\\", max(0, cut - 4), cut)
        if cut < len(plain) and back != -1:
            cut = back
        pieces.append(f'"{plain[:cut]}"')
        plain = plain[cut:]
    return "\n    ".join(pieces) or '""'


def main() -> int:
    root, kind, out = Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3])
    rows = texts(root, kind)
    source = _HEAD
    if rows:
        entries = ",\n".join(
            f"    {{{literal(folder)}, {literal(path)},\n    std::string_view({literal(text)}, {len(text.encode('utf-8'))})}}"
            for folder, path, text in rows
        )
        source += f"\nnamespace {{\n\nconstexpr EmbeddedFile kFiles[] = {{\n{entries},\n}};\n\n}}  // namespace\n"
    source += "\nstd::span<const EmbeddedFile> embedded_" + kind + "() {\n    return " + ("kFiles" if rows else "{}") + ";\n}\n"
    source += "\n}  // namespace understudy::app\n"
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(source, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
