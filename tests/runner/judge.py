"""Runs the steps of a script and says what differed, as a unified diff that names the script's line."""

from __future__ import annotations

import difflib
import time
from dataclasses import dataclass, replace

from matching import aligned
from sandbox import Ran, Sandbox
from script import Step, render_step


@dataclass
class Judged:
    step: Step
    accepted: Step  # the step as it would have to be written to pass
    timed_out: bool = False

    @property
    def passed(self) -> bool:
        return not self.timed_out and self.step == self.accepted


def judge_step(sandbox: Sandbox, step: Step, wildcards: dict[str, str], deadline: float, memory: int | None) -> Judged:
    if time.monotonic() >= deadline:
        return Judged(step, step, timed_out=True)
    ran = sandbox.run(step.command, deadline, memory)
    return Judged(step, _accept(step, ran, wildcards), ran.timed_out)


def explain(name: str, judged: Judged, seconds: float) -> str:
    """Why a step failed: the difference between what is written and what happened."""
    lines = [f"{name}:{judged.step.line}: $ {judged.step.command.splitlines()[0]}"]
    if judged.timed_out:
        lines.append(f"  was ended after {seconds:g} s (raise `# limit-seconds:` if that is too short)")
    want, got = render_step(judged.step), render_step(judged.accepted)
    diff = list(difflib.unified_diff(want, got, "expected", "actual", lineterm="", n=2))
    for line in diff:
        if line.startswith("@@"):
            line = _with_script_lines(line, judged.step.line)
        lines.append("  " + line)
    return "\n".join(lines)


def _accept(step: Step, ran: Ran, wildcards: dict[str, str]) -> Step:
    stdout, stdout_ends = _to_lines(ran.stdout)
    stderr, stderr_ends = _to_lines(ran.stderr)
    return replace(
        step,
        exit_code=ran.exit_code,
        stdout=aligned(step.stdout, stdout, wildcards),
        stderr=aligned(step.stderr, stderr, wildcards),
        stdout_ends=stdout_ends,
        stderr_ends=stderr_ends,
    )


def _to_lines(text: str) -> tuple[list[str], bool]:
    if text == "":
        return [], True
    lines = text.split("\n")
    if lines[-1] == "":
        return lines[:-1], True
    return lines, False


def _with_script_lines(header: str, first: int) -> str:
    """`@@ -2,3 +2,4 @@` counts lines within the step; a reader wants lines of the script."""
    numbers = header.split(" ")
    shifted = []
    for part in numbers[1:3]:
        start, *rest = part[1:].split(",")
        shifted.append(part[0] + ",".join([str(int(start) + first - 1), *rest]))
    return " ".join([numbers[0], *shifted, *numbers[3:]])
