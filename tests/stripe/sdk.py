"""The official Python SDK against a world: python sdk.py CASE PORT KEY. It ends with 0 when the case holds."""

from __future__ import annotations

import json
import sys
import threading
import urllib.request
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, HTTPServer

import stripe

PORT, KEY = int(sys.argv[2]), sys.argv[3]
URL = f"http://127.0.0.1:{PORT}"
client = stripe.StripeClient(KEY, base_addresses={"api": URL, "files": URL}, max_network_retries=2).v1


def admin(path: str, body: dict) -> dict:
    request = urllib.request.Request(f"{URL}/__admin__{path}", json.dumps(body).encode(), {"Authorization": f"Bearer {KEY}", "Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def refused(call: Callable) -> stripe.StripeError:
    try:
        call()
    except stripe.StripeError as error:
        return error
    raise AssertionError("the call was not refused")


def equal(got: object, wanted: object) -> None:
    assert got == wanted, f"got {got!r}, not {wanted!r}"


def customers() -> None:
    made = client.customers.create({"name": "Ada", "metadata": {"tier": "gold", "lane": "west"}, "preferred_locales": ["en"]})
    changed = client.customers.update(made.id, {"name": "", "metadata": {"tier": "", "since": "1843"}})
    equal((changed.name, changed.metadata.to_dict()), (None, {"lane": "west", "since": "1843"}))
    equal([each.id for each in client.customers.search({"query": 'metadata["since"]:"1843"'}).data], [made.id])
    equal(client.payment_methods.attach("pm_card_visa", {"customer": made.id}).customer, made.id)
    equal(client.customers.delete(made.id).deleted, True)


def intents() -> None:
    intent = client.payment_intents.create({"amount": 2000, "currency": "usd", "payment_method": "pm_card_visa_chargeDeclined"})
    error = refused(lambda: client.payment_intents.confirm(intent.id))
    assert isinstance(error, stripe.CardError), error
    equal((error.http_status, error.code, error.error.decline_code, error.error.payment_intent.status), (402, "card_declined", "generic_decline", "requires_payment_method"))
    paid = client.payment_intents.confirm(intent.id, {"payment_method": "pm_card_visa", "expand": ["latest_charge"]})
    equal((paid.status, paid.latest_charge.amount_captured), ("succeeded", 2000))
    equal(client.refunds.create({"payment_intent": intent.id, "amount": 700}).status, "succeeded")
    equal(client.charges.retrieve(paid.latest_charge.id).amount_refunded, 700)
    equal(client.balance.retrieve().pending[0].amount, 2000 - 88 - 700)


def paging() -> None:
    made = [client.customers.create({"name": f"n{i}"}).id for i in range(120)]
    seen = []
    for i, each in enumerate(client.customers.list({"limit": 25}).auto_paging_iter()):
        seen.append(each.id)
        if i % 30 == 0:
            client.customers.create({"name": "new"})
    equal(seen, made[::-1])
    backward = [each.id for each in client.customers.list({"limit": 25, "ending_before": made[0]}).auto_paging_iter() if each.name != "new"]
    equal(backward, made[1:])


def webhooks() -> None:
    came: list[tuple[bytes, str]] = []
    arrived = threading.Event()

    class Receiver(BaseHTTPRequestHandler):
        def do_POST(self) -> None:  # noqa: N802: the name the base class calls
            came.append((self.rfile.read(int(self.headers["Content-Length"])), self.headers["Stripe-Signature"]))
            self.send_response(200)
            self.end_headers()
            arrived.set()

        def log_message(self, *_: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Receiver)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    endpoint = client.webhook_endpoints.create({"url": f"http://127.0.0.1:{server.server_port}/hook", "enabled_events": ["customer.created"]})
    customer = client.customers.create({"name": "Ada"})
    assert arrived.wait(60), "no webhook came"
    server.shutdown()
    body, signature = came[0]
    event = stripe.Webhook.construct_event(body, signature, endpoint.secret)
    equal((event.type, event.data.object.id), ("customer.created", customer.id))
    try:
        stripe.Webhook.construct_event(body.replace(b"Ada", b"Adb"), signature, endpoint.secret)
    except stripe.SignatureVerificationError:
        return
    raise AssertionError("a changed body was accepted")


def retries() -> None:
    for when, status, customers_after in (("before", 200, 1), ("after", 500, 2)):
        admin("/faults", {"resource": "customers", "operation": "create", "status": 500, "code": "api_error", "count": 1, "when": when})
        got = 200
        try:
            client.customers.create({"name": when})
        except stripe.APIError as error:
            got = error.http_status
        equal((when, got, len(client.customers.list({"limit": 100}).data)), (when, status, customers_after))


def clocks() -> None:
    """Nobody is told of anything, so the clock has arrived when the answer has."""
    start = 1748736000  # the first of June 2025
    clock = client.test_helpers.test_clocks.create({"frozen_time": start})
    customer = client.customers.create({"test_clock": clock.id, "payment_method": "pm_card_visa"})
    method = client.payment_methods.list({"customer": customer.id}).data[0].id
    price = client.prices.create({"currency": "usd", "unit_amount": 1000, "recurring": {"interval": "month"}, "product_data": {"name": "Gold"}})
    subscription = client.subscriptions.create({"customer": customer.id, "items": [{"price": price.id}], "default_payment_method": method})
    equal(client.test_helpers.test_clocks.advance(clock.id, {"frozen_time": start + 30 * 86400 + 3600}).status, "advancing")
    equal(client.test_helpers.test_clocks.retrieve(clock.id).status, "ready")
    equal([(each.status, each.amount_paid) for each in client.invoices.list({"subscription": subscription.id}).data], [("paid", 1000), ("paid", 1000)])
    error = refused(lambda: client.test_helpers.test_clocks.advance(clock.id, {"frozen_time": start}))
    equal((type(error), error.http_status, error.param), (stripe.InvalidRequestError, 400, "frozen_time"))
    equal([each.id for each in client.customers.list({"test_clock": clock.id}).data], [customer.id])


def errors() -> None:
    table = [
        (lambda: client.customers.create({"colour": "red"}), stripe.InvalidRequestError, 400, "parameter_unknown", "colour"),
        (lambda: client.payment_intents.create({"amount": "much", "currency": "usd"}), stripe.InvalidRequestError, 400, "parameter_invalid_integer", "amount"),
        (lambda: client.payment_intents.create({"amount": 100}), stripe.InvalidRequestError, 400, "parameter_missing", "currency"),
        (lambda: client.customers.retrieve("cus_nobody"), stripe.InvalidRequestError, 404, "resource_missing", "id"),
        (lambda: client.payment_intents.create({"amount": 100, "currency": "usd", "customer": "cus_nobody"}), stripe.InvalidRequestError, 400, "resource_missing", "customer"),
        (lambda: client.customers.list({}, {"api_key": "sk_test_nobody"}), stripe.AuthenticationError, 401, None, None),
    ]
    for call, kind, status, code, param in table:
        error = refused(call)
        equal((type(error), error.http_status, error.code, getattr(error, "param", None)), (kind, status, code, param))
    client.customers.create({"name": "Ada"}, {"idempotency_key": "k"})
    error = refused(lambda: client.customers.create({"name": "Grace"}, {"idempotency_key": "k"}))
    equal((type(error), error.http_status), (stripe.IdempotencyError, 400))


if __name__ == "__main__":
    {each.__name__: each for each in (customers, intents, paging, webhooks, retries, clocks, errors)}[sys.argv[1]]()
