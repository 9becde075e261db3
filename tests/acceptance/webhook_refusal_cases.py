"""Webhooks that cannot be: what is refused, with which status, code, message and hint, over HTTP and by the CLI."""

from __future__ import annotations

import json
import subprocess
from typing import Any

from webhooks import agent, arm_delivery, barrier, deliveries, register
from world import CLIENT_SECONDS, ROOT, Served, expect, expect_equal, surroundings

EXAMPLE = "as in http://127.0.0.1:5055/hook"
URL = "http://sink.localhost/hook"
NAMES = "deliveries are called dlv_1, dlv_2 and so on"
NO_SCHEME = '"nonsense" is not a URL: it does not begin with a scheme such as https://'
ELSEWHERE = 'webhooks go to this machine only, not to "example.test"'
NO_TYPE = 'no event type "task_run.complete" in pack deck@0.1.0'
DELIVERY = {"resource": "$deliveries", "operation": "send"}

# Method, path, body; status, code, message, field and hint of the refusal. "" where there is none.
OVER_HTTP: list[tuple[str, str, Any, int, str, str, str, str]] = [
    ("POST", "/webhooks/endpoints", {"url": "nonsense"}, 422, "invalid_url", NO_SCHEME, "/url", EXAMPLE),
    ("POST", "/webhooks/endpoints", {"url": "ftp://127.0.0.1/x"}, 422, "invalid_url",
     '"ftp://127.0.0.1/x" is not a URL: its scheme is not http, https, ws or wss', "/url", EXAMPLE),
    ("POST", "/webhooks/endpoints", {"url": "ws://127.0.0.1/x"}, 422, "invalid_url", '"ws://127.0.0.1/x" is neither http nor https', "/url", EXAMPLE),
    ("POST", "/webhooks/endpoints", {"url": "http://example.test/x"}, 422, "endpoint_not_allowed", ELSEWHERE, "/url",
     "start the server with --allow-webhook-host example.test"),
    ("POST", "/webhooks/endpoints", {"url": "http://127.0.0.1@example.test/x"}, 422, "endpoint_not_allowed", ELSEWHERE, "/url",
     "start the server with --allow-webhook-host example.test"),
    ("POST", "/webhooks/endpoints", {}, 422, "invalid_request", 'the value: the property "url" is missing', "", ""),
    ("POST", "/webhooks/endpoints", {"url": URL, "subscribe": ["agent.created", "task_run.complete"]}, 422, "unknown_event_type", NO_TYPE,
     "/subscribe/1", "did you mean 'task_run.completed'?"),
    ("POST", "/webhooks/endpoints", {"url": URL, "subscribe": []}, 422, "invalid_request",
     "/subscribe: an array of 0 items has 0 items; at least 1 are needed", "/subscribe", ""),
    ("POST", "/webhooks/endpoints", {"url": URL, "signature_time": "later"}, 422, "invalid_request",
     '/signature_time: "later" is not one of "wall", "world"', "/signature_time", ""),
    ("POST", "/webhooks/endpoints", {"url": URL, "secret": "open sesame"}, 422, "invalid_secret", "the secret does not have the service's form",
     "/secret", "it is written whsec_{base64:24}"),
    ("DELETE", "/webhooks/endpoints/dest_nobody", None, 404, "unknown_endpoint", 'there is no endpoint "dest_nobody"', "", "there is ENDPOINT"),
    ("GET", "/webhooks/secret", None, 422, "invalid_request", "which endpoint's?", "", "name its URL: ?url=http://127.0.0.1:5055/hook"),
    ("GET", "/webhooks/deliveries/dlv_99", None, 404, "unknown_delivery", 'there is no delivery "dlv_99"', "", NAMES),
    ("GET", "/webhooks/deliveries/nothing", None, 404, "unknown_delivery", 'there is no delivery "nothing"', "", NAMES),
    ("GET", "/webhooks/deliveries/dlv_1?include=all", None, 422, "invalid_request", 'include cannot be "all"', "", "did you mean 'wall'?"),
    ("POST", "/webhooks/deliveries/dlv_99/redeliver", None, 404, "unknown_delivery", 'there is no delivery "dlv_99"', "", NAMES),
    ("POST", "/webhooks/deliveries/dlv_99/release", None, 404, "unknown_delivery", 'there is no delivery "dlv_99"', "", NAMES),
    ("POST", "/webhooks/deliveries/dlv_1/release", None, 409, "not_held", "dlv_1 is delivered, not held", "", ""),
    ("POST", "/faults", {**DELIVERY, "delivery": {"kind": "tampper"}}, 422, "invalid_request", 'there is no delivery fault "tampper"',
     "/delivery/kind", "did you mean 'tamper'?"),
    ("POST", "/faults", {**DELIVERY, "delivery": {"kind": "explode"}}, 422, "invalid_request", 'there is no delivery fault "explode"',
     "/delivery/kind", "there is duplicate, reorder, delay, drop, hold, tamper"),
    ("POST", "/faults", {**DELIVERY, "delivery": {"kind": "hold", "by": "5s"}}, 422, "invalid_request", 'hold has no "by"', "/delivery/by", ""),
    ("POST", "/faults", {**DELIVERY, "delivery": {"kind": "delay"}}, 422, "invalid_request", "it is not said by how long",
     "/delivery/by", "as in 5s or 2h"),
    ("POST", "/faults", {**DELIVERY, "delivery": {"kind": "delay", "by": "soon"}}, 422, "invalid_duration", '"soon" is no duration', "/delivery/by",
     "write 500ms, 5s, 1h30m or 7d"),
    ("POST", "/faults", {**DELIVERY, "delivery": {"kind": "drop", "seen_as": "delivred"}}, 422, "invalid_request",
     "seen_as is one of delivered, failed", "/delivery/seen_as", "did you mean 'delivered'?"),
    ("POST", "/faults", {**DELIVERY, "delivery": {"kind": "tamper", "part": "head"}}, 422, "invalid_request",
     "part is one of signature, timestamp, body", "/delivery/part", "there is signature, timestamp, body"),
    ("POST", "/faults", {**DELIVERY, "delivery": {"kind": "reorder", "window": 0}}, 422, "invalid_request",
     "window is a number from 1 to 1000000", "/delivery/window", ""),
    ("POST", "/faults", {**DELIVERY}, 422, "invalid_request", "a fault of deliveries needs a delivery", "/delivery",
     'as in {"delivery": {"kind": "drop", "seen_as": "failed"}}'),
    ("POST", "/faults", {**DELIVERY, "operation": "sned", "delivery": {"kind": "hold"}}, 404, "unknown_operation", 'deliveries know no "sned"',
     "/operation", "it is called send"),
    ("POST", "/faults", {**DELIVERY, "delivery": {"kind": "hold"}, "match": {"event_type": "task_run.complete"}}, 422, "unknown_event_type", NO_TYPE,
     "/match/event_type", "did you mean 'task_run.completed'?"),
    ("POST", "/faults", {**DELIVERY, "delivery": {"kind": "hold"}, "match": {"event_types": "x"}}, 422, "unknown_constraint",
     'deliveries cannot be matched by "event_types"', "/match/event_types", "did you mean 'event_type'?"),
    ("POST", "/faults", {"resource": "task_runs", "operation": "create", "delivery": {"kind": "hold"}}, 422, "invalid_request",
     "what happens to deliveries is armed on the resource $deliveries", "/resource", ""),
]


