"""Small pieces of Markdown for pages that are made."""

from __future__ import annotations

import re
from collections.abc import Iterable


def cell(text: str) -> str:
    """Plain text: what Markdown would read as markup is escaped, what stands in backticks stays as it is."""
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(part.replace("|", r"\|") if part.startswith("`") else re.sub(r"([\\|*_<>\[\]])", r"\\\1", part) for part in parts)


def table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    heads = list(heads)
    lines = [heads, ["---"] * len(heads), *(list(row) for row in rows)]
    return "".join("|" + "|".join(" " + text + " " if text and text != "---" else text or " " for text in line) + "|\n" for line in lines)
