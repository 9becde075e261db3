"""HTTP/2 on both legs: Node's server behind the proxy, Node's client and curl in front of it."""

from __future__ import annotations

import hashlib

from ground import Ground, body_of, expect, expect_equal, pairs, without_hops
from secure import SecureService

PATHS = ["/things?limit=2", "/trailers", "/hints", "/sse", "/upload", "/large", "/empty", "/cut", "/none"]


def same_as_directly(ground: Ground) -> None:
    with SecureService(ground) as service:
        direct = ground.node("h2_client.mjs", service.url, str(service.authority), *PATHS)
        proxy = ground.proxy(service.url, "--trust", str(service.authority), "-o", "h2.jsonl")
        origin = f"https://localhost:{proxy.port}"
        through = ground.node("h2_client.mjs", origin, proxy.ready["ca"], *PATHS)
        for wanted, got in zip(direct, through):
            expect_equal(got, wanted, f"{wanted['path']} through the proxy")
        proxy.stop()
        recorded = {exchange["input"]["path"]: exchange for exchange in ground.exchanges("h2.jsonl")}
        expect_equal(len(recorded), len(PATHS), "recorded exchanges")
        for wanted in direct:
            exchange = recorded[wanted["path"].split("?")[0]]
            body = body_of(exchange)
            expect_equal((exchange["input"]["protocol"], exchange["input"]["host"]), ("h2", f"localhost:{service.port}"), wanted["path"])
            expect_equal((len(body), hashlib.sha256(body).hexdigest()), (wanted["size"], wanted["digest"]), f"{wanted['path']}: the recorded body")
            headers = [[":status", str(exchange["output"]["status"])], *map(list, pairs(exchange["output"].get("headers")))]
            expect_equal(headers, wanted["headers"], f"{wanted['path']}: the recorded headers")
            expect_equal([list(pair) for pair in pairs(exchange["output"].get("trailers"))], wanted["trailers"] or [], f"{wanted['path']}: trailers")
            expect_equal(exchange["output"].get("end") in ("cut", "reset"), wanted["end"] != "whole", f"{wanted['path']}: how it ended")
        expect_equal(recorded["/sse"]["output"]["framing"], "sse", "the event stream")
        replayed = ground.replay("h2.jsonl")
        again = ground.node("h2_client.mjs", f"https://localhost:{replayed.port}", replayed.ready["ca"], *PATHS)
        for wanted, got in zip(direct, again):
            expect_equal(got, wanted, f"{wanted['path']} replayed")
        replayed.stop()


def each_client_in_its_own_protocol(ground: Ground) -> None:
    """curl gets the same lines, HTTP/1.1 or HTTP/2, as without us: the service is asked in the same protocol."""
    with SecureService(ground) as service:
        proxy = ground.proxy(service.url, "--trust", str(service.authority), "--mode", "pass-through")
        for version in ("--http1.1", "--http2"):
            for path in ("/things", "/trailers", "/empty", "/hints"):
                direct = ground.run("curl", "-sSi", version, "--cacert", str(service.authority), f"{service.url}{path}")
                through = ground.run("curl", "-sSi", version, "--cacert", proxy.ready["ca"], f"https://localhost:{proxy.port}{path}")
                wanted = without_hops(direct.stdout)
                expect_equal((through.returncode, without_hops(through.stdout)), (0, wanted), f"curl {version} {path}")
                expect(wanted.startswith((b"HTTP/1.1 ", b"HTTP/2 ")), "there is an answer")
        proxy.stop()


CASES = [same_as_directly, each_client_in_its_own_protocol]
