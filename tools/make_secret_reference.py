#!/usr/bin/env python3
"""Makes the marked regions of docs/reference/secrets.md from the rules for secrets (secrets/rules, secrets/known_fakes.yaml).

    make_secret_reference.py [--root DIR] [--check | --write]     --check, the default: says whether the page differs

The prose of the page is written by hand, outside the regions: see house/regions.py.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from house.checks import ROOT, finish
from house.regions import fill_regions
from house.secret_pages import regions

PAGE = "docs/reference/secrets.md"


def make_page(root: Path) -> str:
    return fill_regions(PAGE, (root / PAGE).read_text(encoding="utf-8"), regions(root / "secrets"))


def check(root: Path) -> list[str]:
    try:
        made = make_page(root)
    except (OSError, ValueError) as error:
        return [str(error)]
    if (root / PAGE).read_text(encoding="utf-8") != made:
        return [f"{PAGE}: is not what the rules say; run tools/make_secret_reference.py --write"]
    return []


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Makes the reference page of the rules for secrets.")
    parser.add_argument("--root", type=Path, default=ROOT)
    choice = parser.add_mutually_exclusive_group()
    choice.add_argument("--check", action="store_true", help="compare the page (the default)")
    choice.add_argument("--write", action="store_true", help="write the page instead of comparing it")
    options = parser.parse_args(arguments)
    if options.write:
        (options.root / PAGE).write_text(make_page(options.root), encoding="utf-8")
    return finish("secret reference", check(options.root))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
