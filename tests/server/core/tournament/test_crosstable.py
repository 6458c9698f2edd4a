"""Results of a tournament by entrant and round."""

import pytest

from kibitz_server.core.tournament.crosstable import CellKind, bye, crosstable, forfeit, played, unfinished


def test_points_count_games_forfeits_and_byes() -> None:
    """An entrant has the points of its games, of forfeits and of byes; a game without result gives none."""
    table = crosstable(
        [
            [played(2, 0, 1.0), bye(CellKind.HALF_POINT_BYE), forfeit(2, 1, won=True)],
            [played(1, 1, 0.0), bye(CellKind.ALLOCATED_BYE, 0.5), forfeit(1, 0, won=False)],
            [bye(CellKind.FULL_POINT_BYE), bye(CellKind.ALLOCATED_BYE), unfinished(4, 0)],
        ]
    )
    assert [table.points(number) for number in (1, 2, 3)] == [2.5, 0.5, 2.0]
    assert table.until(1).points(1) == 1.0


def test_missing_rounds_are_zero_point_byes() -> None:
    """A row that is shorter than others is filled with zero-point byes, and a missing rating is none."""
    table = crosstable([[played(2, 0, 1.0), unfinished(2, 1)], [played(1, 1, 0.0)]], [1800])
    assert table.rounds == 2
    assert table.row(2)[1] == bye(CellKind.ZERO_POINT_BYE)
    assert table.ratings == (1800, None)


def test_a_game_is_no_bye() -> None:
    """A cell without opponent is made only of a kind of bye."""
    with pytest.raises(ValueError, match="no bye"):
        bye(CellKind.FORFEIT_WIN)
