"""Retrograde analysis of draughts endings, as functions that are compiled together with the rules of the game.

The side to move is Black, at index 0, and `values` has one byte for each place of `games.draughts.endings`: 0 while the
result is undetermined, 1 for a draw, `SHIFT + n` for a result `n` plies away.
"""

from typing import Any

from kibitz_server.games.bits import u64

SLOTS = ("legal", "play", "shift", "can_capture", "flipped", "ending_place")
legal: Any = None
play: Any = None
shift: Any = None
can_capture: Any = None
flipped: Any = None
ending_place: Any = None
CROWN: Any = ()
CHOOSE: Any = ()
MEN_SQUARES: Any = 0
MEN_FROM: Any = 0

DRAWN = 1
SHIFT = 2
BIT = u64(1)
NONE = u64(0)


def pick(number: int, count: int, taken: int, squares: int) -> int:
    """Return the set of `count` of the first `squares` squares that are not `taken`, which `rank` gives this number."""
    found: int = NONE
    free = 0
    for square in range(squares):
        free += 0 if taken & (BIT << square) else 1
    square = squares
    while count:
        square -= 1
        if taken & (BIT << square):
            continue
        free -= 1
        if CHOOSE[count][free] <= number:
            number -= CHOOSE[count][free]
            found |= BIT << square
            count -= 1
    return found


def set_up(s: Any, place: int, men: int, kings: int, other_men: int, other_kings: int) -> bool:
    """Set up the position of a place within its block. Return whether it is one: no square may hold two men."""
    left = 32 - men - other_men
    place, last = place // CHOOSE[other_kings][left - kings], place % CHOOSE[other_kings][left - kings]
    place, crowned = place // CHOOSE[kings][left], place % CHOOSE[kings][left]
    first, second = place // CHOOSE[other_men][MEN_SQUARES], place % CHOOSE[other_men][MEN_SQUARES]
    black: int = pick(first, men, NONE, MEN_SQUARES)
    white: int = pick(second, other_men, NONE, MEN_SQUARES) << MEN_FROM
    if black & white:
        return False
    black_kings = pick(crowned, kings, black | white, 32)
    white_kings = pick(last, other_kings, black | white | black_kings, 32)
    s.black = black | black_kings
    s.white = white | white_kings
    s.kings = black_kings | white_kings
    s.turn = 0
    s.quiet = 0
    return True


def value_of(s: Any, values: Any) -> int:
    """Return the byte of a position for its side to move."""
    if s.turn == 0:
        if not s.black:
            return SHIFT
        return int(values[ending_place(s.black, s.white, s.kings)])
    if not s.white:
        return SHIFT
    return int(values[ending_place(flipped(s.white), flipped(s.black), flipped(s.kings))])


def best_value(s: Any, child: Any, values: Any, moves: Any) -> int:
    """Return the byte that follows from those after each move; 0 if that of a move is missing."""
    end = legal(s, moves, 0)
    if end == 0:
        return SHIFT
    won, lost, drawn = 255, 0, False
    for i in range(end):
        child.black, child.white, child.kings = s.black, s.white, s.kings
        child.turn, child.quiet = s.turn, 0
        play(child, moves[i])
        value = value_of(child, values)
        if value == 0:
            return 0
        if value == DRAWN:
            drawn = True
        elif value % 2 == 0:
            won = min(won, value + 1)
        else:
            lost = max(lost, value + 1)
    return won if won < 255 else DRAWN if drawn else lost


def settle(s: Any, child: Any, values: Any, moves: Any, start: int, size: int, a: int, b: int, c: int, d: int) -> int:
    """Determine the positions of a block with a capture or without a move. Return the number of positions."""
    count = 0
    for place in range(size):
        if set_up(s, place, a, b, c, d):
            count += 1
            if can_capture(s, 0) or legal(s, moves, 0) == 0:
                values[start + place] = best_value(s, child, values, moves)
    return count


def spread(
    s: Any, child: Any, values: Any, moves: Any, start: int, size: int, a: int, b: int, c: int, d: int, level: int
) -> int:
    """Find the results one ply before those of a block that are `level` plies away. Return how many these are."""
    count = 0
    for place in range(size):
        if values[start + place] == SHIFT + level:
            set_up(s, place, a, b, c, d)
            count += 1
            for way in range(4):
                retract(s, child, values, moves, way, level)
    return count


def retract(s: Any, child: Any, values: Any, moves: Any, way: int, level: int) -> None:
    """Take back White's plain moves in one direction, and determine the positions before them where possible."""
    black, white, kings = s.black, s.white, s.kings
    left: int = white
    while left:
        at = left & ~(left - BIT)
        left ^= at
        before = shift(at, 3 - way)
        if not before or before & (black | white):
            continue
        s.turn = 1
        s.white = (white ^ at) | before
        if kings & at:
            s.kings = (kings ^ at) | before
            determine(s, child, values, moves, level)
        if way >= 2 and (not kings & at or at & CROWN[1]):
            s.kings = kings & ~at
            determine(s, child, values, moves, level)
    s.black, s.white, s.kings, s.turn = black, white, kings, 0


def determine(s: Any, child: Any, values: Any, moves: Any, level: int) -> None:
    """Set the value of a position with White to move, one of whose moves leads to a result `level` plies away."""
    if can_capture(s, 1):
        return
    place = ending_place(flipped(s.white), flipped(s.black), flipped(s.kings))
    if values[place]:
        return
    if level % 2 == 0:
        values[place] = SHIFT + level + 1
        return
    value = best_value(s, child, values, moves)
    if value == SHIFT + level + 1:
        values[place] = value


def quiet_plies(
    s: Any,
    child: Any,
    values: Any,
    moves: Any,
    start: int,
    size: int,
    a: int,
    b: int,
    c: int,
    d: int,
    level: int,
    quiet: Any,
) -> int:
    """Find for the positions of a block `level` plies from the end how soon a capture or a man's move comes.

    The winner plays the soonest win, the loser holds it up. `quiet` gets the number of plies, the last one included.
    Return the largest number.
    """
    most = 0
    for place in range(size):
        if values[start + place] == SHIFT + level and set_up(s, place, a, b, c, d):
            soonest, latest = 255, 0
            for i in range(legal(s, moves, 0)):
                child.black, child.white, child.kings = s.black, s.white, s.kings
                child.turn, child.quiet = 0, 0
                play(child, moves[i])
                plies = 1
                if child.quiet and value_of(child, values) != SHIFT:
                    plies += quiet[ending_place(flipped(child.white), flipped(child.black), flipped(child.kings))]
                latest = max(latest, plies)
                if value_of(child, values) == SHIFT + level - 1:
                    soonest = min(soonest, plies)
            quiet[start + place] = soonest if level % 2 else latest
            most = max(most, quiet[start + place])
    return most


def check(s: Any, child: Any, values: Any, moves: Any, start: int, size: int, a: int, b: int, c: int, d: int) -> int:
    """Return how many positions of a block do not have the value that follows from their successors."""
    wrong = 0
    for place in range(size):
        if set_up(s, place, a, b, c, d) and values[start + place] != best_value(s, child, values, moves):
            wrong += 1
    return wrong


def fill(s: Any, values: Any, kept: Any, start: int, size: int, a: int, b: int, c: int, d: int) -> None:
    """Replace the bytes that no search reads by the ones before them, which the compression makes vanish."""
    last = DRAWN
    for place in range(size):
        if set_up(s, place, a, b, c, d) and not can_capture(s, 0):
            last = values[start + place]
        kept[start + place] = last
