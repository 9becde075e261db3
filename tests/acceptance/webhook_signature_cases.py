"""Signatures judged by the libraries that vendors give to their customers: what arrives is believed, what was tampered
with is not. The packages are those of tests/clients."""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
from collections.abc import Callable
from functools import partial
from urllib.parse import urlencode

from receiver import Heard, Receiver
from webhooks import arm_delivery, barrier, deliveries, register
from world import CLIENT_SECONDS, ROOT, Served, World, expect, expect_equal, surroundings

CLIENTS = ROOT / "tests/clients"


def lacks(library: str) -> str:
    if not shutil.which("node"):
        return "node is not installed"
    if not (CLIENTS / "node_modules" / library).is_dir():
        return f"the npm package {library} is not installed in tests/clients"
    return ""


def _verdicts(served: Served, library: str, url: str, sent: list[tuple[str, dict[str, str], bytes]]) -> list[dict]:
    """Of each (secret, headers, body) what the library says."""
    asked = [{"library": library, "secret": secret, "url": url, "headers": headers, "body": base64.b64encode(body).decode()}
             for secret, headers, body in sent]
    done = subprocess.run(["node", str(CLIENTS / "signatures.mjs")], input=json.dumps(asked).encode(), capture_output=True,
                          timeout=CLIENT_SECONDS, env=surroundings(served.folder), check=False)
    expect_equal(done.returncode, 0, f"exit code of the judge; it said {done.stderr.decode(errors='replace')[-800:]!r}")
    return json.loads(done.stdout)


