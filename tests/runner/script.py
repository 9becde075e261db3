"""Reads and writes test scripts (`.t` files): what to run, what to expect, which files to lay out first.

    # Says what is tested and why.
    # wildcard: <TIME>=[0-9.]+ s
    $ understudy diff a.json b.json
    ? 1
    changed /amount: 10.50 -> 10.5
    ! took <TIME>

    -- a.json --
    {"amount": 10.50}
    -- b.json --
    {"amount": 10.5}

Line starts with a meaning, outside embedded files:

    $ CMD            a command; `> ` lines right after it continue it
    ? N              its exit code, 0 if absent
    ! TEXT           a line of standard error (`!` alone: an empty one)
    % no newline     standard output does not end in a newline (`!% no newline`: standard error)
    # TEXT           a comment
    -- NAME --       the rest of the file is embedded files
    \\TEXT            the line TEXT of standard output, whatever it starts with (`\\` alone: an empty line)
    anything else    a line of standard output

Blank lines before a command, a comment, a section or the end are layout and not expected output.
"""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass, field

DIRECTIVES = ("wildcard", "needs", "data", "copy", "limit-memory", "limit-seconds")
NO_NEWLINE = "% no newline"
_SECTION = re.compile(r"-- (\S.*?) --$")
_SPECIAL = re.compile(r"(\$ |> |\? |! |!$|!% |% |#|\\|-- )")


class ScriptError(Exception):
    """The script itself is wrong; the message names the line."""


@dataclass
class Step:
    """One command and what is expected of it."""

    command: str
    line: int
    end_line: int = 0  # of the last line that belongs to the step, layout excluded
    exit_code: int = 0
    stdout: list[str] = field(default_factory=list)
    stderr: list[str] = field(default_factory=list)
    stdout_ends: bool = True  # in a newline
    stderr_ends: bool = True


@dataclass
class Script:
    name: str
    steps: list[Step] = field(default_factory=list)
    files: dict[str, str] = field(default_factory=dict)
    wildcards: dict[str, str] = field(default_factory=dict)
    needs: list[str] = field(default_factory=list)
    data: list[str] = field(default_factory=list)
    copies: list[str] = field(default_factory=list)  # folders of the repository
    limit_memory_kib: int | None = None
    limit_seconds: float | None = None


def read_text(raw: bytes) -> str:
    """Bytes as text and back without loss, valid UTF-8 or not."""
    return raw.decode("utf-8", "surrogateescape")


def parse_script(name: str, text: str) -> Script:
    script = Script(name)
    lines = text.split("\n")
    if lines and lines[-1] == "":
        lines.pop()
    body_end = next((i for i, line in enumerate(lines) if _SECTION.match(line)), len(lines))
    if not lines or not lines[0].startswith("#"):
        raise ScriptError(f"{name}:1: a script begins with a `#` comment saying what it tests and why")
    says_something = False
    for number, line in enumerate(lines[:body_end], 1):
        if line.startswith("#"):
            is_directive = _read_directive(script, name, number, line)
            says_something = says_something or (not is_directive and line.strip("# ") != "")
    if not says_something:
        raise ScriptError(f"{name}:1: the opening comment says nothing about the test")
    script.steps = parse_steps(name, lines[:body_end], 1)
    if not script.steps:
        raise ScriptError(f"{name}:1: no command")
    _read_files(script, name, lines, body_end)
    return script


def parse_steps(name: str, lines: list[str], first_line: int) -> list[Step]:
    steps: list[Step] = []
    blanks = 0
    may_continue = False
    for number, line in enumerate(lines, first_line):
        if line.startswith("$ "):
            steps.append(Step(line[2:], number, number))
            blanks, may_continue = 0, True
            continue
        if line.startswith("#"):
            blanks, may_continue = 0, False
            continue
        if line == "":
            blanks += 1
            may_continue = False
            continue
        if not steps:
            raise ScriptError(f"{name}:{number}: expected a `$ ` command or a comment, found {line!r}")
        step = steps[-1]
        if may_continue and line.startswith("> "):
            step.command += "\n" + line[2:]
        else:
            may_continue = False
            _read_expectation(step, name, number, line, blanks)
        blanks = 0
        step.end_line = number
    return steps


