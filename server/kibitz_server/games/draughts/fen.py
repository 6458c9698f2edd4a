"""Texts of all forms of draughts as PDN has them: positions (FEN), such as `W:W31-50:B1-20,K25`, and signs in moves."""

import re
from typing import NamedTuple

BETWEEN = "[-x:*,\N{MULTIPLICATION SIGN}\N{HYPHEN}\N{NON-BREAKING HYPHEN}\N{EN DASH}\N{EM DASH}\N{MINUS SIGN}]"
"""Signs between the squares of a move, as a regular expression."""
KINGS = ("K", "Q")
COUNTS = re.compile("[HF]?[0-9]+|[+][0-9]+[+]?[0-9]*")
"""Numbers of moves that some programs write at the end of a position: `:H0:F1`."""


class Piece(NamedTuple):
    """Piece of a position text: the letter of its side, the name of its square, and whether it is a king."""

    side: str
    square: str
    king: bool


def read_pieces(text: str, example: str, squares: str) -> tuple[str, list[Piece]]:
    """Return the letter of the side to move, and the pieces. A range of numbers stands for a man on each of them.

    Args:
        text: The position; blanks, small letters, numbers of moves and a full stop at the end are accepted.
        example: A position that the reason of a refusal shows.
        squares: Examples of pieces, for the same purpose.

    Raises:
        ValueError: The text is not a position, or names something that is not a square.
    """
    turn, *parts = text.upper().replace(" ", "").replace(";", ",").rstrip(".:").split(":")
    sides = [part for part in parts if not COUNTS.fullmatch(part)]
    if turn not in ("W", "B") or sorted(side[:1] for side in sides) != ["B", "W"]:
        raise ValueError(f"it must be like {example} - the side to move, then each side's squares")
    pieces = []
    for side in sides:
        for item in filter(None, side[1:].rstrip(".").split(",")):
            match = re.fullmatch("([KMQ]?)(?:([A-Z][0-9]|[0-9]{1,2})|([0-9]{1,2})[-\N{EN DASH}]([0-9]{1,2}))", item)
            if not match:
                raise ValueError(f"{item!r} is not a square, such as {squares}")
            king, name, low, high = match.groups()
            names = [name.lower()] if name else map(str, range(int(low), int(high) + 1))
            pieces += [Piece(side[0], each, king in KINGS) for each in names]
    return turn, pieces
