"""Matches of backgammon: pairs of games, and plays of GNU Backgammon."""

from collections.abc import Sequence

import numpy as np
import pytest

from bench.backgammon import match, players
from bench.backgammon.match import Turn
from tests.server.games.backgammon.helpers import rolled
from training.backgammon import plays

pytestmark = pytest.mark.compiled


def first_of(turns: Sequence[Turn]) -> list[int]:
    """Return the first position of each turn."""
    return [0] * len(turns)


def test_pairs_of_games() -> None:
    """A player gets no points against itself, because each sequence of dice is played from both sides."""
    score = match.play(first_of, first_of, sequences=20, seed=3)
    assert score.pairs == (0.0,) * 20


def test_matches_repeat() -> None:
    """The same seed gives the same games, another one others."""

    def last_of(turns: Sequence[Turn]) -> list[int]:
        return [len(turn.after) - 1 for turn in turns]

    once, again, other = (match.play(first_of, last_of, sequences=5, seed=seed) for seed in (1, 1, 100))
    assert once == again != other
    assert once.mean == sum(once.pairs) / 5


def test_plays_of_gnubg() -> None:
    """A play of GNU Backgammon, as pairs of points, is found among the positions; an illegal one is an error."""
    state = rolled(6, 5)
    room = plays.room_for_plays()
    checkers = np.array(state.checkers, np.int8)
    count = plays.positions_after(checkers, 0, 6, 5, *room)
    turn = Turn(checkers, 0, (6, 5), room.found[:count].copy())
    after = turn.after[players.index_of(turn, (24, 18, 18, 13, 0, 0, 0, 0))]
    assert (after[23], after[12]) == (1, 6)
    with pytest.raises(ValueError, match="not a legal play"):
        players.index_of(turn, (24, 23))


def test_hits_of_gnubg() -> None:
    """A play that hits puts the other side's checker on its bar."""
    checkers = np.zeros(50, np.int8)
    checkers[[7, 5]] = 1
    checkers[25 + 21] = 1
    room = plays.room_for_plays()
    count = plays.positions_after(checkers, 0, 5, 1, *room)
    turn = Turn(checkers, 0, (5, 1), room.found[:count].copy())
    assert turn.after[players.index_of(turn, (8, 3, 6, 5))][25 + 24] == 1
