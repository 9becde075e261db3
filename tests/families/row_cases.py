"""The twenty-two ready-made findings: each folder of tests/fixtures/rows yields exactly the codes of its expect.json."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from project import FIXTURES, Failed, Problems, Project, loud, named, some_of

ROWS = FIXTURES / "rows"
COUNT = 22


def call(work: Project, words: list[str]) -> list:
    """The findings of one call; those of a verb that reports in its own way are read from its report too."""
    at = words.index("--") if "--" in words else len(words)
    done = work.run(*words[:at], "--format", "json", *words[at:])
    try:
        return [Found(each) for each in json.loads(done.out)["findings"]]
    except (ValueError, KeyError, TypeError):
        raise Failed(f"`{' '.join(words)}` (exit {done.code}) gave no report: {done.text[-600:]}") from None


class Found:
    def __init__(self, whole: dict) -> None:
        self.severity, self.code, self.file, self.message = whole["severity"], whole["code"], whole.get("file", ""), whole["message"]

    def __str__(self) -> str:
        return f"{self.file} {self.code}: {self.message}"


def wanted_of(expect: dict) -> dict[str, int | None]:
    """Code and how often it comes; None: once or more."""
    wanted: dict[str, int | None] = {}
    for each in expect["codes"]:
        wanted.update({each: None} if isinstance(each, str) else each)
    return wanted


def _judge(work: Project, row: Path) -> None:
    expect = json.loads((row / "expect.json").read_text())
    work.take(row)
    (work.folder / "expect.json").unlink()
    for words in expect.get("before", []):
        work.run(*words)
    came = loud(call(work, expect["verb"]))
    counts, problems = Counter(finding.code for finding in came), Problems()
    for code, times in wanted_of(expect).items():
        problems.check(counts[code] == times if times is not None else counts[code] > 0, f"{code} x{counts[code]}, wanted {times or 'one or more'}")
    others = [finding for finding in came if finding.code not in wanted_of(expect)]
    problems.check(not others, f"beside it: {some_of(others)}")
    problems.finish()


def _case_of(row: Path) -> Callable:
    case = named(lambda work: _judge(work, row), row.name)
    expect = json.loads((row / "expect.json").read_text())
    needed = [words[0] for words in [*expect.get("before", []), expect["verb"]] if words[0] != "lint"]
    case.verb = needed[0] if needed else ""
    return case


def all_rows_are_there(work: Project) -> None:
    there = {row.name[:2] for row in ROWS.iterdir() if row.is_dir()}
    missing = [f"{number:02}" for number in range(1, COUNT + 1) if f"{number:02}" not in there]
    if missing:
        raise Failed(f"no folder for the rows {some_of(missing, COUNT)}")


CASES = [*(_case_of(path.parent) for path in sorted(ROWS.glob("*/expect.json"))), all_rows_are_there]
