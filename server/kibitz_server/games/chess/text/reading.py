"""Positions of chess read from FEN, as programs and people write it.

Castling rights may be those of FEN, X-FEN or Shredder. Fields may be missing, and underscores may stand for blanks.
Operations of EPD may follow. What does not fit the pieces is left out, with a sentence that says so. A text is refused
only if its pieces or the side to move are not clear, or no game can reach the position.
"""

import re
from collections.abc import Sequence

from kibitz_server.games.bits import lowest, popcount
from kibitz_server.games.chess.text.fen import EXAMPLE, FIELDS, NAMES

SIDES = {"w": 0, "white": 0, "b": 1, "black": 1}
RIGHTS = re.compile("[A-HKQa-hkq]+")
SQUARE = re.compile("[a-h][1-8]")
NUMBER = re.compile("[0-9]+")
OPERATION = re.compile("[a-zA-Z][a-zA-Z0-9]{1,14};?")
"""Name of an operation of EPD."""
FIELD = re.compile(f"{RIGHTS.pattern}|{SQUARE.pattern}")
COUNTER = re.compile(r"(hmvc|fmvn)\s+([0-9]+)\s*;")
"""Operations of EPD with the counts that FEN has in its last fields."""
MOST_COUNT = 99_999
MOST_WORDS = 8
"""Words after the side to move that are looked at, of which a FEN has four."""
LONGEST_QUOTE = 20
Fields = dict[str, int]


def read_fen(text: str, chess960: bool) -> tuple[Fields, list[str]]:
    """Return the fields of a state that FEN describes, and a sentence for each part that is left out.

    Raises:
        ValueError: The text cannot be read, or no game can reach the position; the message is for users.
    """
    board, *rest = text.replace("_", " ").strip(" \"'").split() or [""]
    if board.count("/") < 6:
        raise ValueError(f"it must be FEN, such as {EXAMPLE}")
    left_out: list[str] = []
    fields = _read_pieces(board.replace("~", "").removesuffix("[]").removesuffix("/"))
    fields["turn"] = _read_side(rest, left_out)
    _check_counts(fields)
    rights, square, quiet, number = _told(rest[1:], left_out)
    fields["castling"] = _read_rights(rights, fields, chess960, left_out)
    fields["passant"] = _passed(square, fields) if square else 0
    fields["quiet"] = _read_count(quiet, "the number of plies since a capture or a pawn's move", left_out)
    fields["number"] = max(1, _read_count(number, "the number of the move", left_out))
    return fields, left_out


def _read_side(rest: Sequence[str], left_out: list[str]) -> int:
    if not rest:
        left_out.append("the side to move is missing, so it is White")
        return 0
    if rest[0].lower() not in SIDES:
        raise ValueError("the side to move must be w or b, after the pieces")
    return SIDES[rest[0].lower()]


def _told(words: list[str], left_out: list[str]) -> tuple[str, str, str, str]:
    """Return castling rights, the square that a pawn has passed, and both counts; empty where one is missing.

    A dash stands for rights first, and then for the square. What follows the last field is EPD.
    """
    rights, square = "", ""
    counts: list[str] = []
    dashes = 0
    ends_operation = max((place for place, word in enumerate(words) if ";" in word), default=-1)
    for place, word in enumerate(words):
        begins_operation = place <= ends_operation and OPERATION.fullmatch(word) and not FIELD.fullmatch(word)
        if len(counts) == 2 or place == MOST_WORDS or begins_operation:
            break
        if NUMBER.fullmatch(word):
            counts.append(word)
        elif word == "-" and dashes < 2 and not counts:
            dashes += 1
        elif SQUARE.fullmatch(word.lower()) and not square and not counts:
            square, dashes = word.lower(), 2
        elif dashes == 0 and not rights and not counts:
            rights, dashes = word, 1
        else:
            left_out.append(f"{_quoted(word)} after the pieces is left out")
            if counts:
                counts.append("0")  # it stands for a count
    else:
        place = len(words)
    if operations := " ".join(words[place:]):
        found = dict(COUNTER.findall(f"{operations};"))
        counts = [found.get(name, count) for name, count in zip(("hmvc", "fmvn"), [*counts, "", ""], strict=False)]
        if COUNTER.sub("", f"{operations};").strip("; "):
            left_out.append(f"what follows the position is left out: {_quoted(operations)}")
    if square and square[1] not in "36":
        left_out.append(f"no pawn has passed {square} in the last move, so this square is left out")
        square = ""
    quiet, number, *_ = [*counts, "", ""]
    return rights, square, quiet, number


