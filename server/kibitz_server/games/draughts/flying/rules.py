"""Rules that international and Russian draughts share: flying kings, and men that capture backwards.

The dark squares are bits, row by row from the top left, with one unused bit after every two rows. So a step in a
direction is the same shift from every square, and a step over the border reaches an unused bit. Squares are numbered
from 0 without these gaps; PDN adds 1.

A plain move's code holds the bits of origin and end. A capture's code counts from CAPTURE on. It holds which piece of
the own side moves, where it ends, and one bit for each piece of the opponent, set if the move takes it. Both sides'
pieces are counted in the order of their squares. So captures of the same pieces with the same ends have one code. The
text names one of their ways.

The constants here are those of international draughts.
"""

from typing import Annotated

from kibitz_server.games.bits import ALL, FIRST_FACTOR, GOLDEN, clear_single, lowest, mix, popcount, u64
from kibitz_server.games.game import DRAW, LOSS, ONGOING
from kibitz_server.games.record import I64, U64, Array, Record


def bit_of(number: int, half: int) -> int:
    """Return the bit of a square, on a board with `half` dark squares in a row."""
    return number + number // (2 * half)


def number_of(bit: int, half: int) -> int:
    """Return the number of the square of a bit."""
    return bit - bit // (2 * half + 1)


def rows_of(half: int) -> tuple[u64, ...]:
    """Return the dark squares of each row from the top."""
    return tuple(u64(((1 << half) - 1) << bit_of(half * row, half)) for row in range(2 * half))


def area(half: int, rows: range, columns: range) -> u64:
    """Return the dark squares of some rows and columns, both counted from 0 at the top left."""
    squares = 0
    for number in range(2 * half * half):
        row, place = divmod(number, half)
        if row in rows and 2 * place + 1 - row % 2 in columns:
            squares |= 1 << bit_of(number, half)
    return u64(squares)


HALF = 5
"""Dark squares in a row."""
PIECES = 20
"""Most pieces of a side."""
MAX_MOVES = 512
"""More than any position has: 20 kings of 17 moves each have 340. A list of captures that would be longer is cut."""
LONGEST = 1
"""Whether only the captures of the most pieces are legal."""
CROWNED_ON_THE_WAY = 0
"""Whether a man that reaches the last row in a capture goes on as a king; otherwise it must end there to become one."""
QUIET_LIMIT = 50
"""Plies without a capture or a man's move that make a draw."""
THREE_LIMIT, TWO_LIMIT = 32, 10
"""Plies that make a draw in endings of one king against three pieces, and against two or one; 0 for no such rule."""
PAST = QUIET_LIMIT + 1
MAX_PLIES = (40 * 9 + 39 * 8 + 39 + 1) * PAST
"""Each man moves at most nine rows forwards. Each of up to 39 captures may move a man back by eight. At most
QUIET_LIMIT plies pass between these events."""

ZERO, ONE = u64(0), u64(1)
KEEP = 0
"""Repetitions end a game, so values of earlier searches may no longer be true."""
ROWS = rows_of(HALF)
BOARD = area(HALF, range(10), range(10))
CROWN = (ROWS[0], ROWS[9])
"""Where each seat's men become kings: White's at the top."""
BEFORE_CROWN = (ROWS[1], ROWS[8])
"""The rows before them. A piece that takes another there touches the last row."""
CAPTURE = 4096
"""Least code of a capture."""


class State(Record):
    """Pieces of each side, and which of them are kings. Seat 0 is White, which begins from the bottom.

    `quiet` counts the plies since a capture or a man's move, and `past` has the `name` after each of them: the hash
    of a position. `repeats` counts its earlier occurrences. `few` counts the plies of an ending with few pieces.
    """

    turn: I64
    white: U64
    black: U64
    kings: U64
    quiet: I64
    few: I64
    repeats: I64
    name: U64
    past: Annotated[list[int], Array("u8", "PAST")]


def shift(squares: int, way: int) -> int:
    """Move squares by one step: down left (0), down right (1), up left (2), up right (3); 3 - way is the reverse."""
    if way == 0:
        return (squares << HALF) & BOARD
    if way == 1:
        return (squares << (HALF + 1)) & BOARD
    if way == 2:
        return (squares >> (HALF + 1)) & BOARD
    return (squares >> HALF) & BOARD


def side(s: State, seat: int) -> int:
    """Return the pieces of a seat."""
    return s.white if seat == 0 else s.black


def reached(kings: int, empty: int, way: int) -> int:
    """Return the empty squares that kings can slide to in a direction."""
    found: int = ZERO
    step = shift(kings, way) & empty
    while step:
        found |= step
        step = shift(step, way) & empty
    return found


def can_capture(s: State, seat: int) -> bool:
    """Return whether a seat has a capture."""
    own, other = side(s, seat), side(s, 1 - seat)
    empty = BOARD & ~(own | other)
    kings = own & s.kings
    for way in range(4):
        before: int = own
        if kings:
            before |= reached(kings, empty, way)
        if shift(shift(before, way) & other, way) & empty:
            return True
    return False


