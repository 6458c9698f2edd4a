"""Local best response to a strategy of hold'em (Lisy and Bowling, 2017), in machine code.

The player knows the strategy, keeps how likely each hand of the opponent is, and chooses as if both only checked and
called after its action. What it wins is less than what a best response would win. Chances before the river come from
some boards, all rivers on the turn. When all bets are made, it wins its mean over the hands that the opponent may have
and the boards that may come: this takes luck away, and changes no expectation.
"""

from typing import Any

import numpy as np

from kibitz_server.games.poker.limit.buckets import CARDS, PAIRS
from kibitz_server.games.poker.limit.tree import CALL, FOLD, FOLDED, ILLEGAL, RAISE, SHOWDOWN
from training.holdem.boards import exchanged_pair, pair_of
from training.holdem.machine import compiled, hand_value
from training.holdem.mccfr import DEALT, START_CLASS, deal, drawn, find_buckets, set_place, settled

BOARDS = 60
"""Boards by which chances before and on the flop are estimated."""


@compiled
def compare(own: int, board: int, used: int, count: Any, points: Any) -> None:
    """Add to each hand of the opponent what the player has against it: 1 for a win, half for equal hands."""
    mine = hand_value(own | board)
    for a in range(CARDS):
        if used >> a & 1:
            continue
        for b in range(a):
            if used >> b & 1:
                continue
            theirs = hand_value(board | 1 << a | 1 << b)
            pair = pair_of(a, b)
            count[pair] += 1.0
            if mine > theirs:
                points[pair] += 1.0
            elif mine == theirs:
                points[pair] += 0.5


@compiled
def find_equities(cards: Any, mine: int, street: int, equity: Any) -> None:
    """Write how often the player's hand beats each hand of the opponent at the showdown, from some round on."""
    own = 1 << cards[2 * mine] | 1 << cards[2 * mine + 1]
    known = 0
    for i in range(4, 4 + (0, 3, 4, 5)[street]):
        known |= 1 << cards[i]
    points, count = np.zeros(PAIRS), np.zeros(PAIRS)
    if street == 3:
        compare(own, known, own | known, count, points)
    elif street == 2:
        for card in range(CARDS):
            if not (own | known) >> card & 1:
                compare(own, known | 1 << card, own | known | 1 << card, count, points)
    else:
        for _ in range(BOARDS):
            board = known
            for _card in range(5 if street == 0 else 2):
                card = np.random.randint(CARDS)
                while (own | board) >> card & 1:
                    card = np.random.randint(CARDS)
                board |= 1 << card
            compare(own, board, own | board, count, points)
    for pair in range(PAIRS):
        equity[pair] = points[pair] / count[pair] if count[pair] > 0 else 0.5


@compiled
def all_buckets(cards: Any, tables: Any, street: int, found: Any) -> None:
    """Write the bucket of each pair of cards in a round."""
    board = cards[4:]
    flop, turn, river = set_place(board, 3), set_place(board, 4), set_place(board, 5)
    for a in range(CARDS):
        for b in range(a):
            pair = pair_of(a, b)
            if street == 0:
                found[pair] = START_CLASS[pair]
            elif street == 1:
                found[pair] = tables.flop[tables.flops[flop], exchanged_pair(tables.flop_exchange[flop], a, b)]
            elif street == 2:
                found[pair] = tables.turn[tables.turns[turn], exchanged_pair(tables.turn_exchange[turn], a, b)]
            else:
                found[pair] = tables.river[tables.rivers[river], exchanged_pair(tables.river_exchange[river], a, b)]


@compiled
def exclude(cards: Any, first: int, end: int, reach: Any) -> None:
    """Take the hands that contain one of some cards out of the opponent's."""
    for i in range(first, end):
        for other in range(CARDS):
            if other != cards[i]:
                reach[pair_of(cards[i], other)] = 0.0


@compiled
def chance_against(reach: Any, equity: Any) -> float:
    """Return how often the player wins against hands of these weights and equities."""
    total, wins = 0.0, 0.0
    for pair in range(PAIRS):
        total += reach[pair]
        wins += reach[pair] * equity[pair]
    return wins / total if total > 0 else 0.5


@compiled
def best_action(tree: Any, strategy: Any, number: int, reach: Any, equity: Any, buckets: Any) -> int:
    """Return the action of the local best response, given weight, equity and bucket of each hand of the opponent."""
    node = tree[number]
    pot = float(node.paid[0] + node.paid[1])
    asked = float(node.paid[1 - node.seat] - node.paid[node.seat])
    chance = chance_against(reach, equity)
    best, value = CALL, chance * pot - (1 - chance) * asked
    if value < 0:
        best, value = FOLD, 0.0
    for action in range(RAISE, len(node.after)):
        if node.after[action] == ILLEGAL:
            continue
        answer = tree[node.after[action]]
        raised = float(answer.paid[node.seat] - answer.paid[1 - node.seat])
        folds, stays, wins = 0.0, 0.0, 0.0
        for pair in range(PAIRS):
            if reach[pair] > 0:
                fold = strategy[answer.first + buckets[pair], FOLD]
                folds += reach[pair] * fold
                stays += reach[pair] * (1 - fold)
                wins += reach[pair] * (1 - fold) * equity[pair]
        won = wins * (pot + raised) - (stays - wins) * (asked + raised)
        if folds * pot + won > value * (folds + stays):
            best, value = action, (folds * pot + won) / (folds + stays)
    return best


@compiled
def respond(
    tree: Any, strategy: Any, tables: Any, cards: Any, mine: int, buckets: Any, found: Any, equity: Any
) -> float:
    """Play a hand as local best response in seat `mine`, and return what it wins, in small blinds."""
    reach = np.ones(PAIRS)
    exclude(cards, 2 * mine, 2 * mine + 2, reach)
    number, street = 0, -1
    while True:
        node = tree[number]
        if node.round != street:
            street = node.round
            exclude(cards, 4, 4 + (0, 3, 4, 5)[street], reach)
            all_buckets(cards, tables, street, found)
            find_equities(cards, mine, street, equity)
        if node.seat == mine:
            action = best_action(tree, strategy, number, reach, equity, found)
        else:
            action = drawn(strategy[node.first + buckets[node.seat, street]])
            for pair in range(PAIRS):
                reach[pair] *= strategy[node.first + found[pair], action]
        number = node.after[action]
        if number == FOLDED:
            return settled(node, action, mine, 0)
        if number == SHOWDOWN:
            if street < 2:  # by boards other than those by which the player chose
                find_equities(cards, mine, street, equity)
            return float(max(node.paid[0], node.paid[1])) * (2 * chance_against(reach, equity) - 1)


@compiled
def respond_to_deals(tree: Any, strategy: Any, tables: Any, seed: int, results: Any) -> None:
    """Play each deal in both seats, and write what the local best response wins a hand, in small blinds."""
    np.random.seed(seed)
    cards, buckets = np.zeros(DEALT, np.int64), np.zeros((2, 4), np.int64)
    found, equity = np.zeros(PAIRS, np.int64), np.zeros(PAIRS)
    for i in range(len(results)):
        deal(cards)
        find_buckets(cards, tables, buckets)
        results[i] = 0.0
        for mine in range(2):
            results[i] += respond(tree, strategy, tables, cards, mine, buckets, found, equity) / 2
