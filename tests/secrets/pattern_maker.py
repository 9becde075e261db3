"""Makes texts that a regular expression matches, for the RE2 syntax that rule files use.

    make_text(expression, dice) -> a text, or "" if none was found
"""

from __future__ import annotations

import random
import re
import warnings
from functools import cache

try:
    from re import _constants as constants
    from re import _parser as parser
except ImportError:  # before Python 3.11
    import sre_constants as constants
    import sre_parse as parser

_CLASSES = {"[:alnum:]": "0-9A-Za-z", "[:alpha:]": "A-Za-z", "[:digit:]": "0-9", "[:lower:]": "a-z", "[:upper:]": "A-Z", "[:space:]": r"\s",
            "[:word:]": r"\w", "[:xdigit:]": "0-9A-Fa-f"}
_PRINTABLE = [chr(code) for code in range(32, 127)]
_LIKED = [letter for letter in _PRINTABLE if letter.isalnum()]
_MORE = 6  # so many repetitions beyond the least
ATTEMPTS = 300


@cache
def to_python(expression: str) -> str:
    """The same expression for Python: `\\z`, named classes, and flags set in the middle of a group."""
    for name, inside in _CLASSES.items():
        expression = expression.replace(name, inside)
    result: list[str] = []
    open_flags: list[int] = [0]  # per open group: how many flag groups we opened inside it
    flags: list[list[str]] = [[]]
    at = 0
    while at < len(expression):
        here = expression[at]
        if here == "\\":
            pair = expression[at : at + 2]
            result.append(r"\Z" if pair == r"\z" else pair)
            at += 2
            continue
        if here == "[":
            end = at + 1 + (expression[at + 1] == "^")
            end += expression[end] == "]"
            while expression[end] != "]":
                end += 2 if expression[end] == "\\" else 1
            result.append(_bracket(expression[at : end + 1]))
            at = end + 1
            continue
        flag = re.match(r"\(\?([a-zA-Z-]+)\)", expression[at:])
        if flag:
            result.append(f"(?{flag[1]}:")
            open_flags[-1] += 1
            flags[-1].append(flag[1])
            at += flag.end()
            continue
        if here == "(":
            open_flags.append(0)
            flags.append([])
        elif here == ")":
            result.append(")" * open_flags.pop())
            flags.pop()
        elif here == "|" and open_flags[-1]:
            result.append(")" * open_flags[-1] + "|" + "".join(f"(?{flag}:" for flag in flags[-1]))
            at += 1
            continue
        result.append(here)
        at += 1
    return "".join(result) + ")" * open_flags[0]


def _bracket(text: str) -> str:
    """A bracket inside a set is a warning in Python unless it is escaped."""
    return "[" + re.sub(r"(?<!\\)\[", r"\\[", text[1:])


@cache
def compiled(expression: str) -> re.Pattern:
    return re.compile(to_python(expression), re.ASCII)


@cache
def _tree(expression: str):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return parser.parse(to_python(expression), re.ASCII)


def make_text(expression: str, dice: random.Random) -> str:
    for _ in range(ATTEMPTS):
        text = "".join(_made(item, dice, False) for item in _tree(expression))
        if compiled(expression).fullmatch(text) or compiled(expression).search(text):
            return text
    return ""


def _made(item: tuple, dice: random.Random, fold: bool) -> str:
    name, argument = str(item[0]), item[1]
    if name == "LITERAL":
        return chr(argument)
    if name == "NOT_LITERAL":
        return dice.choice([letter for letter in _LIKED if ord(letter) != argument])
    if name == "ANY":
        return dice.choice(_LIKED)
    if name == "IN":
        return _one_of(argument, dice)
    if name == "SUBPATTERN":
        return "".join(_made(inner, dice, fold) for inner in argument[3])
    if name == "BRANCH":
        return "".join(_made(inner, dice, fold) for inner in dice.choice(argument[1]))
    if name in ("MAX_REPEAT", "MIN_REPEAT"):
        low, high, inner = argument
        most = low + _MORE if high == constants.MAXREPEAT else min(high, low + _MORE)
        count = low if name == "MIN_REPEAT" else dice.randint(low, most)
        return "".join(_made(one, dice, fold) for _ in range(count) for one in inner)
    if name == "AT":
        return ""
    raise ValueError(f"no text for {name}")


def _one_of(parts: list[tuple], dice: random.Random) -> str:
    negated = str(parts[0][0]) == "NEGATE"
    allowed = set()
    for kind, value in parts:
        if str(kind) == "LITERAL":
            allowed.add(chr(value))
        elif str(kind) == "RANGE":
            allowed.update(map(chr, range(value[0], value[1] + 1)))
        elif str(kind) == "CATEGORY":
            sets = {"DIGIT": "0123456789", "SPACE": " \t\n", "WORD": "".join(_LIKED) + "_"}
            kind_name = str(value).removeprefix("CATEGORY_")
            found = set(sets[kind_name.removeprefix("NOT_")])
            allowed |= set(_PRINTABLE) - found if kind_name.startswith("NOT_") else found
    if negated:
        allowed = set(_PRINTABLE) - allowed
    liked = sorted(allowed & set(_LIKED)) if negated else sorted(allowed)
    return dice.choice(liked or sorted(allowed))
