"""Every way to the same port: HTTP/2, TLS, a forward proxy, a Unix socket, an upgrade to raw bytes; and no way out of it."""

from __future__ import annotations

import json
import re
import shutil
import socket

from ground import HERE, Ground, answer, call, expect, expect_equal, piece, read_all, request, stream


def _lacks(tool: str):  # noqa: ANN202: a function without arguments
    return lambda: "" if shutil.which(tool) else f"{tool} is not there"


def _both(ground: Ground):  # noqa: ANN202: a path
    return ground.cassette("a", [call("one", request("GET", "/v1/x", host="api.one.test"), answer(200, "of one", headers=[["Content-Length", "6"], ["Connection", "keep-alive"], ["X-A", "b"]])),
                                 call("two", request("GET", "/v1/x", host="api.two.test"), answer(200, "of two", headers=[["Transfer-Encoding", "chunked"]]))], match={"used_up": "repeat_last"})


def http2(ground: Ground) -> None:
    """Headers of a connection do not cross to HTTP/2; everything else does."""
    with ground.replay(_both(ground)) as replay:
        got = ground.run("curl", "-si", "--http2-prior-knowledge", f"{replay.url}/v1/x").decode().replace("\r", "")
        expect_equal(got, "HTTP/2 200 \ncontent-length: 6\nx-a: b\n\nof one", "prior knowledge")
        got = ground.run("curl", "-s", "--http2", "--cacert", ground.folder / "ca/ca.pem", f"https://localhost:{replay.port}/v1/x", "-w", " %{http_version}")
        expect_equal(got, b"of two 2", "over TLS, the next of the two, whatever their hosts")


http2.lacks = _lacks("curl")


def many_streams_on_one_connection(ground: Ground) -> None:
    calls = [call(f"e{number}", request("GET", f"/s/{number}"), answer(200, f"<{number}>" * 5000)) for number in range(100)]
    with ground.replay(ground.cassette("a", calls)) as replay:
        ground.run("node", HERE / "http2.mjs", replay.url)


many_streams_on_one_connection.lacks = _lacks("node")


def forward_proxy(ground: Ground) -> None:
    """Plain and through a tunnel with our authority; each host has its own recordings."""
    with ground.replay(_both(ground)).ends_with(97) as replay:
        ca = ground.folder / "ca/ca.pem"
        for host, wanted in (("two", b"of two"), ("one", b"of one")):
            expect_equal(ground.run("curl", "-s", "-x", replay.url, f"http://api.{host}.test/v1/x"), wanted, "in absolute form")
            expect_equal(ground.run("curl", "-s", "-x", replay.url, "--cacert", ca, f"https://api.{host}.test/v1/x"), wanted, "through a tunnel")
            expect_equal(ground.run("curl", "-s", "-x", replay.url, "--cacert", ca, "--http1.1", f"https://api.{host}.test:443/v1/x"), wanted, "through a tunnel, HTTP/1.1")
        told = json.loads(ground.run("curl", "-s", "-x", replay.url, "--cacert", ca, "https://api.three.test/v1/x"))
        expect_equal(told["error"]["code"], "replay.no_recording", "a host nobody recorded")


forward_proxy.lacks = _lacks("curl")


def no_tunnel_in_http2(ground: Ground) -> None:
    """CONNECT over HTTP/2 is refused, and says why."""
    with ground.replay(_both(ground)) as replay, replay.connect() as connection:
        # Preface, empty SETTINGS, and HEADERS of stream 1: `:method CONNECT`, `:authority a:1` as literals without indexing.
        block = b"\x02\x07CONNECT"  # name by index 2 (:method)
        block += b"\x01\x03a:1"  # name by index 1 (:authority)
        frame = len(block).to_bytes(3, "big") + b"\x01\x05" + (1).to_bytes(4, "big") + block
        connection.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\x00\x00\x00\x04\x00\x00\x00\x00\x00" + frame)
        got = b""
        while b"replay.no_tunnel" not in got:
            part = connection.recv(65536)
            expect(part, f"it closed: {got!r}")
            got += part


def unix_socket(ground: Ground) -> None:
    place = ground.folder / "s.sock"
    with ground.replay(_both(ground), "--unix", place) as replay:
        expect_equal(replay.ready["unix"], str(place), "the ready line")
        with socket.socket(socket.AF_UNIX) as connection:
            connection.connect(str(place))
            connection.sendall(b"GET /v1/x HTTP/1.1\r\nHost: api.two.test\r\nConnection: close\r\n\r\n")
            expect(read_all(connection).endswith(b"6\r\nof two\r\n0\r\n\r\n"), "told apart by the host that was recorded")


def raw_bytes_after_an_upgrade(ground: Ground) -> None:
    """What was sent waits for what came, however that is cut; the recorded end ends it."""
    pieces = [piece(b"\x01\x00hello", 1, "frame-out"), piece(b"ab\xff", 2, "frame-in"), piece(b"cd", 3, "frame-in"), piece("bye", 4, "frame-out")]
    attach = stream("attach", request("POST", "/attach"), answer(101, headers=[["Upgrade", "tcp"], ["Connection", "Upgrade"]], pieces=pieces, end="complete"), framing="raw")
    path = ground.cassette("a", [attach, {**attach, "id": "again"}])
    ask = b"POST /attach HTTP/1.1\r\nHost: a\r\nUpgrade: tcp\r\nConnection: Upgrade\r\n\r\n"
    with ground.replay(path).ends_with(97) as replay:
        with replay.connect() as connection:
            connection.sendall(ask)
            got = b""
            while not got.endswith(b"hello"):
                got += connection.recv(100)
            expect_equal(got, b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: tcp\r\nConnection: Upgrade\r\n\r\n\x01\x00hello", "before anything came")
            connection.sendall(b"a")
            connection.sendall(b"b\xffcd")
            expect_equal(read_all(connection), b"bye", "after all of it had come")
        with replay.connect() as connection:
            connection.sendall(ask + b"something else")
            try:
                while connection.recv(100):
                    pass
            except ConnectionResetError:
                pass
    expect("replay.other_bytes" in replay.complaints(), "other bytes are told")


def no_connection_is_made(ground: Ground) -> None:
    """Answers, misses, the proxy for a host that exists, faults: nothing is ever connected to."""
    trace = ground.folder / "trace"
    under = ["strace", "-f", "-e", "trace=connect,sendto,sendmsg", "-o", str(trace)]
    with ground.replay(_both(ground), "--fault", "latency,delay=1ms", under=under).ends_with(97) as replay:
        replay.ask("GET", "/v1/x")
        replay.ask("GET", "/nothing")
        ground.run("curl", "-s", "-x", replay.url, "http://localhost:9/v1/x")
        ground.run("curl", "-s", "-x", replay.url, "--cacert", ground.folder / "ca/ca.pem", "https://api.one.test/v1/x")
    lines = trace.read_text().splitlines()
    made = [line for line in lines if re.search(r"\bconnect\(", line)]
    expect_equal(made, [], "connections")
    expect(lines, "the trace is one")


no_connection_is_made.lacks = lambda: _lacks("strace")() or _lacks("curl")()

CASES = [http2, many_streams_on_one_connection, forward_proxy, no_tunnel_in_http2, unix_socket, raw_bytes_after_an_upgrade, no_connection_is_made]
