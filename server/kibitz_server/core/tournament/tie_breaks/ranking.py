"""Ranking of entrants by points and tie-breaks."""

from collections.abc import Iterable, Sequence

from kibitz_server.core.tournament.crosstable import Crosstable
from kibitz_server.core.tournament.tie_breaks.direct import direct_encounter
from kibitz_server.core.tournament.tie_breaks.scores import Scores
from kibitz_server.core.tournament.tie_breaks.table import DIRECT, TieBreak
from kibitz_server.core.value import value


@value
class Placing:
    """Entrant in the ranking. No tie-break separates entrants with the same rank; they are in order of seed.

    `tie_breaks` has a value for each tie-break: None where it has none. That of direct encounter is the place within
    the group of tied entrants that it looked at, from 1; None where it decided nothing.
    """

    rank: int
    number: int
    points: float
    tie_breaks: tuple[float | None, ...]


class Placings:
    """Entrants in order, and what decided it."""

    def __init__(
        self, table: Crosstable, tie_breaks: Sequence[TieBreak], points: Sequence[float] | None = None
    ) -> None:
        """Rank entrants.

        Args:
            table: Results of the tournament.
            tie_breaks: Tie-breaks in the order in which they decide.
            points: Points of the entrants by seed, if they are not the sums of the table, as in an arena.
        """
        self.table = table
        self.tie_breaks = tuple(tie_breaks)
        self.scores = Scores(table)
        self.points = list(self.scores.points if points is None else points)
        self.encounters: dict[tuple[int, int], tuple[int, ...]] = {}
        """Group of tied entrants that direct encounter looked at, by place among the tie-breaks and entrant."""
        self._values = [one.values(self.scores) for one in self.tie_breaks]
        groups = _split([list(range(1, len(table.rows) + 1))], self.points)
        for place, one in enumerate(self.tie_breaks):
            if one.name == DIRECT:
                groups = [smaller for group in groups for smaller in self._meet(place, group)]
            else:
                groups = _split(groups, self._values[place], fewer=one.measure.fewer)
        self.placings = tuple(self._placings(groups))
        """Entrants, best first."""

    def of(self, number: int) -> Placing:
        """Return an entrant's place.

        Args:
            number: The entrant, from 1.

        Raises:
            KeyError: There is no such entrant.
        """
        for one in self.placings:
            if one.number == number:
                return one
        raise KeyError(number)

    def _meet(self, place: int, group: list[int]) -> list[list[int]]:
        if len(group) == 1:
            return [group]
        smaller = direct_encounter(self.table, group)
        together = tuple(group)
        for number in group:
            self.encounters[place, number] = together
        if len(smaller) > 1:
            values = self._values[place]
            rank = 1
            for tied in smaller:
                for number in tied:
                    values[number - 1] = float(rank)
                rank += len(tied)
        return smaller

    def _placings(self, groups: Iterable[list[int]]) -> Iterable[Placing]:
        rank = 1
        values = list(zip(*self._values, strict=True)) if self._values else [()] * len(self.points)
        for group in groups:
            for number in group:
                yield Placing(rank, number, self.points[number - 1], values[number - 1])
            rank += len(group)


def _split(groups: Iterable[list[int]], values: Sequence[float | None], *, fewer: bool = False) -> list[list[int]]:
    """Return groups of tied entrants, split by values: the highest first, with `fewer` the lowest; none last."""
    split: list[list[int]] = []
    for group in groups:
        if len(group) == 1:
            split.append(group)
            continue
        found: dict[float, list[int]] = {}
        for number in group:
            own = values[number - 1]
            found.setdefault(float("-inf") if own is None else -own if fewer else own, []).append(number)
        split.extend(found[one] for one in sorted(found, reverse=True))
    return split
