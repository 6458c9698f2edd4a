"""A fair queue: by priority, and within one priority by turns of the owners.

Whoever has a hundred jobs waiting gets one done for each one of everybody else, so nobody waits longer because of how
much another asks for. (Fair queueing by round robin: Nagle, RFC 970, 1985.)
"""

from collections import deque
from typing import Generic, TypeVar

T = TypeVar("T")


class FairQueue(Generic[T]):
    """Smaller priorities are served first; an owner's jobs in the order in which they came."""

    def __init__(self) -> None:
        # For each priority the owners with jobs, whose turn is next first. An owner without jobs has no place.
        self._turns: dict[int, dict[str, deque[T]]] = {}
        self._waiting: dict[str, int] = {}

    def __len__(self) -> int:
        return sum(self._waiting.values())

    def push(self, priority: int, owner: str, job: T) -> None:
        """Queue a job behind its owner's others."""
        self._turns.setdefault(priority, {}).setdefault(owner, deque()).append(job)
        self._waiting[owner] = self._waiting.get(owner, 0) + 1

    def pop(self) -> T:
        """The next job; its owner's next turn comes after everybody else's. Raises IndexError when there is none."""
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
        """Take out a job that nobody wants any more; nothing happens when it has been served already."""
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
        """How many jobs of an owner wait, of any priority."""
        return self._waiting.get(owner, 0)

    def depths(self) -> dict[int, int]:
        """How many jobs wait at each priority."""
        return {priority: sum(map(len, turns.values())) for priority, turns in self._turns.items()}

    def drain(self) -> list[T]:
        """Take out everything, in no particular order."""
        jobs = [job for turns in self._turns.values() for waiting in turns.values() for job in waiting]
        self._turns.clear()
        self._waiting.clear()
        return jobs

    def _count_down(self, owner: str) -> None:
        self._waiting[owner] -= 1
        if not self._waiting[owner]:
            del self._waiting[owner]
