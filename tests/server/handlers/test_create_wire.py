"""Hosting over real connections: spectator delay, series across a restart, exhibitions, and matchmaking."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from websockets.asyncio.client import connect

from kibitz_server.app import running
from kibitz_server.settings import Settings
from tests.server.wire import ME, OPEN, WireClient, call, engine

pytestmark = pytest.mark.io

MOVES = ("b2", "a1", "a2", "c2", "b3", "b1", "c1", "a3", "c3")


@pytest.fixture
async def address() -> AsyncIterator[str]:
    """Return the address of a server with one engine slot, in memory."""
    async with running(Settings.read(port=0, database=":memory:", slots=1)) as url:
        yield url


async def disconnect(*wires: WireClient) -> None:
    """Close the connections."""
    for wire in wires:
        await wire.socket.close()


def plies(wire: WireClient) -> list[int]:
    """Return the plies of the received moves."""
    return [message.event.move.ply for message in wire.events() if message.event.kind == "moved"]


async def test_spectators_are_two_moves_behind(address: str) -> None:
    """Events, snapshots and lobby are two moves late for spectators, until the end of the match."""
    ann, bob, eve = [await call(address, name=name) for name in ("ann", "bob", "eve")]
    code = (await ann.ask("create", game="tictactoe", seats=[ME, OPEN], delay={"moves": 2})).result.code
    await bob.ask("join", match=code)
    await eve.ask("watch", match=code)
    for ply, move in enumerate(MOVES[:6]):
        await (ann, bob)[ply % 2].ask("move", match=code, ply=ply, move=move)
    assert [row.ply for row in (await eve.ask("list")).result.matches] == [4]
    assert plies(eve) == [0, 1, 2, 3]
    late = await call(address, name="late")
    await late.ask("watch", match=code)
    assert (await late.until("snapshot")).state.ply == 4
    for ply, move in enumerate(MOVES[6:], 6):
        await (ann, bob)[ply % 2].ask("move", match=code, ply=ply, move=move)
    await eve.until("finished")
    assert plies(eve) == list(range(9))
    await disconnect(ann, bob, eve, late)


async def test_a_delay_in_seconds_ends_by_the_timer(address: str) -> None:
    """The server's timer releases events after the delay."""
    ann, bob, eve = [await call(address, name=name) for name in ("ann", "bob", "eve")]
    code = (await ann.ask("create", game="tictactoe", seats=[ME, OPEN], delay={"seconds": 0.3})).result.code
    await eve.ask("watch", match=code)
    await bob.ask("join", match=code)
    await ann.ask("move", match=code, ply=0, move="b2")
    began = asyncio.get_running_loop().time()
    assert plies(eve) == []
    assert (await eve.until("moved")).event.move.ply == 0
    assert asyncio.get_running_loop().time() - began > 0.2
    await disconnect(ann, bob, eve)


async def test_tv_starts_with_an_exhibition(address: str) -> None:
    """TV shows a match of two engines at once; without spectators it ends, and other matches come first."""
    eve = await call(address)
    entered = await eve.ask("watch", match="tv")
    snapshot = await eve.until("snapshot")
    assert (entered.t, snapshot.host, snapshot.phase) == ("accepted", "Kibitz", "running")
    await eve.until("moved")
    (row,) = (await eve.ask("list")).result.matches
    assert (row.host, row.watchers) == ("Kibitz", 1)
    await disconnect(eve)


async def test_without_exhibitions_tv_may_be_empty() -> None:
    """Without exhibitions the refusal says how to start a match."""
    async with running(Settings.read(port=0, database=":memory:", slots=1, exhibitions=False)) as url:
        eve = await call(url)
        answer = await eve.ask("watch", match="tv")
        assert (answer.code, answer.hint) == ("unknown_match", "start one: kibitz duel connect4 alphabeta minimax")
        await disconnect(eve)


async def test_a_series_goes_on_after_a_restart(tmp_path: Path) -> None:
    """The score is restored, the next game starts, and the players have their seats again."""
    settings = Settings.read(port=0, database=str(tmp_path / "kibitz.db"), slots=1)
    tokens = []
    async with running(settings) as url:
        wires = [WireClient(await connect(url, proxy=None)), WireClient(await connect(url, proxy=None))]
        for wire, name in zip(wires, ("ann", "bob"), strict=True):
            await wire.send({"t": "hello", "name": name})
            tokens.append((await wire.next()).token)
        ann, bob = wires
        code = (await ann.ask("create", game="tictactoe", seats=[ME, OPEN], series=2)).result.code
        await bob.ask("join", match=code)
        await bob.ask("resign", match=code)
        await ann.until("next")
        following = (await ann.until("snapshot")).code
        await disconnect(ann, bob)
    async with running(settings) as url:
        ann, bob = [await call(url, token=token) for token in tokens]
        await ann.ask("watch", match=following)
        snapshot = await ann.until("snapshot")
        assert (snapshot.series.number, snapshot.series.score, snapshot.you) == (2, [0, 1], 1)
        await bob.ask("resign", match=following)
        assert (await ann.until("next")).next is None
        await disconnect(ann, bob)


async def test_engines_play_a_series(address: str) -> None:
    """A spectator is redirected from game to game, and sees the final score."""
    host = await call(address)
    seats = [engine("random", seed=1), engine("alphabeta", depth=3)]
    await host.ask("create", game="tictactoe", seats=seats, series=3)
    ends = [await host.until("next") for _ in range(3)]
    assert [end.series.number for end in ends] == [1, 2, 3]
    assert [end.next is None for end in ends] == [False, False, True]
    assert sum(ends[-1].series.score) == 3
    await disconnect(host)


async def test_two_seeking_players_are_paired(address: str) -> None:
    """Both players get a seat."""
    ann, bob = await call(address, name="ann"), await call(address, name="bob")
    await ann.ask("seek", game="tictactoe")
    await bob.ask("seek", game="tictactoe")
    paired = [await wire.until("paired") for wire in (ann, bob)]
    assert sorted(one.seat for one in paired) == [0, 1]
    assert [(await wire.until("snapshot")).phase for wire in (ann, bob)] == ["running", "running"]
    await disconnect(ann, bob)
