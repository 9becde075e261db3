"""Judges answers by the vendor's own description: every body of a modelled operation has to fit the schema that the
reduction under packs/stripe/shapes gives for its route and status."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs

ROOT = Path(__file__).resolve().parents[2]
SHAPE = ROOT / "packs/stripe/shapes/v1.json"


def plain(schema: Any) -> Any:
    """OpenAPI 3.0 as JSON Schema: `nullable` beside a type becomes a choice."""
    if isinstance(schema, list):
        return [plain(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    made = {key: plain(value) for key, value in schema.items() if key not in ("nullable", "format")}
    return {"anyOf": [made, {"type": "null"}]} if schema.get("nullable") is True else made


@cache
def document() -> dict:
    return json.loads(SHAPE.read_text())


@cache
def definitions() -> dict:
    return {name: plain(schema) for name, schema in document()["components"]["schemas"].items()}


@cache
def routes() -> list[tuple[re.Pattern, str, dict]]:
    """Those with fewer parameters first: /v1/customers/search is no customer."""
    paths = sorted(document()["paths"].items(), key=lambda item: item[0].count("{"))
    return [(re.compile("^" + re.sub(r"\\\{[^}]*\\\}", "[^/]+", re.escape(path)) + "$"), path, item) for path, item in paths]


def route_of(method: str, path: str) -> tuple[str, dict] | None:
    for pattern, written, item in routes():
        if pattern.match(path) and method.lower() in item:
            return written, item[method.lower()]
    return None


@cache
def validator(method: str, written: str) -> Any:
    operation = document()["paths"][written][method]
    schema = plain(operation["responses"]["200"]["content"]["application/json"]["schema"])
    return jsonschema_rs.Draft202012Validator({**schema, "components": {"schemas": definitions()}})


@cache
def error_validator() -> Any:
    return jsonschema_rs.Draft202012Validator({"$ref": "#/components/schemas/error", "components": {"schemas": definitions()}})


def violations(method: str, path: str, status: int, body: Any) -> list[str]:
    """One line for each place at which the body does not fit, without ids."""
    if status >= 400:
        found = ("error", error_validator())
    else:
        route = route_of(method, path)
        if route is None:
            return [f"{method} {path}: the description does not know it"]
        found = (route[0], validator(method.lower(), route[0]))
    name, judge = found
    lines = []
    for problem in judge.iter_errors(body):
        for leaf in leaves(problem):
            lines.append(f"{method} {name}: /{leaf}")
    return sorted(set(lines))


def leaves(problem: Any) -> list[str]:
    """Where a choice fails, the branch that came nearest says why."""
    context = getattr(problem.kind, "context", None)
    here = "/".join("*" if isinstance(step, int) else str(step) for step in problem.instance_path)
    if context:
        best: list[str] = []
        for branch in context:
            texts = [text for each in branch for text in leaves(each)]
            if texts and (not best or max(t.count("/") for t in texts) > max(t.count("/") for t in best)):
                best = texts
        if best:
            return best
    return [f"{here}: {problem.message[:160]}"]
