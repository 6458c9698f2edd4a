"""What a game that does not say otherwise is taken to be: the slots a game may leave out, made of those it may not."""

from typing import Any

from kibitz_server.games.bits import ALL as ALL
from kibitz_server.games.bits import mix as mix
from kibitz_server.games.bits import u64 as u64

SLOTS = ("legal",)
legal: Any = None

KILLERS = 1
"""Whether a move that cut off a node is tried early in its siblings (Akl and Newborn, 1977)."""
HISTORY = 1
"""Whether moves that cut off nodes anywhere are tried early everywhere (Schaeffer, 1983)."""
WIDTH = 1_000_000
"""How many of the moves of a node are looked at, the best ones by `ordered`."""


def ordered(s: Any, moves: list[int], scores: list[int], k: int) -> int:
    """The legal moves as they come."""
    end: int = legal(s, moves, k)
    for i in range(k, end):
        scores[i] = 0
    return end


def evaluate(_s: Any) -> int:
    """Nothing is known before the end."""
    return 0


def unsettled(_s: Any) -> int:
    """1 while something forced hangs over the position, so that `evaluate` misleads."""
    return 0


def chance(_s: Any, _moves: list[int], _weights: list[int], k: int) -> int:
    """The outcomes of a roll or a draw due here, and their weights: none."""
    return k


def at_once(_s: Any) -> int:
    """The result of a move that ends the game in the best way there is; 0 when that is not known."""
    return 0


def sound(s: Any, moves: list[int], scores: list[int], k: int) -> int:
    """The moves worth trying when solving, with how good each looks; one may leave out moves that surely lose."""
    return ordered(s, moves, scores, k)
