"""Finds the fenced code blocks of a Markdown page and what the comment right before each says about it.

    <!-- file: NAME -->          the block is the content of a file in the page's directory
    <!-- not run: REASON -->     the block is shown only
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_FENCE = re.compile(r"^( {0,3})(`{3,}|~{3,})\s*([^`\n]*)$")
_COMMENT = re.compile(r"^\s*<!--\s*(file|not run):\s*(.*?)\s*-->\s*$")


class PageError(Exception):
    """The page itself is wrong; the message names the line."""


@dataclass
class Block:
    tag: str
    line: int  # of the opening fence, from 1
    lines: list[str] = field(default_factory=list)
    indent: str = ""
    file: str = ""
    not_run: str = ""

    @property
    def text(self) -> str:
        return "".join(line + "\n" for line in self.lines)


def find_blocks(name: str, text: str) -> list[Block]:
    blocks: list[Block] = []
    current: Block | None = None
    fence = indent = ""
    comment: tuple[str, str] | None = None
    for number, line in enumerate(text.split("\n"), 1):
        if current is not None:
            if re.fullmatch(rf" {{0,3}}{re.escape(fence[0])}{{{len(fence)},}}\s*", line):
                blocks.append(current)
                current = None
            else:
                current.lines.append(line.removeprefix(indent))
            continue
        opening = _FENCE.match(line)
        if opening:
            indent, fence = opening[1], opening[2]
            words = opening[3].split()
            current = Block(words[0] if words else "", number, indent=indent)
            if comment:
                current.file, current.not_run = (comment[1], "") if comment[0] == "file" else ("", comment[1])
            comment = None
            continue
        if comment and line.strip():
            raise PageError(f"{name}:{number}: the comment `{comment[0]}:` must stand right before a code block")
        found = _COMMENT.match(line)
        if found:
            if not found[2]:
                raise PageError(f"{name}:{number}: `{found[1]}:` says nothing")
            comment = (found[1], found[2])
    if current is not None:
        raise PageError(f"{name}:{current.line}: the code block is never closed")
    if comment:
        raise PageError(f"{name}: a comment `{comment[0]}:` without a code block after it")
    return blocks
