"""Games between two players of backgammon: each sequence of dice is played twice, with sides exchanged.

The games are single ones without a cube: a gammon counts two points, a backgammon three. A pair of games is one sample,
because both depend on the same dice.
"""

import math
import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from training.backgammon import plays


class Turn(NamedTuple):
    """Decision: checkers as in the state of the game, the seat to move, its dice, and the positions within reach."""

    checkers: Any
    seat: int
    dice: tuple[int, int]
    after: Any


Player = Callable[[Sequence[Turn]], list[int]]
"""Returns for each turn the index of the chosen position."""


@dataclass(frozen=True, slots=True)
class Score:
    """Points a game of the first player, for each pair of games."""

    pairs: tuple[float, ...]

    @property
    def mean(self) -> float:
        """Points a game."""
        return statistics.fmean(self.pairs)

    @property
    def error(self) -> float:
        """Standard error of the points a game."""
        return statistics.stdev(self.pairs) / math.sqrt(len(self.pairs))


class _Playing:
    """Game in progress; `ours` is the seat of the first player."""

    def __init__(self, seed: int, ours: int) -> None:
        self.dice = np.random.default_rng(seed)
        self.ours = ours
        self.checkers = np.zeros(50, np.int8)
        plays.set_start(self.checkers)
        self.seat = 0
        self.points = 0
        self.roll = self._rolled()
        while self.roll[0] == self.roll[1]:
            self.roll = self._rolled()

    def _rolled(self) -> tuple[int, int]:
        one, other = self.dice.integers(1, 7, 2)
        return max(int(one), int(other)), min(int(one), int(other))

    def go_on(self, checkers: Any) -> None:
        self.checkers[:] = checkers
        self.points = int(plays.finished(self.checkers))
        self.seat = 1 - self.seat
        self.roll = self._rolled()


def play(first: Player, second: Player, sequences: int, seed: int) -> Score:
    """Play two games with each of this many sequences of dice."""
    games = [_Playing(seed + i // 2, i % 2) for i in range(2 * sequences)]
    room = plays.room_for_plays()
    while running := [game for game in games if not game.points]:
        asked: tuple[list[tuple[_Playing, Turn]], ...] = ([], [])
        for game in running:
            count = plays.positions_after(game.checkers, 25 * game.seat, *game.roll, *room)
            if count == 1:
                game.go_on(room.found[0])
            else:
                turn = Turn(game.checkers.copy(), game.seat, game.roll, room.found[:count].copy())
                asked[int(game.seat != game.ours)].append((game, turn))
        for player, theirs in zip((first, second), asked, strict=True):
            if theirs:
                for (game, turn), chosen in zip(theirs, player([turn for _, turn in theirs]), strict=True):
                    game.go_on(turn.after[chosen])
    points = [game.points if game.ours == 0 else -game.points for game in games]
    return Score(tuple((points[i] + points[i + 1]) / 2 for i in range(0, len(points), 2)))
