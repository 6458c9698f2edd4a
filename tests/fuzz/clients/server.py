"""Hostile servers: one that sends frames to clients of a match, by a socket or in memory, and one with any answers."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from typing import Any

from pydantic import BaseModel

from kibitz_client.match.state import advance, row_of
from kibitz_client.network.client import NetworkClient
from kibitz_client.network.connection import Connection
from kibitz_protocol.codec import encode
from kibitz_protocol.to_client import Accepted, Entered, Games, LobbyChatLog, Matches, Pong
from kibitz_protocol.to_server import Hello
from tests.client.samples import CODE, GAME, MATCH, snapshot
from tests.fakes.client import FakeServer, Peer, welcome


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
    while True:
        await peer.send(*answers(await peer.receive(), frames, lobby))


def answers(command: Any, frames: list[str], lobby: list[str]) -> list[BaseModel | str]:
    """Return the answer to a command, and what the server sends after it."""
    state = advance(None, snapshot())
    assert state is not None
    results: dict[str, Any] = {
        "games": Games(games=[GAME]),
        "list": Matches(matches=[row_of(state)]),
        "ping": Pong(at=0.0),
        "lobby_chat": LobbyChatLog(said=[]),
        "watch": Entered(match=MATCH, code=CODE, seat=None),
        "join": Entered(match=MATCH, code=CODE, seat=0),
    }
    more = {"watch": frames, "join": frames, "list": lobby}
    return [Accepted(id=command.id, result=results.get(command.t)), *more.get(command.t, [])]


class _MemoryConnection(Connection):
    """Connection to the hostile server in this process, which has no end."""

    def __init__(self, frames: list[str], lobby: list[str]) -> None:
        self.welcome = welcome(Hello())
        self._answers = frames, lobby
        self._inbound: asyncio.Queue[str | bytes] = asyncio.Queue()

    async def send(self, message: BaseModel) -> None:
        for answer in answers(message, *self._answers):
            self._inbound.put_nowait(answer if isinstance(answer, str) else encode(answer))

    async def listen(self, receive: Callable[[str | bytes], Awaitable[None]]) -> None:
        while True:
            await receive(await self._inbound.get())

    async def close(self) -> None:
        pass


class MemoryClient(NetworkClient):
    """Client of a hostile server in this process. All else of it is real."""

    def __init__(self, frames: Iterable[str], lobby: Iterable[str] = ()) -> None:
        """Prepare a client; `hostile_server` has the same arguments."""
        super().__init__("ws://hostile")
        self._answers = list(frames), list(lobby)

    async def _connect(self) -> Connection:
        return _MemoryConnection(*self._answers)
