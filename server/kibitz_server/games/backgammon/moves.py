"""Rules of backgammon: dice, plays of one turn, the doubling cube, and the games of a match.

Each seat numbers the points from its own side: its checkers move from 24 to 1, and then off. The bar is its point 25.
The opponent's name of point p is 25 - p.

A play is a number with up to four origins, of five bits each. With two different dice, the first origin belongs to the
larger die and the second to the smaller one; 0 means that the die is not played. With a double, the origins are in
descending order. The order of the dice does not matter for the result of a play, only for whether it is legal: each
checker lands on the same points, and hits the same checkers of the opponent.

The constants here are those of a single game without the cube.
"""

from typing import Annotated

from kibitz_server.games.game import LOSS, ONGOING
from kibitz_server.games.record import I64, Array, Record

SLOTS = ()
SIDES = ("White", "Black")
TO = CUBE = 0
"""Points that win the match, 0 for a single game; whether there is a doubling cube."""
OPENING, ROLL, CHOICE, DOUBLED, PLAY, OVER, DROPPED = 0, 1, 2, 3, 4, 5, 6
"""Stages: the opening roll is due; a roll is due; the player may roll or double; the player may take or drop; the dice
are to be played; the last checker is off; the last double was dropped."""
ROLLING, DOUBLING, TAKING, DROPPING = 1 << 20, (1 << 20) + 1, (1 << 20) + 2, (1 << 20) + 3
"""Moves without checkers."""
BAR, CHECKERS, LARGEST_CUBE = 25, 15, 6
MAX_MOVES = 3060
"""The results of four equal steps are at most the ways to share four steps among fifteen checkers."""
MAX_PLIES = 100_000
"""No rule ends a long game. Games last about 60 plies, games of random moves about 150, and matches about as many for
each point."""
START = (0, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0)
"""Checkers of a seat on its points from 1, and on its bar."""


class State(Record):
    """Checkers, dice, cube and score.

    `checkers[25 * seat + p]` is the number on the seat's point p + 1; p = 24 is its bar. `high` and `low` are the dice
    to play, 0 for none. `cube` is the binary logarithm of the cube's value, `owner` the seat that may double, or -1
    for both. `score` has the points of each seat. `crawford` is 1 in the game in which no player may double. After the
    end, the loser is to move.
    """

    turn: I64
    checkers: Annotated[list[int], Array("i1", 50)]
    high: I64
    low: I64
    stage: I64
    cube: I64
    owner: I64
    score: Annotated[list[int], Array("i4", 2)]
    crawford: I64


def setup(s: State) -> None:
    """Set up the first game; the opening roll is due."""
    set_up_game(s)


def set_up_game(s: State) -> None:
    """Set up the checkers of a game, with the cube in the middle."""
    for place in range(25):
        s.checkers[place] = START[place]
        s.checkers[25 + place] = START[place]
    s.turn = s.high = s.low = s.cube = 0
    s.owner = -1
    s.stage = OPENING


def chance(s: State, moves: list[int], weights: list[int], k: int) -> int:
    """Write the opening rolls, one die for each seat and never equal, or the rolls of two dice, the larger one first.

    The code has eight times White's die, or the larger one, and the other die.
    """
    if s.stage == OPENING or s.stage == ROLL:
        opening = s.stage == OPENING
        for first in range(1, 7):
            for second in range(1, 7 if opening else first + 1):
                if not opening or first != second:
                    moves[k] = 8 * first + second
                    weights[k] = 1 if opening or first == second else 2
                    k += 1
    return k


def legal(s: State, moves: list[int], k: int) -> int:
    """Write the plays of the dice, or what the player may do with the cube."""
    if s.stage == CHOICE:
        moves[k] = ROLLING
        moves[k + 1] = DOUBLING
        return k + 2
    if s.stage == DOUBLED:
        moves[k] = TAKING
        moves[k + 1] = DROPPING
        return k + 2
    if s.stage != PLAY:
        return k
    if s.high == s.low:
        return doubles(s, moves, k)
    end = pairs(s, moves, k)
    if end == k:
        end = singles(s, moves, k, s.high, 0)
    if end == k:
        end = singles(s, moves, k, s.low, 5)
    return end


def farthest(s: State, point: int) -> int:
    """Return the last point, from a point downwards, with checkers of the side to move; 0 if there are none."""
    before = 25 * s.turn - 1
    while point > 0 and s.checkers[before + point] == 0:
        point -= 1
    return point


