"""Planted texts: synthetic secrets of every shipped rule, made by the rule itself, never kept in a file.

A text is taken only if the rule, as described in secrets/README.md, finds it in a field of that name: the few made texts
that stay below the rule's entropy are no secrets by its own words.
"""

from __future__ import annotations

import random
import re
import sys
from dataclasses import dataclass
from functools import cache

from program import ROOT

sys.path.insert(0, str(ROOT / "secrets"))

import check  # noqa: E402

PER_RULE = 20
ATTEMPTS = 400
LEFT_OUT: list[str] = []  # parts of ids, set by `run.py --without`, for looking past a fault that is known
WINDOW = 8  # so many characters of a random part are already a leak
HEX_WINDOW = 12  # the same for hexadecimal digits: eight of them occur by chance in so much text


@dataclass(frozen=True)
class Planted:
    rule: str
    severity: str
    number: int
    near: str  # one of the words the rule asks for beside the secret; "" if it asks for none
    variable: str  # the same, as the name of an environment variable; "" if none of the words can be one
    text: str
    parts: tuple[str, ...]  # the random parts of the secret

    @property
    def line(self) -> str:
        """The text as one assignment or, where no name is asked for, by itself."""
        if not self.near:
            return self.text
        return f"{self.near}{'' if self.near.endswith((' ', ':', '=')) else '='}{self.text}"

    @property
    def name(self) -> str:
        """The name of a field that holds `value`."""
        return self.near if self._is_name else "item"

    @property
    def value(self) -> str:
        return self.text if self._is_name or not self.near else self.line

    @property
    def _is_name(self) -> bool:
        return re.fullmatch(r"[0-9a-z_.-]+", self.near) is not None

    @property
    def is_one_line(self) -> bool:
        return "\n" not in self.text

    @property
    def is_path(self) -> bool:
        """A path below a home directory becomes <HOME> and the rest: shorter, and the same for everybody."""
        return self.rule.startswith("path.")

    def windows(self) -> set[str]:
        found = set()
        for part in self.parts:
            size = HEX_WINDOW if re.fullmatch(r"[0-9a-f-]+", part) else WINDOW
            found.update(part[at : at + size] for at in range(len(part) - size + 1))
        return found


@cache
def rules() -> tuple[check.Rule, ...]:
    report = check.Report()
    read = check.read_rules(ROOT / "secrets", report)
    if report.faults:
        raise SystemExit(f"the rules have faults: {report.faults[0]}; run secrets/check.py")
    return tuple(rule for rule in read if not any(part in rule.id for part in LEFT_OUT))


def random_parts(rule: check.Rule, text: str) -> tuple[str, ...]:
    """What the holes of `makes` were filled with."""
    pattern, at = "", 0
    for hole in check._HOLE.finditer(rule.makes):
        pattern += re.escape(rule.makes[at : hole.start()])
        length = {"uuid": "36", "crc": "1,6"}.get(hole[3], hole[2])
        pattern += f"(.{{{length}}})"
        at = hole.end()
    match = re.fullmatch(pattern + re.escape(rule.makes[at:]), text, re.DOTALL)
    return tuple(part for part in match.groups() if len(part) >= WINDOW)


def make_texts(rule: check.Rule, count: int = PER_RULE, seed: str = "planted") -> list[Planted]:
    """Every second text that has line breaks keeps them as the two characters \\n, as in code."""
    choose = random.Random(f"{seed} {rule.id}")
    made: list[Planted] = []
    words = [word for word in rule.near if not word.startswith('"')]  # `"pan"` is the name pan in JSON only
    variable = next((word for word in words if re.fullmatch(r"[0-9a-z_]+", word)), "")
    for _ in range(ATTEMPTS):
        text = check.make(rule, choose)
        near = words[len(made) % len(words)] if words else ""
        parts = random_parts(rule, text)
        if "\\n" in text and len(made) % 2 == 0:
            text = text.replace("\\n", "\n")
        items = check.found(rule, text, near)
        if not items:
            continue
        secret = max((item.secret for item in items), key=len)  # what stands around it may stay
        parts = tuple(part for part in parts if part in secret)
        made.append(Planted(rule.id, rule.severity, len(made), near, variable, text, parts))
        if len(made) == count:
            return made
    raise SystemExit(f"{rule.id} makes too few texts that it finds itself")


@cache
def planted_texts() -> tuple[Planted, ...]:
    return tuple(text for rule in rules() for text in make_texts(rule))


@cache
def whole_tokens() -> tuple[Planted, ...]:
    """One text of each rule whose secret is the whole text, in one line, with a mark of its own."""
    result = []
    for rule in rules():
        if rule.near or "\\n" in rule.makes or rule.severity != "breaking":
            continue
        text = make_texts(rule, 1, "token")[0]
        if check.found(rule, text.text)[0].secret == text.text and not re.search(r"\s", text.text):
            result.append(text)
    return tuple(result)


def token(rule_id: str = "github.personal_token", number: int = 0, seed: str = "") -> str:
    """One synthetic secret for a case that needs just one."""
    rule = next(rule for rule in rules() if rule.id == rule_id)
    return make_texts(rule, number + 1, f"single {seed}")[number].text
