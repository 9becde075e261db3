"""curl: every way a request can come in."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import random
import re
import subprocess
from urllib.parse import quote

from serving import CLIENT_SECONDS, Done, Failed, Place, expect, expect_equal, surroundings

PLAIN = ("-q", "-sS", "--max-time", "20")


def curl(place: Place, *words: str, stdin: bytes = b"") -> bytes:
    return place.run_well("curl", *PLAIN, *words, stdin=stdin).out


def curl_any(place: Place, *words: str) -> Done:
    return place.run("curl", *PLAIN, *words)


def version_of(place: Place, *words: str) -> str:
    """The HTTP version of the answer to /hello, which must be a good one."""
    text = curl(place, "-w", "\n%{response_code} %{http_version}", *words).decode()
    body, code, version = re.fullmatch(r"(.*?)\n+(\d+) ([\d.]+)", text, re.DOTALL).groups()
    expect_equal((body.strip(), code), ("hello", "200"), "the answer")
    return version


def echo(place: Place, *words: str, stdin: bytes = b"") -> dict:
    return json.loads(curl(place, *words, stdin=stdin))


def some_bytes(size: int) -> bytes:
    return random.Random(size).randbytes(size)


def expect_upload(answer: bytes, sent: bytes) -> None:
    got = json.loads(answer)
    expect_equal((got["bytes"], got["sha256"]), (len(sent), hashlib.sha256(sent).hexdigest()), "what arrived")


def http1(place: Place) -> None:
    expect_equal(version_of(place, "--http1.1", place.url("/hello")), "1.1", "version")


def http10(place: Place) -> None:
    """An old client gets no chunks; the end of the connection is the end of the body."""
    answer = curl(place, "--http1.0", "-i", "--raw", place.url("/bytes/50000"))
    head, _, body = answer.partition(b"\r\n\r\n")
    expect(b"chunked" not in head.lower(), f"chunks for HTTP/1.0: {head!r}")
    expect_equal(len(body), 50000, "bytes of the body")


def http2_prior_knowledge(place: Place) -> None:
    expect_equal(version_of(place, "--http2-prior-knowledge", place.url("/hello")), "2", "version")


def http2_upgrade_is_not_taken(place: Place) -> None:
    """`--http2` over plain HTTP asks for an upgrade to h2c, which a server may pass over."""
    expect_equal(version_of(place, "--http2", place.url("/hello")), "1.1", "version")


def tls_http2(place: Place) -> None:
    expect_equal(version_of(place, "--cacert", str(place.ca), place.url("/hello", "https")), "2", "version")


def tls_http1(place: Place) -> None:
    expect_equal(version_of(place, "--http1.1", "--cacert", str(place.ca), place.url("/hello", "https")), "1.1", "version")


def tls_by_number(place: Place) -> None:
    """The certificate is good for 127.0.0.1, for which there is no server name in the handshake."""
    version_of(place, "--cacert", str(place.ca), f"https://127.0.0.1:{place.port}/hello")


def tls_unknown_authority(place: Place) -> None:
    expect_equal(curl_any(place, place.url("/hello", "https")).code, 60, "exit code without our authority")


def unix_socket(place: Place) -> None:
    got = echo(place, "--unix-socket", str(place.unix), "http://api.example.test/echo?a=1")
    expect_equal((got["method"], got["target"], got["authority"]), ("GET", "/echo?a=1", "api.example.test"), "what arrived")


def proxy_connect_http1(place: Place) -> None:
    got = echo(place, "--http1.1", "-x", place.url(""), "--cacert", str(place.ca), "https://api.example.test/echo?a=1")
    expect_equal((got["target"], got["authority"]), ("/echo?a=1", "api.example.test"), "what arrived")
    expect("11" in re.sub(r"\D", "", got["version"]), f"version {got['version']}")


def proxy_connect_http2(place: Place) -> None:
    got = echo(place, "--http2", "-x", place.url(""), "--cacert", str(place.ca), "https://api.example.test/echo?a=1")
    expect_equal((got["target"], got["authority"]), ("/echo?a=1", "api.example.test"), "what arrived")
    expect(re.sub(r"\D", "", got["version"]).startswith("2"), f"version {got['version']}")


def proxy_absolute_form(place: Place) -> None:
    got = echo(place, "-x", place.url(""), "http://api.example.test/echo?a=1")
    expect_equal(got["authority"], "api.example.test", "authority")
    expect(got["target"] in ("/echo?a=1", "http://api.example.test/echo?a=1"), f"target {got['target']}")


def escapes_are_kept(place: Place) -> None:
    got = echo(place, "--path-as-is", place.url("/echo?ref=heads%2Ffeature%2Fx&b=%C3%A9+c"))
    expect_equal(got["target"], "/echo?ref=heads%2Ffeature%2Fx&b=%C3%A9+c", "target")


def repeated_headers(place: Place) -> None:
    for protocol in ("--http1.1", "--http2-prior-knowledge"):
        got = echo(place, protocol, "-H", "X-One: 1", "-H", "X-Two: b", "-H", "X-One: 2", "-H", "X-Empty;", place.url("/echo"))
        mine = [[name.lower(), value] for name, value in got["headers"] if name.lower().startswith("x-")]
        expect_equal(mine, [["x-one", "1"], ["x-two", "b"], ["x-one", "2"], ["x-empty", ""]], f"headers with {protocol}")


def binary_body(place: Place) -> None:
    sent = bytes(range(256)) * 3
    for protocol in ("--http1.1", "--http2-prior-knowledge"):
        got = echo(place, protocol, "-X", "PUT", "--data-binary", "@-", place.url("/echo"), stdin=sent)
        expect_equal((got["method"], base64.b64decode(got["body_base64"])), ("PUT", sent), f"what arrived with {protocol}")


def expect_continue(place: Place) -> None:
    sent = some_bytes(3_000_000)
    done = place.run_well("curl", *PLAIN, "-v", "--http1.1", "--expect100-timeout", "15", "-H", "Expect: 100-continue", "--data-binary", "@-",
                          place.url("/upload"), stdin=sent)
    expect_upload(done.out, sent)
    expect("HTTP/1.1 100 Continue" in done.err, "the server never said 100 Continue")


def chunked_upload(place: Place) -> None:
    sent = some_bytes(2_500_000)
    done = place.run_well("curl", *PLAIN, "-v", "--http1.1", "-X", "POST", "-T", "-", place.url("/upload"), stdin=sent)
    expect_upload(done.out, sent)
    expect("Transfer-Encoding: chunked" in done.err, "curl did not send chunks")


def http2_upload(place: Place) -> None:
    sent = some_bytes(5_000_000)
    expect_upload(curl(place, "--http2-prior-knowledge", "--data-binary", "@-", place.url("/upload"), stdin=sent), sent)


def tls_upload(place: Place) -> None:
    sent = some_bytes(5_000_001)
    for protocol in ("--http1.1", "--http2"):
        expect_upload(curl(place, protocol, "--cacert", str(place.ca), "--data-binary", "@-", place.url("/upload", "https"), stdin=sent), sent)


def head(place: Place) -> None:
    """No body after the head, so that the next answer on the connection starts where it should."""
    answer = curl(place, "-I", place.url("/hello"), place.url("/bytes/100"), place.url("/hello"), "-w", "<%{response_code} %{num_connects}>")
    expect_equal(re.findall(rb"<(\d+ \d+)>", answer), [b"200 1", b"200 0", b"200 0"], "status and new connections")
    expect_equal(answer.count(b"hello"), 0, "bodies in the answers")
    expect(re.search(rb"(?i)content-length: [1-9]", answer), "the length that GET would give is missing")


def kept_alive(place: Place) -> None:
    """Not with --http2-prior-knowledge: Debian's curl (7.88.1) trips over its own second request there, with any server."""
    for words in (["--http1.1", *[place.url("/hello")] * 5], ["--http2", "--cacert", str(place.ca), *[place.url("/hello", "https")] * 5]):
        answer = curl(place, "-w", "<%{num_connects}>", *words)
        expect_equal(re.findall(rb"<(\d)>", answer), [b"1", b"0", b"0", b"0", b"0"], f"new connections with {words[0]}")


