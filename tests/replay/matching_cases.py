"""Calls find their recordings by what they mean; a call that carries a secret finds the one that holds its pseudonym."""

from __future__ import annotations

import gzip
import json
import random
import string

from ground import Ground, answer, call, expect, expect_equal, request

FORM = "application/x-www-form-urlencoded"


def made_up(length: int) -> str:
    """A secret of this run only: nothing that looks like one stands in a file."""
    return "".join(random.Random(7).choices(string.ascii_letters + string.digits, k=length))


def forms_parts_and_compression(ground: Ground) -> None:
    def parts(boundary: str) -> str:
        return f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\nContent-Type: text/plain\r\n\r\nhello\r\n--{boundary}--\r\n'

    path = ground.cassette("a", [
        call("form", request("POST", "/form", headers=[["Content-Type", FORM]], body="a=1&b=x+y"), answer(200, "form")),
        call("parts", request("POST", "/parts", headers=[["Content-Type", "multipart/form-data; boundary=old"]], body=parts("old")), answer(200, "parts")),
        call("packed", request("POST", "/packed", headers=[["Content-Type", "application/json"]], body='{"a":[1,2]}'), answer(200, "packed"))])
    with ground.replay(path) as replay:
        expect_equal(replay.ask("POST", "/form", "b=x%20y&a=1", {"Content-Type": FORM})[2], b"form", "a form")
        expect_equal(replay.ask("POST", "/parts", parts("new-one"), {"Content-Type": "multipart/form-data; boundary=new-one"})[2], b"parts", "parts")
        body = gzip.compress(b'{ "a": [1, 2] }')
        expect_equal(replay.ask("POST", "/packed", body, {"Content-Type": "application/json", "Content-Encoding": "gzip"})[2], b"packed", "a compressed body")


def secrets_stand_for_their_pseudonyms(ground: Ground) -> None:
    """Recorded with one secret, called with another: in the query, in JSON, in a header that counts. A number beside it still counts."""
    token, other = f"ghp_{made_up(36)}", f"ghp_{made_up(36)[::-1]}"
    sent = [call("query", request("GET", "/q", query=[["access_token", token], ["page", "1"]]), answer(200, "page 1")),
            call("next", request("GET", "/q", query=[["access_token", token], ["page", "2"]]), answer(200, "page 2")),
            call("json", request("POST", "/j", headers=[["Content-Type", "application/json"]], body=json.dumps({"token": token, "amount": 5})), answer(200, "five")),
            call("header", request("GET", "/h", headers=[["Authorization", f"Bearer {token}"]]), answer(200, "hello"))]
    path = ground.cassette("a", sent, match={"headers": ["authorization"]})
    expect(token not in path.read_text(), "the recording holds no secret")
    with ground.replay(path).ends_with(97) as replay:
        for mine in (token, other):
            for page in ("1", "2") if mine == token else ():
                expect_equal(replay.ask("GET", f"/q?page={page}&access_token={mine}")[2], f"page {page}".encode(), "by the query")
        headers = {"Content-Type": "application/json"}
        expect_equal(replay.ask("POST", "/j", json.dumps({"amount": 6, "token": other}), headers)[0], 501, "another amount is another call")
        expect_equal(replay.ask("POST", "/j", json.dumps({"amount": 5, "token": other}), headers)[2], b"five", "by JSON")
        expect_equal(replay.ask("GET", "/h", headers={"Authorization": f"Bearer {other}"})[2], b"hello", "by a header")
    said = replay.complaints() + json.dumps(replay.summary)
    expect(token not in said and other not in said and other[8:20] not in said, "nothing of a secret is said")


CASES = [forms_parts_and_compression, secrets_stand_for_their_pseudonyms]
