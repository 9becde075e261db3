"""Live runs against committed fixtures: the seven scenarios (tests/fixtures/reconcile), live-only records, age.

Every capture has an outcome and the codes above info that belong to it, through the program as a user calls it: exit code,
summary, report, and the record that is written.
"""

from __future__ import annotations

import datetime
import json
import sys
from collections.abc import Callable
from pathlib import Path

import yaml
from project import DIFFERED, DONE, FAMILIES, FIXTURES, FOUND, MISUSE, UNKNOWN, Problems, Project, codes, expect, loud, metadata, named, needs_verb, some_of

ROWS = FIXTURES / "reconcile"
EXIT_OF = {"confirmed": DONE, "updated": DONE, "live-only": DONE, "drift": DIFFERED, "not-run": UNKNOWN}
SEVERITIES = {"reconcile.enum": "warning", "reconcile.order": "error", "reconcile.join": "error", "reconcile.present": "error", "reconcile.replay": "error"}
LINES = (FAMILIES / "codex-exec/examples/valid/sentinel.jsonl").read_text()


def _words(row: dict, wanted: dict, work: Project) -> list[str]:
    words = [row["family"], wanted["capture"]]
    for path in row["committed"]:
        words += ["--fixture", path]
    if "feed" in wanted:
        words += ["--replay", "--feed", wanted["feed"], *(["--expect", wanted["expect"]] if "expect" in wanted else [])]
    return words


def _command(wanted: dict, work: Project) -> list[str]:
    """A consumer that prints what the case says it printed, or fails as it says it failed."""
    if "feed" not in wanted:
        return []
    code = 1 if wanted.get("failure") else 0
    printed = str(work.folder / wanted["printed"]) if "printed" in wanted else ""
    program = f"import sys; sys.stdin.read(); sys.stdout.write(open({printed!r}).read() if {printed!r} else ''); sys.exit({code})"
    return ["--", sys.executable, "-S", "-c", program]


def _judge_capture(work: Project, row: dict, wanted: dict) -> None:
    record = work.aside / "record.json"
    record.unlink(missing_ok=True)
    before = work.bytes_of_all()
    done = work.run("reconcile", *_words(row, wanted, work), "--format", "json", "--record", record, *_command(wanted, work))
    problems = Problems()
    body = json.loads(done.out) if done.out else {"findings": [], "summary": done.text[:300]}
    problems.check(body["summary"].startswith(wanted["outcome"] + ":"), f"outcome: {body['summary']}")
    problems.check(done.code == EXIT_OF[wanted["outcome"]], f"exit {done.code}")
    came = sorted({each["code"] for each in body["findings"] if each["severity"] != "info"})
    problems.check(came == sorted(wanted["codes"]), f"codes {came}, wanted {wanted['codes']}: {some_of(each['message'] for each in body['findings'] if each['severity'] != 'info')}")
    for each in body["findings"]:
        if each["code"] in SEVERITIES and each["severity"] != "info":
            problems.check(each["severity"] == SEVERITIES[each["code"]], f"{each['code']} is {each['severity']}")
    if "why" in wanted:
        problems.check(wanted["why"] in body["summary"], f"the one missing thing is not named: {body['summary']}")
    problems.check(record.is_file() and wanted["outcome"] in record.read_text(), "the record does not say the outcome")
    problems.check(work.bytes_of_all() == before, "a file of the project was changed")
    problems.finish()


def _judge(work: Project, row: Path) -> None:
    work.take(row)
    (work.folder / "row.json").unlink()
    work.configure()
    body = json.loads((row / "row.json").read_text())
    problems = Problems()
    for wanted in body["cases"]:
        what = wanted["capture"] + (", replayed" if "feed" in wanted else "")
        problems.attempt(what, lambda wanted=wanted: _judge_capture(work, body, wanted))
    outcomes = {wanted["outcome"] for wanted in body["cases"]}
    problems.check({"confirmed", "drift", "not-run"} <= outcomes, f"captures for {some_of(sorted(outcomes))} only")
    problems.finish()


def _case_of(row: Path) -> Callable:
    return needs_verb("reconcile")(named(lambda work: _judge(work, row), row.name))


