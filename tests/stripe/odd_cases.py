"""Input that is well formed and makes no sense: it is refused in the vendor's way, and never an error of our own (500)."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from world import Served, expect, expect_equal

FORM = "application/x-www-form-urlencoded"


def odd_input(served: Served) -> None:
    world = served.world

    def post(path: str, form: str = "") -> dict[str, Any]:
        said = world.ask("POST", "/v1/" + path, form, Content_Type=FORM)
        expect(said.status < 500, f"POST {path} {form}: {said.status} {said.body[:300]!r}")
        return said.value

    customer = post("customers")["id"]
    method = post("payment_methods/pm_card_visa/attach", f"customer={customer}")["id"]
    free = post("prices", "currency=usd&unit_amount=0&product_data[name]=x&recurring[interval]=month")["id"]
    once = post("prices", "currency=usd&unit_amount=5&product_data[name]=x")["id"]
    payer = urlencode({"customer": customer, "default_payment_method": method})
    for items in ("", f"&items[0][price]={free}", f"&items[0][price]={once}", "&items[0][quantity]=2", f"&items[0][price]={free}&items[1][price]={once}"):
        post("subscriptions", payer + items)
    subscription = post("subscriptions", f"{payer}&items[0][price]={free}")
    item = subscription["items"]["data"][0]["id"]
    for items in ("items[0][quantity]=2", "items[0][id]=si_x&items[0][quantity]=2", f"items[0][id]={item}&items[0][price]=nope", f"items[0][id]={item}&items[0][price]={once}"):
        post(f"subscriptions/{subscription['id']}", items)
    post(f"subscription_items/{item}", "price=nope")
    for form in ("", "mode=setup", "line_items[0][quantity]=1", "line_items[0][price_data][currency]=usd", f"line_items[0][price]={free}"):
        post("checkout/sessions", form)
    for form in ("", "type=card", "type=card&card[number]=1", "type=card&card[number]=4242424242424242&card[exp_month]=13&card[exp_year]=2030"):
        post("payment_methods", form)
    invoice = post("invoices", f"customer={customer}")["id"]
    post("invoiceitems", f"customer={customer}&amount=5&currency=usd&invoice={invoice}")
    post(f"invoices/{invoice}/finalize")
    post(f"invoices/{invoice}/pay")
    intent = post("payment_intents", "amount=500&currency=usd")["id"]
    wallet = post("payment_methods", "type=alipay")["id"]
    paid = post("payment_intents", f"amount=500&currency=usd&confirm=true&payment_method={wallet}")
    for path, form in (
        ("invoices", ""), ("invoiceitems", f"customer={customer}"), ("refunds", ""), ("refunds", f"payment_intent={intent}"), ("refunds", f"charge={paid['latest_charge']}"),
        (f"payment_intents/{intent}/capture", ""), (f"payment_intents/{intent}/cancel", "cancellation_reason=x"), ("setup_intents", "confirm=true"), ("setup_intents", f"confirm=true&payment_method={wallet}"),
        ("customers", "payment_method=pm_card_chargeDeclined"), ("customers", f"payment_method={method}"), ("customers", "metadata=x"), ("customers", "metadata[a][b]=c"),
        ("coupons", ""), ("coupons", "percent_off=200"), ("files", ""), ("prices", "currency=usd&unit_amount=-1&product_data[name]=x"), ("webhook_endpoints", "url=x&enabled_events[]=*"),
    ):  # fmt: skip
        post(path, form)
    for path in ("customers/search", "customers/search?query=foo", "customers?created=x", "events?types=x"):
        said = world.ask("GET", "/v1/" + path)
        expect(said.status < 500, f"GET {path}: {said.status} {said.body[:300]!r}")
    expect_equal(world.control("POST", "/clock/advance", {"by": "40d"}).status, 200, "letting time pass afterwards")


CASES = [odd_input]
