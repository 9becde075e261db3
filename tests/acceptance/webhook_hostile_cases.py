"""Receivers that are slow, broken or mean: each attempt ends in bounded time with an outcome that the log can tell, and
whoever comes next is served. With Deck, whose policy is 5 s; here an attempt has 1 s."""

from __future__ import annotations

import socket
import struct
import time
from pathlib import Path

from receiver import RawReceiver, Receiver, Speak, closed_port, wait_until
from webhooks import advance, agent, barrier, deliveries, expect_agreement, register
from world import CLIENT_SECONDS, Served, World, expect, expect_equal

WORDS = ("deck", "--delivery-timeout", "1s")
# What lies above that second is for a machine that is busy with something else.
ATTEMPT_SECONDS = 10.0
GIGABYTE = 1 << 30
MOST_MEMORY = 100 << 20  # of the process
# The sanitizers' own tables and what they keep of freed memory are several hundred megabytes before the first call.
MOST_SANITIZED_MEMORY = 800 << 20
KEPT_BYTES = 64 << 10  # of an answer's body
OK = b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"


def _expect_little_memory(served: Served) -> None:
    status = Path(f"/proc/{served._process.pid}/status").read_text()
    bytes_of = {name: int(rest.split()[0]) << 10 for name, rest in (line.split(":", 1) for line in status.splitlines()) if rest.endswith(" kB")}
    is_sanitized = bytes_of["VmSize"] > 1 << 40  # they reserve terabytes
    expect(bytes_of["VmRSS"] < (MOST_SANITIZED_MEMORY if is_sanitized else MOST_MEMORY), f"the process has {bytes_of['VmRSS'] >> 20} MiB")


def _attempt(served: Served, speak: Speak, outcome: str, status: int | None = None) -> dict:
    """The first attempt meets `speak`, and what comes of it is as said. A receiver that is registered behind it is served in
    the same go; the retry, to the same one grown well, too."""
    world = served.world

    def first_only(connection: socket.socket, number: int) -> None:
        if number == 1:
            speak(connection, number)
        else:
            connection.sendall(OK)

    with RawReceiver(first_only) as hostile, Receiver() as well:
        endpoint = register(world, hostile.url(), "agent.created")
        behind = register(world, well, "agent.created")
        begin = time.monotonic()
        agent(world)
        barrier(world)
        took = time.monotonic() - begin
        expect(took < ATTEMPT_SECONDS, f"the attempt took {took:.1f} s")
        delivery = deliveries(world, endpoint=endpoint["id"])[0]
        attempt = delivery["attempts"][0]
        expect_equal((attempt["outcome"], (attempt["response"] or {}).get("status")), (outcome, status), "outcome and status")
        expect_equal(delivery["state"], "delivered" if outcome == "ok" else "retrying", "state")
        expect_equal(len(well.heard), 1, "heard by the one behind it")
        if outcome != "ok":
            advance(world, "5s")
            delivery = deliveries(world, endpoint=endpoint["id"])[0]
            expect_equal((delivery["state"], [one["outcome"] for one in delivery["attempts"]]), ("delivered", [outcome, "ok"]), "after the retry")
        expect_equal(hostile.connections, 1 if outcome == "ok" else 2, "connections")
        for one in (endpoint, behind):
            world.done("DELETE", f"/webhooks/endpoints/{one['id']}")
    return attempt


def _drip(text: bytes) -> Speak:
    def speak(connection: socket.socket, _: int) -> None:
        give_up = time.monotonic() + CLIENT_SECONDS
        for byte in text + b"x" * 100_000:
            if time.monotonic() > give_up:
                return
            connection.sendall(bytes([byte]))
            time.sleep(0.02)
    return speak


