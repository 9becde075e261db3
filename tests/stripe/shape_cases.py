"""The answers that the pack's own plans bring about fit the vendor's schema; what does not is listed in violations.txt.

Not judged: steps with another key or a JSON body, our own 500s, addresses that nobody knows, and members that the schema
does not name, since it forbids none."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import yaml

from shapes import violations
from world import Failed, Served

ROOT = Path(__file__).resolve().parents[2]
PLANS = ROOT / "packs/stripe/plans/tests"
KNOWN = Path(__file__).resolve().parent / "violations.txt"


def flat(value: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """Brackets, as the SDKs write them."""
    if isinstance(value, dict):
        for key, each in value.items():
            yield from flat(each, f"{name}[{key}]" if name else str(key))
    elif isinstance(value, list):
        for i, each in enumerate(value):
            yield from flat(each, f"{name}[{i}]")
    else:
        yield name, "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


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


def replay(served: Served, plan: dict) -> list[str]:
    """The steps of a plan, each answer judged. That the expectations hold is what `pack test` shows."""
    found: list[str] = []
    captured: dict[str, Any] = {}
    for step in plan["steps"]:
        call = filled(step, captured)
        if "control" in call:
            served.world.control("POST", "/" + call["control"]["post"], call["control"].get("body", {}))
            continue
        request = call["request"]
        if "json" in request or request.get("auth"):
            continue
        method, path = next((key, request[key]) for key in ("get", "post", "delete") if key in request)
        headers = {name.replace("-", "_"): value for name, value in request.get("headers", {}).items()}
        query = urlencode(list(flat(request.get("query", {}))), quote_via=quote)
        body = None
        if method == "post":
            body = request.get("text", urlencode(list(flat(request.get("form", {})))))
            headers.setdefault("Content_Type", "application/x-www-form-urlencoded")
        said = served.world.ask(method.upper(), path + ("?" + query if query else ""), body, **headers)
        for name, pointer in step.get("capture", {}).items():
            captured[name] = at(said.value, pointer)
        if said.status < 500 and not (said.status == 404 and "Unrecognized" in said.body.decode()):
            found += violations(method.upper(), path, said.status, said.value)
    return found


def plan_case(path: Path) -> Any:
    def case(served: Served) -> None:
        found = set(replay(served, yaml.safe_load(path.read_text())))
        known = {line for line in KNOWN.read_text().splitlines() if line and not line.startswith("#")}
        if new := sorted(found - known):
            raise Failed("answers do not fit the description:\n  " + "\n  ".join(new))

    case.__name__ = path.stem
    return case


CASES = [plan_case(path) for path in sorted(PLANS.glob("*.yaml"))]
