"""Four boards: filled with live matches, chosen by keys and by mouse, and unfollowed when the screen closes."""

from typing import Any

import pytest

from kibitz_client.storage.preferences import Preferences
from kibitz_client.tui.screens.lobby import LobbyScreen
from kibitz_client.tui.screens.match.grid import GridScreen
from kibitz_client.tui.screens.match.watch import WatchScreen
from kibitz_client.tui.widgets.match_tile import MatchTile
from kibitz_protocol.refusals import Code
from kibitz_protocol.to_client import Entered, Finished, Lobby, Moved, Next
from kibitz_protocol.values.matches import Result
from tests.client.samples import event, move, position, snapshot
from tests.fakes.app import Server, picture, row, running, shows, until
from tests.fakes.client import refused

pytestmark = pytest.mark.app


class LiveMatches(Server):
    """A server with `count` live matches, `m1` and on. Watching one sends its snapshot."""

    def __init__(self, count: int, forbidden: str = "") -> None:
        super().__init__(more=self._more)
        self.rows = [row(match=f"m{number}", code=f"CODE{number}") for number in range(1, count + 1)]
        self.forbidden = forbidden

    def _more(self, command: Any) -> Any:
        if command.t != "watch":
            return None
        if command.match == self.forbidden:
            return refused(Code.NO_WATCHERS, "nobody may watch")
        self.tell(snapshot("40", match=command.match, code=command.match.replace("m", "CODE")))
        return Entered(match=command.match, code="C", seat=None)

    def followed(self) -> list[str]:
        """Return the matches that were watched and not unfollowed."""
        left = [command.match for command in self.of("unwatch")]
        return [command.match for command in self.of("watch") if command.match not in left]


async def boards(app: Any, pilot: Any) -> GridScreen:
    """Open the grid from the lobby."""
    await until(pilot, lambda: shows(app, "tictactoe"))
    await pilot.press("g")
    await until(pilot, lambda: isinstance(app.screen, GridScreen))
    screen = app.screen
    assert isinstance(screen, GridScreen)
    return screen


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_four_matches_at_once(size: tuple[int, int]) -> None:
    """Each board has names and last move; a move is shown on its board; closing unfollows all matches."""
    server = LiveMatches(6)
    async with running(server, size) as (app, pilot):
        await boards(app, pilot)
        await until(pilot, lambda: shows(app, *(f"{number} Tic-tac-toe CODE{number}" for number in (1, 2, 3, 4))))
        await until(pilot, lambda: sum(line.count("last a3") for line in picture(app)) == 4)
        server.tell(event(6, Moved(move=move(2, 8)), position("408"), match="m3"))
        await until(pilot, lambda: shows(app, "CODE3  ply 3", "last c1", "CODE4  ply 2"))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen) and server.followed() == [])
        assert app.session is not None
        assert app.session.states == {}


async def test_a_board_is_chosen_and_opened_by_keys() -> None:
    """Numbers and arrows choose a board, Enter opens its match; after Esc all matches are still followed."""
    server = LiveMatches(4)
    async with running(server) as (app, pilot):
        screen = await boards(app, pilot)
        await until(pilot, lambda: shows(app, "CODE4  ply", ">1 Tic-tac-toe"))
        await pilot.press("4")
        await until(pilot, lambda: shows(app, ">4 Tic-tac-toe"))
        await pilot.press("up")
        await until(pilot, lambda: shows(app, ">2 Tic-tac-toe"))
        await pilot.press("left", "left", "down")
        await until(pilot, lambda: shows(app, ">3 Tic-tac-toe"))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, WatchScreen) and app.screen.match == "m3")
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is screen)
        assert server.followed() == ["m1", "m2", "m3", "m4"]


async def test_a_board_is_chosen_and_opened_by_mouse() -> None:
    """A click chooses a board, a double click opens its match."""
    server = LiveMatches(4)
    async with running(server) as (app, pilot):
        await boards(app, pilot)
        await until(pilot, lambda: shows(app, "CODE4  ply"))
        await pilot.click("#tile2", offset=(5, 4))
        await until(pilot, lambda: shows(app, ">2 Tic-tac-toe"))
        assert isinstance(app.screen, GridScreen)
        await pilot.click("#tile4", offset=(5, 4), times=2)
        await until(pilot, lambda: isinstance(app.screen, WatchScreen) and app.screen.match == "m4")


