"""Plain sockets, for what no polite client does: pipelining, drips, half-closed connections, bytes right behind a head."""

from __future__ import annotations

import base64
import http.client
import json
import selectors
import socket
from typing import BinaryIO

from serving import CLIENT_SECONDS, Place, expect, expect_equal


def read_all(connection: socket.socket) -> bytes:
    parts = []
    while part := connection.recv(65536):
        parts.append(part)
    return b"".join(parts)


def read_answer(connection: socket.socket) -> tuple[int, http.client.HTTPMessage, bytes]:
    """One answer; nothing behind it is lost, because nothing is behind it."""
    answer = http.client.HTTPResponse(connection)
    answer.begin()
    return answer.status, answer.headers, answer.read()


def _next_body(reader: BinaryIO) -> bytes:
    expect_equal(reader.readline().split()[:2], [b"HTTP/1.1", b"200"], "status line")
    headers = http.client.parse_headers(reader)
    if "content-length" in headers:
        return reader.read(int(headers["content-length"]))
    expect_equal(headers["transfer-encoding"], "chunked", "transfer encoding")
    body = b""
    while size := int(reader.readline(), 16):
        body += reader.read(size)
        expect_equal(reader.readline(), b"\r\n", "end of a chunk")
    expect_equal(reader.readline(), b"\r\n", "end of the body")
    return body


def pipelined(place: Place) -> None:
    """Answers come in the order of the requests, though they are different work."""
    requests = [b"GET /echo?n=1 HTTP/1.1\r\nHost: a\r\n\r\n", b"GET /bytes/70000 HTTP/1.1\r\nHost: a\r\n\r\n",
                b"POST /echo?n=3 HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nthree", b"GET /hello HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"]
    with place.connect() as connection:
        connection.sendall(b"".join(requests))
        with connection.makefile("rb") as reader:  # one for all: an answer of http.client reads into the next
            bodies = [_next_body(reader) for _ in requests]
            expect_equal(reader.read(), b"", "bytes behind the last answer")
    expect_equal(json.loads(bodies[0])["target"], "/echo?n=1", "first answer")
    expect_equal(len(bodies[1]), 70000, "second answer")
    expect_equal(base64.b64decode(json.loads(bodies[2])["body_base64"]), b"three", "third answer")
    expect_equal(bodies[3].strip(), b"hello", "fourth answer")


def byte_by_byte(place: Place) -> None:
    with place.connect() as connection:
        for byte in b"POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n":
            connection.sendall(bytes([byte]))
        status, _, body = read_answer(connection)
    expect_equal((status, base64.b64decode(json.loads(body)["body_base64"])), (200, b"abcde"), "answer")


def trailers(place: Place) -> None:
    with place.connect() as connection:
        connection.sendall(b"POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n1\r\na\r\n0\r\nX-Sum: 42\r\n\r\n")
        _, _, body = read_answer(connection)
    found = json.loads(body)["trailers"]
    found = found.items() if isinstance(found, dict) else found
    expect_equal([[name.lower(), value] for name, value in found], [["x-sum", "42"]], "trailers")


def half_closed_client_is_answered(place: Place) -> None:
    with place.connect() as connection:
        connection.sendall(b"GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")
        connection.shutdown(socket.SHUT_WR)
        answer = read_all(connection)
    expect(answer.startswith(b"HTTP/1.1 200") and b"hello" in answer, f"answer {answer[:200]!r}")


def two_lengths_are_refused(place: Place) -> None:
    """What one reader takes for a body another takes for a request: neither may be guessed."""
    for head in (b"Content-Length: 5\r\nTransfer-Encoding: chunked", b"Content-Length: 5\r\nContent-Length: 6"):
        with place.connect() as connection:
            connection.sendall(b"POST /echo HTTP/1.1\r\nHost: a\r\n" + head + b"\r\n\r\n0\r\n\r\nGET /hello HTTP/1.1\r\nHost: a\r\n\r\n")
            answer = read_all(connection)
        expect(answer.startswith(b"HTTP/1.1 400"), f"answer {answer[:200]!r}")
        expect_equal(answer.count(b"HTTP/1.1"), 1, "answers")


def missing_host_is_refused(place: Place) -> None:
    with place.connect() as connection:
        connection.sendall(b"GET /hello HTTP/1.1\r\n\r\n")
        expect_equal(read_all(connection)[:12], b"HTTP/1.1 400", "answer")


