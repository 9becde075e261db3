"""What the model said in a recorded answer, in the words in which a test author tells a pack what a model says.

The plain words are taken where they are enough (`text`, `tool_calls`, `thinking` or `reasoning`), and otherwise the blocks
or items one by one, as the service shows them.
"""

from __future__ import annotations

import json
from typing import Any

from recordings import Event, Exchange

PLAIN_BLOCKS = ("thinking", "redacted_thinking", "text", "tool_use")
PLAIN_ITEMS = ("reasoning", "message", "function_call")
ITEM_MEMBERS = {  # what the plain words can tell of an item; a text may have no annotations
    "reasoning": {"id", "type", "summary", "encrypted_content", "content", "status"},
    "message": {"id", "type", "status", "role", "content"},
    "function_call": {"id", "type", "status", "arguments", "call_id", "name"},
}


def reply_of(each: Exchange) -> dict[str, Any]:
    return {"anthropic-messages": anthropic_reply, "openai-chat": chat_reply, "openai-responses": responses_reply}[each.family](each)


def present(**members: Any) -> dict[str, Any]:
    return {name: value for name, value in members.items() if value is not None}


def in_order(kinds: list[str], order: tuple[str, ...], often: str) -> bool:
    """Each kind at most once, in this order; only the last may come several times."""
    places = [order.index(kind) if kind in order else -1 for kind in kinds]
    return -1 not in places and places == sorted(places) and all(kinds.count(kind) == 1 for kind in kinds if kind != often)


# Anthropic.


def anthropic_message(each: Exchange) -> dict[str, Any]:
    """The message that the events add up to."""
    if not each.streamed:
        return each.events[0].body
    message: dict[str, Any] = {}
    blocks: dict[int, dict[str, Any]] = {}
    inputs: dict[int, str] = {}
    for event in each.events:
        body = event.body
        if body["type"] == "message_start":
            message = dict(body["message"])
        elif body["type"] == "content_block_start":
            blocks[body["index"]] = dict(body["content_block"])
        elif body["type"] == "content_block_delta":
            _add_delta(blocks[body["index"]], body["delta"], inputs, body["index"])
        elif body["type"] == "message_delta":
            message |= body["delta"]
            message["usage"] = {**message["usage"], **body["usage"]}
    for index, text in inputs.items():
        blocks[index]["input"] = json.loads(text) if text else {}
    return message | {"content": [blocks[index] for index in sorted(blocks)]}


def _add_delta(block: dict[str, Any], delta: dict[str, Any], inputs: dict[int, str], index: int) -> None:
    if delta["type"] == "input_json_delta":
        inputs[index] = inputs.get(index, "") + delta["partial_json"]
    elif delta["type"] == "citations_delta":
        block["citations"] = [*(block.get("citations") or []), delta["citation"]]
    else:
        member = delta["type"].removesuffix("_delta")
        block[member] = block.get(member, "") + delta[member]


def anthropic_reply(each: Exchange) -> dict[str, Any]:
    message = anthropic_message(each)
    blocks = message["content"]
    counted = ("input_tokens", "output_tokens", "cache_creation_input_tokens", "cache_read_input_tokens", "server_tool_use")
    usage = {name: message["usage"][name] for name in counted if message["usage"].get(name) is not None}
    told = present(stop_reason=message["stop_reason"], usage=usage, container=message.get("container"))
    if not in_order([block["type"] for block in blocks], PLAIN_BLOCKS, "tool_use"):
        return told | {"blocks": blocks}
    calls = [{"name": block["name"], "arguments": block["input"], "id": block["id"]} for block in blocks if block["type"] == "tool_use"]
    one = {block["type"]: block for block in blocks}
    text, thinking = one.get("text", {}), one.get("thinking", {})
    return told | present(text=text.get("text"), citations=text.get("citations"),
                          thinking=thinking.get("thinking"), signature=thinking.get("signature"),
                          redacted_thinking=one.get("redacted_thinking", {}).get("data"), tool_calls=calls or None)


# OpenAI, chat.


