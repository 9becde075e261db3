"""Row C3: `check` of 1,000 command cassettes against a fake over the JSON-lines protocol, in CPU seconds of ours, and how
that grows from 250 cassettes to 1,000. The cassettes are recorded through shims, as a project's are; what the fake itself
needs, it tells at its end, and it is not counted."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from rows import Row, median

MANY, FEW = 1000, 250
ROUNDS, QUICK_ROUNDS = 7, 3
GIVE_UP_SECONDS = 300

TOOL = """#!/bin/sh
printf '{"number": %s, "title": "item %s", "labels": ["a", "b"]}\\n' "$2" "$2"
"""

FAKE = """import json, sys, time
for line in sys.stdin:
    call = json.loads(line)
    if "op" in call:
        continue
    if call["args"][0] != "show":
        answer = {"error": "not served"}
    else:
        text = '{"number": %s, "title": "item %s", "labels": ["a", "b"]}\\n' % (call["args"][1], call["args"][1])
        answer = {"pieces": [{"from": "stdout", "text": text}], "exit_code": 0}
    print(json.dumps({"id": call["id"], **answer}), flush=True)
open("fake-seconds", "w").write(str(time.process_time()))
"""


def make_project(understudy: str, folder: Path, count: int) -> Path:
    """A project with so many recorded calls of one tool, each in a cassette of its own."""
    project = folder / f"check-{count}"
    project.mkdir(parents=True)
    (project / "understudy.yaml").write_text("services: {tool: {fake: {protocol: [python3, fake.py]}}}\n")
    (project / "fake.py").write_text(FAKE)
    tools = project / "tools"
    tools.mkdir()
    (tools / "tool").write_text(TOOL)
    (tools / "tool").chmod(0o755)
    (project / "all.sh").write_text(f"for number in $(seq {count}); do tool show $number; done\n")
    environment = {**os.environ, "PATH": f"{tools}:{os.environ['PATH']}"}
    subprocess.run([understudy, "with", "cassettes", "--mode", "record", "--program", "tool", "--", "sh", "all.sh"], cwd=project, env=environment, check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=GIVE_UP_SECONDS)
    made = len(list(project.glob("cassettes/tool/*.yaml")))
    if made != count:
        raise RuntimeError(f"{made} cassettes were recorded, not {count}")
    return project


def check_seconds(understudy: str, project: Path) -> float:
    """The processor's time of one check, without that of the fake."""
    told = project / "fake-seconds"
    told.unlink(missing_ok=True)
    with (project / "report").open("w") as report:
        child = subprocess.Popen([understudy, "check"], cwd=project, stdout=report, stderr=report)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        raise RuntimeError(f"check ended with {child.returncode}: {(project / 'report').read_text()[:300]}")
    return usage.ru_utime + usage.ru_stime - float(told.read_text())


def check_rows(understudy: str, folder: Path, quick: bool) -> list[Row]:
    """C3 and C3.linear. `folder` is ours; what is made in it stays."""
    work = f"check of {MANY} command cassettes against a fake over JSON lines"
    linear = f"CPU time of {MANY} cassettes over that of {FEW}, per cassette"
    try:
        many, few = make_project(understudy, folder, MANY), make_project(understudy, folder, FEW)
        seconds: dict[Path, list[float]] = {many: [], few: []}
        for _ in range(QUICK_ROUNDS if quick else ROUNDS):
            for project in seconds:
                seconds[project].append(check_seconds(understudy, project))
    except (RuntimeError, OSError, ValueError, subprocess.SubprocessError) as error:
        return [Row("C3", None, "CPU seconds", "<= 1", str(error), work), Row("C3.linear", None, "x", "<= 1.5", str(error), linear)]
    mine = median(seconds[many])
    return [Row("C3", mine, "CPU seconds", "<= 1", work=work), Row("C3.linear", mine / MANY / (median(seconds[few]) / FEW), "x", "<= 1.5", work=linear)]


if __name__ == "__main__":
    import tempfile

    with tempfile.TemporaryDirectory(prefix="understudy-bench-") as scratch:
        begin = time.monotonic()
        for row in check_rows(str(Path(sys.argv[1]).resolve()), Path(scratch), "--quick" in sys.argv):
            print(row.key, row.value, row.unit, row.reach, row.why)
        print(f"{time.monotonic() - begin:.1f} s")
