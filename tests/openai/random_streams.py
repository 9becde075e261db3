"""Streams by our own grammars: random scripts, none of which may break them, and each fault of a stream with what it must break."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

from random_scripts import Streaming, some_calls, some_object, some_text
from world import Served

scripts = 300


def bearer(key: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}"}


def some_message(draw: random.Random) -> dict[str, Any]:
    """What one message of a model says."""
    said: dict[str, Any] = {}
    if draw.random() < 0.8:
        said["text"] = some_text(draw, 30)
    if draw.random() < 0.1:
        said["refusal"] = some_text(draw, 8)
    if draw.random() < 0.5:
        said["tool_calls"] = some_calls(draw, 8)
    if draw.random() < 0.2:
        said["finish_reason"] = draw.choice(["stop", "length", "tool_calls", "content_filter"])
    return said


def some_chat_reply(draw: random.Random) -> dict[str, Any]:
    reply = some_message(draw)
    if draw.random() < 0.3:
        reply["reasoning"] = some_text(draw, 20)
    if draw.random() < 0.2:
        reply["choices"] = [some_message(draw) for _ in range(draw.randint(0, 4))]
    if draw.random() < 0.1:
        reply["usage"] = {"completion_tokens": draw.randint(0, 100)}
    if draw.random() < 0.1:
        reply["moderation"] = {side: draw.sample(["hate", "violence"], draw.randint(0, 2)) for side in ("input", "output")}
    return reply


def some_chat_request(draw: random.Random) -> dict[str, Any]:
    request: dict[str, Any] = {"model": "gpt-5", "stream": True, "messages": [{"role": "user", "content": some_text(draw, 5)}]}
    if draw.random() < 0.3:
        request[draw.choice(["max_tokens", "max_completion_tokens"])] = draw.choice([1, 5, 20, 4096])
    if draw.random() < 0.3:
        request["stop"] = draw.choice(["END", "door", ["END", " north"], ["never", "is", "the"], []])
    if draw.random() < 0.3:
        request["n"] = draw.randint(1, 4)
    if draw.random() < 0.4:
        request["stream_options"] = {"include_usage": draw.random() < 0.8, "include_obfuscation": draw.random() < 0.5}
    if draw.random() < 0.1:
        request["moderation"] = {"model": "omni-moderation-latest"}
    if draw.random() < 0.2:
        request["parallel_tool_calls"] = draw.random() < 0.5
    if draw.random() < 0.5:
        request["tools"] = [{"type": "function", "function": {"name": name}} for name in ("look", "knock")]
        if draw.random() < 0.5:
            request["tool_choice"] = draw.choice(["none", "auto", "required", {"type": "function", "function": {"name": "knock"}}])
    return request


CHAT = Streaming(
    family="openai-chat-sse",
    provider="openai",
    resource="chat_completions",
    operation="createChatCompletion",
    path="/v1/chat/completions",
    reply=some_chat_reply,
    request=some_chat_request,
    headers=bearer,
)


SERVED_TOOLS = (
    *("web_search_call", "file_search_call", "mcp_list_tools", "mcp_call"),
    *("code_interpreter_call", "image_generation_call", "custom_tool_call"),
)


def some_item(draw: random.Random, place: int, kind: str) -> dict[str, Any]:
    """An item of the output, as the service shows it. Those of the service's own tools have an id, the others may have none."""
    kind = kind or draw.choice(["message", "function_call", "reasoning", *SERVED_TOOLS])
    notes = [{"type": "url_citation", "url": "https://example.test/door", "title": "Doors", "start_index": 0, "end_index": 1}]
    return {
        "message": lambda: {
            "type": kind,
            "content": [
                {"type": "output_text", "text": some_text(draw, 8), "annotations": notes if draw.random() < 0.2 else []}
                if draw.random() < 0.9
                else {"type": "refusal", "refusal": some_text(draw, 8)}
                for _ in range(draw.randint(0, 4))
            ],
        },
        "function_call": lambda: {"type": kind, "name": draw.choice(["look", "knock"]), "arguments": some_object(draw)},
        "reasoning": lambda: {
            "type": kind,
            "summary": [{"type": "summary_text", "text": some_text(draw, 8)} for _ in range(draw.randint(0, 8))],
        },
        "web_search_call": lambda: {
            "id": f"ws_{place}", "type": kind, "status": "completed", "action": {"type": "search", "query": some_text(draw, 3)},
        },
        "file_search_call": lambda: {"id": f"fs_{place}", "type": kind, "status": "completed", "queries": [], "results": None},
        "mcp_call": lambda: {
            "id": f"mcp_{place}", "type": kind, "status": "completed", "name": "look", "server_label": "doors",
            "arguments": json.dumps(some_object(draw)), "output": some_text(draw, 5), "error": draw.choice([None, None, {"type": "x"}]),
        },
        "code_interpreter_call": lambda: {
            "id": f"ci_{place}", "type": kind, "status": "completed", "code": some_text(draw, 9), "container_id": "cntr_1", "outputs": [],
        },
        "image_generation_call": lambda: {"id": f"ig_{place}", "type": kind, "status": "completed", "result": "iVBORw0K"},
        "custom_tool_call": lambda: {
            "id": f"ctc_{place}", "type": kind, "status": "completed", "call_id": f"call_{place}", "name": "run", "input": some_text(draw, 9),
        },
        "mcp_list_tools": lambda: {
            "id": f"mcpl_{place}", "type": kind, "server_label": "doors", "tools": [],
            **({"error": {"type": "http_error", "code": 503, "message": "gone"}} if draw.random() < 0.3 else {}),
        },
    }[kind]()  # fmt: skip


