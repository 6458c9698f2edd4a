"""Hands between players of the engine, for games that are too large to be measured exactly.

Each deal is played twice, with seats exchanged and the same cards for each seat: this takes away much of the luck.
"""

import random
import statistics
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.driver import run
from kibitz_server.engine.hidden.flat_tree import payoff
from kibitz_server.engine.limit import Limit
from kibitz_server.games.game import Game, LegalMove, Position

Player = Callable[[Position, int], LegalMove]
"""Chooses a move of a position as its side has seen it; the number is a seed."""


class Score(NamedTuple):
    """What a player wins a hand, with the standard error of the mean of the deals."""

    mean: float
    error: float


def engine(algorithm: str, playouts: int) -> Player:
    """Return a player that searches with an algorithm."""
    return _searching(algorithm, Limit(playouts=playouts))


def at_level(level: int) -> Player:
    """Return a player of a level."""
    return _searching("level", Limit(level=level))


def _searching(algorithm: str, limit: Limit) -> Player:
    def choose(position: Position, seed: int) -> LegalMove:
        control = SearchControl()
        control.reset(None)
        return position.find(run(position, algorithm, replace(limit, seed=seed), control).move)

    return choose


def at_random(position: Position, seed: int) -> LegalMove:
    """Return any legal move."""
    return random.Random(seed).choice(position.legal)


def play(game: Game, ours: Player, theirs: Player, deals: int) -> Score:
    """Return what a player wins from another one in hands of this many deals, in the unit of the game.

    Args:
        game: A game whose matches have one hand.
        ours: The player.
        theirs: Its opponent.
        deals: Number of deals, at least 2.
    """
    means = [(hand(game, (ours, theirs), deal) - hand(game, (theirs, ours), deal)) / 2 for deal in range(deals)]
    return Score(statistics.fmean(means), statistics.stdev(means) / deals**0.5)


def hand(game: Game, players: tuple[Player, Player], deal: int) -> float:
    """Return what the first player wins in the first seat. The number of the deal decides all cards."""
    cards, choices, position = random.Random(deal), random.Random(-deal - 1), game.start()
    while position.outcome is None:
        if position.chances:
            (chance,) = cards.choices(position.chances, [chance.weight for chance in position.chances])
            position = position.after(next(step for step in position.steps if step.code == chance.code))
        else:
            seat = position.state.turn
            move = players[seat](position.seen_by(seat), choices.getrandbits(60))
            position = position.after(move)
    return payoff(game, position.state)