def _with_another_byte(body: bytes) -> bytes:
    """In the middle: one letter or digit is another one."""
    at = next(at for at in range(len(body) // 2, len(body)) if chr(body[at]).isalnum())
    return body[:at] + (b"1" if body[at:at + 1] == b"0" else b"0") + body[at + 1:]


def _judge(served: Served, world: World, receiver: Receiver, library: str, secret: str, cause: Callable[[], None], parts: list[str]) -> None:
    """`cause` makes at least one webhook. It is believed as it came; with another byte, and from each tamper fault, it is
    not."""

    def caused() -> list[Heard]:
        before = len(receiver.heard)
        cause()
        barrier(world)
        expect(len(receiver.heard) > before, "no webhook came")
        return receiver.heard[before:]

    asked: list[tuple[str, bool, tuple[str, dict[str, str], bytes]]] = []
    for heard in caused():
        asked.append(("as it came", True, (secret, heard.headers, heard.body)))
        asked.append(("with another byte", False, (secret, heard.headers, _with_another_byte(heard.body))))
    for part in parts:
        fault = arm_delivery(world, {"kind": "tamper", "part": part})
        for heard in caused():
            asked.append((f"tampered {part}", False, (secret, heard.headers, heard.body)))
        acted = [attempt["fault"] for delivery in deliveries(world) for attempt in delivery["attempts"]]
        expect(fault["id"] in acted, f"the log does not say that {part} was tampered with")
        world.done("DELETE", f"/faults/{fault['id']}")
    for heard in caused():
        asked.append(("after all faults", True, (secret, heard.headers, heard.body)))
    verdicts = _verdicts(served, library, receiver.url(), [sent for _, _, sent in asked])
    for (what, wanted, _), verdict in zip(asked, verdicts, strict=True):
        expect_equal(verdict["accepted"], wanted, f"{library}, {what}: {verdict.get('why', '')}")


def s36_standardwebhooks(served: Served) -> None:
    """Deck, with the secret of the vendor's own answer, which is the one of the control plane."""
    world = served.world
    with Receiver() as receiver:
        made = world.ask("POST", "/v2/event-destinations", {"url": receiver.url(), "events": ["agent.created"]})
        expect_equal(made.status, 201, f"status of the destination: {made.body!r}")
        expect_equal(world.done("GET", f"/webhooks/secret?url={receiver.url()}")["secret"], made.value["secret"], "the secret")
        _judge(served, world, receiver, "standardwebhooks", made.value["secret"],
               lambda: expect_equal(world.ask("POST", "/v2/agents", {"name": "Rent clerk"}).status, 201, "status"),
               ["signature", "timestamp", "body"])


def s36_time_of_the_world(served: Served) -> None:
    """Signed with the world's time a webhook is old to a verifier: so the usual is the real time, and a choice is kept."""
    world = served.world
    with Receiver() as receiver:
        endpoint = register(world, receiver, signature_time="world")
        world.ask("POST", "/v2/agents", {"name": "Rent clerk"})
        barrier(world)
        heard = receiver.heard[0]
        expect_equal(heard.headers["webhook-timestamp"], "1735689600", "the signed time")
        verdict = _verdicts(served, "standardwebhooks", receiver.url(), [(endpoint["secret"], heard.headers, heard.body)])[0]
        expect_equal(verdict, {"accepted": False, "why": "Message timestamp too old"}, "verdict")


def s36_stripe(served: Served) -> None:
    world = served.world
    with Receiver() as receiver:
        endpoint = register(world, receiver)

        def cause() -> None:
            body = urlencode({"amount": 2000, "payment_method": "pm_card_visa", "confirm": "true"})
            said = world.ask("POST", "/v1/payment_intents", body, Content_Type="application/x-www-form-urlencoded")
            expect_equal(said.status, 200, f"status: {said.body!r}")

        _judge(served, world, receiver, "stripe", endpoint["secret"], cause, ["signature", "timestamp", "body"])


def s36_octokit(served: Served) -> None:
    """GitHub's scheme: the caller brings the secret, over the vendor's API as over the control plane."""
    world = served.world

    def cause() -> None:
        said = world.ask("POST", "/repos/octo/hello/issues", {"title": "It is broken"})
        expect_equal(said.status, 201, f"status: {said.body!r}")

    with Receiver() as receiver:
        hook = world.ask("POST", "/repos/octo/hello/hooks",
                         {"config": {"url": receiver.url(), "secret": "open sesame"}, "events": ["issues"], "active": True})
        expect_equal(hook.status, 201, f"status of the hook: {hook.body!r}")
        _judge(served, world, receiver, "@octokit/webhooks-methods", "open sesame", cause, ["signature", "body"])
        expect_equal({heard.headers["x-github-event"] for heard in receiver.heard}, {"issues"}, "X-GitHub-Event")
    with Receiver() as receiver:
        made = register(world, receiver, secret="another secret")
        expect_equal(made["secret"], "another secret", "the secret of the record")
        _judge(served, world, receiver, "@octokit/webhooks-methods", "another secret", cause, ["signature", "body"])
    dated = world.control("POST", "/faults", {"resource": "$deliveries", "operation": "send", "delivery": {"kind": "tamper", "part": "timestamp"}})
    expect_equal((dated.status, dated.code), (422, "invalid_request"), "a time that is not signed cannot be tampered with")


def s36_twilio(served: Served) -> None:
    """Status callbacks: no endpoint, the message carries the URL, and the account's token signs."""
    # Only the record of a new world shows its key in full in the vendor's form.
    made = served.admin.done("POST", "/worlds", {"pack": "twilio", "key": "usw_of_another_world_1"})
    world = World(served.world.port, made["key"])
    account, token = made["config"]["account_sid"], made["key_forms"][0]
    with Receiver() as receiver:
        def cause() -> None:
            basic = base64.b64encode(f"{account}:{token}".encode()).decode()
            said = world.ask("POST", f"/2010-04-01/Accounts/{account}/Messages.json",
                             urlencode({"To": "+15005550009", "From": "+15005550006", "Body": "ä & b=c", "StatusCallback": receiver.url()}),
                             Content_Type="application/x-www-form-urlencoded", Host="api.twilio.com", Authorization=f"Basic {basic}")
            expect_equal(said.status, 201, f"status: {said.body!r}")
            world.done("POST", "/clock/advance", {"by": "10s"})

        _judge(served, world, receiver, "twilio", token, cause, ["signature", "body"])
        expect(all(delivery["endpoint_id"] is None for delivery in deliveries(world)), "a callback has no endpoint")


CASES = []
for case, library, words in [(s36_standardwebhooks, "standardwebhooks", "deck"), (s36_time_of_the_world, "standardwebhooks", "deck"),
                             (s36_stripe, "stripe", "tests/packs/stripe_fragment"),
                             (s36_octokit, "@octokit/webhooks-methods", "tests/packs/github_hooks"),
                             (s36_twilio, "twilio", "tests/packs/twilio_fragment")]:
    case.words = (words,)
    case.lacks = partial(lacks, library)
    CASES.append(case)
