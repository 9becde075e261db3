#!/usr/bin/env python3
"""Makes the reference pages that say what the program itself says: docs/reference/cli.md from its table of verbs
(`understudy help --json`), and the marked regions of docs/reference/control-api.md from the OpenAPI document of its
control plane (`understudy version --openapi`).

    make_reference.py [--binary PATH] [--root DIR] [--write]     without --write: says which pages differ

The prose of control-api.md is written by hand, outside the regions: see house/regions.py.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from house.checks import ROOT, finish
from house.cli_page import cli_page
from house.control_pages import regions
from house.regions import fill_regions

CLI_PAGE = "docs/reference/cli.md"
CONTROL_PAGE = "docs/reference/control-api.md"


def ask(binary: Path, *words: str) -> dict:
    """What the program prints, without any server the environment may name."""
    done = subprocess.run([str(binary), *words], capture_output=True, text=True, env={"PATH": "/usr/bin:/bin"}, check=True)
    return json.loads(done.stdout)


def make_pages(binary: Path, root: Path) -> dict[str, str]:
    help_data = ask(binary, "help", "--json")
    made = regions(ask(binary, "version", "--openapi"), help_data)
    control = (root / CONTROL_PAGE).read_text(encoding="utf-8")
    return {CLI_PAGE: cli_page(help_data), CONTROL_PAGE: fill_regions(CONTROL_PAGE, control, made)}


def check(binary: Path, root: Path) -> list[str]:
    if not binary.is_file():
        return [f"there is no program at {binary}; build it first"]
    problems = []
    for name, text in make_pages(binary, root).items():
        page = root / name
        if not page.is_file() or page.read_text(encoding="utf-8") != text:
            problems.append(f"{name}: is not what the program says; run tools/make_reference.py --write")
    return problems


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Makes the reference pages of the command line and the control API.")
    parser.add_argument("--binary", type=Path, default=ROOT / "build/dev/bin/understudy")
    parser.add_argument("--root", type=Path, default=ROOT)
    parser.add_argument("--write", action="store_true", help="write the pages instead of comparing them")
    options = parser.parse_args(arguments)
    if options.write:
        for name, text in make_pages(options.binary, options.root).items():
            (options.root / name).write_text(text, encoding="utf-8")
    return finish("reference", check(options.binary, options.root))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
