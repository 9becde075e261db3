"""Exchanges with Stripe that others recorded (shared/data/cassettes/pay-rails, written by Ruby's VCR), as they were recorded.

A careless filter had replaced three texts by placeholders in most files; the replacements are undone here, as the README
of the data describes it. They stand inside texts that were written as base64 (`!binary`) too.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import yaml

DATA = Path(__file__).resolve().parents[3] / "shared/data/cassettes/pay-rails"
REPLACED = {"<VENDOR_ID>": "1", "<VENDOR_AUTH_CODE>": "x", "<PADDLE_API_KEY>": "secret"}


@dataclass
class Exchange:
    method: str
    path: str
    form: list[tuple[str, str]]  # of the query or of the body
    version: str
    at: datetime
    status: int
    value: Any  # the answer


class _Loader(yaml.SafeLoader):
    """Ruby's local tags (`!binary`, `!str`) are read as what they stand on."""


def _plain(loader: yaml.SafeLoader, tag: str, node: yaml.Node) -> Any:
    if isinstance(node, yaml.ScalarNode):
        text = loader.construct_scalar(node)
        return undamaged(base64.b64decode(text).decode(errors="replace")) if tag == "binary" else text
    return loader.construct_mapping(node, deep=True) if isinstance(node, yaml.MappingNode) else loader.construct_sequence(node, deep=True)


_Loader.add_multi_constructor("!", _plain)


def undamaged(text: str) -> str:
    for placeholder, original in REPLACED.items():
        text = text.replace(placeholder, original)
    return text


def _body(of: dict) -> str:
    return (of.get("body") or {}).get("string") or ""


def _first(headers: dict, name: str) -> str:
    found = {key.lower(): value for key, value in (headers or {}).items()}.get(name, "")
    return str(found[0] if isinstance(found, list) else found)


def exchanges(file: Path) -> list[Exchange]:
    """Those with Stripe, in the order in which they happened."""
    found = []
    for each in yaml.load(undamaged(file.read_text()), _Loader)["http_interactions"]:  # noqa: S506: a safe loader
        asked, said = each["request"], each["response"]
        url = urlsplit(asked["uri"])
        if url.hostname != "api.stripe.com":
            continue
        form = parse_qsl(url.query, keep_blank_values=True) + parse_qsl(_body(asked), keep_blank_values=True)
        found.append(Exchange(asked["method"].upper(), url.path, form, _first(asked["headers"], "stripe-version"), parsedate_to_datetime(_first(said["headers"], "date")),
                              said["status"]["code"], json.loads(_body(said))))
    return found


def files() -> Iterator[tuple[str, list[Exchange]]]:
    for file in sorted(DATA.glob("*.yml")):
        if found := exchanges(file):
            yield file.stem, found
