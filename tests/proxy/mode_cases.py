"""The six modes of the proxy, and recordings that are too old."""

from __future__ import annotations

import re

from ground import Ground, ask, expect, expect_equal
from service import Service


def record(ground: Ground, service: Service, *targets: str) -> None:
    proxy = ground.proxy(service.url, "--service", "api")
    for target in targets:
        expect_equal(ask(proxy.url, "GET", target).status[:3], "200", target)
    proxy.stop()


def replay(ground: Ground) -> None:
    with Service() as service:
        record(ground, service, "/json")
        count = len(service.seen)
        proxy = ground.proxy(service.url, "--service", "api", "--mode", "replay")
        expect_equal(ask(proxy.url, "GET", "/json").body, b'{"hello": "world"}', "what was recorded")
        missed = ask(proxy.url, "GET", "/gzip")
        expect_equal(missed.status[:3], "501", "what was not")
        expect(b"replay.no_recording" in missed.body, missed.body.decode())
        proxy.stop(97)
        expect_equal(len(service.seen), count, "calls to the service")
        for word in ("none", "once"):
            proxy = ground.proxy(service.url, "--service", "api", "--mode", word)
            expect_equal(ask(proxy.url, "GET", "/json").body, b'{"hello": "world"}', word)
            proxy.stop()
        expect_equal(len(service.seen), count, "calls to the service")


def record_missing(ground: Ground) -> None:
    with Service() as service:
        record(ground, service, "/json")
        count = len(service.seen)
        proxy = ground.proxy(service.url, "--service", "api", "--mode", "record-missing")
        expect_equal(ask(proxy.url, "GET", "/json").body, b'{"hello": "world"}', "from the recording")
        expect_equal(ask(proxy.url, "POST", "/upload", [("Content-Length", "3")], b"new").status, "201 Created", "from the service")
        said = proxy.stop()
        expect_equal([request.target for request in service.seen[count:]], ["/upload"], "calls to the service")
        expect("wrote cassettes/api/post-upload-" in said and "get-json" not in said, f"only the new one is written: {said}")


def forbid_and_pass_through(ground: Ground) -> None:
    with Service() as service:
        proxy = ground.proxy(service.url, "--mode", "forbid")
        expect_equal(ask(proxy.url, "GET", "/json").status, "403 Forbidden", "forbidden")
        proxy.stop()
        expect_equal(len(service.seen), 0, "calls to the service")
        proxy = ground.proxy(service.url, "--mode", "pass-through")
        expect_equal(ask(proxy.url, "GET", "/json").status, "200 OK", "passed")
        proxy.stop()
        expect_equal(list(ground.work.iterdir()), [], "files")


def shadow(ground: Ground) -> None:
    with Service() as service:
        record(ground, service, "/json", "/gzip")
        service.answers["/json"] = b'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 17\r\n\r\n{"hello": "moon"}'
        before = sorted(path.read_bytes() for path in ground.work.rglob("*.yaml"))
        proxy = ground.proxy(service.url, "--service", "api", "--mode", "shadow")
        expect_equal(ask(proxy.url, "GET", "/json").body, b'{"hello": "moon"}', "the real answer")
        ask(proxy.url, "GET", "/gzip")
        ask(proxy.url, "GET", "/br")
        said = proxy.stop()
        expect("shadow: 1 agreed, 1 differed, 1 without a recording" in said, said)
        expect("world" in said and "moon" in said, f"what differs: {said}")
        expect_equal(sorted(path.read_bytes() for path in ground.work.rglob("*.yaml")), before, "cassettes")


def made_older(ground: Ground) -> None:
    for path in ground.work.rglob("get-*.yaml"):
        path.write_text(re.sub(r"recorded_at: .*", "recorded_at: 2020-01-01T00:00:00Z", path.read_text()))
        done = ground.understudy("cassette", "seal", str(path), "--reason", "made older")
        expect_equal(done.returncode, 0, done.stderr.decode())


def expired(ground: Ground) -> None:
    """Only what is in use counts; under CI it fails, elsewhere it is recorded anew where the mode records, and always told."""
    (ground.work / "understudy.yaml").write_text("services:\n  api: {hosts: ['127.0.0.1'], expires: 30d}\n")
    with Service() as service:
        record(ground, service, "/json", "/gzip")
        made_older(ground)
        count = len(service.seen)
        ci = ground.proxy(service.url, "--mode", "replay", env={"CI": "true"})
        expect_equal(ask(ci.url, "GET", "/json").status, "200 OK", "still answered")
        said = ci.stop(1)
        expect(said.count("app.expired") == 1 and "get-json-" in said and "more than 30d ago" in said, f"the finding names the one in use: {said}")
        here = ground.proxy(service.url, "--mode", "replay")
        ask(here.url, "GET", "/json")
        expect("app.expired" in here.stop(0), "told outside of CI, too")
        ci = ground.proxy(service.url, "--mode", "record-missing", env={"CI": "1"})
        ask(ci.url, "GET", "/json")
        ci.stop(1)
        expect_equal(len(service.seen), count, "calls to the service so far")
        here = ground.proxy(service.url, "--mode", "record-missing")
        ask(here.url, "GET", "/json")
        said = here.stop(0)
        expect("app.expired_renewed" in said and "waits for review" in said, said)
        expect_equal([request.target for request in service.seen[count:]], ["/json"], "recorded anew")
        longer = ground.proxy(service.url, "--mode", "replay", "--expires", "10000d", env={"CI": "1"})
        ask(longer.url, "GET", "/json")
        longer.stop(0)


CASES = [replay, record_missing, forbid_and_pass_through, shadow, expired]