def _endlessly(begin: bytes, again: bytes, most: int = 4 * GIGABYTE) -> Speak:
    def speak(connection: socket.socket, _: int) -> None:
        connection.sendall(begin)
        piece = again * max(1, 65536 // len(again))
        sent = 0
        give_up = time.monotonic() + CLIENT_SECONDS
        while sent < most and time.monotonic() < give_up:
            connection.sendall(piece)
            sent += len(piece)
    return speak


def hangs(served: Served) -> None:
    def speak(connection: socket.socket, _: int) -> None:
        connection.recv(1)  # until the other side has had enough
    attempt = _attempt(served, speak, "timeout")
    expect_equal(attempt["response"], None, "its response")


def hangs_in_the_middle(served: Served) -> None:
    """Of an answer that never becomes whole there is no status."""
    def speak(connection: socket.socket, _: int) -> None:
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf")
        connection.recv(1)
    _attempt(served, speak, "timeout")


def resets(served: Served) -> None:
    def speak(connection: socket.socket, _: int) -> None:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    _attempt(served, speak, "reset")


def closes_without_a_word(served: Served) -> None:
    _attempt(served, lambda connection, _: connection.shutdown(socket.SHUT_RDWR), "reset")


def closes_in_the_middle(served: Served) -> None:
    _attempt(served, lambda connection, _: connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf"), "reset")


def answers_500(served: Served) -> None:
    answer = b"HTTP/1.1 500 No\r\nX-Why: none\r\nContent-Length: 4\r\n\r\nsad!"
    attempt = _attempt(served, lambda connection, _: connection.sendall(answer), "status", 500)
    expect_equal((attempt["response"]["body"], attempt["response"]["headers"].get("x-why")), ("sad!", "none"), "the response in the log")


def redirects(served: Served) -> None:
    """Nobody follows: where it points to nothing is heard."""
    with Receiver() as elsewhere:
        for status in (301, 302, 307, 308):
            answer = f"HTTP/1.1 {status} Elsewhere\r\nLocation: {elsewhere.url()}\r\nContent-Length: 0\r\n\r\n".encode()
            _attempt(served, lambda connection, _, answer=answer: connection.sendall(answer), "status", status)
        expect_equal(elsewhere.heard, [], "heard where the redirects point to")


def sends_a_gigabyte(served: Served) -> None:
    """What the status says counts; of the body a little is kept, and the rest is not waited for."""
    head = f"HTTP/1.1 200 OK\r\nContent-Length: {GIGABYTE}\r\n\r\n".encode()
    attempt = _attempt(served, _endlessly(head, b"x", GIGABYTE), "ok", 200)
    expect_equal(len(attempt["response"]["body"]), KEPT_BYTES, "bytes of the body that are kept")
    _attempt(served, _endlessly(b"HTTP/1.1 500 No\r\nContent-Length: %d\r\n\r\n" % GIGABYTE, b"x", GIGABYTE), "status", 500)
    _expect_little_memory(served)


def sends_chunks_without_end(served: Served) -> None:
    """As fast as they are read: the attempt ends when enough was heard, not when the other side pauses for breath."""
    for _ in range(3):
        _attempt(served, _endlessly(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", b"400\r\n" + b"x" * 1024 + b"\r\n"), "ok", 200)
    _expect_little_memory(served)


def sends_headers_without_end(served: Served) -> None:
    """Lines, one line, answers that are none yet: refused or cut off, and nothing of it is kept."""
    _attempt(served, _endlessly(b"HTTP/1.1 200 OK\r\n", b"X-More: of the same\r\n"), "reset")
    _attempt(served, _endlessly(b"HTTP/1.1 200 OK\r\nX-Long: ", b"x"), "reset")
    _expect_little_memory(served)


def sends_interim_answers_without_end(served: Served) -> None:
    """None of them is the answer, and as fast as they come, the time of the attempt passes all the same."""
    _attempt(served, _endlessly(b"", b"HTTP/1.1 100 Continue\r\n\r\n"), "timeout")
    _expect_little_memory(served)


def a_flood_stops_nobody_else(served: Served) -> None:
    """While one receiver sends as fast as it can, another world's webhooks go their way."""
    made = served.admin.done("POST", "/worlds", {"pack": "deck", "key": "usw_of_another_world_1"})
    other = World(served.world.port, made["key"])
    for speak in (_endlessly(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", b"400\r\n" + b"x" * 1024 + b"\r\n"),
                  _endlessly(b"", b"HTTP/1.1 100 Continue\r\n\r\n")):
        with RawReceiver(speak) as hostile, Receiver() as well:
            endpoint = register(served.world, hostile.url())
            agent(served.world)
            wait_until(lambda: hostile.connections, "the flood")
            register(other, well)
            agent(other)
            well.wait_until(len, "the webhook of another world", ATTEMPT_SECONDS)
            served.world.done("DELETE", f"/webhooks/endpoints/{endpoint['id']}")


def sends_garbage(served: Served) -> None:
    for garbage in (b"\x00\xff" * 500, b"SSH-2.0-nothing\r\n", b"HTTP/1.1 abc\r\n\r\n",
                    b"HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n", b"\x16\x03\x01\x02\x00" * 50):
        _attempt(served, lambda connection, _, garbage=garbage: connection.sendall(garbage), "reset")


def drips(served: Served) -> None:
    """A byte now and then keeps nobody waiting longer than the whole attempt may take."""
    _attempt(served, _drip(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n"), "timeout")

    def head_at_once(connection: socket.socket, number: int) -> None:
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
        _drip(b"")(connection, number)
    _attempt(served, head_at_once, "timeout")


def reads_nothing(served: Served) -> None:
    """One that takes the connection and never reads a byte: the listener of the system takes it, nobody accepts."""
    world = served.world
    with socket.create_server(("127.0.0.1", 0)) as listener, Receiver() as well:
        endpoint = register(world, f"http://127.0.0.1:{listener.getsockname()[1]}/hook", "agent.created")
        register(world, well, "agent.created")
        agent(world)
        barrier(world)
        delivery = deliveries(world, endpoint=endpoint["id"])[0]
        expect_equal(delivery["attempts"][0]["outcome"], "timeout", "outcome")
        expect("elapsed_ms" not in delivery["attempts"][0], "real time is shown to those who ask for it only")
        elapsed = world.done("GET", f"/webhooks/deliveries/{delivery['id']}?include=wall")["attempts"][0]["elapsed_ms"]
        expect(1000 <= elapsed < ATTEMPT_SECONDS * 1000, f"the attempt took {elapsed} ms")
        expect_equal(len(well.heard), 1, "heard by the one behind it")


def is_not_there(served: Served) -> None:
    world = served.world
    with Receiver() as well:
        endpoint = register(world, f"http://127.0.0.1:{closed_port()}/hook", "agent.created")
        register(world, well, "agent.created")
        agent(world)
        barrier(world)
        attempt = deliveries(world, endpoint=endpoint["id"])[0]["attempts"][0]
        expect_equal((attempt["outcome"], attempt["response"]), ("refused", None), "outcome and response")
        expect_equal(len(well.heard), 1, "heard by the one behind it")


def speaks_no_tls(served: Served) -> None:
    """An https receiver that has none, and one that nobody has signed."""
    world = served.world
    with RawReceiver(lambda connection, _: connection.sendall(OK)) as plain:
        endpoint = register(world, f"https://127.0.0.1:{plain.port}/hook", "agent.created")
        agent(world)
        barrier(world)
        outcome = deliveries(world, endpoint=endpoint["id"])[0]["attempts"][0]["outcome"]
        expect(outcome in ("tls", "timeout"), f"outcome {outcome}")


def a_crowd(served: Served) -> None:
    """Six that hang, one after the other and each for as long as it may, do not stop the one behind them."""
    world = served.world

    def speak(connection: socket.socket, _: int) -> None:
        connection.recv(1)
    with RawReceiver(speak) as hostile, Receiver() as well:
        for number in range(6):
            register(world, hostile.url(f"/{number}"), "agent.created")
        register(world, well, "agent.created")
        agent(world)
        barrier(world)
        expect_equal([one["state"] for one in deliveries(world)], ["retrying"] * 6 + ["delivered"], "states")
        expect_equal(len(well.heard), 1, "heard by the one behind them")


def not_allowed(served: Served) -> None:
    """A URL of the vendor's API that may not be reached is accepted, as the vendor would; nothing is sent, and nobody is
    connected to. 0.0.0.0 is the proof: the system would connect it to this machine, where somebody listens."""
    world = served.world
    with Receiver() as receiver:
        urls = [f"http://0.0.0.0:{receiver.port}/hook", "http://example.test/hook", "http://127.0.0.1@example.test/hook",
                "http://127.0.0.1.example.test/hook", "http://localhost.example.test/hook", "https://192.0.2.1/hook", "http://[2001:db8::1]/hook"]
        made = [world.ask("POST", "/v2/event-destinations", {"url": url, "events": ["*"]}) for url in urls]
        expect_equal([one.status for one in made], [201] * len(urls), "statuses of the vendor's API")
        agent(world)
        advance(world, "1d")
        log = deliveries(world)
        expect_equal([(one["url"], one["state"], one.get("reason"), one["attempts"], one["next_attempt_at"]) for one in log],
                     [(url, "suppressed", "host_not_allowed", [], None) for url in urls], "the log")
        again = world.done("POST", f"/webhooks/deliveries/{log[0]['id']}/redeliver")
        barrier(world)
        expect_equal((again["state"], again["reason"]), ("suppressed", "host_not_allowed"), "a redelivery")
        expect_equal(receiver.heard, [], "what was heard")
        expect_equal([one.value["active"] for one in (world.ask("GET", f"/v2/event-destinations/{dest.value['id']}") for dest in made)],
                     [True] * len(urls), "they are not deactivated for it")


def allowed(served: Served) -> None:
    """The same with --allow-webhook-host: it arrives."""
    folder = served.folder / "other"
    folder.mkdir()
    with Receiver() as receiver, Served(served.program, folder, "deck", "--allow-webhook-host", "0.0.0.0,example.test") as other:
        world = other.world
        made = world.ask("POST", "/v2/event-destinations", {"url": f"http://0.0.0.0:{receiver.port}/hook", "events": ["*"]})
        expect_equal(made.status, 201, "status of the vendor's API")
        agent(world)
        barrier(world)
        expect_equal([one["state"] for one in deliveries(world)], ["delivered"], "states")
        expect_agreement(world, receiver)
        expect_equal(world.control("POST", "/webhooks/endpoints", {"url": "http://example.test/hook"}).status, 201, "status on the control plane")


CASES = [hangs, hangs_in_the_middle, resets, closes_without_a_word, closes_in_the_middle, answers_500, redirects, sends_a_gigabyte,
         sends_chunks_without_end, sends_headers_without_end, sends_interim_answers_without_end, a_flood_stops_nobody_else, sends_garbage,
         drips, reads_nothing, is_not_there, speaks_no_tls, a_crowd, not_allowed, allowed]
for case in CASES:
    case.words = WORDS
