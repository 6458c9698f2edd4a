"""Players of backgammon for matches: GNU Backgammon, and the search of Kibitz."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from bench.backgammon.gnubg import GnuBackgammon
from bench.backgammon.match import Player, Turn
from kibitz_server.engine.compiler.specialise import specialise
from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.score import INFINITE
from kibitz_server.games.backgammon.moves import PLAY
from kibitz_server.games.registry import load


def gnubg_player(program: GnuBackgammon, plies: int, noise: float = 0.0) -> Player:
    """Return GNU Backgammon as a player."""

    def choose(turns: Sequence[Turn]) -> list[int]:
        asked = []
        for turn in turns:
            own, other = turn.checkers[25 * turn.seat :][:25], turn.checkers[25 - 25 * turn.seat :][:25]
            asked.append(((other.tolist(), own.tolist()), turn.dice))
        return [index_of(turn, pairs) for turn, pairs in zip(turns, program.plays(asked, plies, noise), strict=True)]

    return choose


def index_of(turn: Turn, pairs: Sequence[int]) -> int:
    """Return the position that a play leads to.

    Raises:
        ValueError: The play is not legal.
    """
    checkers = turn.checkers.copy()
    own, other = 25 * turn.seat, 25 - 25 * turn.seat
    for origin, target in zip(pairs[::2], pairs[1::2], strict=True):
        if origin == 0:
            break
        checkers[own + origin - 1] -= 1
        if target > 0:
            checkers[own + target - 1] += 1
            if checkers[other + 24 - target] == 1:
                checkers[other + 24 - target] = 0
                checkers[other + 24] += 1
    matching = np.flatnonzero((turn.after == checkers).all(axis=1))
    if len(matching) != 1:
        raise ValueError(f"not a legal play: {turn}, {pairs}")
    return int(matching[0])


def engine_player(depth: int) -> Player:
    """Return the expectiminimax search of Kibitz. At depth 1 it takes the play with the best evaluation after it."""
    game = load("backgammon")
    search = specialise("expectiminimax", game)
    control = SearchControl()
    control.reset(None)
    view = search.attach(control)
    state: Any = game.start().state.copy()
    workspace = search.workspace(state)

    def chosen(turn: Turn) -> int:
        state.checkers[:] = turn.checkers.tolist()
        state.turn = turn.seat
        state.high, state.low = turn.dice
        state.stage = PLAY
        search.load(workspace, state)
        search.run.search(workspace, view, depth, -INFINITE, INFINITE, 0, 0)
        after = state.copy()
        game.rules.play(after, search.line(workspace)[0])
        return int(np.flatnonzero((turn.after == np.array(after.checkers)).all(axis=1))[0])

    return lambda turns: [chosen(turn) for turn in turns]
