"""English draughts on bitboards of the 32 dark squares; bit `n` is the square that PDN numbers `n + 1`.

A move's code holds the origin in five bits and the number of jumps in the next four (0 for a plain move). The direction
of each jump (or of the plain move) follows in two bits each. A direction and a square determine where a jump lands and
what it takes. So different landing squares have different codes, and the same landing squares have one.
"""

from typing import Annotated

from kibitz_server.games.bits import lowest, u64
from kibitz_server.games.draughts.english import endings
from kibitz_server.games.game import BY_CODE, DRAW, LOSS, ONGOING, Declaration, other_names, read_guide
from kibitz_server.games.record import I64, U64, Array, Record

COMPANIONS = (endings,)

GAME = Declaration(
    name="draughts",
    title="English draughts",
    summary="Move men forwards, capture by jumping (compulsory), crown on the last row; who cannot move has lost.",
    move_help="a move is from-to in square numbers (11-15); a capture names every landing square (9x18x25)",
    seats=("Black", "White"),
    guide=read_guide(__file__),
    draw_offers_stand=True,
    pairs=True,
    aliases=other_names(
        "checkers",
        "chequers",
        "american checkers",
        "straight checkers",
        "english checkers",
        "draughts 8x8",
        "dame",
        "damas",
    ),
)

MOVES = BY_CODE
MAX_MOVES = 192
"""Twelve pieces with at most 16 different captures each (maximum for a king over every set of enemy pieces)."""
QUIET_LIMIT = 80
"""Plies without a capture or a man's move that make a draw: 40 for each side."""
PAST = QUIET_LIMIT + 1
MAX_PLIES = (24 * 7 + 24) * PAST
"""Every man moves at most seven times and is taken once, with at most QUIET_LIMIT plies between these events."""

ZERO, ONE = u64(0), u64(1)
BOARD = u64(0xFFFFFFFF)
EVEN, ODD = u64(0x0F0F0F0F), u64(0xF0F0F0F0)
"""Rows 1, 3, 5, 7 from the top, which begin with a light square, and the others."""
EVEN_INNER, ODD_INNER = u64(0x07070707), u64(0xE0E0E0E0)
"""The same squares without the one at the right border (EVEN_INNER) or the left border (ODD_INNER)."""
CROWN = (u64(0xF0000000), u64(0x0000000F))
"""Where each seat's men become kings."""


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
