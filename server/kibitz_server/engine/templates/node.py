"""Operations that all searches do at a node: count it, check for a stop, evaluate a position that is not over."""

from typing import Any

from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.score import PROVEN, WIN

SLOTS = ("evaluate", "weigh")
evaluate: Any = None
weigh: Any = None


def stopped(control: SearchControl) -> bool:
    """Return whether the search is over. From then on all values are invalid: neither keep nor report them."""
    return bool(control.nodes >= control.node_limit)


def visit(control: SearchControl) -> bool:
    """Count a node. Return False once the search is over.

    The search then unwinds: each node returns 0 to the one above.
    """
    if stopped(control):
        return False
    control.nodes += 1
    return True


def estimate(s: Any) -> int:
    """Return the evaluation, clamped to stay apart from proven results."""
    return int(max(1 - PROVEN, min(PROVEN - 1, evaluate(s))))


def certain(distance: int, ply: int) -> int:
    """Return the score, as seen from the root, of a position whose distance to the end is known: see `known`."""
    if distance == 0:
        return 0
    return int(WIN - ply - distance if distance > 0 else ply - distance - WIN)


def estimate_by_weights(s: Any, memory: Any) -> int:
    """Return the same by the weights that the search keeps in its memory, if the game has any."""
    return int(max(1 - PROVEN, min(PROVEN - 1, weigh(s, memory))))
