"""Streamed answers: one frame after the other, by real time and by the world's own clock, and what faults make of them."""

from __future__ import annotations

import base64
import http.client
import json
import socket
from typing import Any

from world import Served, World, expect, expect_equal

WORDS = ("./tests/acceptance/packs/chat",)


class Reading:
    """A stream as it comes: what one look at the connection gives is what has been sent so far."""

    def __init__(self, world: World, text: str) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", world.port, timeout=30)
        headers = {"Authorization": f"Bearer {world.key}", "Content-Type": "application/json"}
        self.connection.request("POST", "/replies", json.dumps({"text": text}), headers)
        self.answer = self.connection.getresponse()

    def look(self) -> list[str]:
        """The names and pieces of the events that came with the next bytes."""
        return shown(self.answer.read1(65536))

    def rest(self) -> list[str]:
        try:
            return shown(self.answer.read())
        finally:
            self.connection.close()


class Talk:
    """A WebSocket: frames by hand (RFC 6455), as far as a test needs them."""

    def __init__(self, world: World, **headers: str) -> None:
        self.socket = socket.create_connection(("127.0.0.1", world.port), timeout=30)
        sent = {"Host": "127.0.0.1", "Authorization": f"Bearer {world.key}", "Upgrade": "websocket", "Connection": "Upgrade",
                "Sec-WebSocket-Key": base64.b64encode(b"0123456789abcdef").decode(), "Sec-WebSocket-Version": "13"}  # fmt: skip
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        self.socket.sendall(("GET /replies HTTP/1.1\r\n" + "".join(f"{name}: {value}\r\n" for name, value in sent.items()) + "\r\n").encode())
        self.file = self.socket.makefile("rb")
        self.status = int(self.file.readline().split()[1])
        while self.file.readline().strip():
            pass

    def say(self, text: str) -> None:
        data = text.encode()
        self.socket.sendall(bytes([0x81, 0x80 | len(data), 0, 0, 0, 0]) + data)  # masked with nothing

    def hear(self) -> tuple[int, bytes]:
        """The kind and the content of the next frame; kind -1: the connection ended."""
        head = self.file.read(2)
        if len(head) < 2:
            return -1, b""
        size = head[1] & 0x7F
        if size == 126:
            size = int.from_bytes(self.file.read(2), "big")
        return head[0] & 0x0F, self.file.read(size)

    def pieces(self, count: int) -> list[str]:
        return [json.loads(self.hear()[1]).get("piece", "stop") for _ in range(count)]


def shown(text: bytes) -> list[str]:
    events = []
    for block in text.decode().split("\n\n")[:-1]:
        name, data = block.split("\n")
        value: dict[str, Any] = json.loads(data.removeprefix("data: "))
        events.append(value.get("piece") or name.removeprefix("event: "))
    return events


def a_frozen_world_sends_all_at_once(served: Served) -> None:
    """Its clock stands still, so nothing could be waited for."""
    expect_equal(Reading(served.world, "a b c").look(), ["a", " b", " c", "stop"], "the events of the first look")


def a_ticking_world_waits_between_frames(served: Served) -> None:
    """An hour between two frames: the second one does not come while we look."""
    served.world.done("POST", "/clock/mode", {"mode": "ticking"})
    reading = Reading(served.world, "a b c")
    expect_equal(reading.look(), ["a"], "the events of the first look")
    reading.connection.close()
    served.world.done("POST", "/clock/durations", {"token": "1ms"})
    expect_equal(Reading(served.world, "a b c").rest(), ["a", " b", " c", "stop"], "all events at a faster pace")


def frames_wait_for_the_clock_of_a_world_made_so(served: Served) -> None:
    """`pacing: virtual`: frames leave when an advance reaches their instants."""
    made = served.admin.done("POST", "/worlds", {"pack": "chat", "pacing": "virtual"})
    world = World(served.world.port, made["key"])
    reading = Reading(world, "a b c")
    expect_equal(reading.look(), ["a"], "before any advance")
    world.done("POST", "/clock/advance", {"by": "1h"})
    expect_equal(reading.look(), [" b"], "after an hour")
    world.done("POST", "/clock/advance", {"by": "30m"})
    world.done("POST", "/clock/advance", {"by": "2h"})
    expect_equal(reading.rest(), [" c", "stop"], "after the rest")


