"""Figures of games besides their score."""

from kibitz_server.core.tournament.statistics.means import GameTotals, SearchTotals, one_game


def test_figures_are_means_over_all_games() -> None:
    """Totals of games add up to the draw rate, the first player's score, lengths, depths and speeds."""
    deep, shallow = SearchTotals(30, 3, 6000, 2.0), SearchTotals(4, 2, 0, 0.0)
    total = GameTotals().plus(one_game(1, 20, (deep, shallow)))
    total = total.plus(one_game(0.5, 31, (SearchTotals(8, 1, 2000, 2.0), SearchTotals())))
    total = total.plus(one_game(0.5, 9)).plus(one_game(1, 20))
    assert (total.games, total.draw_rate, total.first_mover_score, total.mean_plies) == (4, 0.5, 0.75, 20)
    one, two = total.searches
    assert (one.mean_depth, one.nodes_per_second) == (9.5, 2000)
    assert (two.mean_depth, two.nodes_per_second) == (2, None)


def test_nothing_is_known_without_games() -> None:
    """No games have no means."""
    total = GameTotals()
    assert (total.draw_rate, total.first_mover_score, total.mean_plies) == (None, None, None)
    assert [(one.mean_depth, one.nodes_per_second) for one in total.searches] == [(None, None)] * 2
