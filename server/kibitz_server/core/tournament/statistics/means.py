"""Figures of the games of two entrants besides their score: draws, the first player's score, lengths, searches."""

from kibitz_server.core.value import value


@value
class SearchTotals:
    """Sums over the searches of an entrant that reported a depth, and over those that reported nodes and a time."""

    depths: int = 0
    searches_with_depth: int = 0
    nodes: int = 0
    seconds: float = 0.0

    def plus(self, other: "SearchTotals") -> "SearchTotals":
        """Return the sums of both."""
        return SearchTotals(
            self.depths + other.depths,
            self.searches_with_depth + other.searches_with_depth,
            self.nodes + other.nodes,
            self.seconds + other.seconds,
        )

    @property
    def mean_depth(self) -> float | None:
        """Mean depth in plies; None if no search reported one."""
        return self.depths / self.searches_with_depth if self.searches_with_depth else None

    @property
    def nodes_per_second(self) -> float | None:
        """Nodes a second of searching; None if no search reported nodes."""
        return self.nodes / self.seconds if self.nodes and self.seconds > 0 else None


@value
class GameTotals:
    """Sums over the counted games of two entrants; add each game by `plus`.

    Args:
        drawn: Drawn games.
        first_mover_points: Points of the entrant that moved first, over all games.
        searches: Searches of the first and of the second entrant.
    """

    games: int = 0
    drawn: int = 0
    first_mover_points: float = 0.0
    plies: int = 0
    searches: tuple[SearchTotals, SearchTotals] = (SearchTotals(), SearchTotals())

    def plus(self, other: "GameTotals") -> "GameTotals":
        """Return the sums of both."""
        one, two = (mine.plus(theirs) for mine, theirs in zip(self.searches, other.searches, strict=True))
        return GameTotals(
            self.games + other.games,
            self.drawn + other.drawn,
            self.first_mover_points + other.first_mover_points,
            self.plies + other.plies,
            (one, two),
        )

    @property
    def draw_rate(self) -> float | None:
        """Share of drawn games, from 0 to 1; None without games."""
        return self.drawn / self.games if self.games else None

    @property
    def first_mover_score(self) -> float | None:
        """Mean score of the entrant that moved first, from 0 to 1; None without games."""
        return self.first_mover_points / self.games if self.games else None

    @property
    def mean_plies(self) -> float | None:
        """Mean number of plies; None without games."""
        return self.plies / self.games if self.games else None


def one_game(
    first_mover_points: float,
    plies: int,
    searches: tuple[SearchTotals, SearchTotals] = (SearchTotals(), SearchTotals()),
) -> GameTotals:
    """Return the totals of a single game.

    Args:
        first_mover_points: Points of the entrant that moved first: 0, 0.5 or 1.
        searches: Searches of the first and of the second entrant, by seed and not by side.
    """
    return GameTotals(1, int(first_mover_points == 0.5), first_mover_points, plies, searches)
