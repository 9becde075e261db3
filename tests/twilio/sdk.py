"""The vendor's Python library against the pack. sdk.py WAY CASE PORT KEY TOKEN ACCOUNT TEST_ACCOUNT

WAY says how the library gets here: `client`, by an http_client that changes the origin of every address, or `proxy`, by
nothing but the environment (HTTPS_PROXY and our authority in REQUESTS_CA_BUNDLE)."""

from __future__ import annotations

import json
import sys
import threading
import urllib.request
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit

from twilio.base.exceptions import TwilioRestException
from twilio.http.http_client import TwilioHttpClient
from twilio.request_validator import RequestValidator
from twilio.rest import Client

WAY, CASE, PORT, KEY, TOKEN, ACCOUNT, TEST_ACCOUNT = sys.argv[1:]
ORIGIN = f"http://127.0.0.1:{PORT}"
FROM, TO = "+15005550006", "+14155550100"


class Rewriting(TwilioHttpClient):
    def request(self, method: str, url: str, *words: object, **more: object) -> object:
        parts = urlsplit(url)
        return super().request(method, ORIGIN + parts.path + ("?" + parts.query if parts.query else ""), *words, **more)


def client(account: str = ACCOUNT, token: str = TOKEN) -> Client:
    return Client(account, token, http_client=Rewriting() if WAY == "client" else None)


def control(path: str, body: dict) -> dict:
    request = urllib.request.Request(f"{ORIGIN}/__admin__/{path}", json.dumps(body).encode(), {"Authorization": f"Bearer {KEY}", "Content-Type": "application/json"})
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=90) as answer:
        return json.load(answer)


def advance(by: str) -> None:
    control("clock/advance", {"by": by})


def happens(event: str, **data: str) -> None:
    control("world/events", {"event": event, "data": data})


class Listening:
    """Everything that is heard is verified by the library before it counts."""

    def __enter__(self) -> Listening:
        heard = self.heard = []

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                form = dict(parse_qsl(self.rfile.read(int(self.headers["Content-Length"])).decode(), keep_blank_values=True))
                url, signature = f"http://{self.headers['Host']}{self.path}", self.headers["X-Twilio-Signature"]
                assert not RequestValidator("0" * 32).validate(url, form, signature)
                heard.append({**form, "valid": RequestValidator(TOKEN).validate(url, form, signature)})
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/status"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.server.shutdown()
        self.server.server_close()
        assert self.heard and all(each["valid"] for each in self.heard), self.heard


def refused(call: object) -> tuple[int, int, str]:
    try:
        call()
    except TwilioRestException as error:
        return error.status, error.code, error.msg
    raise AssertionError("it was not refused")


def messages() -> None:
    with Listening() as listening:
        sent = client().messages.create(to=TO, from_=FROM, body="ä & b=c", status_callback=listening.url)
        assert sent.status == "queued" and sent.date_sent is None, sent.status
        assert not listening.heard
        advance("1m")
        assert [each["MessageStatus"] for each in listening.heard] == ["sending", "sent", "delivered"], listening.heard
        read = client().messages(sent.sid).fetch()
        assert read.status == "delivered" and read.date_sent - read.date_created == timedelta(seconds=3)


def paging() -> None:
    for number in range(5):
        client().messages.create(to=TO, from_=FROM, body=f"number {number}")
    assert [each.body for each in client().messages.list(page_size=2)] == [f"number {number}" for number in (4, 3, 2, 1, 0)]
    for number in range(5):
        client().messaging.v1.services.create(friendly_name=f"service {number}")
    assert len(client().messaging.v1.services.list(page_size=2)) == 5


def filters() -> None:
    sent = []
    for body in ("first", "second", "third"):
        sent.append(client().messages.create(to=TO, from_=FROM, body=body))
        advance("1d")
    at = client().messages(sent[1].sid).fetch().date_sent
    assert [each.body for each in client().messages.list(date_sent_after=at)] == ["third", "second"]
    assert [each.body for each in client().messages.list(date_sent_before=at)] == ["second", "first"]
    assert [each.body for each in client().messages.list(date_sent=at)] == ["second"]


def deleting() -> None:
    sent = client().messages.create(to=TO, from_=FROM, body="gone soon")
    advance("1m")
    assert client().messages(sent.sid).delete() is True
    assert refused(client().messages(sent.sid).fetch)[:2] == (404, 20404)


def magic() -> None:
    test = client(TEST_ACCOUNT)
    for number, code in (("+15005550001", 21212), ("+15005550007", 21606), ("+15005550008", 21611), ("+14155550100", 21606)):
        assert refused(lambda number=number: test.messages.create(to=TO, from_=number, body="x"))[1] == code, number
    for number, code in (("+15005550001", 21211), ("+15005550002", 21612), ("+15005550003", 21408), ("+15005550004", 21610), ("+15005550009", 21614)):
        assert refused(lambda number=number: test.messages.create(to=number, from_=FROM, body="x"))[1] == code, number
    assert refused(test.api.v2010.accounts(TEST_ACCOUNT).fetch)[:2] == (403, 20008)


def calls() -> None:
    with Listening() as listening:
        call = client().calls.create(to=TO, from_=FROM, twiml="<Response/>", status_callback=listening.url, status_callback_event=["ringing", "answered", "completed"])
        advance("5s")
        happens("callee.answers", call=call.sid)
        advance("42s")
        happens("callee.hangs_up", call=call.sid)
        advance("1s")
        over = client().calls(call.sid).fetch()
        assert (over.status, over.duration) == ("completed", "42"), (over.status, over.duration)
        assert [each["CallStatus"] for each in listening.heard] == ["ringing", "in-progress", "completed"], listening.heard


def errors() -> None:
    # A list that is refused is no TwilioRestException in this library, so one object is asked for.
    assert refused(client(token="0" * 32).api.v2010.accounts(ACCOUNT).fetch)[:2] == (401, 20003)
    assert refused(lambda: client().messages.create(to="12", from_=FROM, body="x"))[1] == 21211
    assert refused(lambda: client().messages.create(to=TO, body="x"))[1] == 21603


CASES = {each.__name__: each for each in (messages, paging, filters, deleting, magic, calls, errors)}
CASES[CASE]()