def seven_scenarios(work: Project) -> None:
    there = {path.parent.name[0] for path in ROWS.glob("*/row.json")}
    expect(there == set("1234567"), f"scenarios with captures: {some_of(sorted(there))}")


def _committed(work: Project, **more: object) -> None:
    work.configure(map=[{"files": "f/*.jsonl", "family": "codex-exec"}], **more)
    work.write("f/a.jsonl", LINES)
    work.write("f/a.jsonl.meta.json", metadata(harness="codex"))
    work.write("live.jsonl", LINES)


@needs_verb("reconcile")
def missing_things(work: Project) -> None:
    """No capture, no credential: not run, with the one missing thing by name; no such family: misuse."""
    _committed(work)
    problems = Problems()
    for words, code, said in ((["codex-exec", "nowhere.jsonl"], UNKNOWN, "nowhere.jsonl"), (["codex-exec", "live.jsonl", "--needs", "NO_SUCH_VARIABLE"], UNKNOWN, "NO_SUCH_VARIABLE"),
                              (["codex-exex", "live.jsonl"], MISUSE, "codex-exec"), (["codex-exec", "live.jsonl", "--fixture", "f/none.jsonl"], MISUSE, "f/none.jsonl")):
        done = work.run("reconcile", *words)
        problems.check(done.code == code and said in done.text, f"{' '.join(words)}: exit {done.code}: {done.text[:200]}")
    problems.finish()


@needs_verb("reconcile")
def a_capture_with_a_secret(work: Project) -> None:
    """It is scanned first: exit 8, nothing is compared, nothing is taken over."""
    from texts import token

    _committed(work)
    secret = token(seed="reconcile")
    work.planted = [secret]
    work.write("live.jsonl", LINES.replace('"text": "', f'"text": "{secret} ', 1))
    before = work.bytes_of_all()
    done = work.run("reconcile", "codex-exec", "live.jsonl", "--update")
    expect(done.code == FOUND, f"exit {done.code}: {done.text[:300]}")
    expect(work.bytes_of_all() == before, "a file was changed")


@needs_verb("reconcile")
def placeholders_are_no_artifacts(work: Project) -> None:
    """Empty, constant, or no JSON at all: such a capture proves nothing."""
    _committed(work)
    problems = Problems()
    for name, body in {"empty": "", "blank": "\n\n", "text": "not captured\n", "object": "{}\n", "constant": '{"type": "placeholder"}\n' * 3}.items():
        work.write("live.jsonl", body)
        report = work.reconcile("codex-exec", "live.jsonl")
        problems.check("reconcile.not_replayable" in codes(loud(report.findings)) and report.code not in (DONE,), f"{name}: exit {report.code}, {codes(report.findings)}")
    problems.finish()


@needs_verb("reconcile")
def confirmed_is_noted_and_grows_old(work: Project) -> None:
    """`--write` notes the day; past the limit it is a warning, past twice the limit at least that (breaking at release gates)."""
    _committed(work)
    done = work.run("reconcile", "codex-exec", "live.jsonl", "--write")
    sidecar = work.folder / "f/a.jsonl.meta.json"
    problems = Problems()
    problems.check(done.code == DONE and "reconciled" in sidecar.read_text(), f"exit {done.code}, {sidecar.read_text()[:200]}")
    body = json.loads(sidecar.read_text())

    def told(days: int, **more: object) -> list:
        date = (datetime.datetime.now(datetime.timezone.utc).date() - datetime.timedelta(days=days)).isoformat()
        changed = {**body, "reconciled": {**body.get("reconciled", {}), "date": date, **more}}
        sidecar.write_text(json.dumps(changed))
        return [finding.severity for finding in work.lint("--gate", "none").findings if finding.code == "reconcile.stale"]

    problems.check(told(1) == [], f"after a day: {told(1)}")
    problems.check(told(29) == [], f"after 29 days: {told(29)}")
    problems.check(told(40) == ["warning"], f"after 40 days: {told(40)}")
    problems.check(told(70) in (["warning"], ["error"]), f"after 70 days: {told(70)}")
    problems.finish()


