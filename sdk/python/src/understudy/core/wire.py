"""HTTP/1.1 messages from bytes, whoever reads them: answers of the server, and webhooks that come to a sink."""

from __future__ import annotations

from dataclasses import dataclass

MOST_HEAD = 256 * 1024


class NoHttp(ValueError):
    """The bytes are no HTTP/1.1, or broke off."""


@dataclass(frozen=True)
class Message:
    """Names of headers are in lower case; of several lines with one name the values are joined."""

    start: str
    headers: dict[str, str]
    body: bytes

    @property
    def status(self) -> int:
        return int(self.start.split(" ", 2)[1])

    @property
    def target(self) -> str:
        return self.start.split(" ", 2)[1]


class MessageReader:
    """Fed with bytes as they come; an empty piece is the end of the connection."""

    def __init__(self) -> None:
        self._bytes = bytearray()
        self._start = ""
        self._headers: dict[str, str] | None = None
        self._rest = 0  # where the body begins

    def feed(self, data: bytes) -> Message | None:
        self._bytes += data
        if self._headers is None and not self._read_head():
            if not data:
                raise NoHttp("the connection was closed before an answer was there")
            return None
        body = self._body(ended=not data)
        if body is None:
            if not data:
                raise NoHttp("the connection was closed in the middle of an answer")
            return None
        assert self._headers is not None
        return Message(self._start, self._headers, body)

    def _read_head(self) -> bool:
        end = self._bytes.find(b"\r\n\r\n")
        if end < 0:
            if len(self._bytes) > MOST_HEAD:
                raise NoHttp("the head of the message has no end")
            return False
        lines = self._bytes[:end].decode("latin-1").split("\r\n")
        self._start = lines[0]
        if "HTTP/1." not in self._start or len(self._start.split(" ")) < 2:
            raise NoHttp(f"this is no HTTP: {self._start[:60]!r}")
        headers: dict[str, str] = {}
        for line in lines[1:]:
            name, _, value = line.partition(":")
            name, value = name.strip().lower(), value.strip()
            headers[name] = f"{headers[name]}, {value}" if name in headers else value
        self._headers = headers
        self._rest = end + 4
        return True

    def _body(self, ended: bool) -> bytes | None:
        headers = self._headers or {}
        if headers.get("transfer-encoding", "").lower() == "chunked":
            return self._chunked()
        if "content-length" in headers:
            try:
                wanted = int(headers["content-length"])
            except ValueError:
                raise NoHttp(f"no length: {headers['content-length']!r}") from None
            is_whole = len(self._bytes) - self._rest >= wanted
            return bytes(self._bytes[self._rest : self._rest + wanted]) if is_whole else None
        has_none = not self._start.startswith("HTTP/") or self.is_bodiless
        return b"" if has_none else bytes(self._bytes[self._rest :]) if ended else None

    @property
    def is_bodiless(self) -> bool:
        return self._start.split(" ")[1] in ("204", "304")

    def _chunked(self) -> bytes | None:
        body, at = b"", self._rest
        while True:
            line = self._bytes.find(b"\r\n", at)
            if line < 0:
                return None
            try:
                size = int(self._bytes[at:line].split(b";")[0], 16)
            except ValueError:
                raise NoHttp("a chunk without a size") from None
            begin = line + 2
            if len(self._bytes) < begin + size + 2:
                return None
            if size == 0:
                return body
            body += self._bytes[begin : begin + size]
            at = begin + size + 2