async def test_a_board_that_is_over_takes_the_next_match() -> None:
    """The end of a match is shown for a while; a rematch or the next game of a series replaces it at once."""
    server = LiveMatches(5)
    async with running(server) as (app, pilot):
        screen = await boards(app, pilot)
        screen.show_end_s = 0.01
        await until(pilot, lambda: shows(app, "CODE4  ply"))
        over = Finished(result=Result(winner=0, reason="line"))
        server.tell(event(6, over, position("40", to_move=None), phase="finished", match="m2"))
        await until(pilot, lambda: shows(app, "2 Tic-tac-toe CODE5") and "m2" not in server.followed())
        server.tell(Next(match="m1", why="rematch", next="m7", code="CODE7", series=None))
        server.tell(snapshot("", match="m7", code="CODE7"))
        await until(pilot, lambda: shows(app, "1 Tic-tac-toe CODE7  ply 0"))
        await pilot.press("escape")
        await until(pilot, lambda: sorted(c.match for c in server.of("unwatch")) == ["m2", "m3", "m4", "m5", "m7"])


async def test_an_end_stays_until_there_is_something_else() -> None:
    """A new live match replaces a finished one and fills a free board."""
    server = LiveMatches(1)
    async with running(server) as (app, pilot):
        screen = await boards(app, pilot)
        screen.show_end_s = 0.01
        await until(pilot, lambda: shows(app, "CODE1  ply") and shows(app, "no live match"))
        over = Finished(result=Result(winner=0, reason="line"))
        server.tell(event(6, over, position("40", to_move=None), phase="finished"))
        await until(pilot, lambda: shows(app, "X wins: a line."))
        for number in range(2, 6):
            server.tell(Lobby(changed=[row(match=f"m{number}")], gone=[]))
        await until(pilot, lambda: screen.places == ["m2", "m3", "m4", "m5"])
        await until(pilot, lambda: server.followed() == ["m2", "m3", "m4", "m5"])


async def test_a_match_that_may_not_be_watched_is_passed_over() -> None:
    """A match that may not be watched is replaced by another one."""
    server = LiveMatches(5, forbidden="m2")
    async with running(server) as (app, pilot):
        screen = await boards(app, pilot)
        await until(pilot, lambda: screen.places == ["m1", "m5", "m3", "m4"])
        await until(pilot, lambda: shows(app, "2 Tic-tac-toe CODE5"))


async def test_another_match_by_n_and_from_a_match_by_g() -> None:
    """The match that was watched is on the first board, and it is followed only once."""
    server = LiveMatches(5)
    async with running(server) as (app, pilot):
        await until(pilot, lambda: shows(app, "tictactoe"))
        app.matches.open("m4", join=False)
        await until(pilot, lambda: isinstance(app.screen, WatchScreen) and shows(app, "CODE4"))
        await pilot.press("g")
        await until(pilot, lambda: shows(app, ">1 Tic-tac-toe CODE4") and shows(app, "4 Tic-tac-toe CODE3"))
        await pilot.press("4", "n")
        await until(pilot, lambda: shows(app, ">4 Tic-tac-toe CODE5"))
        assert [command.match for command in server.of("unwatch")] == ["m3"]
        assert [command.match for command in server.of("watch")].count("m4") == 1
        await pilot.press("escape")
        await until(pilot, lambda: server.followed() == ["m4"])


async def test_boards_in_ascii_and_help() -> None:
    """The boards follow the ASCII setting."""
    server = LiveMatches(1)
    async with running(server, (120, 40), preferences=Preferences(ascii_only=True)) as (app, pilot):
        screen = await boards(app, pilot)
        await until(pilot, lambda: shows(app, "CODE1  ply"))
        assert all("│" not in line for line in picture(app))
        app.preferences.apply(Preferences(ascii_only=False))
        await until(pilot, lambda: any("│" in line for line in picture(app)))
        assert len(screen.query(MatchTile)) == 4
