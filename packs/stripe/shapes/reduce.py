#!/usr/bin/env python3
"""Makes shapes/v1.json, the reduction of Stripe's API description that this pack ships.

    reduce.py SPEC3.json > v1.json

SPEC3.json is `embedded/openapi/spec3.json` of the Go module github.com/stripe/stripe-mock, in the version that NOTICE
names. Kept are paths, parameters, types, required members, enums and formats; prose, titles and examples are not. What
is not listed here as kept is gone. Loading a pack never runs this file.

Two more things keep the shape small: a schema that stands in several places is written once, under
components/schemas with a name that begins with "=", and each path and each schema takes one line.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections import Counter

KEPT = {
    "$ref", "type", "format", "enum", "required", "nullable", "minimum", "maximum", "minLength", "maxLength", "pattern",
    "minItems", "maxItems", "uniqueItems",
}  # fmt: skip
SCHEMAS = {"items", "additionalProperties", "not"}
LISTS = {"anyOf", "allOf", "oneOf"}
METHODS = ("get", "post", "delete", "put", "patch")
# The most that any text may have; it says nothing and stands everywhere.
PLAIN_LENGTH = 5000
SHARED_FROM = 160  # octets of a schema that is worth a name of its own


def schema(written: object) -> object:
    if not isinstance(written, dict):
        return written
    kept: dict[str, object] = {}
    for key, value in written.items():
        if key == "maxLength" and value == PLAIN_LENGTH:
            continue
        if key in KEPT:
            kept[key] = value
        elif key == "properties":
            kept[key] = {name: schema(each) for name, each in value.items()}
        elif key in SCHEMAS:
            kept[key] = schema(value)
        elif key in LISTS:
            kept[key] = [schema(each) for each in value]
    # One branch is no choice, unless something stands beside it that a reference would hide.
    if set(kept) == {"anyOf"} and len(kept["anyOf"]) == 1:
        return kept["anyOf"][0]
    return kept


def content(written: dict) -> dict:
    return {kind: {"schema": schema(media.get("schema", {}))} for kind, media in written.items()}


def parameter(written: dict) -> dict:
    kept = {key: written[key] for key in ("in", "name") if key in written}
    if written.get("required"):
        kept["required"] = True
    kept["schema"] = schema(written.get("schema", {}))
    return kept


def has_members(body: dict) -> bool:
    return any(media.get("schema", {}).get("properties") for media in body.get("content", {}).values())


def operation(written: dict) -> dict:
    kept: dict[str, object] = {"operationId": written["operationId"]}
    if written.get("parameters"):
        kept["parameters"] = [parameter(each) for each in written["parameters"]]
    if has_members(written.get("requestBody", {})):
        kept["requestBody"] = {"content": content(written["requestBody"]["content"])}
    # `default` is how errors look; the pack knows that itself.
    answers = {status: each for status, each in written["responses"].items() if status != "default"}
    kept["responses"] = {status: {"content": content(each.get("content", {}))} for status, each in answers.items()}
    return kept


def text(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


class Sharing:
    """Gives a name to every schema that stands in more than one place."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.named: dict[str, object] = {}

    def count(self, written: object) -> None:
        if isinstance(written, dict):
            size = text(written)
            if self.is_schema(written) and len(size) >= SHARED_FROM:
                self.counts[size] += 1
                if self.counts[size] > 1:
                    return  # its parts are counted already
            for each in written.values():
                self.count(each)
        elif isinstance(written, list):
            for each in written:
                self.count(each)

    @staticmethod
    def is_schema(written: dict) -> bool:
        return "anyOf" in written or written.get("type") in ("object", "array", "string")

    def replaced(self, written: object) -> object:
        if isinstance(written, list):
            return [self.replaced(each) for each in written]
        if not isinstance(written, dict):
            return written
        size = text(written)
        made = {key: self.replaced(each) for key, each in written.items()}
        if self.counts[size] < 2:
            return made
        name = "=" + hashlib.sha256(size.encode()).hexdigest()[:6]
        if self.named.setdefault(name, made) != made:
            sys.exit(f"two schemas are called {name}")
        return {"$ref": f"#/components/schemas/{name}"}


def reduce(document: dict) -> dict:
    paths = {}
    for path, item in document["paths"].items():
        paths[path] = {method: operation(item[method]) for method in METHODS if method in item}
    schemas = {name: schema(each) for name, each in document["components"]["schemas"].items()}
    sharing = Sharing()
    sharing.count(paths)
    for each in schemas.values():
        sharing.count(each)
    paths = sharing.replaced(paths)
    # What has a name already keeps its place: only its parts are shared.
    schemas = {name: {key: sharing.replaced(part) for key, part in each.items()} for name, each in schemas.items()}
    return {
        "openapi": document["openapi"],
        "info": {key: document["info"][key] for key in ("title", "version")},
        "servers": [{"url": each["url"]} for each in document["servers"]],
        "paths": paths,
        "components": {"schemas": {**schemas, **dict(sorted(sharing.named.items()))}},
    }


def write(made: dict) -> str:
    """One line for each path and schema, so that a change of version can be read."""

    def members(these: dict) -> str:
        return ",\n".join(f"{text(name)}:{text(each)}" for name, each in these.items())

    head = ",\n".join(f"{text(key)}:{text(made[key])}" for key in ("openapi", "info", "servers"))
    return (
        "{\n" + head + ',\n"paths":{\n' + members(made["paths"]) + '\n},\n"components":{"schemas":{\n'
        + members(made["components"]["schemas"]) + "\n}}\n}\n"
    )  # fmt: skip


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8") as file:
        document = json.load(file)
    sys.stdout.write(write(reduce(document)))


if __name__ == "__main__":
    main()
