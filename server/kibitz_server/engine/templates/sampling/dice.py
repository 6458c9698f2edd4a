"""Random numbers of the searches that play positions out: chance outcomes by their weights, and uniform choices.

The memory of such a search has `random`, `moves` and `weights`.
"""

from typing import Any

from kibitz_server.games.bits import ALL, GOLDEN, next_random, random_below, u64

SLOTS = ("chance", "DRAWS")
chance: Any = None
DRAWS: int = 0


def seeded(seed: int) -> int:
    """Return the first state of the random numbers of a seed, which is any integer: never 0."""
    return (u64(seed) * GOLDEN & ALL) | u64(1)


def due(ws: Any, s: Any) -> int:
    """Write the possible chance outcomes into `ws.moves` and their weights into `ws.weights`. Return their number."""
    return int(chance(s, ws.moves, ws.weights, 0)) if DRAWS else 0


def chosen_of(ws: Any, count: int) -> int:
    """Return the index of one of the chance outcomes that `due` has written, at random by weight."""
    total = 0
    for i in range(count):
        total += ws.weights[i]
    left = roll(ws, total)
    chosen = 0
    while left >= ws.weights[chosen]:
        left -= ws.weights[chosen]
        chosen += 1
    return chosen


def roll(ws: Any, sides: int) -> int:
    """Return a random integer from 0 to sides - 1."""
    ws.random = next_random(ws.random)
    return int(random_below(ws.random, sides))
