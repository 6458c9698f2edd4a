"""Hands of hold'em without limits between a strategy and simple players, in machine code.

The strategy plays as in the game: by its tree, into which bets of other sizes are translated, and by the play of a
beginner where the tree ends, or now and then at a lower level. Each deal is played twice, with seats exchanged and the
same cards for each seat. Stacks are in chips, of which a big blind has two.
"""

from typing import Any

import numpy as np

from bench.poker.hands import dealt
from kibitz_server.games.poker import rough
from kibitz_server.games.poker.limit.tree import BUTTON, CALL, FOLD, ROUNDS
from kibitz_server.games.poker.nolimit import translation, tree
from kibitz_server.games.poker.nolimit.tree import HALF_POT
from training.holdem.machine import compiled, compiled_functions
from training.holdem.mccfr import DEALT, drawn

ALWAYS_CALL, ALL_IN, POT_ODDS, CAREFUL = range(4)
"""Simple players. POT_ODDS calls if its chance against a random hand pays for it, and bets and raises from BETS_FROM
up by BET pots; CAREFUL bets so, but raises only from RAISES_FROM up."""
BETS_FROM, RAISES_FROM, BET = 0.62, 0.8, 0.75
MOST_RAISES = 12
"""Most bets and raises of a round, the big blind as one."""
after_call, after_raise = (compiled_functions(translation)[name] for name in ("after_call", "after_raise"))
raised_to, rough_play = compiled_functions(tree)["raised_to"], compiled_functions(rough)["rough_play"]


@compiled
def simple_bet(player: int, chance: float, asked: int, called: int, stack: int) -> int:
    """Return what a simple player has paid after its move; -1 for a fold.

    Args:
        player: One of the simple players.
        chance: Its chance against a random hand.
        asked: What a call costs.
        called: What it has paid after a call.
        stack: What it can pay at most.
    """
    if player == ALL_IN:
        return stack
    if player == ALWAYS_CALL:
        return called
    if chance >= (RAISES_FROM if player == CAREFUL and asked > 1 else BETS_FROM):
        return min(stack, called + int(BET * 2 * called))
    return -1 if asked > 0 and chance * 2 * called < asked else called


@compiled
def own_bet(
    nodes: Any,
    strategy: Any,
    number: int,
    street: int,
    bucket: int,
    chance: float,
    paid: Any,
    me: int,
    stack: int,
    slip: bool,
) -> int:
    """Return what the strategy has paid after its move; -1 for a fold.

    Args:
        nodes: The tree.
        strategy: Chance of each action of each information set.
        number: Number of the node, or a negative number.
        street: Round of the hand.
        bucket: Bucket of the hand in this round.
        chance: Chance of the hand against a random one.
        paid: What each seat has paid.
        me: The seat.
        stack: What a seat can pay at most.
        slip: Whether it plays like a beginner.
    """
    called: int = paid[1 - me]
    if slip or number < 0:
        fold, call, _ = rough_play(chance, float(called - paid[me]), float(paid[0] + paid[1]))
        part = np.random.random()
        action = FOLD if part < fold else CALL if part < fold + call else HALF_POT
    elif nodes[number].round > street:
        action = CALL
    else:
        action = drawn(strategy[nodes[number].first + bucket])
    if action == CALL or (action == FOLD and called == paid[me]):
        return called
    if action == FOLD:
        return -1
    to: int = raised_to(called, action, stack)
    return to if to > 0 else stack


@compiled
def play_hand(
    nodes: Any, strategy: Any, buckets: Any, chances: Any, player: int, me: int, won: int, stack: int, slips: float
) -> float:
    """Play a hand, with the strategy in seat `me`, and return what it wins, in small blinds.

    Args:
        nodes: The tree.
        strategy: Chance of each action of each information set.
        buckets: Bucket of each seat in each round.
        chances: Chance of each seat against a random hand in each round.
        player: The other player.
        me: Seat of the strategy.
        won: Result of `winner`.
        stack: Chips of each player.
        slips: How often the strategy plays like a beginner.
    """
    paid = np.array([1, 2])
    number = street = acts = 0
    seat, raises, step = BUTTON, 1, 2
    while True:
        called = paid[1 - seat]
        if seat == me:
            slip = np.random.random() < slips
            bucket, chance = buckets[me, street], chances[me, street]
            to = own_bet(nodes, strategy, number, street, bucket, chance, paid, me, stack, slip)
        else:
            to = simple_bet(player, chances[seat, street], called - paid[seat], called, stack)
        if to < 0:
            return -float(paid[me]) if seat == me else float(paid[seat])
        if to > called and (raises >= MOST_RAISES or called >= stack):
            to = called
        acts += 1
        if to > called:
            to = min(stack, max(to, called + step))
            step = max(step, to - called)
            if number >= 0:
                size, most = (to - called) / (2 * called), (stack - called) / (2 * called)
                number = after_raise(nodes, number, street, size, most, np.random.random())
            paid[seat] = to
            raises += 1
            seat = 1 - seat
            continue
        paid[seat] = called
        if number >= 0:
            number = after_call(nodes, number, street)
        seat = 1 - seat
        if acts < 2:
            continue
        if called >= stack or street + 1 == ROUNDS:
            return float(called * won) if me == 0 else -float(called * won)
        street, acts, raises, step, seat = street + 1, 0, 0, 2, 1 - BUTTON


@compiled
def play_deals(
    nodes: Any, strategy: Any, tables: Any, totals: Any, player: int, stack: int, slips: float, seed: int, results: Any
) -> None:
    """Play each deal in both seats, and write what the strategy wins a hand, in small blinds."""
    np.random.seed(seed)
    cards, buckets, chances = np.zeros(DEALT, np.int64), np.zeros((2, 4), np.int64), np.zeros((2, 4))
    for i in range(len(results)):
        won = dealt(cards, tables, totals, buckets, chances)
        results[i] = 0.0
        for me in range(2):
            results[i] += play_hand(nodes, strategy, buckets, chances, player, me, won, stack, slips) / 2
