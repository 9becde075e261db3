"""Conversations with models that others recorded (shared/data/cassettes/pydantic-ai-sse-half, written by vcrpy), as they were recorded.

An exchange belongs to a family by its address. Services that imitate OpenAI's API are a group of their own: they are listed,
and no pack is measured by them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import yaml

DATA = Path(__file__).resolve().parents[3] / "shared/data/cassettes/pydantic-ai-sse-half"
FAMILIES = {
    ("api.anthropic.com", "/v1/messages"): "anthropic-messages",
    ("api.openai.com", "/v1/chat/completions"): "openai-chat",
    ("api.openai.com", "/v1/responses"): "openai-responses",
}
IMITATED = {"/chat/completions": "openai-chat", "/responses": "openai-responses"}
# Headers that every client sends and vcrpy was told not to keep.
HEADERS = {"anthropic-messages": {"anthropic-version": "2023-06-01"}}
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True)
class Event:
    name: str  # of the server-sent event, "" if it has none
    body: Any  # JSON, or the text itself where it is none


@dataclass
class Exchange:
    recording: str
    place: int  # in the recording, from 1
    family: str
    host: str
    vendor: bool  # the family's own service, not an imitator
    path: str  # with query
    headers: dict[str, str]
    body: dict[str, Any]
    status: int
    streamed: bool
    events: list[Event]  # an answer that is no stream is one event without a name

    @property
    def name(self) -> str:
        return f"{self.recording} {self.place}"


def read_events(text: str) -> list[Event]:
    """A stream of server-sent events, read as the standard says."""
    found = []
    name, data = "", []
    for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n"):
        key, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if not line and data:
            found.append(Event(name, _json("\n".join(data))))
        if not line:
            name, data = "", []
        elif key == "event":
            name = value
        elif key == "data":
            data.append(value)
    return found


def as_sent(asked: Any, shown: Any) -> Any:
    """What was asked, with the dashes that were sent. Whoever recorded it wrote `--` for a dash in requests, and not in streams;
    where the service shows a text of the request again it is known which of them were dashes."""
    if isinstance(asked, dict) and isinstance(shown, dict):
        return {name: as_sent(value, shown.get(name)) for name, value in asked.items()}
    if isinstance(asked, str) and isinstance(shown, str) and shown.replace("\u2014", "--") == asked:
        return shown
    return asked


def _with_dashes(body: dict[str, Any], events: list[Event]) -> dict[str, Any]:
    first = events[0].body if events and isinstance(events[0].body, dict) else {}
    shown = {(tool.get("type"), tool.get("name")): tool for tool in (first.get("response") or {}).get("tools", [])}
    if not shown or not isinstance(body.get("tools"), list):
        return body
    return body | {"tools": [as_sent(tool, shown.get((tool.get("type"), tool.get("name")))) for tool in body["tools"]]}


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def _family(host: str, path: str) -> tuple[str, bool]:
    if found := FAMILIES.get((host, path)):
        return found, True
    for ending, family in IMITATED.items():
        if path.endswith(ending):
            return family, False
    return "", False


def _exchanges(file: Path) -> Iterator[Exchange]:
    for place, each in enumerate(yaml.load(file.read_text(), LOADER)["interactions"], 1):  # noqa: S506: a safe loader
        asked, said = each["request"], each["response"]
        url = urlsplit(asked["uri"])
        family, vendor = _family(url.hostname or "", url.path)
        if asked["method"] != "POST" or not family:
            continue
        text = (said.get("body") or {}).get("string")
        events = [Event("", said["parsed_body"])] if text is None else read_events(text if isinstance(text, str) else text.decode())
        path = url.path + (f"?{url.query}" if url.query else "")
        yield Exchange(f"{file.parent.name}/{file.stem}", place, family, url.hostname or "", vendor, path, HEADERS.get(family, {}),
                       _with_dashes(asked["parsed_body"], events), said["status"]["code"], text is not None, events)


@cache
def everything() -> list[Exchange]:
    return [each for file in sorted(DATA.rglob("*.yaml")) for each in _exchanges(file)]


def of_family(family: str) -> list[Exchange]:
    return [each for each in everything() if each.vendor and each.family == family]


def imitators() -> list[Exchange]:
    return [each for each in everything() if not each.vendor]
