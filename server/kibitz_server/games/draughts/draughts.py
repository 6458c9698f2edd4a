"""English draughts on bitboards of the 32 dark squares; bit `n` is the square that PDN numbers `n + 1`.

A move's code holds the origin in five bits and the number of jumps in the next four (0 for a plain move). The direction
of each jump (or of the plain move) follows in two bits each. A direction and a square determine where a jump lands and
what it takes. So different landing squares have different codes, and the same landing squares have one.
"""

import re
from functools import lru_cache
from typing import Annotated

from kibitz_server.games.bits import ALL, GOLDEN, lowest, mix, popcount, u64
from kibitz_server.games.board import Grid, Picture, split_rows
from kibitz_server.games.data import FILES, byte_at
from kibitz_server.games.draughts.endings import BLOCK_STARTS as BLOCK_STARTS
from kibitz_server.games.draughts.endings import CHOOSE as CHOOSE
from kibitz_server.games.draughts.endings import ENDING_PIECES, LONGEST_WAIT, ending_place, flipped
from kibitz_server.games.draughts.endings import FLIPS as FLIPS
from kibitz_server.games.draughts.endings import GROUP as GROUP
from kibitz_server.games.draughts.endings import MEN_FROM as MEN_FROM
from kibitz_server.games.draughts.endings import MEN_SQUARES as MEN_SQUARES
from kibitz_server.games.draughts.endings import UNIT as UNIT
from kibitz_server.games.draughts.endings import rank as rank
from kibitz_server.games.draughts.fen import read_pieces
from kibitz_server.games.game import BY_CODE, DRAW, LOSS, ONGOING, UNKNOWN, Declaration
from kibitz_server.games.record import I64, U64, Array, Record

GUIDE = """\
Goal: take all pieces of your opponent, or leave them without a move.

Moves: only the dark squares are used. Black moves first. A man moves one square diagonally forwards, a king one
square diagonally in any direction. A man that reaches the last row becomes a king, and its turn ends there.

Captures: a piece jumps over an adjacent enemy piece to the empty square behind it, and takes the piece. You must
capture if you can, and must go on jumping with the same piece as long as it can capture. If several captures are
possible, you may choose any of them. Men capture only forwards.

End: a player who has no pieces or cannot move loses. The game is a draw when a position occurs for the third time,
or after 40 moves by each side without a capture or a man's move.

Notation: the dark squares have the numbers 1 to 32, from the top left, row by row. `11-15` moves from square 11 to
15. `9x18x25` jumps from 9 to 18 and on to 25. `9x25` is enough if only one capture starts and ends there.
"""

GAME = Declaration(
    name="draughts",
    title="English draughts",
    summary="Move men forwards, capture by jumping (compulsory), crown on the last row; who cannot move has lost.",
    move_help="a move is from-to in square numbers (11-15); a capture names every landing square (9x18x25)",
    seats=("Black", "White"),
    guide=GUIDE,
)

MOVES = BY_CODE
MAX_MOVES = 192
"""Twelve pieces with at most 16 different captures each (maximum for a king over every set of enemy pieces)."""
QUIET_LIMIT = 80
"""Plies without a capture or a man's move that make a draw: 40 for each side."""
PAST = QUIET_LIMIT + 1
MAX_PLIES = (24 * 7 + 24) * PAST
"""Every man moves at most seven times and is taken once, with at most QUIET_LIMIT plies between these events."""

DATA = ("draughts-endings",)
ENDINGS = FILES.number_of("draughts-endings")

ZERO, ONE = u64(0), u64(1)
KEEP = 0
"""Repetitions end a game, so values of earlier searches may no longer be true."""
BOARD = u64(0xFFFFFFFF)
EVEN, ODD = u64(0x0F0F0F0F), u64(0xF0F0F0F0)
"""Rows 1, 3, 5, 7 from the top, which begin with a light square, and the others."""
EVEN_INNER, ODD_INNER = u64(0x07070707), u64(0xE0E0E0E0)
"""The same squares without the one at the right border (EVEN_INNER) or the left border (ODD_INNER)."""
CROWN = (u64(0xF0000000), u64(0x0000000F))
"""Where each seat's men become kings."""

MAN_VALUE, KING_VALUE = 100, 140
BRIDGE = (u64(0b0101), u64(0b1010 << 28))
"""The two squares of each seat's first row that best keep the opponent from crowning: 1 and 3, 30 and 32."""
CENTRE = u64(0x00066000)
MIDDLE = u64(0x00666600)
DOUBLE_CORNERS = u64(0x88000011)
EDGE = u64(0x18181818)


