#!/usr/bin/env python3
"""Checks that the page of the rules for secrets is what the rules say now: see make_secret_reference.py."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from house.checks import ROOT, finish
from make_secret_reference import check

if __name__ == "__main__":
    sys.exit(finish("secret reference", check(ROOT)))
