"""Figures of counted games besides their score: draws, the first player's score, lengths, searches."""

from collections.abc import Iterable

from kibitz_server.core.tournament.values import SideFigures
from kibitz_server.core.value import value


@value
class GameMeans:
    """Means over counted games; None without games.

    Args:
        draw_rate: Share of drawn games, from 0 to 1.
        first_score: Mean score of the entrants that moved first, from 0 to 1.
        plies: Mean number of plies.
    """

    games: int
    draw_rate: float | None
    first_score: float | None
    plies: float | None


@value
class SearchMeans:
    """Means over the searches of an entrant; None where no search told."""

    depth: float | None
    nodes_per_s: float | None
    seconds_per_move: float | None


def game_means(games: Iterable[tuple[float, int]]) -> GameMeans:
    """Return the means over games: the points of the entrant that moved first, and the plies of each."""
    played = list(games)
    count = len(played)
    drawn = sum(points == 0.5 for points, _ in played)
    first, plies = (sum(column) for column in zip(*played, strict=True)) if played else (0, 0)
    return GameMeans(count, _mean(drawn, count), _mean(first, count), _mean(plies, count))


def search_means(sides: Iterable[SideFigures]) -> SearchMeans:
    """Return the means over the searches of one entrant in several games."""
    searched = [side for side in sides if side.moves]
    deep = [side for side in searched if side.depth]
    counted = [side for side in searched if side.nodes and side.seconds > 0]
    return SearchMeans(
        _mean(sum(side.depth for side in deep), sum(side.moves for side in deep)),
        _mean(sum(side.nodes for side in counted), sum(side.seconds for side in counted)),
        _mean(sum(side.seconds for side in searched), sum(side.moves for side in searched)),
    )


def _mean(total: float, count: float) -> float | None:
    return total / count if count else None
