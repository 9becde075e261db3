#!/usr/bin/env python3
"""Makes a cassette out of a transcript: a fixture of the families codex-exec or claude-code-stream.

    from_fixture.py FIXTURE CASSETTE [--stdin TEXT] [--exit N | --signal N] [--given STATE] -- PROGRAM ARGS...

CASSETTE is `service/name` below cassettes. The lines are those of the fixture, without spaces, as the tools print them.
What a fixture does not have is added: the call, how it ended, and when each line came, which follows from the name of the
cassette, so that it is the same every time. The origin says derived, with the digest of the fixture.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import sys
from pathlib import Path

from digest import Lines, digest_of

FOLDER = Path(__file__).resolve().parent / "cassettes"


def paced(lines: list[str], name: str) -> Lines:
    """Some tenths of a second between two lines, now and then a second and more."""
    draw = random.Random(name)  # noqa: S311: waits, no secrets
    at, pieces = 0, []
    for line in lines:
        at += draw.choice([120, 180, 250, 400, 1300])
        pieces.append({"piece": name, "at": at, "from": "stdout", "text": line + "\n"})
    return pieces


def derive(options: argparse.Namespace, command: list[str]) -> Lines:
    service, _, name = options.cassette.partition("/")
    raw = options.fixture.read_bytes()
    lines = [json.dumps(json.loads(line), ensure_ascii=False, separators=(",", ":")) for line in raw.decode().splitlines()]
    pieces = paced(lines, name)
    family = options.fixture.resolve().parents[2].name
    why = f"The transcript {options.fixture.stem} of the family {family}, played as a command."
    head = {"version": 1, "service": service, "name": name, "origin": "derived",
            "source": {"digest": "sha256:" + hashlib.sha256(raw).hexdigest(), "by": "from_fixture.py", "why": why}}
    head |= {"given": options.given} if options.given else {}
    head |= {"provenance": {"recorded_at": "2026-11-16T00:00:00Z", "recorder": {"name": "from_fixture.py"}, "pinned": {}}}
    head |= {"match": {"stdin": True}} if options.stdin is not None else {}
    head |= {"redactions": [], "content_digest": "", "notes": why + " It proves nothing about the tool."}
    stdin = "none" if options.stdin is None else {"text": options.stdin}
    start = {"program": command[0], "args": command[1:], "cwd": "scratch", "env": {}, "stdin": stdin}
    ending = {"end": "cut", "signal": options.signal} if options.signal else {"end": "complete", "exit_code": options.exit}
    made = [head, {"start": name, "kind": "stream", "carrier": "command", "at": 0, "effect": "write", "input": start}, *pieces,
            {"end": name, "output": {"framing": "jsonl", **ending, "duration": pieces[-1]["at"] + 60}}]
    head["content_digest"] = digest_of(made)
    return made


def main() -> int:
    if "--" not in sys.argv:
        sys.exit("from_fixture.py: the command comes behind --")
    border = sys.argv.index("--")
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("fixture", type=Path)
    parser.add_argument("cassette")
    parser.add_argument("--stdin")
    parser.add_argument("--exit", type=int, default=0)
    parser.add_argument("--signal", type=int)
    parser.add_argument("--given", default="")
    options = parser.parse_args(sys.argv[1:border])
    made = derive(options, sys.argv[border + 1:])
    path = FOLDER / f"{options.cassette}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in made))
    return 0


sys.exit(main())
