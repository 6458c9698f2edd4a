"""CFR+ (Tammelin, 2014): best play of a small game with hidden information, by iterations over its whole tree.

Both sides play in proportion to the regrets of their moves, which never fall below 0 (regret matching+). They learn in
turns, each against the latest strategy of the other. The average strategy, in which iteration t counts t times,
converges to a Nash equilibrium of a game for two sides in which one wins what the other loses.
"""

import numpy as np

from kibitz_server.engine.hidden.flat_tree import NONE, FlatTree, Indexes, Numbers

SEATS = (0, 1)


class Cfr:
    """Iterations over one tree, which may go on at any time. The results are the same on every machine."""

    def __init__(self, tree: FlatTree) -> None:
        self.tree = tree
        self.iterations = 0
        self._regrets = np.zeros(tree.entries)
        self._sums = np.zeros(tree.entries)
        self._strategy = tree.uniform()
        moved = tree.entry != NONE
        owner = np.where(moved, tree.seat_of[tree.entry], NONE)
        self._moved: list[Indexes] = [np.flatnonzero(owner == seat) for seat in SEATS]
        """Nodes that a move of each seat leads to."""

    def iterate(self, count: int = 1) -> None:
        """Improve the strategy by some iterations: both sides in each."""
        for _ in range(count):
            self.iterations += 1
            for seat in SEATS:
                self._learn(seat)

    def average(self) -> Numbers:
        """Return the average strategy; the uniform one before the first iteration."""
        return self.tree.normalised(self._sums)

    def _learn(self, seat: int) -> None:
        tree, strategy = self.tree, self._strategy
        own, other = self._moved[seat], self._moved[1 - seat]
        edges = tree.chance.copy()
        edges[other] = strategy[tree.entry[other]]
        reach = tree.reach(edges)
        edges[own] = strategy[tree.entry[own]]
        values = tree.values(edges)
        gained = reach[own] * values[own] * (1 if seat == 0 else -1)
        gains = tree.sums(own, gained)
        mine = tree.seat_of == seat
        means = np.add.reduceat(gains * strategy, tree.start)[tree.set_of]
        self._regrets = np.where(mine, np.maximum(self._regrets + gains - means, 0.0), self._regrets)
        self._add(seat, mine)
        self._strategy = np.where(mine, tree.normalised(self._regrets), strategy)

    def _add(self, seat: int, mine: Indexes) -> None:
        """Add the strategy of a seat to the sums, as often as its own moves reach each information set."""
        tree = self.tree
        reach = tree.reach(tree.edges(self._strategy, seat))[tree.example][tree.set_of]
        self._sums += np.where(mine, self.iterations * reach * self._strategy, 0.0)