def refused_over_http(served: Served) -> None:
    """Exactly; and nothing has changed afterwards."""
    world = served.world
    endpoint = register(world, URL)
    agent(world)
    barrier(world)
    before = world.digest()
    problems = []
    for method, path, body, status, code, message, field, hint in OVER_HTTP:
        said = world.control(method, path, body)
        error = (said.value or {}).get("error", {})
        got = (said.status, error.get("code", ""), error.get("message", ""), error.get("field", ""), error.get("hint", ""))
        wanted = (status, code, message, field, hint.replace("ENDPOINT", endpoint["id"]))
        if got != wanted:
            problems.append(f"{method} {path} {json.dumps(body)}: got {got}, wanted {wanted}")
            if said.status == 201:
                world.done("DELETE", f"{path}/{said.value['id']}")
    expect(not problems, "\n".join(problems))
    expect_equal(world.digest(), before, "the digest after all refusals")


def a_secret_that_signs_nothing(served: Served) -> None:
    """It begins as it should, and is no base64 of 24 bytes: refused when it is given, not found out at the first webhook."""
    for secret in ("whsec_short", "whsec_" + "!" * 32, "whsec_"):
        said = served.world.control("POST", "/webhooks/endpoints", {"url": URL, "secret": secret})
        expect_equal((said.status, said.code), (422, "invalid_secret"), f"status and code of {secret}")


def hints_can_be_followed(served: Served) -> None:
    """The example that a refusal shows is one that is accepted."""
    for wrong in ({"status": 500}, {}):
        said = served.world.control("POST", "/faults", {**DELIVERY, **wrong})
        hint = said.value["error"]["hint"].removeprefix("as in ")
        again = served.world.control("POST", "/faults", {**DELIVERY, **json.loads(hint)})
        expect_equal(again.status, 201, f"status of what the hint {hint} says")


