"""WebSockets, by the npm package ws: messages.mjs has a case for each of those below."""

from __future__ import annotations

import shutil

from matching_cases import made_up
from ground import HERE, Ground, answer, expect, piece, request, stream

PACKAGE = HERE / "node_modules/ws"


def lacks() -> str:
    if not shutil.which("node"):
        return "node is not there"
    return "" if PACKAGE.is_dir() else "the npm package ws is not installed in tests/replay"


def _socket(ground: Ground, pieces: list[dict], end: str = "complete", **head: object):  # noqa: ANN202: a path
    headers = [["Upgrade", "websocket"], ["Connection", "Upgrade"], ["Sec-WebSocket-Accept", "of another time"], ["Sec-WebSocket-Protocol", "chat"], ["Sec-WebSocket-Extensions", "permessage-deflate"], ["X-Kept", "yes"]]
    sent = request("GET", "/chat", query=[["room", "1"]])
    return ground.cassette("a", [stream("chat", sent, answer(101, headers=headers, pieces=pieces, end=end), carrier="websocket", framing="frames")], match={"used_up": "repeat_last"}, **head)


def _node(ground: Ground, name: str, url: str) -> None:
    ground.run("node", HERE / "messages.mjs", name, url.replace("http:", "ws:") + "/chat?room=1")


def a_conversation(ground: Ground) -> None:
    """Both ways, text, binary and a ping; JSON is compared as a value; the close is the recorded one."""
    pieces = [piece("welcome", 0, "frame-out"), piece('{"type":"ask","n":1}', 5, "frame-in"), piece('{"type":"answer","n":1}', 6, "frame-out"), piece("are you there", 7, "frame-out", "ping"),
              piece("are you there", 8, "frame-in", "pong"), piece(b"\x00\x01\xff", 9, "frame-in", "binary"), piece(bytes(range(256)) * 300, 10, "frame-out", "binary"),
              piece((4001).to_bytes(2, "big") + b"enough", 11, "frame-out", "close"), piece((4001).to_bytes(2, "big"), 12, "frame-in", "close")]
    with ground.replay(_socket(ground, pieces)) as replay:
        _node(ground, "conversation", replay.url)


def another_message(ground: Ground) -> None:
    """Not the recorded one: closed with 1011, told, and the end is a miss."""
    with ground.replay(_socket(ground, [piece('{"type":"ask","n":1}', 5, "frame-in"), piece("answer", 6, "frame-out")])).ends_with(97) as replay:
        _node(ground, "another_message", replay.url)
    said = replay.complaints()
    expect("message 1 of the client is not the recorded one: body /n: 2, not 1 [replay.other_message]" in said, said)


def one_message_too_many(ground: Ground) -> None:
    with ground.replay(_socket(ground, [piece("hello", 0, "frame-out")], end="stalled")).ends_with(97) as replay:
        _node(ground, "one_too_many", replay.url)
    expect("it is one more than was recorded" in replay.complaints(), replay.complaints())


def secrets_in_messages(ground: Ground) -> None:
    token = "ghp_" + made_up(36)
    with ground.replay(_socket(ground, [piece('{"auth":"' + token + '","n":1}', 5, "frame-in"), piece("in", 6, "frame-out")])) as replay:
        _node(ground, "with_a_secret", replay.url)


def the_client_closes(ground: Ground) -> None:
    with ground.replay(_socket(ground, [piece("hello", 0, "frame-out"), piece((1000).to_bytes(2, "big"), 3, "frame-in", "close")])) as replay:
        _node(ground, "client_closes", replay.url)


def ends_without_a_close(ground: Ground) -> None:
    for end in ("cut", "reset"):
        with ground.replay(_socket(ground, [piece("hello", 0, "frame-out")], end=end)) as replay:
            _node(ground, "broken_off", replay.url)


def faults_count_messages(ground: Ground) -> None:
    path = _socket(ground, [piece('{"n":%d}' % number, number, "frame-out") for number in range(4)])
    for fault in ("cut,after_events=2", "malformed_event,at_event=3", "stall,after_events=2"):
        with ground.replay(path, "--fault", fault) as replay:
            _node(ground, fault.split(",")[0], replay.url)


CASES = [a_conversation, another_message, one_message_too_many, secrets_in_messages, the_client_closes, ends_without_a_close, faults_count_messages]
for each in CASES:
    each.lacks = lacks
