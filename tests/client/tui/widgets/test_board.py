"""The board widget in an app of its own."""

import pytest
from rich.segment import Segment
from rich.style import Style
from textual.app import App, ComposeResult

from kibitz_client.tui.widgets.board import ROLES, BoardWidget, spaces_joined
from tests.client.tui.screens.match.board_pictures import opened
from tests.fakes.app import until

pytestmark = pytest.mark.app


class BoardApp(App[None]):
    """An app that has only a board."""

    CSS = "\n".join(f".board--{role} {{ color: white; }}" for role in ROLES)

    def compose(self) -> ComposeResult:
        """Lay out the board."""
        self.layouts: list[bool] = []
        yield BoardWidget()

    def on_board_widget_laid_out(self) -> None:
        """Note whether the board draws pieces now."""
        self.layouts.append(self.query_one(BoardWidget).draws_pieces)


def test_a_space_has_the_colours_of_the_text_before_it() -> None:
    """It looks the same and costs no codes, unless its ground differs or its style draws something on it."""
    red, dim, shaded, marked = (Style.parse(text) for text in ("bold red", "dim", "dim on blue", "reverse"))
    written = [("1", dim), (" ", red), ("x", red), (" ", dim), ("y", red), (" ", shaded), (" ", marked)]
    joined = spaces_joined(Segment(text, style) for text, style in written)
    assert [(segment.text, segment.style) for segment in joined] == [
        ("1 ", dim),
        ("x y", red),
        (" ", shaded),
        (" ", marked),
    ]


async def test_a_new_layout_is_reported() -> None:
    """The players beside a board show the pieces that it draws, so they have to follow its size."""
    app = BoardApp()
    async with app.run_test(size=(80, 24)) as pilot:
        game = opened("reversi")
        app.query_one(BoardWidget).show(game.board, game.state)
        await until(pilot, lambda: app.layouts == [True])
        await pilot.resize_terminal(20, 10)
        await until(pilot, lambda: app.layouts == [True, False])


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
