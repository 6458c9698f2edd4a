"""Default rules: the functions and constants that a game may leave out, made of those that it must have."""

from typing import Any

from kibitz_server.games.bits import ALL as ALL
from kibitz_server.games.bits import mix as mix
from kibitz_server.games.bits import u64 as u64
from kibitz_server.games.game import UNKNOWN as UNKNOWN

SLOTS = ("legal", "key")
legal: Any = None
key: Any = None

KILLERS = 1
"""Whether a move that cut off a node is tried early in its siblings (killer moves: Akl and Newborn, 1977)."""
HISTORY = 1
"""Whether moves that cut off nodes anywhere are tried early everywhere (history heuristic: Schaeffer, 1983)."""
HISTORY_SIZE = 4096
"""Number of counts of the history heuristic. A move has the one of `2 * code + turn`, modulo this number."""
SCALE = 4096
"""Learned points that one step of the game's own order of moves outweighs. All that is learned is below 4096."""
REDUCE = 0
"""How much less deep late moves are searched at first (late move reductions); 0 searches all moves to the same depth.

It counts in hundredths of the product of two natural logarithms, of the depth and of the number of moves tried before.
"""
LOUD = 2**31
"""Least score by `ordered` of moves that REDUCE and FUTILITY spare, such as captures; by default none has it."""
MARGIN = 0
"""Evaluation for each ply left, in hundredths, by which a side must be ahead to need no search near the depth limit; 0
always searches."""
FUTILITY = 0
"""Evaluation for each ply left, in hundredths, that a move which is not LOUD can hardly gain near the depth limit.

A side that is further behind searches only its first move and the loud ones; 0 searches all."""
SHALLOW = 3
"""Largest depth left at which MARGIN and FUTILITY apply."""
NULL = 0
"""How much less deep a search is that gives the opponent two moves in a row, by `skip`.

A side that is still ahead needs no other search. A quarter of the depth comes on top. 0 is for games without `skip`."""
CHECKS = 0
"""Whether a move that leaves the opponent `unsettled` is searched one ply deeper."""
LOOPS = 1
"""Whether a position that is `recurring` counts as drawn below the root."""
STAR = 2
"""What expectiminimax leaves out: nothing (0), or what alpha-beta with Star1 (1) or with Star1 and Star2 (2) can."""
PAYOFF_LIMIT = 0
"""Bound of the values of `payoff` and `evaluate` in a game that has `payoff`."""
PROBABLE = 0
"""Least depth at which a shallow search may take the place of a deep one, by the `doubt` of its value; 0 for never."""
WEIGHT_COUNT = 1
"""Number of weights that `weigh` uses; a game with more returns them from `weights()`."""
WEIGHT_KIND = "i1"
"""Kind of these numbers, as in `Array`."""
SCRATCH = 1
"""Room for numbers of 32 bits in `memory.scratch`, which `weigh` may use as it likes."""
WIDTH = 1_000_000
"""Largest number of moves searched in a node: the best ones by `ordered`."""
BEYOND = 8
"""Largest number of plies beyond the depth limit at which `forcing` moves are still searched."""

FAR = 1_000_000
"""Range of possible results above which the solver looks all children of a position up in its table before it searches
any. It helps where a search costs far more than to make the moves."""
KEEP = 1
"""Whether later searches of a match may use the values that earlier ones found: not if a value depends on how the match
came to a position."""

AMAF = 0
"""Visits of a node at which Monte Carlo search trusts its results as much as those of playouts in which its move was
played later (all moves as first); 0 leaves these out. A game that sets it also sets CODES."""
CODES = 1
"""Number above the codes of all moves, in a game with AMAF."""
RIPE = 2
"""Visits of a leaf of a Monte Carlo search before it gets children: fewer would fill the tree with positions that are
never visited again."""
EXPLORATION = 1.0
"""Weight of exploration in Monte Carlo search against the mean result, which is between -1 and 1."""
PRIOR = 0
"""Playouts as which the score of a move by `prior` counts, in Monte Carlo search."""
PLAYOUT_PLIES = 0
"""Plies after which a playout of Monte Carlo search ends with `estimate`; 0 plays each to the end of the game."""
IDLE = -1
"""Code of a move that changes nothing, such as a pass. Monte Carlo search plays it in a decided game where it is about
as good as any other, and in others only for its own results, however good it looked; -1 for none."""

