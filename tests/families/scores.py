"""Figures that may only become better: scores.json holds the best that was reached."""

from __future__ import annotations

import json

from project import HERE, Problems, Project

SCORES = HERE / "scores.json"


def read() -> dict:
    return json.loads(SCORES.read_text()) if SCORES.is_file() else {}


def judge(work: Project, name: str, now: dict[str, float]) -> None:
    """Every figure is a count of what should not be: none may grow."""
    work.note(f"{name}: " + ", ".join(f"{what} {value:g}" for what, value in now.items()))
    scores = read()
    if work.update:
        scores[name] = now
        SCORES.write_text(json.dumps(dict(sorted(scores.items())), indent=1) + "\n")
    problems = Problems()
    known = scores.get(name)
    problems.check(known is not None, f"there is no score of {name} yet; --update writes it")
    for what, value in now.items():
        best = (known or {}).get(what)
        problems.check(best is not None and value <= best, f"{what} is {value:g}, was {best}")
    problems.finish()