def some_response_reply(draw: random.Random) -> dict[str, Any]:
    reply: dict[str, Any] = {}
    if draw.random() < 0.3:
        count = draw.randint(0, 6 if draw.random() < 0.9 else 24)
        lists = draw.randint(0, 3) if draw.random() < 0.2 else 0  # of MCP servers, side by side
        reply["output"] = [some_item(draw, place, "mcp_list_tools" if place < lists else "") for place in range(count)]
    else:
        if draw.random() < 0.8:
            reply["text"] = some_text(draw, 30)
        if draw.random() < 0.1:
            reply["refusal"] = some_text(draw, 8)
        if draw.random() < 0.3:
            texts = [some_text(draw, 8) for _ in range(draw.randint(0, 8))]
            reply["reasoning"] = texts if draw.random() < 0.5 else " ".join(texts)
        if draw.random() < 0.5:
            reply["tool_calls"] = some_calls(draw, 16)
    if draw.random() < 0.2:
        reply["finish_reason"] = draw.choice(["stop", "length", "tool_calls", "content_filter"])
    if draw.random() < 0.1:
        reply["usage"] = {"output_tokens": draw.randint(0, 100), "cache_write_tokens": draw.choice([None, 0, 5])}
    return reply


def some_response_request(draw: random.Random) -> dict[str, Any]:
    text = some_text(draw, 5)
    request: dict[str, Any] = {"model": "gpt-5", "stream": True, "input": draw.choice([text, [{"role": "user", "content": text}]])}
    if draw.random() < 0.3:
        request["max_output_tokens"] = draw.choice([16, 20, 4096])
    if draw.random() < 0.1:
        request["background"] = True
    if draw.random() < 0.2:
        request["parallel_tool_calls"] = draw.random() < 0.5
    if draw.random() < 0.1:
        request["store"] = False
    if draw.random() < 0.2:
        request["stream_options"] = {"include_obfuscation": False}
    if draw.random() < 0.1:
        request["moderation"] = {"model": "omni-moderation-latest"}
    if draw.random() < 0.5:
        request["tools"] = [{"type": "function", "name": name} for name in ("look", "knock")]
        if draw.random() < 0.5:
            request["tool_choice"] = draw.choice(["none", "auto", "required", {"type": "function", "name": "knock"}])
    return request


RESPONSES = Streaming(
    family="openai-responses-sse",
    provider="openai",
    resource="responses",
    operation="createResponse",
    path="/v1/responses",
    reply=some_response_reply,
    request=some_response_request,
    headers=bearer,
)


def random_chats(served: Served) -> None:
    CHAT.random_scripts(served, scripts)


def random_responses(served: Served) -> None:
    RESPONSES.random_scripts(served, scripts)


def missing(at: int) -> dict[str, Any]:
    return {"kind": "missing_event", "at_event": at}


def twice(at: int) -> dict[str, Any]:
    return {"kind": "duplicate_event", "at_event": at}


def changed(at: int, field: str, value: Any) -> dict[str, Any]:
    return {"kind": "changed_event", "at_event": at, "field": field, "value": value}


LAST_MISSING = {"kind": "missing_event", "last": True}
LAST_TWICE = {"kind": "duplicate_event", "last": True}

