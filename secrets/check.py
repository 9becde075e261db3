#!/usr/bin/env python3
"""Checks the rules that say what a secret looks like, and the register of known fakes.

    check.py [--root DIR] [--texts N] [--rule ID]

    --root DIR   the folder that holds rules/ and known_fakes.yaml (default: the folder of this file)
    --texts N    how many synthetic texts are made of each rule (default 40, at least 20)
    --rule ID    prints three synthetic texts of this rule and what is found in them

For every rule: its form; that its expression keeps to the syntax of RE2; that it cannot match the empty text; that one
of its words is in every text the expression can match (proved, not sampled); that synthetic texts are found in the
usual surroundings; that nothing is found in the near misses below. For every known fake: its form, and that it matches
no synthetic text of any rule. All random choices are seeded by the rule's id.
"""

from __future__ import annotations

import argparse
import base64
import binascii
import json
import math
import random
import re
import sys
import warnings
import zlib
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

try:
    from re import _constants as sre_constants
    from re import _parser as sre_parser
except ImportError:  # before Python 3.11
    import sre_constants
    import sre_parse as sre_parser

try:
    import re2
except ImportError:
    re2 = None

REQUIRED = ("id", "about", "finds", "edges", "makes", "severity", "see")
OPTIONAL = ("words", "exact", "near", "entropy", "check")
CHECKS = ("github_crc32", "luhn", "jwt", "pem")
EDGES = ("word", "none")
SEVERITIES = ("breaking", "warning")
FAKE_KEYS = ("value", "pattern", "kind", "reason")
FAKE_KINDS = ("published", "test", "stub", "placeholder", "sentinel")
NEAR_REACH = 40
LEAST_RULES = 220
LEAST_WORD = 3
REPEAT_LIMIT = 1000  # RE2 refuses more
MISSES_SHOWN = 3
ENTROPY_SHARE = 0.95  # of the synthetic texts must reach the rule's entropy
_ID = re.compile(r"[a-z0-9_]+(?:\.[a-z0-9_]+)+")
_HOLE = re.compile(r"\{(base62|hex|upper|lower|digits|base64|base64url):(\d+)\}|\{(uuid|crc)\}")
_DIGITS = "0123456789"
_UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_LOWER = _UPPER.lower()
_BASE62 = _DIGITS + _UPPER + _LOWER
_ALPHABETS = {
    "base62": _BASE62,
    "hex": "0123456789abcdef",
    "upper": _UPPER + _DIGITS,
    "lower": _LOWER + _DIGITS,
    "digits": _DIGITS,
    "base64": _BASE62 + "+/",
    "base64url": _BASE62 + "_-",
}
_WORD_CHARACTERS = frozenset(_BASE62 + "_-")
_MAX_CHAR = 127  # the proofs work on ASCII; every other character stands for itself in no word


# ---- reading ---------------------------------------------------------------------------------------------------------


class FormError(Exception):
    """A line that is not in the small part of YAML these files keep to."""


def read_list(path: Path) -> list[dict]:
    """Reads a list of flat maps. Values: plain, single-quoted, or a list in brackets, which may run over lines."""
    entries: list[dict] = []
    lines = path.read_text(encoding="utf-8").split("\n")
    number = 0
    while number < len(lines):
        line = lines[number]
        number += 1
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        match = re.fullmatch(r"(- |  )([a-z_]+):(?: +(.*\S))?\s*", line)
        if match is None:
            raise FormError(f"{path.name}:{number}: expected '- key: value' or '  key: value'")
        start, key, text = match.groups()
        if text is None:
            raise FormError(f"{path.name}:{number}: '{key}' has no value")
        first = number
        while text.startswith("[") and not _list_ends(text):
            if number >= len(lines):
                raise FormError(f"{path.name}:{first}: the list has no end")
            text += " " + lines[number].strip()
            number += 1
        if start == "- ":
            entries.append({})
        if not entries:
            raise FormError(f"{path.name}:{first}: a value before the first '- '")
        if key in entries[-1]:
            raise FormError(f"{path.name}:{first}: '{key}' stands twice")
        entries[-1][key] = _value(text, f"{path.name}:{first}")
    return entries


def _list_ends(text: str) -> bool:
    return re.sub(r"'(?:[^']|'')*'", "", text).endswith("]")


