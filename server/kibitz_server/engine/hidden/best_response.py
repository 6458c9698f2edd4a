"""Best responses to a strategy, and its exploitability: how far it is from best play, exactly.

A best response knows the strategy of the other side, but not its cards: in each information set it takes the move with
the highest sum over all positions of the set. Exploitability is what both best responses win on average, half of their
sum: 0 for a Nash equilibrium (Lanctot et al., 2009).
"""

import numpy as np

from kibitz_server.engine.hidden.flat_tree import NONE, FlatTree, Numbers


def value(tree: FlatTree, strategy: Numbers) -> float:
    """Return what seat 0 wins on average if both seats play by a strategy, in the unit of the game."""
    return float(tree.values(tree.edges(strategy))[0])


def exploitability(tree: FlatTree, strategy: Numbers) -> float:
    """Return what a best response wins against a strategy, the mean of both seats, in the unit of the game.

    Raises:
        ValueError: Positions of one information set have different depths.
    """
    return (best_response(tree, strategy, 0) + best_response(tree, strategy, 1)) / 2


def best_response(tree: FlatTree, strategy: Numbers, seat: int) -> float:
    """Return what a seat wins on average by the best response to a strategy of the other seat.

    Raises:
        ValueError: Positions of one information set have different depths.
    """
    _check_depths(tree)
    sign = 1.0 if seat == 0 else -1.0
    edges, values = tree.edges(strategy), sign * tree.payoff
    own = (tree.entry != NONE) & (tree.seat_of[tree.entry] == seat)
    reach = tree.reach(np.where(own, 1.0, edges))
    for depth in range(len(tree.levels) - 1, 0, -1):
        below = tree.levels[depth]
        nodes = np.flatnonzero(own[below]) + below.start
        gains = tree.sums(nodes, reach[nodes] * values[nodes])
        edges[nodes] = _best(tree, gains)[tree.entry[nodes]]
        tree.lift(values, edges, depth)
    return float(values[0])


def _best(tree: FlatTree, gains: Numbers) -> Numbers:
    """Return the strategy that takes the entry with the highest gain in each information set, the first of equals."""
    best = np.maximum.reduceat(gains, tree.start)
    winners = np.flatnonzero(gains == best[tree.set_of])
    _, first = np.unique(tree.set_of[winners], return_index=True)
    taken = np.zeros(tree.entries)
    taken[winners[first]] = 1.0
    return taken


def _check_depths(tree: FlatTree) -> None:
    depth = np.repeat(np.arange(len(tree.levels)), [level.stop - level.start for level in tree.levels])
    moved = np.flatnonzero(tree.entry != NONE)
    if (depth[moved] != depth[tree.example][tree.set_of[tree.entry[moved]]] + 1).any():
        raise ValueError("positions of one information set have different depths")