def long_answers_are_the_same_everywhere(place: Place) -> None:
    ways = {
        "http1": ("--http1.1", place.url("/bytes/3000000")),
        "http2": ("--http2-prior-knowledge", place.url("/bytes/3000000")),
        "tls http1": ("--http1.1", "--cacert", str(place.ca), place.url("/bytes/3000000", "https")),
        "tls http2": ("--http2", "--cacert", str(place.ca), place.url("/bytes/3000000", "https")),
        "unix": ("--unix-socket", str(place.unix), "http://localhost/bytes/3000000"),
    }
    answers = {name: curl(place, *words) for name, words in ways.items()}
    for name, answer in answers.items():
        expect_equal(len(answer), 3_000_000, f"bytes by {name}")
        expect(answer == answers["http1"], f"other bytes by {name}")


def _head_before_body(place: Place, protocol: str) -> None:
    """The head must be readable while the body does not exist yet."""
    waiting = subprocess.Popen(["curl", *PLAIN, protocol, "-N", "-D", "-", place.url("/wait")], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, env=surroundings(place.folder))
    try:
        text = b""
        while b"\r\n\r\n" not in text:
            part = os.read(waiting.stdout.fileno(), 65536)  # curl gives up by itself after its --max-time
            if not part:
                raise Failed(f"curl ended without a head: {waiting.communicate()[1][-300:]!r}")
            text += part
        expect(b"done" not in text, "the body came before it was released")
        curl(place, "-X", "POST", place.url("/release"))
        rest, errors = waiting.communicate(timeout=CLIENT_SECONDS)
        expect_equal(waiting.returncode, 0, f"exit code of curl ({errors[-300:]!r})")
        expect_equal((text + rest).partition(b"\r\n\r\n")[2].strip(), b"done", "body")
    finally:
        waiting.kill()
        waiting.wait()


