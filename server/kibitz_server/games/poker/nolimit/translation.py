"""The place in a tree of bets that a hand without limits has come to, whatever sizes the bets had.

A bet between two sizes of the tree counts as one of them, by the pseudo-harmonic mapping (Ganzfried and Sandholm,
2013): in this way it wins nothing to bet a little more or less than a size of the tree. A bet that is smaller than the
smallest one may count as no bet. Then the tree is a round ahead until the bet is called.

The functions are also compiled, for matches in machine code.
"""

from typing import Any

from kibitz_server.games.poker.limit.tree import CALL, ILLEGAL
from kibitz_server.games.poker.nolimit.tree import ACTIONS, ALL_IN, HALF_POT


def lower_part(size: float, lower: float, upper: float) -> float:
    """Return how often a bet counts as the lower one of two sizes, in parts of the pot."""
    return (upper - size) * (1 + lower) / ((upper - lower) * (1 + size))


def after_call(tree: Any, number: int, street: int) -> int:
    """Return the node after a check or call in a round, or what ends the hand."""
    node = tree[number]
    return number if node.round > street else int(node.after[CALL])


def after_raise(tree: Any, number: int, street: int, size: float, most: float, part: float) -> int:
    """Return the node after a bet or raise, or ILLEGAL if the tree ends here.

    Args:
        tree: The nodes.
        number: Number of the node before it.
        street: Round of the bet.
        size: The bet as part of the pot, which is counted after the call.
        most: The same, if the player bets all.
        part: A number from 0 to 1 that decides between two sizes.
    """
    node = tree[number]
    if node.round != street or node.after[ALL_IN] == ILLEGAL:
        return ILLEGAL
    if size >= most:
        return int(node.after[ALL_IN])
    called = node.paid[1 - node.seat]
    lower, below = CALL, 0.0
    for action in range(HALF_POT, ACTIONS):
        if node.after[action] == ILLEGAL:
            continue
        upper = most if action == ALL_IN else (tree[node.after[action]].paid[node.seat] - called) / (2 * called)
        if size < upper:
            return int(node.after[lower if part < lower_part(size, below, upper) else action])
        lower, below = action, upper
    return int(node.after[ALL_IN])
