"""The session: the seats that it keeps, and the message after the app while matches go on."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from kibitz_client.match.state import MatchState, advance
from kibitz_client.network.servers.connect import Connected, Reporter
from kibitz_client.requests import build
from kibitz_client.storage.files import matches_path
from kibitz_client.storage.seats import SeatMemory
from kibitz_client.text.leaving import STAYING_AWAY as LOST
from kibitz_client.text.leaving import app_exit_message
from kibitz_client.tui.session import AppSession
from kibitz_protocol.commands.seeks import SeekView
from kibitz_protocol.refusals import Code
from kibitz_protocol.to_client import Entered, Finished, Lobby, Next, Recorded, Seeks
from kibitz_protocol.to_server import Watch
from kibitz_protocol.values.clocks import parse_clock
from kibitz_protocol.values.matches import Result
from tests.client.samples import CODE, MATCH, event, position, snapshot
from tests.fakes.app import SETTINGS, Server
from tests.fakes.client import refused

URL = "ws://games.example.org"


def state(**changes: Any) -> MatchState:
    """Return the state of the sample match."""
    found = advance(None, snapshot("40", **changes))
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("ours", "private", "expected"),
    [
        ([], False, []),
        ([], True, ["your private server has ended; one that keeps running"]),
        ([state(you=0)], True, [f"has ended, and Tic-tac-toe {CODE} with it;"]),
        (
            [state(you=0)],
            False,
            ["is kept for a while", f"  kibitz join {CODE} --seat 0 --server {URL}", LOST, "or all"],
        ),
        ([state(you=0, moves=[])], False, ["is kept for a while", "kibitz join", "or all"]),
        ([state(you=0, clock=parse_clock("5+3"))], False, ["your clock keeps running", "kibitz join", LOST, "or all"]),
        ([state(you=1, clock=parse_clock("3days"))], False, ["your seat stays yours", "--seat 1", LOST, "or all"]),
        ([state()], False, ["goes on without you", f"  kibitz watch {CODE} --server {URL}", f"kibitz --server {URL}"]),
        ([state(you=0, phase="finished")], False, []),
    ],
)
def test_exit_message(ours: list[MatchState], private: bool, expected: list[str]) -> None:
    """The message says what happens to each match and how to return to it; without a match it is empty."""
    lines = app_exit_message(ours, URL, private=private)
    assert len(lines) == len(expected)
    assert all(words in line for words, line in zip(expected, lines, strict=True))


class FakeListener:
    """A session listener that records notices and waits for changes of matches."""

    def __init__(self) -> None:
        self.notices: list[str] = []
        self.messages: list[Any] = []
        self.changed = asyncio.Event()

    def connection_changed(self, text: str) -> None: ...

    def lobby_changed(self) -> None: ...

    def match_changed(self, _match: str, message: Any, _before: Any) -> None:
        self.messages.append(message)
        self.changed.set()

    def tournament_changed(self, tournament: str, *, event: bool) -> None: ...
    def paired(self, message: Any) -> None: ...

    def notice(self, text: str, *, warning: bool = False) -> None:  # noqa: ARG002
        self.notices.append(text)

    async def choose_server(self, found: Any) -> None: ...


@contextlib.asynccontextmanager
async def listening(
    server: Server, memory: SeatMemory, *, private: bool = False
) -> AsyncIterator[tuple[AppSession, FakeListener]]:
    """Run a session at a server."""

    @contextlib.asynccontextmanager
    async def opener(_reporter: Reporter) -> AsyncIterator[Connected]:
        yield Connected(server, private=private)

    listener = FakeListener()
    session = AppSession(SETTINGS, listener, opener, memory)
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


async def send(server: Server, listener: FakeListener, message: Any) -> None:
    """Send a message of the server, and wait until the session has handled it."""
    listener.changed.clear()
    server.tell(message)
    await asyncio.wait_for(listener.changed.wait(), 30)


async def test_seat_is_kept_until_the_match_ends(tmp_path: Path) -> None:
    """`kibitz join` and the next run of the app find the seat; the end of the match removes it."""
    memory, server = SeatMemory(tmp_path / "seats.json", print), Server(seat=0)
    async with listening(server, memory) as (session, listener):
        await send(server, listener, snapshot("40", you=0))
        [kept] = memory.recall("ws://fake", CODE)
        assert (kept.match, kept.seat, kept.token) == (MATCH, 0, server.token)
        assert any(f"kibitz join {CODE} --seat 0" in line for line in session.exit_message())
    again = Server(seat=0)
    async with listening(again, memory) as (session, listener):
        assert [command.match for command in again.of("watch")] == [MATCH]
        await send(again, listener, snapshot("40", you=0))
        assert [each.code for each in session.own_matches()] == [CODE]
        again.rows = []
        again.tell(Lobby(changed=[], gone=[MATCH]))
        await send(again, listener, snapshot("40", you=0, visibility="private"))
        assert [(each.code, each.visibility, each.ply) for each in session.listed()] == [(CODE, "private", 2)]
        over = Finished(result=Result(winner=0, reason="line"))
        await send(again, listener, event(6, over, position("40", to_move=None), "finished"))
        assert memory.recall("ws://fake", CODE) == []
        assert session.exit_message() == []


@pytest.mark.parametrize(
    ("why", "notices"),
    [
        ("playing", ["you play a match with a clock, so you look for no other opponent"]),
        ("cancelled", ["stopped looking for an opponent"]),
        ("paired", []),
        (None, ["your search for an opponent has ended"]),
    ],
)
async def test_the_end_of_the_searches_is_told(tmp_path: Path, why: Any, notices: list[str]) -> None:
    """The session has the searches of all clients of the player, and says why the last one has ended."""
    server = Server(seat=0)
    seek = SeekView(seek="s1", game=None, options={}, clock=None, rated=False, since=1.0)
    async with listening(server, SeatMemory(tmp_path / "seats.json", print)) as (session, listener):
        server.tell(Seeks(seeks=[seek], others=0, why="sought"))
        await send(server, listener, snapshot("40", you=0))
        assert (session.seeks, listener.notices) == ([seek], [])
        server.tell(Seeks(seeks=[], others=0, why=why))
        await send(server, listener, snapshot("40", you=0))
        assert (session.seeks, listener.notices) == ([], notices)


async def test_tv_is_followed_to_the_match_after_a_reconnection(tmp_path: Path) -> None:
    """The server redirects no new connection, so the session does, and the screens go on with the new match."""
    server = Server()
    async with listening(server, SeatMemory(tmp_path / "seats.json", print)) as (session, listener):
        for match in (MATCH, "m2"):
            server._resume_state.completed(build(Watch, match="tv"), Entered(match=match, code=CODE, seat=None))
            await send(server, listener, snapshot("40", match=match))
        redirects = [message for message in listener.messages if isinstance(message, Next)]
        assert [(message.match, message.why, message.next) for message in redirects] == [(MATCH, "tv", "m2")]
        assert set(session.states) == {"m2"}


async def test_seat_of_an_unknown_match(tmp_path: Path) -> None:
    """A seat in a match that the server no longer knows is removed without a notice."""
    memory, server = SeatMemory(tmp_path / "seats.json", print), Server(seat=0)
    async with listening(server, memory) as (_, listener):
        await send(server, listener, snapshot("40", you=0))
    gone = Server(more=lambda command: refused(Code.UNKNOWN_MATCH, "no such match") if command.t == "watch" else None)
    async with listening(gone, memory) as (_, listener):
        assert memory.recall("ws://fake", CODE) == []
        assert listener.notices == []


async def test_private_server_keeps_no_seats(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The exit message says that the matches end with the private server, and how to see them again."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    seen = snapshot("40", you=0)
    page = Recorded(match=MATCH, snapshot=seen, events=[], last=seen.seq)
    memory = SeatMemory(tmp_path / "seats.json", print)
    server = Server(seat=0, more=lambda command: page if command.t == "record" else None)
    async with listening(server, memory, private=True) as (session, listener):
        await send(server, listener, seen)
        assert memory.recall("ws://fake", CODE) == []
    end, again = session.exit_message()
    assert f"{CODE} with it" in end
    (file,) = matches_path().iterdir()
    assert again == f"see it again: kibitz replay {file}"


async def test_created_match_in_the_exit_message(tmp_path: Path) -> None:
    """The exit message names a match of two engines that we created, but not one that we only watched."""
    memory, server = SeatMemory(tmp_path / "seats.json", print), Server()
    async with listening(server, memory) as (session, listener):
        await send(server, listener, snapshot("40"))
        assert session.exit_message() == []
        session.note_created(Entered(match=MATCH, code=CODE, seat=None))
        assert "goes on without you" in session.exit_message()[0]
