"""Strategy of limit hold'em from a file: for each place in the bets of a hand and each bucket, how often to do what.

`python -m training holdem` makes the file by Monte Carlo counterfactual regret minimisation. It is compressed, and has,
one after the other: the number of buckets of the turn, of levels of the river and of splits of a level (16 bits each);
the flops, 64 bits each; the bucket of each flop and pair of cards; the centres of the turn; the level of each strength;
the splits of each level, 16 bits each; and for each node of `tree`, each bucket and each legal action, a weight.
Everything else is one byte.
"""

import zlib
from array import array
from collections.abc import Sequence
from functools import cache
from itertools import accumulate
from pathlib import Path
from sys import byteorder
from typing import Any, NamedTuple

from kibitz_server.games.poker.limit.buckets import PAIRS, STARTS, STEPS, STRENGTHS, Centres, bucket
from kibitz_server.games.poker.limit.tree import CALL, FOLD, ILLEGAL, RAISE, BettingNode, nodes
from kibitz_server.games.poker.rough import rough_weights
from kibitz_server.games.poker.rules import KIND_MASK

FILE = Path(__file__).with_name("holdem.strategy")
FLOPS = 1755
"""Flops that are different but for an exchange of suits."""
ACTION_OF = (FOLD, CALL, CALL, RAISE, RAISE)
"""Action of each kind of moves: fold, check, call, bet, raise."""
BOARD_CARDS = (0, 3, 4, 5)
"""Cards of the board in each round."""


class Strategy(NamedTuple):
    """Content of the file.

    Attributes:
        centres: What decides the buckets.
        first: Place of the first weight of each node.
        weights: The weights: for each node, bucket and legal action.
    """

    centres: Centres
    first: Sequence[int]
    weights: bytes


def starts_of(tree: Sequence[BettingNode], buckets: Sequence[int]) -> list[int]:
    """Return the place of the first weight of each node, and the number of all, for this many buckets in each round."""
    return list(accumulate((len(node.actions) * buckets[node.round] for node in tree), initial=0))


def packed(centres: Centres, weights: bytes) -> bytes:
    """Return the content of the file."""
    parts = [
        _words("H", [len(centres.turn_centres), len(centres.splits), len(centres.splits[0])]),
        _words("Q", centres.flops),
        bytes(centres.flop_buckets),
        b"".join(bytes(centre) for centre in centres.turn_centres),
        bytes(centres.levels),
        b"".join(_words("H", splits) for splits in centres.splits),
        weights,
    ]
    return zlib.compress(b"".join(parts), 9)


def unpacked(content: bytes) -> Strategy:
    """Return the strategy of such a content.

    Raises:
        ValueError: The content has not the size that it should have.
    """
    plain = zlib.decompress(content)
    turns, levels, splits = _numbers("H", plain[:6])
    sizes = [6, 8 * FLOPS, FLOPS * PAIRS, len(STEPS) * turns, STRENGTHS, 2 * levels * splits]
    ends = list(accumulate(sizes))
    parts = [plain[begin:end] for begin, end in zip([0, *ends], ends, strict=False)]
    split_words = _numbers("H", parts[5])
    centres = Centres(
        _numbers("Q", parts[1]),
        parts[2],
        [tuple(parts[3][len(STEPS) * k : len(STEPS) * (k + 1)]) for k in range(turns)],
        parts[4],
        [split_words[splits * k : splits * (k + 1)] for k in range(levels)],
    )
    weights = plain[ends[-1] :]
    starts = starts_of(nodes(), (STARTS, max(parts[2]) + 1, turns, levels * (splits + 1)))
    if len(weights) != starts[-1]:
        raise ValueError(f"the strategy has {len(weights)} weights in place of {starts[-1]}")
    return Strategy(centres, starts, weights)


def _words(kind: str, numbers: Sequence[int]) -> bytes:
    words = array(kind, numbers)
    if byteorder == "big":
        words.byteswap()
    return words.tobytes()


def _numbers(kind: str, content: bytes) -> Sequence[int]:
    words = array(kind)
    words.frombytes(content)
    if byteorder == "big":
        words.byteswap()
    return words


@cache
def read() -> Strategy | None:
    """Return the strategy of the file, which a process reads when it first needs it; None if there is no file."""
    return unpacked(FILE.read_bytes()) if FILE.exists() else None


def node_after(actions: Sequence[int]) -> int | None:
    """Return the number of the node after these actions of a hand, or None if they leave the tree."""
    number = 0
    for action in actions:
        number = nodes()[number].after[action]
        if number < 0:
            return None
    return number


def action_weights(plan: Strategy, number: int, own: Sequence[int], board: Sequence[int]) -> list[int]:
    """Return the weights of FOLD, CALL and RAISE in a node, for these cards.

    Args:
        plan: The strategy.
        number: Number of the node.
        own: The cards of the player.
        board: The 0, 3, 4 or 5 cards of the board.
    """
    node = nodes()[number]
    at = plan.first[number] + len(node.actions) * bucket(own, board, plan.centres)
    weights = iter(plan.weights[at : at + len(node.actions)])
    return [0 if node.after[action] == ILLEGAL else next(weights) for action in (FOLD, CALL, RAISE)]


def cards_of(s: Any) -> tuple[list[int], list[int]]:
    """Return the cards of the side to move, -2 for one that is not seen, and those of the board."""
    return [s.hole[2 * s.turn + i] - 1 for i in range(2)], [card - 1 for card in s.board if card > 0]


def move_weights(plan: Strategy, s: Any, moves: Sequence[int]) -> list[int]:
    """Return the weights of some legal moves of the side to move, or nothing where the strategy has no such position.

    With stacks that are small enough for a player to be all in, it plays as if they were not.
    """
    number = node_after([ACTION_OF[s.actions[i] & KIND_MASK] for i in range(s.action_count)])
    own, board = cards_of(s)
    if number is None or min(own) < 0 or len(board) != BOARD_CARDS[nodes()[number].round]:
        return []
    return of_actions(action_weights(plan, number, own, board), moves)


def of_actions(weights: Sequence[int], moves: Sequence[int]) -> list[int]:
    """Return the weight of each move's action, or the same for all moves if no action that is left has any."""
    found = [weights[ACTION_OF[move & KIND_MASK]] for move in moves]
    return found if any(found) else [1] * len(found)


def strategy(s: Any, moves: Sequence[int], rough: bool = False) -> list[int]:
    """Return the weights of the legal moves, from the file; nothing if there is no file or no such position in it.

    Args:
        s: The position.
        moves: Its legal moves.
        rough: Whether these are the weights of a beginner.
    """
    plan = read()
    if plan is None or min(cards_of(s)[0]) < 0:
        return []
    return of_actions(rough_weights(s, *cards_of(s), plan.centres), moves) if rough else move_weights(plan, s, moves)