class State(Record):
    """Pieces of each side, and which of them are kings.

    `quiet` counts the plies since a capture or a man's move. `past` has the kings after each of these plies; nothing
    else changes meanwhile. `repeats` counts earlier occurrences of the position.
    """

    turn: I64
    black: U64
    white: U64
    kings: U64
    quiet: I64
    repeats: I64
    past: Annotated[list[int], Array("u8", "PAST")]


def setup(s: State) -> None:
    """Set up twelve men each; Black, at the top, to move."""
    s.black = u64(0x00000FFF)
    s.white = u64(0xFFF00000)


def shift(pieces: int, way: int) -> int:
    """Move pieces one square: down left (0), down right (1), up left (2), up right (3); 3 - way is the reverse."""
    if way == 0:
        return (((pieces & EVEN) << 4) | ((pieces & ODD_INNER) << 3)) & BOARD
    if way == 1:
        return (((pieces & EVEN_INNER) << 5) | ((pieces & ODD) << 4)) & BOARD
    if way == 2:
        return ((pieces & EVEN) >> 4) | ((pieces & ODD_INNER) >> 5)
    return ((pieces & EVEN_INNER) >> 3) | ((pieces & ODD) >> 4)


def side(s: State, seat: int) -> int:
    """Return the pieces of a seat."""
    return s.black if seat == 0 else s.white


def movers(s: State, seat: int, way: int) -> int:
    """Return the pieces of a seat that may move in a direction: all forwards, only kings backwards."""
    own = side(s, seat)
    return own if way // 2 == seat else own & s.kings


def landings(s: State, seat: int, way: int) -> int:
    """Return the squares where a seat's jumps in a direction land."""
    empty = BOARD & ~(s.black | s.white)
    return shift(shift(movers(s, seat, way), way) & side(s, 1 - seat), way) & empty


def steps(s: State, seat: int, way: int) -> int:
    """Return the squares where a seat's plain moves in a direction end."""
    return shift(movers(s, seat, way), way) & ~(s.black | s.white)


def can_capture(s: State, seat: int) -> bool:
    """Return whether a seat has a jump."""
    found: int = ZERO
    for way in range(4):
        found |= landings(s, seat, way)
    return found != ZERO


def legal(s: State, moves: list[int], k: int) -> int:
    """Write all captures, each carried to its end; without captures, all plain moves."""
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
    """Carry the single jumps in moves[start:end] to their ends; return the new end.

    The buffer serves as its own work list: a jump that can continue is replaced by its first continuation, and the
    other continuations are appended.
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
    """Move the piece, remove the captured pieces, crown a man on the last row."""
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
    """Count the quiet plies and the earlier occurrences of the position with the same side to move."""
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
    """Return LOSS without a move, DRAW by repetition or after 40 quiet moves of each side, else ONGOING."""
    able: int = ZERO
    for way in range(4):
        able |= steps(s, s.turn, way) | landings(s, s.turn, way)
    if not able:
        return LOSS
    return DRAW if s.repeats >= 2 or s.quiet >= QUIET_LIMIT else ONGOING


def ending(s: State) -> str:
    """Return why the game is over."""
    if outcome(s) == LOSS:
        return "no moves" if side(s, s.turn) else "no pieces left"
    return "threefold repetition" if s.repeats >= 2 else "40-move rule"


def strength(s: State, seat: int) -> int:
    """Score one side's pieces by number and place: first row, centre, advance, mobility, kings off the border."""
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
    """Return the difference in strength, adjusted for the side that is ahead.

    The side ahead gains by exchanges; the side behind can hold out with a king in a double corner.
    """
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
    """Return 1 if there is a capture: captures are compulsory, so the material is about to change."""
    return 1 if can_capture(s, s.turn) else 0


def known(s: State) -> int:
    """Return the plies to a certain win, negative for a loss, 0 for a draw; UNKNOWN where the endings do not tell.

    They are made without the draws by repetition and by the 40-move rule. A win counts if progress comes in time for
    that rule, and if no position on the way can already have occurred twice.
    """
    if popcount(s.black | s.white) > ENDING_PIECES or can_capture(s, s.turn):
        return UNKNOWN
    if s.turn == 0:
        byte = byte_at(ENDINGS, ending_place(s.black, s.white, s.kings))
    else:
        byte = byte_at(ENDINGS, ending_place(flipped(s.white), flipped(s.black), flipped(s.kings)))
    if byte <= 1:
        return DRAW if byte else UNKNOWN
    plies = byte - 2
    if s.quiet and (s.quiet + min(plies, LONGEST_WAIT) > QUIET_LIMIT or occurred_twice(s)):
        return UNKNOWN
    return plies if plies % 2 else -plies


