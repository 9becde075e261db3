#!/usr/bin/env python3
"""Checks that no object file of ours runs code before main: a static initialiser costs every start, and a shim
starts thousands of times. Looks at the libraries of the rooms, not at tests.

    check_static_init.py [--build build/dev]
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from house.checks import ROOT, finish

# Object files (by the end of their path) that may, and why.
EXCEPTIONS: dict[str, str] = {
    "understudy_app.dir/arguments.cpp": "CLI11's headers define their validators at namespace scope; this is its one home",
}


def object_files(build: Path) -> list[Path]:
    """Objects of understudy_ROOM and of the program itself."""
    found = []
    for folder in sorted((build / "src").glob("*/CMakeFiles/*.dir")):
        target = folder.name.removesuffix(".dir")
        if target.startswith("understudy") and not target.endswith(("_test", "_fuzz", "_bench")):
            found += sorted(folder.rglob("*.o"))
    return found


def initialisers(readelf_output: str) -> dict[str, list[str]]:
    """Object file to its sections that run before main, from `readelf --wide --sections FILE...`."""
    found: dict[str, list[str]] = {}
    current = ""
    for line in readelf_output.splitlines():
        if line.startswith("File: "):
            current = line.removeprefix("File: ").strip()
        for word in line.split():
            if word.startswith((".init_array", ".ctors", ".preinit_array")):
                found.setdefault(current, []).append(word)
    return found


def check(build: Path) -> list[str]:
    objects = object_files(build)
    if not objects:
        return [f"{build}: no object files of ours there; build first"]
    command = ["readelf", "--wide", "--sections", *map(str, objects)]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    if len(objects) == 1:  # readelf names files only when there are several
        output = f"File: {objects[0]}\n{output}"
    problems = []
    used: set[str] = set()
    for name in initialisers(output):
        excuse = next((end for end in EXCEPTIONS if name.removesuffix(".o").endswith(end)), None)
        if excuse is None:
            problems.append(f"{Path(name).relative_to(build)}: has a static initialiser (make it constexpr, or local)")
        else:
            used.add(excuse)
    problems += [f"{end}: its exception is no longer needed" for end in EXCEPTIONS if end not in used]
    return problems


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Checks that no object file runs code before main.")
    parser.add_argument("--build", type=Path, default=ROOT / "build/dev")
    return finish("static initialisers", check(parser.parse_args(arguments).build))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
