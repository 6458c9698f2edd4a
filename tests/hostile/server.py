"""Hostile servers: one that sends the frames of a case to clients of a match, and one with any answers."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from typing import Any

from kibitz_client.match.state import advance, row_of
from kibitz_protocol.to_client import Accepted, Entered, Games, LobbyChatLog, Matches, Pong
from tests.client.samples import CODE, GAME, MATCH, snapshot
from tests.fakes.client import FakeServer, Peer


@contextlib.asynccontextmanager
async def hostile_server(frames: Iterable[str], lobby: Iterable[str] = ()) -> AsyncIterator[FakeServer]:
    """Serve any number of clients to the end of the block.

    Args:
        frames: What each client gets when it has entered the match.
        lobby: What each client gets when it has listed the lobby, which has the match.
    """
    first, listed = list(frames), list(lobby)
    async with serving(lambda peer: _answer(peer, first, listed)) as server:
        yield server


@contextlib.asynccontextmanager
async def serving(behave: Callable[[Peer], Awaitable[None]]) -> AsyncIterator[FakeServer]:
    """Serve any number of clients, each by a call of `behave`, to the end of the block."""
    async with FakeServer() as server:
        accepting = asyncio.create_task(_accept(server, behave))
        try:
            yield server
        finally:
            accepting.cancel()


async def _accept(server: FakeServer, behave: Callable[[Peer], Awaitable[None]]) -> None:
    clients = set()
    while True:
        clients.add(asyncio.create_task(_serve(behave, await server.peer())))


async def _serve(behave: Callable[[Peer], Awaitable[None]], peer: Peer) -> None:
    with contextlib.suppress(Exception):
        await behave(peer)


async def _answer(peer: Peer, frames: list[str], lobby: list[str]) -> None:
    state = advance(None, snapshot())
    assert state is not None
    while True:
        command = await peer.receive()
        answers: dict[str, Any] = {
            "games": Games(games=[GAME]),
            "list": Matches(matches=[row_of(state)]),
            "ping": Pong(at=0.0),
            "lobby_chat": LobbyChatLog(said=[]),
            "watch": Entered(match=MATCH, code=CODE, seat=None),
            "join": Entered(match=MATCH, code=CODE, seat=0),
        }
        await peer.send(Accepted(id=command.id, result=answers.get(command.t)))
        if command.t in ("watch", "join"):
            await peer.send(*frames)
        if command.t == "list":
            await peer.send(*lobby)
