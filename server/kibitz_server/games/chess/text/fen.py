"""Positions of chess written as FEN (Edwards, 1994), in Chess960 with the castling rights of Shredder."""

from collections.abc import Sequence
from typing import Any

from kibitz_server.games.bits import lowest

NAMES = tuple(f"{column}{row}" for row in "12345678" for column in "abcdefgh")
PROMOTIONS = ("", "n", "b", "r", "q", "", "")
PIECES = "PNBRKQ"
FIELDS: dict[str, tuple[str, ...]] = {
    "p": ("pawns",),
    "n": ("knights",),
    "b": ("diagonal",),
    "r": ("straight",),
    "q": ("diagonal", "straight"),
    "k": ("kings",),
}
SYMBOLS = str.maketrans("01234579abcdf", "-PNBRKQpnbrkq")
"""Hexadecimal digits for the sums that `rows` makes."""
GAPS = tuple((gap * "-", str(gap)) for gap in range(8, 0, -1))
EXAMPLE = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def rows(s: Any) -> tuple[str, ...]:
    """Return the rows of the board from the top, one character a square."""
    # A set of squares in binary, read as hexadecimal, has a digit for each square, and sums of such numbers, too.
    total = (
        int(f"{s.pawns:b}", 16)
        + 2 * int(f"{s.knights:b}", 16)
        + 3 * int(f"{s.diagonal:b}", 16)
        + 4 * int(f"{s.straight:b}", 16)
        + 5 * int(f"{s.kings:b}", 16)
        + 8 * int(f"{s.black:b}", 16)
    )
    text = f"{total:064x}"[::-1].translate(SYMBOLS)
    return (text[56:], text[48:56], text[40:48], text[32:40], text[24:32], text[16:24], text[8:16], text[:8])


def fen(rows: Sequence[str], turn: int, rights: str, passant: int, quiet: int, number: int) -> str:
    """Return the FEN of a position, given the rows of its picture."""
    pieces = "/".join(rows)
    for gap, digit in GAPS:
        pieces = pieces.replace(gap, digit)
    square = NAMES[lowest(passant)] if passant else "-"
    return f"{pieces} {'wb'[turn]} {rights} {square} {quiet} {number}"


def rights_text(castling: int, chess960: bool) -> str:
    """Return the castling rights, given the rooks that may castle: KQkq, or in Chess960 the columns of the rooks."""
    if chess960:
        columns = "HGFEDCBA"
        text = "".join(column for i, column in enumerate(columns) if castling >> (7 - i) & 1)
        text += "".join(column.lower() for i, column in enumerate(columns) if castling >> (63 - i) & 1)
    else:
        text = "".join(letter for letter, rook in (("K", 7), ("Q", 0), ("k", 63), ("q", 56)) if castling >> rook & 1)
    return text or "-"
