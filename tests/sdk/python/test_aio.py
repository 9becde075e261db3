"""The asynchronous twin, on Deck."""

from __future__ import annotations

import asyncio

import pytest
from vendor import call

import understudy
from understudy import aio


async def tell(sandbox: aio.Sandbox, name: str) -> None:
    await asyncio.to_thread(call, sandbox, "POST", "/v2/agents", {"name": name})


def test_a_launched_server() -> None:
    async def body() -> None:
        async with await aio.launch("deck") as sandbox:
            assert sandbox.world_id == "w_1"
            sink = await sandbox.webhooks.sink()
            endpoint = await sandbox.webhooks.register(sink.url, subscribe=["agent.created"])
            assert (endpoint.secret, endpoint.signature_time) == (sink.secret, "world")
            await tell(sandbox, "one")
            received = await sink.wait_for("agent.created")
            assert received.verify(sink.secret) and sink.all() == [received]
            with pytest.raises(understudy.NotReceived, match="nothing is due any more at 2025-01-01T00:00:00Z; arrived: agent.created"):
                await sink.wait_for("agent.created")
            fork = await sandbox.fork(endpoints="drop")
            await tell(fork, "two")
            assert len((await fork.diff(sandbox)).added) == 1
            await fork.close()
        with pytest.raises(understudy.ServerGone):
            await fork.clock.now()

    asyncio.run(body())


def test_a_world_that_was_connected_to(deck_sandbox: understudy.Sandbox) -> None:
    twin = aio.connect(url=deck_sandbox.url, key=deck_sandbox.key)
    with pytest.raises(understudy.UnderstudyError, match="known after the first call"):
        twin.world_id  # noqa: B018

    async def body() -> None:
        faults = await asyncio.gather(*(twin.faults.arm("agents", "create", status=500, code="x", count=1) for _ in range(10)))
        assert len({each.id for each in faults}) == 10
        assert len(await twin.faults.list()) == 10
        with pytest.raises(understudy.ControlError, match="did you mean 'agents'"):
            await twin.faults.arm("agnets", "create", status=500, code="x")
        await twin.reset()
        await twin.clock.set_durations(run_settle="0s")

    asyncio.run(body())
    assert twin.world_id == deck_sandbox.world_id
    assert (deck_sandbox.faults.list(), deck_sandbox.clock.durations()["run_settle"]) == ([], "0s")
    assert asyncio.run(_now(twin)) == "2025-01-01T00:00:00Z", "in another event loop"


async def _now(sandbox: aio.Sandbox) -> str:
    try:
        return await sandbox.clock.now()
    finally:
        await sandbox.close()


def test_waiting_where_the_clock_ticks(deck_sandbox: understudy.Sandbox) -> None:
    async def body() -> None:
        sandbox = aio.connect(url=deck_sandbox.url, key=deck_sandbox.key)
        async with await sandbox.webhooks.sink() as sink:
            await sandbox.webhooks.register(sink.url, subscribe=["*"])
            await sandbox.clock.tick()
            waiting = asyncio.create_task(sink.wait_for("agent.created", timeout=60.0))
            await asyncio.sleep(0)
            await tell(sandbox, "late")
            assert (await waiting).payload["data"]["name"] == "late"
            with pytest.raises(understudy.NotReceived, match="not within 0.1 s"):
                await sink.wait_for("agent.deleted", timeout=0.1)
        await sandbox.close()

    asyncio.run(body())


def test_a_call_that_is_cancelled_leaves_no_half_answer_behind(deck_sandbox: understudy.Sandbox) -> None:
    async def body() -> None:
        sandbox = aio.connect(url=deck_sandbox.url, key=deck_sandbox.key)
        await sandbox.clock.now()
        call_under_way = asyncio.create_task(sandbox.clock.durations())  # type: ignore[arg-type]
        await asyncio.sleep(0)
        call_under_way.cancel()
        assert await sandbox.clock.now() == "2025-01-01T00:00:00Z"
        await sandbox.close()

    asyncio.run(body())
