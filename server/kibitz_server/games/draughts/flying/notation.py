"""Moves and positions of draughts with flying kings as text, by names of squares that each game has."""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from kibitz_server.games.bits import popcount
from kibitz_server.games.draughts.fen import BETWEEN, read_pieces
from kibitz_server.games.draughts.flying.rules import (
    BOARD,
    CAPTURE,
    CROWN,
    CROWNED_ON_THE_WAY,
    HALF,
    MAX_MOVES,
    PIECES,
    State,
    bit_of,
    end_of,
    first_piece,
    legal,
    number_of,
    origin_of,
    remember,
    shift,
    side,
    taken_by,
)
from kibitz_server.games.typed.meant import listed

SIDES = ("White", "Black")
TAKES = "x"
"""Sign of a capture."""
TEXT_ORDER = tuple(range(50))
"""Squares in the order in which a position names them."""
SQUARES = "squares are numbered 1 to 50"
"""What the names of the squares are, for refusals."""
EXAMPLE = "W:W31,32,K5:B1,2,K46"
"""A position, for refusals."""


def square_text(number: int) -> str:
    """Return the name of a square, which is numbered from 0 here."""
    return str(number + 1)


def square_number(text: str) -> int:
    """Return the number from 0 of a named square; -1 if there is none."""
    return int(text) - 1 if re.fullmatch("[0-9]{1,2}", text) and 1 <= int(text) <= 50 else -1


def named_squares(text: str) -> list[str]:
    """Return the parts of a move's text that name squares."""
    return re.split(BETWEEN, text)


def way_between(at: int, to: int) -> int:
    """Return the direction in which one square lies from another; -1 if no diagonal joins them."""
    for way in range(4):
        step = shift(at, way)
        while step:
            if step == to:
                return way
            step = shift(step, way)
    return -1


def trail(s: State, move: int) -> list[int]:
    """Return the squares of a move, as bits: the origin, each square on which a jump lands, and the end.

    Several ways may take the same pieces. This is the one whose squares come first, one by one.
    """
    origin, end, taken = origin_of(s, move), end_of(move), taken_by(s, move)
    if popcount(taken) < 2:
        return [origin, end]
    empty = (BOARD & ~(s.white | s.black)) | origin
    rest = side(s, 1 - s.turn) & ~taken
    king = 1 if origin & s.kings else 0
    return [origin, *min(trails(s, empty, origin, -1, taken, rest, king, end))]


def trails(s: State, empty: int, at: int, last: int, left: int, rest: int, king: int, end: int) -> Iterator[list[int]]:
    """Yield the squares of each way on from a square that takes all of `left`, none of `rest`, and ends on `end`.

    Args:
        s: The position.
        empty: Empty squares, with the origin of the move.
        at: Where the piece stands.
        last: The direction of its last jump; -1 at the origin.
        left: What it must still take.
        rest: The other pieces of the opponent.
        king: Whether it moves as a king.
        end: Where it must end.
    """
    for way in range(4):
        over = first_piece(at, way, king, empty)
        if last == 3 - way or not over & left:
            continue
        after = left & ~over
        landings = landings_behind(over, way, king, empty)
        crowned = 1 if king or (CROWNED_ON_THE_WAY and landings and landings[0] & CROWN[s.turn]) else 0
        if after:
            for landing in landings:
                for further in trails(s, empty, landing, way, after, rest, crowned, end):
                    yield [landing, *further]
        elif end in landings and not any(has_jump(landing, way, rest, crowned, empty) for landing in landings):
            yield [end]


def landings_behind(over: int, way: int, king: int, empty: int) -> list[int]:
    """Return the squares on which a piece may land that jumps over another one."""
    found = []
    landing = shift(over, way) & empty
    while landing:
        found.append(landing)
        landing = shift(landing, way) & empty if king else 0
    return found


def has_jump(at: int, last: int, pieces: int, king: int, empty: int) -> bool:
    """Return whether a piece can go on from a square and take one of some pieces."""
    for way in range(4):
        over = first_piece(at, way, king, empty)
        if way != 3 - last and over & pieces and shift(over, way) & empty:
            return True
    return False


def numbers_of(s: State, move: int) -> list[int]:
    """Return the numbers of the squares of a move."""
    return [number_of(bit.bit_length() - 1, HALF) for bit in trail(s, move)]


def move_text(s: State, move: int) -> str:
    """Return origin and end; for a capture, every square on which a jump lands."""
    sign = "-" if move < CAPTURE else TAKES
    return sign.join([square_text(number) for number in numbers_of(s, move)])


def said(s: State, move: int) -> str:
    """Return a capture by its origin and end, where no other capture has the same ones; other moves as they are."""
    if move < CAPTURE:
        return move_text(s, move)
    ends = [(origin_of(s, other), end_of(other)) for other in all_moves(s)]
    if ends.count((origin_of(s, move), end_of(move))) > 1:
        return move_text(s, move)
    numbers = numbers_of(s, move)
    return square_text(numbers[0]) + TAKES + square_text(numbers[-1])


def all_moves(s: State) -> list[int]:
    """Return the legal moves."""
    buffer = [0] * MAX_MOVES
    return buffer[: legal(s, buffer, 0)]


def keys(s: State) -> list[int]:
    """Return a number for each legal move that its code and its squares follow from."""
    found = []
    for move in all_moves(s):
        route = 0
        if move >= CAPTURE:
            for bit in trail(s, move):
                route = (route << 6) | bit.bit_length()
        found.append((route << 31) | move)
    return found


def read_numbers(text: str) -> list[int]:
    """Return the squares that a move's text names; empty when a part of it names none."""
    numbers = [square_number(part) for part in named_squares(text)]
    return [] if -1 in numbers else numbers


