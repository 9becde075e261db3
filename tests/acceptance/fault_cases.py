"""Faults as clients meet them: on a socket, in parallel, by both protocols."""

from __future__ import annotations

import http.client
from concurrent.futures import ThreadPoolExecutor

from world import Served, World, curl, expect, expect_equal

# What curl reports: its exit codes are documented and stable.
GOT_NOTHING, PARTIAL, HTTP2_FRAMING, TIMED_OUT, RECEIVE, HTTP2_STREAM, MALFORMED = 52, 18, 16, 28, 56, 92, 1


def s08_parallel_calls(served: Served) -> None:
    """A fault with count 2 under fifty calls at once: exactly two fail."""
    world = served.world
    world.done("POST", "/faults", {"resource": "charges", "operation": "create", "status": 402, "code": "card_declined", "count": 2})
    with ThreadPoolExecutor(50) as pool:
        statuses = [said.status for said in pool.map(lambda _: world.charge(), range(50))]
    expect_equal(sorted(set(statuses)), [201, 402], "statuses")
    expect_equal(statuses.count(402), 2, "failures")
    expect_equal(world.done("GET", "/faults/flt_1")["state"], "spent", "state")


def _strike(world: World, transport: dict, when: str | None, protocol: str, *words: str) -> tuple[int, bytes, str]:
    body = {"resource": "charges", "operation": "list", "transport": transport, "count": 1}
    if when:
        body["when"] = when
    world.done("POST", "/faults", body)
    got = curl(world, protocol, "--max-time", "20", *words, world.url + "/v1/charges")
    world.done("DELETE", "/faults")
    return got


# transport, when, HTTP/1.1: exit codes that match, HTTP/2: exit codes that match. 0: the answer came whole.
TRANSPORTS = [
    ({"kind": "latency", "delay": "50ms"}, None, (0,), (0,)),
    ({"kind": "reset", "at": "request"}, None, (RECEIVE, GOT_NOTHING), (HTTP2_STREAM, RECEIVE)),
    ({"kind": "reset", "at": "headers"}, "after", (RECEIVE, PARTIAL), (HTTP2_STREAM,)),
    ({"kind": "reset", "at": "body"}, "after", (RECEIVE, PARTIAL), (HTTP2_STREAM,)),
    ({"kind": "truncate", "after_bytes": 5}, None, (PARTIAL,), (PARTIAL, HTTP2_STREAM, RECEIVE)),
    ({"kind": "malformed_chunk", "at_chunk": 1}, None, (RECEIVE,), (HTTP2_STREAM,)),
    ({"kind": "drip", "bytes": 20, "every": "5ms"}, None, (0,), (0,)),
    ({"kind": "wrong_length", "delta": 10}, None, (PARTIAL,), (PARTIAL, HTTP2_STREAM)),
    ({"kind": "stream_cut", "after_bytes": 10}, None, (PARTIAL, RECEIVE), (HTTP2_STREAM,)),
    ({"kind": "malformed_event", "at_event": 1}, None, (0,), (0,)),
    ({"kind": "empty"}, None, (GOT_NOTHING, RECEIVE), (GOT_NOTHING, PARTIAL, RECEIVE, HTTP2_FRAMING, HTTP2_STREAM)),
    ({"kind": "garbage", "bytes": 64}, None, (MALFORMED, RECEIVE, 8), (HTTP2_FRAMING, GOT_NOTHING, RECEIVE, HTTP2_STREAM)),
    ({"kind": "goaway"}, None, (0,), (0,)),
    ({"kind": "rst_stream"}, None, (RECEIVE, GOT_NOTHING), (HTTP2_STREAM,)),
    ({"kind": "goaway", "last_stream": "before"}, None, None, (HTTP2_STREAM, HTTP2_FRAMING, RECEIVE, GOT_NOTHING, 55)),
]


def s14_transports_of_http1(served: Served) -> None:
    """Each kind over HTTP/1.1: curl reports the matching failure."""
    _transports(served.world, "--http1.1", 2)


def s14_transports_of_http2(served: Served) -> None:
    """The same over HTTP/2."""
    _transports(served.world, "--http2-prior-knowledge", 3)


def _transports(world: World, protocol: str, column: int) -> None:
    for row in TRANSPORTS:
        transport, when, wanted = row[0], row[1], row[column]
        if wanted is None:
            continue
        code, out, err = _strike(world, transport, when, protocol)
        expect(code in wanted, f"{protocol} {transport}: curl ended with {code}, wanted one of {wanted}: {err}")
        if code == 0:
            whole = b"('object':'list'" if transport["kind"] == "malformed_event" else b'{"object":"list"'
            expect(out.startswith(whole), f"{transport}: the answer is not whole: {out[:80]!r}")


def s14_silence(served: Served) -> None:
    """What never ends is cut short by the client's own patience."""
    for transport in ({"kind": "latency", "hang": True}, {"kind": "stall", "after_bytes": 3}):
        for protocol in ("--http1.1", "--http2-prior-knowledge"):
            code, out, _ = _strike(served.world, transport, None, protocol, "--max-time", "1")
            expect_equal(code, TIMED_OUT, f"{protocol} {transport}")
            expect_equal(len(out), 3 if transport["kind"] == "stall" else 0, f"bytes before the silence of {transport}")


def s12_reset_after_then_retry(served: Served) -> None:
    """The vendor did the work and nobody was told; the retry with the same key is told."""
    world = served.world
    world.done("POST", "/faults", {"resource": "charges", "operation": "create", "count": 1, "when": "after",
                                   "transport": {"kind": "reset", "at": "headers"}})
    try:
        world.charge(Idempotency_Key="k")
        expect(False, "the first call should have been reset")
    except (http.client.HTTPException, ConnectionError):
        pass
    again = world.charge(Idempotency_Key="k")
    expect_equal(again.status, 201, "status of the retry")
    expect_equal(len(world.done("GET", "/state?resource=charges")["data"]), 1, "charges")


def held_answers_count_as_running(served: Served) -> None:
    """While an answer is held back others are served, and its key is released with it."""
    world = served.world
    world.done("POST", "/faults", {"resource": "charges", "operation": "create", "count": 1,
                                   "transport": {"kind": "latency", "delay": "700ms"}})
    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(lambda: world.charge(Idempotency_Key="k"))
        while not world.done("GET", "/idempotency")["data"]:
            expect(not first.done(), "the held answer came too early")
        expect(world.done("GET", "/idempotency")["data"][0]["running"], "the record should say that the call is running")
        expect(not first.done(), "others wait for a call that is held")
        expect_equal(first.result().status, 201, "status of the held call")
    records = world.done("GET", "/idempotency")["data"]
    expect_equal(records[0]["running"], False, "running after the answer has left")


CASES = [s08_parallel_calls, s12_reset_after_then_retry, s14_transports_of_http1, s14_transports_of_http2, s14_silence,
         held_answers_count_as_running]
