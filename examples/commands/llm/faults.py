#!/usr/bin/env python3
"""Makes the faults of a stream out of a good one: cut, stalled, malformed.

They are for tests of programs that read the stream. They prove nothing about the tool, and their origin says so: derived,
with the digest of the cassette they come from.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from digest import Lines, digest_of

FOLDER = Path(__file__).resolve().parent / "cassettes/llm"
BORDER = 60  # bytes of the second line that still arrive
HOUR = 3_600_000


def with_texts(pieces: Lines, texts: list[str]) -> Lines:
    return [piece | {"text": text} for piece, text in zip(pieces, texts, strict=False)]


def cut(pieces: Lines) -> tuple[Lines, dict]:
    return with_texts(pieces, [pieces[0]["text"], pieces[1]["text"][:BORDER]]), {"end": "cut", "exit_code": 1}


def stalled(pieces: Lines) -> tuple[Lines, dict]:
    return pieces[:2], {"end": "stalled", "timed_out": True}


def slow(pieces: Lines) -> tuple[Lines, dict]:
    """Played at its own pace it is silent for an hour behind the second line."""
    return [*pieces[:2], *(piece | {"at": piece["at"] + HOUR} for piece in pieces[2:])], {"end": "complete", "exit_code": 0}


def malformed(pieces: Lines) -> tuple[Lines, dict]:
    texts = [piece["text"] for piece in pieces]
    return with_texts(pieces, [texts[0], '{"type":"assistant","message":\n', *texts[2:]]), {"end": "complete", "exit_code": 0}


FAULTS = {
    "cut": (cut, "The stream is cut within its second line."),
    "stalled": (stalled, "The stream stops after its second line and never ends."),
    "slow": (slow, "The third line comes an hour after the second."),
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
            "redactions": [], "content_digest": "", "notes": notes}
    lines = [made, start | {"start": name}, *(piece | {"piece": name} for piece in left),
            {"end": name, "output": {"framing": "jsonl", **ending, "duration": left[-1]["at"] + 1}}]
    made["content_digest"] = digest_of(lines)
    return lines


def read(path: Path) -> Lines:
    return [json.loads(line) for line in path.read_text().splitlines()]


def main() -> int:
    good = read(FOLDER / "ping.jsonl")
    for name in FAULTS:
        path = FOLDER / f"faults/{name}.jsonl"
        path.parent.mkdir(exist_ok=True)
        path.write_text("".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in derive(name, good)))
    return 0


sys.exit(main())
