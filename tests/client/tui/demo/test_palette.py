"""Colours of the demo."""

import pytest
from rich.color import ColorSystem

from kibitz_client.storage.preferences import BOARD_STYLES, BoardStyle
from kibitz_client.tui.demo.palette import Palette, board_styles
from kibitz_client.tui.widgets.board import ROLES

WOOD, BLACK_STONE = "48;2;217;165;102", "38;2;28;18;10"


def test_colours_are_those_of_the_app() -> None:
    """A stone on a wooden board has the colours of the app's style sheet."""
    painted = Palette("wood", ColorSystem.TRUECOLOR).painted([("X", "square first"), (" text", "first")])
    stone, text = painted.split("X")
    assert WOOD in stone
    assert BLACK_STONE in stone
    # Beside the board is the terminal's own ground, on which a black text might not be seen.
    assert WOOD not in text
    assert BLACK_STONE not in text


@pytest.mark.parametrize("style", BOARD_STYLES)
def test_every_role_of_the_sheet_is_read(style: BoardStyle) -> None:
    """All roles in the style sheet are roles of boards, and each style has the most important ones."""
    assert set(board_styles(style)) <= set(ROLES)
    assert {"first", "second", "empty", "line", "won", "expected"} <= set(board_styles(style))


def test_without_colours_only_text_styles_are_left() -> None:
    """Without colours no sequence sets one, and bold text stays bold."""
    painted = Palette("wood", None).painted([("X", "square first"), ("Y", "strong"), ("Z", "")])
    assert painted == "\x1b[1mX\x1b[0m\x1b[1mY\x1b[0mZ"


def test_few_colours_are_the_nearest_ones() -> None:
    """A terminal of sixteen colours gets the nearest of these."""
    painted = Palette("wood", ColorSystem.STANDARD).painted([("X", "square second")])
    assert "38;2" not in painted
    assert "38;5" not in painted
    assert painted.startswith("\x1b[")
