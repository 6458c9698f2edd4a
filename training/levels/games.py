"""Games of the measurements: varied openings, and games between two players."""

import random
from collections.abc import Sequence

from kibitz_server.games.game import Game, Position
from training.levels.players import Player

GAMES = {
    "tictactoe": 0,
    "connect4": 3,
    "reversi": 4,
    "draughts": 4,
    "international": 6,
    "russian": 6,
    "kalah": 3,
    "ultimate": 4,
    "nim": 0,
    "gomoku": 4,
    "chess": 6,
    "dots": 4,
    "hex": 2,
    "go": 2,
    "backgammon": 2,
}
"""The number of random plies at the start of each game: 0 where low levels vary their play enough themselves."""


def opening(game: Game, seed: str) -> Position:
    """Return a position after some random moves, with the game not over."""
    dice = random.Random(seed)
    while True:
        position = after_chance(game.start(), dice)
        for _ in range(GAMES[game.name]):
            if position.legal:
                position = after_chance(position.after(dice.choice(position.legal)), dice)
        if position.legal:
            return position


def after_chance(position: Position, dice: random.Random) -> Position:
    """Return the position after chance events, by their weights, until none is due."""
    while position.chances:
        (chance,) = dice.choices(position.chances, [chance.weight for chance in position.chances])
        position = position.after(chance.move)
    return position


def played(position: Position, players: Sequence[Player], dice: random.Random) -> list[Position]:
    """Return the positions of a game that two players play on from a position, without those where chance is due."""
    walk = [position]
    while walk[-1].outcome is None:
        at = walk[-1]
        walk.append(after_chance(at.after(players[at.state.turn](at)), dice))
    return walk


def points(position: Position, seat: int) -> float:
    """Return what a seat has scored in a finished game: 1, 0.5 or 0."""
    assert position.outcome
    return 0.5 if position.outcome.winner is None else float(position.outcome.winner == seat)