def _value(text: str, where: str):
    if text.startswith("["):
        inner = text[1:-1].strip()
        items = re.findall(r"'(?:[^']|'')*'|[^,'\s][^,']*", inner)
        return [_scalar(item.strip(), where, string=True) for item in items]
    return _scalar(text, where)


def _scalar(text: str, where: str, string: bool = False):
    if text.startswith("'"):
        if not re.fullmatch(r"'(?:[^']|'')*'", text):
            raise FormError(f"{where}: quotes do not close")
        return text[1:-1].replace("''", "'")
    if re.search(r"[\[\]{}\"&*!|>%@`]|: | #|:$", text):
        raise FormError(f"{where}: quote this value: {text[:40]}")
    if string:
        return text
    if text in ("true", "false"):
        return text == "true"
    if re.fullmatch(r"\d+\.\d+", text):
        return float(text)
    return text


# ---- a rule ----------------------------------------------------------------------------------------------------------


@dataclass
class Rule:
    file: str
    id: str
    about: str
    finds: str
    edges: str
    makes: str
    severity: str
    see: str
    words: list[str] = field(default_factory=list)
    exact: bool = False
    near: list[str] = field(default_factory=list)
    entropy: float = 0.0
    check: str = ""
    expression: object = None


def form_faults(entry: dict) -> list[str]:
    faults = [f"unknown key '{key}'" for key in entry if key not in REQUIRED + OPTIONAL]
    faults += [f"'{key}' is missing" for key in REQUIRED if key not in entry]
    for key in REQUIRED + ("check",):
        if key in entry and (not isinstance(entry[key], str) or not entry[key].strip()):
            faults.append(f"'{key}' must be a text")
    for key in ("words", "near"):
        if key in entry and (not isinstance(entry[key], list) or not entry[key]):
            faults.append(f"'{key}' must be a list of texts")
    if faults:
        return faults
    if not _ID.fullmatch(entry["id"]):
        faults.append("the id must be provider.what in lower case")
    if "words" not in entry and "near" not in entry:
        faults.append("a rule needs words, near, or both")
    if not isinstance(entry.get("exact", False), bool):
        faults.append("'exact' must be true or false")
    for word in entry.get("words", []):
        if len(word) < LEAST_WORD:
            faults.append(f"the word '{word}' is shorter than {LEAST_WORD} characters")
        if not entry.get("exact") and word != word.lower():
            faults.append(f"the word '{word}' must be lower case, or the rule exact")
    for word in entry.get("near", []):
        if len(word) < LEAST_WORD or len(word) > NEAR_REACH or word != word.lower():
            faults.append(f"the near word '{word}' must be lower case, {LEAST_WORD} to {NEAR_REACH} characters")
    for key in ("words", "near"):
        doubles = [word for word, count in Counter(entry.get(key, [])).items() if count > 1]
        faults += [f"'{word}' stands twice in '{key}'" for word in doubles]
    if "entropy" in entry and not (isinstance(entry["entropy"], float) and 0.0 < entry["entropy"] <= 6.0):
        faults.append("'entropy' must be a number such as 3.0")
    if entry["edges"] not in EDGES:
        faults.append(f"'edges' must be one of {', '.join(EDGES)}")
    if entry["severity"] not in SEVERITIES:
        faults.append(f"'severity' must be one of {', '.join(SEVERITIES)}")
    if "check" in entry and entry["check"] not in CHECKS:
        faults.append(f"'check' must be one of {', '.join(CHECKS)}")
    left_over = _HOLE.sub("", entry["makes"])
    if re.search(r"\{[a-z0-9]+(?::\d+)?\}", left_over):
        faults.append("'makes' has an unknown hole")
    if "{crc}" in entry["makes"] and entry.get("check") not in ("github_crc32", "luhn"):
        faults.append("'{crc}' needs check: github_crc32 or luhn")
    return faults


# ---- syntax and proofs -----------------------------------------------------------------------------------------------