def _read_head(connection: socket.socket) -> tuple[bytes, bytes]:
    text = b""
    while b"\r\n\r\n" not in text:
        part = connection.recv(65536)
        expect(part, f"the connection ended within the head: {text!r}")
        text += part
    head, _, rest = text.partition(b"\r\n\r\n")
    return head, rest


def frames_of(data: bytes) -> list[tuple[int, bytes]]:
    """Docker's frames: stream, three zeros, length, payload."""
    frames = []
    while data:
        expect(len(data) >= 8 and data[1:4] == b"\0\0\0", f"no frame: {data[:20]!r}")
        length = int.from_bytes(data[4:8], "big")
        expect(len(data) >= 8 + length, f"half a frame: {data[:40]!r}")
        frames.append((data[0], data[8 : 8 + length]))
        data = data[8 + length :]
    return frames


_ATTACH = (b"POST /v1.47/containers/c0ffee/attach?stream=1&stdin=1&stdout=1 HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: tcp\r\n"
           b"Content-Length: 0\r\n\r\n")


def _upgraded(place: Place, first: bytes) -> None:
    with place.connect() as connection:
        connection.sendall(_ATTACH + first)
        head, rest = _read_head(connection)
        expect(head.startswith(b"HTTP/1.1 101"), f"head {head!r}")
        expect(b"upgrade: tcp" in head.lower() and b"connection: upgrade" in head.lower(), f"head {head!r}")
        connection.sendall(b"second\0\xff")
        connection.shutdown(socket.SHUT_WR)
        frames = frames_of(rest + read_all(connection))
    expect(all(stream == 1 for stream, _ in frames), f"streams of {frames}")
    expect_equal(frames[-1][1], b"bye\n", "last frame, sent after the client's half-close")
    expect_equal(b"".join(payload for _, payload in frames[:-1]), first + b"second\0\xff", "what was echoed")


def upgraded(place: Place) -> None:
    _upgraded(place, b"")


def upgraded_with_bytes_behind_the_head(place: Place) -> None:
    """A client may send before it has seen the 101; these bytes come with the head in one read."""
    _upgraded(place, b"first ")


def upgraded_large(place: Place) -> None:
    """More than any buffer between the two ends holds, so both must read while they write."""
    sent = bytes(range(256)) * 16384  # 4 MiB
    with place.connect() as connection:
        connection.sendall(_ATTACH)
        head, rest = _read_head(connection)
        expect(head.startswith(b"HTTP/1.1 101"), f"head {head!r}")
        received = bytearray(rest)
        at = 0
        connection.setblocking(False)
        with selectors.DefaultSelector() as selector:
            selector.register(connection, selectors.EVENT_READ | selectors.EVENT_WRITE)
            while True:
                ready = selector.select(CLIENT_SECONDS)
                expect(ready, f"stuck after {at} bytes sent and {len(received)} received")
                events = ready[0][1]
                if events & selectors.EVENT_READ:
                    part = connection.recv(65536)
                    if not part:
                        break
                    received += part
                if events & selectors.EVENT_WRITE and at < len(sent):
                    at += connection.send(sent[at : at + 65536])
                    if at == len(sent):
                        connection.shutdown(socket.SHUT_WR)
                        selector.modify(connection, selectors.EVENT_READ)
        frames = frames_of(bytes(received))
    expect_equal(frames[-1][1], b"bye\n", "last frame")
    expect(b"".join(payload for _, payload in frames[:-1]) == sent, "what was echoed is not what was sent")


def wait_sends_its_head_at_once(place: Place) -> None:
    """The docker CLI posts start only when it has the head of wait: a fake that waits with it hangs for ever (DK22)."""
    def call(path: str) -> tuple[http.client.HTTPConnection, http.client.HTTPResponse]:
        connection = http.client.HTTPConnection("127.0.0.1", place.port, timeout=CLIENT_SECONDS)
        connection.request("POST", "/v1.47/containers/" + path, body=b"{}" if path == "create" else None)
        return connection, connection.getresponse()

    for path, status in (("create", (200, 201)), ("c0ffee/wait?condition=next-exit", (200,)), ("c0ffee/start", (204,))):
        connection, answer = call(path)
        expect(answer.status in status, f"{path}: status {answer.status}")
        if "wait" in path:
            kept, waiting = connection, answer
        else:
            answer.read()
            connection.close()
    expect_equal(json.loads(waiting.read()), {"StatusCode": 0}, "body of wait")
    kept.close()


CASES = [pipelined, byte_by_byte, trailers, half_closed_client_is_answered, two_lengths_are_refused, missing_host_is_refused, upgraded,
         upgraded_with_bytes_behind_the_head, upgraded_large, wait_sends_its_head_at_once]
