"""A bot continues its match after the server is killed and restarted."""

import asyncio
from pathlib import Path

import pytest

from bench.chaos.server import Server
from kibitz_client.bots import Bot, MatchSetup, MatchState, Plan, TimeLeft, play
from kibitz_client.network.connection import Pace

pytestmark = pytest.mark.io


class Steady(Bot):
    """Plays the first legal move, and signals its fifth move."""

    moved = 0
    halfway: asyncio.Event
    ended: MatchState

    async def choose(self, state: MatchState, _clock: TimeLeft | None) -> str:
        Steady.moved += 1
        if Steady.moved == 5:
            Steady.halfway.set()
        return state.position.legal[0]

    async def on_end(self, state: MatchState) -> None:
        Steady.ended = state


async def test_a_bot_outlives_its_server(tmp_path: Path) -> None:
    """The match continues after a kill and a restart on the same database and port."""
    Steady.halfway = asyncio.Event()
    server = Server(f"sqlite:///{tmp_path}/kibitz.db", tmp_path / "log", plain=True)
    try:
        await server.start()
        hosted = MatchSetup("reversi", opponent="alphabeta:depth=1")
        playing = asyncio.create_task(play(Steady, server.url, Plan(host=[hosted]), pace=Pace(give_up_after_s=30)))
        await Steady.halfway.wait()
        await server.kill()
        await server.start()
        assert await playing == 1
    finally:
        await server.stop()
    assert [move.ply for move in Steady.ended.moves] == list(range(len(Steady.ended.moves)))
    assert len(Steady.ended.moves) > 9