def names(s: State, move: int, numbers: list[int]) -> bool:
    """Return whether squares are a way of a move: some of the landings, in order, with all turns and both ends."""
    origin, end, left = origin_of(s, move), end_of(move), taken_by(s, move)
    squares = [1 << bit_of(number, HALF) for number in numbers]
    if squares[0] != origin or squares[-1] != end:
        return False
    occupied = (s.white | s.black) & ~origin
    for at, to in pairwise(squares):
        way = way_between(at, to)
        if way < 0 or to & occupied:
            return False
        while at != to:
            at = shift(at, way)
            if at & occupied & ~left:
                return False
            left &= ~at
    return not left


def alias(s: State, text: str) -> str:
    """Accept any separator, any way of a capture, and its origin and end alone if only one capture has them."""
    numbers = read_numbers(text)
    if len(numbers) < 2:
        return text
    moves = all_moves(s)
    found = [move for move in moves if names(s, move, numbers)]
    if not found and len(numbers) == 2:
        ends = [1 << bit_of(number, HALF) for number in numbers]
        found = [move for move in moves if [origin_of(s, move), end_of(move)] == ends]
    return move_text(s, found[0]) if len(found) == 1 else text


def why_not(s: State, text: str) -> str | None:
    """Return a sentence for the most common mistakes."""
    parts = named_squares(text)
    numbers = [square_number(part) for part in parts]
    if len(numbers) < 2 or not all(re.fullmatch("[a-z]?[0-9]{1,2}", part) for part in parts):
        return None
    if -1 in numbers:
        return SQUARES
    first, last = numbers[0], numbers[-1]
    origin, target = 1 << bit_of(first, HALF), 1 << bit_of(last, HALF)
    if not side(s, s.turn) & origin:
        what = "is the opponent's" if side(s, 1 - s.turn) & origin else "is empty"
        return f"square {square_text(first)} {what}"
    captures = [move for move in all_moves(s) if move >= CAPTURE]
    if captures:
        return why_no_capture(s, captures, numbers)
    if (s.white | s.black) & target:
        return f"square {square_text(last)} is occupied"
    return f"the piece on square {square_text(first)} cannot move to square {square_text(last)}"


def why_no_capture(s: State, captures: list[int], numbers: list[int]) -> str:
    """Return why squares do not name one of the legal captures."""
    ways = {move: numbers_of(s, move) for move in captures}
    longer = [move for move, way in ways.items() if way[: len(numbers)] == numbers]
    if longer:
        return f"the capture must be carried to its end: {listed_moves(s, longer)}"
    same_ends = [move for move, way in ways.items() if [way[0], way[-1]] == [numbers[0], numbers[-1]]]
    if same_ends:
        return f"name every landing square: {listed_moves(s, same_ends)}"
    return f"{why_captures(s)}: {listed_moves(s, captures)}"


def why_captures(_s: State) -> str:
    """Return which captures are legal, in words."""
    return "the longest capture is compulsory"


def meant(s: State, _text: str) -> tuple[str, list[int]] | None:
    """Return the captures, where one is compulsory."""
    captures = [move for move in all_moves(s) if move >= CAPTURE]
    return ("captures", captures) if captures else None


def listed_moves(s: State, moves: list[int]) -> str:
    """Return up to six moves."""
    return listed(move_text(s, move) for move in moves)


@lru_cache(maxsize=4)
def text_order(order: tuple[int, ...], half: int) -> tuple[int, ...]:
    """Return the bits of the squares in the order of texts."""
    return tuple([1 << bit_of(number, half) for number in order])


def position_text(s: State, _rows: tuple[str, ...]) -> str:
    """Return PDN FEN: the side to move, White's and Black's squares, K before a king."""
    texts = []
    for letter, pieces in (("W", s.white), ("B", s.black)):
        kings = s.kings & pieces
        places = zip(text_order(TEXT_ORDER, HALF), TEXT_ORDER, strict=True)
        parts = ["K" * ((kings & bit) != 0) + square_text(number) for bit, number in places if pieces & bit]
        texts.append(letter + ",".join(parts))
    return f"{'WB'[s.turn]}:{texts[0]}:{texts[1]}"


def read_position(s: State, text: str) -> None:
    """Fill a state from the text that `position_text` writes.

    Ranges such as 31-50 and a full stop at the end are accepted.

    Raises:
        ValueError: The text cannot be read, or no game can reach the position.
    """
    turn, pieces = read_pieces(text, EXAMPLE, f"{square_text(17)} or K{square_text(30)}")
    s.turn = "WB".index(turn)
    for piece in pieces:
        add_piece(s, "WB".index(piece.side), piece.square, piece.king)
    for seat in (0, 1):
        if popcount(side(s, seat)) > PIECES:
            raise ValueError(f"{SIDES[seat]} has more than {PIECES} pieces")
    if not side(s, 1 - s.turn):
        raise ValueError(f"{SIDES[1 - s.turn]} has no pieces and cannot have moved last")
    remember(s, True)


def add_piece(s: State, seat: int, name: str, king: bool) -> None:
    """Put a piece on a square.

    Raises:
        ValueError: The square does not exist or is occupied, or a man would stand on the row that crowns it.
    """
    number = square_number(name)
    if number < 0:
        raise ValueError(f"there is no square {name}; {SQUARES}")
    square = 1 << bit_of(number, HALF)
    if (s.white | s.black) & square:
        raise ValueError(f"square {name} is named twice")
    if not king and square & CROWN[seat]:
        raise ValueError(f"a man of {SIDES[seat]} on {name} would be a king")
    if seat == 0:
        s.white |= square
    else:
        s.black |= square
    if king:
        s.kings |= square
