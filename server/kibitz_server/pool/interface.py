"""TODO."""

import asyncio
from enum import IntEnum
from typing import Protocol

from kibitz_server.engine.driver import Job, Report
from kibitz_server.games.game import Position


class Priority(IntEnum):
    """Who is served first."""

    PLAYER = 0
    HINT = 1
    ANALYSIS = 2
    EXHIBITION = 3
    """Matches that the server plays by itself, while nobody else wants the engines."""


class Search(Protocol):
    """A search that was asked for."""

    result: asyncio.Future[Report]
    """The report; cancelled when the search was."""

    def progress(self) -> Report | None:
        """What it has found so far; None while it waits for a slot or has nothing yet."""

    def spent_s(self) -> float:
        """How many seconds of an engine it has had."""

    def cancel(self) -> None:
        """Nobody wants the answer any more. The slot is free again within milliseconds."""


class EnginePool(Protocol):
    """Where searches are done: here, or on other machines."""

    slots: int

    def submit(self, job: Job, position: Position, priority: Priority, owner: str = "") -> Search:
        """Queue a search for an owner. `position` is the job's; its limit bounds the seconds."""

    def waiting(self, owner: str) -> int:
        """How many searches of an owner wait for a slot."""

    async def close(self) -> None:
        """Stop every search and every process."""