def occurred_twice(s: State) -> bool:
    """Return whether any position since the last capture or man's move has occurred twice."""
    for later in range(2, s.quiet + 1):
        for earlier in range(later % 2, later - 1, 2):
            if s.past[earlier] == s.past[later]:
                return True
    return False


def ordered(s: State, moves: list[int], scores: list[int], k: int) -> int:
    """Write the legal moves: long captures and captures of kings first, then crowning, then the centre.

    Men of the first row move last.
    """
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
                # Next to an enemy piece and in front of an empty square, the piece can be captured.
                if shift(at, way) & other and shift(at, 3 - way) & ~(s.black | s.white):
                    score -= 15
        scores[i] = score
    return end


def key(s: State) -> int:
    """Return a hash of the pieces, the kings and the turn; the history of the position is not included."""
    return mix(((s.black | (s.white << 32)) * GOLDEN & ALL) ^ mix(s.kings | (u64(s.turn) << 32)))


def full_key(s: State) -> int:
    """Return a hash of the position and of what the draws by rule depend on: the quiet plies, and some of the past.

    On the soonest way to a win no position occurs twice. So the past matters only where it has a position twice, which
    would be a draw the third time.
    """
    word = mix(key(s) ^ u64(s.quiet))
    if occurred_twice(s):
        for ply in range(s.quiet):
            word = mix(((word ^ s.past[ply]) * GOLDEN) & ALL)
    return word


def landing_squares(move: int) -> list[int]:
    """Return the PDN numbers of the squares from the origin to the end of the move."""
    at = 1 << (move & 31)
    jumps = (move >> 5) & 15
    numbers = [at.bit_length()]
    for jump in range(max(jumps, 1)):
        way = (move >> (9 + 2 * jump)) & 3
        at = shift(shift(at, way), way) if jumps else shift(at, way)
        numbers.append(at.bit_length())
    return numbers


def move_text(_s: State, move: int) -> str:
    """Return origin and target; for a capture, every landing square."""
    return ("x" if move >> 5 & 15 else "-").join(str(number) for number in landing_squares(move))


def cell_of(number: int) -> int:
    """Return the cell of a PDN square on the grid of eight by eight."""
    row, place = divmod(number - 1, 4)
    return 8 * row + 2 * place + (1 - row % 2)


def move_path(_s: State, move: int) -> tuple[int, ...]:
    """Return the origin and the landing squares."""
    return tuple(cell_of(number) for number in landing_squares(move))


def all_moves(s: State) -> list[int]:
    """Return the legal moves."""
    buffer = [0] * MAX_MOVES
    return buffer[: legal(s, buffer, 0)]


def read_numbers(text: str) -> list[int]:
    """Return the squares that a move's text names; empty when it names none."""
    parts = re.split("[-x:*,]", text)
    return [int(part) for part in parts] if all(re.fullmatch("[0-9]{1,2}", part) for part in parts) else []


def alias(s: State, text: str) -> str:
    """Accept any separator, and for a capture its origin and end, if only one capture has them."""
    numbers = read_numbers(text)
    paths = {move: landing_squares(move) for move in all_moves(s)}
    found = [move for move, path in paths.items() if path == numbers]
    if not found and len(numbers) == 2:
        found = [move for move, path in paths.items() if [path[0], path[-1]] == numbers]
    return move_text(s, found[0]) if len(found) == 1 else text


def why_not(s: State, text: str) -> str | None:
    """Return a sentence for the most common mistakes."""
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
    """Return PDN FEN: the side to move, White's and Black's squares, K before a king."""
    texts = []
    for letter, pieces in (("W", s.white), ("B", s.black)):
        numbers = [n + 1 for n in range(32) if pieces >> n & 1]
        texts.append(letter + ",".join(f"K{n}" if s.kings >> (n - 1) & 1 else str(n) for n in numbers))
    return f"{'BW'[s.turn]}:{texts[0]}:{texts[1]}"


def read_position(s: State, text: str) -> None:
    """Fill a state from the text that `position_text` writes.

    Ranges such as 21-32 and a full stop at the end are accepted.

    Raises:
        ValueError: The text cannot be read, or no game can reach the position.
    """
    turn, pieces = read_pieces(text, "B:W18,24,K31:B1,2,K9", "18 or K31")
    s.turn = "BW".index(turn)
    for piece in pieces:
        add_piece(s, "BW".index(piece.side), piece.square, piece.king)
    for seat in (0, 1):
        if popcount(side(s, seat)) > 12:
            raise ValueError(f"{GAME.seats[seat]} has more than 12 pieces")
    if not side(s, 1 - s.turn):
        raise ValueError(f"{GAME.seats[1 - s.turn]} has no pieces and cannot have moved last")
    remember(s, True)


