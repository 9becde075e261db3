"""False alarms per megabyte over the outside data and over this repository.

scores.json keeps, per corpus, the findings, the errors and the findings per rule; they may only become fewer. Every rule
that speaks there needs a line under `why` that says what it speaks about. `run.py alarms --update` writes the figures and
keeps the explanations; a class of alarm without one fails.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable

from program import DATA, HERE, ROOT, Failed, Problems, Report, Work, needs_data, some_of

SCORES = HERE / "scores.json"
MEGABYTE = 1_000_000
CORPORA = ("cassettes", "cel", "fixtures", "json-parsing", "json-schema-suite", "llhttp", "openapi", "secret-rules", "yaml-suite")


def read_scores() -> dict:
    return json.loads(SCORES.read_text()) if SCORES.is_file() else {"corpora": {}, "why": {}}


def figures(report: Report, size: int) -> dict:
    per_rule = Counter(finding.rule or finding.code for finding in report.findings)
    return {"bytes": size, "findings": len(report.findings), "errors": len(report.errors()),
            "per_mb": round(len(report.findings) / size * MEGABYTE, 2),
            "errors_per_mb": round(len(report.errors()) / size * MEGABYTE, 2), "rules": dict(sorted(per_rule.items()))}


def judge(work: Work, corpus: str, report: Report, size: int) -> None:
    now = figures(report, size)
    scores = read_scores()
    work.note(f"false alarms, {corpus}: {now['findings']} in {size / MEGABYTE:.1f} MB, {now['per_mb']} per MB; "
              f"errors {now['errors']}, {now['errors_per_mb']} per MB; "
              + (some_of((f"{rule} {count}" for rule, count in sorted(now["rules"].items(), key=lambda item: -item[1])), 30) or "none"))
    if work.update:
        scores["corpora"][corpus] = now
        scores["corpora"] = dict(sorted(scores["corpora"].items()))
        for rule in now["rules"]:
            scores["why"].setdefault(rule, "")
        used = {rule for known in scores["corpora"].values() for rule in known["rules"]}
        scores["why"] = {rule: why for rule, why in sorted(scores["why"].items()) if rule in used}
        SCORES.write_text(json.dumps(scores, indent=1) + "\n")
    problems = Problems()
    known = scores["corpora"].get(corpus)
    if known is None:
        raise Failed(f"there is no score of {corpus} yet; --update writes it")
    for what in ("per_mb", "errors_per_mb"):
        problems.check(now[what] <= known[what], f"{what} is {now[what]}, was {known[what]}: "
                       + some_of(f"{rule} {known['rules'].get(rule, 0)} -> {count}" for rule,
                                 count in now["rules"].items() if count > known["rules"].get(rule, 0)))
    unexplained = [rule for rule in now["rules"] if not scores["why"].get(rule)]
    problems.check(not unexplained, f"no explanation in scores.json of: {some_of(unexplained, 20)}")
    if not problems.lines and (now["per_mb"], now["errors_per_mb"]) < (known["per_mb"], known["errors_per_mb"]):
        work.note(f"false alarms, {corpus}: better than the score; --update writes it down")
    problems.finish()


def _case_of(corpus: str) -> Callable[[Work], None]:
    @needs_data(corpus)
    def case(work: Work) -> None:
        folder = DATA / corpus
        size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
        judge(work, corpus, work.scan(corpus, folder=DATA), size)

    case.__name__ = corpus.replace("-", "_")
    return case


def repository(work: Work) -> None:
    """The tracked files of this checkout, copied, so that neither a policy nor an ignore file of the project hides anything."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, timeout=60).stdout.decode().split("\0")
    size = 0
    for name in filter(None, listed):
        source = ROOT / name
        if source.is_file() and not source.is_symlink() and not name.startswith(".understudy/"):
            target = work.folder / "checkout" / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)
            size += source.stat().st_size
    judge(work, "repository", work.scan("checkout"), size)


CASES = [*map(_case_of, CORPORA), repository]
