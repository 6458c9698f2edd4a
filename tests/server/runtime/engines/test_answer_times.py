"""Tests of the times at which engines answer in games with hidden cards."""

import pytest

from kibitz_server.engine.driver import Job
from kibitz_server.engine.limit import Limit
from kibitz_server.runtime.engines.answer_times import (
    FIRST_S,
    LATE_S,
    LEAST_S,
    MISSES,
    MOST_KINDS,
    SPARE,
    WEIGHT,
    AnswerTimes,
)


def job(seconds: float | None = None, seed: int = 1, level: int = 5, hands: int = 20) -> Job:
    """Return the search of a level in Kuhn poker."""
    return Job("kuhn", (("hands", hands),), None, (), "level", Limit(seconds, seed=seed, level=level))


def held(times: AnswerTimes, spent_s: float, clock_s: float = 1e9, **fields: float) -> float:
    """Return when a search is answered whose engine may spend `clock_s` of its clock."""
    return times.held_s(job(**fields), spent_s, lambda wanted_s: min(wanted_s, clock_s))  # type: ignore[arg-type]


def test_all_short_searches_are_answered_at_one_time() -> None:
    """A search of any duration within the first step is answered at its end."""
    times = AnswerTimes()
    assert {held(times, spent_s / 1000) for spent_s in range(51)} == {FIRST_S}


@pytest.mark.parametrize(("spent_s", "step_s"), [(0.051, 0.1), (0.1, 0.1), (0.11, 0.2), (0.9, 1.6)])
def test_a_search_that_misses_its_step_waits_for_the_next_one(spent_s: float, step_s: float) -> None:
    """Steps double, so a rare long search tells little, and the next one is answered as before."""
    times = AnswerTimes()
    assert held(times, spent_s) == pytest.approx(step_s)
    assert held(times, 0.01) == FIRST_S


def test_a_step_that_is_missed_again_is_left() -> None:
    """After a few misses, all searches of the kind, also of other matches, are answered at the later step."""
    times = AnswerTimes()
    for _ in range(MISSES + 1):
        assert held(times, 0.07, seed=2) == 2 * FIRST_S
    assert held(times, 0.01, seed=3) == 2 * FIRST_S
    assert held(times, 0.01, level=6) == FIRST_S, "another kind"


def test_rare_misses_keep_the_step() -> None:
    """A busy machine delays a search now and then, which does not slow all others down."""
    times = AnswerTimes()
    for _ in range(10 * MISSES):
        held(times, 0.07)
        for _ in range(WEIGHT):
            assert held(times, 0.01) == FIRST_S


def test_a_step_that_half_the_time_suffices_for_is_halved() -> None:
    """Searches are answered sooner again when all have been short for long."""
    times = AnswerTimes()
    for _ in range(MISSES + 1):
        held(times, 0.15)
    assert [held(times, 0.01) for _ in range(SPARE + 1)] == [4 * FIRST_S] * SPARE + [2 * FIRST_S]


def test_a_time_limit_is_a_step() -> None:
    """Searches that use all of their time are answered shortly behind it, and those that end early too."""
    times = AnswerTimes()
    for spent_s in (5.003, 5.01, 5.0, 5.002, 5.05):
        assert held(times, spent_s, seconds=5.0) == 5.0 + LATE_S
    assert held(times, 0.2, seconds=5.0) == 5.0 + LATE_S
    assert held(times, 0.2, seconds=2.0) == 2.0 + LATE_S, "a shorter limit, because less time is on the clock"


@pytest.mark.parametrize(("clock_s", "spent_s", "step_s"), [(0.02, 0.001, 0.02), (0.02, 0.03, 0.04), (0, 0, LEAST_S)])
def test_an_engine_in_time_trouble_answers_sooner(clock_s: float, spent_s: float, step_s: float) -> None:
    """Steps begin at what the clock allows, which everyone sees, so that the engine does not lose by waiting."""
    assert held(AnswerTimes(), spent_s, clock_s) == step_s


def test_memory_is_bounded() -> None:
    """A host may choose any options, and the kinds of search that were used last are kept."""
    times = AnswerTimes()
    for hands in range(MOST_KINDS + 5):
        for _ in range(MISSES + 1):
            held(times, 0.07, hands=hands)
    assert len(times._steps) == MOST_KINDS
    assert held(times, 0.01, hands=MOST_KINDS) == 2 * FIRST_S
