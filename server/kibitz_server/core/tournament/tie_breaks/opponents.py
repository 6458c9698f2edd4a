"""Tie-breaks from the scores of opponents: Buchholz, Sonneborn-Berger and Koya (C.07, articles 8 and 9)."""

from bisect import bisect_right

from kibitz_server.core.tournament.crosstable import CellKind
from kibitz_server.core.tournament.tie_breaks.scores import Part, Scores, kept

Values = list[float] | list[float | None]
"""Value of a tie-break of each entrant, by seed; None where it has none."""
_MORE_DECIMALS = (9, 27, 73)
"""Rounds from which averages get one more decimal: two of them could differ by less."""


def buchholz(scores: Scores, low: int = 0, high: int = 0) -> Values:
    """Return the sums of the opponents' scores (8.1).

    Args:
        scores: Scores of the tournament.
        low: How many of the least significant rounds are cut.
        high: How many of the most significant rounds are cut.
    """
    return [_buchholz(parts, low, high) for parts in scores.parts]


def _buchholz(parts: list[Part], low: int, high: int) -> float:
    if (low or high) and any(part.voluntary for part in parts):
        parts, _ = kept(parts, low, high, weighted=False)
        low = high = 0
    ordered = sorted([part[0] for part in parts])
    return sum(ordered[low : max(low, len(ordered) - high)])


def fore_buchholz(scores: Scores, low: int = 0, high: int = 0) -> Values:
    """Return Buchholz as if all games of the last round had ended in draws (8.3).

    Args:
        scores: Scores of the tournament.
        low: How many of the least significant rounds are cut.
        high: How many of the most significant rounds are cut.
    """
    return buchholz(scores.fore, low, high)


def average_of_buchholz(scores: Scores) -> Values:
    """Return the averages of Buchholz of the opponents met in games (8.2), to hundredths up to 8 rounds.

    Args:
        scores: Scores of the tournament.
    """
    sums = [round(2 * (value or 0)) for value in buchholz(scores)]
    scale = 10 ** (2 + bisect_right(_MORE_DECIMALS, scores.table.rounds))
    averages: list[float | None] = []
    for row in scores.table.rows:
        met = [sums[cell.opponent - 1] for cell in row if cell.kind is CellKind.PLAYED]
        averages.append((sum(met) * scale + len(met)) // (2 * len(met)) / scale if met else None)
    return averages


def sonneborn_berger(scores: Scores, low: int = 0) -> Values:
    """Return the sums of the opponents' scores, each times the points against the opponent (9.1).

    Args:
        scores: Scores of the tournament.
        low: How many of the least significant rounds are cut.
    """
    counted = [kept(parts, low, 0, weighted=True)[0] for parts in scores.parts] if low else scores.parts
    return [sum([part[0] * part[1] for part in parts]) for parts in counted]


def koya(scores: Scores) -> Values:
    """Return the points against opponents that have at least half of the possible points (9.2).

    Args:
        scores: Scores of the tournament.
    """
    table, limit = scores.table, scores.koya_limit
    strong = [points >= limit for points in scores.points]
    return [sum(cell.points for cell in row if cell.opponent and strong[cell.opponent - 1]) for row in table.rows]
