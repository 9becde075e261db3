"""Expected lines against actual lines, with the wildcards a script declares.

`aligned` is the heart: it returns the actual lines with each one that matches its expected line replaced by
that line. What is left different is the difference to show, and the aligned lines are what `--accept` writes,
so a wildcard survives being accepted.
"""

from __future__ import annotations

import re
from functools import lru_cache

_MAX_CELLS = 4_000_000  # of the table in `aligned`; past it lines are compared by position


@lru_cache(maxsize=4096)
def _pattern(expected: str, wildcards: tuple[tuple[str, str], ...]) -> re.Pattern[str] | None:
    tokens = {token: regex for token, regex in wildcards if token in expected}
    if not tokens:
        return None
    parts = re.split("(" + "|".join(map(re.escape, tokens)) + ")", expected)
    return re.compile("".join(f"(?:{tokens[part]})" if part in tokens else re.escape(part) for part in parts))


def line_matches(expected: str, actual: str, wildcards: dict[str, str]) -> bool:
    if expected == actual:
        return True
    pattern = _pattern(expected, tuple(sorted(wildcards.items())))
    return pattern is not None and pattern.fullmatch(actual) is not None


def aligned(expected: list[str], actual: list[str], wildcards: dict[str, str]) -> list[str]:
    if len(expected) * len(actual) > _MAX_CELLS:
        pairs = zip(expected, actual)
        head = [want if line_matches(want, got, wildcards) else got for want, got in pairs]
        return head + actual[len(head) :]

    # Longest common subsequence under line_matches, from the end so that the walk below runs forward.
    rows, columns = len(expected), len(actual)
    length = [[0] * (columns + 1) for _ in range(rows + 1)]
    for i in range(rows - 1, -1, -1):
        for j in range(columns - 1, -1, -1):
            if line_matches(expected[i], actual[j], wildcards):
                length[i][j] = length[i + 1][j + 1] + 1
            else:
                length[i][j] = max(length[i + 1][j], length[i][j + 1])

    result: list[str] = []
    i = j = 0
    while j < columns:
        if i < rows and line_matches(expected[i], actual[j], wildcards):
            result.append(expected[i])
            i, j = i + 1, j + 1
        elif i < rows and length[i + 1][j] >= length[i][j + 1]:
            i += 1
        else:
            result.append(actual[j])
            j += 1
    return result
