"""The pack against what the service itself answered: recorded requests are made again, and the answers compared.

    recorded_cases.py [--binary build/release/bin/understudy]    rewrites recorded_misses.txt

An exchange agrees if the status, the error's code, the kind of object and the object's own status are the same. Those
that do not are listed in recorded_misses.txt, which is compared with what is found: it says how many agree.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
if __name__ == "__main__":
    sys.path[:0] = [str(ROOT / "tools"), str(ROOT / "tests/acceptance")]

import recordings
from replaying import ID, Replay
from world import Failed, Served

MISSES = HERE / "recorded_misses.txt"
LEAST = 0.9
ABOUT = """\
# Recorded exchanges with Stripe that the pack answers otherwise: recording, place in it, request, then what was recorded
# and what the pack says: status, error code, object, status of the object. Written by recorded_cases.py.
# Most of them ask for what later versions no longer have (`plan`, `invoice` of a charge, the upcoming invoice), or for
# an object of another account.
"""


def face(status: int, value: Any) -> str:
    """What is compared of an answer."""
    body = value if isinstance(value, dict) else {}
    error = body.get("error")
    code = error.get("code") if isinstance(error, dict) else None
    return " ".join(str(part or "-") for part in (status, code, body.get("object"), body.get("status")))


def score(served: Served) -> str:
    """The text of recorded_misses.txt as it should be."""
    total = 0
    misses = []
    for name, recorded in recordings.files():
        for place, (each, said) in enumerate(Replay(served.world, recorded).run(), 1):
            total += 1
            theirs, ours = face(each.status, each.value), face(said.status, said.value)
            if theirs != ours:
                kind = "/".join("ID" if ID.match(part) else part for part in each.path.split("/"))
                misses.append(f"{name} {place}: {each.method} {kind} at {each.version}: recorded {theirs}, ours {ours}")
    if total == 0 or (total - len(misses)) / total < LEAST:
        raise Failed(f"{total - len(misses)} of {total} recorded exchanges agree, fewer than {LEAST:.0%}:\n" + "\n".join(misses))
    return ABOUT + f"agreed: {total - len(misses)} of {total}\n" + "\n".join(misses) + "\n"


def recorded_exchanges(served: Served) -> None:
    found, kept = score(served), MISSES.read_text()
    if found != kept:
        changed = sorted(set(found.splitlines()) ^ set(kept.splitlines()))
        raise Failed("recorded_misses.txt is no longer true; recorded_cases.py rewrites it:\n" + "\n".join(changed))


recorded_exchanges.lacks = lambda: "" if recordings.DATA.is_dir() else "the recorded exchanges are not there (shared/data/cassettes/pay-rails)"

CASES = [recorded_exchanges]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", type=Path, default=ROOT / "build/release/bin/understudy")
    program = parser.parse_args().binary.resolve()
    with tempfile.TemporaryDirectory(prefix="stripe-") as folder, Served(program, Path(folder), "stripe") as served:
        MISSES.write_text(score(served))
    return 0


if __name__ == "__main__":
    sys.exit(main())
