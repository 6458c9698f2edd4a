"""Fair queue: by priority, and within a priority round robin over address blocks and then over the owners of a block.

Of an owner with a hundred jobs, one is served for each job of another owner (Nagle, RFC 970, 1985). The same holds for
blocks, because one client can come as many guests. So the wait of a block does not depend on how many jobs another
block queues, under whatever names.
"""

from collections import Counter, deque
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class FairQueue(Generic[T]):
    """Queue of jobs. Lower priority numbers are served first, and the jobs of an owner in the order of arrival.

    An owner without a known address block is a block of its own.
    """

    def __init__(self) -> None:
        # For each priority the blocks with jobs, the next one first, and for each block its owners in the same way.
        # Blocks and owners without jobs are removed.
        self._turns: dict[int, dict[str, dict[str, deque[T]]]] = {}
        self._waiting: Counter[str] = Counter()

    def __len__(self) -> int:
        return self._waiting.total()

    def push(self, priority: int, owner: str, job: T, block: str = "") -> None:
        """Queue a job after the other jobs of its owner."""
        owners = self._turns.setdefault(priority, {}).setdefault(block or owner, {})
        owners.setdefault(owner, deque()).append(job)
        self._waiting[owner] += 1

    def pop(self) -> T:
        """Remove and return the next job. Its block goes behind the other blocks, its owner behind the other owners.

        Raises:
            IndexError: The queue is empty.
        """
        if not self._turns:
            raise IndexError("the queue is empty")
        priority = min(self._turns)
        block, owners = next(iter(self._turns[priority].items()))
        owner, jobs = next(iter(owners.items()))
        return self._take(priority, block, owner, jobs[0])

    def pop_first(self, fits: Callable[[T], bool]) -> T | None:
        """Remove and return the first job that fits, in the order of `pop`. Return None if none does."""
        for priority in sorted(self._turns):
            for block, owners in self._turns[priority].items():
                for owner, jobs in owners.items():
                    for job in jobs:
                        if fits(job):
                            return self._take(priority, block, owner, job)
        return None

    def _take(self, priority: int, block: str, owner: str, job: T) -> T:
        """Remove and return a job, and let its block and its owner go behind the others."""
        blocks = self._turns[priority]
        owners = blocks.pop(block)
        jobs = owners.pop(owner)
        jobs.remove(job)
        if jobs:
            owners[owner] = jobs
        if owners:
            blocks[block] = owners
        elif not blocks:
            del self._turns[priority]
        self._count_down(owner)
        return job

    def remove(self, priority: int, owner: str, job: T, block: str = "") -> None:
        """Remove a cancelled job, unless it has been served already."""
        blocks = self._turns.get(priority, {})
        owners = blocks.get(block or owner, {})
        jobs = owners.get(owner)
        if jobs is None or job not in jobs:
            return
        jobs.remove(job)
        if not jobs:
            del owners[owner]
        if not owners:
            del blocks[block or owner]
        if not blocks:
            del self._turns[priority]
        self._count_down(owner)

    def waiting(self, owner: str) -> int:
        """Return the number of an owner's jobs in the queue, of any priority."""
        return self._waiting[owner]

    def depths(self) -> dict[int, int]:
        """Return the number of jobs in the queue by priority."""
        return {
            priority: sum(len(jobs) for owners in blocks.values() for jobs in owners.values())
            for priority, blocks in self._turns.items()
        }

    def drain(self) -> list[T]:
        """Remove and return all jobs, in no particular order."""
        jobs = [
            job
            for blocks in self._turns.values()
            for owners in blocks.values()
            for waiting in owners.values()
            for job in waiting
        ]
        self._turns.clear()
        self._waiting.clear()
        return jobs

    def _count_down(self, owner: str) -> None:
        self._waiting[owner] -= 1
        if not self._waiting[owner]:
            del self._waiting[owner]
