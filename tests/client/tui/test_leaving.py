"""Leaving the app while matches go on: what is said, what is kept, and how one comes back."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from kibitz_client.match.state import MatchState, advance
from kibitz_client.network.connect import Connected
from kibitz_client.storage.seats import SeatMemory
from kibitz_client.terminal.output import Output
from kibitz_client.text.leaving import app_exit_message
from kibitz_client.tui.session import Session
from kibitz_protocol.clocks import parse_clock
from kibitz_protocol.refusals import Code
from kibitz_protocol.to_client import Entered, Finished, Lobby
from kibitz_protocol.values import Result
from tests.client.fakes import refused
from tests.client.samples import CODE, MATCH, event, position, snapshot
from tests.client.tui.fakes import SETTINGS, Server

URL = "ws://games.example.org"


def state(**changes: Any) -> MatchState:
    """The sample match."""
    found = advance(None, snapshot("40", **changes))
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("ours", "private", "told"),
    [
        ([], False, []),
        ([], True, ["your private server has ended; one that goes on"]),
        ([state(you=0)], True, [f"has ended, and Tic-tac-toe {CODE} with it;"]),
        ([state(you=0)], False, ["is kept for a while", f"  kibitz join {CODE} --seat 0 --server {URL}", "or all"]),
        ([state(you=0, clock=parse_clock("5+3"))], False, ["your clock goes on", "kibitz join", "or all"]),
        ([state(you=1, clock=parse_clock("3days"))], False, ["your seat stays yours", "--seat 1", "or all"]),
        ([state()], False, ["goes on without you", f"  kibitz watch {CODE} --server {URL}", f"kibitz --server {URL}"]),
        ([state(you=0, phase="finished")], False, []),
    ],
)
def test_what_is_said(ours: list[MatchState], private: bool, told: list[str]) -> None:
    """What becomes of each match, and the line that leads back to it; nothing when nothing is left."""
    lines = app_exit_message(ours, URL, private=private)
    assert len(lines) == len(told)
    assert all(words in line for words, line in zip(told, lines, strict=True))


class Quiet:
    """A listener that is told of the matches."""

    def __init__(self) -> None:
        self.remarks: list[str] = []
        self.told = asyncio.Event()

    def connection_changed(self, _text: str) -> None: ...

    def lobby_changed(self) -> None: ...

    def match_told(self, *_: Any) -> None:
        self.told.set()

    def entered(self, _match: str) -> None: ...

    def remark(self, text: str, *, trouble: bool = False) -> None:  # noqa: ARG002
        self.remarks.append(text)

    async def choose_server(self, _found: Any) -> None: ...


@contextlib.asynccontextmanager
async def listening(
    server: Server, memory: SeatMemory, *, private: bool = False
) -> AsyncIterator[tuple[Session, Quiet]]:
    """A hub at a server that others use too."""

    @contextlib.asynccontextmanager
    async def opener(_output: Output) -> AsyncIterator[Connected]:
        yield Connected(server, private=private)

    listener = Quiet()
    session = Session(SETTINGS, listener, opener, memory)
    task = asyncio.create_task(session.run())
    try:
        async with asyncio.timeout(30):
            while not (server.of("list") and server.of("ping")):
                await asyncio.sleep(0)
        yield session, listener
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


async def told(server: Server, listener: Quiet, message: Any) -> None:
    """Let the server say something, and wait until it was heard."""
    listener.told.clear()
    server.tell(message)
    await asyncio.wait_for(listener.told.wait(), 30)


async def test_a_seat_is_kept_until_the_match_is_over(tmp_path: Path) -> None:
    """`kibitz join` finds it, the app follows it when it comes again, and the end of the match forgets it."""
    memory, server = SeatMemory(tmp_path / "seats.json", print), Server(seat=0)
    async with listening(server, memory) as (session, listener):
        await told(server, listener, snapshot("40", you=0))
        [kept] = memory.recall("ws://fake", CODE)
        assert (kept.match, kept.seat, kept.token) == (MATCH, 0, server.token)
        assert any(f"kibitz join {CODE} --seat 0" in line for line in session.farewell())
    again = Server(seat=0)
    async with listening(again, memory) as (session, listener):
        assert [command.match for command in again.of("watch")] == [MATCH]
        await told(again, listener, snapshot("40", you=0))
        assert [each.code for each in session.own_matches()] == [CODE]
        again.rows = []
        again.tell(Lobby(changed=[], gone=[MATCH]))
        await told(again, listener, snapshot("40", you=0, visibility="private"))
        assert [(each.code, each.visibility, each.ply) for each in session.listed()] == [(CODE, "private", 2)]
        over = Finished(result=Result(winner=0, reason="line"))
        await told(again, listener, event(6, over, position("40", to_move=None), "finished"))
        assert memory.recall("ws://fake", CODE) == []
        assert session.farewell() == []


async def test_a_seat_in_a_match_that_is_gone(tmp_path: Path) -> None:
    """It is forgotten, and nobody is bothered."""
    memory, server = SeatMemory(tmp_path / "seats.json", print), Server(seat=0)
    async with listening(server, memory) as (_, listener):
        await told(server, listener, snapshot("40", you=0))
    gone = Server(more=lambda command: refused(Code.UNKNOWN_MATCH, "no such match") if command.t == "watch" else None)
    async with listening(gone, memory) as (_, listener):
        assert memory.recall("ws://fake", CODE) == []
        assert listener.remarks == []


async def test_a_private_server_keeps_nothing(tmp_path: Path) -> None:
    """Its matches end with it, which is said."""
    memory, server = SeatMemory(tmp_path / "seats.json", print), Server(seat=0)
    async with listening(server, memory, private=True) as (session, listener):
        await told(server, listener, snapshot("40", you=0))
        assert memory.recall("ws://fake", CODE) == []
        assert "with it" in session.farewell()[0]


async def test_a_match_of_others_that_we_made(tmp_path: Path) -> None:
    """A duel goes on without us; one that we only watched is no business of ours."""
    memory, server = SeatMemory(tmp_path / "seats.json", print), Server()
    async with listening(server, memory) as (session, listener):
        await told(server, listener, snapshot("40"))
        assert session.farewell() == []
        session.made(Entered(match=MATCH, code=CODE, seat=None))
        assert "goes on without you" in session.farewell()[0]