CHAT_SHAPE = ["role content refusal", "content", *["tool_calls"] * 6, "finish", "usage", "[DONE]"]
CALL = "/choices/0/delta/tool_calls/0"
CHAT_ERROR = {"kind": "error_event", "after_events": 3, "code": "server_error"}
FOREIGN_ERROR = {"kind": "error_event", "after_events": 3, "data": {"error": {"message": "x", "type": "server_error", "param": None, "code": "x"}}}
CHAT_FAULTS: list[tuple[dict[str, Any], str, list[str]]] = [
    (missing(1), "complete", ["order.key_unexpected choice"]),
    # A piece of text more or less is another text; usage is there if it was asked for, which the stream does not say.
    (missing(2), "complete", []),
    (missing(3), "complete", ["order.key_unexpected tool-identity"]),
    (missing(4), "complete", ["order.concat tool-json-0"]),
    (missing(9), "complete", ["order.unexpected order"]),
    (missing(10), "complete", []),
    # Info only: two of 72 recorded streams have no [DONE].
    (LAST_MISSING, "complete", ["order.implies done"]),
    (twice(1), "complete", ["order.key_unexpected choice"]),
    (twice(2), "complete", []),
    (twice(3), "complete", ["order.key_unexpected tool-identity"]),
    (twice(4), "complete", ["order.concat tool-json-0"]),
    (twice(9), "complete", ["order.key_unexpected choice"]),
    (twice(10), "complete", []),
    (LAST_TWICE, "complete", ["order.after_terminal end"]),
    (changed(2, "/id", "chatcmpl-other"), "complete", ["order.not_constant one-id"]),
    (changed(2, "/created", 1), "complete", ["order.not_constant one-created"]),
    (changed(2, "/model", "gpt-none"), "complete", ["order.not_constant one-model"]),
    (changed(2, "/object", "chat.oracle"), "complete", ["order.unknown_type"]),
    (changed(2, "/choices/0/index", 1), "complete", ["order.key_unexpected choice"]),
    # The piece belongs to a call that never began, of which it is no JSON, and it is missing from its own.
    (
        changed(5, f"{CALL}/index", 1),
        "complete",
        ["order.key_unexpected tool-identity", "order.concat tool-json-0", "order.concat tool-json-1"],
    ),
    (changed(3, f"{CALL}/function/name", None), "complete", ["order.implies tool-start"]),
    (changed(9, "/choices/0/finish_reason", "tired"), "complete", ["order.implies finish-reason"]),
    (changed(9, "/choices/0/delta/role", "assistant"), "complete", ["order.implies finish-is-empty"]),
    # What is no JSON has no type either.
    ({"kind": "malformed_event", "at_event": 2}, "complete", ["parse.frame", "order.unknown_type"]),
    ({"kind": "stream_cut", "after_events": 3, "clean": True}, "complete", ["order.incomplete order", "order.implies done"]),
    ({"kind": "stream_cut", "after_events": 3, "clean": True}, "interrupted", []),
    ({"kind": "stream_cut", "after_events": 3}, "complete", ["parse.frame", "order.incomplete order", "order.implies done"]),
    ({"kind": "stream_cut", "after_events": 3}, "interrupted", []),
    # Late, and all there. A stall that never ends leaves what a cut leaves.
    ({"kind": "stall", "after_events": 3, "for": "10ms"}, "complete", []),
    # An error has no `object`, so no type: that is said, as info, and is all.
    (CHAT_ERROR, "complete", ["order.unknown_type", "order.incomplete order", "order.implies done"]),
    (CHAT_ERROR, "failed", ["order.unknown_type"]),
    (FOREIGN_ERROR, "failed", ["order.unknown_type"]),
]


def chat_faults(served: Served) -> None:
    reply = {"text": "It", "tool_calls": [{"name": "look", "arguments": {"door": "north"}}]}
    request = {"model": "gpt-5", "stream": True, "stream_options": {"include_usage": True}, "messages": [{"role": "user", "content": "?"}]}
    CHAT.faults(served, reply, request, CHAT_SHAPE, CHAT_FAULTS)


