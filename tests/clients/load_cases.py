"""wrk and h2load for a second: no request fails, no connection breaks. How fast it is is no question here."""

from __future__ import annotations

import re

from serving import Place, expect, expect_equal


def _wrk(place: Place, path: str) -> None:
    text = place.run_well("wrk", "-t1", "-c16", "-d1s", "--timeout", "10s", place.url(path)).out.decode()
    requests = int(re.search(r"(\d+) requests in", text)[1])
    expect(requests > 0, "no request was answered")
    expect("Socket errors" not in text and "Non-2xx" not in text, text)


def _h2load(place: Place, requests: int, *words: str) -> None:
    text = place.run_well("h2load", "-t1", "-n", str(requests), *words).out.decode()
    line = re.search(r"requests: .*", text)[0]
    expect_equal(line, f"requests: {requests} total, {requests} started, {requests} done, {requests} succeeded, 0 failed, 0 errored, 0 timeout", "h2load")


def wrk_small(place: Place) -> None:
    _wrk(place, "/hello")


def wrk_chunked(place: Place) -> None:
    _wrk(place, "/bytes/20000")


def h2load_http2(place: Place) -> None:
    _h2load(place, 5000, "-c", "4", "-m", "16", place.url("/hello"))


def h2load_http2_long(place: Place) -> None:
    _h2load(place, 400, "-c", "4", "-m", "16", place.url("/bytes/100000"))


def h2load_http1(place: Place) -> None:
    _h2load(place, 3000, "--h1", "-c", "8", "-m", "1", place.url("/hello"))


def h2load_pipelined(place: Place) -> None:
    _h2load(place, 3000, "--h1", "-c", "8", "-m", "8", place.url("/hello"))


def h2load_tls(place: Place) -> None:
    _h2load(place, 1000, "-c", "4", "-m", "8", place.url("/hello", "https"))


CASES = [wrk_small, wrk_chunked, h2load_http2, h2load_http2_long, h2load_http1, h2load_pipelined, h2load_tls]
