"""The carriers of the specification: every way a planted text can stand in a file.

A carrier writes records, one for each planted text, so that the line of a finding says whose record it lies on; and it
reads them back, which shows that the file is still what it was and holds as many records. Between the records stands
harmless text, as in real files.

    write: (texts) -> files, each with the lines of every record     read: (bytes) -> the records, decoded
"""

from __future__ import annotations

import base64
import email
import gzip
import json
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from urllib.parse import parse_qsl, quote, quote_plus, unquote, urlsplit

import yaml

from texts import Planted

RECORDS_PER_FILE = 640
_WORDS = ("amber basin candle drift ember furrow garden harbour inlet juniper kettle lantern meadow orchard pebble quarry "
          "river saddle timber valley willow").split()
_ANSI = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
_CODES = ("\x1b[31m", "\x1b[1;38;5;208m", "\x1b[K", "\x1b[0m")


class Unreadable(Exception):
    """A file that is no longer what its carrier wrote."""


@dataclass
class File:
    name: str
    body: bytes
    spans: list[tuple[Planted, int, int]]  # first and last line


@dataclass
class Sheet:
    """Collects text and notes on which lines each record stands."""

    text: list[str] = field(default_factory=list)
    spans: list[tuple[Planted, int, int]] = field(default_factory=list)
    line: int = 1

    def add(self, text: str, planted: Planted | None = None) -> None:
        first = self.line
        self.text.append(text)
        self.line += text.count("\n")
        if planted is not None:
            self.spans.append((planted, first, self.line if not text.endswith("\n") else self.line - 1))

    def file(self, name: str) -> File:
        return File(name, "".join(self.text).encode(), self.spans)


def prose(planted: Planted) -> str:
    """Harmless words, about as long as the secret."""
    choose = random.Random(f"{planted.rule} {planted.number}")
    words = choose.choices(_WORDS, k=6 + len(planted.text) // 7)
    return " ".join(words)


@dataclass
class Carrier:
    name: str
    suffix: str
    fill: Callable[[Sheet, list[Planted]], None]
    read: Callable[[bytes], list[str]]
    fits: Callable[[Planted], bool] = lambda planted: True
    per_file: int = RECORDS_PER_FILE
    pack: Callable[[bytes], bytes] | None = None
    keeps_length: bool = True  # of the decoded record; percent signs may go where a whole password is replaced as it stands

    def write(self, texts: list[Planted]) -> Iterator[File]:
        for number, at in enumerate(range(0, len(texts), self.per_file)):
            sheet = Sheet()
            self.fill(sheet, texts[at : at + self.per_file])
            file = sheet.file(f"{self.name}-{number:05}{self.suffix}")
            if self.pack:
                file.body = self.pack(file.body)
            yield file


def parsed(parse: Callable[[bytes], list[str]]) -> Callable[[bytes], list[str]]:
    """Turns whatever a parser raises into one kind of error."""

    def read(body: bytes) -> list[str]:
        try:
            return parse(body)
        except Exception as error:  # of any kind: that is the question
            raise Unreadable(f"{type(error).__name__}: {str(error)[:160]}") from None

    return read


# ---- JSON ------------------------------------------------------------------------------------------------------------


def _object(number: int, planted: Planted, **more: str) -> str:
    return json.dumps({"n": number, planted.name: planted.value, "about": prose(planted), **more})


def _fill_json(sheet: Sheet, texts: list[Planted]) -> None:
    sheet.add('{"records": [\n')
    for number, planted in enumerate(texts):
        sheet.add(_object(number, planted) + (",\n" if number + 1 < len(texts) else "\n"), planted)
    sheet.add("]}\n")


def _joined(record: dict) -> str:
    """The field between the number and the prose."""
    (name, value), = [(name, value) for name, value in record.items() if name not in ("n", "about")]
    return f"{name}={value}"


def _fill_jsonl(sheet: Sheet, texts: list[Planted]) -> None:
    for number, planted in enumerate(texts):
        sheet.add(_object(number, planted) + "\n", planted)


def _fill_nested(sheet: Sheet, texts: list[Planted]) -> None:
    """JSON in a string, every second time in a string of a string."""
    for number, planted in enumerate(texts):
        inner = json.dumps({planted.name: planted.value, "about": prose(planted)})
        if number % 2:
            inner = json.dumps({"message": inner})
        sheet.add(json.dumps({"n": number, "body": inner}) + "\n", planted)


def _read_nested(body: bytes) -> list[str]:
    records = []
    for line in body.decode().splitlines():
        inner = json.loads(json.loads(line)["body"])
        records.append(_joined(json.loads(inner["message"]) if "message" in inner else inner))
    return records


def _fill_argv(sheet: Sheet, texts: list[Planted]) -> None:
    """Recorded command lines, one list each; the option and its value as one word or as two."""
    sheet.add("[\n")
    for number, planted in enumerate(texts):
        option = [f"--{planted.name}={planted.value}"] if number % 2 else [f"--{planted.name}", planted.value]
        words = ["tool", "--about", prose(planted), *option]
        sheet.add(json.dumps(words) + (",\n" if number + 1 < len(texts) else "\n"), planted)
    sheet.add("]\n")


def _read_argv(body: bytes) -> list[str]:
    return ["=".join(words[3:]).removeprefix("--") for words in json.loads(body)]


# ---- YAML ------------------------------------------------------------------------------------------------------------


def _fill_yaml(write: Callable[[Planted], str]) -> Callable[[Sheet, list[Planted]], None]:
    def fill(sheet: Sheet, texts: list[Planted]) -> None:
        for number, planted in enumerate(texts):
            sheet.add(f"- n: {number}\n  {planted.name}: {write(planted)}\n  about: {prose(planted)}\n", planted)

    return fill


def _is_plain(planted: Planted) -> bool:
    """Can be written without quotes in a block map."""
    text = planted.value
    return (re.fullmatch(r"[0-9A-Za-z$/_.][^\n\t]*", text) is not None and ": " not in text and " #" not in text
            and not text.endswith((":", " ")))


def _yaml_quoted(planted: Planted) -> str:
    if planted.number % 2 and planted.is_one_line:
        return "'" + planted.value.replace("'", "''") + "'"
    return json.dumps(planted.value)


def _yaml_block(planted: Planted) -> str:
    sign = ">-" if planted.number % 2 and planted.is_one_line else "|-"
    return f"{sign}\n    " + planted.value.strip("\n").replace("\n", "\n    ")


def _read_yaml(body: bytes) -> list[str]:
    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)  # every scalar stays a text
    return [_joined(record) for record in yaml.load(body, loader)]


