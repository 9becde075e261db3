"""Callbacks: the service calls the program through us, and the timeline shows when."""

from __future__ import annotations

import json
import urllib.request

from ground import Ground, ask, body_of, expect, expect_equal, pairs, until
from service import Service


def call_back(url: str, body: bytes, **headers: str) -> int:
    request = urllib.request.Request(url, data=body, headers={name.replace("_", "-"): value for name, value in headers.items()}, method="POST")
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=20) as answer:
        return answer.status


def at_their_place(ground: Ground) -> None:
    with Service() as service, Service() as program:
        program.answers["/hooks/stripe"] = b"HTTP/1.1 202 Accepted\r\nContent-Length: 2\r\n\r\nok"
        proxy = ground.proxy(service.url, "-o", "timeline.jsonl", "--callback", "0", "--callback-to", program.url)
        until(lambda: f"register {proxy.ready['callback']}" in proxy.stderr, "the hint names the address to register")
        ask(proxy.url, "GET", "/json")
        expect_equal(call_back(f"{proxy.ready['callback']}/hooks/stripe?n=1", b'{"id": "evt_1"}', Stripe_Signature="t=1,v1=5257a869e7"), 202, "the program's answer")
        ask(proxy.url, "GET", "/gzip")
        proxy.stop()
        [seen] = program.seen
        expect_equal((seen.target, seen.body, seen.header("host")), ("/hooks/stripe?n=1", b'{"id": "evt_1"}', proxy.ready["callback"].removeprefix("http://")), "what the program got")
        first, hook, last = ground.exchanges("timeline.jsonl")
        expect_equal([one["kind"] for one in (first, hook, last)], ["http", "webhook", "http"], "the order")
        expect_equal((hook["input"]["method"], hook["input"]["path"], hook["input"]["body"], hook["input"]["scheme"]), ("POST", "/hooks/stripe?n=1", b'{"id": "evt_1"}', "stripe"), "the webhook")
        expect("Stripe-Signature" in dict((name.title(), value) for name, value in pairs(hook["input"]["headers"])), "its signature's field")
        expect_equal((hook["output"]["status"], body_of(hook)), (202, b"ok"), "what the receiver answered")


def program_that_is_away(ground: Ground) -> None:
    with Service() as gone:
        url = gone.url
    with Service() as service:
        proxy = ground.proxy(service.url, "-o", "away.jsonl", "--callback", "0", "--callback-to", url)
        answer = ask(proxy.ready["callback"], "POST", "/hook", [("Content-Length", "2")], b"{}")
        expect_equal((answer.status, json.loads(answer.body)["error"]["code"]), ("502 Bad Gateway", "io.cannot_connect"), "the service is told")
        proxy.stop()
        [hook] = ground.exchanges("away.jsonl")
        expect_equal((hook["kind"], hook["output"]["error"]), ("webhook", "connect"), "recorded")


CASES = [at_their_place, program_that_is_away]
