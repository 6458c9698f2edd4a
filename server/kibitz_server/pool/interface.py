"""Interface of an engine pool: searches by priority and owner."""

import asyncio
from enum import IntEnum
from typing import NamedTuple, Protocol

from kibitz_server.engine.driver import Job, SearchResult
from kibitz_server.games.game import Position
from kibitz_server.limits.token_bucket import Rate


class Priority(IntEnum):
    """Priority of a search; the lowest is served first."""

    PLAYER = 0
    HINT = 1
    TOURNAMENT = 2
    """Games of tournaments between engines, for which no player waits."""
    EXHIBITION = 3
    """Matches that the server plays itself for spectators, while no player waits for the slot."""
    ANALYSIS = 4
    """Searches of finished matches, for which no match waits."""
    PUZZLE = 5
    """Searches that make puzzles of finished matches, for which no client waits."""


YIELDING = (Priority.PUZZLE, Priority.ANALYSIS)
"""Priorities of searches that a player's search stops, the first one first."""
WHOLE = (Priority.ANALYSIS, Priority.TOURNAMENT, Priority.PUZZLE)
"""Priorities of searches whose results are stored and counted. What such a search finds must depend neither on a budget
nor on a failing worker: it is never shortened, and no other search takes its place."""


class SearchLost(Exception):
    """No slot has finished a search whose result counts, in all of its attempts. The message says why."""


class PoolBounds(NamedTuple):
    """Bounds of the processes of a pool.

    `worker_bytes` is the resident memory beyond which the process of a slot is renewed. `cache_bytes` is the size of
    the machine code on disk. `compile_time` are processor seconds of compilation for each address block; None means
    no limit.
    """

    worker_bytes: int = 512 << 20
    cache_bytes: int = 256 << 20
    compile_time: Rate | None = None


class SubmittedSearch(Protocol):
    """A search that was submitted."""

    result: asyncio.Future[SearchResult]
    """The report, or the exception of a search that failed; cancelled when the search is."""

    @property
    def compiling(self) -> bool:
        """Return whether the search waits for its machine code."""

    def progress(self) -> SearchResult | None:
        """Return the intermediate report; None while the search waits for a slot or has no result yet."""

    def spent_s(self) -> float:
        """Return the seconds of engine time that the search has used."""

    def shorten(self, seconds: float) -> None:
        """End a running search now, with the best move that it has found. Let a waiting one run for `seconds`."""

    def cancel(self) -> None:
        """Cancel the search. Its slot is free within milliseconds."""


class EnginePool(Protocol):
    """Executor of searches, on this machine or on others."""

    @property
    def slots(self) -> int:
        """Searches that can run at once."""

    def submit(
        self,
        job: Job,
        position: Position,
        priority: Priority,
        owner: str = "",
        block: str = "",
        stays: bool = False,
    ) -> SubmittedSearch:
        """Queue a search. `position` is that of the job, and the job's limit bounds the seconds.

        Address blocks take turns, and so do the owners of a block. An owner without a block is one of its own. A search
        that `stays` runs on this machine, unless the server searches on other machines alone.
        """

    def waiting(self, owner: str) -> int:
        """Return the number of an owner's searches that wait for a slot."""

    async def close(self) -> None:
        """Cancel every search, and stop every process."""
