#!/usr/bin/env python3
"""Checks that the reference pages made from the program are what it says now: see make_reference.py.

    check_reference.py [--build build/dev]
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from house.checks import ROOT, finish
from make_reference import check


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Checks the reference pages that are made from the program.")
    parser.add_argument("--build", type=Path, default=ROOT / "build/dev")
    options = parser.parse_args(arguments)
    return finish("reference", check(options.build / "bin/understudy", ROOT))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
