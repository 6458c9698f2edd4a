"""Chess from one of 960 first rows (Fischer, 1996), as far as other programs for chess need it. Pure.

A client has no rules, but engines and files of games want the first position, which the server sends only once.
"""

from collections.abc import Mapping
from itertools import combinations

from kibitz_protocol.values.games import OptionValue

ARRAY = "array"
"""Option of the game for the number of the first row."""
USUAL = 518
"""Number of the first row of ordinary chess."""
ARRAYS = 960


def is_chess960(options: Mapping[str, OptionValue]) -> bool:
    """Return whether a match of chess with these options begins from another first row than the usual one."""
    return options.get(ARRAY, USUAL) != USUAL


def first_fen(array: OptionValue) -> str:
    """Return the first position of an array, with the castling rights by the columns of the rooks.

    Raises:
        ValueError: There is no such array.
    """
    row = first_row(array)
    rooks = "".join(column for column, piece in zip("hgfedcba", reversed(row), strict=True) if piece == "R")
    return f"{row.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{row} w {rooks.upper()}{rooks} - 0 1"


def first_row(array: OptionValue) -> str:
    """Return the pieces from the a to the h column, by the numbers of Scharnagl (2004).

    The number holds, from its last digit on, the places of the bishops on light and on dark squares, of the queen among
    the six that are left, and of both knights among five. Rook, king and rook fill the rest.

    Raises:
        ValueError: There is no such array.
    """
    if isinstance(array, bool) or not isinstance(array, int) or not 0 <= array < ARRAYS:
        raise ValueError(f"{array!r} is not the number of an array, 0 to {ARRAYS - 1}")
    rest, light = divmod(array, 4)
    rest, dark = divmod(rest, 4)
    knights, queen = divmod(rest, 6)
    row = dict.fromkeys((2 * light + 1, 2 * dark), "B")
    row[_free(row)[queen]] = "Q"
    left = _free(row)
    row |= dict.fromkeys((left[place] for place in list(combinations(range(5), 2))[knights]), "N")
    row |= dict(zip(_free(row), "RKR", strict=True))
    return "".join(row[place] for place in range(8))


def _free(row: Mapping[int, str]) -> list[int]:
    return [place for place in range(8) if place not in row]
