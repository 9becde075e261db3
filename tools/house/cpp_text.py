"""C++ as text, without its comments and literals, so that a check does not trip over prose."""

from __future__ import annotations

import re

_TOKEN = re.compile(
    r"""
    (?P<line>//[^\n]*)
  | (?P<block>/\*.*?\*/)
  | (?P<raw>\bu?8?[LU]?R"(?P<delimiter>[^()\\\s]{0,16})\(.*?\)(?P=delimiter)")
  | (?P<string>"(?:\\.|[^"\\\n])*")
  | (?P<digits>(?<=[0-9a-fA-F])'(?=[0-9a-fA-F]))
  | (?P<char>'(?:\\.|[^'\\\n])*')
    """,
    re.DOTALL | re.VERBOSE,
)


def without_comments(source: str) -> str:
    """Comments become blanks; every line keeps its number."""
    return _TOKEN.sub(lambda match: _blank(match) if match["line"] or match["block"] else match[0], source)


def code_only(source: str) -> str:
    """Comments and the insides of literals become blanks; #include lines keep their names."""
    result: list[str] = []
    at = 0
    for match in _TOKEN.finditer(source):
        result.append(source[at : match.start()])
        at = match.end()
        line_start = source.rfind("\n", 0, match.start()) + 1
        if match["digits"] or source[line_start : match.start()].lstrip().startswith("#include"):
            result.append(match[0])
        else:
            result.append(_blank(match))
    result.append(source[at:])
    return "".join(result)


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match[0])
