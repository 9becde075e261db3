"""Rule R6: the program's sources hold no harness, provider, transport, variable or phase name of the shipped families."""

from __future__ import annotations

import re
from collections import defaultdict

import yaml
from project import FAMILIES, ROOT, Failed, Project, family_ids, some_of

KINDS = ("harness", "provider", "transport", "variable", "phase", "component", "producer", "reader", "backend", "command", "header")

# Ordinary words of English or of programming, which mean something else wherever the sources have them.
ORDINARY = {
    "amp": "the entity of HTML",
    "adapters": "parts that connect two others",
    "cursor": "where a reader or a page of results stands",
    "observer": "who watches",
    "passthrough": "what is handed on as it is",
    "pi": "a number",
    "unified": "a form of showing differences",
    "vertex": "a node of a graph",
    "foundry": "a place where metal is cast",
    "droid": "a kind of robot",
}

# Where a name stands for a reason: the form of its tokens is what is looked for.
PLACES = {
    "src/secret/": "rules and key names of token formats",
    "src/cassette/import/hydraflow": "the adapters that a foreign layout names its folders by",
}

# A word of a longer name is no name: the id of a family in an example of a call (`codex-exec`) is none of its harness.
LEAST = 2


def names() -> dict[str, set[str]]:
    """Every name and alias, and where it is enumerated."""
    found: dict[str, set[str]] = defaultdict(set)
    for family in family_ids():
        body = yaml.safe_load((FAMILIES / family / "family.yaml").read_text())
        for kind, enum in (body.get("enums") or {}).items():
            if kind not in KINDS:
                continue
            for value in enum["values"]:
                entry = value if isinstance(value, dict) else {"name": value}
                for name in (entry["name"], *entry.get("also", [])):
                    found[name].add(f"{kind} of {family}")
    return found


def sources() -> list:
    return [path for pattern in ("*.cpp", "*.hpp", "*.def") for path in sorted((ROOT / "src").rglob(pattern)) if not path.name.endswith(("_test.cpp", "_testing.hpp"))]


def no_name_of_a_family(work: Project) -> None:
    wanted = {name: kinds for name, kinds in names().items() if name not in ORDINARY and len(name) >= LEAST}
    if len(wanted) < 100:
        raise Failed(f"only {len(wanted)} names to look for: the families are not read as they should be")
    expression = re.compile(r"(?<![\w-])(" + "|".join(sorted(map(re.escape, wanted), key=len, reverse=True)) + r")(?![\w-])")
    hits = []
    for path in sources():
        relative = str(path.relative_to(ROOT))
        if any(relative.startswith(place) for place in PLACES):
            continue
        for number, line in enumerate(path.read_text().splitlines(), 1):
            for match in expression.finditer(line):
                hits.append(f"{relative}:{number}: {match[1]} ({some_of(sorted(wanted[match[1]]), 2)})")
    if hits:
        raise Failed(f"{len(hits)} names of families in the sources:\n" + "\n".join(hits[:30]))


def exceptions_are_needed(work: Project) -> None:
    """An exception for a name that no family has is a leftover."""
    stale = sorted(set(ORDINARY) - set(names()))
    if stale:
        raise Failed(f"exceptions for names that no family has: {some_of(stale)}")


CASES = [no_name_of_a_family, exceptions_are_needed]