UNABRIDGED = {"WIDTH": WIDTH, "BEYOND": 0, "REDUCE": 0, "MARGIN": 0, "FUTILITY": 0, "NULL": 0, "CHECKS": 0, "LOOPS": 0}
"""Constants of a search that leaves nothing out within its depth."""


def ordered(s: Any, moves: list[int], scores: list[int], k: int) -> int:
    """Write the legal moves in the order of the rules."""
    end: int = legal(s, moves, k)
    for i in range(k, end):
        scores[i] = 0
    return end


def evaluate(_s: Any) -> int:
    """Return 0: without an evaluation, only finished games have a value."""
    return 0


def weigh(s: Any, _memory: Any) -> int:
    """Return the evaluation by the weights in `_memory.weights`, in the searches that have them."""
    return evaluate(s)


def doubt(_s: Any, _depth: int) -> int:
    """Return by how much, in hundredths, a search of about half the depth must be outside a window to be believed."""
    return 0


def unsettled(_s: Any) -> int:
    """Return 1 while a forced move is pending, so that `evaluate` misleads; by default never."""
    return 0


def skip(_s: Any) -> int:
    """Give the move to the other side and return 1, or return 0 where this misleads; by default always 0."""
    return 0


def recurring(_s: Any) -> int:
    """Return 1 if the position has occurred before in the match; by default never."""
    return 0


def forcing(_s: Any, _moves: list[int], _scores: list[int], k: int) -> int:
    """Write the moves that are worth a search beyond the depth limit, and how good each looks; by default none."""
    return k


def known(_s: Any) -> int:
    """Return UNKNOWN: without a table of endings, no result is certain before the end."""
    return UNKNOWN


def completing(_s: Any, _seat: int, _moves: list[int], k: int) -> int:
    """Write none: without a quick way to find them, wins in one are found by playing all moves."""
    return k


def reply(_s: Any, _last: int, _moves: list[int], k: int) -> int:
    """Write the moves that answer the last one at once in playouts; by default none."""
    return k


def rollout(_s: Any, _last: int, _memory: Any) -> int:
    """Play a position to its end at random and return the result for seat 0; by default never called."""
    return 0


def likely(_s: Any, _last: int, _memory: Any) -> int:
    """Return a random move of a playout; by default never called."""
    return 0


def prior(s: Any, _last: int, moves: list[int], scores: list[int], k: int) -> int:
    """Write the moves worth a playout, and how good each looks before the first one; by default never called."""
    return ordered(s, moves, scores, k)


def estimate(_s: Any) -> int:
    """Return the result for seat 0 of a playout that is cut short: by default a draw."""
    return 0


def chance(_s: Any, _moves: list[int], _weights: list[int], k: int) -> int:
    """Write the draws that are due here, and their weights; by default none."""
    return k


def payoff(_s: Any) -> float:
    """Return the value of a finished game in the unit of `evaluate`; by default never called."""
    return 0.0


def won(_s: Any) -> float:
    """Return what the side to move has won, in hundredths; by default never called."""
    return 0.0


def at_once(_s: Any) -> int:
    """Return the result of a move that wins immediately in the best way; 0 when unknown."""
    return 0


def full_key(s: Any) -> Any:
    """Return 64 well-mixed bits that identify all of a position that its value depends on: by default its key."""
    return key(s)


def secured(_s: Any) -> int:
    """Return the part of the result that the moves so far have decided; by default nothing."""
    return 0


def key_of_rest(s: Any) -> Any:
    """Return 64 well-mixed bits that identify what is left to decide: by default the whole position."""
    return key(s)


def sound(s: Any, moves: list[int], scores: list[int], k: int) -> int:
    """Write the moves to try when solving, with how good each looks; a game may leave out moves that surely lose."""
    return ordered(s, moves, scores, k)


def nearly_over(_s: Any) -> bool:
    """Return whether `finish` solves the rest of the game; by default never."""
    return False


def finish(_s: Any, _control: Any, _alpha: int, _beta: int) -> int:
    """Return the exact result inside (alpha, beta), else a bound on that side, of a game that is nearly over."""
    return 0


def cannot_win(_s: Any) -> bool:
    """Return whether the side to move surely gets no more than a draw; by default unknown."""
    return False