def chat_choice(events: list[Event]) -> dict[str, Any]:
    """The one choice that the chunks add up to, with `usage` and `moderation`."""
    found: dict[str, Any] = {"message": {}, "calls": {}, "finish_reason": None, "usage": None, "moderation": None}
    for event in events:
        if not isinstance(event.body, dict):
            continue
        found["usage"] = event.body.get("usage") or found["usage"]
        found["moderation"] = event.body.get("moderation") or found["moderation"]
        for choice in event.body["choices"]:
            found["finish_reason"] = choice["finish_reason"] or found["finish_reason"]
            for member in ("content", "refusal"):
                if (piece := choice["delta"].get(member)) is not None:
                    found["message"][member] = found["message"].get(member, "") + piece
            for piece in choice["delta"].get("tool_calls", []):
                call = found["calls"].setdefault(piece["index"], {"arguments": ""})
                call["id"] = piece.get("id", call.get("id"))
                call["name"] = piece["function"].get("name", call.get("name"))
                call["arguments"] += piece["function"].get("arguments", "")
    return found


def chat_reply(each: Exchange) -> dict[str, Any]:
    if each.streamed:
        found = chat_choice(each.events)
        message, usage, finish, moderation = found["message"], found["usage"], found["finish_reason"], found["moderation"]
        calls = list(found["calls"].values())
    else:
        body = each.events[0].body
        message, finish = body["choices"][0]["message"], body["choices"][0]["finish_reason"]
        usage, moderation = body["usage"], body.get("moderation")
        calls = [{"id": call["id"], **call["function"]} for call in message.get("tool_calls") or []]
    return present(text=message.get("content"), refusal=message.get("refusal"), finish_reason=finish, usage=chat_usage(usage), moderation=moderation,
                   tool_calls=[call | {"arguments": json.loads(call["arguments"])} for call in calls] or None)


def chat_usage(usage: dict[str, Any] | None) -> dict[str, int] | None:
    if usage is None:
        return None
    return {"prompt_tokens": usage["prompt_tokens"], "completion_tokens": usage["completion_tokens"],
            "cached_tokens": usage["prompt_tokens_details"]["cached_tokens"],
            "reasoning_tokens": usage["completion_tokens_details"]["reasoning_tokens"]}


# OpenAI, responses.


def responses_reply(each: Exchange) -> dict[str, Any]:
    body = each.events[-1].body
    response = body["response"] if each.streamed else body
    items, usage = response["output"], response["usage"]
    told = {"usage": {"input_tokens": usage["input_tokens"], "output_tokens": usage["output_tokens"],
                      "cached_tokens": usage["input_tokens_details"]["cached_tokens"],
                      # Older answers have no such figure; null is how a test says so.
                      "cache_write_tokens": usage["input_tokens_details"].get("cache_write_tokens"),
                      "reasoning_tokens": usage["output_tokens_details"]["reasoning_tokens"]}}
    if response["status"] == "incomplete":
        why = response["incomplete_details"]["reason"]
        told["finish_reason"] = {"max_output_tokens": "length"}.get(why, why)
    if not all(is_plain(item) for item in items) or not in_order([item["type"] for item in items], PLAIN_ITEMS, "function_call"):
        return told | {"output": items}
    one = {item["type"]: item for item in items}
    part = one["message"]["content"][0] if "message" in one else {}
    calls = [{"name": item["name"], "arguments": json.loads(item["arguments"]), "id": item["call_id"]}
             for item in items if item["type"] == "function_call"]
    reasoning = one["reasoning"]["summary"][0]["text"] if "reasoning" in one else None
    return told | present(text=part.get("text"), refusal=part.get("refusal"), reasoning=reasoning, tool_calls=calls or None)


def is_plain(item: dict[str, Any]) -> bool:
    kind = item["type"]
    if kind not in ITEM_MEMBERS or item.keys() - ITEM_MEMBERS[kind]:
        return False
    if kind == "message":
        return len(item["content"]) == 1 and not item["content"][0].get("annotations")
    return kind != "reasoning" or len(item["summary"]) == 1
