"""Tests of the choice of puzzles."""

from kibitz_server.puzzles.choosing import day_of, day_start, of_the_day, one_of
from tests.server.puzzles.make import stored

NOON = 1_796_040_000.0


def test_the_puzzle_of_a_day_depends_on_the_day_alone() -> None:
    """The order of the puzzles does not matter, and not all days have the same one."""
    ids = [f"p{number}" for number in range(20)]
    assert of_the_day(ids, "2026-11-30", "chess") == of_the_day(ids[::-1], "2026-11-30", "chess")
    assert len({of_the_day(ids, f"2026-11-{day}", "chess") for day in range(10, 30)}) > 5
    assert of_the_day([], "2026-11-30", "chess") is None


def test_days_begin_at_midnight_in_utc() -> None:
    """A day is the same for players in all time zones."""
    start = day_start(NOON)
    assert day_of(start) == day_of(NOON) != day_of(start - 1)


def test_one_of_the_nearest_is_drawn() -> None:
    """The draw decides; without puzzles there is none."""
    near = [stored("p1"), stored("p2")]
    assert one_of(near, lambda bound: bound - 1) is near[1]
    assert one_of([], lambda _: 0) is None
