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


PLAIN = """family: plain
title: Plain
owners: [a]
version: 1
container: json
levels:
  document: {}
redaction:
  classes: {document: {/text: text}}
"""


def small_files(work: Project) -> None:
    """The same rules on small files of our own, so that they hold without the outside data."""
    home = "/ho" + "me/somebody"
    forms: dict[str, tuple[object, list[str]]] = {
        "checksum": ({"checksum": "9f" * 32, "sha256": "0a1b" * 16, "integrity": "sha256-" + "Ab1+" * 11}, []),
        "usage": ({"usage": {"inputTokens": 123456789, "output_tokens": 987654321, "total_tokens": 1111111110}}, []),
        "keys": ({"invocationKey": "a1b2c3d4e5f6:run", "payloadKeys": ["one1", "two2"], "author": "some body 1"}, []),
        "secret": ({"completionSecret": "3f9ac2d1e07b4c5d"}, ["fixture.secret.key"]),
        "middle": ({"output": "and then sk-" + "Ab3dE5fG7h" * 3 + " was printed"}, ["fixture.secret.value"]),
        "home": ({"cwd": f"{home}/project", "log": f"{home}/project/a.log"}, ["fixture.secret.path"]),
        "credential": ({"file": f"{home}/.ssh/id_ed25519"}, ["fixture.secret.path"]),
        "env": ({"env": {"PATH": "/usr/bin", "HOME": "/srv/x", "SHELL": "/bin/sh"}}, ["fixture.secret.env_dump"]),
        "big_env": ({"env": {f"APP_OPTION_{n}": f"value {n}" for n in range(14)}}, ["fixture.secret.env_dump"]),
        "small_env": ({"env": {"AGENT_NAME": "a", "HOOKS_PROXY_URL": "b"}}, []),
        "payload": ({"request": {"model": "some-model", "messages": [{"role": "user", "content": "hello"}, {"role": "assistant", "content": "hi"}], "tools": []}}, ["fixture.secret.payload"]),
        "long": ({"text": "lantern orchard river quarry " * 80}, ["fixture.secret.unbounded_text"]),
        "partial": ({"apiKey": "sk-ant-a9Kx..."}, ["fixture.secret.partial"]),
    }
    work.write("families/plain/family.yaml", PLAIN)
    work.configure(map=[{"files": "f/*.json", "family": "plain"}])
    for name, (body, _) in forms.items():
        work.write(f"f/{name}.json", json.dumps(body, indent=1))
    report = work.lint("--check", "secrets", "--gate", "none")
    problems = Problems()
    for name, (_, wanted) in forms.items():
        found = [finding for finding in report.findings if finding.file == f"f/{name}.json"]
        problems.check([finding.code for finding in found] == wanted, f"{name}: {[finding.code for finding in found]}, wanted {wanted}")
        if name in ("home", "credential"):
            problems.check([finding.severity for finding in found] == [{"home": "warning", "credential": "error"}[name]], f"{name}: {[finding.severity for finding in found]}")
    problems.finish()


CASES = [small_files, third_column, a_key_in_the_middle_of_a_line]
