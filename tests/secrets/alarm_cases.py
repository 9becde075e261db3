"""False alarms per megabyte over the outside data and over this repository, and the calibration of the specification.

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


@needs_data("fixtures")
def calibration(work: Work) -> None:
    """What naive rules do over the agent fixtures, and what is required instead (fixtures.md, 4.6)."""
    problems = Problems()
    report = work.scan("fixtures", folder=DATA)
    findings = [(finding, _value_at(finding.file, finding.pointer)) for finding in report.findings]
    secrets = [finding for finding, _ in findings if finding.pointer.endswith("/completionSecret")]
    problems.check(len({finding.file for finding in secrets}) == 9 and all(finding.severity == "error" for finding in secrets),
                   f"completionSecret: {len(secrets)} of 9, at error level")
    for name in ("checksum", "invocationKey", "payloadKeys", "inputTokens", "outputTokens", "total_tokens"):
        hits = [finding for finding, _ in findings if f"/{name}" in finding.pointer]
        problems.check(not hits, f"{name}: {len(hits)} findings, wanted none: {some_of(hits)}")
    dumps = [finding for finding, _ in findings if finding.code == "fixture.secret.env_dump"]
    places = [f"{finding.file.rsplit('/', 1)[-1]} {finding.pointer}" for finding in dumps]
    problems.check(len(dumps) == 1, f"env_dump on {len(dumps)} entries, wanted 1: {some_of(places)}")
    paths = [finding for finding, _ in findings if finding.code == "fixture.secret.path"]
    per_file = Counter(finding.file for finding in paths if finding.severity == "warning")
    problems.check(per_file and max(per_file.values()) == 1, f"home paths: one warning per file, got {dict(per_file)}")
    problems.check(all("<HOME>" in json.dumps(finding.whole) for finding in paths if finding.severity == "warning"),
                   "a home path does not propose <HOME>")
    problems.check(not [finding for finding in paths if finding.severity == "error"], "a synthetic home path is an error")
    others = [finding for finding in report.errors() if finding not in secrets and finding.code != "fixture.secret.env_dump"]
    problems.check(not others, f"other errors: {some_of(others)}")
    entropy = [finding for finding, _ in findings if finding.code == "fixture.secret.entropy"]
    problems.check(not entropy, f"entropy: {some_of(entropy)}")
    problems.finish()


def _value_at(file: str, pointer: str) -> object:
    try:
        value = json.loads((DATA / file).read_text())
        for word in pointer.split("/")[1:]:
            value = value[int(word)] if isinstance(value, list) else value[word.replace("~1", "/").replace("~0", "~")]
        return value
    except (OSError, ValueError, KeyError, IndexError, TypeError):
        return None


def calibration_of_our_own(work: Work) -> None:
    """The same rules on small files of our own, so that they hold without the outside data."""
    problems = Problems()
    home = "/ho" + "me/somebody"
    forms: dict[str, tuple[object, list[str]]] = {
        "checksum.json": ({"checksum": "9f" * 32, "sha256": "0a1b" * 16, "integrity": "sha256-" + "Ab1+" * 11}, []),
        "usage.json": ({"usage": {"inputTokens": 123456789, "output_tokens": 987654321, "total_tokens": 1111111110}}, []),
        "keys.json": ({"invocationKey": "a1b2c3d4e5f6:run", "payloadKeys": ["one1", "two2"], "author": "some body 1"}, []),
        "secret.json": ({"completionSecret": "3f9ac2d1e07b4c5d"}, ["fixture.secret.key"]),
        "middle.json": ({"output": "and then sk-" + "Ab3dE5fG7h" * 3 + " was printed"}, ["fixture.secret.value"]),
        "home.json": ({"cwd": f"{home}/project", "log": f"{home}/project/a.log"}, ["fixture.secret.path"]),
        "credential.json": ({"file": f"{home}/.ssh/id_ed25519"}, ["fixture.secret.path"]),
        "env.json": ({"env": {"PATH": "/usr/bin", "HOME": "/srv/x", "SHELL": "/bin/sh"}}, ["fixture.secret.env_dump"]),
        "big_env.json": ({"env": {f"APP_OPTION_{n}": f"value {n}" for n in range(14)}}, ["fixture.secret.env_dump"]),
        "small_env.json": ({"env": {"AGENT_NAME": "a", "HOOKS_PROXY_URL": "b"}}, []),
        "payload.json": ({"request": {"model": "some-model", "messages": [{"role": "user", "content": "hello"},
            {"role": "assistant", "content": "hi"}], "tools": []}}, ["fixture.secret.payload"]),
        "long.json": ({"text": "lantern orchard river quarry " * 80}, ["fixture.secret.unbounded_text"]),
        "partial.json": ({"apiKey": "sk-ant-a..."}, ["fixture.secret.partial"]),
    }
    for name, (body, wanted) in forms.items():
        work.write(name, json.dumps(body, indent=1))
        report = work.scan(name)
        problems.check(report.codes() == wanted, f"{name}: {report.codes()}, wanted {wanted}")
        if name == "home.json":
            problems.check([finding.severity for finding in report.findings] == ["warning"],
                           f"{name}: {[f.severity for f in report.findings]}, wanted one warning")
        if name == "credential.json":
            problems.check(len(report.errors()) == 1, f"{name}: no error")
    problems.finish()


CASES = [*map(_case_of, CORPORA), repository, calibration, calibration_of_our_own]
