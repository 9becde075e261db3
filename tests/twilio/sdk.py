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


def pin(on: str, field: str, value: object) -> None:
    control("exogenous/pins", {"on": on, "field": field, "value": value})


def happens(event: str, **data: str) -> None:
    control("world/events", {"event": event, "data": data})


def altered(text: str) -> str:
    """One character is another one: what was signed is not this any more."""
    at = max(i for i, each in enumerate(text) if each.isascii() and each.isalnum())
    return text[:at] + ("1" if text[at] == "0" else "0") + text[at + 1 :]


def verified(url: str, kind: str, signature: str, raw: str) -> dict:
    """What was said in a callback. It has to verify as it came, and neither with another token nor with one character changed."""
    right, wrong = RequestValidator(TOKEN).validate, RequestValidator("0" * 32).validate
    if kind == "application/json":
        assert "bodySHA256=" in url, url
        assert right(url, raw, signature), url
        assert not wrong(url, raw, signature)
        assert not right(url, altered(raw), signature)
        assert not right(altered(url), raw, signature)
        return json.loads(raw)
    assert kind == "application/x-www-form-urlencoded", kind
    form = dict(parse_qsl(raw, keep_blank_values=True))
    assert right(url, form, signature), form
    assert not wrong(url, form, signature)
    assert not any(right(url, {**form, name: altered(value)}, signature) for name, value in form.items() if value)
    return form


class Listening:
    """Everything that is heard is verified by the library before it counts."""

    def __enter__(self) -> Listening:
        heard = self.heard = []
        trouble = self.trouble = []

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                raw = self.rfile.read(int(self.headers["Content-Length"])).decode()
                try:
                    heard.append(verified(f"http://{self.headers['Host']}{self.path}", self.headers["Content-Type"], self.headers["X-Twilio-Signature"], raw))
                except Exception as error:  # of any kind: the case is where it has to be seen
                    trouble.append(f"{type(error).__name__} {error}: {self.path} {raw}")
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
        assert self.heard and not self.trouble, self.trouble or "nothing was heard"


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


def segments() -> None:
    """How many parts a text needs: 160 or 153 to a part by the alphabet of short messages, 70 or 67 by any other."""
    texts = [
        ("x" * 160, 1), ("x" * 161, 2), ("x" * 306, 2), ("x" * 307, 3), ("é" * 160, 1), ("a\nb\r", 1), ("\\" * 80, 1), ("\\" * 81, 2),
        ("€" * 80, 1), ("€" * 81, 2), ("{}[]~|^" * 11, 1), ("{}[]~|^" * 12, 2), ("ж" * 70, 1), ("ж" * 71, 2), ("ж" * 134, 2), ("ж" * 135, 3),
        ("ç" * 71, 2), ("x" * 70 + "`", 2),
    ]  # fmt: skip
    for text, count in texts:
        sent = client().messages.create(to=TO, from_=FROM, body=text)
        assert sent.num_segments == str(count), (text[:8], len(text), sent.num_segments, count)
    advance("1m")
    redacted = client().messages(sent.sid).update(body="")
    assert (redacted.body, redacted.num_segments) == ("", "2"), redacted.num_segments


