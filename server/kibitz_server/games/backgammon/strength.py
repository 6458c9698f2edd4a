"""What searches of backgammon use besides the evaluation by a network."""

from collections.abc import Sequence

from kibitz_server.games.backgammon.features import in_contact
from kibitz_server.games.backgammon.moves import PLAY, State, all_moves, move_checkers
from kibitz_server.games.bits import mix, u64, zobrist

CALLED = ("weigh", "legal", "play", "chance", "contact_inputs", "race_inputs", "activate")
KEEP = 0
CELL_WORDS = zobrist(50 * 16)


def key(s: State) -> int:
    """Return a hash of the whole position: there is no history."""
    word: int = u64(0)
    for cell in range(50):
        word ^= CELL_WORDS[16 * cell + s.checkers[cell]]
    rest = s.turn | (s.high << 1) | (s.low << 4) | (s.stage << 7) | (s.cube << 10) | ((s.owner + 1) << 13)
    rest |= (s.crawford << 15) | (s.score[0] << 16) | (s.score[1] << 32)
    return mix(mix(u64(rest)) ^ word)


GOOD_POINTS = (3, 4, 5, 6)
"""The points from 4 to 7: players want them first."""


def striking(s: State, moves: Sequence[int]) -> list[int]:
    """Return how easily a player sees each play: 2 for every player, 1 if it stands out, 0 otherwise.

    Every player sees what to do with the cube, hits, how to bear off most checkers, and how to make a good point. Other
    points that are made stand out, and plays that leave no checker alone where it can be hit.
    """
    if s.stage != PLAY:
        return [2] * len(moves)
    results = [after_play(s, move) for move in moves]
    own, other = 25 * s.turn, 25 * (1 - s.turn)
    left = [sum(after.checkers[own : own + 25]) for after in results]
    bears_off = min(left) < sum(s.checkers[own : own + 25])
    found = []
    for after, remaining in zip(results, left, strict=True):
        made = [p for p in range(24) if after.checkers[own + p] > 1 and s.checkers[own + p] < 2]
        if bears_off:
            found.append(2 if remaining == min(left) else 0)
        elif after.checkers[other + 24] > s.checkers[other + 24] or any(p in GOOD_POINTS for p in made):
            found.append(2)
        else:
            found.append(1 if made or not exposed(after, own, other) else 0)
    return found


def senseless(s: State) -> list[int]:
    """Return the plays that bear off fewer checkers than another one, where no checker can be hit any more."""
    if s.stage != PLAY or in_contact(s):
        return []
    moves, own = all_moves(s), 25 * s.turn
    left = {move: sum(after_play(s, move).checkers[own : own + 25]) for move in moves}
    return [move for move in moves if left[move] > min(left.values())]


def after_play(s: State, move: int) -> State:
    """Return the checkers after a play."""
    after = s.copy()
    move_checkers(after, move)
    return after


def exposed(s: State, own: int, other: int) -> int:
    """Return the number of checkers that are alone before the last checker of the other side.

    Args:
        s: The checkers.
        own: Index of the side's first point.
        other: The same of the other side.
    """
    behind = max((p for p in range(25) if s.checkers[other + p]), default=-1)
    return sum(s.checkers[own + p] == 1 and 23 - p < behind for p in range(24))
