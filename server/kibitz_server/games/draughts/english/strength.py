"""Evaluation of English draughts, certain results of endings, and the order of moves."""

from kibitz_server.games.bits import ALL, GOLDEN, mix, popcount, u64
from kibitz_server.games.data import FILES, byte_at
from kibitz_server.games.draughts.english.endings import ENDING_PIECES, LONGEST_WAIT, ending_place, flipped
from kibitz_server.games.draughts.english.rules import (
    CROWN,
    ONE,
    QUIET_LIMIT,
    State,
    can_capture,
    legal,
    shift,
    side,
    steps,
)
from kibitz_server.games.game import DRAW, UNKNOWN

DATA = ("draughts-endings",)
ENDINGS = FILES.number_of("draughts-endings")
KEEP = 0
"""Repetitions end a game, so values of earlier searches may no longer be true."""

MAN_VALUE, KING_VALUE = 100, 140
BRIDGE = (u64(0b0101), u64(0b1010 << 28))
"""The two squares of each seat's first row that best keep the opponent from crowning: 1 and 3, 30 and 32."""
CENTRE = u64(0x00066000)
MIDDLE = u64(0x00666600)
DOUBLE_CORNERS = u64(0x88000011)
EDGE = u64(0x18181818)


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
