"""Every shipped family, taken out of the binary into a project: its examples behave as declared.

Each family is linted twice: as it is, which must be silent, and with the lists of expected codes taken away, which must
yield exactly these codes. The second run shows that the first was not silent for want of looking.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

import yaml
from project import BREAKING, DIFFERED, DONE, FAMILIES, FOUND, Failed, Problems, Project, codes, family_ids, loud, named, shown_codes, some_of

VALID_WANTED, INVALID_WANTED = 1, 3
SIDECAR = ".meta.json"


def fixture_of(file: str, kind: Path) -> str:
    """The example that a file below examples/valid or examples/invalid belongs to: its name up to the first dot."""
    return Path(file).relative_to(kind).parts[0].split(".")[0]


def descriptions(folder: Path) -> dict[Path, dict]:
    """What describes an example: its sidecar, its bundle file, or the document itself."""
    found: dict[Path, dict] = {}
    for path in sorted(folder.glob("*")):
        if path.name.endswith((SIDECAR, ".bundle.json")) or path.suffix == ".json":
            body = json.loads(path.read_text())
        elif path.name.endswith((".bundle.yaml", ".bundle.yml")):
            body = yaml.safe_load(path.read_text())
        else:
            continue
        if isinstance(body, dict):
            found[path] = body
    return found


def take_expectations_away(folder: Path) -> dict[str, set[str]]:
    """By example: the codes it must yield."""
    expected: dict[str, set[str]] = defaultdict(set)
    for path, body in descriptions(folder).items():
        if wanted := body.pop("expects", None):
            expected[path.name.split(".")[0]] |= set(wanted)
            path.write_text(json.dumps(body, indent=2) + "\n")
    return expected


def is_abstract(family: str) -> bool:
    return bool(yaml.safe_load((FAMILIES / family / "family.yaml").read_text()).get("abstract"))


def _judge(work: Project, family: str) -> None:
    work.configure()
    work.eject(family)
    if is_abstract(family):
        return
    problems = Problems()
    examples = work.folder / "families" / family / "examples"
    valid, invalid = examples / "valid", examples / "invalid"
    report = work.lint(f"families/{family}")
    problems.check(report.code == DONE and not loud(report.findings), f"exit {report.code}: {some_of(loud(report.findings), 12)}")
    checked = {kind: {fixture_of(file, kind.relative_to(work.folder)) for file in report.body["checked"] if file.startswith(str(kind.relative_to(work.folder)) + "/")}
               for kind in (valid, invalid)}
    there = {kind: {path.name.split(".")[0] for path in kind.iterdir()} if kind.is_dir() else set() for kind in (valid, invalid)}
    for kind, least in ((valid, VALID_WANTED), (invalid, INVALID_WANTED)):
        problems.check(len(checked[kind]) >= least, f"{len(checked[kind])} {kind.name} examples, wanted {least} or more")
        problems.check(checked[kind] == there[kind], f"not looked at: {some_of(sorted(there[kind] - checked[kind]))}")
    problems.check(not [path for path, body in descriptions(valid).items() if body.get("expects")], "a valid example lists expected codes")

    expected = take_expectations_away(invalid)
    problems.check(set(expected) == there[invalid], f"invalid examples that expect nothing: {some_of(sorted(there[invalid] - set(expected)))}")
    bare = work.lint(f"families/{family}")
    problems.check(bare.code in (DIFFERED, FOUND) or not any(finding.severity == BREAKING for finding in bare.findings),
                   f"without their lists of codes the invalid examples end with {bare.code}")
    came: dict[str, set[str]] = defaultdict(set)
    for finding in loud(bare.findings):
        if finding.file.startswith(str(invalid.relative_to(work.folder)) + "/"):
            came[fixture_of(finding.file, invalid.relative_to(work.folder))].add(finding.code)
    for example, wanted in sorted(expected.items()):
        problems.check(came[example] == wanted, f"{example}: {some_of(sorted(came[example])) or 'nothing'}, wanted {some_of(sorted(wanted))}")
    problems.finish()


def _case_of(family: str) -> Callable:
    return named(lambda work: _judge(work, family), family)


def all_at_once(work: Project) -> None:
    """All shipped families in one project: they do not disturb each other."""
    ids = family_ids()
    work.configure()
    work.eject(*ids)
    report = work.lint()
    if report.code != DONE or loud(report.findings):
        raise Failed(f"exit {report.code}: {shown_codes(loud(report.findings))}; {some_of(loud(report.findings))}")


def nine_families_and_five_formats(work: Project) -> None:
    """The nine families of the specification and the five stream formats are inside the binary."""
    listed = work.run("family", "show").out.decode()
    ids = {line.split()[0] for line in listed.splitlines() if not line.startswith("grammar ")}
    wanted = {"agent-events", "harness-discovery", "harness-probe", "codex-transcript", "claude-code-transcript", "agent-core-stream", "run-journal", "plugin-session",
              "transport-route", "transport-launch", "hook-event", "anthropic-messages-sse", "openai-chat-sse", "openai-responses-sse", "codex-exec",
              "claude-code-stream"}
    problems = Problems()
    problems.check(wanted <= ids, f"not shipped: {some_of(sorted(wanted - ids))}")
    problems.check(set(family_ids()) == ids, f"families of the source tree and of the binary differ: {some_of(sorted(set(family_ids()) ^ ids))}")
    problems.check("does not load" not in listed, f"families that do not load: {some_of(line for line in listed.splitlines() if 'does not load' in line)}")
    problems.finish()


def what_is_ejected_is_what_is_shipped(work: Project) -> None:
    """Every file of every family folder, byte for byte."""
    work.configure()
    problems = Problems()
    for family in family_ids():
        problems.attempt(family, lambda family=family: work.eject(family))
        shipped = {str(path.relative_to(FAMILIES / family)): path.read_bytes() for path in (FAMILIES / family).rglob("*") if path.is_file()}
        folder = work.folder / "families" / family
        written = {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        problems.check(shipped == written, f"{family}: {some_of(sorted(name for name in shipped.keys() | written.keys() if shipped.get(name) != written.get(name)))}")
    problems.finish()


CASES = [*(_case_of(family) for family in family_ids()), all_at_once, nine_families_and_five_formats, what_is_ejected_is_what_is_shipped]
