"""Cassettes that mean harm: nothing crashes, and nothing gets into a head that would end it early."""

from __future__ import annotations

from ground import Ground, answer, call, content, expect, expect_equal, piece, read_all, request, stream

BREAK = "\r\nX-Injected: yes\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"


def _heads(text: bytes) -> int:
    return text.count(b"HTTP/1.1 ")


def heads_cannot_be_broken_up(ground: Ground) -> None:
    """Line breaks in names, values, reasons and trailers."""
    headers = [["X-Value", "a" + BREAK], ["X-Name" + BREAK, "b"], ["", "c"], ["Sp ace", "d"], ["Colon:", "e"], ["X-Nul", content(b"f\0g")], ["Content-Length", "2"], ["X-Last", "h"]]
    path = ground.cassette("a", [call("one", request("GET", "/x"), answer(200, "ok", headers=headers, reason="OK" + BREAK, interim=[{"status": 103, "headers": [["Link", "x" + BREAK]]}])),
                                 call("two", request("GET", "/y"), answer(200, "ok", headers=[["Transfer-Encoding", "chunked"]], trailers=[["X-T", "v" + BREAK], ["bad name", "x"]]))],
                           match={"used_up": "repeat_last"})
    with ground.replay(path) as replay:
        for target, heads in (("/x", 2), ("/y", 1)):
            with replay.connect() as connection:
                connection.sendall(f"GET {target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".encode())
                got = read_all(connection)
            # The words may stand in a value; no line begins with them.
            expect(not any(line.startswith((b"X-Injected", b"Sp ace", b"bad name", b":", b"Colon")) for line in got.split(b"\r\n")), f"injected: {got!r}")
            expect_equal(len([line for line in got.split(b"\r\n") if line.startswith(b"HTTP/1.1")]), heads, f"heads in {got!r}")
        expect_equal(ground.run("curl", "-s", "--http2-prior-knowledge", f"{replay.url}/x"), b"ok", "over HTTP/2")
        expect_equal(ground.run("curl", "-s", "--http2-prior-knowledge", f"{replay.url}/y"), b"ok", "over HTTP/2, with trailers")


def odd_framing(ground: Ground) -> None:
    """Lengths that lie, codings nobody knows, statuses at the edge: the next request on the connection is still answered."""
    odd = [answer(200, "ok", headers=[["Content-Length", "-1"]]), answer(200, "ok", headers=[["Content-Length", "99999999999999999999"]]), answer(200, "ok", headers=[["Content-Length", "1"], ["Content-Length", "2"]]),
           answer(200, "ok", headers=[["Transfer-Encoding", "chunked"], ["Content-Length", "7"]]), answer(200, "ok", headers=[["Transfer-Encoding", "gzip"], ["Transfer-Encoding", "chunked"]]),
           answer(999, "ok", headers=[["Content-Length", "2"]]), answer(204, "ok", headers=[["Content-Length", "2"]]), answer(304, "ok"), answer(205, "ok"), answer(200, pieces=[piece("o"), piece(""), piece("k")])]
    path = ground.cassette("a", [call(f"e{number}", request("GET", f"/{number}"), each) for number, each in enumerate(odd)] + [call("end", request("GET", "/end"), answer(200, "the end", headers=[["Content-Length", "7"]]))],
                           match={"used_up": "repeat_last"})
    with ground.replay(path) as replay:
        for number in range(len(odd)):
            with replay.connect() as connection:
                connection.sendall(f"GET /{number} HTTP/1.1\r\nHost: a\r\n\r\nGET /end HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".encode())
                got = read_all(connection)
            expect(got.endswith(b"\r\n\r\nthe end") and _heads(got) == 2, f"case {number}: {got!r}")


def a_hundred_thousand_pieces(ground: Ground) -> None:
    pieces = [piece(f"data: {number}\n\n") for number in range(100_000)]
    path = ground.cassette("a", [stream("one", request("GET", "/x"), answer(200, headers=[["Content-Type", "text/event-stream"]], pieces=pieces, end="complete"))], match={"used_up": "repeat_last"})
    with ground.replay(path) as replay:
        body = replay.ask("GET", "/x")[2]
        expect_equal((body.count(b"data: "), body.endswith(b"data: 99999\n\n")), (100_000, True), "events")
        # A client that does not read, and one that leaves: others are answered meanwhile.
        with replay.connect() as lazy, replay.connect() as leaving:
            lazy.sendall(b"GET /x HTTP/1.1\r\nHost: a\r\n\r\n")
            leaving.sendall(b"GET /x HTTP/1.1\r\nHost: a\r\n\r\n")
            leaving.recv(100)
            leaving.close()
            expect_equal(len(replay.ask("GET", "/x")[2]), len(body), "another client")
            received = b""
            while b"\r\n0\r\n\r\n" not in received[-20:]:
                received += lazy.recv(1 << 20)
            expect_equal(received.count(b"data: "), 100_000, "the lazy one, at last")


def requests_that_mean_harm(ground: Ground) -> None:
    """Deep JSON, a body that is none of what it says, a path of escapes: a miss, and the next is answered."""
    path = ground.cassette("a", [call("one", request("POST", "/x", headers=[["Content-Type", "application/json"]], body='{"a":1}'), answer(200, "ok"))], match={"used_up": "repeat_last"})
    bomb = b"[" * 200_000
    with ground.replay(path).ends_with(97) as replay:
        for body, kind in ((bomb, "application/json"), (b"\xff" * 1000, "application/x-www-form-urlencoded"), (b"--x", "multipart/form-data; boundary=x"), (b"not gzip", "application/json")):
            expect_equal(replay.ask("POST", "/x", body, {"Content-Type": kind, **({"Content-Encoding": "gzip"} if body == b"not gzip" else {})})[0], 501, kind)
        expect_equal(replay.ask("GET", "/" + "%2e%2e%2f" * 1000)[0], 501, "a long path")
        expect_equal(replay.ask("POST", "/x", '{"a":1}', {"Content-Type": "application/json"})[2], b"ok", "what was recorded")


CASES = [heads_cannot_be_broken_up, odd_framing, a_hundred_thousand_pieces, requests_that_mean_harm]
