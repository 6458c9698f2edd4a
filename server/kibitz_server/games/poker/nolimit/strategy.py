"""Strategies of hold'em without limits from files: for each place in the bets and each bucket, how often to do what.

`python -m training holdem-nolimit` makes one file for each stack of `tree`. It is compressed, and has one byte each for
the bucket that each bucket of limit hold'em becomes, on flop, turn and river; and the weights of the legal actions of
each node and bucket. With a stack between two of these, a hand is played by one of both. Where the tree has no place
for the bets of a hand, the answer is that of `rough`.
"""

import lzma
import math
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from kibitz_server.games.bits import mix
from kibitz_server.games.poker.limit import strategy as limit
from kibitz_server.games.poker.limit.buckets import STARTS, Centres, bucket
from kibitz_server.games.poker.limit.strategy import cards_of, starts_of
from kibitz_server.games.poker.limit.tree import CALL, FOLD, ILLEGAL, BettingNode
from kibitz_server.games.poker.nolimit.translation import after_call, after_raise
from kibitz_server.games.poker.nolimit.tree import ACTIONS, HALF_POT, STACKS, nodes, raised_to
from kibitz_server.games.poker.rough import rough_weights
from kibitz_server.games.poker.rules import BET, KIND_BITS, KIND_MASK
from kibitz_server.games.poker.rules import FOLD as FOLD_MOVE

OLD_BUCKETS = 256
"""Buckets of limit hold'em in each round after the first."""


class NoLimitStrategy(NamedTuple):
    """Strategy for a stack.

    Attributes:
        tree: The nodes.
        joins: For each round after the first, the bucket that each bucket of limit hold'em becomes.
        first: Place of the first weight of each node.
        weights: The weights: for each node, bucket and legal action.
    """

    tree: Sequence[BettingNode]
    joins: Sequence[bytes]
    first: Sequence[int]
    weights: bytes


def file_of(stack: int) -> Path:
    """Return the file of a stack, in chips."""
    return Path(__file__).with_name(f"stack-{stack}.strategy")


def packed(joins: Sequence[bytes], weights: bytes) -> bytes:
    """Return the content of a file."""
    return lzma.compress(b"".join(joins) + weights, preset=9)


def unpacked(stack: int, content: bytes) -> NoLimitStrategy:
    """Return the strategy of such a content.

    Raises:
        ValueError: The content has not the size that it should have.
    """
    plain, tree = lzma.decompress(content), nodes(stack)
    joins = [plain[OLD_BUCKETS * i : OLD_BUCKETS * (i + 1)] for i in range(3)]
    weights = plain[3 * OLD_BUCKETS :]
    starts = starts_of(tree, (STARTS, *(max(join) + 1 for join in joins)))
    if len(weights) != starts[-1]:
        raise ValueError(f"the strategy has {len(weights)} weights in place of {starts[-1]}")
    return NoLimitStrategy(tree, joins, starts, weights)


@lru_cache(maxsize=2)
def read(stack: int) -> NoLimitStrategy | None:
    """Return the strategy of a stack, which a process reads when it first needs it; None if there is no file.

    A process keeps two of them: with a stack between them, it plays by both.
    """
    file = file_of(stack)
    return unpacked(stack, file.read_bytes()) if file.exists() else None


def trained_stack(stack: int, part: float) -> int:
    """Return the stack whose strategy plays a hand: one of the two nearest, as a number from 0 to 1 decides."""
    lower = max((known for known in STACKS if known <= stack), default=STACKS[0])
    upper = min((known for known in STACKS if known >= stack), default=STACKS[-1])
    return upper if lower < upper and part < math.log(stack / lower) / math.log(upper / lower) else lower


def drawn(own: Sequence[int], hand: int, count: int) -> float:
    """Return a number from 0 to 1 for a choice in a hand: always the same for these cards, so that a plan is kept."""
    return mix(own[0] | own[1] << 6 | hand << 12 | count << 32) / 2**64


def place(s: Any, stack: int, tree: Sequence[BettingNode], own: Sequence[int]) -> int:
    """Return the number of the node that the running hand has come to, or a negative number if there is none."""
    number, street, seat, begun, paid = 0, 0, 0, 0, [1, 2]
    for i in range(s.action_count):
        while street < s.round and i >= s.round_starts[street + 1]:
            street, seat, begun = street + 1, 1, paid[0]
        called = paid[1 - seat]
        if s.actions[i] & KIND_MASK < BET:
            number = after_call(tree, number, street)
            paid[seat] = called
        else:
            paid[seat] = begun + (s.actions[i] >> KIND_BITS)
            size, most = (paid[seat] - called) / (2 * called), (stack - called) / (2 * called)
            number = after_raise(tree, number, street, size, most, drawn(own, s.hand, i + 1))
        if number < 0:
            return number
        seat = 1 - seat
    return number


def node_weights(
    plan: NoLimitStrategy, number: int, street: int, own: Sequence[int], board: Sequence[int], c: Centres
) -> list[int]:
    """Return the weights of all actions in a node, for these cards; it may be one of the next round (`translation`)."""
    node = plan.tree[number]
    if node.round > street:
        return [0, 1]
    of_limit = bucket(own, board, c)
    at = plan.first[number] + len(node.actions) * (plan.joins[street - 1][of_limit] if street else of_limit)
    weights = iter(plan.weights[at : at + len(node.actions)])
    return [0 if after == ILLEGAL else next(weights) for after in node.after]


def action_weights(s: Any, stack: int, centres: Centres) -> list[int]:
    """Return the weights of all actions for the side to move."""
    own, board = cards_of(s)
    plan = read(trained_stack(stack, drawn(own, s.hand, 0)))
    number = place(s, stack, plan.tree, own) if plan else ILLEGAL
    if plan is None or number < 0:
        return rough_actions(s, centres)
    return node_weights(plan, number, s.round, own, board, centres)


def rough_actions(s: Any, centres: Centres) -> list[int]:
    """Return the weights of all actions of a beginner, who bets and raises by half a pot."""
    weights = [0] * ACTIONS
    weights[FOLD], weights[CALL], weights[HALF_POT] = rough_weights(s, *cards_of(s), centres)
    return weights


def spread(weights: Sequence[int], s: Any, moves: Sequence[int], stack: int) -> list[int]:
    """Return the weights of the legal moves: each action's where its move is, a call's where it has none."""
    found, called = [0] * len(moves), int(moves[0] == FOLD_MOVE)
    bets = called + 1
    for action, weight in enumerate(weights):
        at = called
        if action == FOLD:
            at = 0
        elif action > CALL and bets < len(moves):
            to = raised_to(int(s.committed[1 - s.turn]), action, stack) or stack
            to -= int(s.committed[s.turn] - s.bets[s.turn])
            at = min(max(bets, bets + to - (moves[bets] >> KIND_BITS)), len(moves) - 1)
        found[at] += weight
    return found


def strategy(s: Any, moves: Sequence[int], stack: int, rough: bool = False) -> list[int]:
    """Return the weights of the legal moves, from the files; nothing if there are no buckets, or without own cards.

    Args:
        s: The position.
        moves: Its legal moves.
        stack: Chips of each player at the start of the hand.
        rough: Whether these are the weights of a beginner.
    """
    known = limit.read()
    if known is None or min(cards_of(s)[0]) < 0:
        return []
    weights = rough_actions(s, known.centres) if rough else action_weights(s, stack, known.centres)
    return spread(weights, s, moves, stack)
