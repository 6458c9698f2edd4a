"""Games that repeat earlier ones."""

import pytest

from kibitz_server.core.tournament.statistics.repeated import RepeatedGames, moves_hash, repeated_games


def test_games_of_the_same_entrants_are_compared_move_for_move() -> None:
    """A game repeats another one of the same entrants if all moves are equal, on either side."""
    played = moves_hash(["a", "b"])
    games = [(1, 2, played), (1, 2, played), (2, 1, played), (1, 3, played), (12, 3, played), (1, 23, played)]
    assert repeated_games(games) == RepeatedGames(6, 2)
    assert repeated_games([]) == RepeatedGames(0, 0)


def test_moves_and_start_make_a_game() -> None:
    """Games differ by any move, by where one move ends, and by the position that they start from."""
    games = [
        (["a", "b"], ""),
        (["a", "b", "c"], ""),
        (["ab"], ""),
        (["b", "a"], ""),
        ([], ""),
        (["b"], "a"),
        (["a", "b"], "x"),
    ]
    assert len({moves_hash(moves, start) for moves, start in games}) == len(games)
    assert moves_hash(("a", "b")) == moves_hash(["a", "b"])
    assert len(moves_hash([])) == 32


@pytest.mark.parametrize(
    ("games", "repeated", "warning"),
    [
        (200, 31, "31 of 200 games repeat earlier games; error bars are too narrow; use openings or seeds"),
        (2, 1, "1 of 2 games repeats an earlier game; error bars are too narrow; use openings or seeds"),
        (200, 11, "11 of 200 games repeat earlier games; error bars are too narrow; use openings or seeds"),
        (200, 10, None),
        (20, 1, None),
        (0, 0, None),
    ],
)
def test_the_warning_comes_above_five_percent(games: int, repeated: int, warning: str | None) -> None:
    """More than 5 % of repeated games are worth a warning."""
    assert RepeatedGames(games, repeated).warning == warning