def can_step(s: State, seat: int) -> bool:
    """Return whether a seat has a piece with an empty square next to it, in a direction in which the piece may move."""
    own = side(s, seat)
    kings = own & s.kings
    empty = BOARD & ~(s.white | s.black)
    forward = 2 - 2 * seat
    if (shift(own, forward) | shift(own, forward + 1)) & empty:
        return True
    return kings != ZERO and ((shift(kings, 2 * seat) | shift(kings, 2 * seat + 1)) & empty) != ZERO


def legal(s: State, moves: list[int], k: int) -> int:
    """Write the captures, or only the longest by some rules; without captures, the plain moves."""
    if can_capture(s, s.turn):
        return captures(s, moves, k)
    own = side(s, s.turn)
    empty = BOARD & ~(s.white | s.black)
    kings = own & s.kings
    for way in range(2 - 2 * s.turn, 4 - 2 * s.turn):
        left = shift(own & ~kings, way) & empty
        while left:
            end = left & ~(left - ONE)
            moves[k] = lowest(shift(end, 3 - way)) | (lowest(end) << 6)
            left ^= end
            k += 1
    while kings:
        origin = kings & ~(kings - ONE)
        kings ^= origin
        for way in range(4):
            step = shift(origin, way) & empty
            while step:
                moves[k] = lowest(origin) | (lowest(step) << 6)
                k += 1
                step = shift(step, way) & empty
    return k


def captures(s: State, moves: list[int], k: int) -> int:
    """Write the captures of all pieces, each carried to its end."""
    own, other = side(s, s.turn), side(s, 1 - s.turn)
    start = k
    left = own
    index = 0
    while left:
        origin = left & ~(left - ONE)
        left ^= origin
        king = 1 if origin & s.kings else 0
        empty = (BOARD & ~(own | other)) | origin
        for way in range(4):
            over = first_piece(origin, way, king, empty)
            if over & other:
                landing = shift(over, way) & empty
                if landing:
                    k = jump_on(s, moves, start, k, index, empty, landing, way, over, king)
        index += 1
    return k


def first_piece(at: int, way: int, king: int, empty: int) -> int:
    """Return the square that a piece on `at` may jump over if it is the opponent's: a king slides up to it."""
    step = shift(at, way)
    if king:
        while step & empty:
            step = shift(step, way)
    return step


def jump_on(
    s: State, moves: list[int], start: int, k: int, index: int, empty: int, at: int, way: int, taken: int, king: int
) -> int:
    """Write the captures that begin with some jumps.

    What is taken stays on the board until the move is over, so that it can neither be jumped again nor passed.

    Args:
        s: The position.
        moves: List for the codes.
        start: Where the captures of this position begin in it.
        k: Where they end so far.
        index: Which piece of the own side moves.
        empty: Empty squares, with the origin of the move.
        at: Square behind the piece taken last, at which a man lands. A king may go on to the next piece.
        way: Direction of the last jump.
        taken: The pieces taken so far.
        king: Whether the piece moves as a king.
    """
    if k - start >= MAX_MOVES - 16:
        return k
    if CROWNED_ON_THE_WAY and at & CROWN[s.turn]:
        king = 1
    other = side(s, 1 - s.turn) & ~taken
    further = False
    landing = at
    while landing:
        for turned in range(4):
            # Backwards lies the piece taken last. Straight on, all squares between two pieces lead to the same jump.
            if turned != 3 - way and (turned != way or landing == at):
                over = first_piece(landing, turned, king, empty)
                if over & other:
                    behind = shift(over, turned) & empty
                    if behind:
                        further = True
                        k = jump_on(s, moves, start, k, index, empty, behind, turned, taken | over, king)
        landing = shift(landing, way) & empty if king else ZERO
    if further:
        return k
    captured = packed(taken, side(s, 1 - s.turn))
    landing = at
    while landing:
        k = add(moves, start, k, CAPTURE + ((captured << 6) | lowest(landing)) * PIECES + index)
        landing = shift(landing, way) & empty if king else ZERO
    return k


def add(moves: list[int], start: int, k: int, code: int) -> int:
    """Write a capture, unless it is there already or the rules forbid it as too short; return the new end."""
    if LONGEST and k > start:
        longer = popcount(u64(captured_by(code))) - popcount(u64(captured_by(moves[start])))
        if longer < 0:
            return k
        if longer > 0:
            k = start
    for i in range(start, k):
        if moves[i] == code:
            return k
    moves[k] = code
    return k + 1


def captured_by(move: int) -> int:
    """Return which of the opponent's pieces a capture takes, one bit for each."""
    return (move - CAPTURE) // PIECES >> 6


def packed(taken: int, pieces: int) -> int:
    """Return a set of pieces with one bit for each of `pieces`, in the order of their squares."""
    found = 0
    while taken:
        piece = taken & ~(taken - ONE)
        found |= 1 << popcount(pieces & (piece - ONE))
        taken ^= piece
    return found


