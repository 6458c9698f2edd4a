"""Which colours a board has: those of a style, or black and white where pieces are named so. Pure."""

from kibitz_client.board.roles import are_black_and_white
from kibitz_protocol.values.boards import Board

NAMED = {"theme": "natural", "wood": "natural", "felt": "green", "slate": "stone", "contrast": "greys"}
"""For each style, the one of boards whose pieces are named after their colours, which all its squares let see."""
ALL_STYLES = (*NAMED, "outline", *dict.fromkeys(NAMED.values()), "named", "sixteen")
"""All names that `styles_of` returns. A later one changes what an earlier one says."""


def styles_of(style: str, board: Board | None, *, few: bool = False) -> tuple[str, ...]:
    """Return the names of the rules for the colours of a board in a style that a user chose.

    Args:
        style: The style.
        board: The board, if there is one.
        few: Whether the terminal has only 16 colours.
    """
    if board is None or style == "outline" or not are_black_and_white(board):
        return (style,)
    return (NAMED[style], "named", *(["sixteen"] if few else []))
