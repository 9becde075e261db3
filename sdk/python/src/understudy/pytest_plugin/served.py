"""Who serves: a server that the environment names, one of our own, or one that the controller of the workers started."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import pytest

from understudy.errors import UnderstudyError
from understudy.process import ReadyLine, Server

_HANDED = "understudy"


class Served:
    """Worlds to begin with, one line or more for each pack. Nothing is started before somebody asks."""

    def __init__(self, packs: Sequence[str], args: Sequence[str]) -> None:
        self.packs = packs
        self._args = args
        self._server: Server | None = None

    def lines(self) -> list[ReadyLine]:
        if self._server is None:
            self._server = Server(self.packs, self._args)
        return self._server.lines

    def line_of(self, pack: str) -> ReadyLine:
        """The first world of a pack, by the word it is served with: a name, a folder or an API description."""
        if pack not in self.packs:
            raise UnderstudyError(f"the pack {pack} is not served, but {', '.join(self.packs)}; add it to understudy_packs in the configuration of pytest")
        lines = self.lines()
        return lines[self.packs.index(pack) * (len(lines) // len(self.packs))]

    def why_gone(self, is_broken: bool) -> str:
        return self._server.why_gone(is_broken) if self._server else ""

    def close(self) -> None:
        if self._server is not None:
            self._server.stop()
            self._server = None


class Handed(Served):
    """What another process has started; a failure to do so is told to whoever needs it."""

    def __init__(self, handed: dict[str, Any]) -> None:
        super().__init__(handed["packs"], [])
        self._handed = handed

    def lines(self) -> list[ReadyLine]:
        if self._handed["problem"]:
            raise UnderstudyError(self._handed["problem"])
        return [ReadyLine(**each) for each in self._handed["lines"]]


def hand_over(node: Any, served: Served) -> None:
    """The controller's side. Where the environment names worlds, workers read it themselves."""
    handed: dict[str, Any] = {"packs": list(served.packs), "lines": [], "problem": ""}
    try:
        if not given_worlds():
            handed["lines"] = [asdict(each) for each in served.lines()]
    except UnderstudyError as error:
        handed["problem"] = str(error)
    node.workerinput[_HANDED] = handed


def taken_over(config: pytest.Config) -> Served | None:
    """The worker's side."""
    handed = getattr(config, "workerinput", {}).get(_HANDED)
    return Handed(handed) if handed else None


def worker_number(config: pytest.Config) -> int:
    """gw0 is 0, and so is a run without workers."""
    return int(getattr(config, "workerinput", {}).get("workerid", "gw0").removeprefix("gw"))


def variable(name: str) -> str:
    return os.environ.get(f"UNDERSTUDY_{name}") or os.environ.get(f"PRODBREAK_{name}") or ""


def given_worlds() -> list[tuple[str, str]]:
    """Pairs of url and key from the environment."""
    urls, keys = variable("WORKER_URLS"), variable("WORKER_KEYS")
    if not urls and not keys:
        url, key = variable("URL"), variable("KEY")
        if bool(url) != bool(key):
            raise UnderstudyError(f"UNDERSTUDY_{'KEY' if url else 'URL'} is missing beside UNDERSTUDY_{'URL' if url else 'KEY'}; "
                                  "set both as `understudy serve` prints them, or none")
        return [(url, key)] if url else []
    pairs = list(zip(urls.split(","), keys.split(","), strict=False))
    if len(urls.split(",")) != len(keys.split(",")):
        raise UnderstudyError(f"UNDERSTUDY_WORKER_URLS has {len(urls.split(','))} entries and UNDERSTUDY_WORKER_KEYS {len(keys.split(','))}; "
                              "take both from the hint of `understudy serve --workers N`")
    return pairs
