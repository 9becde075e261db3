"""Names are data: whatever name of an enum is changed in a family's folder, the same binary goes on with the new name.

The names of each enum of each shipped family are renamed in all files of the family's folder, its examples included, and the
family is linted again: nothing may change. A name in the binary would show.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import corrected
import yaml
from example_cases import is_abstract
from project import DONE, FAMILIES, Problems, Project, codes, expect, family_ids, loud, metadata, named, some_of

KINDS = ("harness", "provider", "transport", "variable", "phase", "component", "producer", "reader", "backend")


def names_of(family: str) -> Iterator[tuple[str, str]]:
    body = yaml.safe_load((FAMILIES / family / "family.yaml").read_text())
    for kind, enum in (body.get("enums") or {}).items():
        if kind in KINDS:
            for value in enum["values"]:
                yield kind, value["name"] if isinstance(value, dict) else value


def renamed(name: str) -> str:
    """Another name of the same form, so that patterns of names (upper case, a common beginning) still fit."""
    if name.isupper():
        first, _, rest = name.partition("_")
        return f"{first}_RENAMED_{rest}"
    return name + "-renamed"


def rename_in(folder: Path, names: list[str]) -> set[str]:
    """Renames all of them in all files; says which ones were there. A grammar's name is no name of an enum."""
    words = "|".join(sorted(map(re.escape, names), key=len, reverse=True))
    before = r"\w" if names[0].isupper() else r"\w.$/:-"  # variables are named in pointers (/env/NAME) too
    expression = re.compile(rf"(?<![{before}])(?<!grammar: )({words})(?![\w./-]|:\w)")
    seen = set()
    for path in folder.rglob("*"):
        if path.is_file():
            text = path.read_text()
            seen |= set(expression.findall(text))
            path.write_text(expression.sub(lambda match: renamed(match[1]), text))
    corrected.rederive_right_ones(folder)
    return seen


def _told_after(work: Project, family: str, names: list[str]) -> str:
    """What is said of the family when these names are others; empty: nothing."""
    folder = work.folder / "families" / family
    shutil.rmtree(folder, ignore_errors=True)
    work.eject(family)
    if missing := set(names) - rename_in(folder, names):
        return f"not in its folder: {some_of(sorted(missing))}"
    done = work.run("family", "show", family) if is_abstract(family) else work.run("lint", f"families/{family}")
    return "" if done.code == DONE else f"exit {done.code}: {done.text[:500]}"


def _judge(work: Project, family: str) -> None:
    work.configure()
    kinds: dict[str, list[str]] = {}
    for kind, name in names_of(family):
        kinds.setdefault(kind, []).append(name)
    problems = Problems()
    for kind, names in kinds.items():
        if not _told_after(work, family, names):
            continue
        for name in names:  # which one?
            told = _told_after(work, family, [name])
            problems.check(not told, f"{kind} {name}: {told}")
        problems.check(problems.lines, f"all names of {kind}: {_told_after(work, family, names)}")
    problems.finish()


def _case_of(family: str) -> Callable:
    return named(lambda work: _judge(work, family), family)


def a_new_name_and_its_old_one(work: Project) -> None:
    """A project adds a name and an alias to a shipped enum: both are known at once, what is in neither place is not."""
    work.configure(map=[{"files": "runs/*.jsonl", "family": "codex-exec"}])
    lines = (FAMILIES / "codex-exec/examples/valid/sentinel.jsonl").read_text()
    for name in ("codex", "newname", "oldname", "nobody"):
        work.write(f"runs/{name}.jsonl", lines)
        work.write(f"runs/{name}.jsonl.meta.json", metadata(harness=name))

    def strangers() -> list[str]:
        return sorted(Path(finding.file).name.split(".")[0] for finding in work.lint("--check", "metadata").findings if finding.code == "fixture.meta.harness")

    problems = Problems()
    problems.check(strangers() == ["newname", "nobody", "oldname"], f"as shipped: {strangers()}")
    work.eject("codex-exec")
    file = work.folder / "families/codex-exec/family.yaml"
    body = yaml.safe_load(file.read_text())
    body["enums"]["harness"]["values"] = ["codex", {"name": "newname", "also": ["oldname"]}]
    file.write_text(yaml.safe_dump(body, sort_keys=False))
    problems.check(strangers() == ["nobody"], f"with a name and an alias of the project: {strangers()}")
    listed = work.run("family", "show").out.decode()
    problems.check(any(line.startswith("codex-exec ") and "hides" in line for line in listed.splitlines()), "the shadowed family is not reported")
    problems.finish()


def a_family_by_its_old_id(work: Project) -> None:
    """`also` at the top: a fixture may claim a family by a name it had before."""
    work.configure(map=[{"files": "run.jsonl", "family": "codex-lines"}])
    work.write("run.jsonl", (FAMILIES / "codex-exec/examples/valid/sentinel.jsonl").read_text())
    work.write("run.jsonl.meta.json", metadata(harness="codex"))
    before = work.lint("run.jsonl", "--check", "order")
    expect("fixture.meta.family" in codes(before.findings), f"an unknown family: {codes(before.findings)}")
    work.eject("codex-exec")
    file = work.folder / "families/codex-exec/family.yaml"
    file.write_text(file.read_text() + "\nalso: [codex-lines]\n")
    after = work.lint("run.jsonl", "--check", "order")
    expect(after.code == DONE and not loud(after.findings), f"by its other id: exit {after.code}, {some_of(after.findings)}")


CASES = [*(_case_of(family) for family in family_ids()), a_new_name_and_its_old_one, a_family_by_its_old_id]
