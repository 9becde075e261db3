"""Random scripts of model packs: words and values to draw, streams to read, and what our own lint finds in them."""

from __future__ import annotations

import http.client
import json
import random
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from world import Served, expect, expect_equal, surroundings

SEED = 20261118
PART = 250  # scripts in one tape
WORDS = [*"door north open is the “so” née 日本 { } 1,5 😀 shut END .".split(), "\n", '"', "\\", "", " "]
META = {"lane": "no-model", "schema_version": 1, "redaction": "synthetic", "origin": "authored", "owner": "transport-mux", "ending": "complete"}


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


def some_calls(draw: random.Random, most: int) -> list[dict[str, Any]]:
    """Calls of tools: mostly a few, now and then as many as there may be."""
    names = [draw.choice(["look", "knock"]) for _ in range(draw.randint(0, min(4, most) if draw.random() < 0.9 else most))]
    return [{"name": name, "arguments": some_object(draw)} for name in names]


@dataclass
class Streaming:
    """One operation that streams: how it is called, scripted and judged."""

    family: str
    provider: str
    resource: str
    operation: str
    path: str
    reply: Callable[[random.Random], dict[str, Any]]
    request: Callable[[random.Random], dict[str, Any]]
    headers: Callable[[str], dict[str, str]]  # by the key of the world

    def streams(self, served: Served, requests: list[dict[str, Any]]) -> Iterator[bytes]:
        """The streams, one after the other on one connection."""
        connection = http.client.HTTPConnection("127.0.0.1", served.world.port, timeout=30)
        headers = {"Content-Type": "application/json", **self.headers(served.world.key)}
        try:
            for number, request in enumerate(requests):
                connection.request("POST", self.path, json.dumps(request), headers)
                answer = connection.getresponse()
                try:
                    body = answer.read()
                except http.client.IncompleteRead as cut:
                    body = cut.partial
                expect_equal(answer.status, 200, f"status of script {number}, {json.dumps(request)}: {body[:300]!r}")
                yield body
        finally:
            connection.close()

    def write(self, folder: Path, name: str, body: bytes, **more: str) -> None:
        (folder / f"{name}.sse").write_bytes(body)
        (folder / f"{name}.sse.meta.json").write_text(json.dumps({"family": self.family, "provider": self.provider, **META, **more}))

    def random_scripts(self, served: Served, scripts: int) -> None:
        """Whatever is scripted and asked, the stream is legal."""
        draw = random.Random(SEED)
        folder = served.folder / "fixtures"
        folder.mkdir()
        for first in range(0, scripts, PART):
            count = min(PART, scripts - first)
            values = [{"value": self.reply(draw)} for _ in range(count)]
            tape = {"match": {"operation": self.operation}, "field": "reply", "values": values}
            made = served.world.done("POST", "/exogenous/tapes", tape)
            for number, body in enumerate(self.streams(served, [self.request(draw) for _ in range(count)])):
                self.write(folder, f"{first + number}", body)
            taken = served.world.done("GET", f"/exogenous/tapes/{made['id']}")["position"]
            expect_equal(taken, count, "scripts that were followed")
            served.world.done("DELETE", f"/exogenous/tapes/{made['id']}")
        found = findings(served, folder)
        expect(not found, f"{len(found)} findings in {scripts} streams, the first: {json.dumps(found[:1])[:1000]}")

    def faults(
        self, served: Served, reply: dict[str, Any], request: dict[str, Any], shape: list[str], table: list[tuple[dict, str, list[str]]]
    ) -> None:
        """Each fault of a stream breaks the rule that is meant and no other. `shape` is the stream without a fault, so that the
        places in the table mean what they say. A row of the table is the fault (`code` is an error of the pack that is told in the
        stream), what the sidecar says of the end, and what is found: each rule that is broken, with its constraint."""

        def streamed(fault: dict[str, Any] | None) -> bytes:
            # From the beginning each time, so that ids are the same too.
            served.world.done("POST", "/reset", {})
            served.world.done("POST", "/exogenous/pins", {"match": {"operation": self.operation}, "field": "reply", "value": reply})
            if fault:
                transport = {name: value for name, value in fault.items() if name != "code"}
                code = {name: value for name, value in fault.items() if name == "code"}
                order = {"resource": self.resource, "operation": "create", "count": 1, "transport": transport, **code}
                served.world.done("POST", "/faults", order)
            return next(self.streams(served, [request]))

        whole = streamed(None)
        expect_equal(kinds(whole), shape, "the stream without a fault")
        expect_equal(whole, streamed(None), "the same stream again")
        for number, (transport, ending, wanted) in enumerate(table):
            folder = served.folder / f"fault-{number}"
            folder.mkdir()
            body = streamed(transport)
            expect_equal(body == whole, transport["kind"] == "stall", f"{json.dumps(transport)} leaves the stream as it is")
            self.write(folder, "stream", body, ending=ending)
            found = sorted(f"{each['code'].removeprefix('fixture.')} {each.get('constraint', '')}".rstrip() for each in findings(served, folder))
            expect_equal(found, sorted(wanted), f"what breaks by {json.dumps(transport)}, said to be {ending}")


def kinds(stream: bytes) -> list[str]:
    """What each event of a stream is: its name, or what a chunk of a chat brings."""
    found = []
    for event in stream.decode().split("\n\n"):
        fields = dict(line.split(": ", 1) for line in event.splitlines())
        if "event" in fields or fields.get("data") == "[DONE]":
            found.append(fields.get("event", "[DONE]"))
        elif fields:
            chunk = json.loads(fields["data"])
            choice = chunk["choices"][0] if chunk["choices"] else {"delta": {"usage": chunk["usage"]}, "finish_reason": None}
            found.append("finish" if choice["finish_reason"] else " ".join(choice["delta"]))
    return found


def findings(served: Served, folder: Path) -> list[dict[str, Any]]:
    words = [str(served.program), "lint", ".", "--check", "parse", "--check", "order", "--gate", "none", "--format", "json"]
    done = subprocess.run(words, cwd=folder, env=surroundings(served.folder), capture_output=True, text=True, timeout=300, check=False)
    expect(done.returncode == 0, f"lint ended with {done.returncode}: {done.stdout[-500:]}{done.stderr[-500:]}")
    report = json.loads(done.stdout)
    expect_equal(len(report["checked"]), len(list(folder.glob("*.sse"))), "fixtures that lint has looked at")
    return report["findings"]
