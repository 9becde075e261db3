"""Calibration of check 4 (fixtures.md, 4.6): the third column of the table, over the first adopter's fixtures, through `lint`."""

from __future__ import annotations

import json
from collections import Counter

import babysitter_cases
import scores
from project import BABYSITTER, Problems, Project, loud, needs_data, some_of

MEGABYTE = 1_000_000


@needs_data("fixtures")
def third_column(work: Project) -> None:
    babysitter_cases.lay_out(work)
    report = work.lint("--check", "secrets", "--gate", "none", "--format", "json")
    problems = Problems()
    findings = [finding for finding in report.findings if finding.file.startswith("packages/")]
    secrets = [finding for finding in findings if finding.pointer.endswith("/completionSecret")]
    problems.check(len({finding.file for finding in secrets}) == 9 and all(finding.severity == "error" for finding in secrets), f"completionSecret: {len(secrets)} of 9")
    for name in ("checksum", "invocationKey", "payloadKeys", "inputTokens", "outputTokens", "total_tokens"):
        hits = [finding for finding in findings if f"/{name}" in finding.pointer]
        problems.check(not hits, f"{name}: {len(hits)} findings, wanted none: {some_of(hits)}")
    dumps = [f"{finding.file.rsplit('/', 1)[-1]} {finding.pointer}" for finding in findings if finding.code == "fixture.secret.env_dump"]
    problems.check(dumps == ["codex-v1.json /events/0/env"], f"env_dump: {some_of(dumps)}")
    paths = [finding for finding in findings if finding.code == "fixture.secret.path"]
    per_file = Counter(finding.file for finding in paths)
    with_home = {str(path.relative_to(BABYSITTER)) for path in BABYSITTER.rglob("*.json") if any(sign in path.read_text() for sign in ("/home/user", '"~/'))}
    problems.check(set(per_file) == with_home and set(per_file.values()) == {1}, f"home paths: one warning in each of {len(with_home)} files, got {dict(per_file)}; "
                   f"none in {some_of(sorted(with_home - set(per_file)))}")
    problems.check(all(finding.severity == "warning" and "<HOME>" in json.dumps(finding.whole) for finding in paths), "a home path is breaking, or <HOME> is not proposed")
    others = [finding for finding in findings if finding not in secrets and finding.code not in ("fixture.secret.env_dump", "fixture.secret.path")]
    problems.check(not others, f"others: {some_of(others)}")
    size = sum(path.stat().st_size for path in BABYSITTER.rglob("*.json")) / MEGABYTE
    false = [finding for finding in loud(others)]
    problems.attempt("scores", lambda: scores.judge(work, "calibration", {"false alarms": len(false), "false alarms per MB": round(len(false) / size, 2),
                                                                        "completionSecret missed": 9 - len({finding.file for finding in secrets})}))
    problems.finish()


@needs_data("fixtures")
def a_key_in_the_middle_of_a_line(work: Project) -> None:
    """Value rules are not anchored: a key in the middle of a line of output counts; a register entry does not."""
    from texts import token

    babysitter_cases.lay_out(work)
    secret = token(seed="calibration")
    work.planted = [secret]
    path = work.folder / babysitter_cases.HOOKS / "claude-v1.json"
    body = json.loads(path.read_text())
    body["events"][0]["stdin"]["message"] = f"the tool printed {secret} and went on"
    body["events"][1]["stdin"]["message"] = "a test uses sk-ant-test and ghp_test"
    path.write_text(json.dumps(body, indent=2) + "\n")
    report = work.lint("--check", "secrets", "--gate", "none")
    found = [finding.pointer for finding in report.findings if finding.code == "fixture.secret.value"]
    problems = Problems()
    problems.check(found == ["/events/0/stdin/message"], f"found at {found}")
    problems.finish()


CASES = [third_column, a_key_in_the_middle_of_a_line]
