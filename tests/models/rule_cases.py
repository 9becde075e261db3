"""The rules of comparing.py themselves, over every recorded stream and without a server."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from typing import Any

import recordings
from comparing import Normal, at, difference, is_piece, kind, replaced
from recordings import Event, Exchange
from world import Failed, Served, expect

FINAL = ("stop_reason", "finish_reason", "status")


def split_again(each: Exchange, seed: int) -> list[Event]:
    """The same stream with its texts in other pieces."""
    chance = random.Random(seed)  # noqa: S311: pieces, no secrets
    texts = Normal(each.family, each.body).texts
    made = []
    for event in each.events:
        path = next((path for path in texts if is_piece(each.family, event.body, path)), None)
        text = "" if path is None else at(event.body, path)
        while path is not None and len(text) > 1 and chance.random() < 0.7:
            cut = chance.randrange(1, len(text))
            made.append(Event(event.name, replaced(event.body, path, text[:cut])))
            text = text[cut:]
        made.append(event if path is None else Event(event.name, replaced(event.body, path, text)))
    return made


def compared(each: Exchange, events: list[Event]) -> str:
    theirs, ours = (Normal(each.family, each.body).of(some, streamed=each.streamed) for some in (each.events, events))
    return difference(each.family, theirs, ours)


def streams() -> list[Exchange]:
    return [each for each in recordings.everything() if each.vendor and each.streamed]


def pieces_do_not_matter(_: Served | None) -> None:
    wrong = [f"{each.name}: {found}" for seed, each in enumerate(streams()) if (found := compared(each, split_again(each, seed)))]
    if wrong:
        raise Failed("a stream differs from itself in other pieces:\n" + "\n".join(wrong))


def changes(each: Exchange) -> Iterator[tuple[str, list[Event]]]:
    """Streams with one change each that a client would see."""
    events = each.events
    seen = [place for place, event in enumerate(events) if kind(event) not in ("ping", "keepalive")]
    texts = Normal(each.family, each.body).texts
    for place in (seen[0], seen[-1]):
        yield f"without event {place + 1}", events[:place] + events[place + 1:]
        yield f"event {place + 1} twice", events[:place + 1] + events[place:]
    yield "first and last swapped", [events[-1], *events[1:-1], events[0]]
    for place, event in enumerate(events):
        path = next((path for path in texts if is_piece(each.family, event.body, path)), None)
        if path is not None and len(at(event.body, path)) > 1 and at(event.body, path)[0].isalpha():
            longer = Event(event.name, replaced(event.body, path, "x" + at(event.body, path)))
            yield f"a letter more in event {place + 1}", [*events[:place], longer, *events[place + 1:]]
            break
    for place, event in enumerate(events):
        body = copy.deepcopy(event.body)
        if reword(body):
            yield f"another end in event {place + 1}", [*events[:place], Event(event.name, body), *events[place + 1:]]
            break


def reword(value: Any) -> bool:
    """Changes the first reason or state found; whether there was one."""
    if isinstance(value, list):
        return any(reword(each) for each in value)
    if not isinstance(value, dict):
        return False
    for name in FINAL:
        if isinstance(value.get(name), str):
            value[name] = "something else"
            return True
    return any(reword(each) for each in value.values())


def changes_do_matter(_: Served | None) -> None:
    made = [(each, what, compared(each, events)) for each in streams() for what, events in changes(each)]
    missed = [f"{each.name}: {what}" for each, what, found in made if not found]
    expect(len(made) > 5 * len(streams()), f"only {len(made)} changes were made to {len(streams())} streams")
    if missed:
        raise Failed("a change is not seen:\n" + "\n".join(missed))


CASES = [pieces_do_not_matter, changes_do_matter]
