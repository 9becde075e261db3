"""The vendor's Python library against the pack. sdk.py CASES PORT KEY

Several cases, with a comma between two, share the time it takes to load the library; the world is reset between them."""

from __future__ import annotations

import json
import sys
import urllib.request
from collections.abc import Callable
from typing import Any, get_args

import anthropic
from anthropic import Anthropic
from anthropic.types import model as declared

NAMES, PORT, KEY = sys.argv[1:]
ORIGIN = f"http://127.0.0.1:{PORT}"
MODEL = "claude-sonnet-5-5"
TOOLS = [
    {"name": "look", "input_schema": {"type": "object", "properties": {"door": {"type": "string"}}}},
    {"name": "knock", "input_schema": {"type": "object"}},
]


def client(**more: Any) -> Anthropic:
    return Anthropic(**{"api_key": KEY, "base_url": ORIGIN, "max_retries": 0, **more})


def control(path: str, body: dict | None = None) -> dict:
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": f"Bearer {KEY}", "Content-Type": "application/json"}
    request = urllib.request.Request(f"{ORIGIN}/__admin__/{path}", data, headers)
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=30) as answer:
        return json.load(answer)


def pin(value: dict, **facets: dict) -> None:
    match = {"operation": "createMessage", **({"facets": facets} if facets else {})}
    control("exogenous/pins", {"match": match, "field": "reply", "value": value})


def arm(**more: Any) -> None:
    control("faults", {"resource": "messages", "operation": "create", "count": 1, **more})


def ask(content: Any, **more: Any) -> dict:
    return {"model": MODEL, "max_tokens": 200, "messages": [{"role": "user", "content": content}], **more}


def text(message: Any) -> str:
    return "".join(block.text for block in message.content if block.type == "text")


def refused(call: Callable[[], object], status: int, kind: str) -> str:
    try:
        call()
    except anthropic.APIStatusError as error:
        assert error.status_code == status, error
        assert error.body["type"] == "error" and error.body["error"]["type"] == kind, error.body
        assert error.body["request_id"] == error.response.headers["request-id"]
        return error.body["error"]["message"]
    raise AssertionError("was not refused")


def plain() -> None:
    message = client().messages.create(**ask("Hello", system=[{"type": "text", "text": "Be brief."}]))
    assert (text(message), message.stop_reason, message.model) == ("This is the answer of a stand-in.", "end_turn", MODEL), message
    assert message._request_id.startswith("req_")
    pin({"text": "One two three four five six."}, last_user={"contains": "count"})
    cut = client().messages.create(**ask("count", max_tokens=3))
    assert (text(cut), cut.stop_reason, cut.usage.output_tokens) == ("One two three", "max_tokens", 3), cut
    stopped = client().messages.create(**ask("count", stop_sequences=["six", " four"]))
    assert (text(stopped), stopped.stop_reason, stopped.stop_sequence) == ("One two three", "stop_sequence", " four"), stopped


def stream() -> None:
    pin({"text": "The north door, “open”.", "tool_calls": [{"name": "look", "arguments": {"door": "é", "deep": [{"a": None}]}}]})
    events = client().messages.create(**ask("Which?"), stream=True)
    deltas = [event.delta for event in events if event.type == "content_block_delta"]
    pieces = [delta.text for delta in deltas if delta.type == "text_delta"]
    with client().messages.stream(**ask("Which?")) as helper:
        assert list(helper.text_stream) == pieces
        final = helper.get_final_message()
    assert "".join(pieces) == text(final) == "The north door, “open”."
    assert (final.stop_reason, final.content[1].input) == ("tool_use", {"door": "é", "deep": [{"a": None}]}), final
    whole = client().messages.create(**ask("Which?"))
    assert whole.usage.to_dict() == final.usage.to_dict(), (whole.usage, final.usage)


def tools() -> None:
    pin({"text": "Let me look.", "tool_calls": [{"name": "look", "arguments": {"door": "north"}}, {"name": "knock"}]}, turn={"equals": 1})
    pin({"tool_calls": [{"name": "look", "arguments": {"door": "south"}}]}, tool_result={"contains": "shut"})
    pin({"text": "The south door is open."}, tool_result={"contains": "open"}, last_tool={"equals": "look"})
    messages: list[dict] = [{"role": "user", "content": "Which door is open?"}]
    for turn in range(3):
        answer = client().messages.create(model=MODEL, max_tokens=200, tools=TOOLS, messages=messages)
        calls = [block for block in answer.content if block.type == "tool_use"]
        messages.append({"role": "assistant", "content": answer.content})
        said = "open" if turn else "shut"
        results = [{"type": "tool_result", "tool_use_id": call.id, "content": said} for call in calls]
        messages.append({"role": "user", "content": results})
        assert len(calls) == (2, 1, 0)[turn], answer
    assert (text(answer), answer.stop_reason) == ("The south door is open.", "end_turn"), answer
    # Where the request wants one call at most, the second does not come.
    one = {"type": "auto", "disable_parallel_tool_use": True}
    answer = client().messages.create(model=MODEL, max_tokens=200, tools=TOOLS, messages=messages[:1], tool_choice=one)
    assert [block.name for block in answer.content if block.type == "tool_use"] == ["look"], answer


