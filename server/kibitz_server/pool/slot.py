"""A slot of an engine pool: it runs one search at a time, in a process of this machine or on another machine."""

import asyncio
from typing import Protocol

from kibitz_server.engine.driver import Job, MachineCode, SearchResult
from kibitz_server.games.game import Position

LOCAL = "local"
"""Place of the slots on this machine."""


class SlotLost(Exception):
    """A search did not end: its process died, or its machine is gone or silent. The message says which."""


class SlotTaken(SlotLost):
    """Another server uses the slot. The search has not begun."""


class Slot(Protocol):
    """Runs one search after the other.

    `place` is where: `LOCAL`, or the address of a worker.
    """

    place: str

    @property
    def usable(self) -> bool:
        """Whether the slot can take searches at all, now or when it is free."""

    @property
    def ready(self) -> bool:
        """Whether the slot can take a search now. After a loss it may need time."""

    def fits(self, code: MachineCode) -> bool:
        """Return whether the slot can run such searches."""

    def speed(self, code: MachineCode) -> float | None:
        """Return the positions or playouts that such searches visited in a second here; None if none ran yet."""

    def compiling(self, code: MachineCode) -> bool:
        """Return whether the machine code of such searches is being made for the slot."""

    def compile(self, code: MachineCode, owner: str, block: str) -> "asyncio.Future[None] | None":
        """Have the machine code of such searches made, and return a future that is done after it, even if it failed.

        Return None if it cannot be made, or `owner` and its address block may have no more of it.
        """

    async def run(self, job: Job, position: Position, may_wait: bool) -> SearchResult | None:
        """Run a search. Return None at once, with `may_wait`, if its machine code is not compiled.

        Raises:
            SlotLost: The search did not end.
        """

    def progress(self, position: Position, title: str, seconds: float) -> SearchResult | None:
        """Return what the running search has found; None if there is nothing yet.

        Args:
            position: The position of the search.
            title: Name of the algorithm or level, for the report.
            seconds: How long the search has run.
        """

    def stop(self) -> None:
        """Let the running search end now, with the best move that it has found."""

    def kill(self) -> None:
        """End the running search at any cost. It is lost."""