def render_step(step: Step) -> list[str]:
    """The lines of a step, as parse_steps reads them."""
    first, *rest = step.command.split("\n")
    lines = [f"$ {first}", *(f"> {line}" for line in rest)]
    if step.exit_code != 0:
        lines.append(f"? {step.exit_code}")
    last = len(step.stdout) - 1
    for i, line in enumerate(step.stdout):
        if _SPECIAL.match(line) or (line == "" and i == last):
            line = "\\" + line
        lines.append(line)
    if step.stdout and not step.stdout_ends:
        lines.append(NO_NEWLINE)
    lines += [f"! {line}" if line else "!" for line in step.stderr]
    if step.stderr and not step.stderr_ends:
        lines.append("!" + NO_NEWLINE)
    return lines


def replace_steps(text: str, old: list[Step], new: list[Step]) -> str:
    """The text with the lines of each old step replaced by those of the new one."""
    lines = text.split("\n")
    for before, after in reversed(list(zip(old, new, strict=True))):
        if before != after:
            kept_comments = [line for line in lines[before.line - 1 : before.end_line] if line.startswith("#")]
            lines[before.line - 1 : before.end_line] = kept_comments + render_step(after)
    return "\n".join(lines)


def _read_expectation(step: Step, name: str, number: int, line: str, blanks: int) -> None:
    if line == NO_NEWLINE:
        step.stdout_ends = False
    elif line == "!" + NO_NEWLINE:
        step.stderr_ends = False
    elif line.startswith("? "):
        if not line[2:].isdigit():
            raise ScriptError(f"{name}:{number}: `? ` is followed by an exit code, found {line[2:]!r}")
        step.exit_code = int(line[2:])
    elif line.startswith("! ") or line == "!":
        step.stderr.append(line[2:])
    else:
        step.stdout += [""] * blanks  # blank lines between two lines of output are output
        step.stdout.append(line[1:] if line.startswith("\\") else line)


def _read_directive(script: Script, name: str, number: int, line: str) -> bool:
    match = re.match(r"# ([a-z][a-z-]*): (.*)$", line)
    if not match:
        return False
    word, value = match.group(1), match.group(2).strip()
    where = f"{name}:{number}"
    if word == "wildcard":
        declared = re.match(r"(<[A-Z][A-Z0-9_]*>)=(.+)$", value)
        if not declared:
            raise ScriptError(f"{where}: a wildcard is declared as `<NAME>=regex`, found {value!r}")
        try:
            re.compile(declared.group(2))
        except re.error as error:
            raise ScriptError(f"{where}: the expression of {declared.group(1)} does not compile: {error}") from error
        script.wildcards[declared.group(1)] = declared.group(2)
    elif word == "needs":
        script.needs += value.split()
    elif word == "data":
        script.data.append(value)
    elif word == "copy":
        if value.startswith("/") or ".." in value.split("/"):
            raise ScriptError(f"{where}: the folder {value!r} would lie outside the repository")
        script.copies.append(value)
    elif word == "limit-memory":
        script.limit_memory_kib = _to_kib(where, value)
    elif word == "limit-seconds":
        try:
            script.limit_seconds = float(value)
        except ValueError:
            raise ScriptError(f"{where}: not a number of seconds: {value!r}") from None
    else:
        near = difflib.get_close_matches(word, DIRECTIVES, 1, 0.8)
        if near:
            raise ScriptError(f"{where}: no directive `{word}`; did you mean `{near[0]}`?")
        return False
    return True


def _to_kib(where: str, value: str) -> int:
    match = re.fullmatch(r"(\d+)([KMG])", value)
    if not match:
        raise ScriptError(f"{where}: a memory limit is a number with K, M or G, found {value!r}")
    return int(match.group(1)) * {"K": 1, "M": 1 << 10, "G": 1 << 20}[match.group(2)]


def _read_files(script: Script, name: str, lines: list[str], start: int) -> None:
    current: str | None = None
    for number, line in enumerate(lines[start:], start + 1):
        section = _SECTION.match(line)
        if not section:
            script.files[current or ""] += line + "\n"
            continue
        current = section.group(1)
        if current in script.files:
            raise ScriptError(f"{name}:{number}: the file {current!r} is given twice")
        if current.startswith("/") or ".." in current.split("/"):
            raise ScriptError(f"{name}:{number}: the file {current!r} would lie outside the script's directory")
        script.files[current] = ""
