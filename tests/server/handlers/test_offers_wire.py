"""Offers on a real server: searches that stop, a rematch, and an adjournment across a restart."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from kibitz_server.app import running
from kibitz_server.settings import Settings
from tests.server.wire import ME, OPEN, WireClient, call, engine

pytestmark = pytest.mark.io

GAME = {"game": "mnk", "options": {"columns": 9, "rows": 9, "connect": 5}}
SLOW, QUICK = engine("mcts", seconds=60), engine("random")
SOON_S = 30.0
"""Much less than the minute that an unstopped search would take, and enough for a busy machine."""


@pytest.fixture
async def address() -> AsyncIterator[str]:
    """Return the address of a server with one engine slot, in memory."""
    async with running(Settings.read(port=0, database=":memory:", slots=1)) as url:
        yield url


async def searching(address: str) -> tuple[WireClient, str]:
    """Play a move against an engine that searches for a minute, and wait for its first report."""
    ann = await call(address, name="ann")
    entered = await ann.ask("create", **GAME, seats=[ME, SLOW], show_thinking=True)
    code = entered.result.code
    await ann.ask("move", match=code, ply=0, move="e5")
    async with asyncio.timeout(30):
        await ann.until("thinking")
    return ann, code


async def an_engine_moves(wire: WireClient) -> None:
    """Check that the only slot is free: an engine of another match plays its first move."""
    await wire.ask("create", game="tictactoe", seats=[QUICK, ME])
    await wire.until("moved")


@pytest.mark.parametrize("offer", ["takeback", "pause", "adjourn", "abort"])
async def test_a_running_search_is_stopped(address: str, offer: str) -> None:
    """The worker of a stopped search is free for the next one at once."""
    ann, code = await searching(address)
    async with asyncio.timeout(SOON_S):
        assert (await ann.ask("offer", match=code, offer=offer)).t == "accepted"
        eve = await call(address, name="eve")
        await an_engine_moves(eve)
    await ann.socket.close()
    await eve.socket.close()


async def test_a_search_starts_again_after_a_pause(address: str) -> None:
    """The engine searches again when the match resumes, and its old search plays no move."""
    ann, code = await searching(address)
    async with asyncio.timeout(30):
        await ann.ask("offer", match=code, offer="pause")
        await ann.until("paused")
        await ann.ask("offer", match=code, offer="resume")
        await ann.until("resumed")
        await ann.until("thinking")
    assert not [event for event in ann.events() if event.event.kind == "moved" and event.event.move.seat == 1]
    await ann.socket.close()


async def test_clients_are_redirected_to_the_rematch(address: str) -> None:
    """Players and spectators enter the new match, and the other side moves first."""
    wires = ann, bob, eve = [await call(address, name=name) for name in ("ann", "bob", "eve")]
    code = (await ann.ask("create", game="tictactoe", seats=[ME, OPEN])).result.code
    await bob.ask("join", match=code)
    await eve.ask("watch", match=code)
    await bob.ask("resign", match=code)
    await ann.ask("offer", match=code, offer="rematch")
    await bob.ask("accept", match=code)
    snapshots: list[Any] = []
    for wire in wires:
        await wire.until("next")
        snapshots.append(await wire.until("snapshot"))
    assert [snapshot.you for snapshot in snapshots] == [1, 0, None]
    assert (await bob.ask("move", match=snapshots[0].match, ply=0, move="b2")).t == "accepted"
    for wire in wires:
        await wire.until("moved")
        await wire.socket.close()


async def test_an_adjourned_match_resumes_after_a_restart(tmp_path: Path) -> None:
    """Both players reconnect after the restart and resume the match."""
    settings = Settings.read(port=0, database=str(tmp_path / "kibitz.db"), slots=1)
    tokens = {}
    async with running(settings) as address:
        wires = {name: await call(address, name=name) for name in ("ann", "bob")}
        tokens = {name: wire.heard[0].token for name, wire in wires.items()}
        clock = {"kind": "fischer", "base_s": 60}
        code = (await wires["ann"].ask("create", game="tictactoe", seats=[ME, OPEN], clock=clock)).result.code
        await wires["bob"].ask("join", match=code)
        await wires["ann"].ask("offer", match=code, offer="adjourn")
        await wires["bob"].ask("accept", match=code)
        paused = await wires["bob"].until("paused")
        for wire in wires.values():
            await wire.socket.close()
    async with running(settings) as address:
        ann, bob = [await call(address, name=name, token=token) for name, token in tokens.items()]
        (row,) = (await ann.ask("list")).result.matches
        assert (row.code, row.phase, row.adjourned) == (code, "paused", True)
        for wire in (ann, bob):
            await wire.ask("watch", match=code)
            await wire.ask("offer", match=code, offer="resume")
        resumed = await bob.until("resumed")
        assert resumed.state.remaining_ms[1] == paused.state.remaining_ms[1] == 60_000
        assert resumed.state.remaining_ms[0] == paused.state.remaining_ms[0]
        assert (await ann.ask("move", match=code, ply=0, move="b2")).t == "accepted"
        for wire in (ann, bob):
            await wire.socket.close()
