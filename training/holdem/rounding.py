"""The average strategy as small integers, and back as chances."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from kibitz_server.games.poker.limit.strategy import starts_of
from kibitz_server.games.poker.limit.tree import CALL, BettingNode

UNITS = 24
"""Weights of an action that is always taken. Few different weights make a small file."""
LEAST = 0.04
"""Chance below which an action is left out: such are mostly what is left of the first deals."""


def rounded(
    tree: Sequence[BettingNode], sums: Any, buckets: Sequence[int], units: int = UNITS, least: float = LEAST
) -> bytes:
    """Return the weights of all legal actions in the order of the file. Where nothing was learned, the player calls.

    Args:
        tree: The nodes.
        sums: Sum of the strategies of each information set.
        buckets: Number of buckets in each round.
        units: Weight of an action that is always taken.
        least: Chance below which an action is left out, unless it is the likeliest one.
    """
    parts, at = [], 0
    for node in tree:
        end = at + buckets[node.round]
        chances = sums[at:end].astype(np.float64)
        chances[chances.sum(axis=1) == 0, CALL] = 1.0
        chances /= chances.sum(axis=1, keepdims=True)
        chances[chances < np.minimum(least, chances.max(axis=1, keepdims=True))] = 0.0
        chances /= chances.sum(axis=1, keepdims=True)
        parts.append(np.rint(units * chances[:, list(node.actions)]).astype(np.uint8).tobytes())
        at = end
    return b"".join(parts)


def chances_of(tree: Sequence[BettingNode], kept: bytes, buckets: Sequence[int]) -> Any:
    """Return the chance of each action of each information set, as float32, from the weights that a file keeps."""
    found = np.zeros((sum(buckets[node.round] for node in tree), len(tree[0].after)), np.float32)
    at = 0
    for node, first in zip(tree, starts_of(tree, buckets), strict=False):
        count = buckets[node.round]
        size = count * len(node.actions)
        weights = np.frombuffer(kept, np.uint8, size, first).reshape(count, -1)
        found[at : at + count, list(node.actions)] = weights / weights.sum(axis=1, keepdims=True)
        at += count
    return found
