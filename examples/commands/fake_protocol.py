"""A fake that lives in a Python program, spoken to by `understudy check`: JSON lines in, JSON lines out.

    class Git(Fake):
        def reset(self, given): ...    # a fresh start, in the state the cassette names
        def answer(self, call): ...    # one call; returns an Answer, or raises NotServed

    serve(Git())

Copy this file beside a fake of your own. docs/reference/fake-protocol.md has every key.
"""

from __future__ import annotations

import base64
import json
import sys
from dataclasses import dataclass, field


class NotServed(Exception):
    """The fake does not know this call; the real tool may. Never answered with an empty success."""


@dataclass
class Call:
    kind: str = "command"  # or stream, http
    program: str = ""
    args: list[str] = field(default_factory=list)
    env: dict[str, str] = field(default_factory=dict)
    stdin: bytes | None = None  # None: there was none, which is not an empty one
    method: str = ""  # these three of http
    path: str = ""
    headers: list[tuple[str, str]] = field(default_factory=list)

    def words(self) -> str:
        return f"{self.method} {self.path}" if self.kind == "http" else " ".join([self.program, *self.args])


@dataclass
class Answer:
    """What the call wrote, in the order it wrote it, and how it ended."""

    pieces: list[tuple[str, bytes]] = field(default_factory=list)
    ending: dict[str, object] = field(default_factory=lambda: {"exit_code": 0})
    more: dict[str, object] = field(default_factory=dict)  # other keys of the protocol: headers, end, files

    def out(self, text: str | bytes) -> Answer:
        return self._add("stdout", text)

    def err(self, text: str | bytes) -> Answer:
        return self._add("stderr", text)

    def body(self, text: str | bytes) -> Answer:
        return self._add("body", text)

    def exit(self, code: int) -> Answer:
        self.ending = {"exit_code": code}
        return self

    def signal(self, number: int) -> Answer:
        self.ending = {"signal": number}
        return self

    def time_out(self) -> Answer:
        self.ending = {"timed_out": True}
        return self

    def status(self, number: int, headers: list[tuple[str, str]]) -> Answer:
        self.ending, self.more["headers"] = {"status": number}, headers
        return self

    def end(self, how: str) -> Answer:
        self.more["end"] = how
        return self

    def file(self, path: str, content: bytes) -> Answer:
        files = self.more.setdefault("files", [])
        files.append({"path": path, **to_wire(content)})  # type: ignore[attr-defined]
        return self

    def _add(self, source: str, text: str | bytes) -> Answer:
        raw = text.encode() if isinstance(text, str) else text
        if raw:
            self.pieces.append((source, raw))
        return self


class Fake:
    def reset(self, given: str) -> None:
        """Forgets everything; raises NotServed for a start state it does not know."""
        raise NotImplementedError

    def answer(self, call: Call) -> Answer:
        raise NotImplementedError


def to_wire(raw: bytes) -> dict[str, str]:
    try:
        return {"text": raw.decode("utf-8")}
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(raw).decode()}


def from_wire(body: dict[str, str]) -> bytes:
    return base64.b64decode(body["base64"]) if "base64" in body else body["text"].encode()


def word(value: str | dict[str, str]) -> str:
    """An argument: text, or bytes that are no UTF-8, kept the way Python keeps them in sys.argv."""
    return value if isinstance(value, str) else from_wire(value).decode("utf-8", "surrogateescape")


def _call_of(message: dict) -> Call:
    stdin = message.get("stdin")
    return Call(kind=message["kind"], program=message.get("program", ""), args=[word(each) for each in message.get("args", [])],
                env={name: word(value) for name, value in message.get("env", {}).items()}, stdin=None if stdin is None else from_wire(stdin),
                method=message.get("method", ""), path=message.get("path", ""), headers=[tuple(pair) for pair in message.get("headers", [])])


def _reply(fake: Fake, message: dict, refusal: str) -> dict:
    call = _call_of(message)
    try:
        if refusal:
            raise NotServed(refusal)
        answer = fake.answer(call)
    except NotServed as why:
        return {"id": message["id"], "error": str(why) or f"not served: {call.words()}"}
    pieces = [{"from": source, **to_wire(raw)} for source, raw in answer.pieces]
    return {"id": message["id"], "pieces": pieces, **answer.ending, **answer.more}


def serve(fake: Fake) -> None:
    refusal = ""
    for line in sys.stdin:
        message = json.loads(line)
        if message.get("op") == "reset":
            try:
                refusal = ""
                fake.reset(message.get("given") or "")
            except NotServed as why:
                refusal = str(why)
            continue
        print(json.dumps(_reply(fake, message, refusal), ensure_ascii=False), flush=True)
