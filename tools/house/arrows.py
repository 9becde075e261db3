"""Reads the arrow table, cmake/rooms.cmake: which room may include which, and where outside libraries live."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Room:
    name: str
    level: int
    may_include: set[str]


@dataclass
class Home:
    library: str
    prefix: str
    place: str  # a file, or a folder for a whole room


@dataclass
class Arrows:
    rooms: dict[str, Room] = field(default_factory=dict)
    homes: list[Home] = field(default_factory=list)


def read_arrows(path: Path) -> Arrows:
    arrows = Arrows()
    for line in path.read_text(encoding="utf-8").splitlines():
        if match := re.match(r"arrows\(\s*(\d+)\s+(\w+)\s*([^)]*)\)", line):
            level, name, words = int(match[1]), match[2], match[3].split()
            below = {room.name for room in arrows.rooms.values() if room.level < level}
            arrows.rooms[name] = Room(name, level, below if words == ["all-below"] else set(words))
        elif match := re.match(r"home\(\s*(\S+)\s+(\S+)\s+(\S+?)\s*\)", line):
            arrows.homes.append(Home(match[1], match[2], match[3]))
    return arrows
