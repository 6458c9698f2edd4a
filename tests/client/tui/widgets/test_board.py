"""The board widget in an app of its own."""

import pytest
from textual.app import App, ComposeResult

from kibitz_client.tui.widgets.board import ROLES, BoardWidget
from tests.client.tui.screens.match.board_pictures import opened

pytestmark = pytest.mark.app


class BoardApp(App[None]):
    """An app that has only a board."""

    CSS = "\n".join(f".board--{role} {{ color: white; }}" for role in ROLES)

    def compose(self) -> ComposeResult:
        """Lay out the board."""
        yield BoardWidget()


async def test_a_hidden_board_shows_another_game() -> None:
    """A board that is hidden gets the board of another game, and draws it when it appears again."""
    app = BoardApp()
    async with app.run_test() as pilot:
        board = app.query_one(BoardWidget)
        first, then = opened("kalah"), opened("gomoku")
        board.show(first.board, first.state)
        await pilot.pause()
        board.display = False
        await pilot.pause()
        board.show(then.board, then.state)
        board.display = True
        await pilot.pause()
        assert any("h" in board.render_line(y).text for y in range(board.size.height))
