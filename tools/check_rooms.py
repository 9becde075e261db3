#!/usr/bin/env python3
"""Checks that the rooms keep to the arrow table (cmake/rooms.cmake): every #include under src/, the homes of
outside libraries, the purity of levels 0 to 5, and each room's README.

    check_rooms.py [--root DIR]
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from house.arrows import Arrows, Home, Room, read_arrows
from house.checks import ROOT, finish
from house.cpp_text import code_only
from house.standard_headers import STANDARD_HEADERS

PURE_LEVELS = range(0, 6)

# What a pure room may not touch: input, output, clocks, threads, the environment, chance.
IMPURE_HEADERS = re.compile(
    r"(iostream|fstream|ostream|istream|syncstream|cstdio|stdio\.h|thread|stop_token|mutex|shared_mutex|future"
    r"|condition_variable|semaphore|latch|barrier|filesystem|random|csignal|signal\.h|ctime|time\.h|unistd\.h"
    r"|fcntl\.h|pthread\.h|dirent\.h|poll\.h|sys/.*|base/log\.hpp)$"
)
IMPURE_CODE = re.compile(
    r"\b(?:system_clock|steady_clock|high_resolution_clock|utc_clock)\s*::\s*now\b"
    r"|\bstd::(?:cout|cerr|clog|cin|thread|jthread|mutex|async|random_device)\b"
    r"|\b(?:printf|fprintf|vprintf|vfprintf|puts|fputs|putchar|fopen|fwrite|fread|getenv|secure_getenv|setenv|system"
    r"|popen|gettimeofday|clock_gettime|localtime|gmtime|rand|srand)\s*\("
    r"|\bstd::(?:time|clock)\s*\("
)
# File and why it may: an exception that is no longer needed is itself a problem.
IMPURE_FILES = {
    "src/base/log.cpp": "the log front is used by levels 6 and up only and needs a place to write",
    "src/base/assert.cpp": "a failed assertion prints its bug-report line and ends the process",
}

TEST_LIBRARIES = ("gtest/", "gmock/", "rapidcheck", "benchmark/")
_INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)


def check(root: Path) -> list[str]:
    arrows = read_arrows(root / "cmake/rooms.cmake")
    problems: list[str] = []
    for folder in sorted(path for path in (root / "src").iterdir() if path.is_dir()):
        room = arrows.rooms.get(folder.name)
        if room is None:
            problems.append(f"src/{folder.name}: this room is not in cmake/rooms.cmake")
            continue
        files = [path for path in sorted(folder.rglob("*")) if path.suffix in (".hpp", ".cpp", ".h")]
        if not files:
            continue
        problems += check_readme(folder, room)
        for path in files:
            problems += check_file(root, path, room, arrows)
    return problems


def check_file(root: Path, path: Path, room: Room, arrows: Arrows) -> list[str]:
    name = str(path.relative_to(root))
    source = code_only(path.read_text(encoding="utf-8"))
    is_test = is_test_file(path)
    problems: list[str] = []
    impure: list[str] = []
    for match in _INCLUDE.finditer(source):
        where = f"{name}:{source.count(chr(10), 0, match.start(2)) + 1}"
        quoted, header = match[1] == '"', match[2]
        if not quoted:
            problem = check_outside_include(header, path, root, arrows)
        elif is_test and header.startswith("tests/") and (root / header).is_file():
            problem = ""  # what tests of several rooms share
        else:
            problem = check_own_include(root, header, room)
        if problem:
            problems.append(f"{where}: {problem}")
        if IMPURE_HEADERS.match(header):
            impure.append(f"{where}: <{header}> has no place in a pure room (levels 0 to 5 do no I/O, read no clock, "
                          "start no thread, write no log)")
    for match in IMPURE_CODE.finditer(source):
        line = source.count("\n", 0, match.start()) + 1
        impure.append(f"{name}:{line}: `{match[0].strip()}` has no place in a pure room")
    if room.level not in PURE_LEVELS or is_test:
        return problems
    if name in IMPURE_FILES:
        return problems if impure else [*problems, f"{name}: its exception in check_rooms.py is no longer needed"]
    return problems + impure


def check_own_include(root: Path, header: str, room: Room) -> str:
    target = header.split("/")[0]
    is_made = (root / "src" / f"{header}.in").is_file()  # by cmake, from a template
    if not is_made and not (root / "src" / header).is_file():
        return f'"{header}" is not a file under src/; include paths start there'
    if target == room.name:
        return ""
    if target not in room.may_include:
        allowed = ", ".join(sorted(room.may_include)) or "nothing"
        return f"{room.name} may not include {target} (it may include: {allowed})"
    if header.split("/")[1] == "impl":
        return f'"{header}" is private to {target}'
    return ""


def check_outside_include(header: str, path: Path, root: Path, arrows: Arrows) -> str:
    if header in STANDARD_HEADERS or re.match(r"(sys|linux|net|netinet|arpa)/", header):
        return ""
    if header.startswith(TEST_LIBRARIES):
        return "" if is_test_file(path) else f"<{header}> belongs into tests"
    homes = [home for home in arrows.homes if header.startswith(home.prefix)]
    if not homes:
        return f"<{header}> is of no library known to cmake/rooms.cmake"
    name = str(path.relative_to(root))
    if not any(is_at_home(home, name) for home in homes):
        places = " or ".join(home.place for home in homes)
        return f"<{header}> may be included in {places} only"
    if is_door_header(path, root) and not any(home.place == name for home in homes):
        return f"<{header}> shows an outside library in a door header"
    return ""


def is_at_home(home: Home, name: str) -> bool:
    return name == home.place or name.startswith(home.place.rstrip("/") + "/")


def is_door_header(path: Path, root: Path) -> bool:
    return path.suffix in (".hpp", ".h") and len(path.relative_to(root / "src").parts) == 2


def is_test_file(path: Path) -> bool:
    return path.stem.endswith(("_test", "_fuzz", "_bench", "_testing", "playbook"))


def check_readme(folder: Path, room: Room) -> list[str]:
    name = f"src/{room.name}/README.md"
    readme = folder / "README.md"
    if not readme.is_file():
        return [f"{name}: missing; a README says the purpose, the door headers and what the room may include"]
    lines = [line for line in readme.read_text(encoding="utf-8").splitlines() if line.startswith("May include:")]
    if len(lines) != 1:
        return [f"{name}: needs exactly one line `May include: ...`, found {len(lines)}"]
    words = {word.strip(" .`*") for word in lines[0].removeprefix("May include:").split(",")}
    said = words - {"nothing", ""}
    if said != room.may_include:
        table = ", ".join(sorted(room.may_include)) or "nothing"
        return [f"{name}: says `{lines[0]}`, the table says: {table}"]
    return []


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Checks the rooms against the arrow table.")
    parser.add_argument("--root", type=Path, default=ROOT)
    return finish("rooms", check(parser.parse_args(arguments).root))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