def re2_faults(expression: str) -> list[str]:
    """What RE2 would refuse, or read otherwise than Python does."""
    plain = re.sub(r"\\[^0-9]", "__", expression)  # an escaped character is no operator
    bare = re.sub(r"\[\^?\]?[^\]]*\]", "[]", plain)
    faults = []
    for sign, name in (("(?=", "look-ahead"), ("(?!", "look-ahead"), ("(?<=", "look-behind"), ("(?<!", "look-behind"),
                       ("(?>", "atomic group"), ("(?P=", "back-reference"), ("(?(", "condition"), ("(?#", "comment")):
        if sign in bare:
            faults.append(f"{name} {sign}")
    if re.search(r"\\[0-9]", expression):
        faults.append("back-reference or octal escape")
    if re.search(r"[*+?}]\+", bare):
        faults.append("possessive repetition")
    if re.search(r"\\[ZGKRXhH]", expression):
        faults.append("escape that RE2 does not know")
    for low, high in re.findall(r"\{(\d+)(?:,(\d*))?\}", bare):
        if int(low) > REPEAT_LIMIT or (high and int(high) > REPEAT_LIMIT):
            faults.append(f"repetition above {REPEAT_LIMIT}")
    return faults


class Automaton:
    """Steps of an expression as a graph: free steps, and steps that read one character of a set."""

    def __init__(self, expression: str) -> None:
        self.free: list[list[int]] = []
        self.reading: list[list[tuple[frozenset[int], int]]] = []
        self.start = self._node()
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            tree = sre_parser.parse(expression, re.ASCII)
        self.end = self._sequence(tree, self.start, bool(tree.state.flags & re.IGNORECASE))

    def _node(self) -> int:
        self.free.append([])
        self.reading.append([])
        return len(self.free) - 1

    def _sequence(self, tree, at: int, fold: bool) -> int:
        for operation, argument in tree:
            at = self._step(str(operation), argument, at, fold)
        return at

    def _step(self, name: str, argument, at: int, fold: bool) -> int:
        if name in ("LITERAL", "NOT_LITERAL", "ANY", "IN"):
            to = self._node()
            self.reading[at].append((_characters(name, argument, fold), to))
            return to
        if name == "AT":
            return at
        if name == "SUBPATTERN":
            _, add, remove, inner = argument
            return self._sequence(inner, at, (fold or bool(add & re.IGNORECASE)) and not remove & re.IGNORECASE)
        if name == "BRANCH":
            to = self._node()
            for inner in argument[1]:
                self.free[self._sequence(inner, at, fold)].append(to)
            return to
        if name in ("MAX_REPEAT", "MIN_REPEAT"):
            low, high, inner = argument
            for _ in range(low):
                at = self._sequence(inner, at, fold)
            if high == sre_constants.MAXREPEAT:
                loop = self._node()
                self.free[at].append(loop)
                self.free[self._sequence(inner, loop, fold)].append(loop)
                return loop
            to = self._node()
            for _ in range(high - low):
                self.free[at].append(to)
                at = self._sequence(inner, at, fold)
            self.free[at].append(to)
            return to
        raise FormError(f"operation {name} is not allowed")

    def text_without(self, words: list[str], exact: bool) -> str | None:
        """A text the expression matches that holds none of the words, or None if there is none."""
        search = WordSearch(words)
        seen = {(self.start, 0): None}
        queue = [(self.start, 0)]
        for node, state in queue:
            if node == self.end:
                return _way(seen, (node, state))
            steps = [(to, state, "") for to in self.free[node]]
            for characters, to in self.reading[node]:
                done = set()
                for code in characters:
                    letter = chr(code) if exact else chr(code).lower()
                    following = search.step(state, letter)
                    if following is not None and following not in done:
                        done.add(following)
                        steps.append((to, following, chr(code)))
            for to, following, letter in steps:
                if (to, following) not in seen:
                    seen[(to, following)] = ((node, state), letter)
                    queue.append((to, following))
        return None

    def takes_empty(self) -> bool:
        seen = {self.start}
        queue = [self.start]
        for node in queue:
            for to in self.free[node]:
                if to not in seen:
                    seen.add(to)
                    queue.append(to)
        return self.end in seen


class WordSearch:
    """Reads text letter by letter and says when one of the words has been read (Aho and Corasick)."""

    def __init__(self, words: list[str]) -> None:
        self.starts = [""]
        for word in words:
            self.starts += [word[:length] for length in range(1, len(word) + 1)]
        self.starts = list(dict.fromkeys(self.starts))
        self.numbers = {text: number for number, text in enumerate(self.starts)}
        self.words = words
        self.known: dict[tuple[int, str], int | None] = {}
        self.letters = set("".join(words))

    def step(self, state: int, letter: str) -> int | None:
        if letter not in self.letters:
            return 0
        if (state, letter) not in self.known:
            text = self.starts[state] + letter
            if any(text.endswith(word) for word in self.words):
                self.known[(state, letter)] = None
            else:
                while text not in self.numbers:
                    text = text[1:]
                self.known[(state, letter)] = self.numbers[text]
        return self.known[(state, letter)]


