"""Performance by the tables of FIDE's rating regulations."""

from gacrux.fidetables import DiffToPd, ScoreToDp

from kibitz_server.core.tournament.crosstable import crosstable, played
from kibitz_server.core.tournament.tie_breaks.performance import RatedGame, perfect_performance, performance
from kibitz_server.core.tournament.tie_breaks.scores import Scores


def test_each_percentage_of_points() -> None:
    """The rating difference of each percentage is that of the table."""
    for won in range(101):
        games = [RatedGame(1500, 1.0)] * won + [RatedGame(1500, 0.0)] * (100 - won)
        assert performance(games) == 1500 + ScoreToDp[won], won


def test_each_rating_difference() -> None:
    """The lowest rating that expects a half against one opponent and the points against others follows the table."""
    # Two opponents that differ: expecting one point of both means that the chances add up to it.
    for apart in range(0, 801, 3):
        table = crosstable(
            [[played(2, 0, 1.0), played(3, 0, 0.0)], [played(1, 1, 0.0)], [played(1, 1, 1.0)]],
            [2000, 1500, 1500 + apart],
        )
        found = perfect_performance(Scores(table))[0]
        assert found == lowest([1500, 1500 + apart], 100), apart


def lowest(ratings: list[int], percent: int) -> int:
    """Return the lowest rating whose chances against opponents add up to a percentage, by trying all."""
    for rating in range(min(ratings) - 800, max(ratings) + 801):
        chances = [DiffToPd[min(abs(rating - other), 800)] for other in ratings]
        if sum(x if rating >= y else 100 - x for x, y in zip(chances, ratings, strict=True)) >= percent:
            return rating
    raise AssertionError


def test_no_games_and_no_points() -> None:
    """Without games there is no performance; without points, the perfect one is 800 below the weakest opponent."""
    table = crosstable([[played(2, 0, 0.0)], [played(1, 1, 1.0)], []], [1500, 1600, 1700])
    assert performance([]) is None
    assert perfect_performance(Scores(table)) == [800.0, 2236.0, None]
