"""Streams by our own grammar: random scripts, none of which may break it, and each fault of a stream with what it must break."""

from __future__ import annotations

import http.client
import json
import random
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from world import Served, expect, expect_equal, surroundings

scripts = 300
SEED = 20261118
PART = 250  # scripts in one tape
WORDS = [*"door north open is the “so” née 日本 { } 1,5 😀 shut END .".split(), "\n", '"', "\\", "", " "]
META = {"family": "anthropic-messages-sse", "lane": "no-model", "provider": "anthropic", "schema_version": 1, "redaction": "synthetic",
        "origin": "authored", "owner": "transport-mux", "ending": "complete"}  # fmt: skip


def some_text(draw: random.Random, most: int) -> str:
    return " ".join(draw.choice(WORDS) for _ in range(draw.randint(0, most)))


def some_value(draw: random.Random, depth: int) -> Any:
    kind = draw.randrange(8 if depth else 5)
    if kind < 5:
        return [None, draw.random() < 0.5, draw.randint(-5, 10**6), draw.random(), some_text(draw, 5)][kind]
    if kind == 5:
        return [some_value(draw, depth - 1) for _ in range(draw.randint(0, 3))]
    return {some_text(draw, 2): some_value(draw, depth - 1) for _ in range(draw.randint(0, 3))}


def some_object(draw: random.Random) -> dict[str, Any]:
    return {f"a{i}": some_value(draw, 2) for i in range(draw.randint(0, 3))}


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
        most = 4 if draw.random() < 0.9 else 32
        names = [draw.choice(["look", "knock"]) for _ in range(draw.randint(0, most))]
        reply["tool_calls"] = [{"name": name, "arguments": some_object(draw)} for name in names]
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


def streams(served: Served, requests: list[dict[str, Any]]) -> Iterator[bytes]:
    """The streams, one after the other on one connection."""
    connection = http.client.HTTPConnection("127.0.0.1", served.world.port, timeout=30)
    try:
        for number, request in enumerate(requests):
            headers = {"x-api-key": served.world.key, "anthropic-version": "2023-06-01", "Content-Type": "application/json"}
            connection.request("POST", "/v1/messages", json.dumps(request), headers)
            answer = connection.getresponse()
            try:
                body = answer.read()
            except http.client.IncompleteRead as cut:
                body = cut.partial
            expect_equal(answer.status, 200, f"status of script {number}, {json.dumps(request)}: {body[:300]!r}")
            yield body
    finally:
        connection.close()


def write(folder: Path, name: str, body: bytes, **more: str) -> None:
    (folder / f"{name}.sse").write_bytes(body)
    (folder / f"{name}.sse.meta.json").write_text(json.dumps({**META, **more}))


def findings(served: Served, folder: Path) -> list[dict[str, Any]]:
    words = [str(served.program), "lint", ".", "--check", "parse", "--check", "order", "--gate", "none", "--format", "json"]
    done = subprocess.run(words, cwd=folder, env=surroundings(served.folder), capture_output=True, text=True, timeout=300, check=False)
    expect(done.returncode == 0, f"lint ended with {done.returncode}: {done.stdout[-500:]}{done.stderr[-500:]}")
    report = json.loads(done.stdout)
    expect_equal(len(report["checked"]), len(list(folder.glob("*.sse"))), "fixtures that lint has looked at")
    return report["findings"]


def random_scripts(served: Served) -> None:
    """Whatever is scripted and asked, the stream is legal."""
    draw = random.Random(SEED)
    folder = served.folder / "fixtures"
    folder.mkdir()
    for first in range(0, scripts, PART):
        count = min(PART, scripts - first)
        values = [{"value": some_reply(draw)} for _ in range(count)]
        tape = {"match": {"operation": "createMessage"}, "field": "reply", "values": values}
        made = served.world.done("POST", "/exogenous/tapes", tape)
        for number, body in enumerate(streams(served, [some_request(draw) for _ in range(count)])):
            write(folder, f"{first + number}", body)
        served.world.done("DELETE", f"/exogenous/tapes/{made['id']}")
    found = findings(served, folder)
    expect(not found, f"{len(found)} findings in {scripts} streams, the first: {json.dumps(found[:1])[:1000]}")


# A fault of the wire, what the sidecar says of the end, and the rules that are broken, each with its constraint. The stream is:
# message_start, content_block_start, ping, two deltas, content_block_stop, message_delta, message_stop.
ERROR = {"type": "error", "error": {"type": "api_error", "message": "x"}}
REASON = {"kind": "changed_event", "at_event": 7, "field": "/delta/stop_reason"}
FAULTS: list[tuple[dict[str, Any], str, list[str]]] = [
    ({"kind": "missing_event", "at_event": 1}, "complete", ["order.unexpected order"]),
    ({"kind": "missing_event", "at_event": 2}, "complete", ["order.key_unexpected block"]),
    ({"kind": "missing_event", "at_event": 3}, "complete", []),
    ({"kind": "missing_event", "at_event": 6}, "complete", ["order.unclosed serial"]),
    ({"kind": "missing_event", "at_event": 7}, "complete", ["order.unexpected order"]),
    ({"kind": "missing_event", "last": True}, "complete", ["order.incomplete order"]),
    ({"kind": "duplicate_event", "at_event": 1}, "complete", ["order.unexpected order"]),
    ({"kind": "duplicate_event", "at_event": 3}, "complete", []),
    ({"kind": "duplicate_event", "at_event": 6}, "complete", ["order.key_unexpected block"]),
    ({"kind": "duplicate_event", "last": True}, "complete", ["order.after_terminal end"]),
    ({**REASON, "value": "tired"}, "complete", ["order.implies stop-reason"]),
    ({**REASON, "value": "tool_use"}, "complete", ["order.implies tool-stop-has-tool"]),
    ({"kind": "changed_event", "at_event": 5, "field": "/index", "value": 1}, "complete", ["order.key_unexpected block"]),
    ({"kind": "stream_cut", "after_events": 4, "clean": True}, "complete", ["order.incomplete order"]),
    ({"kind": "stream_cut", "after_events": 4, "clean": True}, "interrupted", []),
    ({"kind": "error_event", "after_events": 4, "event": "error", "data": ERROR}, "complete", ["order.incomplete order"]),
    ({"kind": "error_event", "after_events": 4, "event": "error", "data": ERROR}, "failed", []),
]


def faults(served: Served) -> None:
    """Each fault of a stream breaks the rule that is meant and no other."""
    pin = {"match": {"operation": "createMessage"}, "field": "reply", "value": {"text": "It is"}}
    served.world.done("POST", "/exogenous/pins", pin)
    request = {"model": "claude-opus-5", "max_tokens": 20, "stream": True, "messages": [{"role": "user", "content": "?"}]}
    for number, (transport, ending, wanted) in enumerate(FAULTS):
        folder = served.folder / f"fault-{number}"
        folder.mkdir()
        served.world.done("POST", "/faults", {"resource": "messages", "operation": "create", "count": 1, "transport": transport})
        write(folder, "stream", next(streams(served, [request])), ending=ending)
        found = [f"{each['code'].removeprefix('fixture.')} {each.get('constraint', '')}" for each in findings(served, folder)]
        expect_equal(found, wanted, f"what breaks by {json.dumps(transport)}, said to be {ending}")


CASES: list[Callable[[Served], None]] = [random_scripts, faults]
