"""The lobby, by keys and by mouse."""

import asyncio
from typing import Any

import pytest
from textual.widgets import OptionList

from kibitz_client.tui.screens.lobby import LobbyScreen
from kibitz_client.tui.screens.match.play import PlayScreen
from kibitz_client.tui.screens.match.watch import WatchScreen
from kibitz_protocol.refusals import Code
from kibitz_protocol.to_client import Lobby
from kibitz_protocol.values import MatchRow, SeriesView
from tests.client.fakes import refused
from tests.client.samples import MATCH, OPEN, OTTER
from tests.client.tui.fakes import Server, playing, row, running, shows, until

pytestmark = pytest.mark.app


async def test_the_lobby_lists_what_there_is() -> None:
    """Matches are listed under headings and updated."""
    server = Server()
    async with running(server) as (app, pilot):
        await until(pilot, lambda: shows(app, "alphabeta:depth=9"))
        server.tell(Lobby(changed=[row(match="m2", phase="open", seats=[OTTER, OPEN], ply=0)], gone=[MATCH]))
        await until(pilot, lambda: shows(app, "Open seats (1)"))
        assert not shows(app, "Live")


class SlowServer(Server):
    """A fake client whose list of matches arrives when the test says so."""

    def __init__(self) -> None:
        super().__init__()
        self.answer_list = asyncio.Event()

    async def ask(self, command: Any) -> Any:
        """Answer as every server does, but `list` late."""
        if command.t == "list":
            await self.answer_list.wait()
        return await super().ask(command)


async def test_the_first_match_is_highlighted_when_the_list_arrives_late() -> None:
    """A redraw between the welcome and the list does not count as a list without matches."""
    server = SlowServer()
    async with running(server) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, LobbyScreen)
        screen.show_rows()
        server.answer_list.set()
        await until(pilot, lambda: shows(app, "tictactoe"))
        assert screen.selected_match() == MATCH


async def test_what_is_highlighted_goes_on_with_its_series() -> None:
    """The highlight moves from a finished game to the next game of its series."""

    def game(match: str, number: int, series: str) -> MatchRow:
        return row(match=match, series=SeriesView(id=series, number=number, games=4, score=[0, 0]))

    server = Server()
    server.rows = [game("a1", 1, "a"), game("b1", 1, "b")]
    async with running(server) as (app, pilot):
        await until(pilot, lambda: shows(app, "game 1/4"))
        lobby = app.screen.query_one(OptionList)
        await pilot.press("down")
        assert lobby.highlighted_option is not None
        assert lobby.highlighted_option.id == "b1"
        server.tell(Lobby(changed=[game("b2", 2, "b")], gone=["b1"]))
        await until(pilot, lambda: shows(app, "game 2/4"))
        assert lobby.highlighted_option.id == "b2"


async def test_an_open_seat_is_taken_and_a_live_match_watched() -> None:
    """Enter joins an open match and watches a running one."""
    server = Server(seat=0)
    server.rows = [row(phase="open", seats=[OTTER, OPEN])]
    async with running(server) as (app, pilot):
        await playing(server, app, pilot)
        assert isinstance(app.screen, PlayScreen)
        assert server.of("join")


async def test_a_refusal_is_told_in_the_lobby() -> None:
    """A refusal is shown and the lobby stays open."""
    server = Server(
        more=lambda command: refused(Code.UNKNOWN_MATCH, "gone with the wind") if command.t == "watch" else None
    )
    async with running(server) as (app, pilot):
        await until(pilot, lambda: shows(app, "tictactoe"))
        await pilot.press("w")
        await until(pilot, lambda: shows(app, "gone with the wind"))
        assert isinstance(app.screen, LobbyScreen)


async def test_the_mouse_opens_a_match() -> None:
    """A click on a match opens it."""
    async with running(server := Server()) as (app, pilot):
        await until(pilot, lambda: shows(app, "tictactoe"))
        await pilot.click(OptionList, offset=(5, 1))
        await until(pilot, lambda: isinstance(app.screen, WatchScreen))
        assert server.of("watch")