def lowest_origin(far: int, die: int) -> int:
    """Return the lowest point that a die may move from, as far as the bar and the rules of bearing off say.

    Args:
        far: The last point with checkers of the side.
        die: The number of the die.
    """
    if far == BAR:
        return BAR
    if far > 6:
        return die + 1
    return max(1, min(far, die))


def has_step(s: State, point: int, die: int) -> bool:
    """Return whether the side to move has a checker on a point, and its target does not have two of the other side."""
    if s.checkers[25 * s.turn + point - 1] == 0:
        return False
    return point <= die or s.checkers[25 * (1 - s.turn) + 24 - point + die] < 2


def shift(s: State, point: int, die: int, many: int) -> None:
    """Move checkers of the side to move by the number of a die, without hitting; -1 takes a move back."""
    before = 25 * s.turn - 1
    s.checkers[before + point] -= many
    if point > die:
        s.checkers[before + point - die] += many


def doubles(s: State, moves: list[int], start: int) -> int:
    """Write the plays of a double from `start` on, and return the end.

    Steps in descending order of their origins give each result once: a step by a number from a point changes that
    point, and no other step from it or from a lower point does so. Any legal order can be brought into that order.
    The steps made so far are kept in `code`, because compiled rules cannot call themselves.
    """
    die = s.high
    k = start
    point = BAR
    code = count = 0
    # Bit n: after n steps there is a further one.
    goes_on = 0
    while True:
        far = farthest(s, BAR)
        least = lowest_origin(far, die)
        point = min(point, far)
        while point >= least and not has_step(s, point, die):
            point -= 1
        if point >= least:
            goes_on |= 1 << count
            further = code | (point << (5 * count))
            if count == 3:
                k = add_longest(moves, start, k, further)
                point -= 1
            else:
                shift(s, point, die, 1)
                code = further
                count += 1
                goes_on &= ~(1 << count)
        else:
            if count > 0 and not goes_on >> count & 1:
                k = add_longest(moves, start, k, code)
            if count == 0:
                return k
            count -= 1
            point = code >> (5 * count)
            code ^= point << (5 * count)
            shift(s, point, die, -1)
            point -= 1


def add_longest(moves: list[int], start: int, k: int, code: int) -> int:
    """Write a play of a double, if none has more steps, in place of all that have fewer; return the new end."""
    if k > start:
        size, kept = step_count(code), step_count(moves[start])
        if size < kept:
            return k
        if size > kept:
            k = start
    moves[k] = code
    return k + 1


def step_count(code: int) -> int:
    """Return the number of steps of a play of a double."""
    count = 0
    while code:
        count += 1
        code >>= 5
    return count


def pairs(s: State, moves: list[int], start: int) -> int:
    """Write the plays of two different dice, and return the end."""
    k = start
    for order in range(2):
        first, second = (s.high, s.low) if order == 0 else (s.low, s.high)
        far = farthest(s, BAR)
        for one in range(far, lowest_origin(far, first) - 1, -1):
            if has_step(s, one, first):
                shift(s, one, first, 1)
                rest = farthest(s, far)
                for two in range(rest, lowest_origin(rest, second) - 1, -1):
                    if has_step(s, two, second):
                        code = (one | (two << 5)) if order == 0 else (two | (one << 5))
                        k = add_pair(s, moves, start, k, code)
                shift(s, one, first, -1)
    return k


def add_pair(s: State, moves: list[int], start: int, k: int, code: int) -> int:
    """Write a play of both dice, unless one with the same result is there; return the new end.

    Only two kinds of plays have the same result as another: one checker moves by both dice and hits at neither of the
    points on its way, and two checkers bear off. Such plays get the code in which the larger die moves from the higher
    point.
    """
    large, small = code & 31, code >> 5
    other = 25 * (1 - s.turn) + 24
    if large < small:
        both_off = large <= s.high and small <= s.low
        one_checker = large == small - s.low and small > s.high
        if both_off:
            code = small | (large << 5)
        elif one_checker and s.checkers[other - large] == 0 and s.checkers[other - small + s.high] == 0:
            code = small | ((small - s.high) << 5)
    for i in range(start, k):
        if moves[i] == code:
            return k
    moves[k] = code
    return k + 1


