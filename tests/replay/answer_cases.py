"""What comes back is what was recorded: bytes, headers in their order and case, pieces, trailers, early hints; and what there is no body of."""

from __future__ import annotations

import gzip
import json
import time

from ground import Ground, answer, call, expect, expect_equal, piece, read_all, request


def changing_answers(ground: Ground) -> None:
    """List, create, list again: the same request, another answer."""
    listing = request("GET", "/items")
    path = ground.cassette("a", [call("none", listing, answer(200, "[]")), call("make", request("POST", "/items", body='{"n":1}', headers=[["Content-Type", "application/json"]]), answer(201, "{}")),
                                 call("one", listing, answer(200, "[1]"))])
    with ground.replay(path).ends_with(97) as replay:
        expect_equal(replay.ask("GET", "/items")[2], b"[]", "the first list")
        expect_equal(replay.ask("POST", "/items", '{ "n": 1 }', {"Content-Type": "application/json"})[0], 201, "creating")
        expect_equal(replay.ask("GET", "/items")[2], b"[1]", "the second list")
        expect_equal(replay.ask("GET", "/items")[0], 501, "a third list was never recorded")
    expect_equal(replay.summary["unmatched"], [{"call": "GET /items", "times": 1}], "the summary")


def bytes_and_headers(ground: Ground) -> None:
    body = gzip.compress(bytes(range(256)) * 40, mtime=0)
    headers = [["X-First", "1"], ["set-cookie", "a=1"], ["Date", "Tue, 01 Jan 2030 00:00:00 GMT"], ["Set-Cookie", "b=2"], ["Content-Encoding", "gzip"], ["X-EMPTY", ""], ["Content-Length", str(len(body))]]
    path = ground.cassette("a", [call("one", request("GET", "/x"), answer(299, body, headers=headers, reason="Quite Well"))])
    with ground.replay(path) as replay, replay.connect() as connection:
        connection.sendall(b"GET /x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        head, _, got = read_all(connection).partition(b"\r\n\r\n")
    wanted = "HTTP/1.1 299 Quite Well\r\n" + "".join(f"{name}: {value}\r\n" for name, value in headers) + "Connection: close"
    expect_equal(head.decode(), wanted, "the head")
    expect_equal(got, body, "the body")


def pieces_are_chunks_and_trailers_follow(ground: Ground) -> None:
    path = ground.cassette("a", [call("one", request("GET", "/x"), answer(200, headers=[["Transfer-Encoding", "chunked"], ["Trailer", "X-Sum"]], pieces=[piece("ab"), piece("cde", 1)], trailers=[["X-Sum", "5"]]))])
    with ground.replay(path) as replay, replay.connect() as connection:
        connection.sendall(b"GET /x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        body = read_all(connection).partition(b"\r\n\r\n")[2]
    expect_equal(body, b"2\r\nab\r\n3\r\ncde\r\n0\r\nX-Sum: 5\r\n\r\n", "the chunks")


def early_hints_come_first(ground: Ground) -> None:
    path = ground.cassette("a", [call("one", request("GET", "/x"), answer(200, "ok", headers=[["Content-Length", "2"]], interim=[{"status": 103, "headers": [["Link", "</a.css>"]]}]))])
    with ground.replay(path) as replay, replay.connect() as connection:
        connection.sendall(b"GET /x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        got = read_all(connection)
    expect_equal(got, b"HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok", "both answers")


def answers_without_a_body(ground: Ground) -> None:
    path = ground.cassette("a", [call("head", request("HEAD", "/x"), answer(200, headers=[["Content-Length", "1234"]])), call("none", request("DELETE", "/x"), answer(204)),
                                 call("same", request("GET", "/x"), answer(304, headers=[["ETag", '"a"'], ["Content-Length", "1234"]])), call("empty", request("PUT", "/x"), answer(200, headers=[["Content-Length", "0"]]))])
    with ground.replay(path) as replay, replay.connect() as connection:
        # On one connection: had one of them a body, the next would be read as part of it.
        lines = b""
        for method in (b"HEAD", b"DELETE", b"GET"):
            lines += method + b" /x HTTP/1.1\r\nHost: a\r\n\r\n"
        connection.sendall(lines + b"PUT /x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        got = read_all(connection)
    expect_equal(got, b"HTTP/1.1 200 OK\r\nContent-Length: 1234\r\n\r\nHTTP/1.1 204 No Content\r\n\r\nHTTP/1.1 304 Not Modified\r\nETag: \"a\"\r\nContent-Length: 1234\r\n\r\n"
                      b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n", "four answers")


def recorded_times(ground: Ground) -> None:
    """Scaled, events come in order and not before their time; by default all come at once."""
    pieces = [piece(f"data: {number}\n\n", number * 400) for number in range(4)]
    path = ground.cassette("a", [{**call("one", request("GET", "/x"), answer(200, headers=[["Content-Type", "text/event-stream"]], pieces=pieces, duration=1300)), "kind": "http"}], match={"used_up": "repeat_last"})
    with ground.replay(path, "--timing", "0.5") as replay, replay.connect() as connection:
        begin = time.monotonic()
        connection.sendall(b"GET /x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        seen: list[tuple[float, bytes]] = []
        while part := connection.recv(65536):
            seen.append((time.monotonic() - begin, part))
    text = b"".join(part for _, part in seen)
    for number in range(4):
        mark = b"data: %d\n" % number
        expect(mark in text, f"event {number} of {text!r}")
        at = next(when for index, (when, _) in enumerate(seen) if mark in b"".join(part for _, part in seen[: index + 1]))
        expect(at >= number * 0.2 - 0.001, f"event {number} came after {at:.3f} s, before its time")
    expect(seen[-1][0] >= 0.65 - 0.001, "the end came before its time")
    expect(text.index(b"data: 0") < text.index(b"data: 1") < text.index(b"data: 3"), "their order")


def a_service_that_did_not_answer(ground: Ground) -> None:
    path = ground.cassette("a", [call("slow", request("GET", "/slow"), {"error": "timeout", "duration": 1, "pieces": []}), call("gone", request("GET", "/gone"), {"error": "reset", "duration": 1, "pieces": []})])
    with ground.replay(path) as replay:
        with replay.connect() as connection:
            connection.sendall(b"GET /gone HTTP/1.1\r\nHost: a\r\n\r\n")
            try:
                expect_equal(connection.recv(100), b"", "a reset says nothing")
            except ConnectionResetError:
                pass
        with replay.connect() as connection:
            connection.sendall(b"GET /slow HTTP/1.1\r\nHost: a\r\n\r\n")
            connection.settimeout(0.3)
            try:
                raise AssertionError(f"it answered: {connection.recv(100)!r}")
            except TimeoutError:
                pass


def a_miss_is_told_to_the_client(ground: Ground) -> None:
    path = ground.cassette("a", [call("one", request("GET", "/v1/items", query=[["limit", "3"]]), answer(200, "[]"))])
    with ground.replay(path).ends_with(97) as replay:
        status, headers, body = replay.ask("GET", "/v1/items?limit=4")
        told = json.loads(body)["error"]
        expect_equal((status, dict(headers)["Content-Type"], dict(headers)["X-Should-Retry"]), (501, "application/json", "false"), "the head")
        expect_equal((told["code"], told["nearest"][0]["exchange"], told["nearest"][0]["differences"]), ("replay.no_recording", "one", ['query limit: "4", not "3"']), "the body")
    expect("replay.near_miss" in replay.complaints(), "standard error")


CASES = [changing_answers, bytes_and_headers, pieces_are_chunks_and_trailers_follow, early_hints_come_first, answers_without_a_body, recorded_times, a_service_that_did_not_answer,
         a_miss_is_told_to_the_client]
