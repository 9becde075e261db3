"""Reads the cases of llhttp's test suite: Markdown files with an input and the log a parser must print for it.

    cases, skipped = read_suite(folder)

In an input a line break is CR LF, a backslash before one joins two lines, and \\r \\n \\t \\f \\xNN are bytes; every
other backslash stands for itself. The log names places in the input, by which `check_spans` proves that it was put
together as its author meant.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from pathlib import Path

# Codes that do not refuse the message: the parser stops so that its caller can go on in another way.
PAUSED_CODES = {21, 22, 23}

# Between the blocks there may be prose, but no other block.
_BLOCK = re.compile(
    r"<!-- meta=(?P<meta>\{[^\n]*?\}) -->(?:(?!```).)*```http\n(?P<input>(?:(?!```).)*)```"
    r"(?:(?!```).)*```log\n(?P<log>(?:(?!```).)*)```",
    re.DOTALL,
)
_HEADING = re.compile(r"^(#+) +(.*)$", re.MULTILINE)
_SPAN = re.compile(r'off=(\d+) len=(\d+) span\[(\w+)\]=(?:"(.*)"|(cr|lf))$')
_ERROR = re.compile(r'off=\d+ error code=(\d+) reason="(.*)"$')


@dataclass(frozen=True)
class Span:
    at: int
    size: int
    name: str
    text: str | None  # None: a line break, or a text that the log shows in escaped form


@dataclass
class Message:
    """What one message must be read as; spans that belong together are joined."""

    method: str = ""
    url: str = ""
    status: str = ""
    headers: list[list[str]] = field(default_factory=list)
    body: bytes = b""
    begins_at: int = 0
    version: str = ""
    line_ends_at: int = 0  # of a request: before the line break
    has_head: bool = False  # all of it was read
    is_complete: bool = False


@dataclass
class Case:
    name: str  # file/heading, unique
    kind: str  # request or response
    input: bytes
    is_refused: bool
    reason: str  # of the refusal
    upgrades: bool  # what follows the last message is not HTTP
    finishes: bool  # the end of the connection belongs to the input
    messages: list[Message]
    spans: list[Span]

    @property
    def completed(self) -> int:
        return sum(message.is_complete for message in self.messages)


def read_suite(folder: Path) -> tuple[list[Case], dict[str, str]]:
    """All strict cases, and why each of the others was left out."""
    cases: list[Case] = []
    skipped: dict[str, str] = {}
    names: set[str] = set()
    for path in sorted(folder.glob("*/*.md")):
        text = path.read_text(encoding="utf-8")
        headings = [(found.start(), found[2].strip()) for found in _HEADING.finditer(_without_blocks(text))]
        for block in _BLOCK.finditer(text):
            title = max((heading for heading in headings if heading[0] < block.start()), default=(0, "case"))[1]
            name = _unique(f"{path.parent.name}/{path.stem}/{_slug(title)}", names)
            meta = json.loads(block["meta"])
            why = skip_reason(meta)
            if why:
                skipped[name] = why
            else:
                cases.append(make_case(name, meta, block["input"], block["log"]))
    return cases, skipped


def skip_reason(meta: dict) -> str:
    kind = meta["type"]
    if "lenient" in kind:
        return "lenient parsing"
    if "pause" in meta:
        return "pausing"
    if meta.get("skipBody"):
        return "skipped bodies"
    if kind not in ("request", "response", "request-finish", "response-finish"):
        return f"type {kind}"
    return ""


def make_case(name: str, meta: dict, source: str, log: str) -> Case:
    kind, _, finish = meta["type"].partition("-")
    case = Case(name, kind, to_bytes(source), False, "", False, bool(finish), [], [])
    for line in log.splitlines():
        take_line(case, line.strip())
    return case


def to_bytes(source: str) -> bytes:
    text = source.removesuffix("\n")
    text = text.replace("\\\n", "").replace("\n", "\r\n")
    text = re.sub(r"\\x([0-9a-fA-F]{2})|\\([rntf])", _unescape, text)
    return text.encode("utf-8")


def _unescape(found: re.Match[str]) -> str:
    if found[1]:
        return chr(int(found[1], 16))
    return {"r": "\r", "n": "\n", "t": "\t", "f": "\f"}[found[2]]


def take_line(case: Case, line: str) -> None:
    span = _SPAN.match(line)
    error = _ERROR.match(line)
    if span:
        is_plain = span[4] is not None and "\\" not in span[4]
        take_span(case, Span(int(span[1]), int(span[2]), span[3], span[4] if is_plain else None))
    elif error:
        code = int(error[1])
        case.upgrades = code in (22, 23)
        case.is_refused = code not in PAUSED_CODES
        case.reason = error[2] if case.is_refused else ""
    elif line.endswith(" message begin"):
        case.messages.append(Message(begins_at=int(line.removeprefix("off=").split()[0])))
    elif line.endswith(" message complete") and case.messages:
        case.messages[-1].is_complete = True
    elif " headers complete" in line:
        case.messages[-1].has_head = True
    elif line.endswith(" header_field complete"):
        case.messages[-1].headers[-1].append("")  # its value, maybe an empty one
    elif line.startswith("off=NULL finish="):
        case.is_refused = line.endswith("2")
        case.reason = "the connection ended in the middle" if case.is_refused else ""
        if line.endswith("1"):
            case.messages[-1].is_complete = True  # ended by the end of the connection


def take_span(case: Case, span: Span) -> None:
    case.spans.append(span)
    raw = case.input[span.at : span.at + span.size]
    text = raw.decode("latin-1")
    message = case.messages[-1]
    if span.name == "method":
        message.method += text
    elif span.name == "url":
        message.url += text
    elif span.name == "version":
        message.version += text
        message.line_ends_at = span.at + span.size
    elif span.name == "status":
        message.status += text
    elif span.name == "header_field":
        if message.headers and len(message.headers[-1]) == 1:
            message.headers[-1][0] += text
        else:
            message.headers.append([text])
    elif span.name == "header_value":
        message.headers[-1][1] += text
    elif span.name == "body":
        message.body += raw


def check_spans(case: Case) -> list[str]:
    """Where the log and the input disagree; empty if the input is what its author meant."""
    problems = []
    for span in case.spans:
        raw = case.input[span.at : span.at + span.size]
        if len(raw) != span.size:
            problems.append(f"{case.name}: {span.name} at {span.at} is past the end")
        elif span.text is not None and raw.decode("utf-8", "replace") != span.text:
            problems.append(f"{case.name}: {span.name} at {span.at} is {raw!r}, not {span.text!r}")
    return problems


def _without_blocks(text: str) -> str:
    """The same text with everything inside ``` blanked, so that a `#` in an input is no heading."""
    return re.sub(r"```.*?```", lambda found: " " * len(found[0]), text, flags=re.DOTALL)


def _slug(title: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")


def _unique(name: str, names: set[str]) -> str:
    number = 2
    unique = name
    while unique in names:
        unique = f"{name}-{number}"
        number += 1
    names.add(unique)
    return unique
