"""What two API descriptions promise differently, worked out here once more in a plain way: every promise of a document is
one line `place: fact`, and the lines that only one of two documents has are the changes. `understudy diff --spec` must
name just their places. Then single changes are planted in a document, and each must be found as one, at its place."""

from __future__ import annotations

import copy
import json
import random
import subprocess
import tempfile
from pathlib import Path

import yaml

METHODS = ("get", "put", "post", "delete", "head", "options", "patch")
FACTS = ("format", "pattern", "minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "uniqueItems", "default", "collectionFormat")
PLANTED = 150


def read(path: Path) -> dict:
    class Loader(yaml.CSafeLoader):
        pass
    Loader.yaml_implicit_resolvers = {key: [(tag, regexp) for tag, regexp in rules if tag != "tag:yaml.org,2002:timestamp"]
                                      for key, rules in yaml.CSafeLoader.yaml_implicit_resolvers.items()}
    return yaml.load(path.read_text(), Loader)


def key_text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))


class Promises:
    """The lines of one Swagger document. A schema that both documents have is told under its name, and where it is used
    only that it is used; at the places in `opened` what a reference leads to is told there."""

    def __init__(self, document: dict, common: set[str], opened: set[str]) -> None:
        self.document, self.common, self.opened, self.lines = document, common, opened, set()
        for name in sorted(common):
            self.schema(f"schema {name}", "", document["definitions"][name], ())
        for path, item in document["paths"].items():
            for method in METHODS:
                if method in item:
                    self.operation(f"{method.upper()} {path}", item[method], item.get("parameters", []))

    def operation(self, subject: str, operation: dict, shared: list) -> None:
        self.lines.add((f"{subject}: operation", ""))
        for parameter in [*shared, *operation.get("parameters", [])]:
            if parameter["in"] == "body":
                for media in operation.get("consumes", self.document.get("consumes", ["application/json"])):
                    self.lines.add((f"{subject}, request {media}: body", ""))
                    self.schema(f"{subject}, request {media}", "", parameter["schema"], ())
                continue
            assert parameter["in"] in ("query", "path", "header"), "a form is not looked at here"
            place = f"{subject}, parameter {parameter['in']} {parameter['name'].lower() if parameter['in'] == 'header' else parameter['name']}"
            self.lines.add((f"{place}: parameter", ""))
            if parameter.get("required"):
                self.lines.add((f"{place}: required", ""))
            self.schema(place, "", parameter, ())
        for status, answer in operation["responses"].items():
            self.lines.add((f"{subject}, answer {status}: answer", ""))
            for name, header in answer.get("headers", {}).items():
                self.lines.add((f"{subject}, answer {status} header {name.lower()}: header", ""))
                self.schema(f"{subject}, answer {status} header {name.lower()}", "", header, ())
            if "schema" in answer:
                for media in operation.get("produces", self.document.get("produces", ["application/json"])):
                    self.lines.add((f"{subject}, answer {status} {media}: body", ""))
                    self.schema(f"{subject}, answer {status} {media}", "", answer["schema"], ())

    def schema(self, part: str, field: str, schema: dict, above: tuple) -> None:
        place = part + (f" {field}" if field and "," in part else f", {field}" if field else "")
        if "$ref" in schema:
            name = schema["$ref"].rsplit("/", 1)[1]
            self.lines.add((f"{place}: to", name))
            if place in self.opened and name not in above:
                self.schema(part, field, self.document["definitions"][name], (*above, name))
            return
        types = {schema["type"]} if "type" in schema else set()
        if schema.get("x-nullable"):
            types.add("null")
        if types:
            self.lines.add((f"{place}: type", " or ".join(sorted(types))))
        for fact in FACTS:
            if fact in schema:
                self.lines.add((f"{place}: {fact}", json.dumps(schema[fact], sort_keys=True)))
        if "enum" in schema:
            self.lines.add((f"{place}: enum", ""))
            for value in schema["enum"]:
                self.lines.add((f'{place}: value {json.dumps(key_text(value), ensure_ascii=False)}', ""))
        for name in schema.get("required", []) if isinstance(schema.get("required"), list) else []:
            inner = f"{field}/{name}"
            self.lines.add((part + (f" {inner}" if "," in part else f", {inner}") + ": required", ""))
        for name, inner in schema.get("properties", {}).items():
            below = f"{field}/{name}"
            self.lines.add((part + (f" {below}" if "," in part else f", {below}") + ": field", ""))
            self.schema(part, below, inner, above)
        if "items" in schema:
            self.schema(part, f"{field}/*", schema["items"], above)
        if isinstance(schema.get("additionalProperties"), dict):
            self.schema(part, field + "/{}", schema["additionalProperties"], above)
        for inner in schema.get("allOf", []):
            self.schema(part, field, inner, above)


