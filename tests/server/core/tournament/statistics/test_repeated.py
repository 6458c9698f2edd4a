"""Games that repeat earlier ones."""

import pytest

from kibitz_server.core.tournament.statistics.repeated import RepeatedGames, fingerprint, repeated_games


def test_games_of_the_same_entrants_are_compared_move_for_move() -> None:
    """A game repeats another one of the same entrants if all moves are equal, on either side."""
    games = [
        fingerprint((1, 2), ["a", "b"]),
        fingerprint((1, 2), ["a", "b"]),
        fingerprint((2, 1), ["a", "b"]),
        fingerprint((1, 3), ["a", "b"]),
        fingerprint((1, 2), ["a", "b", "c"]),
        fingerprint((1, 2), ["ab"]),
        fingerprint((1, 2), ["a", "b"], start="x"),
        fingerprint((1, 2), ["x", "a", "b"]),
        fingerprint((12, 1), []),
        fingerprint((1, 21), []),
    ]
    assert repeated_games(games) == RepeatedGames(10, 2)
    assert repeated_games([]) == RepeatedGames(0, 0)


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
