"""One control call: what is sent, and what its answer means."""

from __future__ import annotations

import json
from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar
from urllib.parse import urlencode, urlsplit

from understudy.core.wire import Message
from understudy.errors import ContractError, ControlError, UnderstudyError
from understudy.records import Record

__tracebackhide__ = True  # a failing test shows its own line, not ours

CONTRACT = 1
PAGE = 1000
PREFIX = "/__admin__"

R = TypeVar("R", bound=Record)
T = TypeVar("T")


@dataclass
class Context:
    """Which world is asked: what every call may look at."""

    url: str
    key: str
    world_id: str | None = None
    sinks: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.url = self.url.rstrip("/")
        parts = urlsplit(self.url)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.path:
            raise UnderstudyError(f"a url is http://HOST:PORT as `understudy serve` prints it, not {self.url!r}")
        if not self.key or any(not "!" <= letter <= "~" for letter in self.key):
            raise UnderstudyError("a key is the word after key= that `understudy serve` prints; this one is empty or has spaces")

    @property
    def host(self) -> str:
        return urlsplit(self.url).hostname or ""

    @property
    def port(self) -> int:
        parts = urlsplit(self.url)
        return parts.port or (443 if parts.scheme == "https" else 80)

    @property
    def is_secure(self) -> bool:
        return self.url.startswith("https:")


@dataclass(frozen=True)
class Request:
    method: str
    path: str
    query: Mapping[str, object] = field(default_factory=dict)
    body: Mapping[str, Any] | None = None
    key: str | None = None  # another world's than the context's

    def encode(self, context: Context) -> bytes:
        """The bytes of it, for HTTP/1.1."""
        given = {name: _plain(value) for name, value in self.query.items() if value is not None}
        target = PREFIX + self.path + (f"?{urlencode(given)}" if given else "")
        lines = [f"{self.method} {target} HTTP/1.1", f"Host: {urlsplit(context.url).netloc}", f"Authorization: Bearer {self.key or context.key}",
                 f"X-Understudy-Contract: {CONTRACT}"]
        body = b""
        if self.body is not None:
            body = json.dumps(self.body).encode()
            lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
        elif self.method == "POST":
            lines += ["Content-Length: 0"]
        return ("\r\n".join(lines) + "\r\n\r\n").encode() + body


@dataclass(frozen=True)
class Pause:
    """Not a request: wait until something arrives, at most so long."""

    seconds: float


Step = Request | Pause
Steps = Generator[Step, Any, T]


def next_step(steps: Steps[T], answer: Any) -> Step:
    """Hands an answer to the steps, or an error, which they may know what to do about."""
    return steps.throw(answer) if isinstance(answer, UnderstudyError) else steps.send(answer)


def read_answer(url: str, answer: Message) -> Any:
    """The record, or the refusal as an error."""
    contract = answer.headers.get("x-understudy-contract")
    value = _json_of(answer.body)
    if contract is None:
        raise ContractError(f"what answers at {url} is not understudy (it said {answer.status}); look at the url, or start `understudy serve`")
    if contract != str(CONTRACT):
        raise ContractError(f"the server at {url} speaks version {contract} of the control API, this package version {CONTRACT}; "
                            "install the package understudy and the binary of the same version")
    if answer.status < 400:
        return value
    error = value.get("error") if isinstance(value, dict) else None
    if not isinstance(error, dict):
        raise ControlError(answer.status, "unknown", f"the server answered {answer.status} without saying why")
    raise ControlError(answer.status, error.get("code", "unknown"), error.get("message", ""), error.get("field"), error.get("hint"))


def _json_of(body: bytes) -> Any:
    try:
        return json.loads(body)
    except ValueError:
        return None


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def given(**members: Any) -> dict[str, Any]:
    """Those that were given: a body never holds an option that was left out."""
    return {name: value for name, value in members.items() if value is not None}


def ask(kind: type[R], method: str, path: str, *, query: Mapping[str, object] | None = None, body: Mapping[str, Any] | None = None) -> Steps[R]:
    answer = yield Request(method, path, query or {}, body)
    return kind(answer)


def ask_all(kind: type[R], path: str, query: Mapping[str, object] | None = None) -> Steps[list[R]]:
    """A whole list, page by page to its end."""
    found: list[R] = []
    cursor: str | None = None
    while True:
        page = yield Request("GET", path, {**(query or {}), "limit": PAGE, "cursor": cursor})
        found += [kind(each) for each in page["data"]]
        cursor = page["next"]
        if cursor is None:
            return found
