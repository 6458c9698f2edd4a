"""The trees of the bets of a hand of heads-up hold'em without limits, with few sizes of bets and for a few stacks.

A bet or raise is a part of the pot, which is counted after the call, or all in. One of more than two thirds of a stack
is all in. Half a pot is never less than the smallest raise: before the flop it is the smallest one, to two big blinds.
Nodes and their chips are those of `limit.tree`: a small blind is one chip.
"""

from functools import lru_cache

from kibitz_server.games.poker.limit.tree import BUTTON, CALL, FOLD, FOLDED, ILLEGAL, ROUNDS, SHOWDOWN, BettingNode

HALF_POT, POT, TWO_POTS, ALL_IN = range(2, 6)
"""Actions in addition to FOLD and CALL of `limit.tree`."""
ACTIONS = 6
HALVES = (0, 0, 1, 2, 4)
"""Half pots of each action."""
FIRST = ((HALF_POT, POT), (HALF_POT, POT), (HALF_POT, POT, TWO_POTS), (HALF_POT, POT, TWO_POTS))
"""Sizes of the first bet or raise of each round, besides all in."""
LATER = (POT,)
"""Sizes of later raises of a round."""
STACKS = (20, 40, 80, 200, 400)
"""Stacks that have a strategy, in chips: 10, 20, 40, 100 and 200 big blinds."""


@lru_cache(maxsize=2)
def nodes(stack: int) -> tuple[BettingNode, ...]:
    """Return all nodes of a hand with this stack. The first one is that of the button before the flop."""
    found: list[BettingNode | None] = []
    _grow(found, stack, 0, BUTTON, (1, 2), 0, True)
    return tuple(node for node in found if node is not None)


def raised_to(called: int, action: int, stack: int) -> int:
    """Return what a player has paid after a bet or raise, if the other one has paid `called`; 0 if it is too large."""
    if action == ALL_IN:
        return stack
    to = called + called * HALVES[action]
    return to if 3 * to <= 2 * stack else 0


def _grow(
    found: list[BettingNode | None],
    stack: int,
    street: int,
    seat: int,
    paid: tuple[int, int],
    raises: int,
    first: bool,
) -> int:
    """Append a node and all that follows it, and return its number.

    Args:
        found: The nodes so far.
        stack: Chips of each player at the start of the hand.
        street: Round of the node.
        seat: The seat that acts.
        paid: What each seat has put in.
        raises: Number of bets and raises in this round, without the blinds.
        first: Whether no player has acted in this round.
    """
    number = len(found)
    found.append(None)
    other = 1 - seat
    called = (paid[other], paid[other])
    after = [ILLEGAL] * ACTIONS
    if paid[seat] < paid[other]:
        after[FOLD] = FOLDED
    if paid[other] >= stack or (street + 1 == ROUNDS and not first):
        after[CALL] = SHOWDOWN
    elif first:
        after[CALL] = _grow(found, stack, street, other, called, raises, False)
    else:
        after[CALL] = _grow(found, stack, street + 1, 1 - BUTTON, called, 0, True)
    if paid[other] < stack:
        for action in (*(LATER if raises else FIRST[street]), ALL_IN):
            if to := raised_to(paid[other], action, stack):
                more = (to, paid[1]) if seat == 0 else (paid[0], to)
                after[action] = _grow(found, stack, street, other, more, raises + 1, False)
    found[number] = BettingNode(street, seat, paid, tuple(after))
    return number
