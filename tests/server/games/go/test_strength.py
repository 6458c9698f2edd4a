"""What searches and levels of Go use besides playouts."""

import pytest

from kibitz_server.games.game import Position
from tests.server.games.helpers import game_of


def senseless(position: Position) -> set[str]:
    """Return the moves that no level plays which errs."""
    codes = position.game.rules.senseless(position.state)
    return {move.text for move in position.legal if move.code in codes}


@pytest.mark.parametrize(
    ("moves", "sensible"),
    [
        ("", set()),
        ("C3 G7", set()),
        ("C2 D2", {"C1", "D1", "E1"}),
        ("C2 G7 E2 pass", set()),
        ("C1 G7 E1 pass", {"D1"}),
    ],
    ids=["empty board", "apart", "contact", "own side", "an eye"],
)
def test_a_border_point_needs_a_stone_beside_it(moves: str, sensible: set[str]) -> None:
    """A stone on the border line is of use beside the other side, and between own stones."""
    position = game_of("go").start()
    for move in moves.split():
        position = position.after(position.find(move))
    border = {move.text for move in position.legal if set(move.text) & set("AJ19")}
    assert border - senseless(position) == sensible
    assert senseless(position) <= border


def test_on_a_small_board_all_points_count() -> None:
    """Every move has a sense where the border is near to all of the board."""
    assert not senseless(game_of("go size=5").start())