def _way(seen: dict, at) -> str:
    letters = []
    while seen[at] is not None:
        at, letter = seen[at]
        letters.append(letter)
    return "".join(reversed(letters))


def _characters(name: str, argument, fold: bool) -> frozenset[int]:
    everything = frozenset(range(_MAX_CHAR + 1))
    if name == "ANY":
        return everything - {10}
    if name in ("LITERAL", "NOT_LITERAL"):
        found = {argument}
    else:
        found = set()
        for kind, value in argument:
            if str(kind) == "LITERAL":
                found.add(value)
            elif str(kind) == "RANGE":
                found.update(range(value[0], min(value[1], _MAX_CHAR) + 1))
            elif str(kind) == "CATEGORY":
                found.update(_category(str(value)))
    if fold:
        found |= {ord(chr(code).swapcase()) for code in found if chr(code).isalpha() and code <= _MAX_CHAR}
    negated = name == "NOT_LITERAL" or (name == "IN" and str(argument[0][0]) == "NEGATE")
    return everything - found if negated else frozenset(found)


def _category(name: str) -> set[int]:
    sets = {"DIGIT": _DIGITS, "SPACE": " \t\n\r\f\v", "WORD": _BASE62 + "_"}
    kind = name.removeprefix("CATEGORY_")
    found = {ord(letter) for letter in sets[kind.removeprefix("NOT_")]}
    return set(range(_MAX_CHAR + 1)) - found if kind.startswith("NOT_") else found


# ---- making and finding ----------------------------------------------------------------------------------------------


def make(rule: Rule, choose: random.Random) -> str:
    """A synthetic text of the rule; `\\n` in `makes` stays as the two characters."""

    def fill(match: re.Match) -> str:
        if match[3] == "uuid":
            digits = "".join(choose.choices(_ALPHABETS["hex"], k=32))
            digits = digits[:12] + "4" + digits[13:16] + choose.choice("89ab") + digits[17:]
            return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))
        if match[3] == "crc":
            return "\0"
        return "".join(choose.choices(_ALPHABETS[match[1]], k=int(match[2])))

    text = _HOLE.sub(fill, rule.makes)
    if "\0" not in text:
        return text
    before = text.split("\0")[0]
    if rule.check == "luhn":
        return text.replace("\0", next(d for d in _DIGITS if luhn(re.sub(r"\D", "", before) + d)))
    return text.replace("\0", github_checksum(before.split("_", 1)[1]))


def github_checksum(text: str) -> str:
    rest, digits = zlib.crc32(text.encode()), ""
    while rest:
        rest, digit = divmod(rest, 62)
        digits = _BASE62[digit] + digits
    return digits.rjust(6, "0")


def luhn(digits: str) -> bool:
    values = [int(digit) for digit in reversed(digits)]
    return sum(v if i % 2 == 0 else sum(divmod(2 * v, 10)) for i, v in enumerate(values)) % 10 == 0


def check_holds(name: str, secret: str) -> bool:
    if name == "github_crc32":
        body = secret.split("_", 1)[1]
        return github_checksum(body[:-6]) == body[-6:]
    if name == "luhn":
        return luhn(re.sub(r"\D", "", secret))
    if name == "jwt":
        head = secret.split(".")[0]
        try:
            return "alg" in json.loads(base64.urlsafe_b64decode(head + "=" * (-len(head) % 4)))
        except (ValueError, binascii.Error):
            return False
    if name == "pem":
        plain = secret.replace("\\n", "\n").replace("\\r", "")
        labels = re.findall(r"-----(?:BEGIN|END) ([^-]+)-----", plain)
        return len(labels) == 2 and labels[0] == labels[1]
    return True


def entropy(text: str) -> float:
    counts = Counter(text).values()
    return -sum(n / len(text) * math.log2(n / len(text)) for n in counts) if text else 0.0


@dataclass
class Found:
    whole: str
    secret: str
    start: int


