"""mitmproxy beside us: the same calls, recorded by both; no exchange, header or byte may differ."""

from __future__ import annotations

import json
import os
import socket
import subprocess
from pathlib import Path

from ground import HERE, Ground, ask, body_of, expect_equal, pairs, until
from h2_cases import PATHS
from round_trip_cases import CALLS
from secure import SecureService
from service import Service
from ws_cases import SAID, needs_ws, start_service

MITMDUMP = Path(os.environ.get("UNDERSTUDY_MITMDUMP", HERE.parents[1] / ".cache/mitmproxy/bin/mitmdump"))
# What it does not pass on: trailers of HTTP/1.1, answers before the answer, answers that break off.
NOT_COMPARED = {"/chunked", "/early-hints", "/hints", "/cut", "/cut-chunked", "/cut-sse", "/reset"}


def needs_mitmproxy() -> str:
    return "" if MITMDUMP.exists() else "mitmproxy could not be installed"


class Judge:
    """mitmproxy in front of a service, and the flows it saw."""

    def __init__(self, ground: Ground, upstream: str) -> None:
        with socket.create_server(("127.0.0.1", 0)) as listener:
            self.port = listener.getsockname()[1]
        folder = ground.folder / f"mitm-{self.port}"
        self.file = folder.with_suffix(".jsonl")
        self.authority = folder / "mitmproxy-ca-cert.pem"
        words = ["-q", "--mode", f"reverse:{upstream}", "--listen-host", "127.0.0.1", "-p", str(self.port), "-s", str(HERE / "mitm_addon.py"), "--set", f"confdir={folder}", "--ssl-insecure"]
        self.process = subprocess.Popen([str(MITMDUMP), *words], env={**ground.environment, "FLOWS": str(self.file)})
        ground.processes.append(self.process)
        until(self.is_there, "mitmproxy listens")

    def is_there(self) -> bool:
        try:
            socket.create_connection(("127.0.0.1", self.port)).close()
        except OSError:
            return False
        return self.file.exists()

    def flows(self, count: int) -> list[dict]:
        until(lambda: self.file.read_text().count("\n") == count, f"mitmproxy has {count} flows")
        self.process.terminate()
        self.process.wait()
        return [json.loads(line) for line in self.file.read_text().splitlines()]


def normal(exchange: dict) -> dict:
    """Our exchange in the form that mitm_addon.py writes."""
    given, output = exchange["input"], exchange["output"]
    query = given.get("query_text") or "&".join(f"{name}={value}" for name, value in pairs(given.get("query")))
    body = given.get("body", "none")
    return {"method": given["method"], "target": given["path"] + (f"?{query}" if query else ""), "headers": [list(pair) for pair in pairs(given["headers"])],
            "body": (b"" if body == "none" else body).hex(), "status": output["status"], "answer_headers": [list(pair) for pair in pairs(output.get("headers"))],
            "answer": body_of(exchange).hex(), "trailers": [list(pair) for pair in pairs(output.get("trailers"))], "protocol": given["protocol"]}


def expect_same(ground: Ground, name: str, theirs: list[dict]) -> None:
    ours = [normal(exchange) for exchange in ground.exchanges(name)]
    expect_equal(len(ours), len(theirs), "exchanges")
    for mine, other in zip(ours, theirs):
        expect_equal(mine, other, f"{other['method']} {other['target']}")


def same_recording(ground: Ground) -> None:
    calls = [call for call in CALLS if call[1] not in NOT_COMPARED] + [("GET", "/sse", [], b"")]
    with Service() as service:
        judge = Judge(ground, service.url)
        for call in calls:
            ask(f"http://127.0.0.1:{judge.port}", *call)
        theirs = judge.flows(len(calls))
        proxy = ground.proxy(service.url, "-o", "ours.jsonl")
        for call in calls:
            ask(proxy.url, *call)
        proxy.stop()
        expect_same(ground, "ours.jsonl", theirs)


def same_recording_of_http2(ground: Ground) -> None:
    paths = [path for path in PATHS if path not in NOT_COMPARED]
    with SecureService(ground) as service:
        judge = Judge(ground, service.url)
        for path in paths:
            ground.node("h2_client.mjs", f"https://localhost:{judge.port}", str(judge.authority), path)
        theirs = judge.flows(len(paths))
        proxy = ground.proxy(service.url, "--trust", str(service.authority), "-o", "ours.jsonl")
        for path in paths:
            ground.node("h2_client.mjs", f"https://localhost:{proxy.port}", proxy.ready["ca"], path)
        proxy.stop()
        expect_same(ground, "ours.jsonl", theirs)


def same_messages(ground: Ground) -> None:
    url = start_service(ground)
    judge = Judge(ground, url)
    ground.node("ws_client.mjs", f"ws://127.0.0.1:{judge.port}/chat", "deflate", *SAID)
    [theirs] = judge.flows(1)
    proxy = ground.proxy(url, "-o", "ours.jsonl")
    ground.node("ws_client.mjs", proxy.url.replace("http", "ws") + "/chat", "deflate", *SAID)
    proxy.stop()
    [ours] = ground.exchanges("ours.jsonl")
    said = [[piece["from"], piece.get("frame", "text"), piece["bytes"].hex()] for piece in ours["pieces"] if piece.get("frame", "text") in ("text", "binary")]
    expect_equal(said, theirs["messages"], "messages")


same_recording.lacks = same_recording_of_http2.lacks = needs_mitmproxy
same_messages.lacks = lambda: needs_mitmproxy() or needs_ws()

CASES = [same_recording, same_recording_of_http2, same_messages]
