"""Which packs there are, and a fixture for each."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import ModuleType

import pytest

from understudy.pytest_plugin.worlds import WORLDS
from understudy.sandbox import Sandbox

SHIPPED = ("anthropic", "deck", "openai", "parcel", "stripe", "twilio")


def pack_names(configured: Sequence[str], root: Path) -> list[str]:
    """What the project names; else what the binary brings and what lies in packs/."""
    if configured:
        return list(configured)
    own = sorted(each.parent.name for each in (root / "packs").glob("*/pack.yaml"))
    return [*SHIPPED, *(each for each in own if each not in SHIPPED)]


def fixture_name(pack: str) -> str:
    """`deck_sandbox` of deck, deck@0.1.0, ./packs/deck and deck.yaml."""
    stem = Path(pack.split("@")[0]).name.removesuffix(".yaml").removesuffix(".yml").removesuffix(".json")
    return re.sub(r"\W", "_", stem) + "_sandbox"


def fixtures_for(packs: Sequence[str]) -> ModuleType:
    """A plugin that has them."""
    module = ModuleType("understudy_packs")
    for pack in packs:
        setattr(module, fixture_name(pack), pytest.fixture(name=fixture_name(pack))(_world_of(pack)))
    return module


def _world_of(pack: str) -> Callable[[pytest.FixtureRequest], Iterator[Sandbox]]:
    def world(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
        yield from request.config.stash[WORLDS].lend(pack, request.node)

    world.__doc__ = f"A world of {pack} of the test's own."
    return world