def candidates(rule: Rule, text: str, key: str = "") -> list[Found]:
    """What the rule's expression, edges, words and near words leave; entropy and checksum are judged by the caller."""
    result = []
    for match in rule.expression.finditer(text):
        start, end = match.span()
        if rule.edges == "word" and (text[start - 1 : start] in _WORD_CHARACTERS if start else False):
            continue
        if rule.edges == "word" and text[end : end + 1] in _WORD_CHARACTERS:
            continue
        if rule.near:
            line = text[text.rfind("\n", 0, start) + 1 : start][-NEAR_REACH:].lower()
            if not any(word in line or word in key.lower() for word in rule.near):
                continue
        whole = match.group(0)
        result.append(Found(whole, match.group(1) if rule.expression.groups else whole, start))
    return result


def found(rule: Rule, text: str, key: str = "") -> list[Found]:
    return [
        item
        for item in candidates(rule, text, key)
        if entropy(item.secret) >= rule.entropy and check_holds(rule.check, item.secret)
    ]


def surroundings(rule: Rule, made: str) -> list[tuple[str, str]]:
    """The usual places of a secret, as (text, key name)."""
    if not rule.near:
        return [(made, ""), (f"the value is {made} here", ""), (f'{{"value": "{made}"}}', ""), (f"A='{made}'\nB=2", "")]
    places = []
    for word in rule.near:
        joint = "" if word.endswith((" ", ":", "=")) else "="
        places += [(f"{word.upper()}{joint}{made}", ""), (f"export {word}{joint}'{made}'", "")]
        places += [(f'"{word}": "{made}"', ""), (f"{word}: {made}\n", ""), (made, word), (made, f"my_{word.upper()}")]
    return places


# ---- near misses -----------------------------------------------------------------------------------------------------


