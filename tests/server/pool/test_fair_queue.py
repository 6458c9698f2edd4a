"""Tests of the fair queue: the wait of an owner does not depend on the jobs of others."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz_server.pool.fair_queue import FairQueue

PUSHES = st.lists(st.tuples(st.integers(0, 3), st.sampled_from("abcd")), max_size=40)


def emptied(queue: FairQueue[str]) -> str:
    """Return all jobs in the order of service."""
    return "".join(queue.pop() for _ in range(len(queue)))


def test_owners_take_turns() -> None:
    """Of an owner with many jobs, one is served for each job of another owner."""
    queue: FairQueue[str] = FairQueue()
    for job in "AAAABC":
        queue.push(0, job, job)
    assert emptied(queue) == "ABCAAA"


def test_blocks_take_turns() -> None:
    """A hundred guests of one address block delay the only job of another block by one job."""
    queue: FairQueue[str] = FairQueue()
    for guest in range(100):
        queue.push(0, f"guest {guest}", "A", block="192.0.2.1")
    queue.push(0, "ann", "B", block="192.0.2.2")
    queue.push(0, "bob", "C")
    assert emptied(queue).startswith("ABCA")


def test_owners_of_a_block_take_turns() -> None:
    """Within a block, of an owner with many jobs, one is served for each job of another owner."""
    queue: FairQueue[str] = FairQueue()
    for job in "AAAB":
        queue.push(0, job, job, block="192.0.2.1")
    queue.push(0, "C", "C", block="192.0.2.2")
    assert emptied(queue) == "ACBAA"


def test_a_smaller_priority_is_served_first() -> None:
    """Owners take turns only within a priority."""
    queue: FairQueue[str] = FairQueue()
    queue.push(1, "ann", "hint")
    queue.push(0, "bob", "B")
    queue.push(0, "bob", "b")
    assert [queue.pop() for _ in range(3)] == ["B", "b", "hint"]


def test_a_served_owner_goes_behind_the_others() -> None:
    """A new job of the owner that was served last waits for the other owners."""
    queue: FairQueue[str] = FairQueue()
    for job in "AB":
        queue.push(0, job, job)
    assert queue.pop() == "A"
    queue.push(0, "A", "A")
    assert emptied(queue) == "BA"


def test_a_job_can_be_removed() -> None:
    """A removed job is not served and does not count; removing an unknown job has no effect."""
    queue: FairQueue[str] = FairQueue()
    queue.push(0, "ann", "1", block="192.0.2.1")
    queue.push(0, "ann", "2", block="192.0.2.1")
    queue.push(0, "bob", "3", block="192.0.2.1")
    queue.remove(0, "bob", "3", block="192.0.2.1")
    queue.remove(0, "ann", "1", block="192.0.2.1")
    queue.remove(0, "ann", "1", block="192.0.2.1")
    queue.remove(7, "bob", "2")
    assert (queue.waiting("ann"), emptied(queue), queue.waiting("ann"), len(queue)) == (1, "2", 0, 0)


def test_an_empty_queue_says_so() -> None:
    """An empty queue raises IndexError, and keeps no owners."""
    queue: FairQueue[str] = FairQueue()
    with pytest.raises(IndexError):
        queue.pop()
    queue.push(2, "ann", "x")
    assert (queue.depths(), queue.drain(), queue.depths(), len(queue)) == ({2: 1}, ["x"], {}, 0)


@given(PUSHES)
def test_everything_comes_out_once_and_fairly(pushes: list[tuple[int, str]]) -> None:
    """Priorities never decrease, and no owner is served twice while another waits for a first turn."""
    queue: FairQueue[tuple[int, str, int]] = FairQueue()
    for number, (priority, owner) in enumerate(pushes):
        queue.push(priority, owner, (priority, owner, number))
    served = [queue.pop() for _ in range(len(queue))]
    assert sorted(served) == sorted((priority, owner, number) for number, (priority, owner) in enumerate(pushes))
    assert [priority for priority, _, _ in served] == sorted(priority for priority, _ in pushes)
    for level in range(4):
        owners = [owner for priority, owner, _ in served if priority == level]
        for place, owner in enumerate(owners):
            others = {other for other in owners[place:] if other != owner}
            behind = owners[:place].count(owner)
            assert all(owners[:place].count(other) >= behind for other in others)


def test_what_does_not_fit_is_skipped() -> None:
    """The first job that fits is served. The others keep their places, and so does their order."""
    queue: FairQueue[str] = FairQueue()
    for owner, job in (("ann", "a1"), ("ann", "a2"), ("bob", "b1"), ("cid", "c1")):
        queue.push(0, owner, job)
    assert queue.pop_first(lambda job: job[1] == "2") == "a2"
    assert (queue.waiting("ann"), len(queue)) == (1, 3)
    # The owner that was served is behind the others now.
    assert emptied(queue) == "b1c1a1"


def test_what_fits_nowhere_stays() -> None:
    """If no job fits, nothing is removed."""
    queue: FairQueue[str] = FairQueue()
    assert queue.pop_first(lambda _: True) is None
    queue.push(0, "ann", "A")
    assert queue.pop_first(lambda _: False) is None
    assert (len(queue), queue.pop()) == (1, "A")


def test_a_job_of_a_larger_priority_may_be_the_first_that_fits() -> None:
    """Priorities order the jobs that fit."""
    queue: FairQueue[str] = FairQueue()
    for priority, job in ((0, "player"), (1, "hint"), (3, "analysis")):
        queue.push(priority, "ann", job)
    assert queue.pop_first(lambda job: job != "player") == "hint"
    assert queue.depths() == {0: 1, 3: 1}


@given(PUSHES, st.sets(st.integers(0, 39)))
def test_all_that_fits_comes_out_in_order_and_the_rest_stays(pushes: list[tuple[int, str]], fitting: set[int]) -> None:
    """Jobs that fit come by priority, those of an owner by age, and no owner comes twice while another waits."""
    queue: FairQueue[int] = FairQueue()
    for number, (priority, owner) in enumerate(pushes):
        queue.push(priority, owner, number)
    served: list[int] = []
    while (job := queue.pop_first(fitting.__contains__)) is not None:
        served.append(job)
    fit = fitting & set(range(len(pushes)))
    assert sorted(served) == sorted(fit)
    assert [pushes[job][0] for job in served] == sorted(pushes[job][0] for job in fit)
    for priority in range(4):
        jobs = [job for job in served if pushes[job][0] == priority]
        owners = [pushes[job][1] for job in jobs]
        for place, owner in enumerate(owners):
            assert all(owners[:place].count(other) >= owners[:place].count(owner) for other in owners[place:])
        for owner in set(owners):
            of_owner = [job for job in jobs if pushes[job][1] == owner]
            assert of_owner == sorted(of_owner)
    assert sorted(queue.drain()) == sorted(set(range(len(pushes))) - fit)
