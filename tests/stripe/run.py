#!/usr/bin/env python3
"""The judge of packs/stripe: the vendor's own SDKs, and the vendor's own description of every answer.

    run.py [NAME...] [--binary build/release/bin/understudy] [--results FILE] [--times]

A name selects the cases whose name contains it: `node23`, `node14`, `python`, `shapes`, `renewals`, `recorded`, `odd`. Each case has a world of its own in a process of its own. `./dev test` installs
the packages of package.json and those of tools/requirements.txt; where they are absent the cases that need them are skipped, with a line that says so.
"""

from __future__ import annotations

import calendar
import importlib.util
import subprocess
import sys
import tempfile
import time
import urllib.parse
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(ROOT / "tools"), str(ROOT / "tests/acceptance")]

import odd_cases
import year_cases
from house.cases import judge
from house.results import FAILED, PASSED, TestResult
from world import Failed, Served, expect_equal

SECONDS = 120.0
NODE = ("customers", "tokens", "intents", "paging", "webhooks", "retries", "idempotency", "subscriptions", "clocks", "checkout", "errors")
PYTHON = ("customers", "intents", "paging", "webhooks", "retries", "clocks", "errors")


def run_client(served: Served, *words: str) -> None:
    world = served.world
    done = subprocess.run([*words, str(world.port), "sk_test_" + world.key.removeprefix("usw_")], cwd=HERE, capture_output=True, text=True, timeout=SECONDS, check=False)
    if done.returncode != 0:
        raise Failed(f"ended with {done.returncode}: {done.stderr.strip()[:1200]}")


def node_case(module: str, name: str) -> Callable[[Served], None]:
    def case(served: Served) -> None:
        run_client(served, "node", "sdk.mjs", module, name)

    case.__name__ = name
    case.lacks = lambda: "" if (HERE / "node_modules" / module).is_dir() else f"npm packages of tests/stripe are not installed ({module})"
    return case


def python_case(name: str) -> Callable[[Served], None]:
    def case(served: Served) -> None:
        run_client(served, sys.executable, "sdk.py", name)

    case.__name__ = name
    case.lacks = lambda: "" if importlib.util.find_spec("stripe") else "the Python package stripe is not installed"
    return case


def shape_cases() -> list[Callable[[Served], None]]:
    if not importlib.util.find_spec("jsonschema_rs"):

        def everything(_: Served) -> None:
            """Needs a judge of schemas."""

        everything.lacks = lambda: "the Python package jsonschema_rs is not installed"
        return [everything]
    import shape_cases as cases

    return cases.CASES


def a_year_of_renewals(served: Served) -> None:
    """Twelve months from a 31st: every period and every sum against a calculation of our own."""
    world = served.world

    def call(path: str, **form: object) -> dict:
        said = world.ask("POST", path, urllib.parse.urlencode(form), Content_Type="application/x-www-form-urlencoded")
        expect_equal(said.status, 200, f"{path} {said.body[:300]!r}")
        return said.value

    price = call("/v1/prices", currency="usd", unit_amount=1234, **{"product_data[name]": "Gold", "recurring[interval]": "month"})["id"]
    customer = call("/v1/customers", payment_method="pm_card_visa")["id"]
    method = world.ask("GET", f"/v1/payment_methods?customer={customer}").value["data"][0]["id"]
    subscription = call("/v1/subscriptions", customer=customer, default_payment_method=method, **{"items[0][price]": price})["id"]
    for _ in range(370):  # a day at a time; what is due inside a day is done in order
        world.done("POST", "/clock/advance", {"by": "1d"})
    invoices = world.ask("GET", f"/v1/invoices?subscription={subscription}&limit=100").value["data"][::-1]
    wanted = []
    for month in range(13):
        year, number = 2025 + month // 12, month % 12 + 1
        starts = [datetime(y, m, min(31, calendar.monthrange(y, m)[1]), 10, tzinfo=UTC) for y, m in ((year, number), (year + number // 12, number % 12 + 1))]
        wanted.append(tuple(int(each.timestamp()) for each in starts))
    expect_equal([(each["lines"]["data"][0]["period"]["start"], each["lines"]["data"][0]["period"]["end"]) for each in invoices], wanted, "periods")
    expect_equal({each["status"] for each in invoices}, {"paid"}, "states of invoices")
    fee = (1234 * 29 + 500) // 1000 + 30
    balance = world.ask("GET", "/v1/balance").value
    expect_equal(sum(each["amount"] for side in ("available", "pending") for each in balance[side]), 13 * (1234 - fee), "balance")
    events = world.ask("GET", "/v1/events?type=invoice.paid&limit=100").value["data"]
    expect_equal(len(events), 13, "events of payment")


def recorded_cases() -> list[Callable[[Served], None]]:
    if not importlib.util.find_spec("yaml"):

        def everything(_: Served) -> None:
            """Needs a reader of the recordings."""

        everything.lacks = lambda: "the Python package PyYAML is not installed"
        return [everything]
    import recorded_cases as cases

    return cases.CASES


a_year_of_renewals.words = ("stripe", "--t0", "2025-01-31T10:00:00Z")

GROUPS = {
    "node23": [node_case("stripe", name) for name in NODE],
    "node14": [node_case("stripe-14", name) for name in NODE],
    "python": [python_case(name) for name in PYTHON],
    "shapes": shape_cases(),
    "renewals": [a_year_of_renewals, *year_cases.CASES],
    "recorded": recorded_cases(),
    "odd": odd_cases.CASES,
}


def run_case(name: str, case: Callable[[Served], None], program: Path) -> TestResult:
    begin = time.monotonic()
    problem = ""
    with tempfile.TemporaryDirectory(prefix="stripe-") as folder:
        try:
            with Served(program, Path(folder), *getattr(case, "words", ("stripe",))) as served:
                case(served)
        except Exception as error:  # of any kind: whatever a client trips over is a finding
            problem = f"{'' if isinstance(error, Failed) else type(error).__name__ + ': '}{error}"
    return TestResult(name, FAILED if problem else PASSED, time.monotonic() - begin, problem)


if __name__ == "__main__":
    sys.exit(judge("stripe", __doc__, GROUPS, run_case))