def near_misses(choose: random.Random) -> list[str]:
    def some(alphabet: str, count: int) -> str:
        return "".join(choose.choices(_ALPHABETS[alphabet], k=count))

    def uuid() -> str:
        return "-".join(some("hex", count) for count in (8, 4, 4, 4, 12))

    png = "iVBORw0KGgoAAAANSUhEUgAAA" + some("base64", 120)
    sha1, sha256, md5 = some("hex", 40), some("hex", 64), some("hex", 32)
    texts = [
        uuid(), uuid().upper(), sha1, sha256, md5, some("hex", 128), md5.upper(), sha256[:12],
        f'ETag: "{md5}"', f'ETag: W/"{some("hex", 12)}-{some("base64", 27)}"', f'"etag":"\\"{md5}-7\\""',
        f"commit {sha1}", f"index {sha1[:7]}..{md5[:7]} 100644", f"tree {sha1}\nparent {sha1}\n",
        f"100644 blob {sha1}\tsrc/main.cpp", f"160000 commit {sha1}\tvendor/library",
        f'"integrity": "sha512-{some("base64", 86)}=="', f"integrity sha1-{some('base64', 27)}=",
        f'"resolved": "https://registry.example.com/left-pad/-/left-pad-1.3.0.tgz#{sha1}"',
        f'  resolution: {{integrity: sha512-{some("base64", 86)}==}}',
        f'checksum = "{sha256}"', f'    {{file = "idna-3.7-py3-none-any.whl", hash = "sha256:{sha256}"}},',
        f"    --hash=sha256:{sha256} \\", f"golang.org/x/text v0.14.0 h1:{some('base64', 43)}=",
        f"github.com/pkg/errors v0.9.1/go.mod h1:{some('base64', 43)}=", f"  nokogiri (1.16.5-x86_64-linux)",
        f"image: registry.example.com/app@sha256:{sha256}", f"docker-pullable://busybox@sha256:{sha256}",
        f"uses: actions/checkout@{sha1} # v4.1.1", f"rev = \"{sha1}\"", f"CMAKE_SHA256={sha256}",
        f"data:image/png;base64,{png}", f'<script integrity="sha384-{some("base64", 64)}" crossorigin="anonymous">',
        f"//# sourceMappingURL=app.{some('hex', 20)}.js.map", f"/assets/index-{some('base64url', 8)}.js",
        f'"requestId": "{uuid()}"', f"x-request-id: {uuid()}", f"request-id: req_{some('base62', 24)}",
        f'"id":"msg_01{some("base62", 22)}"', f'"id":"chatcmpl-{some("base62", 29)}"', f'"id":"resp_{some("hex", 48)}"',
        f'"call_id":"call_{some("base62", 24)}"', f'"tool_use_id":"toolu_01{some("base62", 22)}"',
        f'"obfuscation":"{some("base62", 14)}"', f'"signature":"Er{some("base64", 200)}=="',
        f'"encrypted_content":"gAAAAAB{some("base64url", 200)}=="', f'"system_fingerprint":"fp_{some("hex", 10)}"',
        f'"cf-ray":"{some("hex", 16)}-FRA"', f"traceparent: 00-{md5}-{some('hex', 16)}-01",
        '"inputTokens": 1234567, "outputTokens": 2345678, "total_tokens": 3580245',
        '"usage":{"input_tokens":12345678,"cache_read_input_tokens":87654321}', '"max_tokens": 16384000',
        f'"invocationKey": "{some("lower", 24)}:run"', '"payloadKeys": ["alpha1234", "beta56789"]',
        '"author": "somebody12345", "authored": true', '"tokenizer": "cl100k_base_2024"', "tokenize(text, 12345678)",
        '"nextKeyframe": "frame0001-of-0099"', '"keyboard": "us-intl-104-keys"', 'monkey: "banana12345678"',
        "1.2.3", "v10.20.30-rc.1+build.20240229", "2024.02.29-nightly.12345678", ">=1.2.3 <2.0.0",
        "https://example.com/a/long/path/with/many/parts/and/a/file-name-2024-02-29.tar.gz?page=2&size=100",
        "/usr/lib/x86_64-linux-gnu/libstdc++.so.6.0.30", "C:\\Program Files\\Common Files\\Example 12\\bin\\tool.exe",
        "src/components/authentication/TokenRefreshPasswordForm.test.tsx",
        "node_modules/.pnpm/token-types@6.0.0/node_modules",
        "at-rule-no-unknown", "pk-constraint", "rt-thread-scheduler", "at-mentioned", "at-least-once-delivery",
        "sk-learn-compatible-estimators", "task-ant-build-something-quickly", "risk-assessment-for-projects-in-2024",
        "password: string; token: string; secret?: string", "const token = await getToken();", "password = input()",
        "if (password === confirmPassword) { return true; }", 'placeholder="Enter your password"', "token: Token,",
        "let secret = config.get(\"secret\");", "PASSWORD=${DB_PASSWORD}", "password: ${{ secrets.DEPLOY_PASSWORD }}",
        "api_key = os.environ[\"SERVICE_API_KEY_2\"]", "Authorization: Bearer ${TOKEN}",
        "Authorization: Bearer <token>",
        "the bearer of this document", "basic authentication is required", "Bearer authentication with OAuth 2.0",
        "mailto:somebody@example.com", "git@github.com:owner/repository.git", "ssh://git@example.com:22/owner/repo.git",
        "https://user@example.com/path", "redis://localhost:6379/0", "postgres://localhost:5432/app",
        "http://[::1]:8080/",
        "-----BEGIN CERTIFICATE-----\nMIID" + some("base64", 60) + "\n-----END CERTIFICATE-----",
        "-----BEGIN PUBLIC KEY-----\nMIIB" + some("base64", 60) + "\n-----END PUBLIC KEY-----",
        "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI" + some("base64", 43) + " user@host",
        '!function(e,t){"object"==typeof exports?t(exports):t((e=e||self).lib={})}(this,'
        'function(e){var t=e.token,n=e.key;'
        'for(var r=0;r<t.length;r++)n[r]=t.charCodeAt(r)^255;e.password=function(e){return e?1:0},e.default=n});',
        'function a(b,c){return b.secret===c?b.key:c.token||"none"}var d={token:a,password:b,apiKey:c,secret:1e8};',
        ".button{background:#0f0f0f}.icon{background:url("
        "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7)}",
        f'{{"kind":"snapshot","sha256":"{sha256}","size":123456,"path":"out/{md5}.bin"}}',
        f"2024-02-29T12:34:56.789Z INFO [{some('hex', 16)}] request {uuid()} took 123 ms",
        f"{some('digits', 13)}", f"{some('digits', 19)}", "+49 30 1234 5678", "4111-1111", "0x" + sha256, "0x" + sha1,
        "lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor incididunt ut labore",
        "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "SCREAMING_SNAKE_CASE_CONSTANT_NAME_WITH_MANY_PARTS_2",
        "kebab-case-name-with-many-parts-2",
    ]
    return texts


