"""Scores of opponents as tie-breaks count them, with the rules for unplayed rounds (C.07, articles 15 and 16).

In a tournament whose pairings are made round by round, a round that an entrant did not play counts as a game against
a dummy (16.4), and the rounds after an entrant has left count as draws for its opponents (16.3). Where all pairings
were known at the start, a forfeit counts as a game, and a round without opponent does not count (15.2).
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from operator import attrgetter
from typing import NamedTuple

from kibitz_server.core.tournament.crosstable import DRAW, FORFEITS, VOLUNTARY, WIN, Cell, CellKind, Crosstable

_PLAYED, _OPEN, _LOST = CellKind.PLAYED, CellKind.OPEN, CellKind.FORFEIT_LOSS
_REQUESTED = (CellKind.HALF_POINT_BYE, CellKind.ZERO_POINT_BYE)
_points = attrgetter("points")
_PAIRED = (_PLAYED, _OPEN, *FORFEITS)


class Part(NamedTuple):
    """Part of a sum over opponents that a round adds.

    `score` is that of the opponent or dummy, `points` what the entrant got in the round. `voluntary` tells that the
    entrant could have played: such a part is cut first.
    """

    score: float
    points: float
    round: int
    voluntary: bool = False
    dummy: bool = False


class Scores:
    """Points of a tournament's entrants, and what each round adds to sums over their opponents."""

    def __init__(self, table: Crosstable) -> None:
        self.table = table
        self.points: list[float] = [sum(map(_points, row)) for row in table.rows]
        """Points of each entrant, by seed."""

    @cached_property
    def adjusted(self) -> list[float]:
        """Points of each entrant as they count for its opponents, by seed (16.3)."""
        empty = 0.0 if self.table.predetermined else DRAW
        return [
            points if row and row[-1].kind is _PLAYED else _adjusted(row, empty)
            for row, points in zip(self.table.rows, self.points, strict=True)
        ]

    @cached_property
    def parts(self) -> list[list[Part]]:
        """Parts that the rounds of each entrant add, by seed."""
        return [self._parts(row, points) for row, points in zip(self.table.rows, self.points, strict=True)]

    @cached_property
    def fore(self) -> "Scores":
        """Scores as if all paired games of the last round had ended in draws (8.3)."""
        table = self.table
        if not table.rounds or table.rounds < table.planned:
            return self
        rows = tuple((*row[:-1], _drawn(row[-1])) for row in table.rows)
        return Scores(replace(table, rows=rows))

    @property
    def koya_limit(self) -> float:
        """Half of the points that an entrant can have (9.2)."""
        rows = self.table.rows
        most = self.table.rounds
        if self.table.predetermined:
            # A round without opponent, as with an odd number of entrants, gives no points.
            most = max((sum(1 for cell in row if cell.opponent) for row in rows), default=0)
        return WIN * most / 2

    def _parts(self, row: Sequence[Cell], own: float) -> list[Part]:
        adjusted = self.adjusted
        predetermined = self.table.predetermined
        parts = []
        for number, cell in enumerate(row, 1):
            kind = cell.kind
            if kind is _PLAYED or (predetermined and kind in FORFEITS):
                parts.append(Part(adjusted[cell.opponent - 1], cell.points, number))
            elif kind is not _OPEN and not predetermined:
                most = adjusted[cell.opponent - 1] if cell.opponent else DRAW * self.table.rounds
                parts.append(Part(min(own, most), cell.points, number, kind in VOLUNTARY, dummy=True))
        return parts


def _adjusted(row: Sequence[Cell], empty: float) -> float:
    """Return the points of an entrant for its opponents: its last byes, after it has left, are draws."""
    total = 0.0
    left = True
    for cell in reversed(row):
        if left and cell.kind in _REQUESTED:
            total += empty
        else:
            left = left and cell.kind is _LOST
            total += cell.points
    return total


def _drawn(cell: Cell) -> Cell:
    return replace(cell, kind=_PLAYED, points=DRAW) if cell.kind in _PAIRED else cell


def kept(parts: Sequence[Part], low: int, high: int, *, weighted: bool) -> tuple[list[Part], list[Part]]:
    """Return the parts that count and those that are cut (articles 14 and 16.5).

    The least significant part is that of the opponent with the lowest score. Instead of it, the lowest voluntary
    unplayed round is cut unless it adds less.

    Args:
        parts: What the rounds add.
        low: How many of the least significant parts are cut.
        high: How many of the most significant parts are cut after that.
        weighted: Whether a part adds the opponent's score times the points of the round, and not the score alone.
    """

    def adds(part: Part) -> float:
        return part.score * part.points if weighted else part.score

    left, cut = list(parts), []
    for _ in range(min(low, len(left))):
        least = min(left, key=lambda part: (part.score, adds(part)))
        given_up = min(
            (part for part in left if part.voluntary), key=lambda part: (adds(part), part.score), default=None
        )
        chosen = least if given_up is None or adds(given_up) < adds(least) else given_up
        left.remove(chosen)
        cut.append(chosen)
    for _ in range(min(high, len(left))):
        most = max(left, key=lambda part: (part.score, adds(part)))
        left.remove(most)
        cut.append(most)
    return left, cut
