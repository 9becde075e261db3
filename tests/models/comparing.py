"""Two answers of a model's service, compared: what a client sees must be equal, but for what the rules below name.

A member is named by its path in an event, without places in lists: `choices.delta.content`. A plain answer is compared like
an event that carries it.
"""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from recordings import Event

ANTHROPIC, CHAT, RESPONSES = "anthropic-messages", "openai-chat", "openai-responses"


@dataclass(frozen=True)
class Rule:
    family: str
    does: str
    members: tuple[str, ...]
    why: str


# `join`: neighbours that differ in this text alone become one, with their texts joined.
# `json`: a text that is compared as the JSON it holds.
# `name`: replaced by its prefix and the order in which ids first show, so that what refers to what is still compared.
# `blank`: any value but null is as good as any other.
# `undated`: the date at the end of a name is left out.
# `leave`: left out on both sides.
# `later`: left out where one side has no such member.
# `default`: left out unless the request names it.
RULES = (
    Rule(ANTHROPIC, "join", ("delta.text", "delta.thinking", "delta.partial_json"), "how a text is cut into pieces is chance"),
    Rule(CHAT, "join",
         ("choices.delta.content", "choices.delta.refusal", "choices.delta.tool_calls.function.arguments"),
         "how a text is cut into pieces is chance"),
    Rule(RESPONSES, "join", ("delta",), "how a text is cut into pieces is chance"),
    Rule(ANTHROPIC, "json", ("delta.partial_json",), "spaces in arguments are the model's own"),
    Rule(CHAT, "json",
         ("choices.delta.tool_calls.function.arguments", "choices.message.tool_calls.function.arguments"),
         "spaces in arguments are the model's own"),
    Rule(RESPONSES, "json", ("arguments", "item.arguments", "response.output.arguments"), "spaces in arguments are the model's own"),
    Rule(ANTHROPIC, "name", ("message.id", "content_block.id", "content_block.tool_use_id", "message.content.id"), "ids are made up"),
    Rule(CHAT, "name", ("id", "choices.delta.tool_calls.id", "choices.message.tool_calls.id"), "ids are made up"),
    Rule(RESPONSES, "name",
         ("response.id", "response.previous_response_id", "item_id", "item.id", "item.call_id", "response.output.id",
          "response.output.call_id"),
         "ids are made up"),
    Rule(CHAT, "blank", ("created",), "the time"),
    Rule(RESPONSES, "blank", ("response.created_at", "response.completed_at"), "the time"),
    Rule(RESPONSES, "blank", ("item.encrypted_content", "response.output.encrypted_content"), "sealed by the service"),
    Rule(CHAT, "undated", ("model",), "which snapshot a name stands for changes with time"),
    Rule(RESPONSES, "undated", ("response.model",), "which snapshot a name stands for changes with time"),
    Rule(ANTHROPIC, "undated", ("message.model",), "which snapshot a name stands for changes with time"),
    Rule(CHAT, "leave", ("system_fingerprint",), "the build of the service, which newer models do not tell"),
    Rule(RESPONSES, "leave", ("response.prompt_cache_retention", "response.billing"), "depends on the account"),
    Rule(ANTHROPIC, "leave", ("message.usage.inference_geo",), "depends on the account"),
    Rule(CHAT, "leave", ("obfuscation",), "chance, against listeners on the line"),
    Rule(RESPONSES, "leave", ("obfuscation",), "chance, against listeners on the line"),
    Rule(RESPONSES, "leave", ("sequence_number",), "counts pieces; that it has no gaps is judged by the grammar"),
    Rule(ANTHROPIC, "leave", ("message.usage.output_tokens",), "how far the model had come when the first event was written is chance"),
    Rule(ANTHROPIC, "leave",
         ("message.usage.input_tokens",),
         "grows with what tools of the service read; the sum is compared in message_delta"),
    Rule(ANTHROPIC, "leave",
         ("usage.output_tokens_details", "message.usage.output_tokens_details"),
         "which tokens were thought is not told by the text"),
    Rule(ANTHROPIC, "later",
         ("message.stop_details", "delta.stop_details", "message.container", "delta.container", "message.diagnostics",
          "message.usage.server_tool_use", "message.usage.speed", "content_block.caller"),
         "the service got this member after some of the recordings"),
    Rule(CHAT, "later", ("choices.logprobs",), "newer models leave it out"),
    Rule(RESPONSES, "later",
         ("response.background", "response.completed_at", "response.frequency_penalty", "response.presence_penalty",
          "response.max_tool_calls", "response.moderation", "response.prompt_cache_key", "response.safety_identifier",
          "response.service_tier", "response.top_logprobs", "response.tool_usage", "response.text.verbosity",
          "response.reasoning.summary", "response.reasoning.generate_summary", "response.reasoning.context", "response.reasoning.mode",
          "logprobs", "part.logprobs", "item.content.logprobs", "response.output.content.logprobs"),
         "the service got this member after some of the recordings"),
    Rule(RESPONSES, "later",
         ("response.tools.filters", "response.tools.user_location", "response.tools.output_schema", "response.tools.allowed_tools",
          "response.tools.headers", "response.tools.server_description"),
         "what the service adds to a tool that it shows again"),
    Rule(RESPONSES, "default",
         ("response.reasoning.effort", "response.top_p", "response.temperature"),
         "each model has a default of its own"),
    Rule(RESPONSES, "default", ("response.store",), "the account has a default of its own"),
)
# Events that are left out, with the reason.
UNSEEN = {(ANTHROPIC, "ping"): "comes when the service likes", (RESPONSES, "keepalive"): "comes when the service likes"}
# Events that are put behind the pieces of text among which they come: each follows the piece in which its text ends, and
# pieces are chance.
BEHIND = {(RESPONSES, "response.output_text.annotation.added"): "response.output_text.delta"}
# What is asked instead where the pack does not have the recorded model (packs have those that the SDKs declare). The name is
# then not compared.
SUBSTITUTES = {"claude-sonnet-4-0": "claude-sonnet-4-6"}