# ---- streams ---------------------------------------------------------------------------------------------------------


def _halves(planted: Planted) -> tuple[str, str]:
    """Broken inside the secret; a blank line stands between the records."""
    whole = planted.line.strip("\n")
    middle = len(whole) - len(planted.text) // 2
    return f"{prose(planted)}\n\n{whole[:middle]}", f"{whole[middle:]}\n\n"


def _fill_sse(sheet: Sheet, texts: list[Planted]) -> None:
    for planted in texts:
        frames = ""
        for piece in _halves(planted):
            data = {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": piece}}
            frames += f"event: content_block_delta\ndata: {json.dumps(data)}\n\n"
        sheet.add(frames, planted)


def _read_sse(body: bytes) -> list[str]:
    pieces = []
    for frame in body.decode().split("\n\n"):
        if frame:
            event, data = frame.split("\n")
            if event != "event: content_block_delta":
                raise Unreadable("the name of an event has changed")
            pieces.append(json.loads(data.removeprefix("data: "))["delta"]["text"])
    return _stream_records(pieces)


def _stream_records(pieces: list[str]) -> list[str]:
    return "".join(pieces).split("\n\n")[1::2]


def _fill_jsonl_split(sheet: Sheet, texts: list[Planted]) -> None:
    for planted in texts:
        sheet.add("".join(json.dumps({"type": "delta", "text": piece}) + "\n" for piece in _halves(planted)), planted)


# ---- HTTP ------------------------------------------------------------------------------------------------------------


def _fill_header(sheet: Sheet, texts: list[Planted]) -> None:
    for number, planted in enumerate(texts):
        sheet.add(f"GET /items/{number} HTTP/1.1\r\nHost: example.com\r\n{planted.name}: {planted.value}\r\n"
                  f"About: {prose(planted)}\r\n\r\n", planted)


def _read_header(body: bytes) -> list[str]:
    records = []
    for head in body.decode().split("\r\n\r\n")[:-1]:
        start, host, secret, about = head.split("\r\n")
        if not re.fullmatch(r"GET /items/\d+ HTTP/1\.1", start) or host != "Host: example.com" or not about.startswith("About: "):
            raise Unreadable("a line beside the planted one has changed")
        records.append("=".join(secret.split(": ", 1)))
    return records


def _fill_userinfo(sheet: Sheet, texts: list[Planted]) -> None:
    for number, planted in enumerate(texts):
        user = planted.name if planted.near else "user"
        sheet.add(f"{prose(planted)}\n#{number} see https://{user}:{quote(planted.value, safe='')}@example.com/items/{number} there\n", planted)


def _fill_query(sheet: Sheet, texts: list[Planted]) -> None:
    for number, planted in enumerate(texts):
        address = f"https://example.com/items?page={number}&{planted.name}={quote(planted.value, safe='')}&size=10"
        sheet.add(f"{prose(planted)}\n#{number} see {address} there\n",
                  planted)


def _addresses(body: bytes) -> Iterator[str]:
    for line in body.decode().splitlines():
        if line.startswith("#"):
            yield re.fullmatch(r"#\d+ see (\S+) there", line)[1]


def _read_userinfo(body: bytes) -> list[str]:
    parts = [urlsplit(address) for address in _addresses(body)]
    return [f"{part.username}={unquote(part.password)}" for part in parts]


def _read_query(body: bytes) -> list[str]:
    """Not parse_qsl: a plus sign in an address is no space."""
    records = []
    for address in _addresses(body):
        fields = urlsplit(address).query.split("&")
        lost = "" if len(fields) == 3 and fields[2] == "size=10" else " (the field behind it is gone)"
        records.append("=".join(map(unquote, fields[1].split("=", 1))) + lost)
    return records


def _fill_percent_twice(sheet: Sheet, texts: list[Planted]) -> None:
    for number, planted in enumerate(texts):
        address = f"https://example.com/back?page=1&{planted.name}={quote(planted.value, safe='')}"
        sheet.add(f"{prose(planted)}\n#{number} see https://example.com/go?to={quote(address, safe='')}&n={number} there\n", planted)


def _read_percent_twice(body: bytes) -> list[str]:
    records = []
    for address in _addresses(body):
        inner = unquote(urlsplit(address).query.split("&")[0].removeprefix("to="))
        records.append("=".join(map(unquote, urlsplit(inner).query.split("&")[1].split("=", 1))))
    return records


def _fill_form(sheet: Sheet, texts: list[Planted]) -> None:
    for number, planted in enumerate(texts):
        form = f"n={number}&{planted.name}={quote_plus(planted.value)}&about={quote_plus(prose(planted))}"
        sheet.add(json.dumps({"method": "POST", "type": "application/x-www-form-urlencoded", "body": form}) + "\n", planted)


def _read_form(body: bytes) -> list[str]:
    records = []
    for line in body.decode().splitlines():
        fields = parse_qsl(json.loads(line)["body"], keep_blank_values=True, strict_parsing=True)
        records.append(_joined(dict(fields)))
    return records


_BOUNDARY = "----part-of-a-form-5c1e"


def _fill_multipart(sheet: Sheet, texts: list[Planted]) -> None:
    sheet.add(f"POST /upload HTTP/1.1\r\nHost: example.com\r\nContent-Type: multipart/form-data; boundary={_BOUNDARY}\r\n\r\n")
    for planted in texts:
        sheet.add(f'--{_BOUNDARY}\r\nContent-Disposition: form-data; name="about"\r\n\r\n{prose(planted)}\r\n'
                  f'--{_BOUNDARY}\r\nContent-Disposition: form-data; name="{planted.name}"\r\n\r\n{planted.value}\r\n', planted)
    sheet.add(f"--{_BOUNDARY}--\r\n")


def _read_multipart(body: bytes) -> list[str]:
    message = email.message_from_bytes(body.split(b"\r\n", 1)[1])
    parts = message.get_payload()
    if not message.is_multipart() or message.defects or message.preamble:
        raise Unreadable("no longer a multipart body")
    return [f"{part.get_param('name', header='content-disposition')}={part.get_payload(decode=True).decode()}" for part in parts[1::2]]


# ---- packed, and plain text ------------------------------------------------------------------------------------------


def _fill_base64(sheet: Sheet, texts: list[Planted]) -> None:
    """Standard and for addresses, with padding and without, in turn."""
    for number, planted in enumerate(texts):
        raw = f"{prose(planted)}\n{planted.line}\n".encode()
        packed = base64.urlsafe_b64encode(raw).decode().rstrip("=") if number % 2 else base64.b64encode(raw).decode()
        sheet.add(json.dumps({"n": number, "body": packed}) + "\n", planted)


def _read_base64(body: bytes) -> list[str]:
    records = []
    for number, line in enumerate(body.decode().splitlines()):
        packed = json.loads(line)["body"]
        if number % 2:
            raw = base64.b64decode(packed + "=" * (-len(packed) % 4), altchars=b"-_", validate=True)
        else:
            raw = base64.b64decode(packed, validate=True)
        records.append(raw.decode().split("\n", 1)[1].removesuffix("\n"))
    return records


def _fill_lines(sheet: Sheet, texts: list[Planted]) -> None:
    for number, planted in enumerate(texts):
        sheet.add(f"{prose(planted)}\n#{number} {planted.line}\n", planted)


def _read_lines(body: bytes) -> list[str]:
    """A record goes on until the next one's prose, or to the end."""
    words = "|".join(_WORDS)
    text = re.sub(rf"^(?:(?:{words})(?: |$))+\n", "\0", body.decode(), flags=re.MULTILINE)
    return [re.sub(r"^#\d+ ", "", record).removesuffix("\n") for record in text.split("\0")[1:]]


def _fill_env(sheet: Sheet, texts: list[Planted]) -> None:
    """What `env` prints: every second value is not quoted and may go over lines."""
    sheet.add("PATH=/usr/local/bin:/usr/bin:/bin\nLANG=C.UTF-8\nTERM=xterm-256color\n")
    for number, planted in enumerate(texts):
        value = planted.text if planted.variable or not planted.near else planted.line
        sheet.add(f"N{number}_ABOUT={prose(planted)}\nN{number}_{(planted.variable or 'item').upper()}={value}\n", planted)


def _read_env(body: bytes) -> list[str]:
    parts = re.split(r"^N\d+_(?=[0-9A-Z_]+=)", body.decode(), flags=re.MULTILINE)[1:]
    if any(not part.startswith("ABOUT=") for part in parts[::2]):
        raise Unreadable("a variable beside the planted one has changed")
    return [part.removesuffix("\n") for part in parts[1::2]]


def _fill_ansi(place: str) -> Callable[[Sheet, list[Planted]], None]:
    def fill(sheet: Sheet, texts: list[Planted]) -> None:
        for number, planted in enumerate(texts):
            text, code = planted.text, _CODES[number % len(_CODES)]
            before = planted.line.removesuffix(text)
            middle = len(text) // 2
            coloured = {"before": code + text, "after": text + code, "middle": text[:middle] + code + text[middle:]}[place]
            sheet.add(f"{prose(planted)}\n#{number} {before}{coloured}\n", planted)

    return fill


def _read_ansi(body: bytes) -> list[str]:
    codes = len(_ANSI.findall(body.decode()))
    records = _read_lines(_ANSI.sub("", body.decode()).encode())
    if codes != len(records):
        raise Unreadable(f"{codes} colour codes for {len(records)} records")
    return records


def _one_line(planted: Planted) -> bool:
    return planted.is_one_line


CARRIERS = [
    Carrier("json_value", ".json", _fill_json, parsed(lambda body: [_joined(r) for r in json.loads(body)["records"]])),
    Carrier("yaml_plain", ".yaml", _fill_yaml(lambda planted: planted.value), parsed(_read_yaml), _is_plain),
    Carrier("yaml_quoted", ".yaml", _fill_yaml(_yaml_quoted), parsed(_read_yaml)),
    Carrier("yaml_block", ".yaml", _fill_yaml(_yaml_block), parsed(_read_yaml)),
    Carrier("jsonl", ".jsonl", _fill_jsonl, parsed(lambda body: [_joined(json.loads(x)) for x in body.decode().splitlines()])),
    Carrier("jsonl_split", ".jsonl", _fill_jsonl_split,
            parsed(lambda body: _stream_records([json.loads(x)["text"] for x in body.decode().splitlines()]))),
    Carrier("sse_split", ".sse", _fill_sse, parsed(_read_sse)),
    Carrier("header", ".http", _fill_header, parsed(_read_header), _one_line),
    Carrier("url_userinfo", ".txt", _fill_userinfo, parsed(_read_userinfo), keeps_length=False),
    Carrier("url_query", ".txt", _fill_query, parsed(_read_query)),
    Carrier("form", ".jsonl", _fill_form, parsed(_read_form)),
    Carrier("multipart", ".http", _fill_multipart, parsed(_read_multipart), per_file=160),
    Carrier("base64", ".jsonl", _fill_base64, parsed(_read_base64)),
    Carrier("gzip", ".txt.gz", _fill_lines, parsed(lambda body: _read_lines(gzip.decompress(body))), per_file=1,
            pack=lambda body: gzip.compress(body, mtime=0)),
    Carrier("percent_twice", ".txt", _fill_percent_twice, parsed(_read_percent_twice)),
    Carrier("nested_json", ".jsonl", _fill_nested, parsed(_read_nested)),
    Carrier("argv", ".json", _fill_argv, parsed(_read_argv)),
    Carrier("env_dump", ".env", _fill_env, parsed(_read_env)),
    Carrier("ansi_before", ".log", _fill_ansi("before"), parsed(_read_ansi)),
    Carrier("ansi_after", ".log", _fill_ansi("after"), parsed(_read_ansi)),
    Carrier("ansi_middle", ".log", _fill_ansi("middle"), parsed(_read_ansi)),
]
