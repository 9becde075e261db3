"""The regions of docs/reference/secrets.md, from the rules for secrets and the register of known fakes.

Examples show the shape of a secret and nothing else. They are made of the rule's `makes` line with the filler that
pseudonyms are made of: `x`, `X` or `0`, and a number at the end of the longest run. A long run is cut in its middle,
and a text that other scanners know by its first line alone has an invisible break in it, so that no scanner finds
anything on the page.
"""

from __future__ import annotations

import html
import importlib.util
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from house.checks import ROOT
from house.markdown import cell, table

SHOWN_WHOLE = 8  # a longer run is cut in its middle
_UUID = "00000000-0000-4000-8000-000000000001"
_UUID_IN_TEXT = "00000000-0000-0000-0000-000000000001"  # a pseudonym keeps its version only where it is the whole secret
_FILLERS = {"hex": "0", "digits": "0", "upper": "X"}  # every other alphabet: x
_CHECKSUM_LENGTHS = {"github_crc32": 6, "luhn": 1}
_HOLE = re.compile(r"\{([a-z0-9]+):(\d+)\}|\{(uuid|crc)\}")
_BREAK = "\0"  # stands where a hole of length 0 is


def reader() -> ModuleType:
    """secrets/check.py, which reads the rules; under a name of its own, for `check` is a common one."""
    name = "secret_rules_check"
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, ROOT / "secrets/check.py")
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module  # its dataclasses look themselves up
        spec.loader.exec_module(module)
    return sys.modules[name]


def regions(folder: Path) -> dict[str, str]:
    """`folder` holds rules/ and known_fakes.yaml. A fault in them is a ValueError: secrets/check.py explains it."""
    check = reader()
    report = check.Report()
    rules = check.read_rules(folder, report)
    if report.faults:
        raise ValueError("\n".join(f"secrets: {fault}" for fault in report.faults))
    by_file: dict[str, list] = {}
    for rule in rules:
        by_file.setdefault(rule.file, []).append(rule)
    parts = [_area(_title(folder / "rules" / file), rules_of_file) for file, rules_of_file in by_file.items()]
    return {
        "count": _count(rules, len(by_file)),
        "known fakes": _fakes(check.read_list(folder / "known_fakes.yaml")),
        "rules": "\n".join(parts),
    }


@dataclass
class Run:
    """Equal characters in a row; fixed text is a run that must not be changed."""

    text: str
    is_filler: bool = False


def example(rule) -> list[Run]:
    """The shape of the rule's secrets, in runs. Joined and without breaks it matches the rule's own expression."""
    runs: list[Run] = []
    position = 0
    for hole in _HOLE.finditer(rule.makes):
        _append(runs, Run(rule.makes[position : hole.start()]))
        position = hole.end()
        if hole[3] == "uuid":
            _append(runs, Run(_UUID if hole[0] == rule.makes else _UUID_IN_TEXT))
        elif hole[3] == "crc":
            _append(runs, Run((_FILLERS["digits"] if rule.check == "luhn" else "x") * _CHECKSUM_LENGTHS[rule.check], True))
        elif hole[2] == "0":
            _append(runs, Run(_BREAK))
        else:
            _append(runs, Run(_FILLERS.get(hole[1], "x") * int(hole[2]), True))
    _append(runs, Run(rule.makes[position:]))
    fillers = [run for run in runs if run.is_filler]
    if fillers:
        longest = max(fillers, key=lambda run: len(run.text))  # the first of equals
        number = "0001" if len(longest.text) >= 8 else "1"
        longest.text = longest.text[: -len(number)] + number
    return runs


def whole_text(runs: list[Run]) -> str:
    return "".join(run.text for run in runs).replace(_BREAK, "")


def _append(runs: list[Run], run: Run) -> None:
    if not run.text:
        return
    if run.is_filler and runs and runs[-1].is_filler and runs[-1].text[0] == run.text[0]:
        runs[-1].text += run.text
    else:
        runs.append(run)


def _shown(runs: list[Run]) -> str:
    """As Markdown code; as HTML code where there are lines or breaks, which Markdown code cannot have."""
    text = "".join(_cut(run.text) if run.is_filler else run.text for run in runs)
    if _BREAK not in text and r"\n" not in text:
        return cell(f"`{text}`")
    escaped = html.escape(text, quote=False).replace("|", "&#124;")
    return "<code>" + escaped.replace(_BREAK, "<wbr>").replace(r"\n", "<br>") + "</code>"


def _cut(text: str) -> str:
    return text if len(text) <= SHOWN_WHOLE else f"{text[:4]}...{text[-4:]}"


def _area(title: str, rules: list) -> str:
    rows = []
    for rule in rules:
        runs = example(rule)
        if rule.expression.search(whole_text(runs).replace(r"\n", "\n")) is None:
            raise ValueError(f"secrets: {rule.file}: {rule.id}: its example does not match it")
        name = f"`{rule.near[0].strip(' :=')}` " if rule.near else ""
        length = len(whole_text(runs).replace(r"\n", "\n"))
        rows.append((f"`{rule.id}`", cell(rule.about), rule.severity, name + _shown(runs), str(length)))
    return f"### {title}\n\n" + table(("Rule", "Finds", "Severity", "Shape", "Length"), rows)


def _title(path: Path) -> str:
    """The first line of a rule file that is about its content."""
    comments = [line for line in path.read_text(encoding="utf-8").split("\n") if line.startswith("# ")]
    about = next((line[2:] for line in comments if not line.startswith("# yamllint")), path.stem)
    return about.removesuffix(".")


def _count(rules: list, files: int) -> str:
    providers = {rule.id.split(".")[0] for rule in rules}
    warnings = sum(rule.severity == "warning" for rule in rules)
    return (
        f"{len(rules)} rules of {len(providers)} providers and standards are shipped, in {files} areas; "
        f"{len(rules) - warnings} are `breaking`, {warnings} are `warning`.\n"
    )


def _fakes(entries: list[dict]) -> str:
    rows = dict.fromkeys((f"`{entry['kind']}`", cell(entry["reason"].removesuffix("."))) for entry in entries)
    return table(("Kind", "What"), rows)