DATE = re.compile(r"-(\d{8}|\d{4}-\d\d-\d\d)$")
PREFIX = re.compile(r"[A-Za-z]+[-_]")


class Normal:
    """The events of one answer, after the rules."""

    def __init__(self, family: str, request: dict[str, Any], *, any_model: bool = False) -> None:
        self.family = family
        self.request = request
        self.names: dict[str, str] = {}
        mine = [(member, rule.does) for rule in RULES if rule.family == family for member in rule.members]
        self.rules = {member: does for member, does in mine if does not in ("join", "later", "json")}
        if any_model:
            self.rules |= {member: "leave" for member, does in self.rules.items() if does == "undated"}
        self.texts = [member.split(".") for member, does in mine if does == "join"]
        self.parsed = {member for member, does in mine if does == "json"}

    def of(self, events: list[Event], *, streamed: bool) -> list[Event]:
        if not streamed:
            whole = {ANTHROPIC: "message", RESPONSES: "response"}.get(self.family)
            events = [Event(event.name, {whole: event.body} if whole else event.body) for event in events]
        kept = [event for event in events if (self.family, kind(event)) not in UNSEEN]
        joined = self.joined([Event(event.name, self.ruled(event.body, ())) for event in self.moved(kept)])
        return [Event(event.name, self.unwritten(event, event.body, ())) for event in joined]

    def moved(self, events: list[Event]) -> list[Event]:
        done: list[Event] = []
        held: list[Event] = []
        for event in events:
            if (self.family, kind(event)) in BEHIND:
                held.append(event)
                continue
            if held and kind(event) != BEHIND[self.family, kind(held[0])]:
                done += held
                held = []
            done.append(event)
        return done + held

    def ruled(self, value: Any, path: tuple[str, ...]) -> Any:
        if isinstance(value, list):
            return [self.ruled(each, path) for each in value]
        if isinstance(value, dict):
            # In the order of names: some recordings have lost that of the service, and ids are numbered as they show.
            return {name: self.ruled(value[name], (*path, name)) for name in sorted(value) if not self.left((*path, name))}
        does = self.rules.get(".".join(path))
        if value is None or does is None:
            return value
        if does == "name":
            prefix = PREFIX.match(str(value))
            return self.names.setdefault(value, f"{prefix.group() if prefix else ''}#{len(self.names) + 1}")
        return f"<{path[-1]}>" if does == "blank" else DATE.sub("", value) if does == "undated" else value

    def left(self, path: tuple[str, ...]) -> bool:
        does = self.rules.get(".".join(path))
        return does == "leave" or does == "default" and at(self.request, list(path[1:])) is None

    def joined(self, events: list[Event]) -> list[Event]:
        done: list[tuple[Event, Any]] = []  # with what must be equal to be joined
        for event in events:
            path = next((path for path in self.texts if is_piece(self.family, event.body, path)), None)
            rest = None if path is None else (event.name, path, replaced(event.body, path, ""))
            if rest is not None and done and done[-1][1] == rest:
                before = done[-1][0]
                done[-1] = (Event(event.name, replaced(event.body, path, at(before.body, path) + at(event.body, path))), rest)
            else:
                done.append((event, rest))
        return [event for event, _ in done]

    def unwritten(self, event: Event, value: Any, path: tuple[str, ...]) -> Any:
        """Texts that hold JSON, read."""
        if isinstance(value, list):
            return [self.unwritten(event, each, path) for each in value]
        if isinstance(value, dict):
            return {name: self.unwritten(event, each, (*path, name)) for name, each in value.items()}
        is_arguments = ".".join(path) in self.parsed or kind(event) == "response.function_call_arguments.delta" and path == ("delta",)
        try:
            return {"json": json.loads(value)} if is_arguments and isinstance(value, str) else value
        except ValueError:
            return value


