"""The training of backgammon: its rules in machine code, its stages and its dice."""

import random
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from kibitz_server.games.backgammon import moves, rolls
from tests.server.games.backgammon.helpers import legal, random_states
from training.backgammon import bearoff, plays, train
from training.backgammon.nets import Net

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


@pytest.mark.long
@pytest.mark.timeout(300)
def test_table_of_bearing_off() -> None:
    """The rows of the table for up to four checkers are made again."""
    made, shipped = bearoff.table(4), rolls.read_table()
    filled = [at for at in range(0, rolls.TABLE_SIZE, rolls.ROW) if made[at] > 0]
    assert len(filled) == 209
    assert all(made[at : at + rolls.ROW] == shipped[at : at + rolls.ROW] for at in filled)


def test_stages() -> None:
    """The stages follow each other, and the learning begins again at the first rate of the next one."""
    first, second = train.STAGES
    assert train.stage_at(0) == (first, 0.0)
    assert train.stage_at(first.games - 200)[0] is first
    assert train.stage_at(first.games) == (second, 0.0)
    assert train.stage_at(first.games + second.games // 2) == (second, 0.5)


@pytest.mark.parametrize(("part", "together"), [(1.0, True), (0.1, False)])
def test_a_training_goes_on_with_its_networks(part: float, together: bool, tmp_path: Path) -> None:
    """After 20,000 games, early and late positions have one network, but two if only a tenth of all is played."""
    arrays = {f"{i}{name}": getattr(net, name) for i, net in enumerate(train.first_nets(1)) for name in Net._fields}
    np.savez(tmp_path / "kept.npz", played=20_000, **arrays)
    nets, done = train.kept(tmp_path / "kept.npz", part)
    assert (nets[0] is nets[1], done) == (together, 20_000)


def test_the_last_bit_of_a_chance_does_not_matter() -> None:
    """Chances between two integers are rounded alike, whatever order their sums had."""
    half = (rolls.SURE // 4 + 0.5) / rolls.SURE
    rows = [bearoff.rows_of(np.array([[0.0, each, 1 - each]])) for each in (half, half + 1e-15, half - 1e-15)]
    assert rows[0] == rows[1] == rows[2]


def test_dice() -> None:
    """Dice are fair, and the next seed gives others."""
    rng = np.zeros(1, np.uint64)
    plays.seeded(rng, random.Random(1).randrange(2**40))
    counts = np.bincount([plays.die(rng) for _ in range(6000)], minlength=7)
    assert counts[0] == 0
    assert all(abs(count - 1000) < 150 for count in counts[1:])
