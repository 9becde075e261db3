from urllib.parse import urlsplit

import pytest
from alerts import Alerts
from twilio.http.http_client import TwilioHttpClient
from twilio.rest import Client


class Nearby(TwilioHttpClient):
    """The library has no option for a base URL, so the origin of every address is changed here."""

    def __init__(self, origin):
        super().__init__()
        self.origin = origin

    def request(self, method, url, *words, **more):
        parts = urlsplit(url)
        query = "?" + parts.query if parts.query else ""
        return super().request(method, self.origin + parts.path + query, *words, **more)


@pytest.fixture
def client(twilio_sandbox):
    """The vendor's own library, pointed at the world of this test."""
    at = Nearby(twilio_sandbox.url)
    account = Client("any", twilio_sandbox.key, http_client=at).api.v2010.accounts.list(limit=1)[0]
    return Client(account.sid, twilio_sandbox.key, http_client=at)


@pytest.fixture
def sink(twilio_sandbox):
    """Where Twilio's callbacks go."""
    return twilio_sandbox.webhooks.sink()


@pytest.fixture
def alerts(client, sink):
    return Alerts(client, sender="+15005550006", on_duty="+14155550100", callback_url=sink.url)
