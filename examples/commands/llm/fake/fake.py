#!/usr/bin/env python3
"""A fake of an LLM command line that prints a stream, for tests that must not pay. The runs are in session.py.

Its start states are a login and the faults a stream can have, so that a program can be shown each of them.
"""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1])]

from fake_protocol import Answer, Call, Fake, NotServed, serve
from session import SCRIPTS, play

STATES = ("", "no-login", "killed", "cut", "stalled", "malformed")
NO_PROMPT = "Error: Input must be provided either through stdin or as a prompt argument when using --print\n"
TERMINATED = 15


class CommandLine(Fake):
    given = ""

    def reset(self, given: str) -> None:
        if given not in STATES:
            raise NotServed(f"no start state {given!r}; there are {', '.join(state for state in STATES if state)}")
        self.given = given

    def answer(self, call: Call) -> Answer:
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

    def _with_fault(self, lines: list[bytes], code: int) -> Answer:
        if self.given == "killed":  # after the first words
            return self._printed(lines[:2]).signal(TERMINATED).end("cut")
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
    """All flags but --verbose have a value."""
    rest = [arg for arg in args if arg != "--verbose"]
    return dict(zip(rest[::2], rest[1::2], strict=False))


if __name__ == "__main__":
    serve(CommandLine())
