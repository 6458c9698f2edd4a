"""External-sampling Monte Carlo counterfactual regret minimisation for hold'em in machine code.

The algorithm is that of Lanctot, Waugh, Zinkevich and Bowling, "Monte Carlo Sampling for Regret Minimization in
Extensive Games" (2009): one player looks at all own actions, and cards and the other player's actions are drawn. Each
player learns in a thread of its own, against the strategy that the other had when the batch began. Regrets and
strategies of later deals weigh more (Brown and Sandholm, "Solving Imperfect-Information Games via Discounted Regret
Minimization", 2019), and actions whose regret is very negative are mostly left out, as in Brown and Sandholm,
"Superhuman AI for multiplayer poker" (2019).
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from kibitz_server.games.poker.limit.buckets import CARDS, start_class
from kibitz_server.games.poker.limit.tree import FOLDED, ILLEGAL, BettingNode
from training.holdem.boards import Boards, exchanged_pair, pair_of
from training.holdem.machine import compiled, hand_value

DEALT = 9
"""Cards of a deal: two of each player and five of the board."""
LONGEST = 64
"""More than the actions of a hand."""
KEEP = 0.05
"""Part of the deals that look also at actions whose regret is very negative."""


class Tables(NamedTuple):
    """Buckets of all hands on all boards, for each round after the first, and the numbers of boards."""

    flops: Any
    flop_exchange: Any
    flop: Any
    turns: Any
    turn_exchange: Any
    turn: Any
    rivers: Any
    river_exchange: Any
    river: Any


def tree_of(nodes: Sequence[BettingNode], buckets: Sequence[int]) -> tuple[Any, int]:
    """Return the nodes as records, for this many buckets in each round, and the number of information sets.

    The number of the information set of a node and its bucket b is `first + b`.
    """
    numbers, actions = np.int32, len(nodes[0].after)
    kind = [("after", numbers, (actions,)), ("seat", numbers), ("round", numbers), ("paid", numbers, (2,))]
    found = np.zeros(len(nodes), np.dtype([*kind, ("first", np.int64)]))
    total = 0
    for number, node in enumerate(nodes):
        found[number] = (node.after, node.seat, node.round, node.paid, total)
        total += buckets[node.round]
    return found, total


def tables(flops: Boards, turns: Boards, rivers: Boards, flop: Any, turn: Any, river: Any) -> Tables:
    """Return the tables of a training."""
    return Tables(
        flops.number,
        flops.exchange,
        flop,
        turns.number,
        turns.exchange,
        turn,
        rivers.number,
        rivers.exchange,
        river,
    )


START_CLASS = np.array([start_class(a, b) for a in range(CARDS) for b in range(a)], np.int64)
"""Class of each pair of cards before the flop."""


@compiled
def deal(cards: Any) -> None:
    """Draw the cards of a hand."""
    used = 0
    for i in range(DEALT):
        card = np.random.randint(CARDS)
        while used >> card & 1:
            card = np.random.randint(CARDS)
        used |= 1 << card
        cards[i] = card


@compiled
def set_place(cards: Any, count: int) -> int:
    """Return the place of a set of cards, in any order, among all of this size in colexicographic order."""
    found = 0
    for i in range(count):
        lower = 0
        for j in range(count):
            lower += cards[j] < cards[i]
        ways = 1
        for k in range(lower + 1):
            ways = ways * (cards[i] - k) // (k + 1)
        found += ways
    return found


@compiled
def find_buckets(cards: Any, tables: Any, buckets: Any) -> None:
    """Write the bucket of each player in each round."""
    board = cards[4:]
    flop, turn, river = set_place(board, 3), set_place(board, 4), set_place(board, 5)
    for seat in range(2):
        a, b = cards[2 * seat], cards[2 * seat + 1]
        buckets[seat, 0] = START_CLASS[pair_of(a, b)]
        buckets[seat, 1] = tables.flop[tables.flops[flop], exchanged_pair(tables.flop_exchange[flop], a, b)]
        buckets[seat, 2] = tables.turn[tables.turns[turn], exchanged_pair(tables.turn_exchange[turn], a, b)]
        buckets[seat, 3] = tables.river[tables.rivers[river], exchanged_pair(tables.river_exchange[river], a, b)]


@compiled
def winner(cards: Any) -> int:
    """Return 1 if the button has the better hand, -1 if the other player has it, and 0 for equal ones."""
    board = 0
    for i in range(4, DEALT):
        board |= 1 << cards[i]
    first = hand_value(board | 1 << cards[0] | 1 << cards[1])
    second = hand_value(board | 1 << cards[2] | 1 << cards[3])
    return (first > second) - (first < second)


@compiled
def match_regrets(node: Any, regrets: Any, at: int, chances: Any) -> None:
    """Write the strategy of an information set: in proportion to positive regrets, or all legal actions alike."""
    total, legal = 0.0, 0
    for action in range(len(chances)):
        chances[action] = 0.0
        if node.after[action] != ILLEGAL:
            legal += 1
            chances[action] = max(0.0, regrets[at, action])
            total += chances[action]
    for action in range(len(chances)):
        if node.after[action] != ILLEGAL:
            chances[action] = chances[action] / total if total > 0 else 1.0 / legal


@compiled
def drawn(chances: Any) -> int:
    """Draw an action."""
    part, chosen, below = np.random.random(), 0, 0.0
    for action in range(len(chances)):
        if chances[action] > 0 and part >= below:
            chosen = action
        below += chances[action]
    return chosen


@compiled
def settled(node: Any, action: int, me: int, won: int) -> float:
    """Return what a player has won when an action has ended the hand, in small blinds."""
    if node.after[action] == FOLDED:
        return -float(node.paid[me]) if node.seat == me else float(node.paid[1 - me])
    each = max(node.paid[0], node.paid[1])
    return float(each * won) if me == 0 else -float(each * won)


@compiled
def traverse(
    tree: Any,
    own: Any,
    seen: Any,
    sums: Any,
    number: int,
    me: int,
    deal: Any,
    won: int,
    weight: float,
    floor: float,
    room: Any,
    depth: int,
) -> float:
    """Return the value of a node for a player, in small blinds, and learn on the way.

    Args:
        tree: The nodes.
        own: Regret of each action of each information set; those of the player change.
        seen: The same regrets as they were at the beginning of the batch, for the other player.
        sums: Sum of the strategies of each information set; those of the other player change.
        number: Number of the node.
        me: Seat that looks at all actions.
        deal: Bucket of each seat in each round.
        won: Result of `winner`.
        weight: What this deal counts.
        floor: Regret below which an action is left out.
        room: Memory for the strategy and the values of each action at each depth.
        depth: Number of actions before this node.
    """
    node = tree[number]
    at = node.first + deal[node.seat, node.round]
    chances, values = room[depth, 0], room[depth, 1]
    if node.seat != me:
        match_regrets(node, seen, at, chances)
        for action in range(len(chances)):
            sums[at, action] += np.float32(weight * chances[action])
        action = drawn(chances)
        if node.after[action] < 0:
            return settled(node, action, me, won)
        return traverse(tree, own, seen, sums, node.after[action], me, deal, won, weight, floor, room, depth + 1)
    match_regrets(node, own, at, chances)
    value = 0.0
    for action in range(len(chances)):
        if node.after[action] == ILLEGAL or own[at, action] < floor:
            continue
        if node.after[action] < 0:
            values[action] = settled(node, action, me, won)
        else:
            values[action] = traverse(
                tree, own, seen, sums, node.after[action], me, deal, won, weight, floor, room, depth + 1
            )
        value += chances[action] * values[action]
    for action in range(len(chances)):
        if node.after[action] != ILLEGAL and own[at, action] >= floor:
            own[at, action] += np.float32(weight * (values[action] - value))
    return value


@compiled
def learn(
    tree: Any, tables: Any, own: Any, seen: Any, sums: Any, me: int, seed: int, deals: int, weight: float, floor: float
) -> float:
    """Let a player learn from some deals. Return what the player wins, in small blinds a deal."""
    np.random.seed(seed)
    cards, buckets = np.zeros(DEALT, np.int64), np.zeros((2, 4), np.int64)
    room = np.zeros((LONGEST, 2, own.shape[1]))
    total = 0.0
    for _ in range(deals):
        deal(cards)
        find_buckets(cards, tables, buckets)
        limit = floor if np.random.random() >= KEEP else -np.inf
        total += traverse(tree, own, seen, sums, 0, me, buckets, winner(cards), weight, limit, room, 0)
    return total / deals
