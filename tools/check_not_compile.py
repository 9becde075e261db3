#!/usr/bin/env python3
"""Checks that wrong code does not compile: every file in tests/must_not_compile must be refused by the compiler with
the diagnostic it names in a line `// expect: FRAGMENT`, and must compile with MENDED defined, so that nothing but
the shown mistake is at fault.

    check_not_compile.py [--root DIR] [--compiler g++]
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from house.checks import ROOT, finish

FLAGS = ["-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Wconversion", "-Wno-sign-conversion", "-Werror"]


def check_snippet(root: Path, path: Path, compiler: str) -> list[str]:
    name = str(path.relative_to(root))
    source = path.read_text(encoding="utf-8")
    expected = re.search(r"^// expect: (.+)$", source, re.MULTILINE)
    if not expected or source.startswith("// expect:") or not source.startswith("//"):
        return [f"{name}: begins with a comment saying why, followed by a line `// expect: FRAGMENT`"]
    if "MENDED" not in source:
        return [f"{name}: shows no mended form (#ifdef MENDED)"]

    wrong = _compile(root, path, compiler, [])
    if wrong.returncode == 0:
        return [f"{name}: compiles, and must not"]
    problems = []
    if expected[1].strip() not in wrong.stderr:
        problems.append(f"{name}: refused without saying {expected[1].strip()!r}:\n{_errors(wrong.stderr)}")
    mended = _compile(root, path, compiler, ["-DMENDED"])
    if mended.returncode != 0:
        problems.append(f"{name}: does not compile when mended:\n{_errors(mended.stderr)}")
    return problems


def check(root: Path, compiler: str) -> list[str]:
    paths = sorted((root / "tests/must_not_compile").glob("*.cpp"))
    if not paths:
        return ["tests/must_not_compile: nothing there"]
    with ThreadPoolExecutor(max_workers=2) as pool:
        results = pool.map(lambda path: check_snippet(root, path, compiler), paths)
    return [problem for problems in results for problem in problems]


def _compile(root: Path, path: Path, compiler: str, more: list[str]) -> subprocess.CompletedProcess[str]:
    command = [compiler, *FLAGS, *more, f"-I{root / 'src'}", str(path)]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, env={"LC_ALL": "C", "PATH": "/usr/bin:/bin"})


def _errors(stderr: str) -> str:
    lines = [line for line in stderr.splitlines() if "error" in line]
    return "\n".join("    " + line for line in lines[:5])


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Checks that wrong code does not compile.")
    parser.add_argument("--root", type=Path, default=ROOT)
    parser.add_argument("--compiler", default="g++")
    options = parser.parse_args(arguments)
    return finish("must not compile", check(options.root, options.compiler))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