def thinking() -> None:
    pin({"thinking": "North, or south?", "text": "South."})
    asked = ask("Think.", max_tokens=4000, thinking={"type": "adaptive"})
    with client().messages.stream(**asked) as helper:
        final = helper.get_final_message()
    assert [block.type for block in final.content] == ["thinking", "text"], final
    assert final.content[0].thinking == "North, or south?" and len(final.content[0].signature) > 40


def count() -> None:
    request = {"model": MODEL, "messages": [{"role": "user", "content": "Which door is open?"}]}
    few = client().messages.count_tokens(**request).input_tokens
    assert 0 < few < client().messages.count_tokens(**request, tools=TOOLS).input_tokens
    assert client().messages.create(**request, max_tokens=5).usage.input_tokens == few


def models() -> None:
    ids = [model.id for model in client().models.list(limit=7)]
    assert len(set(ids)) == len(ids) == 19, ids
    assert client().models.retrieve("claude-haiku-4-5").id == "claude-haiku-4-5-20251001"
    # Every id that the library declares is served, and resolves to one of the list.
    names = [name for part in get_args(declared.Model) for name in get_args(part)]
    assert len(names) == 22, names
    for name in names:
        assert client().models.retrieve(name).id in ids
    refused(lambda: client().models.retrieve("claude-none"), 404, "not_found_error")


def batches() -> None:
    made = client().messages.batches
    control("exogenous/pins", {"match": {"operation": "createMessageBatch"}, "field": "reply.text", "value": "First."})
    requests = [{"custom_id": "a", "params": ask("Hello")}, {"custom_id": "b", "params": ask("Hello", model="claude-none")}]
    batch = made.create(requests=requests)
    assert (batch.processing_status, batch.request_counts.processing) == ("in_progress", 2), batch
    control("clock/advance", {"by": "1m"})
    results = {each.custom_id: each.result for each in made.results(batch.id)}
    assert text(results["a"].message) == "First." and results["b"].type == "errored", results
    other = made.create(requests=[{"custom_id": "a", "params": ask("Hello")}])
    assert made.cancel(other.id).processing_status == "canceling"
    control("clock/advance", {"by": "1s"})
    assert [each.result.type for each in made.results(other.id)] == ["canceled"]
    assert [each.id for each in made.list(limit=1)] == [other.id, batch.id]
    assert made.delete(batch.id).type == "message_batch_deleted"
    refused(lambda: made.retrieve(batch.id), 404, "not_found_error")


def retries() -> None:
    for code, status, kind in (("rate_limit", 429, "rate_limit_error"), ("overloaded", 529, "overloaded_error")):
        pin({"text": f"Again after {status}."}, retry={"equals": "1"})
        arm(code=code)
        assert text(client(max_retries=1).messages.create(**ask("Hello"))) == f"Again after {status}."
        assert [each["status"] for each in control("requests")["data"][-2:]] == [status, 200]
        arm(code=code)
        refused(lambda: client().messages.create(**ask("Hello")), status, kind)


def broken() -> None:
    for fault in (
        {"code": "overloaded", "transport": {"kind": "error_event", "after_events": 4}},
        {"transport": {"kind": "stream_cut", "after_events": 4}},
        {"transport": {"kind": "malformed_event", "at_event": 4}},
    ):
        arm(**fault)
        try:
            with client().messages.stream(**ask("Hello")) as helper:
                helper.get_final_message()
        except Exception as error:  # noqa: BLE001: of which kind is the library's own business but for the first
            assert "code" not in fault or isinstance(error, anthropic.APIStatusError), error
        else:
            raise AssertionError(f"{fault} went unnoticed")


def errors() -> None:
    refused(lambda: client(api_key="usw_wrong_key_of_nobody").messages.create(**ask("Hello")), 401, "authentication_error")
    refused(lambda: client().messages.create(**ask("Hello", model="claude-none")), 404, "not_found_error")
    for more, says in (
        ({"max_tokens": 0}, "max_tokens"),
        ({"messages": []}, "at least one message"),
        ({"tools": [{"name": "look"}]}, "tools.0"),
        ({"messages": [{"role": "assistant", "content": "x"}]}, "first message"),
        ({"extra_body": {"n": 2}}, "Extra inputs"),
    ):
        message = refused(lambda more=more: client().messages.create(**{**ask("Hello"), **more}), 400, "invalid_request_error")
        assert says in message, message
    refused(lambda: client().messages.create(**ask("A" * (32 << 20))), 413, "request_too_large")
    for code, status, kind in (("permission", 403, "permission_error"), ("api", 500, "api_error")):
        arm(code=code)
        refused(lambda: client().messages.create(**ask("Hello")), status, kind)


CASES = {each.__name__: each for each in (plain, stream, tools, thinking, count, models, batches, retries, broken, errors)}
for name in NAMES.split(","):
    control("reset", {})
    CASES[name]()
