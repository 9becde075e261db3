"""The answers that the pack's own plans bring about fit the vendor's descriptions, as far as these speak of them.

Lookups and Voice Intelligence have no description here. Their answers fit the types that the vendor's Node library declares
for what it reads: every member is there and of its kind, and no other is. The form of errors stands nowhere, so each has to
be exactly the four members the SDKs read. Not judged: steps with another key or a JSON body, answers without a body."""

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
LIBRARY = Path(__file__).resolve().parent / "node_modules/twilio/lib/rest"
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


# Which file of the library declares what an address answers, and the member that holds a list of it.
DECLARED = {
    r"/v2/PhoneNumbers/[^/]+": ("lookups/v2/phoneNumber", ""),
    r"/v2/Services": ("intelligence/v2/service", "services"),
    r"/v2/Services/[^/]+": ("intelligence/v2/service", ""),
    r"/v2/Transcripts": ("intelligence/v2/transcript", "transcripts"),
    r"/v2/Transcripts/[^/]+": ("intelligence/v2/transcript", ""),
    r"/v2/Transcripts/[^/]+/Sentences": ("intelligence/v2/transcript/sentence", "sentences"),
}
META = ["first_page_url", "key", "next_page_url", "page", "page_size", "previous_page_url", "url"]
# The library declares decimals as text; the vendor's documentation of the answers has them as numbers.
DECIMALS = {"confidence", "start_time", "end_time"}
KINDS = {"string": str, "boolean": bool, "number": (int, float)}


class Declared:
    """The members of the answers of one file of the library, with their kinds, and which of them were ever seen."""

    def __init__(self, name: str) -> None:
        types, code = (LIBRARY / f"{name}.d.ts").read_text(), (LIBRARY / f"{name}.js").read_text()
        self.words = {found[0]: re.findall(r'"([^"]+)"', found[1]) for found in re.findall(r"export type (\w+) = ([^;]+);", types)}
        self.parts = {}
        for part, inside in re.findall(r"export declare class (\w+Info) \{(.*?)\n\}", types, re.DOTALL):
            # The names on the wire stand in the code alone.
            wire = dict(re.findall(r'this\.(\w+) = payload\["(\w+)"\]', code))
            self.parts[part] = {wire[member]: kind for member, kind in re.findall(r'"(\w+)"\?: ([^;]+);', inside)}
        inside = re.search(r"\ninterface \w+Resource \{(.*?)\n\}", types, re.DOTALL)
        self.members = dict(re.findall(r"(\w+): ([^;]+);", inside[1]))
        self.seen: set[str] = set()

    def problems(self, value: Any) -> list[str]:
        return self.members_of("", value, self.members)

    def members_of(self, place: str, value: Any, members: dict[str, str]) -> list[str]:
        if not isinstance(value, dict):
            return [f"{place or '/'}: not an object: {value}"]
        found = [f"{place}/{each}: not there" for each in members if each not in value]
        found += [f"{place}/{each}: the library does not know it" for each in value if each not in members]
        for name, kind in members.items():
            if value.get(name) is not None:
                found += self.of_kind(f"{place}/{name}", value[name], kind)
        return found

    def of_kind(self, place: str, value: Any, kind: str) -> list[str]:
        self.seen.add(place)
        if kind in self.parts:
            return self.members_of(place, value, self.parts[kind])
        if kind.startswith("Array<"):
            if not isinstance(value, list):
                return [f"{place}: not a list: {value}"]
            return [problem for each in value for problem in self.of_kind(place, each, kind[6:-1])]
        if kind.startswith("Record<"):
            right = isinstance(value, dict) and all(isinstance(each, str) for each in value.values())
        elif kind in self.words:
            right = value in self.words[kind]
        elif kind == "Date":
            right = isinstance(value, str) and re.match(DATES["date-time"], value) is not None
        elif place[1:] in DECIMALS:
            right = isinstance(value, (int, float)) and not isinstance(value, bool)
        else:
            right = kind == "any" or (isinstance(value, KINDS[kind]) and (kind == "boolean" or not isinstance(value, bool)))
        return [] if right else [f"{place}: not of the kind {kind}: {value}"]


@cache
def declared(name: str) -> Declared:
    return Declared(name)


def undescribed(path: str, body: Any) -> list[str]:
    """What is wrong with an answer that the library alone speaks of."""
    for written, (name, list_of) in DECLARED.items():
        if not re.fullmatch(written, path):
            continue
        if not LIBRARY.is_dir():
            return []
        # A list and the object that is made at the same address.
        if not list_of or "meta" not in body:
            return declared(name).problems(body)
        if list(body) != ["meta", list_of] or list(body["meta"]) != META or body["meta"]["key"] != list_of:
            return [f"not the form of a list: {list(body)}, {body.get('meta')}"]
        return [problem for each in body[list_of] for problem in declared(name).problems(each)]
    return ["no description knows it"]


def problems(method: str, path: str, status: int, body: Any) -> list[str]:
    if status >= 400:
        right = isinstance(body, dict) and list(body) == ["code", "message", "more_info", "status"] and body["status"] == status
        return [] if right else [f"{method} {path}: not the form of an error: {body}"]
    judge = validator(method, path, str(status))
    if judge is None:
        return [f"{method} {path}: {each}" for each in undescribed(path, body)]
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
            if "post" in call["control"]:
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


# What no plan can bring about: nothing makes a lookup fail in part, and these two packages are not modelled.
NEVER = {
    "lookups/v2/phoneNumber": {"/phone_number_quality_score", "/pre_fill", "/identity_match/error_message"},
}


def sdk_types(served: Served) -> None:
    """Every member that the library declares was seen with a value by some plan, so that none is right by being null."""
    for name in ("numbers", "intelligence"):
        replay(served, yaml.safe_load((PACK / f"plans/tests/{name}.yaml").read_text()))
    missed = []
    for name in dict.fromkeys(name for name, _ in DECLARED.values()):
        types = declared(name)
        every = {f"/{member}" for member in types.members}
        every |= {f"/{member}/{inner}" for member, kind in types.members.items() for inner in types.parts.get(kind, {})}
        every = {each for each in every if not each.endswith("/error_code")} - NEVER.get(name, set())
        missed += [f"{name}: {each}" for each in sorted(every - types.seen)]
    if missed:
        raise Failed("never seen with a value:\n  " + "\n  ".join(missed))


sdk_types.lacks = lambda: "" if LIBRARY.is_dir() else "npm packages of tests/twilio are not installed (twilio)"
CASES.append(sdk_types)
