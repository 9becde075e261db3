#!/usr/bin/env python3
"""Makes the man page and the shell completions that the Debian package and the tarball carry, from the program's own
table of verbs (`understudy help --json`).

    make_shell_files.py --binary PATH --out FOLDER
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from house.completions import bash_completion, fish_completion, zsh_completion
from house.man_page import man_page

FILES = {"understudy.1": man_page, "understudy": bash_completion, "_understudy": zsh_completion, "understudy.fish": fish_completion}


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Makes the man page and the shell completions.")
    parser.add_argument("--binary", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args(arguments)
    said = subprocess.run([str(options.binary), "help", "--json"], capture_output=True, text=True, check=True, env={"PATH": "/usr/bin:/bin"})
    options.out.mkdir(parents=True, exist_ok=True)
    for name, make in FILES.items():
        (options.out / name).write_text(make(json.loads(said.stdout)), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
