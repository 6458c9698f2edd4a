"""Where dice may bring checkers of backgammon, and how soon a few are off."""

import pytest

from kibitz_server.games.backgammon import rolls


def test_free_rolls() -> None:
    """A lone checker can play all rolls on an empty board and none behind six blocked points in a row."""
    assert rolls.free_rolls(0, 20) == 36
    assert rolls.free_rolls(0, 3) == 36
    assert rolls.free_rolls(0b111111 << 14, 20) == 0
    assert rolls.free_rolls(0b11111 << 15, 20) == 11


def test_rolls_that_bear_off_the_last_checkers() -> None:
    """A checker on 6 needs one roll in 27 of 36 cases; two need a double from 3 up; all chances add up."""
    assert rolls.rolls_needed((0, 0, 0, 0, 0, 1))[:2] == pytest.approx((27 / 36, 9 / 36))
    assert rolls.rolls_needed((0, 0, 0, 0, 0, 2))[0] == pytest.approx(4 / 36)
    assert sum(rolls.rolls_needed((0, 0, 0, 0, 1, 2))) == pytest.approx(1)


def test_the_side_on_roll_is_first() -> None:
    """With one checker each on 6, the side on roll wins at once, or later if the other side misses too."""
    alone = (0, 0, 0, 0, 0, 1)
    assert rolls.chance_to_be_first(alone, alone) == pytest.approx(27 / 36 + 9 / 36 * 9 / 36)
    assert rolls.nearly_off((*alone, *[0] * 19))
    assert not rolls.nearly_off((0,) * 25)
