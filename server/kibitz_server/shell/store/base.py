"""What the runtime needs of a store. Nobody hears of an event before `done` was called for it."""

from collections.abc import Callable, Iterable
from typing import NamedTuple, Protocol

import structlog

from kibitz_server.core.events import Event
from kibitz_server.shell.store.people import Guest as Guest
from kibitz_server.shell.store.people import PeopleDb

log = structlog.get_logger(__name__)


class Entry(NamedTuple):
    """An event and its place: `seq` counts from 1 in its match, `at` is in seconds since 1970."""

    match_id: str
    seq: int
    event: Event
    at: float


Done = Callable[[Exception | None], None]
"""Called once on the event loop: with None when the entries are durable, with the error when they never will be."""


class Store(Protocol):
    """What the runtime needs of a store."""

    @property
    def healthy(self) -> bool:
        """False while nothing can be written."""

    def watch_health(self, callback: Callable[[bool], object]) -> None:
        """Call back, on the event loop, whenever `healthy` changes."""

    @property
    def people(self) -> PeopleDb:
        """Accounts and what belongs to them."""

    def append(self, entries: list[Entry], done: Done) -> None:
        """Keep entries. `done` is called in the order of the calls, also for an empty list."""

    def save_guest(self, guest: Guest) -> None:
        """Keep a guest; not waited for."""

    def find_guest(self, token_hash: str) -> Guest | None:
        """The guest with that token."""

    def unfinished(self) -> Iterable[list[Event]]:
        """The events of every match that is not over, a list a match, oldest match first."""

    def close(self) -> None:
        """Write what is queued and stop."""


def tell(done: Done, error: Exception | None) -> None:
    """Call one `done`; the others who wait have no part in what goes wrong there."""
    try:
        done(error)
    except Exception:
        log.exception("what should follow a commit failed")
