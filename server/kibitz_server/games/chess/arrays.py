"""First rows of chess: the 960 of Fischer random chess (Fischer, 1996) by their numbers (Scharnagl, 2004)."""

from typing import Any

from kibitz_server.games.bits import u64

USUAL = 518
"""Number of the array of ordinary chess."""


def first_row(number: int) -> str:
    """Return the pieces from the a to the h column.

    The number holds, from its last digit on, the places of the bishops on light and on dark squares, of the queen among
    the six that are left, and of both knights among five. Rook, king and rook fill the rest.
    """
    row = [""] * 8
    number, place = divmod(number, 4)
    row[2 * place + 1] = "B"
    number, place = divmod(number, 4)
    row[2 * place] = "B"
    number, place = divmod(number, 6)
    row[_open(row)[place]] = "Q"
    pairs = [(i, j) for i in range(5) for j in range(i + 1, 5)]
    places = _open(row)
    for knight in pairs[number]:
        row[places[knight]] = "N"
    for place, piece in zip(_open(row), "RKR", strict=True):
        row[place] = piece
    return "".join(row)


def _open(row: list[str]) -> list[int]:
    return [place for place, piece in enumerate(row) if not piece]


def row_constants(number: int) -> dict[str, Any]:
    """Return where the pieces of an array stand on both first rows, by the fields of the state."""
    row = first_row(number)

    def places(pieces: str) -> u64:
        return u64(sum(1 << place | 1 << (56 + place) for place, piece in enumerate(row) if piece in pieces))

    return {
        "KNIGHTS": places("N"),
        "DIAGONAL": places("BQ"),
        "STRAIGHT": places("RQ"),
        "KINGS": places("K"),
        "ROOKS": places("R"),
    }
