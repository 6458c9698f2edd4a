"""Results of a tournament by entrant and round. Tie-breaks, pairings and reports are computed from them."""

from collections.abc import Iterable
from enum import StrEnum

from kibitz_server.core.value import value

WIN, DRAW, LOSS = 1.0, 0.5, 0.0
"""Points of a game. They and their sums are exact, because they are halves."""


class CellKind(StrEnum):
    """How an entrant got the points of a round. The values are the signs of FIDE's report format."""

    PLAYED = "played"
    FORFEIT_WIN = "+"
    FORFEIT_LOSS = "-"
    ALLOCATED_BYE = "U"
    """No opponent was left for the entrant."""
    HALF_POINT_BYE = "H"
    FULL_POINT_BYE = "F"
    ZERO_POINT_BYE = "Z"
    """The entrant asked for it, entered later or has withdrawn."""
    OPEN = "open"
    """The game has no result yet."""


BYES = (CellKind.ALLOCATED_BYE, CellKind.HALF_POINT_BYE, CellKind.FULL_POINT_BYE, CellKind.ZERO_POINT_BYE)
FORFEITS = (CellKind.FORFEIT_WIN, CellKind.FORFEIT_LOSS)
VOLUNTARY = (CellKind.FORFEIT_LOSS, CellKind.HALF_POINT_BYE, CellKind.ZERO_POINT_BYE)
"""Voluntary unplayed rounds (C.07, article 16.2): the entrant could have played them."""


@value
class Cell:
    """Round of an entrant.

    `opponent` is a number from 1, and 0 in a bye. `side` is 0 if the entrant moved first, 1 if second, None in a bye.
    """

    kind: CellKind
    points: float
    opponent: int = 0
    side: int | None = None


@value
class Crosstable:
    """Results of all entrants. Entrant `n` from 1, by seed, has the row `n - 1`; round `r` from 1 the cell `r - 1`.

    All rows have the same length: the rounds that have begun. Where a round pairs two entrants for several games, each
    game is a round of the table.

    `planned` is the number of rounds of the whole tournament, 0 if it is not known. `predetermined` tells that all
    pairings were known at the start, as in a round robin: forfeits count as games then, and byes have no opponent.
    `ratings` are those at the start, by entrant; None for an entrant without one.
    """

    rows: tuple[tuple[Cell, ...], ...]
    ratings: tuple[int | None, ...]
    planned: int = 0
    predetermined: bool = False

    @property
    def rounds(self) -> int:
        """Number of rounds in the table."""
        return len(self.rows[0]) if self.rows else 0

    def row(self, number: int) -> tuple[Cell, ...]:
        """Return the rounds of an entrant.

        Args:
            number: The entrant, from 1.
        """
        return self.rows[number - 1]

    def points(self, number: int) -> float:
        """Return the points of an entrant, byes counted.

        Args:
            number: The entrant, from 1.
        """
        return sum(cell.points for cell in self.rows[number - 1])

    def until(self, rounds: int) -> "Crosstable":
        """Return the table after its first rounds.

        Args:
            rounds: How many.
        """
        return Crosstable(tuple(row[:rounds] for row in self.rows), self.ratings, self.planned, self.predetermined)


def played(opponent: int, side: int, points: float) -> Cell:
    """Return the cell of a game.

    Args:
        opponent: The opponent's number.
        side: The entrant's side, 0 if it moved first.
        points: The entrant's points.
    """
    return Cell(CellKind.PLAYED, points, opponent, side)


def unfinished(opponent: int, side: int) -> Cell:
    """Return the cell of a game that has no result yet.

    Args:
        opponent: The opponent's number.
        side: The entrant's side, 0 if it moves first.
    """
    return Cell(CellKind.OPEN, LOSS, opponent, side)


def forfeit(opponent: int, side: int, *, won: bool) -> Cell:
    """Return the cell of a game that was not played because a side was missing. Both sides may lose it.

    Args:
        opponent: The opponent's number.
        side: The entrant's side, 0 if it was to move first.
        won: Whether the entrant gets the point.
    """
    kind = CellKind.FORFEIT_WIN if won else CellKind.FORFEIT_LOSS
    return Cell(kind, WIN if won else LOSS, opponent, side)


def bye(kind: CellKind, points: float | None = None) -> Cell:
    """Return the cell of a round without opponent.

    Args:
        kind: The kind of bye.
        points: The points of an allocated bye, if they are not those of a win; the others have theirs.

    Raises:
        ValueError: The kind is no bye.
    """
    if kind not in BYES:
        raise ValueError(f"{kind} is no bye")
    usual = {CellKind.HALF_POINT_BYE: DRAW, CellKind.ZERO_POINT_BYE: LOSS}.get(kind, WIN)
    return Cell(kind, usual if points is None else points)


def crosstable(
    rows: Iterable[Iterable[Cell]],
    ratings: Iterable[int | None] = (),
    *,
    planned: int = 0,
    predetermined: bool = False,
) -> Crosstable:
    """Return the table of rows of any length: what is missing at the end of one is a zero-point bye.

    Args:
        rows: The rounds of each entrant, by seed.
        ratings: The ratings at the start, by seed; entrants beyond have none.
        planned: The rounds of the whole tournament; 0 if they are not known.
        predetermined: Whether all pairings were known at the start.
    """
    given = [tuple(row) for row in rows]
    rounds = max(map(len, given), default=0)
    absent = bye(CellKind.ZERO_POINT_BYE)
    known = (*ratings, *(None for _ in given))[: len(given)]
    return Crosstable(tuple((*row, *(absent,) * (rounds - len(row))) for row in given), known, planned, predetermined)
