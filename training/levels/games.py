"""Games of the measurements: varied openings, and games between two players.

Processes of a pool do not import the `__main__` of a package, so what they run is here.
"""

import random
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass

from kibitz_server.engine.compiler import select
from kibitz_server.games.game import Game, Position
from kibitz_server.games.registry import load
from training.levels.players import Player, level_player, outsider
from training.programs import Process

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


@dataclass(frozen=True, slots=True)
class Duel:
    """Two games of a level from one opening, as each side: against the level below, or another player."""

    game: str
    level: int
    number: int
    top_nodes: int
    other: str | None = None


def play(duel: Duel) -> list[float]:
    """Return the points of the level in both games: 1, 0.5 or 0 each."""
    select.compile_searches()
    start, scored = opening(load(duel.game), f"{duel.game} {duel.level} {duel.number}"), []
    for seat in (0, 1):
        seed = 2 * duel.number + seat
        own = level_player(duel.level, seed, duel.top_nodes)
        other = outsider(duel.other, seed) if duel.other else level_player(duel.level - 1, seed, duel.top_nodes)
        with other if isinstance(other, Process) else nullcontext():
            sides = [own, other] if seat == 0 else [other, own]
            scored.append(points(played(start, sides, random.Random(seed))[-1], seat))
    return scored
