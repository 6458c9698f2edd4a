"""Tie-breaks from an entrant's own results (C.07, article 7)."""

from itertools import accumulate

from kibitz_server.core.tournament.crosstable import DRAW, VOLUNTARY, WIN, CellKind
from kibitz_server.core.tournament.tie_breaks.opponents import Values
from kibitz_server.core.tournament.tie_breaks.scores import Scores

_PLAYED = CellKind.PLAYED


def wins(scores: Scores) -> Values:
    """Return the numbers of rounds with as many points as for a win, played or not (7.1).

    Args:
        scores: Scores of the tournament.
    """
    return [float(sum([cell.points == WIN for cell in row])) for row in scores.table.rows]


def games_won(scores: Scores) -> Values:
    """Return the numbers of games won on the board; forfeits and byes do not count (7.2).

    Args:
        scores: Scores of the tournament.
    """
    return [float(sum([cell.points == WIN and cell.kind is _PLAYED for cell in row])) for row in scores.table.rows]


def games_second(scores: Scores) -> Values:
    """Return the numbers of games played as the side that moves second (7.3).

    Args:
        scores: Scores of the tournament.
    """
    return [float(sum([cell.side == 1 and cell.kind is _PLAYED for cell in row])) for row in scores.table.rows]


def games_won_second(scores: Scores) -> Values:
    """Return the numbers of games won as the side that moves second (7.4).

    Args:
        scores: Scores of the tournament.
    """
    return [
        float(sum([cell.side == 1 and cell.points == WIN and cell.kind is _PLAYED for cell in row]))
        for row in scores.table.rows
    ]


def progressive(scores: Scores, low: int = 0) -> Values:
    """Return the sums of the points that entrants had after each round (7.5).

    Args:
        scores: Scores of the tournament.
        low: How many of the first rounds are cut.
    """
    return [sum(list(accumulate(cell.points for cell in row))[low:], 0.0) for row in scores.table.rows]


def rounds_elected(scores: Scores) -> Values:
    """Return the numbers of rounds that entrants elected to play (7.6).

    Args:
        scores: Scores of the tournament.
    """
    return [
        float(sum(1 for cell in row if cell.kind is not CellKind.OPEN and cell.kind not in VOLUNTARY))
        for row in scores.table.rows
    ]


def standard_points(scores: Scores) -> Values:
    """Return the points that 1 for a win and 1/2 for a draw would have given (7.7).

    Args:
        scores: Scores of the tournament.
    """
    return [
        sum([WIN if cell.points > DRAW else DRAW if cell.points == DRAW else 0.0 for cell in row])
        for row in scores.table.rows
    ]


def games(scores: Scores) -> Values:
    """Return the numbers of games.

    Args:
        scores: Scores of the tournament.
    """
    return [float(sum(1 for cell in row if cell.opponent)) for row in scores.table.rows]


def pairing_number(scores: Scores) -> Values:
    """Return the seed numbers (7.8).

    Args:
        scores: Scores of the tournament.
    """
    return [float(number) for number, _ in enumerate(scores.table.rows, 1)]