def singles(s: State, moves: list[int], k: int, die: int, place: int) -> int:
    """Write the plays of one die, with their origins from bit `place` on, and return the end."""
    far = farthest(s, BAR)
    for point in range(far, lowest_origin(far, die) - 1, -1):
        if has_step(s, point, die):
            moves[k] = point << place
            k += 1
    return k


def play(s: State, move: int) -> None:
    """Play the dice, roll them, or use the cube."""
    if s.stage == OPENING:
        white, black = move >> 3, move & 7
        s.turn = 0 if white > black else 1
        take_dice(s, max(white, black), min(white, black))
    elif s.stage == ROLL:
        take_dice(s, move >> 3, move & 7)
    elif s.stage == PLAY:
        move_checkers(s, move)
        if farthest(s, BAR) == 0:
            finish_game(s, s.turn, game_value(s, 1 - s.turn) << s.cube, OVER)
        else:
            s.turn = 1 - s.turn
            begin_turn(s)
    elif move == ROLLING:
        s.stage = ROLL
    elif move == DOUBLING:
        s.turn = 1 - s.turn
        s.stage = DOUBLED
    elif move == TAKING:
        s.cube += 1
        s.owner = s.turn
        s.turn = 1 - s.turn
        s.stage = ROLL
    else:
        finish_game(s, 1 - s.turn, 1 << s.cube, DROPPED)


def take_dice(s: State, high: int, low: int) -> None:
    """Give the side to move its dice. If it cannot move, the other side is on roll."""
    s.high = high
    s.low = low
    s.stage = PLAY
    if not can_move(s):
        s.turn = 1 - s.turn
        begin_turn(s)


def can_move(s: State) -> bool:
    """Return whether the side to move can play one of its dice."""
    far = farthest(s, BAR)
    for order in range(2):
        die = s.high if order == 0 else s.low
        for point in range(far, lowest_origin(far, die) - 1, -1):
            if has_step(s, point, die):
                return True
    return False


def begin_turn(s: State) -> None:
    """Take the dice off: the side to move may roll or double, or has to roll."""
    s.high = 0
    s.low = 0
    s.stage = CHOICE if may_double(s) else ROLL


def may_double(s: State) -> bool:
    """Return whether the side to move, before its roll, may double.

    The cube stops at 64. A player whose points with a win would reach the end of the match anyway has no use for it.
    """
    if not CUBE or s.crawford or s.cube >= LARGEST_CUBE or s.owner == 1 - s.turn:
        return False
    return TO == 0 or s.score[s.turn] + (1 << s.cube) < TO


def move_checkers(s: State, move: int) -> None:
    """Move the checkers of a play, and send those that they hit to the bar."""
    before, other = 25 * s.turn - 1, 25 * (1 - s.turn) + 25
    die = s.high
    while move:
        point = move & 31
        if point:
            s.checkers[before + point] -= 1
            if point > die:
                s.checkers[before + point - die] += 1
                if s.checkers[other - point + die - 1] == 1:
                    s.checkers[other - point + die - 1] = 0
                    s.checkers[other - 1] += 1
        die = s.low
        move >>= 5


def game_value(s: State, loser: int) -> int:
    """Return what a game is worth whose loser's checkers are where they are: 1, 2 for a gammon, 3 for a backgammon."""
    left, back = 0, 0
    for place in range(25):
        left += s.checkers[25 * loser + place]
        if place >= 18:
            back += s.checkers[25 * loser + place]
    if left < CHECKERS:
        return 1
    return 3 if back else 2


def finish_game(s: State, winner: int, points: int, stage: int) -> None:
    """Give the winner its points. Then the match is over, or the opening roll of its next game is due.

    In the first game after a player has come within one point of the end, no player may double (Crawford).
    """
    s.score[winner] += points
    s.high = 0
    s.low = 0
    if TO == 0 or s.score[winner] >= TO:
        s.turn = 1 - winner
        s.stage = stage
    else:
        s.crawford = CUBE if s.score[winner] == TO - 1 and s.score[1 - winner] < TO - 1 else 0
        set_up_game(s)


def outcome(s: State) -> int:
    """Return LOSS for the side to move after the end, else ONGOING."""
    return LOSS if s.stage >= OVER else ONGOING


def all_moves(s: State) -> list[int]:
    """Return the codes of the legal moves."""
    buffer = [0] * MAX_MOVES
    return buffer[: legal(s, buffer, 0)]
