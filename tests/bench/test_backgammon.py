"""The training and the matches of backgammon: their rules in machine code, pairs of games, plays of GNU Backgammon."""

import random
from collections.abc import Sequence

import numpy as np
import pytest
from bench.backgammon import match, players, plays, train
from bench.backgammon.match import Turn

from kibitz_server.games.backgammon import moves
from tests.server.games.backgammon.helpers import legal, random_states, rolled

pytestmark = pytest.mark.compiled


def results(checkers: Sequence[int], seat: int, dice: tuple[int, int]) -> set[tuple[int, ...]]:
    """Return the boards that the plays of the training lead to, which must be different ones."""
    room = plays.room_for_plays()
    count = plays.positions_after(np.array(checkers, np.int8), 25 * seat, *dice, *room)
    found = [tuple(map(int, board)) for board in room.found[:count]]
    assert len(set(found)) == len(found)
    return set(found)


@pytest.mark.timeout(300)
def test_plays_are_those_of_the_game() -> None:
    """The rules of the training lead to the same boards as those of the game."""
    for state in random_states(seed=11, plies=400):
        expected = set()
        for code in legal(state):
            after = state.copy()
            moves.move_checkers(after, code)
            expected.add(tuple(after.checkers))
        assert results(state.checkers, state.turn, (state.high, state.low)) == expected


@pytest.mark.parametrize(
    ("own", "other", "points"), [({}, {1: 14}, 1), ({}, {6: 15}, 2), ({}, {24: 1, 6: 14}, 3), ({2: 1}, {6: 15}, 0)]
)
def test_points(own: dict[int, int], other: dict[int, int], points: int) -> None:
    """A game counts one, two or three points for the side that has borne off all its checkers."""
    board = np.zeros(50, np.int8)
    for seat, checkers in enumerate((own, other)):
        for point, count in checkers.items():
            board[25 * seat + point - 1] = count
    assert plays.finished(board) == points
    assert plays.finished(np.concatenate([board[25:], board[:25]])) == -points


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


def test_stages() -> None:
    """The stages follow each other, and the learning begins again at the first rate of the next one."""
    first, second = train.STAGES
    assert train.stage_at(0) == (first, 0.0)
    assert train.stage_at(first.games - 200)[0] is first
    assert train.stage_at(first.games) == (second, 0.0)
    assert train.stage_at(first.games + second.games // 2) == (second, 0.5)


def test_dice() -> None:
    """Dice are fair, and the next seed gives others."""
    rng = np.zeros(1, np.uint64)
    plays.seeded(rng, random.Random(1).randrange(2**40))
    counts = np.bincount([plays.die(rng) for _ in range(6000)], minlength=7)
    assert counts[0] == 0
    assert all(abs(count - 1000) < 150 for count in counts[1:])
