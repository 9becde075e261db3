"""`understudy witness` over a vitest, a pytest and a shell project: tests/witness/run.py, as a part of this judge."""

from __future__ import annotations

import json
import subprocess
import sys

from project import ROOT, Failed, Project, needs_folder, needs_verb, some_of

RUNNER = ROOT / "tests/witness/run.py"
SECONDS = 900


@needs_verb("witness")
@needs_folder(RUNNER, "tests/witness/run.py")
def three_projects(work: Project) -> None:
    """Tests that check a fixture reach `asserted`, tests that only open it stay at `loaded`."""
    results = work.aside / "witness.json"
    done = subprocess.run([sys.executable, str(RUNNER), "--binary", str(work.program), "--results", str(results)], capture_output=True, text=True, timeout=SECONDS)
    if not results.is_file():
        raise Failed(f"tests/witness/run.py ended with {done.returncode} and left no results: {(done.stdout + done.stderr)[-400:]}")
    tests = json.loads(results.read_text())["tests"]
    failed = [f"{test['name']}: {test['message'][:300]}" for test in tests if test["status"] == "failed"]
    skipped = [test["message"] for test in tests if test["status"] == "skipped"]
    work.note(f"witness: {sum(test['status'] == 'passed' for test in tests)} passed" + (f", skipped: {some_of(sorted(set(skipped)))}" if skipped else ""))
    if failed or not tests:
        raise Failed("\n".join(failed) or "there were no tests")


CASES = [three_projects]
