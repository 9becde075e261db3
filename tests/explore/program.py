"""The program under judgement, and what can be asked of it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import yaml

SECONDS = 300  # for one command, on a machine that has other things to do


class Failed(Exception):
    """What is not as it should be."""


class Program:
    def __init__(self, binary: Path) -> None:
        self.binary = binary
        kept = {key: value for key, value in os.environ.items() if key in ("PATH", "HOME", "TMPDIR", "ASAN_OPTIONS")}
        self.environment = {**kept, "LC_ALL": "C.UTF-8", "CI": "1"}

    def run(self, *words: str, cwd: Path) -> subprocess.CompletedProcess:
        return subprocess.run([str(self.binary), *words], cwd=cwd, env=self.environment, capture_output=True, text=True,
                              timeout=SECONDS, check=False, stdin=subprocess.DEVNULL)

    def start(self, *words: str, cwd: Path) -> subprocess.Popen:
        return subprocess.Popen([str(self.binary), *words], cwd=cwd, env=self.environment, stdout=subprocess.PIPE,
                                stderr=subprocess.DEVNULL, text=True, stdin=subprocess.DEVNULL)

    def said_by(self, plan: Path, pack: Path, folder: Path) -> tuple[int, list]:
        """What a pack makes of a plan: the exit code and the findings, without their places."""
        copy = folder / "tested" / pack.parent.name / pack.name
        if not copy.exists():
            shutil.copytree(pack, copy, ignore=shutil.ignore_patterns("plans", "cassettes"))
        tests = copy / "plans" / "tests"
        tests.mkdir(parents=True, exist_ok=True)
        for old in tests.iterdir():
            old.unlink()
        shutil.copy(plan, tests / "least.yaml")
        done = self.run("pack", "test", str(copy), "--format", "json", cwd=folder)
        findings = json.loads(done.stdout).get("findings", []) if done.stdout.startswith("{") else [done.stderr]
        return done.returncode, [each["message"] if isinstance(each, dict) else each for each in findings]

    def plan_trouble(self, plan: Path, original: Path, changed: Path, folder: Path) -> str:
        """A plan that shows a divergence holds on the one and fails on the other."""
        path = plan if plan.is_absolute() else folder / plan
        code, findings = self.said_by(path, original, folder)
        if code != 0:
            return f"the plan does not hold on the pack itself: {findings}\n{path.read_text(encoding='utf-8', errors='replace')}"
        code, findings = self.said_by(path, changed, folder)
        if code != 1:
            return f"the plan does not fail where it should: exit code {code} {findings}\n{path.read_text(encoding='utf-8', errors='replace')}"
        return ""

    def is_least(self, plan: Path, original: Path, changed: Path, folder: Path) -> str:
        """Without any one of its steps, and what builds on it, both sides say the same; else which step is too much."""
        document = yaml.safe_load(plan.read_text(encoding="utf-8"))
        for index, step in enumerate(document["steps"][:-1]):
            rest = _without(document["steps"], index)
            if rest is None:
                continue
            shorter = folder / "shorter.yaml"
            shorter.write_text(json.dumps({**document, "steps": rest}), encoding="utf-8")
            one, other = (self.said_by(shorter, pack, folder) for pack in (original, changed))
            if one[0] == 0 and other[0] == 1:
                return f"the step {step['id']} is not needed\n{plan.read_text(encoding='utf-8', errors='replace')}"
        return ""


def _without(steps: list[dict], index: int) -> list[dict] | None:
    """Nothing: the last step needs it."""
    gone: set[str] = set()
    kept = []
    for number, step in enumerate(steps):
        if number != index and not any("${" + name + "}" in json.dumps(step) for name in gone):
            kept.append(step)
            continue
        if number == len(steps) - 1:
            return None
        gone.update(step.get("capture", {}))
    return kept
