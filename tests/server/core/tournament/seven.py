"""A Swiss tournament of seven entrants and seven rounds with all kinds of unplayed rounds, and its right figures."""

from kibitz_server.core.tournament.crosstable import Cell, CellKind, Crosstable, bye, crosstable, forfeit, played

NAMES = "Ann Bea Cal Dan Eve Fay Gus".split()
RATINGS = (2170, 2190, 2180, 2140, 2160, 2130, 2150)
_ROWS = """
H    7b1  5w1  6w=  3b1  4b1  2w1
5w0  3b0  U    4b=  6w1  7b+  1b0
6b0  2w1  7b=  U    1w0  5w1  4b1
7w0  U    6b=  2w=  5b0  1w0  3w0
2b1  6w=  1b0  7w=  4w1  3b0  U
3w1  5b=  4w=  1b=  2b0  U    7w1
4b1  1w0  3w=  5b=  U    2w-  6b0
"""
PAIRINGS = """
2-5 6-3 4-7
5-6 7-1 3-2 4x
1-5 6-4 7-3 2x
1-6 5-7 4-2 3x
3-1 2-6 5-4 7x
4-1 7-2 3-5 6x
1-2 6-7 4-3 5x
"""
"""Pairs of each round by FIDE's rules, the side that moves first before the other; x: bye."""
FIGURES = {
    1: (6.0, 25.0, 21.5, 21.00),
    2: (3.5, 27.5, 25.5, 12.00),
    3: (4.5, 26.5, 24.5, 14.50),
    4: (2.0, 27.5, 25.5, 6.00),
    5: (4.0, 27.0, 25.0, 12.75),
    6: (4.5, 26.5, 24.5, 17.00),
    7: (3.0, 27.0, 24.0, 9.25),
}
"""Points, Buchholz, Buchholz without the weakest opponent, and Sonneborn-Berger."""
STANDINGS = [1, 6, 3, 5, 2, 7, 4]


def cell(text: str) -> Cell:
    """Return a round written as opponent, colour and result, or as the sign of a bye.

    Args:
        text: The round, such as `7b1`.
    """
    if len(text) == 1:
        return bye(CellKind(text))
    opponent, side, sign = int(text[:-2]), "wb".index(text[-2]), text[-1]
    if sign in "+-":
        return forfeit(opponent, side, won=sign == "+")
    return played(opponent, side, {"1": 1.0, "=": 0.5, "0": 0.0}[sign])


def table_of(rows: str, *, planned: int = 0, predetermined: bool = False) -> Crosstable:
    """Return the results of unrated entrants.

    Args:
        rows: A line for each entrant, with its rounds.
        planned: The rounds of the whole tournament.
        predetermined: Whether all pairings were known at the start.
    """
    cells = [[cell(text) for text in line.split()] for line in rows.strip().splitlines()]
    return crosstable(cells, planned=planned, predetermined=predetermined)


TABLE = crosstable(table_of(_ROWS).rows, RATINGS, planned=7)


def pairing(line: str) -> tuple[tuple[tuple[int, int], ...], int | None]:
    """Return pairs and bye of a line of `PAIRINGS`.

    Args:
        line: The line.
    """
    byes = [int(text[:-1]) for text in line.split() if text.endswith("x")]
    pairs = [text.split("-") for text in line.split() if "-" in text]
    return tuple((int(first), int(second)) for first, second in pairs), byes[0] if byes else None
