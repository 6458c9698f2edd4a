"""Whole tree of a small game with chance and hidden information as arrays, level by level.

Nodes are numbered by depth, and those of one depth in the order of their parents, so that the children of a node are
neighbours. A pass over the tree is then a few operations of NumPy a level.

An information set is all positions that the side to move cannot tell apart. A strategy is one array: for each
information set one probability for each of its moves, one set after the other. Such a place is called an entry.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz_server.games.game import ONGOING, Game, Position
from kibitz_server.games.registry import searched_as

Numbers = NDArray[np.float64]
Indexes = NDArray[np.int64]

MAX_NODES = 50_000
"""Largest tree, in nodes: about 3 s to build."""
END, CHANCE = -2, -1
"""Owners of nodes at which neither side is to move."""
NONE = -1


class FlatTreeTooLarge(Exception):
    """Game whose tree has too many nodes."""


@dataclass(frozen=True, slots=True)
class FlatTree:
    """Tree of a game. The arrays `parent` to `payoff` have one element for each node.

    `owner` is the seat to move, CHANCE or END. `entry` is the place in a strategy of the move that leads to the node,
    NONE after a chance outcome, and `chance` the probability of the chance outcome, 1 after a move. `payoff` is what
    seat 0 wins at an end, in the unit of the game (chips, points), 0 elsewhere.

    `levels` are the nodes of each depth, from the root on. For each depth, `inner` are the nodes that have children,
    and `first` the number of the first child of each.

    For each information set, `start` is its first entry, `seat` its side, `example` one of its nodes, and `moves` its
    moves as codes. `number` finds a set by its information. For each entry, `seat_of` is the side and `set_of` the set.
    """

    parent: Indexes
    owner: Indexes
    entry: Indexes
    chance: Numbers
    payoff: Numbers
    levels: tuple[slice, ...]
    inner: tuple[Indexes, ...]
    first: tuple[Indexes, ...]
    start: Indexes
    seat: Indexes
    example: Indexes
    moves: tuple[tuple[int, ...], ...]
    number: dict[int, int]
    seat_of: Indexes
    set_of: Indexes

    @property
    def size(self) -> int:
        """Number of nodes."""
        return len(self.parent)

    @property
    def entries(self) -> int:
        """Number of places of a strategy."""
        return len(self.seat_of)

    def uniform(self) -> Numbers:
        """Return the strategy that chooses among all moves alike."""
        return self.normalised(np.zeros(self.entries))

    def normalised(self, weights: Numbers) -> Numbers:
        """Return the strategy that chooses moves in proportion to weights: all alike where no weight is above 0."""
        totals = np.add.reduceat(weights, self.start)
        counts = np.diff(np.append(self.start, self.entries))
        none = (totals <= 0)[self.set_of]
        return np.where(none, 1.0 / counts[self.set_of], weights / np.where(totals > 0, totals, 1.0)[self.set_of])

    def sums(self, nodes: Indexes, amounts: Numbers) -> Numbers:
        """Return the sums of amounts of nodes that a move leads to, by the entries of these moves."""
        return np.bincount(self.entry[nodes], weights=amounts, minlength=self.entries).astype(np.float64)

    def edges(self, strategy: Numbers, seat: int | None = None) -> Numbers:
        """Return the probability of each node after its parent: by chance, and by the strategy of all seats or of one.

        With a seat, chance outcomes and the moves of the other seat count as certain.
        """
        moved = self.entry != NONE
        edges = np.where(moved, 1.0, self.chance) if seat is None else np.ones(self.size)
        if seat is not None:
            moved = moved & (self.seat_of[self.entry] == seat)
        edges[moved] = strategy[self.entry[moved]]
        return edges

    def reach(self, edges: Numbers) -> Numbers:
        """Return the product of the edges from the root to each node."""
        reach = edges.copy()
        reach[0] = 1.0
        for level in self.levels[1:]:
            reach[level] *= reach[self.parent[level]]
        return reach

    def values(self, edges: Numbers) -> Numbers:
        """Return for each node what seat 0 wins on average, if the edges are the probabilities of all choices."""
        values = self.payoff.copy()
        for depth in range(len(self.levels) - 1, 0, -1):
            self.lift(values, edges, depth)
        return values

    def lift(self, values: Numbers, edges: Numbers, depth: int) -> None:
        """Set the values of the nodes above a depth from those of their children at it."""
        below = self.levels[depth]
        first = self.first[depth - 1] - below.start
        values[self.inner[depth - 1]] = np.add.reduceat(edges[below] * values[below], first)


def whole_tree(game: Game, most: int = MAX_NODES) -> FlatTree:
    """Return the tree of a game from its first position on: of one hand, if searches of the game see one.

    Args:
        game: A game of two seats in which one wins what the other loses.
        most: The most nodes that the tree may have.

    Raises:
        FlatTreeTooLarge: The tree has more nodes.
        ValueError: The moves of two positions differ that the side to move cannot tell apart.
    """
    return _Builder(searched_as(game), most).build()


class _Builder:
    """Walks a game depth by depth, and collects what becomes the arrays."""

    def __init__(self, game: Game, most: int) -> None:
        self._game, self._most = game, most
        self._parent, self._owner, self._entry = [NONE], [END], [NONE]
        self._chance, self._payoff = [1.0], [0.0]
        self._number: dict[int, int] = {}
        self._moves: list[tuple[int, ...]] = []
        self._seat: list[int] = []
        self._start: list[int] = []
        self._example: list[int] = []

    def build(self) -> FlatTree:
        levels, inner, first = [slice(0, 1)], [], []
        states = [self._game.start().state]
        while states:
            parents, firsts, below = [], [], []
            for node, state in zip(range(levels[-1].start, levels[-1].stop), states, strict=True):
                before = len(self._parent)
                below += list(self._children(node, state))
                if len(self._parent) > before:
                    parents.append(node)
                    firsts.append(before)
                if len(self._parent) > self._most:
                    raise FlatTreeTooLarge
            inner.append(np.array(parents, dtype=np.int64))
            first.append(np.array(firsts, dtype=np.int64))
            states = below
            levels.append(slice(levels[-1].stop, len(self._parent)))
        return self._tree(levels[:-1], inner, first)

    def _children(self, node: int, state: Any) -> Iterator[Any]:
        """Add the children of a node, and yield their states."""
        game = self._game
        if game.ruleset.outcome(state) != ONGOING:
            self._payoff[node] = payoff(game, state)
            return
        chances = game.ruleset.chances(state) if game.chance else []
        if chances:
            self._owner[node] = CHANCE
            total = sum(weight for _, weight in chances)
            steps = [(code, NONE, weight / total) for code, weight in chances]
        else:
            self._owner[node] = state.turn
            first = self._start[self._set_of(node, state)]
            steps = [(code, first + i, 1.0) for i, code in enumerate(game.ruleset.codes(state))]
        for code, entry, probability in steps:
            after = state.copy()
            game.ruleset.play(after, code)
            self._parent.append(node)
            self._owner.append(END)
            self._entry.append(entry)
            self._chance.append(probability)
            self._payoff.append(0.0)
            yield after

    def _set_of(self, node: int, state: Any) -> int:
        information = Position(self._game, state).information
        codes = tuple(self._game.ruleset.codes(state))
        found = self._number.setdefault(information, len(self._moves))
        if found == len(self._moves):
            self._start.append(self._start[-1] + len(self._moves[-1]) if self._moves else 0)
            self._moves.append(codes)
            self._seat.append(state.turn)
            self._example.append(node)
        if (codes, state.turn) != (self._moves[found], self._seat[found]):
            raise ValueError(f"{self._game.name}: two positions with the same information have different moves")
        return found

    def _tree(self, levels: list[slice], inner: list[Indexes], first: list[Indexes]) -> FlatTree:
        counts = [len(moves) for moves in self._moves]
        seat = np.array(self._seat, dtype=np.int64)
        return FlatTree(
            parent=np.array(self._parent, dtype=np.int64),
            owner=np.array(self._owner, dtype=np.int64),
            entry=np.array(self._entry, dtype=np.int64),
            chance=np.array(self._chance),
            payoff=np.array(self._payoff),
            levels=tuple(levels),
            inner=tuple(inner),
            first=tuple(first),
            start=np.array(self._start, dtype=np.int64),
            seat=seat,
            example=np.array(self._example, dtype=np.int64),
            moves=tuple(self._moves),
            number=self._number,
            seat_of=np.repeat(seat, counts),
            set_of=np.repeat(np.arange(len(counts)), counts),
        )


def payoff(game: Game, state: Any) -> float:
    """Return what seat 0 has won in a finished game, in the game's own unit; 1 for a win in a game without `won`."""
    rules = game.rules
    value = rules.won(state) / 100 if hasattr(rules, "won") else float(rules.outcome(state))
    return value if state.turn == 0 else -value
