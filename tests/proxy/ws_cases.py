"""WebSockets through the proxy: messages, fragments, control frames, compression, and ends of every kind."""

from __future__ import annotations

import base64
import os
import subprocess

from ground import HERE, Client, Failed, Ground, expect, expect_equal
from service import Service, frame

SAID = ["hello", "äöü €", "binary:00ff80", "ping", "", "large", "end"]


def needs_ws() -> str:
    return "" if (HERE.parent / "clients/node_modules/ws").is_dir() else "the packages of tests/clients are not installed"


def start_service(ground: Ground) -> str:
    process = subprocess.Popen(["node", str(HERE / "ws_service.mjs")], env=ground.environment, stdout=subprocess.PIPE, stdin=subprocess.PIPE)
    ground.processes.append(process)
    line = process.stdout.readline()
    if not line:
        raise Failed("the service of WebSockets did not start")
    return f"http://127.0.0.1:{int(line)}"


def spoken(exchange: dict) -> list[tuple[str, str, bytes]]:
    return [(piece["from"], piece.get("frame", "text"), piece["bytes"]) for piece in exchange["pieces"]]


def messages(talk: dict) -> list[str]:
    return [one for one in talk["heard"] if one != "pong"]


def by_the_package_ws(ground: Ground) -> None:
    url = start_service(ground)
    for how in ("plain", "deflate"):
        direct = ground.node("ws_client.mjs", url.replace("http", "ws") + "/chat?room=1", how, *SAID)
        expect_equal(direct["extensions"] is not None, how == "deflate", "what was agreed on")
        proxy = ground.proxy(url, "-o", f"{how}.jsonl")
        through = ground.node("ws_client.mjs", proxy.url.replace("http", "ws") + "/chat?room=1", how, *SAID)
        expect_equal(through, direct, f"{how} through the proxy")
        proxy.stop()
        [talk] = ground.exchanges(f"{how}.jsonl")
        expect_equal((talk["kind"], talk["carrier"], talk["output"]["framing"], talk["output"]["end"], talk["input"]["path"]), ("stream", "websocket", "frames", "complete", "/chat"), how)
        sent = [(kind, data) for source, kind, data in spoken(talk) if source == "frame-in"]
        came = [(kind, data) for source, kind, data in spoken(talk) if source == "frame-out"]
        expect_equal(sent, [("text", b"hello"), ("text", "äöü €".encode()), ("binary", b"\x00\xff\x80"), ("ping", b"p"), ("text", b""), ("text", b"large"), ("text", b"end"),
                            ("close", b"\x0f\xa1as you wish")], f"{how}: what the program said")
        expect_equal(came, [("text", b"welcome"), ("text", b"hello"), ("text", "äöü €".encode()), ("binary", b"\x00\xff\x80"), ("pong", b"p"), ("text", b"pinged"), ("text", b""),
                            ("text", b"large"), ("text", b"large " * 40_000), ("close", b"\x0f\xa1as you wish")], f"{how}: what the service said")
        replayed = ground.replay(f"{how}.jsonl")
        again = ground.node("ws_client.mjs", replayed.url.replace("http", "ws") + "/chat?room=1", "plain", *SAID)
        # A ping is answered by the codec of the stand-in, in its own time.
        expect_equal((messages(again), again["code"], again["reason"]), (messages(direct), direct["code"], direct["reason"]), f"{how} replayed")
        replayed.stop()


by_the_package_ws.lacks = needs_ws


def vanished(ground: Ground) -> None:
    """A connection that ends without a close is cut, for the program and in the cassette."""
    url = start_service(ground)
    proxy = ground.proxy(url, "-o", "vanished.jsonl")
    through = ground.node("ws_client.mjs", proxy.url.replace("http", "ws"), "plain", "vanish")
    expect_equal((through["heard"], through["code"]), (["welcome"], 1006), "what the program sees")
    proxy.stop()
    [talk] = ground.exchanges("vanished.jsonl")
    expect(talk["output"]["end"] in ("cut", "reset"), f"the recorded end: {talk['output']}")


vanished.lacks = needs_ws


def masked(opcode: int, payload: bytes, final: bool = True) -> bytes:
    mask = os.urandom(4)
    plain = frame(opcode, payload, final)
    head, body = plain[: len(plain) - len(payload)], plain[len(plain) - len(payload):]
    return bytes([head[0], head[1] | 0x80]) + head[2:] + mask + bytes(byte ^ mask[at % 4] for at, byte in enumerate(body))


def in_fragments(ground: Ground) -> None:
    """Frames go on as they are, byte for byte; the cassette has whole messages."""
    def talk(url: str) -> bytes:
        client = Client(int(url.rsplit(":", 1)[1]))
        client.request("GET", "/ws", [("Upgrade", "websocket"), ("Connection", "Upgrade"), ("Sec-WebSocket-Version", "13"), ("Sec-WebSocket-Key", base64.b64encode(b"0123456789abcdef").decode())])
        expect_equal(client.answer().status, "101 Switching Protocols", "the handshake")
        client.send(masked(10, b"are you there"), masked(1, b"in ", final=False), masked(9, b""), masked(0, b"two"))
        client.send(masked(8, b"\x03\xe8"))
        got = b""
        while some := client.some():
            got += some
        return got

    with Service() as service:
        direct = talk(service.url)
        proxy = ground.proxy(service.url, "-o", "ws.jsonl")
        expect_equal(talk(proxy.url), direct, "the service's frames")
        proxy.stop()
        [recorded] = ground.exchanges("ws.jsonl")
        expect_equal([one for one in spoken(recorded) if one[0] == "frame-in"],
                     [("frame-in", "pong", b"are you there"), ("frame-in", "ping", b""), ("frame-in", "text", b"in two"), ("frame-in", "close", b"\x03\xe8")], "what the program said")
        expect_equal([one for one in spoken(recorded) if one[0] == "frame-out"],
                     [("frame-out", "text", b"welcome"), ("frame-out", "ping", b"are you there"), ("frame-out", "text", b"in two"), ("frame-out", "close", b"\x03\xe8")], "what the service said")


CASES = [by_the_package_ws, vanished, in_fragments]