def head_before_body_http1(place: Place) -> None:
    _head_before_body(place, "--http1.1")


def head_before_body_http2(place: Place) -> None:
    _head_before_body(place, "--http2-prior-knowledge")


def event_stream(place: Place) -> None:
    answer = curl(place, "-N", "-i", place.url("/events?count=4&every=1")).decode()
    expect(re.search(r"(?i)content-type: text/event-stream", answer), "no event stream by its type")
    ticks = re.findall(r"^data: ?(tick \d+)", answer, re.MULTILINE)
    expect_equal(len(ticks), 4, "events")
    last = re.findall(r"^id: ?(.+?)\r?$", answer, re.MULTILINE)[1]
    rest = curl(place, "-N", "-H", f"Last-Event-ID: {last}", place.url("/events?count=4&every=1")).decode()
    expect_equal(re.findall(r"^data: ?(tick \d+)", rest, re.MULTILINE), ticks[2:], f"events after id {last}")


def _fault(kind: str, **parameters: object) -> str:
    return quote(json.dumps({"kind": kind, **parameters}), safe="")


def fault_truncate(place: Place) -> None:
    done = curl_any(place, "--http1.1", place.url(f"/bytes/1000?fault={_fault('truncate', after_bytes=10)}"))
    expect_equal((done.code, len(done.out)), (18, 10), "exit code (18: cut short) and bytes")


def fault_reset(place: Place) -> None:
    done = curl_any(place, "--http1.1", place.url(f"/hello?fault={_fault('reset', at='headers')}"))
    expect(done.code in (52, 56), f"exit code {done.code}, wanted 56 (reset) or 52 (nothing came): {done.err}")


def many_at_once(place: Place) -> None:
    """One HTTP/2 connection, fifty answers under way on it."""
    words = ["--http2", "--cacert", str(place.ca), "--parallel", "--parallel-max", "50", "-w", "%{num_connects}"]
    for number in range(50):
        words += [place.url(f"/bytes/{10_000 + number}", "https"), "-o", f"out{number}"]
    expect_equal(curl(place, *words).count(b"1"), 1, "connections")
    sizes = [(place.folder / f"out{number}").stat().st_size for number in range(50)]
    if sizes != [10_000 + number for number in range(50)]:
        raise Failed(f"sizes {sizes}")


CASES = [http1, http10, http2_prior_knowledge, http2_upgrade_is_not_taken, tls_http2, tls_http1, tls_by_number, tls_unknown_authority,
         unix_socket, proxy_connect_http1, proxy_connect_http2, proxy_absolute_form, escapes_are_kept, repeated_headers, binary_body,
         expect_continue, chunked_upload, http2_upload, tls_upload, head, kept_alive, long_answers_are_the_same_everywhere,
         head_before_body_http1, head_before_body_http2, event_stream, fault_truncate, fault_reset, many_at_once]
