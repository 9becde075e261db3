#!/usr/bin/env python3
"""A fake of two LLM command lines that print a stream, for tests that must not pay: `claude -p` (its runs are in session.py)
and `codex exec --json` (codex.py).

Its start states are a login and the faults a stream can have, so that a program can be shown each of them.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1])]

import codex
from fake_protocol import Answer, Call, Fake, NotServed, serve
from session import SCRIPTS, play

STATES = ("", "no-login", "killed", "cut", "stalled", "slow", "malformed")
NO_PROMPT = "Error: Input must be provided either through stdin or as a prompt argument when using --print\n"
TERMINATED = 15


class CommandLine(Fake):
    given = ""

    def reset(self, given: str) -> None:
        if given not in STATES:
            raise NotServed(f"no start state {given!r}; there are {', '.join(state for state in STATES if state)}")
        self.given = given

    def answer(self, call: Call) -> Answer:
        if call.program == "codex":
            return self._codex(call)
        if call.program == "claude" and call.args[:3] == ["-p", "--input-format", "stream-json"]:
            return self._asked(call)
        flags = _flags(call.args[2:])
        is_known = call.program == "claude" and call.args[:1] == ["-p"] and flags.get("--output-format") == "stream-json" and "--model" in flags
        if not is_known:
            raise NotServed
        prompt = call.args[1]
        if prompt == "":
            return Answer().err(NO_PROMPT).exit(1)
        if prompt not in SCRIPTS:
            raise NotServed("a prompt that nobody recorded")
        most = flags.get("--max-turns")
        lines, code = play(prompt, flags["--model"], int(most) if most else None, self.given != "no-login")
        return self._with_fault(lines, code)

    def _codex(self, call: Call) -> Answer:
        """`codex exec --json [--model MODEL] PROMPT`; the prompt `-` is what comes in."""
        if call.args[:2] != ["exec", "--json"]:
            raise NotServed
        flags = _flags(call.args[2:-1])
        prompt = call.args[-1]
        if prompt == "-":
            prompt = (call.stdin or b"").decode().strip()
        if prompt not in codex.SCRIPTS:
            raise NotServed("a prompt that nobody recorded")
        lines, code = codex.play(prompt, flags.get("--model", codex.MODELS[0]))
        return self._with_fault(lines, code)

    def _asked(self, call: Call) -> Answer:
        """A run that is told everything on its standard input, a line of JSON each: the prompt, and whether a tool may be used."""
        said = [json.loads(line) for line in (call.stdin or b"").splitlines()]
        flags = _flags(call.args[3:])
        prompts = [line["message"]["content"] for line in said if line["type"] == "user"]
        answers = [line["response"]["response"]["behavior"] for line in said if line["type"] == "control_response"]
        if flags.get("--output-format") != "stream-json" or "--model" not in flags or len(prompts) != 1 or prompts[0] not in SCRIPTS:
            raise NotServed
        lines, code = play(prompts[0], flags["--model"], None, self.given != "no-login", answers)
        return self._with_fault(lines, code)

    def _with_fault(self, lines: list[bytes], code: int) -> Answer:
        if self.given == "killed":  # after the first words, or in a command
            return self._printed(lines[: 3 if b"thread.started" in lines[0] else 2]).signal(TERMINATED).end("cut")
        if self.given == "cut":  # in the middle of the second line
            return self._printed([lines[0], lines[1][:60]]).exit(1).end("cut")
        if self.given == "stalled":
            return self._printed(lines[:2]).time_out().end("stalled")
        if self.given == "malformed":
            return self._printed([lines[0], b'{"type":"assistant","message":\n', *lines[2:]]).exit(code).end("complete")
        return self._printed(lines).exit(code).end("complete")

    @staticmethod
    def _printed(lines: list[bytes]) -> Answer:
        answer = Answer()
        for line in lines:
            answer.out(line)
        return answer


def _flags(args: list[str]) -> dict[str, str]:
    """All flags but these two have a value."""
    rest = [arg for arg in args if arg not in ("--verbose", "--skip-git-repo-check")]
    return dict(zip(rest[::2], rest[1::2], strict=False))


if __name__ == "__main__":
    serve(CommandLine())
