"""Captures of the fakes and of the services themselves, under the same two verbs.

`understudy lint` has nothing to say against either, and `understudy reconcile` holds our stream to the recorded one. In what
they differ is listed in drift.txt, family by family, and compared with what is found: a fake that drifts further fails here,
and so does a line that is no longer true. recorded_cases.py compares the values as well, but by rules that leave out what a
service has added over the years; this list does not.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

import recordings
from recorded_cases import PACKS, Replay
from recordings import Event, Exchange
from replies import reply_of
from world import Failed, Served, expect, surroundings

DRIFT = Path(__file__).resolve().parent / "drift.txt"
ABOUT = """\
# What `understudy reconcile` finds when a stream of a pack is compared with the recorded stream it stands for, where lint
# objects to a recorded stream, and where a capture is refused. Written by run.py --update. What is here is of another year
# or another account: how long a cache is kept, a member that the service has renamed since, streams from before events had
# numbers (lint says so as info), and a summary above the budget that the family sets for texts.
"""
LINT = ["lint", ".", "--check", "parse", "--check", "order", "--gate", "none", "--format", "json"]
DRIFTED, SECRET = 1, 8  # exit codes


def as_text(events: list[Event]) -> str:
    """The stream as it came, but for spaces in its JSON."""
    lines = []
    for each in events:
        lines += [f"event: {each.name}"] if each.name else []
        lines += [f"data: {each.body if isinstance(each.body, str) else json.dumps(each.body, ensure_ascii=False)}", ""]
    return "\n".join(lines) + "\n"


def captured(served: Served, family: str) -> Iterator[tuple[Exchange, str]]:
    """Each recorded stream, and ours for the same question with the recorded words pinned."""
    world, operation = served.world, PACKS[family][1]
    for _, recorded in groupby(recordings.of_family(family), key=lambda each: each.recording):
        replay = Replay(world, operation)
        for each in recorded:
            pin = world.control("POST", "/exogenous/pins", {"match": {"operation": operation}, "field": "reply", "value": reply_of(each)})
            if not each.streamed or pin.status != 201:
                continue
            headers = {name.replace("-", "_"): value for name, value in each.headers.items()}
            said = world.ask("POST", each.path, replay.asked(each), **headers)
            world.done("DELETE", f"/exogenous/pins/{pin.value['id']}")
            if said.status == 200:
                yield each, said.body.decode()


def run(served: Served, folder: Path, words: list[str]) -> tuple[int, list[dict[str, Any]]]:
    done = subprocess.run([str(served.program), *words], cwd=folder, env=surroundings(served.folder), capture_output=True, text=True,
                          timeout=60, check=False)  # fmt: skip
    expect(done.stdout.startswith("{"), f"{words[0]} ended with {done.returncode}: {done.stderr[-500:]}")
    return done.returncode, json.loads(done.stdout)["findings"]


def differences(served: Served, family: str) -> list[str]:
    lines = set()
    count = 0
    for each, ours in captured(served, family):
        folder = served.folder / f"capture-{count}"
        folder.mkdir()
        count += 1
        sidecar = {"family": f"{family}-sse", "provider": family.partition("-")[0], "lane": "no-model", "schema_version": 1,
                   "redaction": "synthetic", "origin": "authored", "owner": "transport-mux", "ending": "complete"}  # fmt: skip
        for name, text in (("recorded", as_text(each.events)), ("ours", ours)):
            (folder / f"{name}.sse").write_text(text)
            (folder / f"{name}.sse.meta.json").write_text(json.dumps(sidecar))
        for finding in run(served, folder, LINT)[1]:
            expect(finding["file"] == "recorded.sse", f"lint of our stream for {each.name}: {finding['message']}")
            lines.add(f"{family} lint {each.name}: {finding['message']}")
        code, findings = run(served, folder, ["reconcile", f"{family}-sse", "ours.sse", "--fixture", "recorded.sse", "--format", "json"])
        expect(code in (0, DRIFTED, SECRET), f"reconcile of {each.name} ended with {code}")
        if code == SECRET:
            lines.add(f"{family} refused {each.name}: {findings[0]['message']}")
        elif code == DRIFTED:
            lines |= {f"{family} {finding['message']}" for finding in findings if finding["severity"] == "error"}
    expect(count > 0, f"no stream of {family} was captured")
    return sorted(lines)


def family_case(family: str) -> Callable[[Served], None]:
    def case(served: Served) -> None:
        listed = {line for line in DRIFT.read_text().splitlines() if line.startswith(f"{family} ")}
        found = set(differences(served, family))
        problems = [f"a new difference: {line}" for line in sorted(found - listed)]
        problems += [f"listed, and no longer so: {line}" for line in sorted(listed - found)]
        if problems:
            raise Failed("run.py --update rewrites drift.txt:\n" + "\n".join(problems))

    case.__name__ = f"captures_{family.replace('-', '_')}"
    case.words = (PACKS[family][0],)
    return case


def update(served: Callable[[str], Any]) -> None:
    lines = []
    for family, (pack, _) in PACKS.items():
        with served(pack) as one:
            lines += differences(one, family)
    DRIFT.write_text(ABOUT + "\n".join(lines) + "\n")
    print(f"drift.txt: {len(lines)} lines")


CASES = [family_case(family) for family in PACKS]
