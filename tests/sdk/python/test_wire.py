"""Bytes of HTTP however they are cut, and signatures of webhooks."""

from __future__ import annotations

import base64
import hashlib
import hmac
import pickle

import pytest

import understudy
from understudy.core.request import Context, Request
from understudy.core.wire import Message, MessageReader, NoHttp
from understudy.records import Advanced, Fault, Record

ANSWERS = {
    "length": (b"HTTP/1.1 200 OK\r\nA: 1\r\nX-B:2\r\na: 3\r\nContent-Length: 5\r\n\r\nhello", b"hello"),
    "chunks": (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2;x=y\r\nlo\r\n0\r\n\r\n", b"hello"),
    "empty": (b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", b""),
    "no content": (b"HTTP/1.1 204 No Content\r\n\r\n", b""),
    "a request": (b"POST /hook?a=b HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}", b"{}"),
    "a request without a body": (b"GET /hook HTTP/1.1\r\n\r\n", b""),
}


def read(text: bytes, size: int) -> Message | None:
    reader = MessageReader()
    for at in range(0, len(text), size):
        message = reader.feed(text[at : at + size])
        if message is not None:
            assert at + size >= len(text), "a message that is whole has no more bytes"
            return message
    return reader.feed(b"")


@pytest.mark.parametrize("name", ANSWERS)
def test_any_cut_gives_the_same_message(name: str) -> None:
    text, body = ANSWERS[name]
    whole = read(text, len(text))
    assert whole is not None and whole.body == body
    for size in range(1, len(text)):
        assert read(text, size) == whole


def test_headers_are_joined_and_lowered() -> None:
    message = read(ANSWERS["length"][0], 7)
    assert message is not None
    assert (message.status, message.headers["a"], message.headers["x-b"]) == (200, "1, 3", "2")


def test_a_body_may_end_with_the_connection() -> None:
    message = read(b"HTTP/1.1 200 OK\r\n\r\nuntil the end", 4)
    assert message is not None and message.body == b"until the end"


@pytest.mark.parametrize("text", [b"", b"HTTP/1.1 200", b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello", b"hello\r\n\r\n", b"HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n",
                                  b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nz\r\n", b"A" * 300_000])
def test_what_is_no_message_is_said(text: bytes) -> None:
    with pytest.raises(NoHttp):
        read(text, max(1, len(text)))


def test_requests_are_encoded_whole() -> None:
    context = Context("http://127.0.0.1:8801/", "usw_key")
    assert Request("GET", "/next", {"all": True, "cursor": None, "name": "a b&c"}).encode(context) == (
        b"GET /__admin__/next?all=true&name=a+b%26c HTTP/1.1\r\nHost: 127.0.0.1:8801\r\nAuthorization: Bearer usw_key\r\nX-Understudy-Contract: 1\r\n\r\n")
    assert Request("POST", "/seed", body={"a": "ä"}, key="other").encode(context).endswith(
        b"Bearer other\r\nX-Understudy-Contract: 1\r\nContent-Type: application/json\r\nContent-Length: 15\r\n\r\n{\"a\": \"\\u00e4\"}")


@pytest.mark.parametrize(("url", "key", "why"), [("127.0.0.1:8801", "k", "a url is http://HOST:PORT"), ("http://127.0.0.1:8801/v1", "k", "a url is http://HOST:PORT"),
                                                ("http://127.0.0.1:8801", "", "a key is the word"), ("http://127.0.0.1:8801", "a\r\nb", "a key is the word")])
def test_wrong_addresses_are_refused_at_once(url: str, key: str, why: str) -> None:
    with pytest.raises(understudy.UnderstudyError, match=why):
        understudy.connect(url=url, key=key)


def signed(**headers: str) -> understudy.Received:
    return understudy.Received("t", {}, headers, b"a=1&B=2", "http://127.0.0.1:1/hook")


def digest(secret: bytes, text: bytes, kind: str = "sha256") -> bytes:
    return hmac.new(secret, text, kind).digest()


def test_schemes_of_signatures() -> None:
    key = b"0123456789abcdef01234567"
    secret = "whsec_" + base64.b64encode(key).decode()
    standard = "v1," + base64.b64encode(digest(key, b"msg_1.17.a=1&B=2")).decode()
    named = {"webhook-id": "msg_1", "webhook-timestamp": "17", "webhook-signature": f"v1,AAAA {standard}"}
    assert signed(**named).verify(secret) and not signed(**{**named, "webhook-timestamp": "18"}).verify(secret)
    svix = {name.replace("webhook", "svix"): value for name, value in named.items()}
    assert signed(**svix).verify(secret) and not signed(**svix).verify("whsec_none of base64")
    timed = digest(b"whole secret", b"17.a=1&B=2").hex()
    assert signed(**{"stripe-signature": f"t=17,v1={timed},v0=00"}).verify("whole secret")
    assert not signed(**{"stripe-signature": f"t=18,v1={timed}"}).verify("whole secret")
    hub = hashlib.sha256  # the name of the scheme is in the header
    assert signed(**{"x-hub-signature-256": "sha256=" + hmac.new(b"s", b"a=1&B=2", hub).hexdigest()}).verify("s")
    twilio = base64.b64encode(digest(b"token", b"http://127.0.0.1:1/hookB2a1", "sha1")).decode()
    assert signed(**{"x-twilio-signature": twilio}).verify("token") and not signed(**{"x-twilio-signature": twilio}).verify("other")
    # A body that is no form: the address alone is signed, and holds the digest of the body.
    body = b'{"a": "1=2&3"}'
    url = f"http://127.0.0.1:1/hook?x=y&bodySHA256={hashlib.sha256(body).hexdigest()}"
    headers = {"x-twilio-signature": base64.b64encode(digest(b"token", url.encode(), "sha1")).decode()}
    assert understudy.Received("t", {}, headers, body, url).verify("token")
    assert not understudy.Received("t", {}, headers, body + b" ", url).verify("token")
    assert not understudy.Received("t", {}, headers, body, url.replace("x=y", "x=z")).verify("token")


def test_an_unknown_signature_is_said_and_not_taken_for_wrong() -> None:
    with pytest.raises(understudy.UnderstudyError, match="none of the headers host is a signature of a known scheme"):
        signed(host="a").verify("s")


def test_records_have_their_members_as_attributes() -> None:
    advanced = Advanced({"now": "2025-01-01T00:00:00Z", "fired": ["a"], "new_in_a_later_version": 1})
    assert (advanced.now, advanced.fired, advanced["now"], advanced.new_in_a_later_version) == ("2025-01-01T00:00:00Z", ["a"], "2025-01-01T00:00:00Z", 1)
    assert Fault({"id": "flt_1"}).remaining is None
    with pytest.raises(AttributeError, match="Record has no member 'then'; it has now"):
        Record({"now": 1}).then  # noqa: B018


def test_a_refusal_survives_the_way_from_a_worker() -> None:
    error = understudy.ControlError(422, "unknown_duration", "no duration 'x'", "/x", "did you mean 'y'?")
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.hint) == ("no duration 'x' (422 unknown_duration at /x); did you mean 'y'?", "did you mean 'y'?")
