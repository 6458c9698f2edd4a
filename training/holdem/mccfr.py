"""External-sampling Monte Carlo counterfactual regret minimisation for hold'em in machine code.

The algorithm is that of Lanctot, Waugh, Zinkevich and Bowling, "Monte Carlo Sampling for Regret Minimization in
Extensive Games" (2009): one player looks at all own actions, and cards and the other player's actions are drawn. Each
player may learn in a thread of its own, against the strategy that the other had when the batch began. Regrets and
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
WALK = np.dtype([("waiting", np.int32), ("node", np.int32), ("drawn", np.int32), ("value", np.float32)])
"""By the order of the visits: nodes that wait for one, nodes visited, and actions drawn; by node, its value."""
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
def drawn_of(weights: Any, total: float) -> int:
    """Draw an action by its weight, of which all have this sum."""
    part, chosen, below = total * np.random.random(), 0, 0.0
    for action in range(len(weights)):
        if weights[action] > 0 and part >= below:
            chosen = action
        below += weights[action]
    return chosen


@compiled
def drawn(chances: Any) -> int:
    """Draw an action by its chance."""
    return drawn_of(chances, 1.0)


@compiled
def settled(node: Any, action: int, me: int, won: int) -> float:
    """Return what a player has won when an action has ended the hand, in small blinds."""
    if node.after[action] == FOLDED:
        return -float(node.paid[me]) if node.seat == me else float(node.paid[1 - me])
    each = max(node.paid[0], node.paid[1])
    return float(each * won) if me == 0 else -float(each * won)


@compiled
def weigh(after: Any, regrets: Any, weights: Any) -> float:
    """Write the weights of an information set's actions, and return their sum.

    The weights are the positive regrets; if there are none, 1 for each action whose regret is the largest.
    """
    total, largest = np.float32(0), np.float32(-np.inf)
    for action in range(len(weights)):
        weights[action] = 0
        if after[action] != ILLEGAL:
            weights[action] = max(regrets[action], np.float32(0))
            largest = max(largest, regrets[action])
            total += weights[action]
    if total > 0:
        return float(total)
    for action in range(len(weights)):
        if after[action] != ILLEGAL and regrets[action] == largest:
            weights[action] = 1
            total += np.float32(1)
    return float(total)


@compiled
def go_through(
    tree: Any, own: Any, seen: Any, sums: Any, me: int, deal: Any, weight: float, floor: float, walk: Any, weights: Any
) -> int:
    """Visit the nodes that a deal comes to, and return how many.

    The player looks at all actions; those of the other player are drawn, and its strategies are added to the sums.

    Args:
        tree: The nodes, each before those that follow it.
        own: Regret of each action of each information set.
        seen: The same regrets as they were at the beginning of the batch, for the other player.
        sums: Sum of the strategies of each information set; those of the other player change.
        me: Seat that looks at all actions.
        deal: Bucket of each seat in each round.
        weight: What this deal counts.
        floor: Regret below which an action is left out.
        walk: Gets the nodes in the order of the visits, and the actions that are drawn.
        weights: Gets the weights of the actions of each of these nodes, as parts of 1 for the player.
    """
    left, count = 1, 0
    walk[0].waiting = 0
    while left > 0:
        left -= 1
        number = walk[left].waiting
        node = tree[number]
        at = node.first + deal[node.seat, node.round]
        walk[count].node = number
        here = weights[count]
        if node.seat == me:
            part = np.float32(1 / weigh(node.after, own[at], here))
            for action in range(len(here) - 1, -1, -1):
                here[action] *= part
                if node.after[action] >= 0 and (here[action] > 0 or own[at, action] >= floor):
                    walk[left].waiting = node.after[action]
                    left += 1
        else:
            total = weigh(node.after, seen[at], here)
            part = np.float32(weight / total)
            for action in range(len(here)):
                sums[at, action] += here[action] * part
            action = drawn_of(here, total)
            walk[count].drawn = action
            if node.after[action] >= 0:
                walk[left].waiting = node.after[action]
                left += 1
        count += 1
    return count


@compiled
def go_back(
    tree: Any, own: Any, me: int, deal: Any, won: int, weight: float, floor: float, walk: Any, weights: Any, count: int
) -> float:
    """Find the values of the nodes visited from the last to the first, and let the player learn. Return the first.

    Args:
        tree: The nodes.
        own: Regret of each action of each information set; those of the player change.
        me: Seat that looks at all actions.
        deal: Bucket of each seat in each round.
        won: Result of `winner`.
        weight: What this deal counts.
        floor: Regret below which an action is left out.
        walk: What `go_through` has written. Gets the value of each node, in small blinds.
        weights: What `go_through` has written.
        count: Number of nodes visited.
    """
    for k in range(count - 1, -1, -1):
        number = walk[k].node
        node = tree[number]
        if node.seat != me:
            walk[number].value = value_after(node, walk[k].drawn, me, won, walk)
            continue
        at = node.first + deal[me, node.round]
        mean, here = np.float32(0), weights[k]
        for action in range(len(here)):
            if here[action] > 0:
                mean += here[action] * value_after(node, action, me, won, walk)
        for action in range(len(here)):
            if node.after[action] != ILLEGAL and (here[action] > 0 or own[at, action] >= floor):
                own[at, action] += np.float32(weight) * (value_after(node, action, me, won, walk) - mean)
        walk[number].value = mean
    return float(walk[0].value)


@compiled
def value_after(node: Any, action: int, me: int, won: int, walk: Any) -> Any:
    """Return what a player wins after an action, in small blinds."""
    after = node.after[action]
    return walk[after].value if after >= 0 else np.float32(settled(node, action, me, won))


@compiled
def learn(
    tree: Any, tables: Any, own: Any, seen: Any, sums: Any, me: int, seed: int, deals: int, weight: float, floor: float
) -> float:
    """Let a player learn from some deals. Return what the player wins, in small blinds a deal."""
    np.random.seed(seed)
    cards, buckets = np.zeros(DEALT, np.int64), np.zeros((2, 4), np.int64)
    walk, weights = np.zeros(len(tree), WALK), np.zeros((len(tree), own.shape[1]), np.float32)
    total = 0.0
    for _ in range(deals):
        deal(cards)
        find_buckets(cards, tables, buckets)
        limit = floor if np.random.random() >= KEEP else -np.inf
        count = go_through(tree, own, seen, sums, me, buckets, weight, limit, walk, weights)
        total += go_back(tree, own, me, buckets, winner(cards), weight, limit, walk, weights, count)
    return total / deals
