"""Our cassettes, and those of other tools, as the same plain records: read here by PyYAML and json, in a few lines each.

A Call is what all formats speak of. Nothing of the program is used, so that a fault of its readers shows.
"""

from __future__ import annotations

import base64
import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import yaml

USUAL_PORTS = {"http": 80, "https": 443}


@dataclass
class Call:
    method: str
    scheme: str
    host: str
    target: str
    headers: list[tuple[str, str]]
    body: bytes
    status: int
    answer_headers: list[tuple[str, str]]
    answer: bytes
    reason: str = ""
    at: int = 0
    kind: str = "http"
    pieces: list[bytes] = field(default_factory=list)

    def parts(self) -> dict[str, object]:
        """By the places that a receipt names."""
        return {"input.method": self.method, "input.scheme": self.scheme, "input.host": self.host, "input.path": self.target,
                "input.headers": self.headers, "input.body": self.body, "output.status": self.status,
                "output.headers": self.answer_headers, "output.body": self.answer}


class CoreLoader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
    """YAML 1.2: times, `yes` and `12:30` are texts."""


CoreLoader.yaml_implicit_resolvers = {}
for tag, pattern, first in (("null", r"~|null|Null|NULL|", "~nN"), ("bool", r"true|True|TRUE|false|False|FALSE", "tTfF"),
                            ("int", r"[-+]?[0-9]+", "-+0123456789"),
                            ("float", r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?", "-+.0123456789")):
    CoreLoader.add_implicit_resolver(f"tag:yaml.org,2002:{tag}", re.compile(rf"^(?:{pattern})$"), list(first) + ([""] if tag == "null" else []))


# --- ours


@dataclass
class Cassette:
    path: Path
    head: dict
    exchanges: list[dict]

    def calls(self) -> list[Call]:
        return [self._call(each) for each in self.exchanges]

    def places(self) -> set[str]:
        return {each["at"] for each in self.head["redactions"]}

    def _bytes(self, held: dict | str | None) -> bytes:
        if held is None:
            return b""
        if isinstance(held, str):
            return held.encode()
        if "text" in held:
            return held["text"].encode()
        if "base64" in held:
            return base64.b64decode(held["base64"])
        return (self.path.parent / "bodies" / held["file"].removeprefix("sha256:")).read_bytes()

    def _pairs(self, pairs: list | None) -> list[tuple[str, str]]:
        return [(name, self._bytes(value).decode("utf-8", "surrogateescape")) for name, value in pairs or []]

    def _call(self, exchange: dict) -> Call:
        given, output = exchange["input"], exchange["output"]
        path = self._bytes(given["path"]).decode()
        query = given.get("query_text") or "&".join(f"{quote(name)}={quote(value)}" for name, value in self._pairs(given.get("query")))
        pieces = [self._bytes(piece) for piece in output.get("pieces", [])]
        if "body" in output:
            pieces = [self._bytes(output["body"])]
        target = plain(path + ("?" + query if query else ""))
        return Call(given["method"], given.get("scheme", ""), plain(given.get("host", "")), target,
                    [(name, plain(value)) for name, value in self._pairs(given.get("headers"))],
                    self._bytes(given.get("body")).replace(b"$${", b"${"), output.get("status", 0), self._pairs(output.get("headers")),
                    b"".join(pieces), output.get("reason", ""), exchange["at"], exchange["kind"], pieces)


def quote(text: str) -> str:
    unreserved = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
    return "".join(chr(byte) if byte in unreserved else f"%{byte:02X}" for byte in text.encode("utf-8", "surrogateescape"))


def plain(text: str) -> str:
    """A literal `${` of an input is written `$${`."""
    return text.replace("$${", "${")


def read_ours(path: Path) -> Cassette:
    if path.suffix == ".jsonl":
        lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        exchanges: dict[str, dict] = {}
        for line in lines[1:]:
            if "start" in line:
                exchanges[line["start"]] = {**line, "id": line["start"], "output": {"pieces": []}}
            elif "piece" in line:
                exchanges[line["piece"]]["output"]["pieces"].append(line)
            else:
                exchanges[line["end"]]["output"].update(line["output"])
        return Cassette(path, lines[0], list(exchanges.values()))
    content = yaml.load(path.read_text(encoding="utf-8"), Loader=CoreLoader)
    return Cassette(path, content, content["exchanges"])


def read_all_ours(folder: Path) -> dict[str, Cassette]:
    """By `service/name`."""
    found = {}
    for path in sorted(folder.rglob("*")):
        if path.suffix in (".yaml", ".jsonl") and path.parent.name != "bodies":
            cassette = read_ours(path)
            found[f"{cassette.head['service']}/{cassette.head['name']}"] = cassette
    return found


# --- theirs


class ForeignLoader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
    """Times stay texts, Ruby's `!binary` is bytes, other local tags are not looked at."""


ForeignLoader.yaml_implicit_resolvers = {first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:timestamp"]
                                         for first, resolvers in ForeignLoader.yaml_implicit_resolvers.items()}
ForeignLoader.add_constructor("!binary", lambda loader, node: base64.b64decode(node.value))
ForeignLoader.add_multi_constructor("!", lambda loader, suffix, node: loader.construct_scalar(node))


def load_foreign(path: Path) -> object:
    text = path.read_text(encoding="utf-8")
    return json.loads(text) if path.suffix in (".json", ".har") else yaml.load(text, Loader=ForeignLoader)


def as_bytes(text: object) -> bytes:
    return text if isinstance(text, bytes) else str(text or "").encode()


def pairs_of(headers: dict | None) -> list[tuple[str, str]]:
    return [(name, str(value)) for name, values in (headers or {}).items() for value in (values if isinstance(values, list) else [values])]


def address(url: str) -> tuple[str, str, str]:
    """Scheme, host and target, as far as the text says them: damaged ones are cut by hand."""
    if "://" not in url:
        return "", "", url if url.startswith("/") else "/" + url
    scheme, rest = url.split("://", 1)
    cut = min((place for place in (rest.find(mark) for mark in "/?#") if place >= 0), default=len(rest))
    host, target = rest[:cut].rpartition("@")[2], rest[cut:].partition("#")[0]
    if host.endswith(f":{USUAL_PORTS.get(scheme, 0)}"):
        host = host.rpartition(":")[0]
    return scheme, host, target if target.startswith("/") else "/" + target


def vcr_body(body: object) -> bytes:
    if not isinstance(body, dict):
        return as_bytes(body)
    if "base64_string" in body:
        return base64.b64decode(body["base64_string"])
    text = body.get("string")
    if isinstance(text, str) and str(body.get("encoding")).upper() == "ISO-8859-1":
        return text.encode("latin-1")
    return as_bytes(text)


def vcr_calls(content: dict) -> list[Call]:
    calls = []
    for each in content["http_interactions"]:
        request, response = each["request"], each["response"]
        calls.append(Call(request["method"].upper(), *address(request["uri"]), pairs_of(request["headers"]), vcr_body(request["body"]),
                          response["status"]["code"], pairs_of(response["headers"]), vcr_body(response["body"])))
    return calls


def compact(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()


def vcrpy_calls(content: dict) -> list[Call]:
    calls = []
    for each in content["interactions"]:
        request, response = each["request"], each["response"]
        body = compact(request["parsed_body"]) if "parsed_body" in request else as_bytes(request.get("body"))
        answer = compact(response["parsed_body"]) if "parsed_body" in response else as_bytes(response["body"]["string"])
        calls.append(Call(request["method"], *address(request["uri"]), pairs_of(request["headers"]), body,
                          response["status"]["code"], pairs_of(response["headers"]), answer))
    return calls


def go_vcr_calls(content: dict) -> list[Call]:
    calls = []
    for each in content["interactions"]:
        request, response = each["request"], each["response"]
        calls.append(Call(request["method"], *address(request["url"]), pairs_of(request["headers"]), as_bytes(request["body"]),
                          response["code"], pairs_of(response["headers"]), as_bytes(response["body"])))
    return calls


def har_calls(content: dict) -> list[Call]:
    calls = []
    for entry in sorted(content["log"]["entries"], key=lambda each: each["startedDateTime"]):
        request, response = entry["request"], entry["response"]
        listed = [[(pair["name"], pair["value"]) for pair in part["headers"]] for part in (request, response)]
        text, wrapped = response["content"].get("text", ""), response["content"].get("encoding") == "base64"
        chunks = json.loads(text) if wrapped and text.startswith("[") else [text]
        answer = b"".join(base64.b64decode(chunk) if wrapped else chunk.encode() for chunk in chunks)
        calls.append(Call(request["method"], *address(request["url"]), listed[0], request.get("postData", {}).get("text", "").encode(),
                          response["status"], listed[1], answer))
    return calls


def split_url(url: str) -> tuple[str, str]:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}", parts.path + ("?" + parts.query if parts.query else "")