@needs_verb("reconcile")
def updated_on_purpose(work: Project) -> None:
    """`--update` puts the capture in place of the fixture, and leaves the rest."""
    _committed(work)
    more = LINES.replace('{"type": "turn.completed"', '{"type": "item.completed", "item": {"id": "item_9", "type": "agent_message", "text": "BABYSITTER_AGENT_BRIDGE_OK", "extra": 1}}\n'
                         '{"type": "turn.completed"', 1)
    work.write("live.jsonl", more)
    before = work.bytes_of_all()
    done = work.run("reconcile", "codex-exec", "live.jsonl", "--update")
    after = work.bytes_of_all()
    problems = Problems()
    changed = sorted(name for name in before if before[name] != after.get(name))
    problems.check(done.code == DONE, f"exit {done.code}: {done.text[:300]}")
    problems.check(set(changed) <= {"f/a.jsonl", "f/a.jsonl.meta.json"} and set(after) == set(before), f"changed: {some_of(changed)}; new: {some_of(sorted(set(after) - set(before)))}")
    problems.finish()


def _live_only(work: Project, **change: object) -> None:
    record = {"id": "LO-1", "scenario": "quota", "permutation": "P1", "flow": "PF-1", "claim": "The provider refuses when there is no credit.", "reason": "account-state",
              "types": ["error"], "families": {"codex-exec": "it needs an empty account"}, "evidence": ["proof/quota.json"], "owner": "post", "reviewer": "release",
              "opened": "2026-04-01", "review_by": "2999-06-01", "expires": "2999-08-01", "gate": "release"}
    work.write("proof/quota.json", '{"refused": true}\n')
    work.write("live-only.yaml", yaml.safe_dump({"gates": {"release": {"reasons": ["account-state"], "most": 2}}, "records": [{**record, **change}]}, sort_keys=False))


def _live_only_told(work: Project) -> list[str]:
    return [finding.message for finding in work.lint("--gate", "none").findings if finding.code == "reconcile.live_only"]


def live_only_refuted_by_contradiction(work: Project) -> None:
    """A family that reconciles the same record types refutes the claim that they are only seen live."""
    _committed(work, live_only="live-only.yaml")
    problems = Problems()
    _live_only(work)
    problems.check(_live_only_told(work) == [], f"a sound record: {_live_only_told(work)}")
    today = datetime.datetime.now(datetime.timezone.utc).date().isoformat()
    work.write("f/a.jsonl.meta.json", metadata(harness="codex", reconciled={"date": today, "digest": "0" * 64}))
    _live_only(work, types=["turn.completed"])
    told = _live_only_told(work)
    problems.check(len(told) == 1 and "codex-exec" in told[0], f"a claim that a reconciled family refutes: {told}")
    problems.finish()


def live_only_records_are_checked(work: Project) -> None:
    """Complete, not over, owner and reviewer differ, artifacts are there, the reason is allowed, not too many."""
    _committed(work, live_only="live-only.yaml")
    problems = Problems()
    for what, change in {"over": {"expires": "2026-04-02"}, "one person": {"reviewer": "post"}, "no artifact": {"evidence": ["proof/none.json"]}, "another reason": {"reason": "timing"},
                         "no claim": {"claim": ""}, "no reason": {"reason": "because"}, "no types": {"types": []}}.items():
        _live_only(work, **change)
        problems.check(_live_only_told(work), f"{what}: silence")
    _live_only(work)
    body = yaml.safe_load((work.folder / "live-only.yaml").read_text())
    body["records"] = [{**body["records"][0], "id": f"LO-{number}"} for number in range(3)]
    work.write("live-only.yaml", yaml.safe_dump(body, sort_keys=False))
    problems.check(any("2" in message for message in _live_only_told(work)), f"three of at most two: {_live_only_told(work)}")
    problems.finish()


CASES = [*(_case_of(path.parent) for path in sorted(ROWS.glob("*/row.json"))), seven_scenarios, missing_things, a_capture_with_a_secret, placeholders_are_no_artifacts,
         confirmed_is_noted_and_grows_old, updated_on_purpose, live_only_refuted_by_contradiction, live_only_records_are_checked]
