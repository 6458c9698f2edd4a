"""The average strategy as small integers, and back as chances."""

from typing import Any

import numpy as np

from kibitz_server.games.poker.limit.strategy import Strategy
from kibitz_server.games.poker.limit.tree import CALL, nodes
from training.holdem.mccfr import ACTIONS

UNITS = 24
"""Weights of an action that is always taken. Few different weights make a small file."""
LEAST = 0.04
"""Chance below which an action is left out: such are mostly what is left of the first deals."""


def rounded(sums: Any, buckets: tuple[int, ...]) -> bytes:
    """Return the weights of all legal actions in the order of the file. Where nothing was learned, the player calls."""
    parts, at = [], 0
    for node in nodes():
        end = at + buckets[node.round]
        chances = sums[at:end].astype(np.float64)
        chances[chances.sum(axis=1) == 0, CALL] = 1.0
        chances /= chances.sum(axis=1, keepdims=True)
        chances[chances < LEAST] = 0.0
        chances /= chances.sum(axis=1, keepdims=True)
        parts.append(np.rint(UNITS * chances[:, list(node.actions)]).astype(np.uint8).tobytes())
        at = end
    return b"".join(parts)


def chances_of(plan: Strategy, buckets: tuple[int, ...]) -> Any:
    """Return the chance of each action of each information set, as float32."""
    found = np.zeros((sum(buckets[node.round] for node in nodes()), ACTIONS), np.float32)
    at = 0
    for node, first in zip(nodes(), plan.first, strict=False):
        count = buckets[node.round]
        size = count * len(node.actions)
        weights = np.frombuffer(plan.weights, np.uint8, size, first).reshape(count, -1)
        found[at : at + count, list(node.actions)] = weights / weights.sum(axis=1, keepdims=True)
        at += count
    return found
