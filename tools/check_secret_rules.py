#!/usr/bin/env python3
"""Checks the rules for secrets: their form, that made-up secrets are found, that near misses are not. See secrets/README.md."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

if __name__ == "__main__":
    sys.exit(subprocess.run([sys.executable, str(ROOT / "secrets" / "check.py")]).returncode)
