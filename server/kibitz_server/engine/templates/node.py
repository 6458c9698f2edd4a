"""What all searches do at a node: count it, look whether to stop, and put a number on a position that is not over."""

from typing import Any

from kibitz_server.engine.control import Control
from kibitz_server.engine.score import PROVEN

SLOTS = ("evaluate",)
evaluate: Any = None


def stopped(control: Control) -> bool:
    """Whether the search is over. All values from then on mean nothing, and must be neither kept nor reported."""
    return bool(control.nodes >= control.node_limit)


def visit(control: Control) -> bool:
    """Count a node. False once the search is over: it then unwinds, each node giving 0 to the one above."""
    if stopped(control):
        return False
    control.nodes += 1
    return True


def estimate(s: Any) -> int:
    """The evaluation, kept apart from proven results."""
    return int(max(1 - PROVEN, min(PROVEN - 1, evaluate(s))))
