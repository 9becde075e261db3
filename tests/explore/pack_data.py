"""A pack's folder as data, and written out again.

Packs are YAML of the core schema (`on` is a text, not true), so they are read with that; they are written as JSON, which
is YAML as well.
"""

from __future__ import annotations

import copy
import json
import re
from pathlib import Path

import yaml


class _Core(yaml.SafeLoader):
    """YAML 1.2's core schema: `on`, `yes` and dates are texts."""


_Core.yaml_implicit_resolvers = {}
for _tag, _pattern, _first in (
    ("tag:yaml.org,2002:bool", r"^(?:true|True|TRUE|false|False|FALSE)$", "tTfF"),
    ("tag:yaml.org,2002:int", r"^[-+]?[0-9]+$", "-+0123456789"),
    ("tag:yaml.org,2002:float", r"^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$", "-+0123456789."),
    ("tag:yaml.org,2002:null", r"^(?:~|null|Null|NULL|)$", ["~", "n", "N", ""]),
):
    _Core.add_implicit_resolver(_tag, re.compile(_pattern), list(_first))


class Pack:
    """Every YAML file but the plans, by its path in the folder."""

    def __init__(self, folder: Path) -> None:
        self.name = folder.name
        self.files = {
            str(path.relative_to(folder)): yaml.load(path.read_text(encoding="utf-8"), Loader=_Core)
            for path in sorted(folder.rglob("*.yaml"))
            if "plans" not in path.relative_to(folder).parts
        }

    def copy(self) -> Pack:
        return copy.deepcopy(self)

    @property
    def head(self) -> dict:
        return self.files["pack.yaml"]

    def resources(self) -> dict[str, dict]:
        found = dict(self.head.get("resources", {}))
        for path, document in self.files.items():
            if path.startswith("resources/"):
                found.update(document)
        return found

    def text(self) -> str:
        return json.dumps(self.files)

    def write(self, folder: Path) -> None:
        for path, document in self.files.items():
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
