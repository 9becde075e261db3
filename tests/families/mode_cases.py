"""Gates, baselines, and checks that could not run: what is not known is never passed, and only what is listed is silent."""

from __future__ import annotations

from project import DIFFERED, DONE, FAMILIES, FOUND, UNKNOWN, Problems, Project, expect, loud, metadata, some_of

LINES = (FAMILIES / "codex-exec/examples/valid/sentinel.jsonl").read_text()
FAMILY = """family: f
title: F
owners: [a]
version: 1
container: jsonl
levels:
  records: {type: /type, schemas: schemas.yaml}
"""


def _lay_out(work: Project, family: str = FAMILY, files: str = "f/*.jsonl") -> None:
    work.write("families/f/family.yaml", family)
    work.write("families/f/schemas.yaml", "records:\n  a: {type: object, required: [id]}\n")
    work.configure(map=[{"files": files, "family": "f"}])


def a_baseline_hides_what_it_lists_only(work: Project) -> None:
    """The same mistake in further records of the same file is new."""
    _lay_out(work)
    work.write("f/a.jsonl", '{"type": "a"}\n')
    work.run("lint", "--check", "parse", "--write-baseline", "known.json")
    again = work.lint("--check", "parse", "--baseline", "known.json")
    expect(again.code == DONE and not again.findings, f"what is listed is told: {some_of(again.findings)}")
    work.write("f/a.jsonl", '{"type": "a"}\n{"type": "a"}\n{"type": "a"}\n')
    report = work.lint("--check", "parse", "--baseline", "known.json")
    expect(report.code == DIFFERED and len(report.findings) == 2, f"one of three is listed: exit {report.code}, {len(report.findings)} findings: {report.body['summary']}")


def gates(work: Project) -> None:
    """A warning fails at `warning`, an error at `breaking`, nothing at `none`."""
    work.configure(map=[{"files": "f/*.jsonl", "family": "codex-exec"}])
    problems = Problems()
    warning = LINES.replace('{"type": "turn.completed"', '{"type": "turn.unheard"}\n{"type": "turn.completed"', 1)
    for name, body, codes in (("clean", LINES, (DONE, DONE, DONE)), ("warning", warning, (DONE, DIFFERED, DONE)), ("error", LINES.split("\n", 1)[1], (DIFFERED, DIFFERED, DONE))):
        work.write("f/a.jsonl", body)
        work.write("f/a.jsonl.meta.json", metadata(harness="codex"))
        came = tuple(work.run("lint", "--check", "parse", "--check", "order", "--gate", gate).code for gate in ("breaking", "warning", "none"))
        problems.check(came == codes, f"{name}: exit {came} at breaking, warning, none; wanted {codes}")
    problems.finish()


def embedded_fixtures_are_not_run(work: Project) -> None:
    """`lint` starts no export command: what it would print is not known, which is 3 and no fault of the source file."""
    _lay_out(work, FAMILY.replace("container: jsonl", 'container: embedded\nexport: [sh, -c, "touch started"]\nexported: jsonl'), "f/*.ts")
    work.write("f/a.ts", "export const lines = [];\n")
    work.write("f/a.ts.meta.json", metadata())
    report = work.lint("--check", "parse", "--check", "order")
    problems = Problems()
    if not (work.folder / "started").exists():
        problems.check(report.code == UNKNOWN and not [finding for finding in report.findings if finding.code == "fixture.parse.syntax"],
                       f"exit {report.code}: {some_of(f'{finding.code}: {finding.message}' for finding in loud(report.findings))}")
    problems.finish()


def embedded_fixtures_are_checked_as_printed(work: Project) -> None:
    """With `--export` the command of the family runs, in the root of the project, and what it prints is the fixture."""
    _lay_out(work, FAMILY.replace("container: jsonl", 'container: embedded\nexport: [sh, -c, "grep -v const {path} || exit 3"]\nexported: jsonl'), "f/*.ts")
    problems = Problems()
    for name, body, codes in (("good", '{"type": "a", "id": 1}', []), ("bad", '{"type": "a"}', ["fixture.shape.required"]), ("broken", "", ["fixture.export_failed"])):
        work.write("f/a.ts", f"const lines = [];\n{body}\n" if body else "const lines = [];\n")
        work.write("f/a.ts.meta.json", metadata())
        report = work.lint("--check", "parse", "--export")
        found = [finding.code for finding in loud(report.findings)]
        problems.check(found == codes, f"{name}: {found}, wanted {codes}: {some_of(finding.message for finding in report.findings)}")
    problems.finish()


def a_secret_wins_over_other_findings(work: Project) -> None:
    from texts import token

    secret = token(seed="mode")
    work.planted = [secret]
    work.configure(map=[{"files": "f/*.jsonl", "family": "codex-exec"}])
    work.write("f/a.jsonl", LINES.replace('"text": "', f'"text": "{secret} ', 1) + '{"type": "turn.started"')
    work.write("f/a.jsonl.meta.json", metadata(harness="codex"))
    expect(work.run("lint").code == FOUND, "a secret beside other findings is not 8")


CASES = [a_baseline_hides_what_it_lists_only, gates, embedded_fixtures_are_not_run, embedded_fixtures_are_checked_as_printed, a_secret_wins_over_other_findings]
