"""Fair queue: by priority, and within a priority round robin over the owners (Nagle, RFC 970, 1985).

Of an owner with a hundred jobs, one is served for each job of another owner. So the wait of an owner does not depend on
how many jobs another owner queues.
"""

from collections import deque
from typing import Generic, TypeVar

T = TypeVar("T")


class FairQueue(Generic[T]):
    """Queue of jobs. Lower priority numbers are served first, and the jobs of an owner in the order of arrival."""

    def __init__(self) -> None:
        # For each priority the owners with jobs, the next one first. Owners without jobs are removed.
        self._turns: dict[int, dict[str, deque[T]]] = {}
        self._waiting: dict[str, int] = {}

    def __len__(self) -> int:
        return sum(self._waiting.values())

    def push(self, priority: int, owner: str, job: T) -> None:
        """Queue a job after the other jobs of its owner."""
        self._turns.setdefault(priority, {}).setdefault(owner, deque()).append(job)
        self._waiting[owner] = self._waiting.get(owner, 0) + 1

    def pop(self) -> T:
        """Remove and return the next job, and move its owner behind the other owners.

        Raises:
            IndexError: The queue is empty.
        """
        if not self._turns:
            raise IndexError("the queue is empty")
        priority = min(self._turns)
        turns = self._turns[priority]
        owner = next(iter(turns))
        jobs = turns.pop(owner)
        job = jobs.popleft()
        if jobs:
            turns[owner] = jobs
        elif not turns:
            del self._turns[priority]
        self._count_down(owner)
        return job

    def remove(self, priority: int, owner: str, job: T) -> None:
        """Remove a cancelled job, unless it has been served already."""
        jobs = self._turns.get(priority, {}).get(owner)
        if jobs is None or job not in jobs:
            return
        jobs.remove(job)
        if not jobs:
            del self._turns[priority][owner]
            if not self._turns[priority]:
                del self._turns[priority]
        self._count_down(owner)

    def waiting(self, owner: str) -> int:
        """Return the number of an owner's jobs in the queue, of any priority."""
        return self._waiting.get(owner, 0)

    def depths(self) -> dict[int, int]:
        """Return the number of jobs in the queue by priority."""
        return {priority: sum(map(len, turns.values())) for priority, turns in self._turns.items()}

    def drain(self) -> list[T]:
        """Remove and return all jobs, in no particular order."""
        jobs = [job for turns in self._turns.values() for waiting in turns.values() for job in waiting]
        self._turns.clear()
        self._waiting.clear()
        return jobs

    def _count_down(self, owner: str) -> None:
        self._waiting[owner] -= 1
        if not self._waiting[owner]:
            del self._waiting[owner]
