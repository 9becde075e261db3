"""Scrubbing the examples of every family: idempotent, joins kept, and still what the family says.

An example has no secrets, so one is put into it: ids that several files share become texts that look like tokens. After
`scrub --write` the token is gone from everywhere, what was equal is equal, and checks 1 to 3 say the same as before.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import corrected
from example_cases import is_abstract
from project import DONE, FAMILIES, Problems, Project, expect, expect_equal, family_ids, loud, named, some_of
from texts import token

FIRST_CHECKS = ("--check", "parse", "--check", "metadata", "--check", "order")


def _verdicts(work: Project, where: str) -> list[tuple[str, str]]:
    return sorted({(finding.file, finding.code) for finding in loud(work.lint(where, *FIRST_CHECKS).findings)})


def _scrubbed_twice(work: Project, where: str) -> None:
    """The second time no byte changes and nothing is said."""
    first = work.run("scrub", where, "--write", "--receipt", work.aside / "first.json")
    expect(first.code == DONE, f"scrub --write ended with {first.code}: {first.text[:500]}")
    after = work.bytes_of_all()
    second = work.scrub(where, "--write", "--receipt", work.aside / "second.json")
    expect_equal(second.code, DONE, "the second scrub")
    expect(work.bytes_of_all() == after, "the second scrub changed a byte")
    again = [finding for finding in second.findings if finding.code != "fixture.secret.env_dump"]  # its names stay, by the rules
    expect(not again, f"the second scrub says: {some_of(again)}")


def _judge_valid(work: Project, family: str) -> None:
    """Valid examples: nothing to do."""
    work.configure()
    work.eject(family)
    where = f"families/{family}/examples/valid"
    before = work.bytes_of_all()
    done = work.run("scrub", where, "--write", "--receipt", work.aside / "r.json")
    expect(done.code == DONE, f"ended with {done.code}: {done.text[:500]}")
    expect(work.bytes_of_all() == before, "a valid example was changed")


def _valid_case(family: str) -> Callable:
    return named(lambda work: _judge_valid(work, family), f"valid_{family}")


def _ids(folder: Path) -> set[str]:
    """Ids that stand in several records of an example and are no placeholders."""
    texts = [path.read_text() for path in folder.rglob("*") if path.is_file()]
    found: dict[str, int] = {}
    for text in texts:
        for value in re.findall(r'"(?:sessionId|session_id|thread_id|runId|toolCallId|tool_use_id|effectId)": "([^"<>]{4,})"', text):
            found[value] = found.get(value, 0) + 1
    return {value for value, times in found.items() if times > 1}


def _judge_joins(work: Project, family: str) -> None:
    work.configure()
    work.eject(family)
    where = f"families/{family}/examples/valid"
    folder = work.folder / where
    ids = sorted(_ids(folder))[:1]
    expect(ids, "no id that several records share")
    secret = token("gitlab.personal_token", seed=f"join {family}")
    work.planted = [secret]
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            path.write_text(path.read_text().replace(ids[0], secret))
    for path in sorted(folder.rglob("*"), key=lambda each: -len(each.parts)):
        if ids[0] in path.name:
            path.rename(path.with_name(path.name.replace(ids[0], "E0000001")))
    corrected.rederive(folder)
    before = _verdicts(work, where)
    _scrubbed_twice(work, where)
    problems = Problems()
    holds = [name for name, body in work.bytes_of_all().items() if secret.encode() in body]
    problems.check(not holds, f"the token is still in {some_of(holds)}")
    after = _verdicts(work, where)
    problems.check(after == before, f"other findings after the scrub: {some_of(sorted(set(after) ^ set(before)))}")
    pseudonyms = {value for path in folder.rglob("*") if path.is_file() for value in re.findall(r"glpat-[\w-]+", path.read_text())}
    problems.check(len(pseudonyms) == 1, f"one secret became {len(pseudonyms)} pseudonyms: {some_of(sorted(pseudonyms))}")
    problems.finish()


def _joins_case(family: str) -> Callable:
    return named(lambda work: _judge_joins(work, family), f"joins_{family}")


def _judge_invalid(work: Project, family: str) -> None:
    """Examples with a secret in them: after the scrub the value is no finding any more, and a second scrub does nothing."""
    work.configure()
    work.eject(family)
    where = f"families/{family}/examples/invalid"
    values = ("fixture.secret.value", "fixture.secret.key", "fixture.secret.entropy")
    for sidecar in (work.folder / where).glob("*.meta.json"):
        body = json.loads(sidecar.read_text())
        body.pop("expects", None)
        sidecar.write_text(json.dumps(body))
    _scrubbed_twice(work, where)
    left = [finding for finding in work.lint(where, "--check", "secrets").findings if finding.code in values and finding.severity == "error"]
    expect(not left, f"after the scrub: {some_of(left)}")


def _invalid_case(family: str) -> Callable:
    return named(lambda work: _judge_invalid(work, family), f"invalid_{family}")


_REAL = [family for family in family_ids() if not is_abstract(family)]
_SHARED = [family for family in _REAL if _ids(FAMILIES / family / "examples/valid")]
CASES = [*map(_valid_case, _REAL), *map(_joins_case, _SHARED), *map(_invalid_case, _REAL)]
