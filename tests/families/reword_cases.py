"""Rule R4: rewording every free text of a fixture changes no verdict.

All strings of class `text` in all examples of a family get other letters, each letter always the same one, so that lengths,
equalities and joined fragments stay. Sentinels stay as they are: they are no free text. The findings of the checks 1 to 3 must
be the same before and after, for valid examples those of check 4 too.
"""

from __future__ import annotations

import json
import re
import string
from collections.abc import Callable, Iterator
from pathlib import Path

import corrected
import yaml
from example_cases import is_abstract, take_expectations_away
from project import FAMILIES, Problems, Project, family_ids, loud, named, some_of

OTHER = str.maketrans(string.ascii_lowercase + string.ascii_uppercase, "nopqrstuvwxyzabcdefghijklm" + "NOPQRSTUVWXYZABCDEFGHIJKLM")
STRUCTURED = re.compile("arguments|input|partial_json", re.IGNORECASE)  # JSON in pieces is no free text
FIRST_CHECKS = ("--check", "parse", "--check", "metadata", "--check", "order")


def family_body(family: str) -> dict:
    body = yaml.safe_load((FAMILIES / family / "family.yaml").read_text())
    if parent := body.get("extends"):
        above = family_body(parent)
        body["levels"] = {**above.get("levels", {}), **{name: {**above.get("levels", {}).get(name, {}), **level} for name, level in body.get("levels", {}).items()}}
        classes = {level: dict(pointers) for level, pointers in above.get("redaction", {}).get("classes", {}).items()}
        for level, pointers in body.get("redaction", {}).get("classes", {}).items():
            classes.setdefault(level, {}).update(pointers)
        body.setdefault("redaction", {})["classes"] = classes
        body["redaction"]["sentinels"] = above["redaction"].get("sentinels", []) + body["redaction"].get("sentinels", [])
        body.setdefault("files", above.get("files", {}))
        body.setdefault("container", above.get("container"))
    return body


def places(value: object, words: list[str]) -> Iterator[tuple[object, object]]:
    """Where a pointer pattern leads: (container, key) of each."""
    if not words:
        return
    first, *rest = words
    if first == "**":
        yield from places(value, rest)
        for _, child in _children(value):
            yield from places(child, words)
        return
    for key, child in _children(value):
        if first in ("*", str(key)):
            if rest:
                yield from places(child, rest)
            else:
                yield value, key


def _children(value: object) -> list[tuple[object, object]]:
    return list(value.items()) if isinstance(value, dict) else list(enumerate(value)) if isinstance(value, list) else []


class Rewording:
    def __init__(self, family: str) -> None:
        self.body = family_body(family)
        self.sentinels = self.body.get("redaction", {}).get("sentinels", [])
        self.count = 0

    def text_pointers(self, level: str) -> list[list[str]]:
        classes = self.body.get("redaction", {}).get("classes", {}).get(level, {})
        return [pointer.split("/")[1:] for pointer, kind in classes.items() if kind == "text"]

    def reword(self, value: object) -> object:
        if isinstance(value, str):
            pieces = value.strip()
            if any(sentinel in value or (pieces and pieces in sentinel) for sentinel in self.sentinels) or re.search(r"<[A-Za-z_-]+>", value):
                return value  # a sentinel may come in pieces
            self.count += 1
            return value.translate(OTHER)
        return value

    def change_record(self, level: str, record: object) -> None:
        kind = str(record.get("type", "")) if isinstance(record, dict) else ""
        for pointer in self.text_pointers(level):
            if STRUCTURED.search(pointer[-1]) or (pointer[-1] == "delta" and STRUCTURED.search(kind)):
                continue
            for holder, key in places(record, pointer):
                holder[key] = self.reword(holder[key])

    def change_document(self, level: str, text: str) -> str:
        body = json.loads(text)
        at = (self.body["levels"][level].get("at") or "").split("/")[1:]
        if not at:
            for record in body if isinstance(body, list) and "at" in self.body["levels"][level] else [body]:
                self.change_record(level, record)
        for holder, key in places(body, at):
            found = holder[key]
            for record in found if isinstance(found, list) else [found]:
                self.change_record(level, record)
        return json.dumps(body, indent=2, ensure_ascii=False) + "\n"

    def change_lines(self, level: str, text: str, start: str = "") -> str:
        lines = text.split("\n")
        for number, line in enumerate(lines):
            if not line.startswith(start or "{"):
                continue
            try:
                record = json.loads(line[len(start) :])
            except ValueError:
                continue
            self.change_record(level, record)
            lines[number] = start + json.dumps(record, ensure_ascii=False)
        return "\n".join(lines)

    def change(self, path: Path, level: str, container: str) -> None:
        text = path.read_text()
        if container == "json":
            text = self.change_document(level, text)
        elif container == "jsonl":
            text = self.change_lines(level, text)
        elif container == "sse":
            text = self.change_lines(level, text, "data: ")
        path.write_text(text)

    def change_examples(self, folder: Path) -> None:
        for level, rules in self.body["levels"].items():
            role = self.body.get("files", {}).get(rules.get("role", ""), {})
            container = role.get("container", self.body["container"])
            if role:
                pattern = re.compile(re.sub(r"\{\w+\}", "[^/]+", role["name"].replace(".", r"\.")) + "$")
                files = [path for path in folder.rglob("*") if path.is_file() and pattern.search(str(path))]
            else:
                files = [path for path in folder.glob("*/*") if path.is_file() and not path.name.endswith(".meta.json")]
            for path in files:
                try:
                    self.change(path, level, container)
                except ValueError:  # an example of a file that does not parse
                    continue


def _verdicts(work: Project, family: str, *words: str) -> list[tuple[str, str]]:
    report = work.lint(f"families/{family}", *words)
    return sorted({(finding.file, finding.code) for finding in loud(report.findings)})


def _judge(work: Project, family: str) -> None:
    work.configure()
    work.eject(family)
    folder = work.folder / "families" / family / "examples"
    take_expectations_away(folder / "invalid")
    before = _verdicts(work, family, *FIRST_CHECKS)
    secrets_before = [each for each in _verdicts(work, family) if "/valid/" in each[0]]
    right = {path for path in folder.rglob("journal/*.json") if _has_right_checksum(path)}
    rewording = Rewording(family)
    rewording.change_examples(folder)
    for path in right:
        record = json.loads(path.read_text())
        path.write_text(json.dumps({**record, "checksum": corrected.checksum(record)}, indent=2, ensure_ascii=False) + "\n")
    after = _verdicts(work, family, *FIRST_CHECKS)
    secrets_after = [each for each in _verdicts(work, family) if "/valid/" in each[0]]
    problems = Problems()
    problems.check(rewording.count or family in NO_TEXTS, "no text was reworded")
    problems.check(before == after, f"other findings after {rewording.count} other texts: {some_of(sorted(set(before) ^ set(after)))}")
    problems.check(secrets_before == secrets_after == [], f"valid examples: {some_of(secrets_after)}")
    problems.finish()


def _has_right_checksum(path: Path) -> bool:
    try:
        record = json.loads(path.read_text())
        return record.get("checksum") == corrected.checksum(record)
    except (ValueError, AttributeError):
        return False


# Their examples have names, numbers and switches, and sentinels at most.
NO_TEXTS = {"harness-discovery", "harness-probe", "hook-event", "transport-launch", "transport-route"}


def _case_of(family: str) -> Callable:
    return named(lambda work: _judge(work, family), family)


CASES = [_case_of(family) for family in family_ids() if not is_abstract(family)]
