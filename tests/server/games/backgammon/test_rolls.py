"""Where dice may bring checkers of backgammon, and how soon checkers at home are off."""

import random
from types import SimpleNamespace

import pytest

from kibitz_server.games.backgammon import rolls
from tests.server.games.backgammon.test_features import placed

MEMORY = SimpleNamespace(weights=rolls.read_table())
NEAR = 1 / rolls.SURE


def first(own: dict[int, int], other: dict[int, int]) -> float:
    """Return the chance of the side on roll to be off first."""
    state = placed(own, other)
    return rolls.chance_to_be_first(MEMORY, rolls.row_of(state, 0), rolls.row_of(state, 1))


def off(own: dict[int, int]) -> float:
    """Return the chance to be off with one roll."""
    return rolls.chance_to_be_off(MEMORY, rolls.row_of(placed(own, {}), 0))


def test_free_rolls() -> None:
    """A lone checker can play all rolls on an empty board and none behind six blocked points in a row."""
    assert rolls.free_rolls(0, 20) == 36
    assert rolls.free_rolls(0, 3) == 36
    assert rolls.free_rolls(0b111111 << 14, 20) == 0
    assert rolls.free_rolls(0b11111 << 15, 20) == 11


@pytest.mark.parametrize(
    ("own", "rolls_of_36"), [({6: 1}, 27), ({5: 1, 2: 1}, 19), ({6: 2}, 4), ({1: 2}, 36), ({1: 4}, 6), ({1: 5}, 0)]
)
def test_rolls_that_bear_off_the_last_checkers(own: dict[int, int], rolls_of_36: int) -> None:
    """A few checkers are off with the rolls that are counted by hand."""
    assert off(own) == pytest.approx(rolls_of_36 / 36, abs=NEAR)


def test_the_side_on_roll_is_first() -> None:
    """With one checker each on 6, the side on roll wins at once, or later if the other side misses too."""
    assert first({6: 1}, {6: 1}) == pytest.approx(27 / 36 + 9 / 36 * 9 / 36, abs=NEAR)
    assert first({5: 1, 6: 2}, {3: 2, 6: 2}) == pytest.approx(0.8007, abs=NEAR)
    assert first({1: 15}, {1: 1}) == 0


def test_each_row_of_the_table_is_whole() -> None:
    """The chances of each row add up, and the file has the same rows again."""
    rows = [MEMORY.weights[at : at + rolls.ROW] for at in range(0, rolls.TABLE_SIZE, rolls.ROW)]
    assert {sum(row[1:]) for row in rows} == {rolls.SURE}
    assert max(row[0] for row in rows) <= 8
    assert rolls.read_table() == MEMORY.weights


def test_placements_have_rows_of_their_own() -> None:
    """Different checkers at home have different rows."""
    rng, found = random.Random(1), dict[int, tuple[int, ...]]()
    for _ in range(200):
        own = {point: rng.randrange(3) for point in range(1, 7)}
        row = rolls.row_of(placed(own, {}), 0)
        assert found.setdefault(row, tuple(own.values())) == tuple(own.values())
    assert all(0 <= row < rolls.TABLE_SIZE and row % rolls.ROW == 0 for row in found)


def test_a_checker_outside_is_no_matter_of_the_table() -> None:
    """The table is for positions in which all checkers are at home."""
    assert rolls.both_home(placed({6: 3}, {1: 2}))
    assert not rolls.both_home(placed({7: 1}, {1: 2}))
    assert not rolls.both_home(placed({6: 3}, {25: 1}))
