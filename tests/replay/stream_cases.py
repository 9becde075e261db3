"""The official SDKs of two vendors, pointed at a replay of streams that other people recorded: they receive exactly the recorded events."""

from __future__ import annotations

import json
import shutil
from urllib.parse import urlsplit

from ground import HERE, Ground, answer, expect, expect_equal, piece, request, stream

try:
    import recorded_streams
except ImportError:  # without PyYAML
    recorded_streams = None

PACKAGES = ("openai", "@anthropic-ai/sdk")


def lacks() -> str:
    if not shutil.which("node"):
        return "node is not there"
    for package in PACKAGES:
        if not (HERE / "node_modules" / package).is_dir():
            return f"the npm package {package} is not installed in tests/replay"
    return ""


def lacks_data() -> str:
    if recorded_streams is None:
        return "PyYAML is not there: run it with the Python of ./dev"
    return lacks() or ("" if recorded_streams.DATA.is_dir() else "the recorded streams are not there (shared/data)")


def _expected(text: str) -> list:
    """The data of the events, as an SDK hands it out: pings and the last mark are its own affair."""
    all_data = []
    for event in recorded_streams.events_of(text):
        data = "\n".join(line.removeprefix("data:").lstrip() for line in event.splitlines() if line.startswith("data:"))
        if not data or data == "[DONE]":
            continue
        value = json.loads(data)
        if value.get("type") != "ping":
            all_data.append(value)
    return all_data


def _ask(ground: Ground, url: str, recorded: list, expected: list[list]) -> None:
    tasks = [{"kind": each.kind, "name": each.name, "base": url + urlsplit(each.uri).path.removesuffix({"chat": "/chat/completions", "responses": "/responses", "messages": "/v1/messages"}[each.kind]),
              "beta": "beta=true" in each.uri, "helper": urlsplit(each.uri).netloc in ("api.openai.com", "api.anthropic.com"), "body": each.body, "events": events}
             for each, events in zip(recorded, expected, strict=True)]
    tasks_file = ground.folder / "tasks.json"
    tasks_file.write_text(json.dumps(tasks))
    said = ground.run("node", HERE / "sdks.mjs", tasks_file).decode()
    expect_equal(said, f"{len(tasks)} streams\n", "what was read")


def every_recorded_stream(ground: Ground) -> None:
    recorded = [each for each in recorded_streams.recorded_streams() if each.status == 200]
    expect({each.kind for each in recorded} == {"chat", "responses", "messages"} and len(recorded) >= 40, f"streams: {len(recorded)}")
    path = recorded_streams.write_cassette(ground, "streams", recorded)
    texts = recorded_streams.sealed_texts(path)
    # Two calls of one file may be equal: then the second is answered by what was recorded second, and no third comes.
    seen: dict[str, int] = {}
    for each in recorded:
        key = each.uri + json.dumps(each.body, sort_keys=True)
        seen[key] = seen.get(key, 0) + 1
    once = [number for number, each in enumerate(recorded) if seen[each.uri + json.dumps(each.body, sort_keys=True)] == 1]
    with ground.replay(path) as replay:
        _ask(ground, replay.url, [recorded[number] for number in once], [_expected(texts[number]) for number in once])
        expect_equal(len(once) > 30, True, "enough of them are told apart")


every_recorded_stream.lacks = lacks_data


def cut_where_the_grammar_allows(ground: Ground) -> None:
    """A cut without a number breaks a message off between two events, never inside a text that a client would take for whole."""
    names = ("message_start", "content_block_start", "content_block_delta", "content_block_stop", "message_delta", "message_stop")
    block = {"type": "text", "text": ""}
    data = [{"type": "message_start", "message": {"id": "msg_1", "type": "message", "role": "assistant", "model": "m", "content": [], "stop_reason": None, "stop_sequence": None, "usage": {"input_tokens": 1, "output_tokens": 1}}},
            {"type": "content_block_start", "index": 0, "content_block": block}, {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "hello"}}, {"type": "content_block_stop", "index": 0},
            {"type": "message_delta", "delta": {"stop_reason": "end_turn", "stop_sequence": None}, "usage": {"output_tokens": 2}}, {"type": "message_stop"}]
    events = [f"event: {name}\ndata: {json.dumps(value)}\n\n" for name, value in zip(names, data, strict=True)]
    body = {"model": "m", "max_tokens": 5, "messages": [{"role": "user", "content": "hi"}], "stream": True}
    sent = request("POST", "/v1/messages", headers=[["Content-Type", "application/json"]], body=json.dumps(body))
    path = ground.cassette("a", [stream("one", sent, answer(200, headers=[["Content-Type", "text/event-stream"]], pieces=[piece(event, at) for at, event in enumerate(events)], end="complete"))], match={"used_up": "repeat_last"})
    seen = set()
    with ground.replay(path, "--fault", "cut", "--rng-seed", "3") as replay:
        for _ in range(30):
            with replay.connect() as connection:
                text = json.dumps(body).encode()
                connection.sendall(b"POST /v1/messages HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(text) + text)
                received = b""
                while part := connection.recv(65536):
                    received += part
            count = received.count(b"event: ")
            expect(not received.endswith(b"0\r\n\r\n") and count < len(events), f"it was cut: {received[-60:]!r}")
            expect(received.endswith(b"\r\n") and (count == 0 or events[count - 1].encode() in received), f"between two events: {received[-60:]!r}")
            seen.add(count)
        ground.run("node", HERE / "sdks.mjs", "broken", replay.url)
    expect(len(seen) >= 3, f"places drawn: {seen}")


cut_where_the_grammar_allows.lacks = lacks


CASES = [every_recorded_stream, cut_where_the_grammar_allows]
