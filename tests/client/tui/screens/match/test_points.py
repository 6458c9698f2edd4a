"""Playing on a board of points: steps by mouse and keys, and moves that are buttons."""

from typing import Any

import pytest

from kibitz_client.tui.screens.dialogs import Pick
from kibitz_client.tui.screens.match.move_buttons import MoveButtons
from kibitz_client.tui.widgets.board import BoardWidget
from kibitz_protocol.to_client import Hinted
from tests.client.points import points_snapshot
from tests.client.samples import MATCH, report
from tests.client.tui.screens.match.parts import is_framed
from tests.fakes.app import Server, playing, running, shows, until

pytestmark = pytest.mark.app


async def test_steps_are_picked_by_mouse() -> None:
    """A click on an origin and one on its target make a step, and the move is sent after the last one."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await playing(server, app, pilot)
        server.tell(points_snapshot())
        board = app.screen.query_one(BoardWidget)
        await until(pilot, lambda: shows(app, "12 11 10  9  8  7     6  5  4  3  2  1"))
        await until(pilot, lambda: is_framed(app.screen))
        for cell in (7, 4, 5, 4):
            assert board._canvas is not None
            assert not server.of("move")
            box = board._canvas.layout.boxes[cell]
            await pilot.click(BoardWidget, offset=(box.x + 1, box.y + 1))
        await until(pilot, lambda: bool(server.of("move")))
        assert server.of("move")[0].move == "8/5 6/5"


async def test_a_picked_step_is_made_on_the_board() -> None:
    """The checker moves before the rest of the move is picked, and another pick takes it back."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await playing(server, app, pilot)
        server.tell(points_snapshot())
        await until(pilot, lambda: shows(app, "12 11 10  9  8  7     6  5  4  3  2  1"))
        board = app.screen.query_one(BoardWidget)
        await pilot.press("escape")
        before = row_of(board)
        board._pick(23)
        board._pick(20)
        await until(pilot, lambda: row_of(board) != before)
        board._pick(2)
        await until(pilot, lambda: row_of(board) == before)


def row_of(board: BoardWidget) -> str:
    """Return the row of the board with the last checkers of the points 13 to 24."""
    assert board._canvas is not None
    return "".join(text for text, _ in board._canvas.runs(2))


async def test_the_cursor_plays_a_move() -> None:
    """Arrows go from point to point, and Enter picks."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await playing(server, app, pilot)
        server.tell(points_snapshot(legal=["8/4"], paths=[[7, 3]]))
        await until(pilot, lambda: shows(app, "12 11 10  9  8  7     6  5  4  3  2  1"))
        board = app.screen.query_one(BoardWidget)
        await pilot.press("escape", "right", "enter")
        await until(pilot, lambda: board.cursor_cell == 7)
        await pilot.press("right", "right", "right", "right", "enter")
        await until(pilot, lambda: bool(server.of("move")))
        assert server.of("move")[0].move == "8/4"


async def test_rolling_and_doubling_are_buttons() -> None:
    """Moves without a step are buttons, also where there are no others, and F3 asks which."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await playing(server, app, pilot)
        server.tell(points_snapshot(legal=["roll", "double"], paths=[[], []], trays=[]))
        await until(pilot, lambda: app.screen.query_one(MoveButtons).moves == ("roll", "double"))
        await pilot.press("f3")
        await until(pilot, lambda: isinstance(app.screen, Pick))
        await pilot.press("enter")
        await until(pilot, lambda: bool(server.of("move")))
        assert server.of("move")[0].move == "roll"


async def test_a_hint_marks_every_step() -> None:
    """The origins and the targets of a recommended move are marked."""

    def answer(command: Any) -> Any:
        hinted = Hinted(match=MATCH, ply=0, move="8/5 6/5", search=report(line=["8/5 6/5"]))
        return hinted if command.t == "hint" else None

    server = Server(seat=0, more=answer)
    async with running(server) as (app, pilot):
        await playing(server, app, pilot)
        server.tell(points_snapshot())
        await until(pilot, lambda: shows(app, "12 11 10  9  8  7     6  5  4  3  2  1"))
        await pilot.press(*"/hint", "enter")
        await until(pilot, lambda: app.screen.query_one(BoardWidget)._hint == {7, 5, 4})
