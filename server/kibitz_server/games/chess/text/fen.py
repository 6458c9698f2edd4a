"""Texts of chess positions: FEN (Edwards, 1994) with the castling rights of Shredder or X-FEN."""

import re
from collections.abc import Sequence
from typing import Any

from kibitz_server.games.bits import lowest, popcount

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


def read_fen(text: str, most_quiet: int, chess960: bool) -> dict[str, int]:
    """Return the fields of a state that FEN describes.

    The counts at its end may be missing, and the rights and the square before them. A square en passant is only a hint.

    Raises:
        ValueError: The text cannot be read, or no game can reach the position; the message is for users.
    """
    parts = text.split()
    if not 2 <= len(parts) <= 6:
        raise ValueError(f"it must be FEN, such as {EXAMPLE}")
    board, side, rights, square, quiet, number = (*parts, *("w", "-", "-", "0", "1")[len(parts) - 1 :])
    fields = _read_pieces(board)
    if side not in ("w", "b"):
        raise ValueError("the side to move must be w or b, after the pieces")
    fields["turn"] = "wb".index(side)
    _check_counts(fields)
    fields["castling"] = _read_rights(rights, fields, chess960)
    if not re.fullmatch("-|[a-h][36]", square):
        raise ValueError(f"{square!r} is not a square that a pawn has passed, such as e3, or -")
    fields["passant"] = _passed(square, fields) if square != "-" else 0
    fields["quiet"] = _read_count(quiet, 0, most_quiet, "the plies since a capture or a pawn's move")
    fields["number"] = _read_count(number, 1, 9999, "the number of the move")
    return fields


def _read_pieces(board: str) -> dict[str, int]:
    lines = board.split("/")
    if len(lines) != 8:
        raise ValueError(f"the board must be 8 rows joined by '/', such as {EXAMPLE.split()[0]}")
    fields = dict.fromkeys(("white", "black", "pawns", "knights", "diagonal", "straight", "kings"), 0)
    for row, line in zip(range(7, -1, -1), lines, strict=True):
        column = 0
        for symbol in line:
            if symbol in "12345678":
                column += int(symbol)
                continue
            if symbol.lower() not in FIELDS:
                raise ValueError(f"{symbol!r} is not a piece; pieces are P N B R Q K and p n b r q k")
            square = 1 << (8 * row + column) if column < 8 else 0
            for field in ("white" if symbol.isupper() else "black", *FIELDS[symbol.lower()]):
                fields[field] |= square
            column += 1
        if column != 8:
            raise ValueError(f"row {row + 1} has {column} squares instead of 8: {line!r}")
    return fields


def _check_counts(fields: dict[str, int]) -> None:
    if fields["pawns"] & 0xFF000000000000FF:
        raise ValueError("a pawn cannot be on the first or the last row")
    for side in ("white", "black"):
        own, name = fields[side], side.capitalize()
        if popcount(own & fields["kings"]) != 1:
            raise ValueError(f"{name} must have one king")
        diagonal, straight = own & fields["diagonal"], own & fields["straight"]
        queens = popcount(diagonal & straight)
        kinds = (popcount(own & fields["knights"]), popcount(diagonal) - queens, popcount(straight) - queens)
        promoted = max(0, queens - 1) + sum(max(0, count - 2) for count in kinds)
        if popcount(own & fields["pawns"]) + promoted > 8:
            raise ValueError(f"{name} has more pieces than eight pawns and their promotions give")


def _read_rights(text: str, fields: dict[str, int], chess960: bool) -> int:
    if not re.fullmatch("-|[A-HKQa-hkq]{1,4}", text):
        raise ValueError(f"{text!r} are not castling rights; write KQkq or a part of it, the columns of rooks, or -")
    found = 0
    for letter in text.strip("-"):
        own = fields["white" if letter.isupper() else "black"]
        row = 0 if letter.isupper() else 56
        king = lowest(own & fields["kings"])
        rooks = [row + n for n in range(8) if own & fields["straight"] & ~fields["diagonal"] & 1 << (row + n)]
        if letter in "Kk":
            wanted = [rook for rook in rooks if rook > king][-1:]
        elif letter in "Qq":
            wanted = [rook for rook in rooks if rook < king][:1]
        else:
            wanted = [rook for rook in rooks if rook % 8 == "abcdefgh".index(letter.lower())]
        if king & 56 != row or not wanted:
            raise ValueError(f"castling right {letter!r} needs the king and a rook on row {row // 8 + 1}")
        if not chess960 and (king % 8 != 4 or wanted[0] % 8 not in (0, 7)):
            raise ValueError("a king castles from the e column with a rook of a corner; others need the option array")
        found |= 1 << wanted[0]
    for row in (0, 56):
        king = lowest(fields["kings"] & 0xFF << row) if fields["kings"] & 0xFF << row else 0
        rooks = [row + n for n in range(8) if found >> (row + n) & 1]
        if len([rook for rook in rooks if rook > king]) > 1 or len([rook for rook in rooks if rook < king]) > 1:
            raise ValueError(f"row {row // 8 + 1} has two rooks to castle with on one side of the king")
    return found


def _passed(name: str, fields: dict[str, int]) -> int:
    """Return the square as a set if a pawn can have passed it in the last move, else none."""
    square, step = NAMES.index(name), 8 if fields["turn"] == 0 else -8
    other = fields["black" if fields["turn"] == 0 else "white"]
    occupied = fields["white"] | fields["black"]
    pawn_there = other & fields["pawns"] & 1 << (square - step)
    passed = square // 8 == (5 if step > 0 else 2) and pawn_there
    return 1 << square if passed and not occupied & (1 << square | 1 << (square + step)) else 0


def _read_count(text: str, least: int, most: int, what: str) -> int:
    if not re.fullmatch("[0-9]{1,4}", text) or not least <= int(text) <= most:
        raise ValueError(f"{what} must be {least} to {most}, not {text!r}")
    return int(text)