RESPONSE_SHAPE = [
    *("response.created", "response.in_progress"),
    *("response.output_item.added", "response.content_part.added", "response.output_text.delta"),
    *("response.output_text.done", "response.content_part.done", "response.output_item.done"),
    *("response.output_item.added", *["response.function_call_arguments.delta"] * 2, "response.function_call_arguments.done"),
    *("response.output_item.done", "response.completed"),
]
GAP = "order.gap sequence"  # events are numbered, so that one more or less shows
# A text is told three times after its pieces, arguments twice, and they are JSON.
TEXTS = ["order.concat text", "order.concat part-text", "order.concat item-text"]
ARGUMENTS = ["order.concat arguments", "order.concat item-arguments", "order.concat arguments-json"]
NOT_OPEN = "order.key_unexpected item"
RESPONSE_ERROR = {"kind": "error_event", "after_events": 4, "code": "server_error"}
UNNAMED_ERROR = {"type": "error", "sequence_number": 4, "code": "x", "message": "x", "param": None}
RESPONSE_FAULTS: list[tuple[dict[str, Any], str, list[str]]] = [
    # Numbers may begin anywhere: a stream that is read again begins in its middle.
    (missing(1), "complete", ["order.unexpected order"]),
    (missing(2), "complete", ["order.unexpected order", GAP]),
    # Of an item that never began: its first event, the place of the next, and its id in the end.
    (missing(3), "complete", [GAP, NOT_OPEN, "order.gap indexes", "order.dangling_ref final-ids"]),
    (missing(4), "complete", [GAP, "order.key_unexpected part"]),
    (missing(5), "complete", [GAP, *TEXTS]),
    (missing(6), "complete", [GAP, "order.key_unexpected part"]),
    (missing(7), "complete", [GAP, "order.unclosed parts-closed"]),
    (missing(8), "complete", [GAP, "order.unclosed closed"]),
    (missing(9), "complete", [GAP, NOT_OPEN, "order.dangling_ref final-ids"]),
    (missing(10), "complete", [GAP, *ARGUMENTS]),
    (missing(12), "complete", [GAP, NOT_OPEN]),
    (missing(13), "complete", [GAP, "order.unclosed closed"]),
    (LAST_MISSING, "complete", ["order.incomplete order"]),
    (twice(1), "complete", ["order.unexpected order", "order.repeated opening-once", GAP]),
    (twice(2), "complete", ["order.repeated opening-once", GAP]),
    # An item that begins twice: its number, its place, its id, and that the first is never closed.
    (twice(3), "complete", [GAP, "order.gap indexes", NOT_OPEN, "order.repeated item-ids", "order.unclosed closed"]),
    (twice(4), "complete", [GAP, "order.key_unexpected part", "order.unclosed parts-closed"]),
    (twice(5), "complete", [GAP, *TEXTS]),
    # What ends twice is compared twice, the second time with no pieces.
    (twice(6), "complete", [GAP, "order.key_unexpected part", "order.concat text"]),
    (twice(8), "complete", [GAP, NOT_OPEN, "order.concat item-text"]),
    (twice(10), "complete", [GAP, *ARGUMENTS]),
    (twice(12), "complete", [GAP, NOT_OPEN, "order.concat arguments"]),
    (twice(13), "complete", [GAP, NOT_OPEN, "order.concat item-arguments"]),
    (LAST_TWICE, "complete", ["order.after_terminal end", GAP]),
    (changed(5, "/output_index", 1), "complete", [NOT_OPEN, "order.key_unexpected part", *TEXTS]),
    # The same item, another part: the text of the message is still whole.
    (changed(5, "/content_index", 1), "complete", ["order.key_unexpected part", *TEXTS[:2]]),
    (changed(5, "/item_id", "msg_other"), "complete", [NOT_OPEN]),
    (changed(5, "/sequence_number", 9), "complete", [GAP, GAP]),
    (changed(1, "/sequence_number", 5), "complete", ["order.implies first-number", GAP]),
    (changed(5, "/delta", "is"), "complete", TEXTS),
    (changed(12, "/arguments", "[]"), "complete", ["order.concat arguments"]),
    (
        changed(9, "/output_index", 0),
        "complete",
        ["order.gap indexes", "order.not_constant same-type", NOT_OPEN, "order.unclosed closed"],
    ),
    (
        changed(9, "/item/id", ""),
        "complete",
        ["shape.value minLength", "order.implies ids-not-empty", NOT_OPEN, "order.dangling_ref final-ids"],
    ),
    (changed(2, "/response/id", "resp_other"), "complete", ["order.not_constant one-response"]),
    (changed(14, "/response/id", "resp_other"), "complete", ["order.not_constant one-response"]),
    (changed(14, "/type", "response.done"), "complete", ["order.unknown_type", "order.implies named", "order.incomplete order"]),
    # What is no JSON has neither type nor number, and its text is missing.
    (
        {"kind": "malformed_event", "at_event": 5},
        "complete",
        ["parse.frame", "order.unknown_type", "order.implies named", GAP, GAP, *TEXTS],
    ),
    ({"kind": "stream_cut", "after_events": 5, "clean": True}, "complete", ["order.incomplete order"]),
    ({"kind": "stream_cut", "after_events": 5, "clean": True}, "interrupted", []),
    ({"kind": "stream_cut", "after_events": 5}, "complete", ["parse.frame", "order.incomplete order"]),
    ({"kind": "stream_cut", "after_events": 5}, "interrupted", []),
    # Late, and all there. A stall that never ends leaves what a cut leaves.
    ({"kind": "stall", "after_events": 5, "for": "10ms"}, "complete", []),
    (RESPONSE_ERROR, "complete", ["order.incomplete order"]),
    (RESPONSE_ERROR, "failed", []),
    ({"kind": "error_event", "after_events": 4, "data": UNNAMED_ERROR}, "failed", ["parse.frame unnamed"]),
]


def response_faults(served: Served) -> None:
    reply = {"text": "It", "tool_calls": [{"name": "look"}]}
    request = {"model": "gpt-5", "stream": True, "input": "?"}
    RESPONSES.faults(served, reply, request, RESPONSE_SHAPE, RESPONSE_FAULTS)


CASES: list[Callable[[Served], None]] = [random_chats, random_responses, chat_faults, response_faults]
