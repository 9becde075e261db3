"""Recorded requests, made again to a world of the pack, with the ids of the recording replaced by those of the world.

An id is bound where it first shows: the answer of the world is read beside the recorded one. What the recording began
with (a price, a customer of an earlier test) is made first, by the same API, as far as the recording says what it was.
The time of the world is that of the recording. The key was taken out of the recordings; where the answer was 401, a wrong
one is sent.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import urlencode

from recordings import Exchange
from world import Failed, Said, World

ID = re.compile(r"^(?:acct|ch|cn|cs_test|cus|ii|il|in|inpay|pi|pm|price|prod|re|seti|si|sub|txn)_\w{8,}$")
KINDS = {"ch": "charges", "cus": "customers", "in": "invoices", "pi": "payment_intents", "pm": "payment_methods", "si": "subscription_items", "sub": "subscriptions"}
# Cards by their last digits, where they are not ordinary.
CARDS = {"3155": "pm_card_authenticationRequiredOnSetup", "3184": "pm_card_authenticationRequired", "3220": "pm_card_threeDSecure2Required", "0341": "pm_card_chargeCustomerFail"}
PRICED = re.compile(r"(^|\[)(price|plan)\]?$")
REDEEMED = re.compile(r"(^|\[)coupon\]?$")


def objects(value: Any) -> Iterator[dict]:
    """Every object inside a value that has an id, outermost first."""
    if isinstance(value, dict):
        if isinstance(value.get("id"), str):
            yield value
        for each in value.values():
            yield from objects(each)
    elif isinstance(value, list):
        for each in value:
            yield from objects(each)


def texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, (dict, list)):
        for each in value.values() if isinstance(value, dict) else value:
            yield from texts(each)


class Replay:
    """One recording in one world."""

    def __init__(self, world: World, recorded: list[Exchange]) -> None:
        self.world = world
        self.recorded = recorded
        self.bound: dict[str, str] = {}
        self.shown: set[str] = set()  # ids that a recorded answer has shown so far
        self.now = min(each.at for each in recorded).astimezone(UTC) - timedelta(seconds=60)
        world.done("POST", "/reset", {"t0": self.instant(self.now)})

    def run(self) -> Iterator[tuple[Exchange, Said]]:
        for each in self.recorded:
            self.wait_until(each.at.astimezone(UTC))
            said = self.repeat(each)
            self.shown.update(text for text in texts(each.value) if ID.match(text))
            self.bind(each.value, said.value)
            yield each, said

    @staticmethod
    def instant(at: datetime) -> str:
        return at.strftime("%Y-%m-%dT%H:%M:%SZ")

    def wait_until(self, at: datetime) -> None:
        if at > self.now:
            self.world.done("POST", "/clock/advance", {"to": self.instant(at)})
            self.now = at

    def repeat(self, each: Exchange) -> Said:
        has_key = each.status != 401
        if has_key and each.status < 400:
            self.prepare(each)
        path = "/".join(self.own(part) for part in each.path.split("/"))
        form = urlencode([(name, self.own(value)) for name, value in each.form])
        headers = {} if has_key else {"Authorization": "Bearer sk_test_nobody"}
        if each.method == "POST":
            return self.world.ask("POST", path, form, Content_Type="application/x-www-form-urlencoded", **headers)
        return self.world.ask(each.method, f"{path}?{form}" if form else path, **headers)

    def bind(self, theirs: Any, ours: Any) -> None:
        if isinstance(theirs, dict) and isinstance(ours, dict):
            for name in theirs.keys() & ours.keys():
                self.bind(theirs[name], ours[name])
        elif isinstance(theirs, list) and isinstance(ours, list):
            for one, other in zip(theirs, ours, strict=False):
                self.bind(one, other)
        elif isinstance(theirs, str) and isinstance(ours, str) and ID.match(theirs) and theirs.split("_")[0] == ours.split("_")[0]:
            self.bound.setdefault(theirs, ours)

    def own(self, text: str) -> str:
        if text in self.bound or not ID.match(text) or text not in self.shown:
            return self.bound.get(text, text)
        # An older version showed it where the modelled one shows nothing: it is the newest that nobody has named yet.
        kind = KINDS.get(text.split("_")[0])
        for one in reversed(self.world.done("GET", f"/state?resource={kind}")["data"] if kind else []):
            if one["id"] not in self.bound.values():
                return self.bound.setdefault(text, one["id"])
        return text

    # What was there before.

    def prepare(self, each: Exchange) -> None:
        for name, value in each.form:
            if value in self.bound or not value:
                continue
            if PRICED.search(name):
                self.bound[value] = self.make_price(value)
            elif REDEEMED.search(name):
                self.make_coupon(value)
        named = [*each.path.split("/"), *(value for _, value in each.form)]
        for text in named:
            if ID.match(text) and text not in self.bound and text not in self.shown and not text.startswith("pm_card_"):
                self.stand_in(text, each)

    def call(self, path: str, **form: Any) -> dict:
        said = self.world.ask("POST", path, urlencode({name: value for name, value in form.items() if value is not None}), Content_Type="application/x-www-form-urlencoded")
        if said.status != 200:
            raise Failed(f"cannot make what the recording began with: POST {path} {form}: {said.status} {said.body[:300]!r}")
        return said.value

    def known(self, id_: str, *kinds: str) -> dict:
        """The first that the recording shows of it, whole."""
        for each in self.recorded:
            for one in objects(each.value):
                if one["id"] == id_ and (not kinds or one.get("object") in kinds):
                    return one
        return {}

    def make_price(self, id_: str) -> str:
        one = self.known(id_, "price", "plan")
        recurring = one.get("recurring") or one
        recurring = recurring if recurring.get("interval") else {"interval": "month", "interval_count": 1} if not one else None
        form = {f"recurring[{name}]": recurring[name] for name in ("interval", "interval_count")} if recurring else {}
        amount = one.get("unit_amount", one.get("amount"))
        return self.call("/v1/prices", currency=one.get("currency", "usd"), unit_amount=1000 if amount is None else amount, **{"product_data[name]": id_ or "a product"}, **form)["id"]

    def make_coupon(self, id_: str) -> None:
        one = self.known(id_, "coupon")
        self.call("/v1/coupons", id=id_, duration=one.get("duration", "once"), percent_off=one.get("percent_off"), amount_off=one.get("amount_off"), currency=one.get("currency"))
        self.bound[id_] = id_

    def make_customer(self, id_: str | None) -> str:
        if id_ is None or id_ not in self.bound:
            made = self.call("/v1/customers", email=self.known(id_ or "", "customer").get("email"))["id"]
            if id_ is None:
                return made
            self.bound[id_] = made
        return self.bound[id_]

    def make_method(self, id_: str, customer: str | None) -> str:
        one = self.known(id_, "payment_method")
        token = CARDS.get((one.get("card") or {}).get("last4", ""), "pm_card_visa")
        owner = self.make_customer(one.get("customer") or customer)
        return self.call(f"/v1/payment_methods/{token}/attach", customer=owner)["id"]

    def make_payment(self, one: dict) -> dict:
        card = "pm_card_authenticationRequired" if one.get("status") == "requires_action" else "pm_card_visa"
        return self.call("/v1/payment_intents", amount=one.get("amount", 1000), currency=one.get("currency", "usd"), payment_method=card, confirm="true")

    def stand_in(self, id_: str, each: Exchange) -> None:
        kind = id_.split("_")[0]
        customer = next((value for name, value in [("", each.path.split("/")[-1]), *each.form] if value.startswith("cus_")), None)
        if kind == "cus":
            self.make_customer(id_)
        elif kind == "pm":
            self.bound[id_] = self.make_method(id_, customer)
        elif kind == "pi":
            self.bound[id_] = self.make_payment(self.known(id_, "payment_intent"))["id"]
        elif kind == "ch":
            self.bound[id_] = self.make_payment(self.known(id_, "charge"))["latest_charge"]
        elif kind == "in" and each.path.endswith("/pay"):
            self.bound[id_] = self.make_draft()
        elif kind in ("sub", "si", "in"):
            self.make_subscription(id_, kind)

    def make_draft(self) -> str:
        owner = self.make_customer(None)
        method = self.call("/v1/payment_methods/pm_card_visa/attach", customer=owner)["id"]
        draft = self.call("/v1/invoices", customer=owner, default_payment_method=method)["id"]
        self.call("/v1/invoiceitems", customer=owner, invoice=draft, amount=1000, currency="usd")
        return draft

    def price_of(self, subscription: str) -> str:
        """The id of the recurring price that the recording shows of it, if any."""
        for one in objects(self.known(subscription)):
            if one.get("object") in ("price", "plan") and (one.get("recurring") or one.get("interval")):
                return one["id"]
        return ""

    def make_subscription(self, id_: str, kind: str) -> None:
        owner = self.make_customer(None)
        method = self.call("/v1/payment_methods/pm_card_visa/attach", customer=owner)["id"]
        made = self.call("/v1/subscriptions", customer=owner, default_payment_method=method, **{"items[0][price]": self.make_price(self.price_of(id_))})
        self.bound[id_] = {"sub": made["id"], "si": made["items"]["data"][0]["id"], "in": made["latest_invoice"]}[kind]
