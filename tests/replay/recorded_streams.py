"""Streams that other people have recorded with vcrpy, as cassettes of ours."""

from __future__ import annotations

import base64
import json
import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import yaml
from ground import HERE, Ground, answer, piece, request, stream

DATA = HERE.parents[2] / "shared/data/cassettes/pydantic-ai-sse-half/tests"
KINDS = {"/chat/completions": "chat", "/responses": "responses", "/v1/messages": "messages"}


@dataclass
class Recorded:
    kind: str  # which SDK speaks it
    name: str
    uri: str
    body: dict
    status: int
    headers: list
    text: str


def recorded_streams() -> list[Recorded]:
    """Every streamed answer of the three protocols, in the order of the files."""
    found = []
    for path in sorted(DATA.rglob("*.yaml")):
        for number, each in enumerate(yaml.load(path.read_text(), Loader=yaml.CSafeLoader)["interactions"]):
            sent, got = each["request"], each["response"]
            url = urlsplit(sent["uri"])
            kind = next((kind for ending, kind in KINDS.items() if url.path.endswith(ending)), "")
            media = [value for name, values in got["headers"].items() if name.lower() == "content-type" for value in values]
            text = (got.get("body") or {}).get("string")
            if not kind or not any("text/event-stream" in value for value in media) or not isinstance(text, str) or not isinstance(sent.get("parsed_body"), dict):
                continue
            headers = [[name, value] for name, values in got["headers"].items() for value in values]
            found.append(Recorded(kind, f"{path.stem}-{number}", sent["uri"], sent["parsed_body"], got["status"]["code"], headers, text))
    return found


def events_of(text: str) -> list[str]:
    """Each with its blank line; joined they are the text."""
    return [part for part in re.split(r"(?<=\n\n)(?!\n)", text) if part]


def write_cassette(ground: Ground, name: str, recorded: list[Recorded]) -> Path:
    exchanges = []
    for number, each in enumerate(recorded):
        url = urlsplit(each.uri)
        sent = request("POST", url.path, host=url.netloc, query=[list(pair) for pair in parse_qsl(url.query)], headers=[["Content-Type", "application/json"]], body=json.dumps(each.body))
        pieces = [piece(event, at) for at, event in enumerate(events_of(each.text))]
        exchanges.append(stream(f"e{number}", sent, answer(each.status, headers=each.headers, pieces=pieces, end="complete"), at=number))
    return ground.cassette(name, exchanges, match={"used_up": "repeat_last"})


def sealed_texts(path: Path) -> list[str]:
    """What the cassette holds of each answer, after sealing."""
    texts = []
    for exchange in yaml.load(path.read_text(), Loader=yaml.CSafeLoader)["exchanges"]:
        text = b""
        for each in exchange["output"]["pieces"]:
            if "file" in each:
                text += (path.parent / "bodies" / each["file"].removeprefix("sha256:")).read_bytes()
            elif "base64" in each:
                text += base64.b64decode(each["base64"])
            else:
                text += each["text"].encode()
        texts.append(text.decode())
    return texts
