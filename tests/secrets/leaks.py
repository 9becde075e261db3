"""Looks for pieces of planted texts in what the program leaves behind: files, reports, receipts, names."""

from __future__ import annotations

import re
from functools import cache

from texts import HEX_WINDOW, WINDOW, planted_texts

_RUN = re.compile(rf"[0-9A-Za-z+/_-]{{{WINDOW},}}")
_PSEUDONYM = re.compile(r"[xX0_/+-]*[0-9]*")
# Digests are as random as secrets: so many of them share eight hexadecimal digits with some secret by chance.
_DIGEST = re.compile(r'(?:digest |"id": ?")[0-9a-f]{12}(?:-\d+)?|\b[0-9a-f]{64}\b')


@cache
def _windows() -> dict[str, str]:
    return {window: planted.rule for planted in planted_texts() for window in planted.windows()}


@cache
def _long_hex() -> frozenset[str]:
    return frozenset(part for planted in planted_texts() for part in planted.parts if len(part) == 64)


def leaks_in(text: str) -> list[str]:
    """The rules of the texts of which eight characters or more (twelve of hexadecimal digits) stand here."""
    whole = {digest for digest in re.findall(r"\b[0-9a-f]{64}\b", text) if digest in _long_hex()}
    found = {"a text of 64 hexadecimal digits"} if whole else set()
    windows = _windows()
    for run in set(_RUN.findall(_DIGEST.sub(" ", text))):
        if _PSEUDONYM.fullmatch(run):
            continue
        for at in range(len(run) - WINDOW + 1):
            if rule := windows.get(run[at : at + WINDOW]) or windows.get(run[at : at + HEX_WINDOW]):
                found.add(rule)
    return sorted(found)