def _quoted(text: str) -> str:
    return repr(text if len(text) <= LONGEST_QUOTE else f"{text[:LONGEST_QUOTE]}…")


def _read_pieces(board: str) -> Fields:
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


def _check_counts(fields: Fields) -> None:
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
    white, black = (lowest(fields["kings"] & fields[side]) for side in ("white", "black"))
    if abs(white // 8 - black // 8) <= 1 and abs(white % 8 - black % 8) <= 1:
        raise ValueError("the kings are on squares next to each other")


def _read_rights(text: str, fields: Fields, chess960: bool, left_out: list[str]) -> int:
    """Return the rooks that may castle."""
    if text and not RIGHTS.fullmatch(text.strip("-")):
        left_out.append(f"{_quoted(text)} are not castling rights, so there are none")
        return 0
    letters = list(dict.fromkeys(text.strip("-")))
    found = {letter: rook for letter in letters if (rook := _rook_of(letter, fields)) is not None}
    odd = [letter for letter, rook in found.items() if not _usual(letter, rook, fields)]
    if odd and not chess960 and len(found) == len(letters):
        raise ValueError("a king castles from the e column with a rook of a corner; others need the option array")
    rooks = 0
    for letter in letters:
        if letter not in found or (letter in odd and not chess960):
            row = 1 if letter.isupper() else 8
            left_out.append(f"castling right {letter!r} is left out: it needs the king and a rook on row {row}")
        elif rooks & _beside(found[letter], fields):
            left_out.append(f"castling right {letter!r} is left out: there is one to that side already")
        else:
            rooks |= 1 << found[letter]
    return rooks


def _row_and_king(letter: str, fields: Fields) -> tuple[int, int]:
    """Return the first square of the row of a right, and the king's square."""
    own = fields["white" if letter.isupper() else "black"]
    return 0 if letter.isupper() else 56, lowest(own & fields["kings"])


def _rook_of(letter: str, fields: Fields) -> int | None:
    """Return the rook that a right is about; None if the pieces deny it."""
    row, king = _row_and_king(letter, fields)
    own = fields["white" if letter.isupper() else "black"] & fields["straight"] & ~fields["diagonal"]
    rooks = [row + column for column in range(8) if own >> (row + column) & 1]
    if king & 56 != row:
        return None
    if letter in "Kk":
        wanted = [rook for rook in rooks if rook > king][-1:]
    elif letter in "Qq":
        wanted = [rook for rook in rooks if rook < king][:1]
    else:
        wanted = [rook for rook in rooks if rook % 8 == "abcdefgh".index(letter.lower())]
    return wanted[0] if wanted else None


def _usual(letter: str, rook: int, fields: Fields) -> bool:
    """Return whether a right is one of ordinary chess."""
    _, king = _row_and_king(letter, fields)
    return king % 8 == 4 and rook % 8 in (0, 7)


def _beside(rook: int, fields: Fields) -> int:
    """Return the squares of a rook's row on its side of the king."""
    row, king = rook & 56, lowest(fields["kings"] & 0xFF << (rook & 56))
    return sum(1 << square for square in range(row, row + 8) if (square > king) == (rook > king) and square != king)


def _passed(name: str, fields: Fields) -> int:
    """Return the square as a set if a pawn can have passed it in the last move, else none."""
    square, step = NAMES.index(name), 8 if fields["turn"] == 0 else -8
    other = fields["black" if fields["turn"] == 0 else "white"]
    occupied = fields["white"] | fields["black"]
    pawn_there = other & fields["pawns"] & 1 << (square - step)
    passed = square // 8 == (5 if step > 0 else 2) and pawn_there
    return 1 << square if passed and not occupied & (1 << square | 1 << (square + step)) else 0


def _read_count(text: str, what: str, left_out: list[str]) -> int:
    if not text or len(text) <= len(str(MOST_COUNT)):
        return int(text or 0)
    left_out.append(f"{what} is left out: {_quoted(text)} is more than {MOST_COUNT}")
    return 0
