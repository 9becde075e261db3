#!/usr/bin/env python3
"""Makes the reductions of Twilio's API descriptions that this pack ships.

    reduce.py twilio_api_v2010.json > api_v2010.json
    reduce.py twilio_messaging_v1.json > messaging_v1.json

The arguments are files of `spec/json` of the repository twilio/twilio-oai, which NOTICE names with its licence. Kept are
paths, parameters, types, required members, enums, patterns and formats; prose, titles, examples, headers and the
vendor's own extensions are not. What is not listed here as kept is gone. Loading a pack never runs this file.
"""

from __future__ import annotations

import json
import sys

KEPT = {
    "$ref", "type", "format", "enum", "required", "nullable", "minimum", "maximum", "minLength", "maxLength", "pattern",
    "minItems", "maxItems", "uniqueItems",
}  # fmt: skip
SCHEMAS = {"items", "additionalProperties", "not"}
LISTS = {"anyOf", "allOf", "oneOf"}
METHODS = ("get", "post", "delete", "put", "patch")


def schema(written: object) -> object:
    if not isinstance(written, dict):
        return written
    kept: dict[str, object] = {}
    for key, value in written.items():
        if key in KEPT:
            kept[key] = value
        elif key == "properties":
            kept[key] = {name: schema(each) for name, each in value.items()}
        elif key in SCHEMAS:
            kept[key] = schema(value)
        elif key in LISTS:
            kept[key] = [schema(each) for each in value]
    # The pattern of an id says its length already.
    if str(kept.get("pattern", "")).endswith("[0-9a-fA-F]{32}$"):
        kept.pop("minLength", None)
        kept.pop("maxLength", None)
    return kept


def content(written: dict) -> dict:
    return {kind: {"schema": schema(media.get("schema", {}))} for kind, media in written.items()}


def parameter(written: dict) -> dict:
    kept = {key: written[key] for key in ("in", "name", "required") if key in written}
    kept["schema"] = schema(written.get("schema", {}))
    return kept


def operation(written: dict) -> dict:
    kept: dict[str, object] = {"operationId": written["operationId"]}
    if written.get("parameters"):
        kept["parameters"] = [parameter(each) for each in written["parameters"]]
    if written.get("requestBody"):
        kept["requestBody"] = {"content": content(written["requestBody"]["content"])}
    kept["responses"] = {
        status: {"content": content(each["content"])} if each.get("content") else {} for status, each in written["responses"].items()
    }
    return kept


def reduce(document: dict) -> dict:
    paths = {}
    for path, item in document["paths"].items():
        kept = {method: operation(item[method]) for method in METHODS if method in item}
        if kept:
            paths[path] = kept
    return {
        "openapi": document["openapi"],
        "info": {key: document["info"][key] for key in ("title", "version")},
        "servers": [{"url": each["url"]} for each in document["servers"]],
        "paths": paths,
        "components": {"schemas": {name: schema(each) for name, each in document["components"]["schemas"].items()}},
    }


def text(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


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
