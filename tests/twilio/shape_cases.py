"""The answers that the pack's own plans bring about fit the vendor's descriptions, as far as these speak of them.

Not judged: steps with another key or a JSON body, answers without a body, and what no description ships here: lookups. The
form of errors stands in no description either, so each has to be exactly the four members the SDKs read."""

from __future__ import annotations

import base64
import json
import re
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import jsonschema_rs
import yaml

from world import Failed, Served

ROOT = Path(__file__).resolve().parents[2]
PACK = ROOT / "packs/twilio"
METHODS = ("get", "post", "delete")
# How the vendor writes dates: the description names the form, the standard does not know it.
DATES = {"date-time-rfc-2822": r"^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} \+0000$", "date-time": r"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$"}


def plain(schema: Any) -> Any:
    """OpenAPI 3.0 as JSON Schema: `nullable` beside a type becomes a choice. Members that are not described are refused."""
    if isinstance(schema, list):
        return [plain(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    made = {key: plain(value) for key, value in schema.items() if key not in ("nullable", "format", "properties")}
    if "properties" in schema:
        made["properties"] = {name: plain(each) for name, each in schema["properties"].items()}
        made["additionalProperties"] = False
    if schema.get("format") in DATES:
        made["pattern"] = DATES[schema["format"]]
    return {"anyOf": [made, {"type": "null"}]} if schema.get("nullable") is True else made


@cache
def documents() -> list[dict]:
    return [json.loads(path.read_text()) for path in sorted((PACK / "shapes").glob("*.json"))]


@cache
def validator(method: str, path: str, status: str) -> Any:
    for document in documents():
        # Those with fewer parameters first.
        for written, item in sorted(document["paths"].items(), key=lambda entry: entry[0].count("{")):
            if method not in item or not re.match("^" + re.sub(r"\\\{[^}]*\\\}", "[^/]+", re.escape(written)) + "$", path):
                continue
            answer = item[method]["responses"].get(status)
            if answer is None:
                raise Failed(f"{method} {written}: no answer {status} is described")
            schema = plain(answer["content"]["application/json"]["schema"])
            definitions = {name: plain(each) for name, each in document["components"]["schemas"].items()}
            return jsonschema_rs.Draft202012Validator({**schema, "components": {"schemas": definitions}})
    return None


def problems(method: str, path: str, status: int, body: Any) -> list[str]:
    if status >= 400:
        right = isinstance(body, dict) and list(body) == ["code", "message", "more_info", "status"] and body["status"] == status
        return [] if right else [f"{method} {path}: not the form of an error: {body}"]
    judge = validator(method, path, str(status))
    if judge is None:
        return [] if path.startswith("/v2/PhoneNumbers/") else [f"{method} {path}: no description knows it"]
    return [f"{method} {path}: /{'/'.join(map(str, each.instance_path))}: {each.message[:200]}" for each in judge.iter_errors(body)]


def filled(value: Any, captured: dict[str, Any]) -> Any:
    if isinstance(value, dict):
        return {key: filled(each, captured) for key, each in value.items()}
    if isinstance(value, list):
        return [filled(each, captured) for each in value]
    if isinstance(value, str):
        for name, each in captured.items():
            value = value.replace("${" + name + "}", str(each))
    return value


def at(value: Any, pointer: str) -> Any:
    for step in pointer.strip("/").split("/"):
        value = value[int(step)] if isinstance(value, list) else value[step]
    return value


def replay(served: Served, plan: dict) -> tuple[int, list[str]]:
    """How many answers were judged, and what was wrong. That the expectations hold is what `pack test` shows."""
    found: list[str] = []
    judged = 0
    captured: dict[str, Any] = {}
    basic = {"Authorization": "Basic " + base64.b64encode(f"any:{served.world.key}".encode()).decode()}
    for step in [*plan.get("setup", []), *plan["steps"]]:
        call = filled(step, captured)
        if "control" in call:
            served.world.control("POST", "/" + call["control"]["post"], call["control"].get("body", {}))
            continue
        request = call["request"]
        if "json" in request or request.get("auth") or not any(method in request for method in METHODS):
            continue
        method, path = next((key, request[key]) for key in METHODS if key in request)
        query = urlencode(request.get("query", {}), quote_via=quote)
        form = {name: str(value).lower() if isinstance(value, bool) else value for name, value in request.get("form", {}).items()}
        body = urlencode(form) if method == "post" else None
        headers = {**basic, "Content_Type": "application/x-www-form-urlencoded"} if method == "post" else basic
        said = served.world.ask(method.upper(), path + ("?" + query if query else ""), body, **headers)
        for name, pointer in step.get("capture", {}).items():
            captured[name] = at(said.value, pointer)
        if said.status == 204:
            continue
        judged += 1
        found += problems(method, path, said.status, said.value)
    return judged, found


def plan_case(path: Path) -> Any:
    def case(served: Served) -> None:
        judged, found = replay(served, yaml.safe_load(path.read_text()))
        if found:
            raise Failed("answers do not fit the description:\n  " + "\n  ".join(sorted(set(found))))
        if judged < 4:
            raise Failed(f"only {judged} answers were judged")

    case.__name__ = path.stem
    return case


CASES = [plan_case(path) for path in sorted((PACK / "plans/tests").glob("*.yaml"))]
