"""The tree of all bets of one hand of heads-up limit hold'em, whatever the cards are.

The button posts the small blind of half a small bet, acts first before the flop and last afterwards. A bet is one small
bet before and on the flop, and two on turn and river. A round has at most four bets; the big blind is the first of the
round before the flop. No hand costs a player more than 24 small bets.
"""

from functools import cache
from typing import NamedTuple

FOLD, CALL, RAISE = range(3)
"""Actions. CALL is also a check, and RAISE a bet."""
FOLDED, SHOWDOWN, ILLEGAL = -1, -2, -3
"""What `BettingNode.after` has in place of a node."""
ROUNDS = 4
BETS = 4
BUTTON = 0


class BettingNode(NamedTuple):
    """Place in the bets of a hand where a player acts.

    Attributes:
        round: From 0, before the flop, to 3, on the river.
        seat: 0 for the button, 1 for the other player.
        paid: What each has put in so far, in small blinds.
        after: What follows each action, FOLD, CALL and RAISE here: the number of a node, FOLDED, SHOWDOWN or ILLEGAL.
    """

    round: int
    seat: int
    paid: tuple[int, int]
    after: tuple[int, ...]

    @property
    def actions(self) -> tuple[int, ...]:
        """Return the legal actions, in ascending order."""
        return tuple(action for action, after in enumerate(self.after) if after != ILLEGAL)


@cache
def nodes() -> tuple[BettingNode, ...]:
    """Return all nodes of a hand. The first one is that of the button before the flop."""
    found: list[BettingNode | None] = []
    _grow(found, 0, BUTTON, (1, 2), 1, True)
    return tuple(node for node in found if node is not None)


def _grow(
    found: list[BettingNode | None], street: int, seat: int, paid: tuple[int, int], bets: int, first: bool
) -> int:
    """Append a node and all that follows it, and return its number.

    Args:
        found: The nodes so far.
        street: Round of the node.
        seat: The seat that acts.
        paid: What each seat has put in.
        bets: Number of bets in this round.
        first: Whether no player has acted in this round.
    """
    number = len(found)
    found.append(None)
    other = 1 - seat
    called = (max(paid), max(paid))
    after = [ILLEGAL, ILLEGAL, ILLEGAL]
    if paid[seat] < paid[other]:
        after[FOLD] = FOLDED
    if first:
        after[CALL] = _grow(found, street, other, called, bets, False)
    elif street + 1 < ROUNDS:
        after[CALL] = _grow(found, street + 1, 1 - BUTTON, called, 0, True)
    else:
        after[CALL] = SHOWDOWN
    if bets < BETS:
        raised = max(paid) + (2 if street < 2 else 4)
        after[RAISE] = _grow(found, street, other, _with(paid, seat, raised), bets + 1, False)
    found[number] = BettingNode(street, seat, paid, (after[FOLD], after[CALL], after[RAISE]))
    return number


def _with(paid: tuple[int, int], seat: int, amount: int) -> tuple[int, int]:
    return (amount, paid[1]) if seat == 0 else (paid[0], amount)
