"""The packs of models against what the services themselves answered.

What the model said in a recorded answer is pinned as the reply of the call, the recorded request is made again, and the two
answers are compared by the rules of comparing.py. scores.json has how many agree, misses.txt the others, each with the first
place in which it differs. Both are compared with what is found.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from itertools import groupby
from pathlib import Path
from typing import Any

import recordings
from comparing import SUBSTITUTES, Normal, difference
from recordings import Event, Exchange, read_events
from replies import reply_of
from world import Failed, Served, World

HERE = Path(__file__).resolve().parent
SCORES = HERE / "scores.json"
MISSES = HERE / "misses.txt"
# Of each family: the pack, and the operation whose reply is pinned.
PACKS = {
    "anthropic-messages": ("packs/anthropic", "createMessage"),
    "openai-chat": ("packs/openai", "createChatCompletion"),
    "openai-responses": ("packs/openai", "createResponse"),
}
ABOUT = """\
# Recorded answers of models' services that a pack gives otherwise: family, recording, place in it, and the first difference
# after the rules of comparing.py. Written by run.py --update. At the end, without a score: the recorded services that
# imitate one of the APIs.
"""


class Replay:
    """The exchanges of one recording, one after the other, in one world."""

    def __init__(self, world: World, operation: str) -> None:
        self.world = world
        self.operation = operation
        self.bound: dict[str, str] = {}  # ids of responses, recorded and ours
        world.done("POST", "/reset", {})
        world.done("POST", "/clock/durations", {"token": "0s"})  # pieces need not be slow

    def problem(self, each: Exchange) -> str:
        """What is wrong with our answer, "" if nothing is."""
        order = {"match": {"operation": self.operation}, "field": "reply", "value": reply_of(each)}
        pinned = self.world.control("POST", "/exogenous/pins", order)
        if pinned.status not in (200, 201):
            return f"the reply cannot be pinned: {pinned.code}: {one_line(pinned.value['error']['message'])}"
        try:
            return self.compared(each)
        finally:
            self.world.done("DELETE", f"/exogenous/pins/{pinned.value['id']}")

    def compared(self, each: Exchange) -> str:
        asked = self.asked(each)
        said = self.world.ask("POST", each.path, asked, **{name.replace("-", "_"): value for name, value in each.headers.items()})
        if said.status != each.status:
            return f"recorded {each.status}, ours {said.status}: {one_line(said.body.decode(errors='replace'))}"
        streamed = said.headers.get("content-type", "").startswith("text/event-stream")
        if streamed != each.streamed:
            return f"recorded {'a stream' if each.streamed else 'a plain answer'}, ours is {'one' if streamed else 'none'}"
        ours = read_events(said.body.decode()) if streamed else [Event("", said.value)]
        if isinstance(id_ := response_id(each.events), str) and isinstance(own := response_id(ours), str):
            self.bound[id_] = own
        any_model = asked["model"] != each.body["model"]
        normal = [Normal(each.family, each.body, any_model=any_model).of(events, streamed=each.streamed) for events in (each.events, ours)]
        return difference(each.family, *normal)

    def asked(self, each: Exchange) -> dict[str, Any]:
        asked = each.body | {"model": SUBSTITUTES.get(each.body["model"], each.body["model"])}
        if earlier := asked.get("previous_response_id"):
            asked["previous_response_id"] = self.bound.get(earlier, earlier)
        return asked


def response_id(events: list[Event]) -> Any:
    body = events[0].body if events else None
    return (body.get("response") or body).get("id") if isinstance(body, dict) else None


def one_line(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 160 else f"{text[:157]}..."


def found(served: Served, family: str) -> tuple[int, list[str]]:
    """How many exchanges of the family there are, and the lines of those that do not agree."""
    exchanges = recordings.of_family(family)
    lines = []
    for _, recorded in groupby(exchanges, key=lambda each: each.recording):
        replay = Replay(served.world, PACKS[family][1])
        lines += [f"{family} {each.name}: {problem}" for each in recorded if (problem := replay.problem(each))]
    return len(exchanges), lines


def kept(family: str) -> list[str]:
    return [line for line in MISSES.read_text().splitlines() if line.startswith(f"{family} ")] if MISSES.exists() else []


def family_case(family: str) -> Callable[[Served], None]:
    def case(served: Served) -> None:
        total, misses = found(served, family)
        score = {"matched": total - len(misses), "exchanges": total}
        before = json.loads(SCORES.read_text())[family]
        problems = [f"the score fell from {before['matched']} to {score['matched']}"] if score["matched"] < before["matched"] else []
        missed, listed = ({line.partition(": ")[0]: line for line in lines} for lines in (misses, kept(family)))
        problems += [f"a new miss: {line}" for place, line in missed.items() if place not in listed]
        problems += [f"listed as a miss, and agrees: {place}" for place in listed if place not in missed]
        problems += [f"misses otherwise than listed: {line}" for place, line in missed.items() if listed.get(place, line) != line]
        if not problems and score != before:
            problems = [f"scores.json says {before}, and it is {score}"]
        if problems:
            raise Failed("run.py --update rewrites scores.json and misses.txt:\n" + "\n".join(problems))

    case.__name__ = family.replace("-", "_")
    case.words = (PACKS[family][0],)
    return case


def imitators() -> list[str]:
    return [f"not scored: {each.family} {each.name}: {each.host}" for each in recordings.imitators()]


def imitators_are_listed(_: Served | None) -> None:
    listed = [line for line in MISSES.read_text().splitlines() if line.startswith("not scored: ")]
    if listed != imitators():
        raise Failed("misses.txt lists other imitators:\n" + "\n".join(sorted(set(listed) ^ set(imitators()))))


def update(program: Path) -> None:
    scores, lines = {}, []
    for family, (pack, _) in PACKS.items():
        with tempfile.TemporaryDirectory(prefix="models-") as folder, Served(program, Path(folder), pack) as served:
            total, misses = found(served, family)
        scores[family] = {"matched": total - len(misses), "exchanges": total}
        lines += misses
        print(f"{family}: {total - len(misses)} of {total}")
    SCORES.write_text(json.dumps(scores, indent=2) + "\n")
    MISSES.write_text(ABOUT + "\n".join([*lines, *imitators()]) + "\n")


CASES = [family_case(family) for family in PACKS] + [imitators_are_listed]