def provider_misses(provider: str, choose: random.Random) -> list[str]:
    """Harmless lines that name a provider and carry an identifier."""

    def some(alphabet: str, count: int) -> str:
        return "".join(choose.choices(_ALPHABETS[alphabet], k=count))

    uuid = "-".join(some("hex", count) for count in (8, 4, 4, 4, 12))
    sha1, sha256, md5 = some("hex", 40), some("hex", 64), some("hex", 32)
    return [
        f"uses: {provider}/{provider}-action@{sha1}", f"https://{provider}.com/releases/{uuid}",
        f'"{provider}RequestId": "{uuid}"', f'"{provider}_commit": "{sha1}"', f"{provider}-1.2.3.tgz#{sha1}",
        f"https://cdn.example.com/{provider}.min.js?v={md5}", f"image: {provider}/{provider}@sha256:{sha256}",
        f'"{provider}": "sha512-{some("base64", 86)}=="', f"{provider} {sha256}", f"{provider}: {md5}",
        f'"{provider}": {{"id": "{some("hex", 24)}"}}', f"{provider}_digest = {sha256}", f"{provider}-{uuid}.json",
    ]


# ---- the checks ------------------------------------------------------------------------------------------------------


class Report:
    def __init__(self) -> None:
        self.faults: list[str] = []

    def add(self, where: str, text: str) -> None:
        self.faults.append(f"{where}: {text}")


def compiled(expression: str):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        python = re.compile(expression, re.ASCII)
    if re2 is not None:
        return re2.compile(expression)
    return python


def read_rules(root: Path, report: Report) -> list[Rule]:
    rules: list[Rule] = []
    ids: dict[str, str] = {}
    for path in sorted((root / "rules").glob("*.yaml")):
        try:
            entries = read_list(path)
        except FormError as error:
            report.add(path.name, str(error))
            continue
        for number, entry in enumerate(entries, 1):
            where = f"{path.name}: {entry.get('id', f'rule {number}')}"
            faults = form_faults(entry)
            if not faults:
                faults = [f"not for RE2: {fault}" for fault in re2_faults(entry["finds"])]
            if faults:
                for fault in faults:
                    report.add(where, fault)
                continue
            if entry["id"] in ids:
                report.add(where, f"the id is used in {ids[entry['id']]} too")
            ids[entry["id"]] = path.name
            try:
                rule = Rule(file=path.name, **entry)
                rule.expression = compiled(rule.finds)
            except (re.error, Warning) as error:
                report.add(where, f"the expression does not compile: {error}")
                continue
            if rule.expression.groups > 1:
                report.add(where, "more than one capture group")
                continue
            rules.append(rule)
    return rules


def prove(rule: Rule, report: Report) -> None:
    where = f"{rule.file}: {rule.id}"
    automaton = Automaton(rule.finds)
    if automaton.takes_empty():
        report.add(where, "the expression matches the empty text")
    if rule.words:
        without = automaton.text_without(rule.words, rule.exact)
        if without is not None:
            report.add(where, f"a text without any of the words matches, such as {without[:60]!r}")
        for word in rule.words:
            if len(rule.words) > 1 and automaton.text_without([w for w in rule.words if w != word], rule.exact) is None:
                report.add(where, f"the word '{word}' is not needed")


def try_texts(rule: Rule, count: int, report: Report) -> list[str]:
    """Makes synthetic texts and looks for them; returns the secrets."""
    where = f"{rule.file}: {rule.id}"
    choose = random.Random(rule.id)
    secrets: list[str] = []
    dull = 0
    for _ in range(count):
        made = make(rule, choose)
        forms = [made] if "\\n" not in made else [made, made.replace("\\n", "\n")]
        for form in forms:
            if rule.expression.search(form) is None:
                report.add(where, "a made text does not match")
                return secrets
            compared = form if rule.exact else form.lower()
            if rule.words and not any(word in compared for word in rule.words):
                report.add(where, "a made text holds none of the words")
                return secrets
            for text, key in surroundings(rule, form):
                items = candidates(rule, text, key)
                if not items:
                    report.add(where, f"a made text is not found {('beside ' + key) if key else 'in ' + _shape(text)}")
                    return secrets
                best = max(items, key=lambda item: len(item.secret))
                if best.secret not in form:
                    report.add(where, f"the secret reaches beyond the made text in {_shape(text)}")
                    return secrets
                if not check_holds(rule.check, best.secret):
                    report.add(where, f"a made text fails the check {rule.check}")
                    return secrets
            secrets += [best.secret, best.whole]
            if entropy(best.secret) < rule.entropy:
                dull += 1
            if rule.near and candidates(rule, f"value: {form}"):
                report.add(where, "found without any near word")
                return secrets
    if dull > (1.0 - ENTROPY_SHARE) * count:
        report.add(where, f"{dull} of {count} made texts stay below the entropy {rule.entropy}")
    return secrets