def paging() -> None:
    for number in range(5):
        client().messages.create(to=TO, from_=FROM, body=f"number {number}")
    assert [each.body for each in client().messages.list(page_size=2)] == [f"number {number}" for number in (4, 3, 2, 1, 0)]
    page = client().messages.page(page_size=2)
    sizes = []
    while page:
        sizes.append(len(list(page)))
        page = page.next_page()
    assert sizes == [2, 2, 1], sizes
    for number in range(5):
        client().messaging.v1.services.create(friendly_name=f"service {number}")
    assert [each.friendly_name for each in client().messaging.v1.services.list(page_size=2)] == [f"service {number}" for number in (4, 3, 2, 1, 0)]


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
    assert test.messages.create(to=TO, from_=FROM, body="x").status == "queued"
    call = {"to": TO, "from_": FROM, "twiml": "<Response/>"}
    for number, code in (("+15005550001", 21217), ("+15005550002", 21214), ("+15005550003", 21215), ("+15005550004", 21216)):
        assert refused(lambda number=number: test.calls.create(**{**call, "to": number}))[1] == code, number
    for number, code in (("+15005550001", 21212), ("+14155550100", 21210)):
        assert refused(lambda number=number: test.calls.create(**{**call, "from_": number}))[1] == code, number
    assert test.calls.create(**call).status == "queued"
    for number, code in (("+15005550000", 21422), ("+15005550001", 21421), ("+14155550100", 21421)):
        assert refused(lambda number=number: test.incoming_phone_numbers.create(phone_number=number))[1] == code, number
    assert refused(lambda: test.incoming_phone_numbers.create(area_code="533"))[1] == 21452
    assert test.incoming_phone_numbers.create(phone_number=FROM).phone_number == FROM
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
    for event, status in (("callee.is_busy", "busy"), ("callee.does_not_answer", "no-answer"), ("network.fails_call", "failed")):
        other = client().calls.create(to=TO, from_=FROM, twiml="<Response/>")
        advance("5s")
        happens(event, call=other.sid)
        assert client().calls(other.sid).fetch().status == status, event


def lookups() -> None:
    pin("fetchPhoneNumber", "line_type", {"error_code": None, "mobile_country_code": "310", "mobile_network_code": "260", "carrier_name": "Any Carrier", "type": "mobile"})
    found = client().lookups.v2.phone_numbers("+14155552671").fetch(fields="line_type_intelligence")
    assert (found.valid, found.country_code, found.line_type_intelligence["carrier_name"]) == (True, "US", "Any Carrier"), found.line_type_intelligence
    assert found.caller_name is None and found.sim_swap is None
    wrong = client().lookups.v2.phone_numbers("+141555526711").fetch()
    assert (wrong.valid, wrong.validation_errors, wrong.line_type_intelligence) == (False, ["TOO_LONG"], None)


def intelligence() -> None:
    intelligence = client().intelligence.v2
    with Listening() as listening:
        service = intelligence.services.create(unique_name="front_desk", webhook_url=listening.url)
        assert (service.version, service.language_code) == (1, "en-US")
        channel = {"media_properties": {"source_sid": "RE" + "1" * 32}}
        made = intelligence.transcripts.create(service_sid=service.sid, channel=channel, customer_key="ä & 1")
        assert (made.status, made.channel) == ("queued", channel), made.channel
        pin("intelligence_transcripts.settle", "sentences", [{"transcript": f"Sentence {number}."} for number in range(5)])
        advance("10s")
        assert made.fetch().status == "in-progress"
        assert not listening.heard
        advance("10s")
        assert made.fetch().status == "completed"
        assert listening.heard == [{"account_sid": ACCOUNT, "customer_key": "ä & 1", "event_type": "voice_intelligence_transcript_available", "service_sid": service.sid, "transcript_sid": made.sid}], listening.heard
        sentences = intelligence.transcripts(made.sid).sentences
        assert [(each.sentence_index, each.transcript) for each in sentences.list(page_size=2)] == [(number, f"Sentence {number}.") for number in range(5)]
        assert intelligence.transcripts(made.sid).delete() is True
        assert refused(intelligence.transcripts(made.sid).fetch)[:2] == (404, 20404)
        assert refused(lambda: intelligence.services.create(unique_name="front_desk"))[:2] == (409, 20409)


def errors() -> None:
    # A list that is refused is no TwilioRestException in this library, so one object is asked for.
    assert refused(client(token="0" * 32).api.v2010.accounts(ACCOUNT).fetch)[:2] == (401, 20003)
    assert refused(lambda: client().messages.create(to="12", from_=FROM, body="x"))[1] == 21211
    assert refused(lambda: client().messages.create(to=TO, body="x"))[1] == 21603


CASES = {each.__name__: each for each in (messages, segments, paging, filters, deleting, magic, calls, lookups, intelligence, errors)}
CASES[CASE]()
