"""What the runtime needs of a store. Nobody hears of an event before `done` was called for it."""

from collections.abc import Callable
from typing import NamedTuple, Protocol, TypeVar

import structlog

from kibitz_server.core.lobby.ratings import Rating
from kibitz_server.core.values.events import Event
from kibitz_server.store.archive.queries import Ended, RatingChange, Search
from kibitz_server.store.people import Guest as Guest
from kibitz_server.store.people import PeopleDb
from kibitz_server.store.uptime import Uptime

log = structlog.get_logger(__name__)


class Entry(NamedTuple):
    """An event and its place: `seq` counts from 1 in its match, `at` is in seconds since 1970."""

    match_id: str
    seq: int
    event: Event
    at: float


Done = Callable[[Exception | None], None]
"""Called once on the event loop: with None when the entries are durable, with the error when they never will be."""


class Overfull(Exception):
    """Too much waits for a database that cannot be written."""


T = TypeVar("T")


class Store(Protocol):
    """What the runtime needs of a store."""

    @property
    def healthy(self) -> bool:
        """False while nothing can be written: then decide nothing new that would have to be."""

    def watch_health(self, callback: Callable[[bool, float], object]) -> None:
        """Call back, on the event loop, when writing begins to fail and when it works again.

        With it comes for how many seconds nothing could be written.
        """

    @property
    def people(self) -> PeopleDb:
        """Accounts and what belongs to them."""

    def append(self, entries: list[Entry], done: Done) -> None:
        """Keep entries. `done` is called in the order of the calls, also for an empty list.

        An empty list is refused, with Overfull, when too much waits already; entries never are.
        """

    def read(self, work: Callable[[], T], then: Callable[[T | Exception], object]) -> None:
        """Call one of the reading methods below in a thread; `then` gets on the event loop what came of it."""

    def save_guest(self, guest: Guest) -> None:
        """Keep a guest; not waited for."""

    def find_guest(self, token_hash: str) -> Guest | None:
        """The guest with that token."""

    def unfinished(self) -> list[str]:
        """The ids of all matches that are not over, oldest first."""

    def ended_since(self, at: float) -> list[str]:
        """The ids of the matches that ended after a time of day, the last ones first."""

    def history(self, match_id: str) -> list[Entry]:
        """The events of a match, in order; none for a match that nobody knows."""

    def note_end(self, match: Ended) -> None:
        """Keep what is searched of a match whose end is durable; not waited for, as it can be derived."""

    def search(self, wanted: Search) -> list[Ended]:
        """Matches that are over, the last ones first."""

    def find_ended(self, match_id: str, code: str) -> str | None:
        """The id of a match that is over, by its id or its code."""

    def ratings(self) -> dict[tuple[str, str], tuple[str, Rating]]:
        """The name and the rating of every player at every game."""

    def rating_changes(self, name: str, game: str | None) -> list[RatingChange]:
        """What happened to the ratings of a player, the last first."""

    def uptime(self) -> Uptime:
        """For how long servers have been up before this one."""

    def close(self) -> None:
        """Write what is queued and stop."""


def tell(done: Done, error: Exception | None) -> None:
    """Call one `done`; the others who wait have no part in what goes wrong there."""
    try:
        done(error)
    except Exception:
        log.exception("what should follow a commit failed")
