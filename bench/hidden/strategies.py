"""Strategies of the engine's players as arrays, and what they win from each other, exactly and not by matches."""

import numpy as np

from kibitz_server.engine.compiler.specialise import specialise
from kibitz_server.engine.control import SearchControl, read
from kibitz_server.engine.hidden.best_response import value
from kibitz_server.engine.hidden.flat_tree import FlatTree, Numbers
from kibitz_server.games.game import Game, Position

SEEDS = range(10)
"""Seeds of the searches whose choices make up a strategy: a match has another seed for each move."""


def positions(game: Game) -> dict[int, Position]:
    """Return a position of each information set, by its information, as the side to move has seen it."""
    found: dict[int, Position] = {}
    left = [game.start()]
    while left:
        at = left.pop()
        if at.legal and at.information not in found:
            found[at.information] = at.seen_by(at.state.turn)
        left += [at.after(step) for step in at.steps]
    return found


def erring(tree: FlatTree, best: Numbers, temperature: float) -> Numbers:
    """Return the strategy of a level of `cfr` that errs: best play, and some of every other move."""
    return tree.normalised(best + temperature)


def ismcts(game: Game, tree: FlatTree, playouts: int) -> Numbers:
    """Return the strategy of `ismcts`: in each information set, how often it visits each move most."""
    search, control, strategy = specialise("ismcts", game), SearchControl(), np.zeros(tree.entries)
    view = search.attach(control)
    for information, position in positions(game).items():
        workspace, number = search.workspace(position.state), tree.number[information]
        for seed in SEEDS:
            control.reset(None)
            search.run.start(workspace, view, seed)
            search.run.search(workspace, view, playouts)
            search.run.report(workspace, view)
            strategy[tree.start[number] + tree.moves[number].index(read(control).line[0])] += 1
    return tree.normalised(strategy)


def gain(tree: FlatTree, first: Numbers, second: Numbers) -> float:
    """Return what the first strategy wins a hand from the second, the mean of both seats."""
    as_north = value(tree, np.where(tree.seat_of == 0, first, second))
    as_south = -value(tree, np.where(tree.seat_of == 0, second, first))
    return (as_north + as_south) / 2
