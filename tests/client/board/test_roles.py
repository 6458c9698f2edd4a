"""The sides of a board."""

from kibitz_client.board.roles import block_rows, stone_roles
from kibitz_protocol.values.boards import Grid
from tests.client.board.boards import state
from tests.client.grounds import CHESS


def test_letters_of_two_sides_have_two_colours() -> None:
    """A capital and a small letter have the colours of their owners, by their names where these are colours."""
    assert stone_roles(CHESS) == {"-": "faint", "K": "second", "k": "first"}


def test_blocks_have_their_owners_by_rows() -> None:
    """Blocks of the line that won have a star, and half a turn turns the blocks too."""
    board = Grid(
        column_labels=["", ""], row_labels=["", ""], symbols={"-": "empty", "X": "cross"}, cell_labels=[], block=1
    )
    won = state(rows=["X-", "-X"], blocks="X-XX", lines=[[0], [3]])
    assert block_rows(board, won) == ["X* .", "X  X*"]
    assert block_rows(board, won, flipped=True) == ["X* X", ".  X*"]
