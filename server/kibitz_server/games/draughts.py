"""English draughts on bitboards of the 32 dark squares; bit `n` is the square that PDN numbers `n + 1`.

A move's code holds the origin in five bits, the number of jumps in the next four (none for a plain move), then the
direction of each jump (or of the move) in two bits. A direction and a square say where a jump lands and what it takes,
so different landing squares have different codes and the same landing squares have one.
"""

import re
from typing import Annotated

from kibitz_server.games.bits import ALL, GOLDEN, lowest, mix, popcount, u64
from kibitz_server.games.board import Grid, Picture, split_rows
from kibitz_server.games.game import DRAW, LOSS, ONGOING, Declaration
from kibitz_server.games.record import I64, U64, Array, Record

GAME = Declaration(
    name="draughts",
    title="English draughts",
    summary="Move men forwards, capture by jumping (compulsory), crown on the last row; who cannot move has lost.",
    move_help="a move is from-to in square numbers (11-15); a capture names every landing square (9x18x25)",
    seats=("Black", "White"),
)

MAX_MOVES = 192
"""Twelve pieces with at most 16 different captures each (counted for a king among every set of enemies)."""
QUIET_LIMIT = 80
"""Plies without a capture or a man's move that make a draw: 40 of each side."""
PAST = QUIET_LIMIT + 1
MAX_PLIES = (24 * 7 + 24) * PAST
"""Every man moves at most seven times and is taken once, with the longest quiet spell between all these."""

ZERO, ONE = u64(0), u64(1)
BOARD = u64(0xFFFFFFFF)
EVEN, ODD = u64(0x0F0F0F0F), u64(0xF0F0F0F0)
"""Rows 1, 3, 5, 7 from the top, which begin with a light square, and the others."""
EVEN_INNER, ODD_INNER = u64(0x07070707), u64(0xE0E0E0E0)
"""The same without the square at the right, and at the left, border of the board."""
CROWN = (u64(0xF0000000), u64(0x0000000F))
"""Where each seat's men become kings."""

MAN_VALUE, KING_VALUE = 100, 140
BRIDGE = (u64(0b0101), u64(0b1010 << 28))
"""The two squares of each seat's first row that hold off kings best: 1 and 3, 30 and 32."""
CENTRE = u64(0x00066000)
MIDDLE = u64(0x00666600)
DOUBLE_CORNERS = u64(0x88000011)
EDGE = u64(0x18181818)


class State(Record):
    """The pieces of each side, and which are kings.

    `quiet` counts the plies since a capture or a man's move, `past` has the kings after each of these (nothing else
    changes meanwhile), `repeats` says how often the position was there before.
    """

    turn: I64
    black: U64
    white: U64
    kings: U64
    quiet: I64
    repeats: I64
    past: Annotated[list[int], Array("u8", "PAST")]


def setup(s: State) -> None:
    """Twelve men each; Black, at the top, to move."""
    s.black = u64(0x00000FFF)
    s.white = u64(0xFFF00000)


def shift(pieces: int, way: int) -> int:
    """Pieces moved one square: down left (0), down right (1), up left (2), up right (3); 3 - way is the way back."""
    if way == 0:
        return (((pieces & EVEN) << 4) | ((pieces & ODD_INNER) << 3)) & BOARD
    if way == 1:
        return (((pieces & EVEN_INNER) << 5) | ((pieces & ODD) << 4)) & BOARD
    if way == 2:
        return ((pieces & EVEN) >> 4) | ((pieces & ODD_INNER) >> 5)
    return ((pieces & EVEN_INNER) >> 3) | ((pieces & ODD) >> 4)


def side(s: State, seat: int) -> int:
    """The pieces of a seat."""
    return s.black if seat == 0 else s.white


def movers(s: State, seat: int, way: int) -> int:
    """The pieces of a seat that may move in a direction: all forwards, kings backwards too."""
    own = side(s, seat)
    return own if way // 2 == seat else own & s.kings


def landings(s: State, seat: int, way: int) -> int:
    """The squares where a seat's jumps in a direction land."""
    empty = BOARD & ~(s.black | s.white)
    return shift(shift(movers(s, seat, way), way) & side(s, 1 - seat), way) & empty


def steps(s: State, seat: int, way: int) -> int:
    """The squares where a seat's plain moves in a direction end."""
    return shift(movers(s, seat, way), way) & ~(s.black | s.white)


def can_capture(s: State, seat: int) -> bool:
    """Whether a seat has a jump."""
    found: int = ZERO
    for way in range(4):
        found |= landings(s, seat, way)
    return found != ZERO


