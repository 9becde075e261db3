"""The pytest plugin: a world of its own for every test, and what that world saw when the test fails.

Loaded by its entry point. Fixtures: `sandbox`, one for each pack (`deck_sandbox`), `cassette`. A suite that uses none of
them is left alone: nothing is started.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Any

import pytest

from understudy.core.report import describe
from understudy.errors import UnderstudyError
from understudy.pytest_plugin.cassette import add_cassette_options, cassette
from understudy.pytest_plugin.packs import fixtures_for, pack_names
from understudy.pytest_plugin.served import Served, hand_over, taken_over
from understudy.pytest_plugin.worlds import LENT, WORLDS, Worlds, wanted_pack
from understudy.sandbox import Sandbox

__all__ = ["cassette", "sandbox"]


class Hooks:
    """Hooks that a project's conftest.py may have."""

    def pytest_understudy_prepare(self, pack: str, sandbox: Sandbox) -> None:
        """Fills the world that the tests' worlds are forked from; called once for each pack and worker."""


def pytest_addhooks(pluginmanager: pytest.PytestPluginManager) -> None:
    pluginmanager.add_hookspecs(Hooks)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addini("understudy_pack", "the pack of the fixture `sandbox`", default="")
    parser.addini("understudy_packs", "the packs to serve (those of the binary, and those in packs/)", type="linelist", default=[])
    parser.addini("understudy_args", "further arguments for `understudy serve`", type="args", default=[])
    parser.addini("understudy_isolation", "fork: a world for each test; reset: one world, reset around each test", default="fork")
    add_cassette_options(parser)


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "understudy(pack=, isolation=): the pack of the fixture `sandbox`; `isolation=\"reset\"` keeps one world for all tests")
    config.addinivalue_line("markers", "cassette(folder, mode=, programs=, http=, allow=): what the fixture `cassette` records or replays")
    packs = pack_names(config.getini("understudy_packs"), config.rootpath)
    served = taken_over(config) or Served(packs, config.getini("understudy_args"))
    config.stash[WORLDS] = Worlds(config, served)
    config.pluginmanager.register(fixtures_for(packs), "understudy-packs")


def pytest_unconfigure(config: pytest.Config) -> None:
    worlds = config.stash.get(WORLDS, None)
    if worlds is not None:
        worlds.close()


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Of pytest-xdist: one process for the whole run, started here and told to each worker."""
    hand_over(node, node.config.stash[WORLDS].served)


@pytest.fixture
def sandbox(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    """A world of the test's own, of the pack that the marker or the configuration names."""
    yield from request.config.stash[WORLDS].lend(wanted_pack(request.node), request.node)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.failed and report.when != "teardown":
        for pack, lent in item.stash.get(LENT, []):
            report.sections.append((f"understudy: {pack}", _description(lent)))
    return report


def _description(lent: Sandbox) -> str:
    try:
        return lent._connection.run(describe(lent._context))
    except UnderstudyError as error:
        return str(error)
