"""The score table of a series: live, by keys and by mouse, and what each of its games opens."""

from typing import Any

import pytest
from textual.widgets import OptionList

from kibitz_client.tui.screens.lobby import LobbyScreen
from kibitz_client.tui.screens.match.play import PlayScreen
from kibitz_client.tui.screens.match.series import SeriesScreen
from kibitz_client.tui.screens.match.watch import WatchScreen
from kibitz_client.tui.screens.replay import ReplayScreen
from kibitz_protocol.refusals import Code
from kibitz_protocol.to_client import Entered, Finished, Moved, Next
from kibitz_protocol.values.matches import Result, SeriesView
from tests.client.samples import MATCH, event, move, played, position, series_table, snapshot
from tests.client.tui.recorded_match import answer
from tests.fakes.app import Server, row, running, shows, until
from tests.fakes.client import refused

pytestmark = pytest.mark.app

PLACE = SeriesView(id="s1", number=3, games=6, score=[1.5, 0.5])


class Series(Server):
    """A server with a series: two games are over, and the third, the sample match, runs."""

    def __init__(self, seat: int | None = None) -> None:
        super().__init__(seat, self._more)
        self.games = [played(1, 0), played(2, None), played(3, "running", match=MATCH)]
        self.rows = [row(series=PLACE)]

    def _more(self, command: Any) -> Any:
        match command.t:
            case "series":
                return series_table(*self.games)
            case "watch":
                return Entered(match=command.match, code="C", seat=self.seat)
        return answer(command)


async def from_match(server: Series, app: Any, pilot: Any) -> None:
    """Open the screen of the running match."""
    await until(pilot, lambda: shows(app, "tictactoe"))
    app.matches.open(MATCH, join=False)
    server.tell(snapshot("40", series=PLACE, you=server.seat))
    await until(pilot, lambda: shows(app, "Tic-tac-toe"))


async def test_the_table_from_a_match_and_back() -> None:
    """S shows the table with the running game highlighted; Enter returns to that game."""
    server = Series()
    async with running(server) as (app, pilot):
        await from_match(server, app, pilot)
        await until(pilot, lambda: shows(app, "S series"))
        watched = app.screen
        await pilot.press("S")
        score = ("1.5 of 2     75.0 %", "Series  Tic-tac-toe  game 3 of 6", "1 won  1 drawn  0 lost")
        await until(pilot, lambda: isinstance(app.screen, SeriesScreen) and shows(app, *score))
        assert app.screen.query_one(OptionList).highlighted == 2
        await pilot.press("enter")
        await until(pilot, lambda: app.screen is watched)
        assert len(server.of("watch")) == 1
        assert not server.of("unwatch")


async def test_the_table_lives() -> None:
    """A move updates its row and the end of a game the score; then the next game is followed."""
    server = Series()
    async with running(server) as (app, pilot):
        await until(pilot, lambda: shows(app, "tictactoe"))
        await pilot.press("S")
        await until(pilot, lambda: isinstance(app.screen, SeriesScreen))
        await until(pilot, lambda: [command.match for command in server.of("watch")] == [MATCH])
        server.tell(snapshot("40", series=PLACE), event(6, Moved(move=move(2, 8)), position("408")))
        await until(pilot, lambda: shows(app, "running                3 00:04.5"))
        server.games = [*server.games[:2], played(3, 0), played(4, "running")]
        over = Finished(result=Result(winner=0, reason="line"))
        server.tell(event(7, over, position("408", to_move=None), phase="finished"))
        server.tell(Next(match=MATCH, why="series", next="g4", code="CODE4", series=PLACE))
        server.tell(snapshot("", match="g4"))
        await until(pilot, lambda: shows(app, "2.5 of 3") and shows(app, "game 4 of 6"))
        await until(pilot, lambda: app.screen.query_one(OptionList).highlighted == 3)
        await pilot.press("escape")
        await until(pilot, lambda: [command.match for command in server.of("unwatch")] == ["g4"])
        assert isinstance(app.screen, LobbyScreen)


async def test_games_are_opened_by_mouse() -> None:
    """A click replays a finished game or watches the running one; Esc returns to the table."""
    server = Series()
    async with running(server) as (app, pilot):
        await until(pilot, lambda: shows(app, "tictactoe"))
        await pilot.press("S")
        await until(pilot, lambda: isinstance(app.screen, SeriesScreen))
        await pilot.click(OptionList, offset=(10, 0))
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, SeriesScreen))
        await pilot.click(OptionList, offset=(10, 2))
        server.tell(snapshot("40", series=PLACE))
        await until(pilot, lambda: isinstance(app.screen, WatchScreen) and shows(app, "S series"))
        await pilot.press("S")
        await until(pilot, lambda: isinstance(app.screen, SeriesScreen) and len(app.screen_stack) == 2)


async def test_a_player_asks_by_a_word() -> None:
    """/series opens the table from the prompt, and Enter returns to the match."""
    server = Series(seat=0)
    async with running(server) as (app, pilot):
        await from_match(server, app, pilot)
        await until(pilot, lambda: isinstance(app.screen, PlayScreen) and shows(app, "/series"))
        await pilot.press(*"/series", "enter")
        await until(pilot, lambda: isinstance(app.screen, SeriesScreen))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, PlayScreen))


async def test_a_match_by_itself_has_no_table() -> None:
    """A match without a series, and a server without score tables, are explained in lobby and match."""
    server = Series()
    server.rows = [row()]
    async with running(server) as (app, pilot):
        await until(pilot, lambda: shows(app, "tictactoe"))
        await pilot.press("S")
        await until(pilot, lambda: shows(app, "is not part of a series"))
        app.matches.open(MATCH, join=False)
        server.tell(snapshot("40"))
        await until(pilot, lambda: shows(app, "Tic-tac-toe") and shows(app, "n next"))
        assert not shows(app, "S series")
        await pilot.press("S")
        await until(pilot, lambda: shows(app, "is not part of a series"))
        server.capabilities = []
        app.navigation.show_series(MATCH)
        await until(pilot, lambda: shows(app, "has no score tables"))


async def test_series_with_a_game_that_cannot_be_watched() -> None:
    """The table is shown also if its running game cannot be watched."""
    server = Series()

    def respond(command: Any) -> Any:
        return refused(Code.NO_WATCHERS, "nobody may watch") if command.t == "watch" else server._more(command)

    server.more = respond
    async with running(server) as (app, pilot):
        await until(pilot, lambda: shows(app, "tictactoe"))
        await pilot.press("S")
        await until(pilot, lambda: bool(server.of("watch")) and shows(app, "1.5 of 2"))
        await until(pilot, lambda: isinstance(app.screen, SeriesScreen) and app.screen.followed_matches() == ())


async def test_a_series_that_is_over_is_found_in_the_archive() -> None:
    """A finished series opens from the archive, and no match is followed for it."""
    server = Series()
    server.games = [played(1, 0), played(2, None)]
    async with running(server) as (app, pilot):
        await until(pilot, lambda: shows(app, "tictactoe"))
        await pilot.press("r")
        await until(pilot, lambda: shows(app, "1-0"))
        await pilot.press("S")
        await until(pilot, lambda: isinstance(app.screen, SeriesScreen) and shows(app, "game 2 of 6, over"))
        assert not server.of("watch")
