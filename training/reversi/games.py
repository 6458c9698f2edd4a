"""Positions of Reversi for fitting: from games of the engine with itself, each with the exact result of its game.

A game begins with random moves, so that positions differ. It then goes on with short searches to the last empty
squares, which are solved. All positions after the last random move get the result of the game, in discs.
"""

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from kibitz_server.engine.compiler.specialise import SpecialisedSearch, specialise
from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.score import INFINITE
from kibitz_server.engine.solve import Prover, prepare_to_solve
from kibitz_server.games.game import Game, LegalMove, Position

SOLVED = 13
"""Empty squares from which on a game is played perfectly."""
OPENING = (4, 12)
"""Least and most moves at the beginning that are all random."""
LONGEST = 44
"""Most moves until the last random one."""
SLIPS = 0.12
"""Share of random moves between these."""


class Example(NamedTuple):
    """Discs of the side to move and of the other side, and the result for the side to move."""

    own: int
    other: int
    discs: int


class Players:
    """Searches of both sides of a game."""

    def __init__(self, game: Game, depth: int) -> None:
        self.game = game
        self._depth = depth
        self._control = SearchControl()
        self._control.reset(None)
        self._search: SpecialisedSearch = specialise("alphabeta", game)
        self._ws = self._search.workspace(game.start().state)
        self._prover = Prover(prepare_to_solve(game), self._control)

    def best(self, position: Position) -> LegalMove:
        """Return the move of a short search."""
        if len(position.legal) == 1:
            return position.legal[0]
        view = self._search.attach(self._control)
        self._search.load(self._ws, position.state)
        self._search.run.search(self._ws, view, self._depth, -INFINITE, INFINITE, 0, 0)
        code = self._search.line(self._ws)[0]
        return next(move for move in position.legal if move.code == code)

    def rest(self, position: Position) -> tuple[int, list[LegalMove]]:
        """Return the result for the side to move and the moves that lead to it."""
        value = self._prover.value(position)
        return value, self._prover.line(position, value)


def empties(position: Position) -> int:
    """Return the number of empty squares."""
    return position.text.count("-")


def examples(game: Game, depth: int, games: int, seed: int) -> Iterator[list[Example]]:
    """Yield the positions of one game after the other.

    Args:
        game: Reversi on 8x8.
        depth: Plies of the searches.
        games: Number of games.
        seed: Any integer. Every game has random numbers of its own.
    """
    players = Players(game, depth)
    for number in range(games):
        rng = random.Random(f"{seed} {number}")
        position, opening = game.start(), rng.randint(*OPENING)
        loose = rng.randint(opening, LONGEST)
        for ply in range(loose):
            if position.outcome is not None:
                break
            slip = ply < opening or ply == loose - 1 or rng.random() < SLIPS
            position = position.after(rng.choice(position.legal) if slip else players.best(position))
        if position.outcome is None:
            yield _played(players, position)


def _played(players: Players, position: Position) -> list[Example]:
    walk = [position]
    while position.outcome is None and empties(position) > SOLVED:
        position = position.after(players.best(position))
        walk.append(position)
    if position.outcome is None:
        value, line = players.rest(position)
        for move in line:
            walk.append(walk[-1].after(move))
    else:
        value = int(players.game.rules.result(position.state))
    seat = position.state.turn
    states: list[Any] = [at.state for at in walk if at.outcome is None]
    return [Example(s.own, s.other, value if s.turn == seat else -value) for s in states if s.moves]
