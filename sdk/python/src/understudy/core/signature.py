"""Signatures of webhooks, told by their headers: is this one made with that secret? The age of the time does not count."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import re
from collections.abc import Callable, Mapping
from urllib.parse import parse_qsl, urlsplit

from understudy.errors import UnderstudyError

_TIMED = re.compile(r"t=(\d+)((?:,v\d=[0-9a-f]+)+)")


def verifies(headers: Mapping[str, str], body: bytes, url: str, secret: str) -> bool:
    """`headers` have names in lower case."""
    for prefix in ("webhook-", "svix-"):
        if prefix + "signature" in headers:
            return _standard(headers, prefix, body, secret)
    if "x-hub-signature-256" in headers:
        return _equal(headers["x-hub-signature-256"], "sha256=" + _hex(secret, body))
    if "x-twilio-signature" in headers:
        return _twilio(headers["x-twilio-signature"], body, url, secret)
    timed = [match for name, value in headers.items() if name.endswith("-signature") and (match := _TIMED.fullmatch(value))]
    if timed:
        made_now = _hex(secret, timed[0][1].encode() + b"." + body)
        return any(_equal(each, made_now) for each in re.findall(r"v1=([0-9a-f]+)", timed[0][2]))
    raise UnderstudyError(f"none of the headers {', '.join(sorted(headers))} is a signature of a known scheme; verify it with the vendor's own library")


def _twilio(given: str, body: bytes, url: str, secret: str) -> bool:
    """Of a form the address and its members are signed; of anything else the address alone, which then holds a digest of the body."""
    digest = dict(parse_qsl(urlsplit(url).query)).get("bodySHA256")
    pairs = [] if digest is not None else sorted(parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True))
    text = url + "".join(name + value for name, value in pairs)
    made = base64.b64encode(hmac.new(secret.encode(), text.encode(), hashlib.sha1).digest()).decode()
    return _equal(given, made) and (digest is None or _equal(digest, hashlib.sha256(body).hexdigest()))


def _standard(headers: Mapping[str, str], prefix: str, body: bytes, secret: str) -> bool:
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except (binascii.Error, ValueError):
        return False
    text = f"{headers.get(prefix + 'id', '')}.{headers.get(prefix + 'timestamp', '')}.".encode() + body
    made = "v1," + base64.b64encode(hmac.new(key, text, hashlib.sha256).digest()).decode()
    return any(_equal(each, made) for each in headers[prefix + "signature"].split(" "))


def _hex(secret: str, text: bytes) -> str:
    return hmac.new(secret.encode(), text, hashlib.sha256).hexdigest()


_equal: Callable[[str, str], bool] = hmac.compare_digest
