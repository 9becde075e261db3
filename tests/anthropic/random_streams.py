"""Streams by our own grammar: random scripts, none of which may break it, and each fault of a stream with what it must break."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from random_scripts import Streaming, some_calls, some_object, some_text
from world import Served

scripts = 300


def some_block(draw: random.Random) -> dict[str, Any]:
    kind = draw.choice(["text", "thinking", "redacted_thinking", "tool_use", "server_tool_use"])
    return {
        "text": lambda: {"type": kind, "text": some_text(draw, 8)},
        "thinking": lambda: {"type": kind, "thinking": some_text(draw, 8)},
        "redacted_thinking": lambda: {"type": kind, "data": "c2VhbGVk"},
        "tool_use": lambda: {"type": kind, "name": draw.choice(["look", "knock"]), "input": some_object(draw)},
        "server_tool_use": lambda: {"type": kind, "id": "srvtoolu_1", "name": "web_search", "input": {}},
    }[kind]()


def some_reply(draw: random.Random) -> dict[str, Any]:
    if draw.random() < 0.2:
        return {"blocks": [some_block(draw) for _ in range(draw.randint(1, 12 if draw.random() < 0.9 else 64))]}
    reply: dict[str, Any] = {}
    if draw.random() < 0.8:
        reply["text"] = some_text(draw, 30)
    if draw.random() < 0.3:
        reply["thinking"] = some_text(draw, 20)
    if draw.random() < 0.1:
        reply["redacted_thinking"] = "c2VhbGVk"
    if draw.random() < 0.2:
        reply["citations"] = [{"type": "char_location", "cited_text": "open", "document_index": 0} for _ in range(draw.randint(0, 3))]
    if draw.random() < 0.5:
        reply["tool_calls"] = some_calls(draw, 32)
    if draw.random() < 0.2:
        reasons = ["end_turn", "max_tokens", "stop_sequence", "tool_use", "pause_turn", "refusal", "model_context_window_exceeded"]
        reply["stop_reason"] = draw.choice(reasons)
    if draw.random() < 0.1:
        reply["usage"] = {"output_tokens": draw.randint(0, 100)}
    return reply


def some_request(draw: random.Random) -> dict[str, Any]:
    request: dict[str, Any] = {"model": "claude-opus-5", "max_tokens": draw.choice([1, 5, 20, 4096]), "stream": True,
                               "messages": [{"role": "user", "content": some_text(draw, 5) or "?"}]}  # fmt: skip
    if draw.random() < 0.3:
        request["stop_sequences"] = draw.sample(["END", "door", " north", "never"], draw.randint(1, 3))
    if draw.random() < 0.5:
        request["tools"] = [{"name": name, "input_schema": {"type": "object"}} for name in ("look", "knock")]
        if draw.random() < 0.5:
            request["tool_choice"] = draw.choice([{"type": "any"}, {"type": "auto"}, {"type": "tool", "name": "knock"}])
    elif draw.random() < 0.3:
        request["thinking"] = {"type": "adaptive"}
    return request


MESSAGES = Streaming(
    family="anthropic-messages-sse",
    provider="anthropic",
    resource="messages",
    operation="createMessage",
    path="/v1/messages",
    reply=some_reply,
    request=some_request,
    headers=lambda key: {"x-api-key": key, "anthropic-version": "2023-06-01"},
)


def random_scripts(served: Served) -> None:
    MESSAGES.random_scripts(served, scripts)


SHAPE = ["message_start", "content_block_start", "ping", *["content_block_delta"] * 2, "content_block_stop", "message_delta", "message_stop"]
ERROR = {"type": "error", "error": {"type": "api_error", "message": "x"}}
REASON = {"kind": "changed_event", "at_event": 7, "field": "/delta/stop_reason"}
FAULTS: list[tuple[dict[str, Any], str, list[str]]] = [
    ({"kind": "missing_event", "at_event": 1}, "complete", ["order.unexpected order"]),
    ({"kind": "missing_event", "at_event": 2}, "complete", ["order.key_unexpected block"]),
    # A ping more or less is a service in another mood, and a piece of text more or less is another text.
    ({"kind": "missing_event", "at_event": 3}, "complete", []),
    ({"kind": "missing_event", "at_event": 4}, "complete", []),
    ({"kind": "missing_event", "at_event": 6}, "complete", ["order.unclosed serial"]),
    ({"kind": "missing_event", "at_event": 7}, "complete", ["order.unexpected order"]),
    ({"kind": "missing_event", "last": True}, "complete", ["order.incomplete order"]),
    ({"kind": "duplicate_event", "at_event": 1}, "complete", ["order.unexpected order"]),
    # A block that starts twice is neither the same nor the next, and the first of the two is never closed.
    (
        {"kind": "duplicate_event", "at_event": 2},
        "complete",
        ["order.key_unexpected block", "order.gap index", "order.unclosed serial", "order.unclosed serial"],
    ),
    ({"kind": "duplicate_event", "at_event": 3}, "complete", []),
    ({"kind": "duplicate_event", "at_event": 4}, "complete", []),
    ({"kind": "duplicate_event", "at_event": 6}, "complete", ["order.key_unexpected block"]),
    ({"kind": "duplicate_event", "last": True}, "complete", ["order.after_terminal end"]),
    ({**REASON, "value": "tired"}, "complete", ["order.implies stop-reason"]),
    ({**REASON, "value": "tool_use"}, "complete", ["order.implies tool-stop-has-tool"]),
    ({"kind": "changed_event", "at_event": 5, "field": "/index", "value": 1}, "complete", ["order.key_unexpected block"]),
    # What is no JSON has no type either.
    ({"kind": "malformed_event", "at_event": 4}, "complete", ["parse.frame", "order.unknown_type", "order.implies named"]),
    ({"kind": "stream_cut", "after_events": 4, "clean": True}, "complete", ["order.incomplete order"]),
    ({"kind": "stream_cut", "after_events": 4, "clean": True}, "interrupted", []),
    ({"kind": "stream_cut", "after_events": 4}, "complete", ["parse.frame", "order.incomplete order"]),
    ({"kind": "stream_cut", "after_events": 4}, "interrupted", []),
    # Late, and all there. A stall that never ends leaves what a cut leaves.
    ({"kind": "stall", "after_events": 3, "for": "10ms"}, "complete", []),
    ({"kind": "error_event", "after_events": 4, "event": "error", "data": ERROR}, "complete", ["order.incomplete order"]),
    ({"kind": "error_event", "after_events": 4, "event": "error", "data": ERROR}, "failed", []),
    # An error of the pack, in the form that the pack has for it.
    ({"kind": "error_event", "after_events": 4, "code": "overloaded"}, "complete", ["order.incomplete order"]),
    ({"kind": "error_event", "after_events": 4, "code": "overloaded"}, "failed", []),
]


def faults(served: Served) -> None:
    request = {"model": "claude-opus-5", "max_tokens": 20, "stream": True, "messages": [{"role": "user", "content": "?"}]}
    MESSAGES.faults(served, {"text": "It is"}, request, SHAPE, FAULTS)


CASES: list[Callable[[Served], None]] = [random_scripts, faults]
