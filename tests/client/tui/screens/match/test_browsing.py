"""Browsing the moves of a running match."""

import pytest

from kibitz_client.tui.screens.match.play import PlayScreen
from kibitz_client.tui.screens.match.watch import WatchScreen
from kibitz_client.tui.widgets.board import BoardWidget
from kibitz_client.tui.widgets.moves import MovesList
from kibitz_protocol.refusals import Code
from kibitz_protocol.to_client import Moved
from tests.client.samples import MATCH, event, move, position, snapshot
from tests.client.tui.recorded_match import answer
from tests.fakes.app import Server, playing, running, shows, until
from tests.fakes.client import refused

pytestmark = pytest.mark.app


async def test_a_player_browses_and_the_match_goes_on() -> None:
    """The brackets show earlier positions from the prompt. A new move changes nothing shown; Esc returns to it."""
    server = Server(seat=0, more=answer)
    async with running(server) as (app, pilot):
        await playing(server, app, pilot)
        board = app.screen.query_one(BoardWidget)
        await pilot.press("left_square_bracket")
        await until(pilot, lambda: shows(app, "viewing ply 1 of 2"))
        assert board.position is not None
        assert board.position.ply == 1
        await pilot.press("left_square_bracket", "left_square_bracket")
        await until(pilot, lambda: shows(app, "viewing ply 0 of 2") and shows(app, "this is the first position"))
        server.tell(event(6, Moved(move=move(2, 8)), position("408")))
        await until(pilot, lambda: shows(app, "viewing ply 0 of 3"))
        assert board.position.ply == 0
        await pilot.press("escape")
        await until(pilot, lambda: board.position is not None and board.position.ply == 3)
        assert not shows(app, "viewing")
        assert isinstance(app.screen, PlayScreen)


async def test_a_typed_move_returns_to_the_live_position() -> None:
    """A move is played in the live position, whatever position is viewed."""
    server = Server(seat=0, more=answer)
    async with running(server) as (app, pilot):
        await playing(server, app, pilot)
        await pilot.press("left_square_bracket")
        await until(pilot, lambda: shows(app, "viewing ply 1"))
        await pilot.press(*"a1", "enter")
        await until(pilot, lambda: bool(server.of("move")) and not shows(app, "viewing"))
        assert (server.of("move")[0].ply, server.of("move")[0].position) == (2, "p40")


async def test_a_spectator_browses_by_clicks_and_keys() -> None:
    """A click on a move shows the position after it, ] goes on to the live one."""
    server = Server(more=answer)
    async with running(server) as (app, pilot):
        app.matches.open(MATCH, join=False)
        server.tell(snapshot("408"))
        await until(pilot, lambda: isinstance(app.screen, WatchScreen) and shows(app, "Tic-tac-toe"))
        await pilot.click(MovesList, offset=(2, 1))
        await until(pilot, lambda: shows(app, "viewing ply 1 of 3"))
        await pilot.press("right_square_bracket")
        await until(pilot, lambda: shows(app, "viewing ply 2 of 3"))
        await pilot.press("right_square_bracket")
        await until(pilot, lambda: not shows(app, "viewing"))
        assert [command.t for command in server.asked].count("record") == 1


async def test_without_a_record_the_live_position_stays() -> None:
    """A match that the server does not keep cannot be browsed, and the screen says so."""
    kept_none = refused(Code.NOT_SAVED, "exhibition matches are not kept")
    server = Server(more=lambda command: kept_none if command.t == "record" else None)
    async with running(server) as (app, pilot):
        app.matches.open(MATCH, join=False)
        server.tell(snapshot("408"))
        await until(pilot, lambda: isinstance(app.screen, WatchScreen) and shows(app, "Tic-tac-toe"))
        await pilot.press("left_square_bracket")
        await until(pilot, lambda: shows(app, "exhibition matches are not kept"))
        assert not shows(app, "viewing")
