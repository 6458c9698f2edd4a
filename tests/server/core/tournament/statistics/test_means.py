"""Figures of games besides their score."""

from kibitz_server.core.tournament.statistics.means import GameMeans, SearchMeans, game_means, search_means
from kibitz_server.core.tournament.values import SideFigures


def test_figures_are_means_over_all_games() -> None:
    """Draw rate, the first player's score and lengths are means over games."""
    assert game_means([(1, 20), (0.5, 31), (0.5, 9), (1, 20)]) == GameMeans(4, 0.5, 0.75, 20)
    assert game_means([(0, 7)]) == GameMeans(1, 0, 0, 7)


def test_searches_are_weighted_by_their_moves() -> None:
    """Depth and time are means over moves, nodes a second over the time of searches that counted nodes."""
    sides = [SideFigures(3, 30, 6000, 2.0), SideFigures(1, 8, 2000, 2.0), SideFigures(4, 0, 0, 4.0), SideFigures(0)]
    assert search_means(sides) == SearchMeans(9.5, 2000, 1.0)


def test_nothing_is_known_without_games() -> None:
    """No games and no searches have no means."""
    assert game_means([]) == GameMeans(0, None, None, None)
    assert search_means([]) == search_means([SideFigures(0)]) == SearchMeans(None, None, None)
    assert search_means([SideFigures(2, 0, 500, 0.0)]) == SearchMeans(None, None, 0.0)
