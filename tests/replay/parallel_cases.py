"""A hundred clients at once: every answer is given once, nothing is mixed, and ten thousand recordings are found like ten."""

from __future__ import annotations

import threading

from ground import Ground, answer, call, expect_equal, request

CLIENTS = 100


def _ask_all(replay, paths: list[str]) -> list[tuple[int, bytes]]:  # noqa: ANN001: a Replay
    got: list[tuple[int, bytes]] = [(0, b"")] * len(paths)
    start = threading.Barrier(len(paths))

    def one(number: int) -> None:
        start.wait()
        status, _, body = replay.ask("GET", paths[number])
        got[number] = (status, body)

    threads = [threading.Thread(target=one, args=(number,)) for number in range(len(paths))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return got


def hundred_different_calls(ground: Ground) -> None:
    """Long bodies, so that answers overlap."""
    bodies = [f"{number:03}" * 20_000 for number in range(CLIENTS)]
    path = ground.cassette("a", [call(f"e{number}", request("GET", f"/x/{number}"), answer(200, body)) for number, body in enumerate(bodies)])
    with ground.replay(path) as replay:
        got = _ask_all(replay, [f"/x/{number}" for number in range(CLIENTS)])
    for number, (status, body) in enumerate(got):
        expect_equal((status, body), (200, bodies[number].encode()), f"answer {number}")


def hundred_equal_calls(ground: Ground) -> None:
    """Each gets an answer of its own; one more gets none."""
    path = ground.cassette("a", [call(f"e{number}", request("GET", "/ticket"), answer(200, str(number))) for number in range(CLIENTS)])
    with ground.replay(path).ends_with(97) as replay:
        got = _ask_all(replay, ["/ticket"] * (CLIENTS + 1))
    expect_equal(sorted(int(body) for status, body in got if status == 200), list(range(CLIENTS)), "every answer once")
    expect_equal([status for status, _ in got].count(501), 1, "one too many")


CASES = [hundred_different_calls, hundred_equal_calls]
