#!/usr/bin/env python3
"""Writes the packs of a folder as a C++ table of texts.

    embed_packs.py PACKS OUT.cpp

Only folders with a pack.yaml count, in the order of their names; hidden files and whatever is no UTF-8 text stay
out. The same files give the same bytes on every machine.
"""

from __future__ import annotations

import sys
from pathlib import Path

_HEAD = """// Made by cmake/embed_packs.py from packs/. Do not edit.
#include "app/embedded.hpp"

namespace understudy::app {
"""
_CHUNK = 4000  # characters of source text per literal; neighbours are joined by the compiler


def texts(packs: Path) -> list[tuple[str, str, str]]:
    """(pack, path below its folder, text), sorted."""
    found: list[tuple[str, str, str]] = []
    for folder in sorted(packs.iterdir()) if packs.is_dir() else []:
        if not (folder / "pack.yaml").is_file():
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
    packs, out = Path(sys.argv[1]), Path(sys.argv[2])
    rows = texts(packs)
    source = _HEAD
    if rows:
        entries = ",\n".join(
            f"    {{{literal(pack)}, {literal(path)},\n    std::string_view({literal(text)}, {len(text.encode('utf-8'))})}}"
            for pack, path, text in rows
        )
        source += f"\nnamespace {{\n\nconstexpr EmbeddedFile kFiles[] = {{\n{entries},\n}};\n\n}}  // namespace\n"
    source += "\nstd::span<const EmbeddedFile> embedded_files() {\n    return " + ("kFiles" if rows else "{}") + ";\n}\n"
    source += "\n}  // namespace understudy::app\n"
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(source, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
