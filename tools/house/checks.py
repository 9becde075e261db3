"""What every check does at the end: print its problems, one per line, and say no if there are any."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def finish(name: str, problems: list[str]) -> int:
    for problem in problems:
        print(problem)
    print(f"{name}: {'ok' if not problems else f'{len(problems)} problem' + ('s' if len(problems) != 1 else '')}")
    return 1 if problems else 0