def changed_places(before: dict, after: dict) -> set[str]:
    common = set(before["definitions"]) & set(after["definitions"])
    opened: set[str] = set()
    while True:
        first, second = (Promises(document, common, opened).lines for document in (before, after))
        only = first ^ second
        # The same place leads elsewhere, or to something that has no name: what it leads to counts.
        leads = {place[: -len(": to")] for place, _ in only if place.endswith(": to")}
        leads -= opened
        if not leads:
            break
        # From the outside in: what is seen inside of one may agree once that one is opened.
        opened |= {place for place in leads if not any(place.startswith((f"{other} ", f"{other}/", f"{other},")) for other in leads)}
    places = {place for place, _ in only if not place.endswith(": to")}
    roots = tuple(place.rsplit(": ", 1)[0] for place, _ in only if place.rsplit(": ", 1)[1] in ("operation", "parameter", "answer", "body", "header", "field"))
    lists = {place.rsplit(": ", 1)[0] for place in places if place.endswith(": enum")}

    def is_inside(place: str) -> bool:
        where, what = place.rsplit(": ", 1)
        if what.startswith("value ") and where in lists:
            return True
        is_root = what in ("operation", "parameter", "answer", "body", "header", "field")
        return any(where.startswith((f"{root},", f"{root} ", f"{root}/")) or (where == root and not is_root) for root in roots)

    return {place for place in places if not is_inside(place)}


def told(binary: Path, before: dict, after: dict) -> list[dict]:
    with tempfile.TemporaryDirectory() as folder:
        for name, document in (("a.json", before), ("b.json", after)):
            Path(folder, name).write_text(json.dumps(document))
        done = subprocess.run([str(binary), "diff", "--spec", "a.json", "b.json", "--format", "json"], cwd=folder, capture_output=True, text=True, check=False, timeout=60)
        if done.returncode not in (0, 1):
            raise AssertionError(f"ended with {done.returncode}: {done.stderr}")
        return json.loads(done.stdout)["findings"]


def plant(dice: random.Random, document: dict) -> tuple[dict, str]:
    """A document with one change of a named schema's field, and its place."""
    changed = copy.deepcopy(document)
    fields = [(name, field) for name, schema in changed["definitions"].items() for field in schema.get("properties", {}) if "$ref" not in schema["properties"][field]]
    name, field = dice.choice(fields)
    schema = changed["definitions"][name]["properties"][field]
    place = f"schema {name}, /{field}"
    kind = dice.choice(("gone", "new", "type", "format", "enum", "required"))
    if kind == "gone":
        del changed["definitions"][name]["properties"][field]
        return changed, f"{place}: field"
    if kind == "new":
        changed["definitions"][name]["properties"]["planted"] = {"type": "string"}
        return changed, f"schema {name}, /planted: field"
    if kind == "type":
        schema["type"] = "string" if schema.get("type") != "string" else "integer"
        return changed, f"{place}: type"
    if kind == "format":
        schema["format"] = "planted"
        return changed, f"{place}: format"
    if kind == "enum" and "enum" in schema:
        schema["enum"] = [*schema["enum"], "planted"]
        return changed, f'{place}: value "planted"'
    if kind == "enum":
        schema["enum"] = ["planted"]
        return changed, f"{place}: enum"
    needs = changed["definitions"][name].setdefault("required", [])
    if field in needs:
        needs.remove(field)
    else:
        needs.append(field)
    return changed, f"{place}: required"


def judge_specs(binary: Path, data: Path) -> str:
    """Empty, or what went wrong."""
    before, after = (read(data / f"openapi/moby/v1.{minor}.yaml") for minor in (47, 50))
    wanted = changed_places(before, after)
    got = [finding["subject"] for finding in told(binary, before, after)]
    if len(wanted) < 50 or sorted(got) != sorted(wanted):
        return (f"{len(got)} changes are told and {len(wanted)} are there;\nnot told:\n  " + "\n  ".join(sorted(wanted - set(got))) +
                "\nnot there:\n  " + "\n  ".join(sorted(set(got) - wanted)))
    dice = random.Random(20261118)
    for number in range(PLANTED):
        changed, place = plant(dice, after)
        found = [finding["subject"] for finding in told(binary, after, changed)]
        if found != [place]:
            return f"planted change {number}: {place}: told were {found}"
    return ""
