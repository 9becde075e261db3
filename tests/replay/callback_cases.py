"""Recorded webhooks come again: after the call that caused them, signed anew, and what the receiver says is compared."""

from __future__ import annotations

import hashlib
import hmac
import http.server
import threading
import time

from ground import Ground, answer, call, content, expect, expect_equal, request

PATIENCE = 30.0


class Receiver:
    """Notes what comes; answers 204."""

    def __enter__(self) -> Receiver:
        came = self.came = []
        woken = self.woken = threading.Condition()

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                with woken:
                    came.append((self.path, body, dict(self.headers.items())))
                    woken.notify_all()
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        return self

    def __exit__(self, *_: object) -> None:
        self.server.shutdown()
        self.server.server_close()

    def wait(self, count: int) -> list:
        with self.woken:
            expect(self.woken.wait_for(lambda: len(self.came) >= count, PATIENCE), f"only {len(self.came)} of {count} webhooks came")
            return list(self.came)


def webhook(name: str, body: str, *, at: int, scheme: str = "", status: int = 204, headers: list | None = None, **more: object) -> dict:
    sent = {"method": "POST", "path": "/hooks", "headers": [["Content-Type", "application/json"], *(headers or [])], "body": content(body), **({"scheme": scheme} if scheme else {})}
    return {"id": name, "kind": "webhook", "at": at, "input": sent, "output": {"pieces": [], "duration": 1, "status": status}, **more}


def after_the_call_that_caused_them(ground: Ground) -> None:
    path = ground.cassette("a", [call("make", request("POST", "/charges"), answer(201, "{}"), at=0), webhook("made", '{"n":1}', at=10, caused_by="make"), call("read", request("GET", "/charges"), answer(200, "[]"), at=20),
                                 webhook("later", '{"n":2}', at=30), webhook("differs", '{"n":3}', at=31, status=200)])
    with Receiver() as receiver, ground.replay(path, "--callback", receiver.url).ends_with(1) as replay:
        replay.ask("GET", "/charges")
        expect_equal([body for _, body, _ in receiver.wait(2)], [b'{"n":2}', b'{"n":3}'], "those that follow the second call")
        replay.ask("POST", "/charges")
        expect_equal([(where, body) for where, body, _ in receiver.wait(3)][2], ("/hooks", b'{"n":1}'), "that of the first")
        replay.stop()
    expect_equal(replay.summary["webhooks"], {"recorded": 3, "sent": 3, "differed": 1}, "the summary")
    expect("answered the webhook of" in replay.complaints() and "status 204, not 200 [replay.other_receiver]" in replay.complaints(), replay.complaints())


def signed_anew(ground: Ground) -> None:
    secret = hashlib.sha256(b"of this run").hexdigest()
    path = ground.cassette("a", [webhook("stripe", '{"n":1}', at=0, scheme="stripe", headers=[["Stripe-Signature", "t=1,v1=old"]]), webhook("github", '{"n":2}', at=1, scheme="github", headers=[["X-Hub-Signature-256", "sha256=old"]]),
                                 webhook("unknown", '{"n":3}', at=2, scheme="pigeon"), call("one", request("GET", "/x"), answer(200), at=5)])
    with Receiver() as receiver, ground.replay(path, "--callback", f"{receiver.url}/all?a=b", "--callback-secret", "HOOK", env={"HOOK": secret}) as replay:
        stripe, github, _ = receiver.wait(3)
    stamp, _, signature = stripe[2]["Stripe-Signature"].partition(",v1=")
    seconds = stamp.removeprefix("t=")
    expect(abs(time.time() - int(seconds)) < 300, "the time is now")
    expect_equal(signature, hmac.new(secret.encode(), f"{seconds}.".encode() + stripe[1], hashlib.sha256).hexdigest(), "Stripe's signature")
    expect_equal(github[2]["X-Hub-Signature-256"], "sha256=" + hmac.new(secret.encode(), github[1], hashlib.sha256).hexdigest(), "GitHub's signature")
    expect_equal({where for where, _, _ in (stripe, github)}, {"/all?a=b"}, "a callback with a path gets all of them")
    expect("[replay.unsigned]" in replay.complaints() and secret not in replay.complaints(), replay.complaints())


def a_receiver_that_is_not_there(ground: Ground) -> None:
    with Receiver() as receiver:
        url = receiver.url
    path = ground.cassette("a", [webhook("first", "{}", at=0), call("one", request("GET", "/x"), answer(200), at=5), webhook("second", "{}", at=10)])
    with ground.replay(path, "--callback", url).ends_with(1) as replay:
        give_up = time.monotonic() + PATIENCE
        while "replay.undelivered" not in replay.complaints():
            expect(time.monotonic() < give_up, replay.complaints())
            time.sleep(0.01)
    expect("1 webhook not sent" in replay.complaints() and "[replay.unsent]" in replay.complaints(), replay.complaints())


CASES = [after_the_call_that_caused_them, signed_anew, a_receiver_that_is_not_there]
