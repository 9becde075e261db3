#!/usr/bin/env python3
"""Makes the faults of a stream out of a good one: cut, stalled, malformed.

They are for tests of programs that read the stream. They prove nothing about the tool, and their origin says so: derived,
with the digest of the cassette they come from. A file that would not change keeps its bytes; a new one has no digest of
its own yet, and `understudy cassette seal` gives it one.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent / "cassettes/llm"
NO_DIGEST = "sha256:" + "0" * 64
BORDER = 60  # bytes of the second line that still arrive
Lines = list[dict]


def with_texts(pieces: Lines, texts: list[str]) -> Lines:
    return [piece | {"text": text} for piece, text in zip(pieces, texts, strict=False)]


def cut(pieces: Lines) -> tuple[Lines, dict]:
    return with_texts(pieces, [pieces[0]["text"], pieces[1]["text"][:BORDER]]), {"end": "cut", "exit_code": 1}


def stalled(pieces: Lines) -> tuple[Lines, dict]:
    return pieces[:2], {"end": "stalled", "timed_out": True}


def malformed(pieces: Lines) -> tuple[Lines, dict]:
    texts = [piece["text"] for piece in pieces]
    return with_texts(pieces, [texts[0], '{"type":"assistant","message":\n', *texts[2:]]), {"end": "complete", "exit_code": 0}


FAULTS = {
    "cut": (cut, "The stream is cut within its second line."),
    "stalled": (stalled, "The stream stops after its second line and never ends."),
    "malformed": (malformed, "The second line is no JSON."),
}


def derive(name: str, good: Lines) -> Lines:
    make, why = FAULTS[name]
    head, start, *pieces, _ = good
    left, ending = make(pieces)
    notes = why + " Derived from ping, for tests of programs that read the stream; it proves nothing about the tool."
    made = {"version": 1, "service": head["service"], "name": f"faults/{name}", "origin": "derived",
            "source": {"digest": head["content_digest"], "by": "faults.py", "why": why}, "given": name,
            "provenance": {"recorded_at": "2026-11-16T00:00:00Z", "recorder": {"name": "faults.py"}, "pinned": {}},
            "redactions": [], "content_digest": NO_DIGEST, "notes": notes}
    return [made, start | {"start": name}, *(piece | {"piece": name} for piece in left),
            {"end": name, "output": {"framing": "jsonl", **ending, "duration": len(left)}}]


def read(path: Path) -> Lines:
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def is_same(old: Lines, new: Lines) -> bool:
    return bool(old) and [old[0] | {"content_digest": NO_DIGEST}, *old[1:]] == new


def main() -> int:
    good = read(FOLDER / "ping.jsonl")
    for name in FAULTS:
        path = FOLDER / f"faults/{name}.jsonl"
        made = derive(name, good)
        if is_same(read(path), made):
            continue
        path.parent.mkdir(exist_ok=True)
        path.write_text("".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in made))
        print(f"made {path.relative_to(FOLDER.parents[1])}: seal it")
    return 0


sys.exit(main())
