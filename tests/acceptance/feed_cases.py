"""The journal as a stream, read by a client that comes and goes."""

from __future__ import annotations

import http.client
import json

from world import CLIENT_SECONDS, Served, World, expect, expect_equal


class Listener:
    """Reads frames of the feed one by one."""

    def __init__(self, world: World, **headers: str) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", world.port, timeout=CLIENT_SECONDS)
        path = headers.pop("path", "/__admin__/feed")
        self.connection.request("GET", path, headers={"Authorization": f"Bearer {world.key}",
                                                      **{name.replace("_", "-"): value for name, value in headers.items()}})
        self.answer = self.connection.getresponse()
        expect_equal((self.answer.status, self.answer.getheader("Content-Type")), (200, "text/event-stream"), "the feed's head")

    def frame(self) -> dict[str, str]:
        found: dict[str, str] = {}
        while line := self.answer.readline().decode().rstrip("\n"):
            name, _, value = line.partition(": ")
            found[name] = value
        return found

    def close(self) -> None:
        self.connection.close()


def s40_feed_resumes_without_loss(served: Served) -> None:
    """Frames come while things happen; a reader that resumes gets each frame once."""
    world = served.world
    listener = Listener(world)
    seen = []
    for amount in (100, 200):
        world.charge(amount)
        seen += [listener.frame() for _ in range(3)]
    expect_equal([frame["event"] for frame in seen], ["request", "transition", "event"] * 2, "kinds")
    expect_equal(json.loads(seen[0]["data"])["operation"], "createCharge", "operation")
    listener.close()
    world.charge(300)
    resumed = Listener(world, Last_Event_ID=seen[-1]["id"])
    more = [resumed.frame() for _ in range(3)]
    resumed.close()
    expect_equal([int(frame["id"]) for frame in seen + more], list(range(1, 10)), "positions")
    again = Listener(world, path="/__admin__/feed?from=8")
    expect_equal(again.frame()["id"], "9", "first frame after position 8")
    again.close()


def feed_refuses_a_position_that_is_none(served: Served) -> None:
    said = served.world.control("GET", "/feed?from=yesterday")
    expect_equal((said.status, said.code), (422, "invalid_request"), "refusal")
    expect_equal(said.value["error"]["hint"], "take the id of the last frame that was read", "hint")


CASES = [s40_feed_resumes_without_loss, feed_refuses_a_position_that_is_none]