def _shape(text: str) -> str:
    return re.sub(r"[0-9A-Za-z+/_-]{16,}", "...", text)[:60]


def try_misses(rules: list[Rule], report: Report) -> None:
    misses = near_misses(random.Random("near misses"))
    for rule in rules:
        provider = rule.id.split(".")[0]
        texts = misses + (provider_misses(provider, random.Random(rule.id)) if rule.near else [])
        hits = [text for text in texts if found(rule, text)]
        for text in hits[:MISSES_SHOWN]:
            report.add(f"{rule.file}: {rule.id}", f"found in a near miss: {text[:60]!r}")
        if len(hits) > MISSES_SHOWN:
            report.add(f"{rule.file}: {rule.id}", f"found in {len(hits) - MISSES_SHOWN} more near misses")


def check_fakes(root: Path, secrets: dict[str, list[str]], report: Report) -> int:
    path = root / "known_fakes.yaml"
    try:
        entries = read_list(path)
    except FormError as error:
        report.add(path.name, str(error))
        return 0
    seen: set[str] = set()
    for number, entry in enumerate(entries, 1):
        where = f"{path.name}: entry {number}"
        for key in entry:
            if key not in FAKE_KEYS:
                report.add(where, f"unknown key '{key}'")
        if ("value" in entry) == ("pattern" in entry) or "kind" not in entry or "reason" not in entry:
            report.add(where, "an entry has a value or a pattern, a kind and a reason")
            continue
        if entry["kind"] not in FAKE_KINDS:
            report.add(where, f"the kind must be one of {', '.join(FAKE_KINDS)}")
        text = entry.get("value", entry.get("pattern"))
        if text in seen:
            report.add(where, f"{text} stands twice")
        seen.add(text)
        for fault in re2_faults(entry.get("pattern", "")):
            report.add(where, f"not for RE2: {fault}")
        expression = compiled(entry["pattern"] if "pattern" in entry else re.escape(entry["value"]))
        if Automaton(entry.get("pattern", "x")).takes_empty():
            report.add(where, "the pattern matches the empty text")
        for rule, texts in secrets.items():
            if any(expression.fullmatch(made) for made in texts):
                report.add(where, f"{text} matches a freshly made {rule}")
    return len(entries)


def show(rules: list[Rule], wanted: str) -> int:
    for rule in rules:
        if rule.id == wanted:
            choose = random.Random(rule.id)
            for _ in range(3):
                made = make(rule, choose)
                text = f"{rule.near[0]}: {made}" if rule.near else made
                print(text, [item.secret for item in found(rule, text)], sep="\n  ")
            return 0
    print(f"there is no rule {wanted}", file=sys.stderr)
    return 1


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parent)
    parser.add_argument("--texts", type=int, default=40)
    parser.add_argument("--rule", default="")
    options = parser.parse_args()
    report = Report()
    rules = read_rules(options.root, report)
    if options.rule:
        return show(rules, options.rule)
    secrets: dict[str, list[str]] = {}
    for rule in rules:
        prove(rule, report)
        secrets[rule.id] = try_texts(rule, max(20, options.texts), report)
    try_misses(rules, report)
    fakes = check_fakes(options.root, secrets, report)
    if len(rules) < LEAST_RULES:
        report.add("rules", f"{len(rules)} rules, at least {LEAST_RULES} are expected")
    for file, count in sorted(Counter(rule.file for rule in rules).items()):
        print(f"{count:5}  rules/{file}")
    providers = {rule.id.split(".")[0] for rule in rules}
    print(f"{len(rules):5}  rules of {len(providers)} providers, {sum(map(len, secrets.values()))} made texts tried")
    print(f"{fakes:5}  known fakes")
    for fault in report.faults:
        print(f"fault: {fault}", file=sys.stderr)
    print("no faults" if not report.faults else f"{len(report.faults)} faults", f"(engine: {'re2' if re2 else 're'})")
    return 1 if report.faults else 0


if __name__ == "__main__":
    sys.exit(main())
