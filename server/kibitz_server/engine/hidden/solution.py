"""Best play of a position with hidden information: from the game's own table, or by CFR+ over its whole tree.

A process keeps the iterations of its last games, so that a search that time alone bounds goes on where the one before
it stopped. A search with a number of iterations has the strategy of exactly that number, so that it gives the same
result each time.
"""

import random
from collections.abc import Sequence
from functools import lru_cache
from typing import TypeVar

import numpy as np

from kibitz_server.engine.control import BOOK, UNLIMITED, SearchControl
from kibitz_server.engine.hidden.best_response import exploitability
from kibitz_server.engine.hidden.cfr import Cfr
from kibitz_server.engine.hidden.flat_tree import NONE, FlatTree, Numbers, whole_tree
from kibitz_server.engine.hidden.mixed import probabilities, publish_mixed, sample
from kibitz_server.engine.rules import sensible
from kibitz_server.games.game import Game, Position
from kibitz_server.games.registry import searched_as

T = TypeVar("T")
ENOUGH = 0.00005
"""Exploitability at which the iterations end, in the unit of the game."""
STEP = 10
"""Iterations from one look at the limit to the next."""
CHECK = 100
"""Iterations from one look at the exploitability to the next: it takes as long as one or two."""


class Solver:
    """Iterations over the tree of a game, as far as they were wanted."""

    def __init__(self, game: Game) -> None:
        self.cfr = Cfr(tree_of(game))
        self._settled = False

    def improve(self, most: int, control: SearchControl) -> None:
        """Iterate up to a number of iterations in all, or until stopped, or until the strategy is good enough.

        Each iteration counts as a node, also those of earlier searches.
        """
        control.nodes = self.cfr.iterations
        while self.cfr.iterations < most and not self._settled and not control.stop:
            step = min(STEP, most - self.cfr.iterations)
            self.cfr.iterate(step)
            control.nodes = self.cfr.iterations
            if self.cfr.iterations % CHECK == 0:
                self._settled = exploitability(self.cfr.tree, self.cfr.average()) <= ENOUGH

    def choices(self, position: Position) -> tuple[list[float], list[float]]:
        """Return the probabilities of the legal moves of a position by the average strategy, and what each is worth.

        A value is what the side to move wins on average by a move. A position that the tree does not have gets the same
        probability for all moves, and values of 0.
        """
        tree, count = self.cfr.tree, len(position.legal)
        found = tree.number.get(position.information)
        codes = [move.code for move in position.legal]
        if found is None or codes != list(tree.moves[found]):
            return [1 / count] * count, [0.0] * count
        average = self.cfr.average()
        first = int(tree.start[found])
        return [float(part) for part in average[first : first + count]], _values(tree, average, found)


def _values(tree: FlatTree, strategy: Numbers, found: int) -> list[float]:
    """Return what each move of an information set is worth to its side, if both sides play by the strategy."""
    first, count, seat = int(tree.start[found]), len(tree.moves[found]), int(tree.seat[found])
    edges = tree.edges(strategy)
    values = tree.values(edges)
    own = (tree.entry != NONE) & (tree.seat_of[tree.entry] == seat)
    reach = tree.reach(np.where(own, 1.0, edges))
    nodes = np.flatnonzero((tree.entry >= first) & (tree.entry < first + count))
    gains = tree.sums(nodes, reach[nodes] * values[nodes])[first : first + count]
    total = reach[nodes].sum() / count
    return [float(gain / total) * (1 if seat == 0 else -1) if total > 0 else 0.0 for gain in gains]


@lru_cache(maxsize=4)
def tree_of(game: Game) -> FlatTree:
    """Return the tree of a game, which this process keeps.

    Raises:
        TooLarge: The game has too many positions.
    """
    return whole_tree(game)


@lru_cache(maxsize=4)
def kept(game: Game) -> Solver:
    """Return the solver of a game that only time bounds."""
    return Solver(game)


@lru_cache(maxsize=4)
def counted(game: Game, _most: int) -> Solver:
    """Return the solver of a game with a number of iterations."""
    return Solver(game)


def play_best(
    position: Position, most: int | None, control: SearchControl, rng: random.Random, temperature: float = 0.0
) -> None:
    """Sample a move of best play, and report it with the probabilities of all moves.

    Args:
        position: A position as the side to move has seen it, with legal moves.
        most: The most iterations; None for as many as the time allows.
        control: Gets the report. Its node limit bounds the iterations too.
        rng: Random numbers of the choice.
        temperature: How much a level errs, see `probabilities`.

    Raises:
        TooLarge: The game has no table of best play, and too many positions.
    """
    codes, places = [move.code for move in position.legal], sensible(position, position.legal)
    if weights := known_weights(position):
        slips = known_slips(position) if temperature else None
        parts = probabilities(chosen_of(weights, places), temperature, slips and chosen_of(slips, places))
        codes = chosen_of(codes, places)
        # Without limits, most of two hundred bets have no part in it.
        codes = [code for code, part in zip(codes, parts, strict=True) if part > 0]
        parts = [part for part in parts if part > 0]
        control.nodes = 1
        publish_mixed(control, codes, parts, sample(parts, rng))
        control.source = BOOK
        return
    game, bound = searched_as(position.game), min(most or UNLIMITED, control.node_limit)
    solver = kept(game) if bound == UNLIMITED else counted(game, bound)
    solver.improve(bound, control)
    best, values = solver.choices(position)
    parts, values = probabilities(chosen_of(best, places), temperature), chosen_of(values, places)
    chosen, depth = sample(parts, rng), len(solver.cfr.tree.levels) - 1
    publish_mixed(control, chosen_of(codes, places), parts, chosen, round(100 * values[chosen]), depth)


def known_weights(position: Position) -> Sequence[int]:
    """Return the weights of the legal moves in the game's own table of best play; none if it has none."""
    rules = position.game.rules
    return tuple(rules.strategy(position.state)) if hasattr(rules, "strategy") else ()


def known_slips(position: Position) -> Sequence[int] | None:
    """Return how a beginner plays, as weights of the legal moves; None if the game does not say it."""
    rules = position.game.rules
    return tuple(rules.slips(position.state)) or None if hasattr(rules, "slips") else None


def chosen_of(values: Sequence[T], places: Sequence[int]) -> list[T]:
    """Return the values at some places."""
    return [values[i] for i in places]