def unpacked(found: int, pieces: int) -> int:
    """Return the squares of a set of pieces that `packed` has made."""
    taken: int = ZERO
    while found:
        piece = pieces & ~(pieces - ONE)
        if found & 1:
            taken |= piece
        pieces ^= piece
        found >>= 1
    return taken


def origin_of(s: State, move: int) -> int:
    """Return the square of the piece that moves."""
    if move < CAPTURE:
        return ONE << (move & 63)
    pieces = side(s, s.turn)
    for _ in range((move - CAPTURE) % PIECES):
        pieces &= pieces - ONE
    return pieces & ~(pieces - ONE)


def end_of(move: int) -> int:
    """Return the square on which a move ends."""
    return ONE << (move >> 6) if move < CAPTURE else ONE << ((move - CAPTURE) // PIECES & 63)


def taken_by(s: State, move: int) -> int:
    """Return the squares of the pieces that a move takes."""
    return ZERO if move < CAPTURE else unpacked(captured_by(move), side(s, 1 - s.turn))


def crowns(seat: int, end: int, taken: int) -> bool:
    """Return whether a man that makes a move becomes a king."""
    if end & CROWN[seat]:
        return True
    return CROWNED_ON_THE_WAY == 1 and (taken & BEFORE_CROWN[seat]) != ZERO


def play(s: State, move: int) -> None:
    """Move the piece, remove what it takes, crown a man."""
    origin, end, taken = origin_of(s, move), end_of(move), taken_by(s, move)
    man = (origin & s.kings) == ZERO
    before = few_limit(s)
    if s.turn == 0:
        s.white = (s.white & ~origin) | end
        s.black &= ~taken
    else:
        s.black = (s.black & ~origin) | end
        s.white &= ~taken
    s.kings &= ~(taken | origin)
    if not man or crowns(s.turn, end, taken):
        s.kings |= end
    s.turn = 1 - s.turn
    after = few_limit(s)
    s.few = s.few + 1 if after and after == before else 0
    remember(s, man or taken != ZERO)


def few_limit(s: State) -> int:
    """Return the plies after which an ending of one king against few pieces with a king is a draw; 0 for others."""
    if THREE_LIMIT == 0 or popcount(s.white | s.black) > 4:
        return 0
    lone, rest = s.white, s.black
    if popcount(lone) != 1:
        lone, rest = rest, lone
    if popcount(lone) != 1 or not lone & s.kings or not rest & s.kings:
        return 0
    return THREE_LIMIT if popcount(rest) == 3 else TWO_LIMIT


def remember(s: State, fresh: bool) -> None:
    """Set the hash of the position, and count the quiet plies and its earlier occurrences."""
    place = mix(((s.white * GOLDEN) & ALL) ^ mix(((s.black * FIRST_FACTOR) & ALL) ^ u64(s.turn)))
    s.name = mix(place ^ s.kings)
    s.repeats = 0
    if fresh:
        s.quiet = 0
    else:
        s.quiet += 1
        for earlier in range(s.quiet % 2, s.quiet - 3, 2):
            if s.past[earlier] == s.name:
                s.repeats += 1
    s.past[s.quiet] = s.name


def outcome(s: State) -> int:
    """Return LOSS without a move, DRAW by repetition or by a count of moves, else ONGOING."""
    if not can_step(s, s.turn) and not can_capture(s, s.turn):
        return LOSS
    if s.repeats >= 2 or s.quiet >= QUIET_LIMIT:
        return DRAW
    limit = few_limit(s)
    return DRAW if limit and s.few >= limit else ONGOING


def ending(s: State) -> str:
    """Return why the game is over."""
    if outcome(s) == LOSS:
        return "no moves" if side(s, s.turn) else "no pieces left"
    if s.repeats >= 2:
        return "threefold repetition"
    return f"{(QUIET_LIMIT if s.quiet >= QUIET_LIMIT else few_limit(s)) // 2}-move rule"


def unsettled(s: State) -> int:
    """Return 1 if there is a capture: captures are compulsory, so the material is about to change."""
    return 1 if can_capture(s, s.turn) else 0


def recurring(s: State) -> int:
    """Return 1 if the position has occurred before."""
    return 1 if s.repeats else 0


def forget_single(s: State) -> None:
    """Forget the positions that occurred once, so that a single repetition of one does not look like a draw."""
    clear_single(s.past, s.quiet)


def key(s: State) -> int:
    """Return the hash of the pieces, the kings and the turn; the history of the position is not included."""
    return s.name


def full_key(s: State) -> int:
    """Return a hash of the position and of what the draws by rule depend on.

    The past matters only where it has a position twice: on the soonest way to a win no position occurs twice.
    """
    word = mix(s.name ^ u64(s.quiet | (s.few << 8)))
    if occurred_twice(s):
        for ply in range(s.quiet):
            word = mix(((word ^ s.past[ply]) * GOLDEN) & ALL)
    return word


def occurred_twice(s: State) -> bool:
    """Return whether any position since the last capture or man's move has occurred twice."""
    for later in range(2, s.quiet + 1):
        for earlier in range(later % 2, later - 1, 2):
            if s.past[earlier] == s.past[later]:
                return True
    return False