def an_error_comes_in_the_middle_of_a_paced_stream(served: Served) -> None:
    """The head said 200 long ago; the error is an event, in the pack's form, and the last one."""
    world = served.world
    world.done("POST", "/faults", {"resource": "replies", "operation": "create", "count": 1, "code": "bad",
                                   "transport": {"kind": "error_event", "after_events": 2}})
    reading = Reading(world, "a b c")
    expect_equal(reading.answer.status, 200, "the status")
    text = reading.answer.read().decode()
    expect_equal(shown(text.encode()), ["a", " b", "error"], "the events")
    expect(text.endswith('event: error\ndata: {"code":"bad","number":2}\n\n'), f"the error is told in another form: {text[-80:]!r}")
    expect_equal(Reading(world, "a").rest(), ["a", "stop"], "the next call")


def events_can_be_lost_doubled_and_changed(served: Served) -> None:
    """What a client must notice by meaning alone: the connection ends in good order."""
    wanted = [({"kind": "missing_event", "last": True}, ["a", " b"]),
              ({"kind": "missing_event", "at_event": 1}, [" b", "stop"]),
              ({"kind": "duplicate_event", "at_event": 2}, ["a", " b", " b", "stop"]),
              ({"kind": "changed_event", "at_event": 1, "field": "/piece", "value": "z"}, ["z", " b", "stop"])]  # fmt: skip
    for transport, events in wanted:
        served.world.done("POST", "/faults", {"resource": "replies", "operation": "create", "count": 1, "transport": transport})
        expect_equal(Reading(served.world, "a b").rest(), events, str(transport))


def messages_of_a_socket_are_calls(served: Served) -> None:
    """Each message is a call with its own trace; the frames of its stream are messages."""
    talk = Talk(served.world)
    expect_equal(talk.status, 101, "the handshake")
    talk.say('{"type": "say", "text": "a b"}')
    expect_equal(talk.pieces(3), ["a", " b", "stop"], "what comes back")
    talk.say('{"type": "say", "text": 7}')
    kind, text = talk.hear()
    expect_equal((kind, json.loads(text)["status"], json.loads(text)["error"]["code"]), (1, 400, "bad"), "a call that is refused")
    talk.say('{"type": "say", "text": "c"}')
    expect_equal(talk.pieces(2), ["c", "stop"], "the next message")
    operations = [each["operation"] for each in served.world.done("GET", "/requests")["data"]]
    expect_equal(sorted(operations), ["createReply"] * 3 + ["talkReply"], "the calls")


def a_socket_is_refused_in_words(served: Served) -> None:
    """What is no handshake, no key, no JSON or no known type."""
    expect_equal(served.world.ask("GET", "/replies").status, 400, "a request that does not ask for a socket")
    expect_equal(Talk(served.world, Authorization="Bearer nobody").status, 400, "a wrong key")
    for text, reason in (("hello", b"a message is a JSON object with a type"), ('{"type": "shout"}', b'no message has the type "shout"')):
        talk = Talk(served.world)
        talk.say(text)
        expect_equal(talk.hear(), (8, (1008).to_bytes(2, "big") + reason), f"what comes back of {text}")


def faults_strike_messages(served: Served) -> None:
    """Faults count the messages of a stream as its events."""
    arm = {"resource": "replies", "operation": "create", "count": 1}
    served.world.done("POST", "/faults", {**arm, "code": "bad", "transport": {"kind": "error_event", "after_events": 1}})
    talk = Talk(served.world)
    talk.say('{"type": "say", "text": "a b"}')
    expect_equal(talk.pieces(1), ["a"], "before the error")
    expect_equal(json.loads(talk.hear()[1]), {"code": "bad", "number": 1}, "the error")
    served.world.done("POST", "/faults", {**arm, "transport": {"kind": "stream_cut", "after_events": 2, "clean": True}})
    talk.say('{"type": "say", "text": "a b"}')
    expect_equal(talk.pieces(2), ["a", " b"], "before the cut")
    expect_equal(talk.hear(), (-1, b""), "after it")


CASES = [a_frozen_world_sends_all_at_once, a_ticking_world_waits_between_frames, frames_wait_for_the_clock_of_a_world_made_so,
         an_error_comes_in_the_middle_of_a_paced_stream, events_can_be_lost_doubled_and_changed, messages_of_a_socket_are_calls,
         a_socket_is_refused_in_words, faults_strike_messages]  # fmt: skip
for case in CASES:
    case.words = WORDS
