"""Leaderboards and profiles, by keys."""

import pytest
from textual.widgets import OptionList

from kibitz_client.tui.screens.players.profile import ProfileScreen, counts_text
from kibitz_client.tui.screens.players.ratings import RatingsScreen
from kibitz_client.tui.screens.replay import ReplayScreen
from kibitz_protocol.commands.archive import ArchiveRow
from kibitz_protocol.values.matches import Result
from tests.client.samples import ENGINE, GAME, OTTER
from tests.client.tui.players import Accounts
from tests.fakes.app import Server, running, shows, until

pytestmark = pytest.mark.app


async def test_a_leaderboard_leads_to_a_profile() -> None:
    """R lists the players of a game, left and right change the game, and Enter opens the profile of a player."""
    server = Server(more=Accounts().answer)
    async with running(server) as (app, pilot):
        await until(pilot, lambda: shows(app, "tictactoe"))
        assert app.session is not None
        app.session.games.append(GAME.model_copy(update={"name": "nim", "title": "Nim"}))
        await pilot.press("R")
        await until(pilot, lambda: isinstance(app.screen, RatingsScreen) and shows(app, "1650"))
        assert app.screen.query_one(OptionList).highlighted == 1, "the own line"
        assert shows(app, "1650±80", "1890±310?", "3, engines only", "ordered by rating minus twice its deviation (±)")
        await pilot.press("right")
        await until(pilot, lambda: shows(app, "< Nim >"))
        await until(pilot, lambda: [command.game for command in server.of("ratings")] == ["tictactoe", "nim"])
        await until(pilot, lambda: shows(app, "1650"))
        await pilot.press("up", "enter")
        await until(pilot, lambda: isinstance(app.screen, ProfileScreen) and shows(app, "Profile of mia"))


async def test_a_profile_has_ratings_a_graph_and_matches() -> None:
    """The profile shows the rating over time and the results; Enter on a match replays it."""
    server = Server(more=Accounts().answer)
    async with running(server) as (app, pilot):
        await until(pilot, lambda: shows(app, "tictactoe"))
        app.navigation.profile(None)
        await until(pilot, lambda: shows(app, "1560±80     4 matches, 3 opponents", "best 1600", "1970-01-0"))
        await until(pilot, lambda: shows(app, "1 match: 1 won, 0 drawn, 0 lost"))
        await pilot.press("tab", "enter")
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen) and shows(app, "0/4"))


def ended(winner: int | None, *names: str) -> ArchiveRow:
    """Return a finished match of some players."""
    seats = [OTTER.model_copy(update={"name": names[0]}), ENGINE.model_copy(update={"name": names[1]})]
    return ArchiveRow(
        match="m",
        code="C",
        game="tictactoe",
        clock=None,
        seats=seats,
        result=Result(winner=winner, reason="line"),
        ply=9,
        rated=True,
        created_at=0.0,
        ended_at=0.0,
    )


def test_results_are_those_of_the_player() -> None:
    """Wins of either seat count, in any spelling of the name, and an incomplete list says so."""
    rows = [ended(0, "Otter", "mia"), ended(0, "mia", "otter"), ended(None, "otter", "mia"), ended(1, "mia", "otter")]
    assert counts_text(rows, "otter", complete=True) == "4 matches: 2 won, 1 drawn, 1 lost"
    assert counts_text(rows, "otter", complete=False).startswith("the last 4 matches: ")
    assert counts_text(rows[:1], "mia", complete=True) == "1 match: 0 won, 0 drawn, 1 lost"
