"""Looks for planted secrets in everything a program left behind, decoded in every way in which it could be written."""

from __future__ import annotations

import base64
import os
import re
import zlib
from pathlib import Path
from urllib.parse import quote, unquote_to_bytes


def all_files(folder: Path) -> list[Path]:
    return sorted(Path(home) / name for home, _, names in os.walk(folder) for name in names if not (Path(home) / name).is_symlink())


def written_ways(secret: bytes) -> list[bytes]:
    """As it stands, in base64 at each of its three places, in hexadecimal digits, percent-encoded, backwards."""
    ways = [secret, secret.hex().encode(), secret.hex().upper().encode(), quote(secret, safe="").encode(), secret[::-1]]
    for shift in range(3):
        whole = base64.b64encode(b"\0" * shift + secret)
        ways += [whole[4:-4], whole[4:-4].replace(b"+", b"-").replace(b"/", b"_")]
    return ways


def unwrapped(data: bytes, depth: int = 3) -> list[bytes]:
    """The bytes, and what is wrapped in them."""
    found = [data]
    if depth == 0:
        return found
    for run in re.findall(rb"[A-Za-z0-9+/=_-]{16,}", data):
        try:
            found += unwrapped(base64.b64decode(run.replace(b"-", b"+").replace(b"_", b"/") + b"=="), depth - 1)
        except ValueError:
            pass
    for start in [match.start() for match in re.finditer(rb"\x1f\x8b", data)]:
        try:
            found += unwrapped(zlib.decompressobj(31).decompress(data[start:]), depth - 1)
        except zlib.error:
            pass
    if b"%" in data:
        found.append(unquote_to_bytes(data))
    if b"\\" in data:
        found.append(re.sub(rb"\\u00([0-9a-f]{2})|\\x([0-9a-f]{2})", lambda match: bytes([int(match[1] or match[2], 16)]), data))
    return found


def leaks_in(folder: Path, planted: dict[str, str]) -> list[str]:
    """`place in file` for each planted secret that a file or its name holds."""
    leaks = []
    for path in all_files(folder):
        texts = [*unwrapped(path.read_bytes()), path.name.encode()]
        for place, secret in planted.items():
            if any(way in text for text in texts for way in written_ways(secret.encode())):
                leaks.append(f"{place} in {path.relative_to(folder)}")
    return leaks
