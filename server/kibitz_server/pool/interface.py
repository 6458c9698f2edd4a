"""Interface of an engine pool: searches by priority and owner."""

import asyncio
from enum import IntEnum
from typing import Protocol

from kibitz_server.engine.driver import Job, Report
from kibitz_server.games.game import Position


class Priority(IntEnum):
    """Priority of a search; the lowest is served first."""

    PLAYER = 0
    HINT = 1
    EXHIBITION = 2
    """Matches that the server plays itself for spectators, while no player waits for the slot."""
    ANALYSIS = 3
    """Searches of finished matches, for which no match waits."""


class Search(Protocol):
    """A search that was submitted."""

    result: asyncio.Future[Report]
    """The report; cancelled when the search is."""

    def progress(self) -> Report | None:
        """Return the intermediate report; None while the search waits for a slot or has no result yet."""

    def spent_s(self) -> float:
        """Return the seconds of engine time that the search has used."""

    def cancel(self) -> None:
        """Cancel the search. Its slot is free within milliseconds."""


class EnginePool(Protocol):
    """Executor of searches, on this machine or on others."""

    slots: int

    def submit(self, job: Job, position: Position, priority: Priority, owner: str = "") -> Search:
        """Queue a search for an owner. `position` is that of the job, and the job's limit bounds the seconds."""

    def waiting(self, owner: str) -> int:
        """Return the number of an owner's searches that wait for a slot."""

    async def close(self) -> None:
        """Cancel every search, and stop every process."""
