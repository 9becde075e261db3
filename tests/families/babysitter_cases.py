"""The first adopter's committed fixtures: the findings of the specification's table that they can show, each with its place.

Rows 16, 18 and 19 concern workflows and documents, which are not part of the data; they have minimal fixtures only.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import corrected
from project import BABYSITTER, DONE, FIXTURES, Failed, Problems, Project, Report, count, loud, needs_data, shown_codes, some_of

RESUME = "packages/adapters/cli/tests/live-stack/fixtures/resume-run"
RUNS = "packages/observer-dashboard/e2e/fixtures/runs/"
MATRIX = "packages/adapters/codecs/tests/fixtures/session-matrix.json"
PROBES = "packages/adapters/harness-mock/tests/fixtures/probes/baseline-profiles.json"
HOOKS = "packages/adapters/hooks/core/src/__tests__/fixtures/"
FIXTURE_COUNT, JOURNALS, RECORDS = 16, 10, 46


def lay_out(work: Project) -> None:
    work.take(BABYSITTER)
    work.take(FIXTURES / "babysitter")


def linted(work: Project) -> Report:
    lay_out(work)
    return work.lint("--gate", "none")


def record_of(finding: object) -> str:
    """`journal record 3`: where a stream is several files, both the file and the number are said."""
    return finding.whole.get("subject", "")


def of(report: Report, code: str, start: str = "") -> list:
    return [finding for finding in report.findings if finding.code == f"fixture.{code}" and finding.file.startswith(start)]


@needs_data("fixtures")
def sixteen_fixtures(work: Project) -> None:
    """All 87 files belong to 16 fixtures; nothing is left over and nothing could not be looked at."""
    report = linted(work)
    ours = [path for path in report.body["checked"] if path.startswith("packages/")]
    problems = Problems()
    problems.check(len(ours) == FIXTURE_COUNT, f"{len(ours)} fixtures, wanted {FIXTURE_COUNT}")
    problems.check(report.code == DONE, f"report only, and yet it ended with {report.code}")
    left = [finding for finding in of(report, "meta.family") if Path(finding.file).suffix == ".json"]
    problems.check(not left, f"files that belong to nothing: {some_of(left)}")
    gated = work.lint("--gate", "breaking")
    problems.check(gated.code == 8, f"gating, it ended with {gated.code}, wanted 8: there are secrets")
    problems.finish()


@needs_data("fixtures")
def row_01_nobody_uses_the_matrix(work: Project) -> None:
    report = linted(work)
    if [finding.file for finding in of(report, "consumer.none", MATRIX)] != [MATRIX]:
        raise Failed(f"consumer.none on the session matrix: {some_of(of(report, 'consumer.none'))}")


@needs_data("fixtures")
def row_02_no_metadata(work: Project) -> None:
    report = linted(work)
    missing = of(report, "meta.missing", "packages/")
    problems = Problems()
    problems.check(len(missing) == FIXTURE_COUNT and len({finding.file for finding in missing}) == FIXTURE_COUNT, f"{len(missing)} times, wanted once for each of {FIXTURE_COUNT}")
    for field in ("lane", "harness", "schema_version", "redaction"):
        silent = [finding for finding in missing if f"`{field}`" not in finding.message and not (field == "harness" and finding.file.startswith(HOOKS))]
        problems.check(not silent, f"{field} is not named: {some_of(silent)}")
    problems.finish()


@needs_data("fixtures")
def row_03_all_checksums(work: Project) -> None:
    report = linted(work)
    wrong = of(report, "order.derived")
    problems = Problems()
    problems.check(len(wrong) == RECORDS, f"{len(wrong)} of {RECORDS}")
    problems.check(len({finding.file for finding in wrong}) == RECORDS, "not each with its own file")
    problems.check(all(record_of(finding).startswith("journal record ") for finding in wrong), "one without its record")
    for finding in wrong:
        right = corrected.checksum(json.loads((work.folder / finding.file).read_text()))
        problems.check(right in finding.message, f"{finding.file}: the right one, {right}, is not said: {finding.message}")
    problems.finish()


@needs_data("fixtures")
def row_04_ulids_and_missing_fields(work: Project) -> None:
    report = linted(work)
    problems = Problems()
    ulids = sorted((path.name for path in (work.folder / RESUME / "journal").iterdir()))
    falls = [later for earlier, later in zip(ulids, ulids[1:]) if later.split(".")[1] <= earlier.split(".")[1]]
    told = sorted(Path(finding.file).name for finding in of(report, "order.not_monotone", RESUME))
    problems.check(len(falls) == 9 and told == falls, f"ULIDs that fall: {some_of(told, 12)}, wanted {some_of(falls, 12)}")
    required: dict[str, set[str]] = {}
    for finding in of(report, "shape.required", RESUME + "/journal/"):
        required.setdefault(finding.file, set()).update(name for name in ("invocationKey", "stepId", "taskDefRef") if name in finding.message)
    problems.check(len(required) == 9 and all(names == {"invocationKey", "stepId", "taskDefRef"} for names in required.values()),
                   f"effect requests without their fields: {len(required)} of 9, {some_of(sorted(map(str, required.values())), 3)}")
    problems.finish()


@needs_data("fixtures")
def row_05_unknown_type_and_old_run_file(work: Project) -> None:
    report = linted(work)
    problems = Problems()
    unknown = of(report, "order.unknown_type", RESUME)
    problems.check(len(unknown) == 4 and all("ITERATION_STARTED" in finding.message and record_of(finding) for finding in unknown), f"unknown types: {some_of(unknown)}")
    run = RESUME + "/run.json"
    problems.check([finding.pointer for finding in of(report, "shape.type", run)] == ["/entrypoint"], f"shape.type: {some_of(of(report, 'shape.type', run))}")
    problems.check(any("request" in finding.message for finding in of(report, "shape.required", run)), "the missing request is not said")
    problems.check([finding.pointer for finding in of(report, "meta.version", run)] == ["/layoutVersion"], f"meta.version: {some_of(of(report, 'meta.version'))}")
    problems.finish()


@needs_data("fixtures")
def row_06_short_ulids_and_secrets(work: Project) -> None:
    report = linted(work)
    problems = Problems()
    names = of(report, "parse.file_name", RUNS)
    problems.check(len(names) == 24 and len({finding.file for finding in names}) == 24, f"{len(names)} file names, wanted 24")
    keys = of(report, "secret.key", RUNS)
    problems.check(len(keys) == 9 and all(finding.pointer == "/completionSecret" and finding.line > 0 for finding in keys), f"completionSecret: {len(keys)} of 9")
    problems.finish()


@needs_data("fixtures")
def row_20_invented_captures(work: Project) -> None:
    report = linted(work)
    signs = [finding.message for finding in of(report, "meta.implausible", PROBES)]
    if len(signs) != 1 or not all(word in signs[0] for word in ("midnight", "share one", "phrase")):
        raise Failed(f"the probe baselines: {signs}")


@needs_data("fixtures")
def nothing_else_breaking(work: Project) -> None:
    """What is found beyond the table is known and true: the fields that go with the old run file and the missing task files."""
    report = linted(work)
    expected = {"fixture.meta.missing": 16, "fixture.order.derived": 46, "fixture.order.not_monotone": 9, "fixture.order.unknown_type": 4, "fixture.parse.file_name": 24,
                "fixture.secret.key": 9, "fixture.secret.env_dump": 1, "fixture.shape.type": 1, "fixture.meta.version": 1, "fixture.consumer.none": 16}
    problems = Problems()
    counts = count(finding for finding in report.findings if finding.severity == "error")
    for code, times in expected.items():
        problems.check(counts.pop(code, 0) == times, f"{code}: not {times} times")
    counts.pop("fixture.shape.required", None)
    problems.check(not counts, f"beside the table: {dict(counts)}")
    problems.finish()


@needs_data("fixtures")
def a_corrected_copy_is_clean(work: Project) -> None:
    lay_out(work)
    corrected.correct(work.folder)
    report = work.lint("--gate", "warning")
    if report.code != DONE or loud(report.findings):
        shown = [f"{finding.file}: {finding.code}: {finding.message}" for finding in loud(report.findings)]
        raise Failed(f"exit {report.code}: {shown_codes(loud(report.findings))}\n" + "\n".join(shown[:12]))


@needs_data("fixtures")
def one_byte_of_the_corrected_copy(work: Project) -> None:
    """A hand edit of one record after the correction is one finding, with its record."""
    lay_out(work)
    corrected.correct(work.folder)
    path = sorted((work.folder / RESUME / "journal").iterdir())[2]
    path.write_text(path.read_text().replace(".000Z", ".001Z", 1))
    report = work.lint("--gate", "warning")
    found = [(finding.code, Path(finding.file).name, record_of(finding)) for finding in loud(report.findings)]
    if found != [("fixture.order.derived", path.name, "journal record 3")]:
        raise Failed(f"{found}, wanted order.derived in record 3 only")


@needs_data("fixtures")
def the_same_each_time(work: Project) -> None:
    """Findings and their order do not depend on the number of threads, and a second run says the same."""
    lay_out(work)
    def told(*words: str) -> list:
        return [(finding.code, finding.file, finding.line, finding.message.split("digest")[0]) for finding in work.lint("--gate", "none", *words).findings]
    first = told("--jobs", "1")
    for jobs in ("1", "2", "8"):
        if told("--jobs", jobs) != first:
            raise Failed(f"--jobs {jobs} says something else than --jobs 1")


@needs_data("fixtures")
def nothing_is_rewritten(work: Project) -> None:
    lay_out(work)
    before = work.bytes_of_all()
    for form in ("text", "json", "junit", "sarif", "markdown", "github"):
        work.run("lint", "--format", form)
    if work.bytes_of_all() != before:
        raise Failed("lint changed a file")


@needs_data("fixtures")
def formats_agree(work: Project) -> None:
    """Every form of report names the same files; the Markdown overview names every family."""
    lay_out(work)
    report = work.lint("--gate", "none")
    files = Counter(finding.file for finding in loud(report.findings))
    problems = Problems()
    for form in ("text", "junit", "sarif", "markdown", "github"):
        text = work.run("lint", "--gate", "none", "--format", form).out.decode()
        silent = [file for file in files if file not in text]
        problems.check(not silent, f"{form} does not name {some_of(silent)}")
    page = work.run("lint", "--gate", "none", "--format", "markdown").out.decode()
    for word in ("run-journal", "hook-event", "session-matrix", "harness-probe", "## Reconciled", "## Redaction", "## Live only"):
        problems.check(word in page, f"the overview does not have {word}")
    problems.check("%" not in page.split("## Live only")[0], "the overview has a percentage")
    problems.finish()


CASES = [sixteen_fixtures, row_01_nobody_uses_the_matrix, row_02_no_metadata, row_03_all_checksums, row_04_ulids_and_missing_fields, row_05_unknown_type_and_old_run_file,
         row_06_short_ulids_and_secrets, row_20_invented_captures, nothing_else_breaking, a_corrected_copy_is_clean, one_byte_of_the_corrected_copy, the_same_each_time,
         nothing_is_rewritten, formats_agree]
