"""A prepared world for each pack, and for each test a fork of it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from understudy.core.request import Context
from understudy.core.world import create, show
from understudy.errors import ServerGone, UnderstudyError
from understudy.pytest_plugin.served import Served, given_worlds, variable, worker_number
from understudy.sandbox import TIMEOUT, Sandbox, connect

__tracebackhide__ = True  # a failing test shows its own line, not ours

TTL = "10m"

WORLDS = pytest.StashKey["Worlds"]()
LENT = pytest.StashKey[list[tuple[str, Sandbox]]]()


class Worlds:
    """Those of one pytest process."""

    def __init__(self, config: pytest.Config, served: Served) -> None:
        self.config = config
        self.served = served
        self._prepared: dict[str, Sandbox] = {}

    def lend(self, pack: str, item: pytest.Item) -> Iterator[Sandbox]:
        """A world for one test; afterwards it is gone, or as it was before."""
        prepared = self.prepared(pack)
        is_reset = isolation_of(item) == "reset"
        if is_reset:
            self._reset(pack, prepared)
        world = prepared if is_reset else prepared.fork(ttl=TTL)
        item.stash.setdefault(LENT, []).append((pack, world))
        try:
            yield world
        finally:
            try:
                if is_reset:
                    self._reset(pack, prepared)
                else:
                    world.close()
            except ServerGone:
                pass  # whoever asks next is told, and this test was if it asked

    def prepared(self, pack: str) -> Sandbox:
        """What tests of this pack begin with."""
        if pack not in self._prepared:
            sandbox = self._first(pack)
            self._prepare(pack, sandbox)
            self._prepared[pack] = sandbox
        return self._prepared[pack]

    def _prepare(self, pack: str, sandbox: Sandbox) -> None:
        self.config.hook.pytest_understudy_prepare(pack=pack, sandbox=sandbox)

    def _reset(self, pack: str, sandbox: Sandbox) -> None:
        sandbox.reset()
        self._prepare(pack, sandbox)

    def _first(self, pack: str) -> Sandbox:
        given = given_worlds()
        if given:
            return self._given(pack, given)
        line = self.served.line_of(pack)
        return self._created(line.pack.split("@")[0], line.url, line.admin_key)

    def _created(self, pack: str, url: str, admin_key: str) -> Sandbox:
        operator = connect(url=url, key=admin_key)
        try:
            record = operator._connection.run(create(operator._context, pack))
        finally:
            operator.close()
        return Sandbox(Context(url, record.key, record.id), TIMEOUT, is_fork=False, why_gone=self.served.why_gone)

    def _given(self, pack: str, given: list[tuple[str, str]]) -> Sandbox:
        """The worker's own among the worlds of this pack."""
        sandboxes = [connect(url=url, key=key) for url, key in given]
        running = {each: each._connection.run(show(each._context)).packs[0]["name"] for each in sandboxes}
        fitting = [each for each in sandboxes if running[each] == pack]
        number = worker_number(self.config)
        if not fitting:
            raise UnderstudyError(f"the environment names worlds of {', '.join(sorted(set(running.values())))} and none of {pack}; "
                                  f"serve it too: `understudy serve {pack}`")
        if number < len(fitting):
            return fitting[number]
        if variable("ADMIN_KEY"):
            return self._created(pack, fitting[0].url, variable("ADMIN_KEY"))
        if len(given) == 1:
            return fitting[0].fork()
        raise UnderstudyError(f"worker gw{number} has no world of {pack}: UNDERSTUDY_WORKER_URLS has {len(fitting)}; "
                              f"serve with `--workers {number + 1}`, or set UNDERSTUDY_ADMIN_KEY")

    def close(self) -> None:
        for each in self._prepared.values():
            each._connection.close()
        self.served.close()


def isolation_of(item: pytest.Item) -> str:
    marked = [mark.kwargs["isolation"] for mark in item.iter_markers("understudy") if "isolation" in mark.kwargs]
    isolation: str = marked[0] if marked else item.config.getini("understudy_isolation")
    if isolation not in ("fork", "reset"):
        raise pytest.UsageError(f"isolation is fork or reset, not {isolation!r}")
    return isolation


def wanted_pack(item: pytest.Item) -> str:
    """Of the fixture `sandbox`."""
    for mark in item.iter_markers("understudy"):
        if "pack" in mark.kwargs:
            return str(mark.kwargs["pack"])
    packs: list[str] = item.config.getini("understudy_packs")
    pack = item.config.getini("understudy_pack") or (packs[0] if len(packs) == 1 else "")
    if not pack:
        raise pytest.UsageError("the fixture `sandbox` does not know its pack: set understudy_pack in the configuration of pytest, "
                                'mark the test with @pytest.mark.understudy(pack="deck"), or use deck_sandbox')
    return str(pack)
