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
