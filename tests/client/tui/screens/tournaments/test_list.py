"""The list of tournaments: groups, filter, codes."""

from typing import Any

import pytest
from textual.events import Paste
from textual.widgets import Input, OptionList

from kibitz_client.tui.screens.tournaments.create import NewEventScreen
from kibitz_client.tui.screens.tournaments.event import EventScreen
from kibitz_client.tui.screens.tournaments.list import EventListScreen, LeagueListScreen
from kibitz_protocol.refusals import Code
from kibitz_protocol.tournaments.views import DivisionPlace, TournamentRow, TournamentRows
from tests.client.tournaments import CODE, done
from tests.client.tui.tournaments import EventServer, tournament_row
from tests.fakes.app import picture, running, shows, until
from tests.fakes.client import refused

pytestmark = pytest.mark.app


async def test_groups_by_state_and_enter_opens() -> None:
    """T lists running tournaments first, then announced, then finished ones. Enter opens the highlighted one."""
    server = EventServer()
    async with running(server) as (app, pilot):
        await until(pilot, lambda: shows(app, "tictactoe"))
        await pilot.press("T")
        await until(pilot, lambda: isinstance(app.screen, EventListScreen) and shows(app, "Friday"))
        lines = [line.strip(" -") for line in picture(app)[2:8]]
        assert [line.split()[0] for line in lines] == [
            "Running",
            CODE,
            "Announced",
            "T-000002",
            "Finished",
            "T-000001",
        ]
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, EventScreen) and shows(app, "Friday (T-7KQ2XF)"))
        assert [(do.tournament, do.follow) for do in server.actions("show")] == [(CODE, True)]
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, EventListScreen) and bool(server.actions("unfollow")))


async def test_filter() -> None:
    """Each word of a filter must be in what a row says; without a row that fits, the screen says so."""
    async with running(EventServer()) as (app, pilot):
        await until(pilot, lambda: shows(app, "tictactoe"))
        await pilot.press("T")
        await until(pilot, lambda: shows(app, "Friday"))
        await pilot.press("slash", *"robin", "enter")
        await until(pilot, lambda: shows(app, "Engines", "filter: robin") and not shows(app, "Friday"))
        await pilot.press("slash", *"ladder", "enter")
        await until(pilot, lambda: shows(app, "no tournament fits ladder"))


async def test_a_code_opens_its_tournament_where_it_is_typed_or_pasted() -> None:
    """In the list, T begins a code, and a pasted code or address needs no prompt. In the lobby, j takes it too."""
    server = EventServer()
    async with running(server) as (app, pilot):
        await until(pilot, lambda: shows(app, "tictactoe"))
        await pilot.press("T", *"T-7kq2xf", "enter")
        await until(pilot, lambda: isinstance(app.screen, EventScreen))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, EventListScreen))
        app.post_message(Paste(f"ws://fake/t/{CODE}\n"))
        await until(pilot, lambda: isinstance(app.screen, EventScreen))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, EventListScreen))
        app.post_message(Paste("K7QX42"))
        await until(pilot, lambda: shows(app, "'K7QX42' is not the code of a tournament"))
        await pilot.press("escape", "j", *CODE, "enter")
        await until(pilot, lambda: isinstance(app.screen, EventScreen))
        assert [do.tournament for do in server.actions("show")] == ["T-7kq2xf", CODE, CODE]
        assert server.of("join") == []


async def test_a_private_tournament_asks_for_its_key() -> None:
    """The key is asked for after a refusal, and sent with later requests too."""
    server = EventServer(show=lambda do: done() if do.key == "open" else refused(Code.WRONG_KEY, "wrong key"))
    async with running(server) as (app, pilot):
        await until(pilot, lambda: shows(app, "tictactoe"))
        await pilot.press("j", *CODE, "enter")
        await until(pilot, lambda: shows(app, "this tournament is private"))
        await until(pilot, lambda: isinstance(app.focused, Input))
        await pilot.press(*"open", "enter")
        await until(pilot, lambda: isinstance(app.screen, EventScreen))
        await pilot.press("3")
        await until(pilot, lambda: bool(server.actions("games")))
        assert server.actions("games")[0].key == "open"


async def test_more_pages_an_empty_list_and_no_tournaments_at_all() -> None:
    """m loads the next page; an empty list says how to begin; a server without tournaments is named."""
    pages = [[tournament_row("T-000003", "First")], [tournament_row("T-000004", "Second")]]
    server = EventServer(list=lambda do: TournamentRows(tournaments=pages[do.page - 1], page=do.page, pages=2))
    async with running(server) as (app, pilot):
        await until(pilot, lambda: shows(app, "tictactoe"))
        await pilot.press("T")
        await until(pilot, lambda: shows(app, "First"))
        await pilot.press("m")
        await until(pilot, lambda: shows(app, "First", "Second"))
        await pilot.press("m")
        await until(pilot, lambda: shows(app, "no more tournaments"))
        assert app.screen.query_one(OptionList).option_count == 3
        pages[:] = [[], []]
        await pilot.press("n")
        await until(pilot, lambda: isinstance(app.screen, NewEventScreen))
        await pilot.press("escape")
        await until(pilot, lambda: shows(app, "n creates one"))
        await pilot.press("escape")
        server.capabilities.remove("tournaments")
        await pilot.press("T")
        await until(pilot, lambda: shows(app, "this server has no tournaments"))


async def test_leagues_have_their_seasons_and_divisions() -> None:
    """The latest season of each league comes first. Enter opens a division, and Esc leads back to the leagues."""

    def place(season: int, division: int, code: str, **fields: Any) -> TournamentRow:
        where = DivisionPlace(league="L-7KQ2XF", name="Club", season=season, division=division)
        return tournament_row(code, "Club", division=where, format="round-robin", **fields)

    rows = [place(1, 1, "T-000001", state="finished", leader="Deep"), place(2, 2, "T-000002"), place(2, 1, CODE)]
    server = EventServer(list=lambda do: TournamentRows(tournaments=rows if do.league else [], page=1, pages=1))
    async with running(server) as (app, pilot):
        await until(pilot, lambda: shows(app, "tictactoe"))
        await pilot.press("T")
        await until(pilot, lambda: shows(app, "no tournament yet"))
        await pilot.press("l")
        await until(pilot, lambda: isinstance(app.screen, LeagueListScreen) and shows(app, "Club (L-7KQ2XF), season 2"))
        lines = [line.strip(" -").split() for line in picture(app)[1:7]]
        assert [line[:3] for line in lines] == [
            ["season", "division", "code"],
            ["Club", "(L-7KQ2XF),", "season"],
            ["2", "1", CODE],
            ["2", "2", "T-000002"],
            ["Club", "(L-7KQ2XF),", "season"],
            ["1", "1", "T-000001"],
        ]
        assert lines[5][-1] == "Deep"
        assert {do.league for do in server.actions("list")} == {None, "any"}
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, EventScreen))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, LeagueListScreen))
