"""A year of subscriptions in one step of the clock: invoices, sums, money and events against a calculation of our own."""

from __future__ import annotations

import calendar
import urllib.parse
from collections import Counter
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from world import Served, World, expect_equal

BEGIN = datetime(2025, 1, 31, 10, tzinfo=UTC)
END = datetime(2026, 2, 1, 12, tzinfo=UTC)
FINALIZED_AFTER = timedelta(hours=1)
REMINDED_BEFORE = timedelta(days=7)
# Told of each renewal that is paid; `invoice.upcoming` comes a week before, and not for periods of eight days or less.
TOLD = ("invoice.created", "customer.subscription.updated", "invoice.finalized", "payment_intent.created", "charge.succeeded", "payment_intent.succeeded",
        "invoice.paid", "invoice.payment_succeeded", "invoice_payment.paid")


class Plan(NamedTuple):
    interval: str
    count: int
    amount: int
    quantity: int = 1
    trial_days: int = 0
    ends_after: int = 0  # periods; 0: it goes on


PLANS = (Plan("month", 1, 1234), Plan("month", 1, 999, quantity=7), Plan("month", 3, 5000), Plan("year", 1, 99900), Plan("week", 2, 450, quantity=3), Plan("week", 1, 100),
         Plan("day", 30, 2500), Plan("month", 1, 2000, trial_days=14), Plan("month", 1, 700, ends_after=1))


def after(plan: Plan, anchor: datetime, periods: int) -> datetime:
    """When so many periods are over. Months keep the day of the anchor, or take their last one."""
    if plan.interval in ("day", "week"):
        return anchor + timedelta(days=plan.count * periods * (7 if plan.interval == "week" else 1))
    months = anchor.month - 1 + plan.count * periods * (12 if plan.interval == "year" else 1)
    year, month = anchor.year + months // 12, months % 12 + 1
    return anchor.replace(year=year, month=month, day=min(anchor.day, calendar.monthrange(year, month)[1]))


def wanted_of(plan: Plan) -> tuple[list[tuple[int, int, int]], Counter[str]]:
    """Every invoice with its period and sum, oldest first; and how often each event is told by the step of the clock."""
    anchor = BEGIN + timedelta(days=plan.trial_days)
    price = plan.amount * plan.quantity
    stamp = lambda instant: int(instant.timestamp())
    invoices = [(stamp(BEGIN), stamp(anchor), 0)] if plan.trial_days else []
    events: Counter[str] = Counter({"customer.subscription.trial_will_end": 1} if plan.trial_days > 3 else {})
    period = 0
    while (start := after(plan, anchor, period)) + FINALIZED_AFTER <= END and not (plan.ends_after and period >= plan.ends_after):
        invoices.append((stamp(start), stamp(after(plan, anchor, period + 1)), price))
        if start != BEGIN:
            events.update(TOLD)
        period += 1
    if plan.ends_after:
        events["customer.subscription.deleted"] += 1
        return invoices, events
    # The reminders: of every period that began, and of the one after the last, if it is near enough.
    starts = [after(plan, anchor, number) for number in range(period + 1)]
    lasts = [anchor - BEGIN] * bool(plan.trial_days) + [later - earlier for earlier, later in zip(starts, starts[1:])]
    for length, due in zip(lasts, starts if plan.trial_days else starts[1:], strict=True):
        if length >= timedelta(days=8) and due - REMINDED_BEFORE <= END:
            events["invoice.upcoming"] += 1
    return invoices, events


def call(world: World, path: str, **form: Any) -> dict:
    said = world.ask("POST", path, urllib.parse.urlencode(form), Content_Type="application/x-www-form-urlencoded")
    expect_equal(said.status, 200, f"{path} {said.body[:300]!r}")
    return said.value


def subscribe(world: World, plan: Plan) -> str:
    price = call(world, "/v1/prices", currency="usd", unit_amount=plan.amount,
                 **{"product_data[name]": "Gold", "recurring[interval]": plan.interval, "recurring[interval_count]": plan.count})["id"]
    customer = call(world, "/v1/customers")["id"]
    method = call(world, "/v1/payment_methods/pm_card_visa/attach", customer=customer)["id"]
    more = {"trial_period_days": plan.trial_days} if plan.trial_days else {}
    made = call(world, "/v1/subscriptions", customer=customer, default_payment_method=method, **{"items[0][price]": price, "items[0][quantity]": plan.quantity}, **more)["id"]
    if plan.ends_after:
        call(world, f"/v1/subscriptions/{made}", cancel_at_period_end="true")
    return made


def invoices_of(world: World, subscription: str) -> list[dict]:
    found: list[dict] = []
    while not found or more:
        cursor = f"&starting_after={found[-1]['id']}" if found else ""
        page = world.ask("GET", f"/v1/invoices?subscription={subscription}&limit=100{cursor}").value
        found += page["data"]
        more = page["has_more"]
    return found[::-1]


def a_year_in_one_step(served: Served) -> None:
    world = served.world
    made = {subscribe(world, plan): plan for plan in PLANS}
    told = world.done("POST", "/clock/advance", {"to": END.strftime("%Y-%m-%dT%H:%M:%SZ")})
    events: Counter[str] = Counter()
    net = 0
    for subscription, plan in made.items():
        invoices = invoices_of(world, subscription)
        wanted, more = wanted_of(plan)
        events += more
        lines = [each["lines"]["data"][0] for each in invoices]
        expect_equal([(line["period"]["start"], line["period"]["end"], each["total"]) for line, each in zip(lines, invoices, strict=True)], wanted, f"invoices of {plan}")
        expect_equal({(each["status"], each["amount_paid"] == each["total"]) for each in invoices}, {("paid", True)}, f"states of the invoices of {plan}")
        net += sum(total - ((total * 29 + 500) // 1000 + 30) for _, _, total in wanted if total)
        status = world.ask("GET", f"/v1/subscriptions/{subscription}").value["status"]
        expect_equal(status, "canceled" if plan.ends_after else "active", f"state of {plan}")
    expect_equal(Counter(told["fired"]), events, "events of the year")
    balance = world.ask("GET", "/v1/balance").value
    expect_equal(sum(each["amount"] for side in ("available", "pending") for each in balance[side]), net, "balance")


a_year_in_one_step.words = ("stripe", "--t0", BEGIN.strftime("%Y-%m-%dT%H:%M:%SZ"))

CASES = [a_year_in_one_step]