# Words; standard error. The exit code is 1: refused by the server.
BY_CLI: list[tuple[list[str], str]] = [
    (["endpoint", "add", "nonsense"], f"error: {NO_SCHEME} (422 invalid_url at /url) [app.refused]\n  hint: {EXAMPLE}\n"),
    (["endpoint", "add", "http://example.test/x"],
     f"error: {ELSEWHERE} (422 endpoint_not_allowed at /url) [app.refused]\n  hint: start the server with --allow-webhook-host example.test\n"),
    (["endpoint", "add", URL, "task_run.complete"],
     f"error: {NO_TYPE} (422 unknown_event_type at /subscribe/0) [app.refused]\n  hint: did you mean 'task_run.completed'?\n"),
    (["endpoint", "add", URL, "--secret", "open sesame"],
     "error: the secret does not have the service's form (422 invalid_secret at /secret) [app.refused]\n  hint: it is written whsec_{base64:24}\n"),
    (["endpoint", "add", URL, "--signature-time", "later"],
     'error: /signature_time: "later" is not one of "wall", "world" (422 invalid_request at /signature_time) [app.refused]\n'),
    (["endpoint", "remove", "dest_nobody"],
     'error: there is no endpoint "dest_nobody" (404 unknown_endpoint) [app.refused]\n  hint: there is ENDPOINT\n'),
    (["delivery", "show", "dlv_99"], f'error: there is no delivery "dlv_99" (404 unknown_delivery) [app.refused]\n  hint: {NAMES}\n'),
    (["delivery", "redeliver", "dlv_99"], f'error: there is no delivery "dlv_99" (404 unknown_delivery) [app.refused]\n  hint: {NAMES}\n'),
    (["delivery", "release", "dlv_99"], f'error: there is no delivery "dlv_99" (404 unknown_delivery) [app.refused]\n  hint: {NAMES}\n'),
    (["delivery", "release", "dlv_1"], "error: dlv_1 is delivered, not held (409 not_held) [app.refused]\n"),
    (["fault", "arm", "$deliveries", "send", "--delivery", '{"kind": "tampper"}'],
     "error: there is no delivery fault \"tampper\" (422 invalid_request at /delivery/kind) [app.refused]\n  hint: did you mean 'tamper'?\n"),
]


def _cli(served: Served, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(served.program), *words, "--url", served.world.url, "--key", served.world.key], capture_output=True, text=True,
                          timeout=CLIENT_SECONDS, env=surroundings(served.folder), cwd=ROOT, check=False)


def refused_by_cli(served: Served) -> None:
    world = served.world
    endpoint = register(world, URL)
    agent(world)
    barrier(world)
    problems = []
    for words, complaint in BY_CLI:
        done = _cli(served, *words)
        wanted = (1, "", complaint.replace("ENDPOINT", endpoint["id"]))
        if (done.returncode, done.stdout, done.stderr) != wanted:
            problems.append(f"{words}: got {(done.returncode, done.stdout, done.stderr)}, wanted {wanted}")
    expect(not problems, "\n".join(problems))


def the_same_by_cli_as_over_http(served: Served) -> None:
    """What the CLI says with --json is what the server answers; and it does all that can be done with webhooks."""
    world = served.world

    def told(*words: str) -> Any:
        done = _cli(served, *words, "--json")
        expect_equal((done.returncode, done.stderr), (0, ""), f"exit code and complaints of {words}")
        return json.loads(done.stdout)

    endpoint = told("endpoint", "add", URL, "agent.created", "--signature-time", "world")
    expect_equal((endpoint["url"], endpoint["subscribe"], endpoint["signature_time"]), (URL, ["agent.created"], "world"), "the endpoint")
    expect_equal(told("endpoint", "secret", URL), {"secret": endpoint["secret"]}, "its secret")
    expect_equal(told("endpoint", "list"), world.done("GET", "/webhooks/endpoints"), "the list of endpoints")
    arm_delivery(world, {"kind": "hold"}, count=1)
    agent(world)
    barrier(world)
    held = deliveries(world)[0]
    expect_equal(told("delivery", "show", "dlv_1"), held, "the delivery")
    expect_equal(told("delivery", "list", "--state", "held")["data"], [held], "the list of deliveries")
    expect_equal(told("delivery", "release", "dlv_1")["id"], "dlv_1", "the released one")
    barrier(world)
    expect_equal(told("delivery", "redeliver", "dlv_1")["redelivery_of"], "dlv_1", "the redelivery")
    barrier(world)
    expect_equal([one["state"] for one in told("delivery", "list", "--endpoint", endpoint["id"])["data"]], ["delivered", "delivered"], "states")
    expect_equal(told("endpoint", "remove", endpoint["id"]), {"cleared": 1}, "removing it")
    expect_equal(told("endpoint", "list")["data"], [], "endpoints at the end")


CASES = [refused_over_http, a_secret_that_signs_nothing, hints_can_be_followed, refused_by_cli, the_same_by_cli_as_over_http]
for case in CASES:
    case.words = ("deck",)
