#!/usr/bin/env python3
"""A fake of docker, for tests that must not start containers. The model is engine.py; what it does not know it refuses."""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1])]

from engine import VERBS, Engine
from fake_protocol import Answer, Call, Fake, NotServed, serve


class Docker(Fake):
    def __init__(self) -> None:
        self.engine = Engine()

    def reset(self, given: str) -> None:
        if given not in ("", "no-images"):
            raise NotServed(f"no start state {given!r}; there is no-images")
        self.engine = Engine()
        if given == "no-images":
            self.engine.images.clear()

    def answer(self, call: Call) -> Answer:
        if call.program != "docker" or not call.args or call.args[0] not in VERBS:
            raise NotServed
        host = call.env.get("DOCKER_HOST")
        if host:  # nobody serves another socket
            self.engine.host, self.engine.is_up = host, False
        return VERBS[call.args[0]](self.engine, call.args[1:])


if __name__ == "__main__":
    serve(Docker())