def kind(event: Event) -> str:
    return (event.body.get("type") if isinstance(event.body, dict) else str(event.body)) or event.name or "chunk"


def is_piece(family: str, body: Any, path: list[str]) -> bool:
    """Is the text at this path all that the event brings?"""
    if not isinstance(body, dict) or not isinstance(at(body, path), str):
        return False
    if family != CHAT:
        return str(body.get("type", "")).endswith("delta")
    delta = body["choices"][0]["delta"]
    head = delta.get("tool_calls", [{}])[0]
    return len(body["choices"]) == 1 and len(delta) == 1 and "id" not in head and not body["choices"][0].get("finish_reason")


def at(value: Any, path: list[str]) -> Any:
    for name in path:
        if isinstance(value, list):
            value = value[0] if value else None
        value = value.get(name) if isinstance(value, dict) else None
    return value


def replaced(body: Any, path: list[str], text: str) -> Any:
    made = copy.deepcopy(body)
    place = made
    for name in path[:-1]:
        place = (place[0] if isinstance(place, list) else place)[name]
    (place[0] if isinstance(place, list) else place)[path[-1]] = text
    return made


def difference(family: str, theirs: list[Event], ours: list[Event]) -> str:
    """The first place in which two answers differ, both after the rules; "" if there is none."""
    later = {member for rule in RULES if rule.family == family and rule.does == "later" for member in rule.members}
    for place, (one, other) in enumerate(zip(theirs, ours, strict=False), 1):
        if (one.name, kind(one)) != (other.name, kind(other)):
            return f"event {place}: recorded {label(one)}, ours {label(other)}"
        for path, recorded, said in differences(one.body, other.body, (), later):
            return f"event {place} {label(one)}: {'.'.join(path)}: recorded {shown(recorded)}, ours {shown(said)}"
    if len(theirs) != len(ours):
        end = min(len(theirs), len(ours))
        return f"event {end + 1}: " + (f"{label(theirs[end])} only recorded" if len(theirs) > end else f"{label(ours[end])} only in ours")
    return ""


class _Nothing:
    def __repr__(self) -> str:
        return "nothing"


NOTHING = _Nothing()


def differences(one: Any, other: Any, path: tuple[str, ...], later: set[str]) -> Iterator[tuple[tuple[str, ...], Any, Any]]:
    if isinstance(one, dict) and isinstance(other, dict):
        for name in sorted(one.keys() | other.keys()):
            here = (*path, name)
            if name in one and name in other:
                yield from differences(one[name], other[name], here, later)
            elif ".".join(here) not in later:
                yield here, one.get(name, NOTHING), other.get(name, NOTHING)
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for first, second in zip(one, other, strict=True):
            yield from differences(first, second, path, later)
    elif one != other or isinstance(one, bool) != isinstance(other, bool):
        yield path, one, other


def label(event: Event) -> str:
    if isinstance(event.body, dict) and "choices" in event.body:
        choices = event.body["choices"]
        if choices and "delta" in choices[0]:
            return f"chunk of {' and '.join(choices[0]['delta']) or 'the end'}"
        return "completion" if choices else f"chunk of {' and '.join(sorted(event.body.keys() & {'usage', 'moderation'}))}"
    inside = [event.body.get(name) for name in ("item", "content_block", "delta")] if isinstance(event.body, dict) else []
    inner = next((each.get("type") for each in inside if isinstance(each, dict)), None)
    return f"{kind(event)}{f' ({inner})' if inner else ''}"


def shown(value: Any) -> str:
    text = repr(value) if value is NOTHING else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 80 else f"{text[:77]}..."
