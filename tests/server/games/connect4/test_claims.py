"""Positions of Connect Four that a strategy keeps from being won, compared with a search of all moves."""

import pytest

from kibitz_server.games.game import Game, Position
from tests.server.games.helpers import game_of, playout


def best_result(position: Position, known: dict[str, int]) -> int:
    """Return 1, 0 or -1 for the side to move, by trying all moves."""
    if position.outcome is not None:
        winner = position.outcome.winner
        return 0 if winner is None else 1 if winner == position.state.turn else -1
    if position.text not in known:
        known[position.text] = max(-best_result(position.after(move), known) for move in position.legal)
    return known[position.text]


@pytest.mark.parametrize(
    "spec", ["connect4 columns=4 rows=4", "connect4 columns=5 rows=4", "connect4 columns=3 rows=6"]
)
def test_who_cannot_win_does_not(spec: str) -> None:
    """If a strategy says that the side to move cannot win a position, it cannot; there are many of them."""
    game, known, claimed, open_ = game_of(spec), dict[str, int](), 0, 0
    for seed in range(60):
        for position in playout(game, seed):
            if position.outcome is not None or position.text.count("-") > 12:
                continue
            if game.rules.cannot_win(position.state):
                claimed += 1
                assert best_result(position, known) <= 0, position.text
            else:
                open_ += 1
    assert claimed > 20
    assert open_ > 20


@pytest.mark.parametrize(
    ("board", "claimed"),
    [
        ("----/----/OXOX/XOXO X", False),  # the third row is X's
        ("--O-/--X-/OXOX/XOXO X", False),
        ("-XO-/-OX-/OXXO/XOOX X", True),  # all columns even, and O has a cell of each row that X may get
        ("-OX-/-XO-/OXXO/XOOX X", True),
        ("----/-OX-/-XO-/-XO- X", True),  # two cells to pair off
    ],
)
def test_examples(board: str, claimed: bool) -> None:
    """A claim needs an even number of discs on the board, and odd rows that leave no line."""
    position = game_of("connect4 columns=4 rows=4").start(board)
    assert game_of("connect4 columns=4 rows=4").rules.cannot_win(position.state) == claimed


def test_boards_with_an_odd_number_of_rows_claim_nothing() -> None:
    """The last cell of a column is not the answer to another one there."""
    game: Game = game_of("connect4 columns=4 rows=3 connect=4")
    assert not any(game.rules.cannot_win(position.state) for position in playout(game, 1))