def legal(s: State, moves: list[int], k: int) -> int:
    """All captures, each to its end; without captures all plain moves."""
    start = k
    for way in range(4):
        left = landings(s, s.turn, way)
        while left:
            target = left & ~(left - ONE)
            moves[k] = lowest(shift(shift(target, 3 - way), 3 - way)) | (1 << 5) | (way << 9)
            left ^= target
            k += 1
    if k > start:
        return extend(s, moves, start, k)
    for way in range(4):
        left = steps(s, s.turn, way)
        while left:
            target = left & ~(left - ONE)
            moves[k] = lowest(shift(target, 3 - way)) | (way << 9)
            left ^= target
            k += 1
    return k


def extend(s: State, moves: list[int], start: int, end: int) -> int:
    """Carry the single jumps in moves[start:end] to their ends.

    The buffer is its own list of work: a jump that goes on is replaced by its first continuation, and the others are
    put at the end.
    """
    other = side(s, 1 - s.turn)
    i = start
    while i < end:
        move = moves[i]
        origin = ONE << (move & 31)
        empty = (BOARD & ~(s.black | s.white)) | origin
        jumps = (move >> 5) & 15
        at: int = origin
        left: int = other
        for jump in range(jumps):
            way = (move >> (9 + 2 * jump)) & 3
            over = shift(at, way)
            left &= ~over
            at = shift(over, way)
        goes_on = False
        king = (origin & s.kings) != ZERO
        if king or not at & CROWN[s.turn]:
            for way in range(4):
                if (king or way // 2 == s.turn) and shift(shift(at, way) & left, way) & empty:
                    longer = (move + (1 << 5)) | (way << (9 + 2 * jumps))
                    if goes_on:
                        moves[end] = longer
                        end += 1
                    else:
                        moves[i] = longer
                        goes_on = True
        if not goes_on:
            i += 1
    return end


def play(s: State, move: int) -> None:
    """Move the piece, take what it jumps, crown a man on the last row."""
    origin = ONE << (move & 31)
    jumps = (move >> 5) & 15
    man = (origin & s.kings) == ZERO
    at: int = origin
    taken: int = ZERO
    for jump in range(max(jumps, 1)):
        way = (move >> (9 + 2 * jump)) & 3
        at = shift(at, way)
        if jumps:
            taken |= at
            at = shift(at, way)
    if s.turn == 0:
        s.black = (s.black & ~origin) | at
        s.white &= ~taken
    else:
        s.white = (s.white & ~origin) | at
        s.black &= ~taken
    s.kings &= ~(taken | origin)
    if not man or at & CROWN[s.turn]:
        s.kings |= at
    s.turn = 1 - s.turn
    remember(s, jumps > 0 or man)


def remember(s: State, fresh: bool) -> None:
    """Count the quiet plies and the times that the position was there before, with the same side to move."""
    now = (s.black & s.kings) | ((s.white & s.kings) << 32)
    s.repeats = 0
    if fresh:
        s.quiet = 0
    else:
        s.quiet += 1
        for earlier in range(s.quiet % 2, s.quiet - 3, 2):
            if s.past[earlier] == now:
                s.repeats += 1
    s.past[s.quiet] = now


def outcome(s: State) -> int:
    """Lost without a move; drawn by repetition or by 40 quiet moves of each side."""
    able: int = ZERO
    for way in range(4):
        able |= steps(s, s.turn, way) | landings(s, s.turn, way)
    if not able:
        return LOSS
    return DRAW if s.repeats >= 2 or s.quiet >= QUIET_LIMIT else ONGOING


def ending(s: State) -> str:
    """Why the game is over."""
    if outcome(s) == LOSS:
        return "no moves" if side(s, s.turn) else "no pieces left"
    return "threefold repetition" if s.repeats >= 2 else "40-move rule"


def strength(s: State, seat: int) -> int:
    """One side's pieces by number and place: first row, centre, advance, freedom; kings away from the border."""
    own = side(s, seat)
    men = own & ~s.kings
    kings = own & s.kings
    other_men = side(s, 1 - seat) & ~s.kings
    value = MAN_VALUE * popcount(men) + KING_VALUE * popcount(kings)
    value += 4 * popcount(men & MIDDLE) + 3 * popcount(men & CENTRE) - 2 * popcount(men & EDGE)
    value += 5 * popcount(kings & MIDDLE) + 3 * popcount(kings & CENTRE)
    if other_men:
        guards = men & BRIDGE[seat]
        value += 6 * popcount(men & CROWN[1 - seat]) + 7 * popcount(guards)
        if guards == BRIDGE[seat]:
            value += 8
    for row in range(8):
        ahead = row if seat == 0 else 7 - row
        value += ahead * popcount(men & (u64(15) << (4 * row)))
    moves = 0
    for way in range(4):
        moves += popcount(steps(s, seat, way))
    return value + 3 * min(moves, 12)


def evaluate(s: State) -> int:
    """Both sides' strength. Who is ahead gains by exchanges; who is behind holds out in a double corner."""
    own, other = side(s, s.turn), side(s, 1 - s.turn)
    value = strength(s, s.turn) - strength(s, 1 - s.turn)
    ahead = popcount(own) - popcount(other)
    pieces = popcount(own | other)
    value += 240 * ahead // pieces
    if ahead > 0:
        value -= 12 * popcount(other & s.kings & DOUBLE_CORNERS)
    elif ahead < 0:
        value += 12 * popcount(own & s.kings & DOUBLE_CORNERS)
    return value + (25 if can_capture(s, s.turn) else 4)


def unsettled(s: State) -> int:
    """A capture is compulsory, so that what stands on the board will not stay."""
    return 1 if can_capture(s, s.turn) else 0


def ordered(s: State, moves: list[int], scores: list[int], k: int) -> int:
    """Long captures and those of kings first, crowning, then forwards and to the centre, the first row last."""
    end = legal(s, moves, k)
    other = side(s, 1 - s.turn)
    for i in range(k, end):
        move = moves[i]
        origin = ONE << (move & 31)
        jumps = (move >> 5) & 15
        at: int = origin
        score = 100 * jumps
        for jump in range(max(jumps, 1)):
            way = (move >> (9 + 2 * jump)) & 3
            at = shift(at, way)
            if jumps:
                score += 40 * popcount(at & s.kings)
                at = shift(at, way)
        if not origin & s.kings:
            score += 60 if at & CROWN[s.turn] else 0
            score -= 12 * popcount(origin & CROWN[1 - s.turn])
        score += 6 * popcount(at & MIDDLE)
        if jumps == 0:
            for way in range(4):
                # A square next to an enemy that has an empty one behind it is where one is taken.
                if shift(at, way) & other and shift(at, 3 - way) & ~(s.black | s.white):
                    score -= 15
        scores[i] = score
    return end


def key(s: State) -> int:
    """The pieces, which of them are kings, and the turn; not how the position came about."""
    return mix(((s.black | (s.white << 32)) * GOLDEN & ALL) ^ mix(s.kings | (u64(s.turn) << 32)))


def landing_squares(move: int) -> list[int]:
    """The PDN numbers from the origin to where the move ends."""
    at = 1 << (move & 31)
    jumps = (move >> 5) & 15
    numbers = [at.bit_length()]
    for jump in range(max(jumps, 1)):
        way = (move >> (9 + 2 * jump)) & 3
        at = shift(shift(at, way), way) if jumps else shift(at, way)
        numbers.append(at.bit_length())
    return numbers


def move_text(_s: State, move: int) -> str:
    """From and to; a capture with every landing square."""
    return ("x" if move >> 5 & 15 else "-").join(str(number) for number in landing_squares(move))


def cell_of(number: int) -> int:
    """The cell of a PDN square on the grid of eight by eight."""
    row, place = divmod(number - 1, 4)
    return 8 * row + 2 * place + (1 - row % 2)


def move_path(_s: State, move: int) -> tuple[int, ...]:
    """Origin and landing squares."""
    return tuple(cell_of(number) for number in landing_squares(move))


def all_moves(s: State) -> list[int]:
    """The legal moves."""
    buffer = [0] * MAX_MOVES
    return buffer[: legal(s, buffer, 0)]


def read_numbers(text: str) -> list[int]:
    """The squares that a move's text names; empty when it names none."""
    parts = re.split("[-x:*,]", text)
    return [int(part) for part in parts] if all(re.fullmatch("[0-9]{1,2}", part) for part in parts) else []


def alias(s: State, text: str) -> str:
    """Any separator; of a capture, origin and end when only one capture has them."""
    numbers = read_numbers(text)
    paths = {move: landing_squares(move) for move in all_moves(s)}
    found = [move for move, path in paths.items() if path == numbers]
    if not found and len(numbers) == 2:
        found = [move for move, path in paths.items() if [path[0], path[-1]] == numbers]
    return move_text(s, found[0]) if len(found) == 1 else text


def why_not(s: State, text: str) -> str | None:
    """A sentence for the commonest mistakes."""
    numbers = read_numbers(text)
    if len(numbers) < 2:
        return None
    if not all(1 <= number <= 32 for number in numbers):
        return "squares are numbered 1 to 32"
    origin, target = 1 << (numbers[0] - 1), 1 << (numbers[-1] - 1)
    if not side(s, s.turn) & origin:
        what = "is the opponent's" if side(s, 1 - s.turn) & origin else "is empty"
        return f"square {numbers[0]} {what}"
    paths = {move: landing_squares(move) for move in all_moves(s)}
    captures = [move_text(s, move) for move in paths if move >> 5 & 15]
    if captures:
        longer = [move_text(s, move) for move, path in paths.items() if path[: len(numbers)] == numbers]
        if longer:
            return f"the jump must be carried to its end: {' or '.join(longer)}"
        same_ends = [move_text(s, m) for m, path in paths.items() if [path[0], path[-1]] == [numbers[0], numbers[-1]]]
        if same_ends:
            return f"name every landing square: {' or '.join(same_ends)}"
        return f"a capture is compulsory: {' or '.join(captures)}"
    if (s.black | s.white) & target:
        return f"square {numbers[-1]} is occupied"
    return None


def position_text(s: State, _rows: tuple[str, ...]) -> str:
    """PDN FEN: the side to move, White's and Black's squares, K before a king."""
    texts = []
    for letter, pieces in (("W", s.white), ("B", s.black)):
        numbers = [n + 1 for n in range(32) if pieces >> n & 1]
        texts.append(letter + ",".join(f"K{n}" if s.kings >> (n - 1) & 1 else str(n) for n in numbers))
    return f"{'BW'[s.turn]}:{texts[0]}:{texts[1]}"


def read_position(s: State, text: str) -> None:
    """The reverse of `position_text`; also reads ranges such as 21-32 and a full stop at the end. Raises ValueError."""
    parts = text.upper().replace(" ", "").rstrip(".").split(":")
    if len(parts) != 3 or parts[0] not in ("B", "W") or sorted(part[:1] for part in parts[1:]) != ["B", "W"]:
        raise ValueError("it must be like B:W18,24,K31:B1,2,K9 - the side to move, then each side's squares")
    s.turn = "BW".index(parts[0])
    for part in parts[1:]:
        for item in part[1:].split(",") if len(part) > 1 else []:
            match = re.fullmatch("(K?)([0-9]{1,2})(?:-([0-9]{1,2}))?", item)
            if not match:
                raise ValueError(f"{item!r} is not a square, such as 18 or K31")
            king, low, high = match.groups()
            for number in range(int(low), int(high or low) + 1):
                add_piece(s, "BW".index(part[0]), number, bool(king))
    for seat in (0, 1):
        if popcount(side(s, seat)) > 12:
            raise ValueError(f"{GAME.seats[seat]} has more than 12 pieces")
    if not side(s, 1 - s.turn):
        raise ValueError(f"{GAME.seats[1 - s.turn]} has no pieces and cannot have moved last")
    remember(s, True)


def add_piece(s: State, seat: int, number: int, king: bool) -> None:
    """Put a piece on a square. Raises ValueError where it cannot stand."""
    if not 1 <= number <= 32:
        raise ValueError(f"there is no square {number}; squares are 1 to 32")
    square = 1 << (number - 1)
    if (s.black | s.white) & square:
        raise ValueError(f"square {number} is named twice")
    if not king and square & CROWN[seat]:
        raise ValueError(f"a man of {GAME.seats[seat]} on {number} would be a king")
    if seat == 0:
        s.black |= square
    else:
        s.white |= square
    if king:
        s.kings |= square


def board() -> Grid:
    """Eight by eight cells, of which the dark ones carry the numbers 1 to 32."""
    labels = [""] * 64
    for number in range(1, 33):
        labels[cell_of(number)] = str(number)
    return Grid(
        column_labels=("",) * 8,
        row_labels=("",) * 8,
        symbols={
            " ": "not in play",
            "-": "empty",
            "b": "black man",
            "B": "black king",
            "w": "white man",
            "W": "white king",
        },
        cell_labels=tuple(labels),
    )


def picture(s: State) -> Picture:
    """Men, kings and empty dark squares, and how many pieces each side has."""
    symbols = [" "] * 64
    for n in range(32):
        letter = "b" if s.black >> n & 1 else "w" if s.white >> n & 1 else "-"
        symbols[cell_of(n + 1)] = letter.upper() if s.kings >> n & 1 else letter
    counters = tuple((seat, popcount(side(s, i))) for i, seat in enumerate(GAME.seats))
    return Picture(split_rows("".join(symbols), 8), counters)
