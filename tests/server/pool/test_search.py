"""State of a search in a pool: waits for machine code, the rest of its time, and what a new beginning forgets."""

import time
from dataclasses import replace

import pytest

from kibitz_server.engine.driver import Job
from kibitz_server.engine.limit import Limit
from kibitz_server.pool.interface import WHOLE, Priority, SearchLost
from kibitz_server.pool.search import COMPILING_S, TRIES, WHOLE_TRIES, WHOLE_WAITS, PooledSearch
from kibitz_server.pool.slot import SlotLost
from tests.server.pool.slots import JOB, SHORT, FakeSlot


class FakeOwner:
    """Pool that notes what its searches ask of it."""

    def __init__(self) -> None:
        self.calls: list[str] = []

    def stop(self, search: PooledSearch) -> None:  # noqa: ARG002
        self.calls.append("stop")

    def remove(self, search: PooledSearch) -> None:  # noqa: ARG002
        self.calls.append("remove")

    def awaits_code(self, search: PooledSearch) -> bool:  # noqa: ARG002
        return True


def made(
    job: Job = JOB, priority: Priority = Priority.PLAYER, stays: bool = False, pool: FakeOwner | None = None
) -> PooledSearch:
    """Return a search that waits."""
    return PooledSearch(pool or FakeOwner(), job, job.position(), priority, "ann", "", stays)


@pytest.mark.parametrize("priority", Priority)
async def test_short_searches_for_people_are_near(priority: Priority) -> None:
    """Exhibitions and analyses have time for the round trip to another machine."""
    assert made(SHORT, priority).wish.near == (priority in (Priority.PLAYER, Priority.HINT))
    assert not made(JOB, priority).wish.near


async def test_a_search_that_stays_wishes_so() -> None:
    """The placement knows nothing else of the match."""
    assert (made(stays=True).wish.here, made().wish.here) == (True, False)


async def test_a_search_waits_for_code_once_at_each_place() -> None:
    """The time runs from the first wait, wherever that was."""
    search = made()
    assert search.may_wait_at("local")
    first = search.wait_at("local")
    assert (search.may_wait_at("local"), search.may_wait_at("tcp://a:1")) == (False, True)
    assert 0 < search.wait_at("tcp://a:1") <= first <= COMPILING_S


@pytest.mark.parametrize("priority", WHOLE)
async def test_a_search_whose_result_counts_waits_longer_for_code(priority: Priority) -> None:
    """Plain Python visits other positions, and a process that compiles may be killed."""
    search = made(priority=priority)
    for _ in range(WHOLE_WAITS):
        assert search.may_wait_at("local")
        assert search.wait_at("local") > COMPILING_S
    assert not search.may_wait_at("local")


@pytest.mark.parametrize("priority", Priority)
async def test_a_search_whose_result_counts_has_more_attempts(priority: Priority) -> None:
    """Each of them has all of its time, of which a lost attempt costs nothing."""
    search = made(priority=priority)
    for tries in range(1, WHOLE_TRIES + 1):
        search.tries, search.began_at = tries, time.monotonic() - 10
        search.note_failure(SlotLost("its process died"))
        assert search.may_try_again == (tries < (WHOLE_TRIES if priority in WHOLE else TRIES))
        assert (search.left == JOB, search.spent_s() == 0.0) == (priority in WHOLE, priority in WHOLE)
    failure = search.failure()
    assert (type(failure), str(failure)) == (
        SearchLost,
        "no worker finished the search for a move: its process died",
    )
    error = ValueError("a mistake in the rules")
    search.note_failure(error)
    assert search.failure() is error


async def test_a_search_without_time_for_code_does_not_wait() -> None:
    """After the time is over it waits at no other place."""
    search = made(replace(JOB, compile_s=0.0))
    assert search.wait_at("local") == 0
    assert not search.may_wait_at("tcp://a:1")


async def test_the_rest_of_a_search_is_its_time_less_what_it_has_used() -> None:
    """Without a limit of time nothing changes, and without time left there is nothing to repeat."""
    search = made()
    assert search.left == JOB
    search.began_at = time.monotonic() - 10
    assert search.left is not None
    assert search.left.limit.seconds is not None
    assert search.left.limit.seconds <= 20
    search.began_at = time.monotonic() - 30
    assert search.left is None
    other = made(replace(JOB, limit=Limit(depth=3)))
    other.began_at = time.monotonic() - 1000
    assert other.left == other.job


async def test_a_new_beginning_has_all_attempts_and_all_time() -> None:
    """It does not wait for machine code again where it has waited."""
    search = made()
    search.wait_at("local")
    search.tries, search.began_at, search.displaced, search.uncompiled = 2, time.monotonic() - 29, True, True
    search.begin_again()
    assert (search.tries, search.spent_s(), search.displaced, search.uncompiled) == (0, 0.0, False, False)
    assert search.left == JOB
    assert not search.may_wait_at("local")


async def test_a_running_search_is_stopped_and_a_waiting_one_is_removed() -> None:
    """A cancelled search leaves its slot or the queue. A shortened one that waits keeps its place in the queue."""
    pool = FakeOwner()
    search = made(pool=pool)
    search.shorten(0.5)
    assert (search.job.limit.seconds, pool.calls) == (0.5, [])
    search.cancel()
    assert (search.result.cancelled(), pool.calls) == (True, ["remove"])
    running = made(pool=pool)
    running.slot = FakeSlot()
    running.shorten(0.5)
    running.cancel()
    assert pool.calls == ["remove", "stop", "stop"]


async def test_a_search_shows_nothing_before_it_runs() -> None:
    """Search info comes from the slot."""
    assert (made().progress(), made().spent_s(), made().compiling) == (None, 0.0, True)


@pytest.mark.parametrize("algorithm", ["alphabeta", "mcts"])
async def test_the_last_resort_is_a_shallow_search(algorithm: str) -> None:
    """It gives a legal move, and says what it is."""
    search = made(replace(JOB, algorithm=algorithm, options=(("columns", 8),)))  # no book knows it
    report = search.shallow()
    assert (report.source, report.algorithm) == ("search", "shallow alphabeta")
    assert report.move in {move.text for move in search.position.legal}


async def test_the_last_resort_of_a_random_player_is_its_own_move() -> None:
    """It needs no worker, so nothing that its seed decides changes."""
    reports = [
        made(replace(JOB, algorithm="random", limit=Limit(seed=seed))).shallow() for seed in (*range(8), *range(8))
    ]
    assert {report.source for report in reports} == {"random"}
    moves = [report.move for report in reports]
    assert moves[:8] == moves[8:]
    assert len(set(moves)) > 1
