"""The regions of docs/reference/control-api.md, from the OpenAPI document and `understudy help --json`."""

from __future__ import annotations

from house.markdown import cell, table

# What every route of a kind may answer; a row names the others.
_EVERYWHERE = {
    "unsupported_contract", "unauthorized", "world_mismatch", "forbidden_world", "unknown_world", "invalid_json",
    "body_too_large", "invalid_request",
}  # fmt: skip
_METHODS = ("get", "post", "put", "delete")
# Commands that answer by themselves what the route would.
_LOCAL = {"GET /__admin__/packs": "pack list", "GET /__admin__/packs/{name}": "pack show"}


def regions(document: dict, help_data: dict) -> dict[str, str]:
    commands = _commands(help_data)
    world, process = [], []
    for path, item in document["paths"].items():
        for method in _METHODS:
            if method in item:
                route = f"{method.upper()} {path}"
                row = _row(route, item[method], commands)
                (world if _key(item[method]) == "world" else process).append(row)
    heads = ("Route", "Does", "Takes", "Refuses", "Command")
    return {
        "routes of a world": table(heads, [row[:1] + row[2:] for row in world]),
        "routes of the process": table(("Route", "Key", *heads[1:]), process),
        "records": "\n".join(_record(name, schema) for name, schema in document["components"]["schemas"].items()),
        "codes": table(("Status", "Codes"), _codes(document)),
    }


def _commands(help_data: dict) -> dict[str, list[str]]:
    commands: dict[str, list[str]] = {route: [name] for route, name in _LOCAL.items()}
    for group in help_data["groups"]:
        for verb in group["verbs"]:
            for route in dict.fromkeys(verb["routes"]):
                commands.setdefault(route, []).append(verb["name"])
    return commands


def _key(operation: dict) -> str:
    if operation.get("security") == []:
        return "none"
    if any(parameter["name"] == "X-Understudy-World" for parameter in operation.get("parameters", [])):
        return "world"
    if "403" not in operation["responses"]:
        return "any"
    return "operator or family" if any(parameter["in"] == "path" for parameter in operation.get("parameters", [])) else "operator"


def _row(route: str, operation: dict, commands: dict[str, list[str]]) -> list[str]:
    names = ", ".join(f"[{name}](cli.md#{name.replace(' ', '-')})" for name in commands.get(route, []))
    refusals = [code for _, codes in _refusals(operation) for code in codes if code not in _EVERYWHERE]
    return [f"`{route}`", _key(operation), cell(operation["summary"]), _takes(operation), " ".join(f"`{code}`" for code in refusals), names]


def _takes(operation: dict) -> str:
    parts = [f"`?{one['name']}`" for one in operation.get("parameters", []) if one["in"] == "query"]
    for content in operation.get("requestBody", {}).get("content", {}).values():
        name = content.get("schema", {}).get("$ref", "").rsplit("/", 1)[-1]
        if name:
            parts.append(f"[{name}](#{name.lower()})")
    return " ".join(parts)


def _refusals(operation: dict) -> list[tuple[str, list[str]]]:
    return [(status, answer["description"].split(", ")) for status, answer in operation["responses"].items() if int(status) >= 400]


def _codes(document: dict) -> list[tuple[str, str]]:
    by_status: dict[str, list[str]] = {}
    for item in document["paths"].values():
        for method in _METHODS:
            for status, codes in _refusals(item[method]) if method in item else []:
                known = by_status.setdefault(status, [])
                known += [code for code in codes if code not in known]
    return [(status, " ".join(f"`{code}`" for code in sorted(codes))) for status, codes in sorted(by_status.items())]


def _record(name: str, schema: dict) -> str:
    text = f"### {name}\n\n"
    if "description" in schema:
        text += cell(schema["description"]) + "\n\n"
    members = schema.get("properties", {})
    required = schema.get("required", [])
    rows = [(f"`{member}`" + ("" if member in required else " ?"), _type(part), cell(part.get("description", ""))) for member, part in members.items()]
    if isinstance(schema.get("additionalProperties"), dict):
        rows.append(("any name", _type(schema["additionalProperties"]), cell(schema["additionalProperties"].get("description", ""))))
    return text + (table(("Member", "Type", "Meaning"), rows) if rows else "As the world holds it.\n")


def _type(schema: dict) -> str:
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[-1]
        return f"[{name}](#{name.lower()})"
    if "const" in schema:
        return f"`{_json(schema['const'])}`"
    if "enum" in schema:
        return " or ".join(f"`{_json(value)}`" for value in schema["enum"])
    kinds = schema.get("type", "anything")
    if kinds == "array":
        return "list of " + _type(schema["items"]) if schema.get("items") else "list"
    return " or ".join(kinds) if isinstance(kinds, list) else kinds


def _json(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)