def add_piece(s: State, seat: int, name: str, king: bool) -> None:
    """Put a piece on a square.

    Raises:
        ValueError: The square does not exist or is occupied, or a man would stand on its crowning row.
    """
    if not (name.isdecimal() and 1 <= int(name) <= 32):
        raise ValueError(f"there is no square {name}; squares are 1 to 32")
    square = 1 << (int(name) - 1)
    if (s.black | s.white) & square:
        raise ValueError(f"square {name} is named twice")
    if not king and square & CROWN[seat]:
        raise ValueError(f"a man of {GAME.seats[seat]} on {name} would be a king")
    if seat == 0:
        s.black |= square
    else:
        s.white |= square
    if king:
        s.kings |= square


def board() -> Grid:
    """Return eight by eight cells with numbers on the dark ones; Black is at the top."""
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
        top=0,
        owners={"b": 0, "B": 0, "w": 1, "W": 1},
        ground="checkered",
    )


def picture(s: State) -> Picture:
    """Return men, kings and empty dark squares, and the number of pieces of each side."""
    symbols = [" "] * 64
    for n in range(32):
        letter = "b" if s.black >> n & 1 else "w" if s.white >> n & 1 else "-"
        symbols[cell_of(n + 1)] = letter.upper() if s.kings >> n & 1 else letter
    counters = tuple((seat, popcount(side(s, i))) for i, seat in enumerate(GAME.seats))
    return Picture(split_rows("".join(symbols), 8), counters)


STEP_CODES = [{shift(1 << n, way): n | way << 9 for n in range(32) if shift(1 << n, way)} for way in range(4)]
"""For each direction, the code of the plain move that ends on a square."""


def outcome_at_once(s: State) -> int:
    """Return the same as `outcome`. The first move that is found is enough."""
    own, other = (s.black, s.white) if s.turn == 0 else (s.white, s.black)
    empty = BOARD & ~(own | other)
    for way in range(4):
        pieces = own if way // 2 == s.turn else own & s.kings
        reached = shift(pieces, way)
        if reached & empty or (reached & other and shift(reached & other, way) & empty):
            return DRAW if s.repeats >= 2 or s.quiet >= QUIET_LIMIT else ONGOING
    return LOSS


def codes(s: State) -> list[int]:
    """Return the moves that `legal` writes."""
    own, other = (s.black, s.white) if s.turn == 0 else (s.white, s.black)
    empty = BOARD & ~(own | other)
    found = []
    for way in range(4):
        pieces = own if way // 2 == s.turn else own & s.kings
        if pieces:
            reached = shift(pieces, way)
            if reached & other and shift(reached & other, way) & empty:
                return all_moves(s)
            reached &= empty
            while reached:
                square = reached & -reached
                found.append(STEP_CODES[way][square])
                reached ^= square
    return found


@lru_cache(maxsize=4096)
def row_text(begins: int, black: int, white: int, kings: int) -> str:
    """Return the cells of a row, given the bits of its four dark squares; the first of them is cell `begins`."""
    cells = [" "] * 8
    for n in range(4):
        letter = "b" if black >> n & 1 else "w" if white >> n & 1 else "-"
        cells[begins + 2 * n] = letter.upper() if kings >> n & 1 else letter
    return "".join(cells)


@lru_cache(maxsize=4096)
def numbers_text(first: int, pieces: int, kings: int) -> str:
    """Return the PDN numbers of the pieces on eight squares from number `first`, each with a comma behind it."""
    squares = (n for n in range(8) if pieces >> n & 1)
    return "".join(f"{'K' if kings >> n & 1 else ''}{first + n}," for n in squares)


def drawn(s: State) -> Picture:
    """Return the same as `picture`."""
    black, white, kings = s.black, s.white, s.kings
    rows = [
        row_text(1 - row % 2, black >> 4 * row & 15, white >> 4 * row & 15, kings >> 4 * row & 15) for row in range(8)
    ]
    return Picture(tuple(rows), ((GAME.seats[0], black.bit_count()), (GAME.seats[1], white.bit_count())))


def fen(s: State, _rows: tuple[str, ...]) -> str:
    """Return the same as `position_text`."""
    texts = []
    for pieces in (s.white, s.black):
        kings = s.kings & pieces
        parts = [numbers_text(8 * i + 1, pieces >> 8 * i & 255, kings >> 8 * i & 255) for i in range(4)]
        texts.append("".join(parts)[:-1])
    return f"{'BW'[s.turn]}:W{texts[0]}:B{texts[1]}"


REFEREE = {"outcome": outcome_at_once, "keys": codes, "picture": drawn, "position_text": fen}
