"""The digest of a cassette that holds one stream of a command, as docs/reference/cassette-format.md defines it."""

from __future__ import annotations

import hashlib
import json

Lines = list[dict]
ENDINGS = ("exit_code", "signal", "timed_out")


def text(value: str) -> bytes:
    raw = value.encode()
    return b"%d:%s" % (len(raw), raw)


def number(value: int) -> bytes:
    return b"i%d;" % value


def count(items: list) -> bytes:
    return b"[%d;" % len(items)


def raw(value: str) -> bytes:
    return b"+" + text(value)  # pieces here are short


def canonical(value: object) -> bytes:
    return text(json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":")))


def head_of(head: dict) -> bytes:
    made = number(head["version"]) + text(head["service"]) + text(head["name"]) + b"-" + text(head["origin"])
    source, provenance = head["source"], head["provenance"]
    made += b"+" + text(source["digest"]) + text(source["by"]) + text(source["why"])
    made += b"+" + text(provenance["recorded_at"]) + text(provenance["recorder"]["name"]) + text("") + text("") + b"--"
    return made + canonical(provenance["pinned"]) + b"0" + count([]) + count([])


def input_of(call: dict) -> bytes:
    made = text(call["program"]) + count(call["args"]) + b"".join(map(text, call["args"])) + text(call["cwd"]) + count([])
    return made + (b"-" if call["stdin"] == "none" else b"+" + raw(call["stdin"]["text"]) + text("")) + b"0"


def output_of(pieces: Lines, output: dict) -> bytes:
    made = count(pieces) + b"".join(number(each["at"]) + text(each["from"]) + raw(each["text"]) for each in pieces)
    how = next(place for place, name in enumerate(ENDINGS) if name in output)
    made += number(output["duration"]) + b"+" + number(how) + number(int(output[ENDINGS[how]]) if how < 2 else 0) + text("")
    return made + count([]) + b"-" + text("") + b"+" + text(output["end"]) + number(1)


def digest_of(lines: Lines) -> str:
    """Of a head, a start, pieces and an end, one after the other."""
    head, start, *pieces, end = lines
    made = head_of(head) + count([start]) + text(start["start"]) + text(start["kind"]) + number(start["at"]) + text("step")
    made += b"+" + text(start["effect"]) + count([]) + text("") + b"-" + b"+" + text(start["carrier"]) + text(end["output"]["framing"])
    made += input_of(start["input"]) + output_of(pieces, end["output"])
    return "sha256:" + hashlib.sha256(made).hexdigest()
