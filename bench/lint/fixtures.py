"""A project of many small fixtures of mixed families to lint, made under build/bench/lint-fixtures: the valid examples of the
shipped families over and over, each copy with ids of its own, each named by a test.

Streams and documents in turn, and now and then a journal, which is a folder of files. All of them pass the checks 1 to 4; check 5
finds a test for each, and may ask for a witness beside it where a family demands that.
"""

from __future__ import annotations

import hashlib
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[2]
FAMILIES = ROOT / "families"
COUNT = 10_000
JOURNAL_EVERY = 50
A_FOLDER = 100  # fixtures in a folder, named by one test
# Below it a test is a consumer of every shipped family.
TESTS = "agent-mux/adapters/transport-mux/hooks-mux/codecs/harness/tests"
SIDECAR = ".meta.json"
STREAMS = ("json", "jsonl", "sse")

_ID = re.compile(r"00000000-0000-4000-8000-[0-9]{12}")


@dataclass(frozen=True)
class Example:
    family: str
    path: Path
    sidecar: Path


def examples() -> tuple[list[Example], list[Example]]:
    """Those that are one file, in turn by family, and journals."""
    files: list[list[Example]] = []
    journals = []
    for place in sorted(FAMILIES.glob("*/family.yaml")):
        body = yaml.safe_load(place.read_text())
        container = body.get("container") or ("json" if body.get("extends") else "")
        if body.get("abstract") or container not in (*STREAMS, "dir"):
            continue
        found = []
        for path in sorted((place.parent / "examples/valid").iterdir()):
            sidecars = [path.with_name(path.name + SIDECAR), path.with_name(path.stem + SIDECAR)]
            sidecar = next((each for each in sidecars if each.exists()), path)
            if path.name.endswith(SIDECAR) or path.is_dir() != (container == "dir"):
                continue
            found.append(Example(place.parent.name, path, sidecar))
        if container == "dir":
            journals += found
        else:
            files.append(found)
    return list(_in_turn([each for each in files if each])), journals


def _in_turn(lists: list[list[Example]]) -> Iterator[Example]:
    for at in range(max(map(len, lists))):
        yield from (each[at] for each in lists if at < len(each))


def _own(text: str, number: int) -> str:
    """Ids of its own, the same length; one that stands twice stays equal to itself."""
    return _ID.sub(lambda match: f"{number:08}{match[0][8:]}", text)


def _copy(example: Example, number: int, folder: Path) -> str:
    name = f"{number:05}{''.join(example.path.suffixes[-1:])}"
    target = folder / example.family / name
    target.parent.mkdir(parents=True, exist_ok=True)
    if example.path.is_dir():
        shutil.copytree(example.path, target)
    else:
        target.write_text(_own(example.path.read_text(), number))
    if example.sidecar != example.path:
        target.with_name(name + SIDECAR).write_text(example.sidecar.read_text())
    return f"{example.family}/{name}"


def make(project: Path, count: int) -> None:
    files, journals = examples()
    names = []
    for number in range(count):
        example = journals[number // JOURNAL_EVERY % len(journals)] if number % JOURNAL_EVERY == 0 else files[number % len(files)]
        folder = f"fixtures/{number // A_FOLDER:03}"
        names.append(f"{folder}/{_copy(example, number, project / folder)}")
    mapping = [{"files": f"fixtures/*/{family}/*{'/' if example.path.is_dir() else example.path.suffix}", "family": family}
               for family, example in {example.family: example for example in [*files, *journals]}.items()]
    (project / "understudy.yaml").write_text(yaml.safe_dump({"fixtures": {"map": mapping, "tests": [f"{TESTS}/*.test.mjs"]}}, sort_keys=False))
    tests = project / TESTS
    tests.mkdir(parents=True)
    for first in range(0, count, A_FOLDER):
        lines = [f'test("{number}", () => check("{name}"));' for number, name in enumerate(names[first : first + A_FOLDER], first)]
        (tests / f"{first // A_FOLDER:03}.test.mjs").write_text("\n".join(lines) + "\n")


def _stamp(count: int) -> str:
    digest = hashlib.sha256(f"{count}".encode())
    for path in [Path(__file__), *sorted(path for path in FAMILIES.rglob("*") if path.is_file())]:
        digest.update(path.read_bytes())
    return digest.hexdigest()


def ensure(home: Path, count: int = COUNT) -> Path:
    """The project; made unless it is there and the families are the same."""
    project, kept, stamp = home.resolve() / "project", home / "stamp", _stamp(count)
    if not kept.exists() or kept.read_text() != stamp:
        shutil.rmtree(home, ignore_errors=True)
        project.mkdir(parents=True)
        make(project, count)
        kept.write_text(stamp)
    return project
