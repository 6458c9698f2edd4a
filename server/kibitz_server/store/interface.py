"""Interface of a store. The server sends no event to a client before the store has reported it durable."""

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple, Protocol, TypeVar

import sqlalchemy as sql
import structlog

from kibitz_server.core.rated import RatedEnd
from kibitz_server.core.tournament.events import Event as TournamentEvent
from kibitz_server.core.values.events import Event
from kibitz_server.scheduler import WallClock
from kibitz_server.store.archive.analyses import StoredAnalysis
from kibitz_server.store.archive.queries import ArchiveCriteria, Ended, RatingChange, Standing
from kibitz_server.store.archive.tournaments import EndedTournament, TournamentCriteria, TournamentPage
from kibitz_server.store.event_json import load, load_of_tournament
from kibitz_server.store.people import Account, PeopleDb
from kibitz_server.store.people import StoredGuest as StoredGuest
from kibitz_server.store.uptime import Uptime

log = structlog.get_logger(__name__)


class NumberedEvent(NamedTuple):
    """An event with its position: `seq` counts from 1 in its match, `at` is in seconds since 1970."""

    match_id: str
    seq: int
    event: Event
    at: float


class TournamentEntry(NamedTuple):
    """An event of a tournament with its position, as `NumberedEvent` has it of a match."""

    tournament_id: str
    seq: int
    event: TournamentEvent
    at: float


Entry = NumberedEvent | TournamentEntry


class StoredEvent(NamedTuple):
    """An event as the database has it. `kind` is the name of its class, `body` is JSON."""

    seq: int
    kind: str
    body: str
    at: float

    def entry(self, match_id: str) -> NumberedEvent:
        """Return the event of a match, decoded.

        Raises:
            KeyError: The kind is unknown.
            pydantic.ValidationError: The body is invalid.
        """
        return NumberedEvent(match_id, self.seq, load(self.kind, self.body), self.at)

    def tournament_entry(self, tournament_id: str) -> TournamentEntry:
        """Return the event of a tournament, decoded.

        Raises:
            KeyError: The kind is unknown.
            pydantic.ValidationError: The body is invalid.
        """
        return TournamentEntry(tournament_id, self.seq, load_of_tournament(self.kind, self.body), self.at)


Done = Callable[[Exception | None], None]
"""Called once on the event loop: with None when the entries are durable, with the error when they cannot become so."""


class QueueFull(Exception):
    """Too many entries wait for a database that cannot be written."""


T = TypeVar("T")


class StoreReader(Protocol):
    """Reads what is stored. The methods may be called in any thread."""

    def find_accounts(self, skeletons: Collection[str]) -> dict[str, Account]:
        """Return the accounts whose names have these skeletons, by skeleton."""

    def unfinished(self) -> list[str]:
        """Return the ids of all unfinished matches, oldest first."""

    def ended_since(self, at: float) -> list[str]:
        """Return the ids of the matches that ended after `at` (seconds since 1970), the last ones first."""

    def history(self, match_id: str) -> list[NumberedEvent]:
        """Return the events of a match in order; an empty list for an unknown match."""

    def rows(self, match_id: str) -> list[StoredEvent]:
        """Return the events of a match in order as they are stored, for a process that decodes them."""

    def has_match(self, match_id: str) -> bool:
        """Return whether there are events of a match, also of one that cannot be rebuilt."""

    def search(self, criteria: ArchiveCriteria) -> list[Ended]:
        """Return finished matches, the last ones first."""

    def find_ended(self, match_id: str, code: str) -> str | None:
        """Return the id of a finished match, by its id or its code."""

    def standings(self) -> dict[tuple[str, str], Standing]:
        """Return name, rating and opponents of every player for each game, by player and game."""

    def rated_ends(self, since: float) -> list[RatedEnd]:
        """Return the rated matches that ended since a time (seconds since 1970), oldest first."""

    def rating_changes(self, name: str, game: str | None) -> list[RatingChange]:
        """Return the rating changes of a player, the last first."""

    def find_analysis(self, match_id: str, effort: str) -> StoredAnalysis | None:
        """Return the stored analysis of a match with that effort."""

    def query(self, query: Callable[[sql.Connection], T]) -> T:
        """Return the result of a query of a part that has its queries as functions, such as `archive.puzzles`."""

    def unfinished_tournaments(self) -> list[str]:
        """Return the ids of all tournaments that have not ended, oldest first."""

    def tournament_history(self, tournament_id: str) -> list[TournamentEntry]:
        """Return the events of a tournament in order; an empty list for an unknown one."""

    def tournament_rows(self, tournament_id: str) -> list[StoredEvent]:
        """Return the events of a tournament in order as they are stored, for a process that decodes them."""

    def tournaments(self, criteria: TournamentCriteria) -> TournamentPage:
        """Return a page of the finished tournaments, the last ones first."""

    def find_tournament(self, reference: str, code: str) -> EndedTournament | None:
        """Return a finished tournament, by its id or its code."""


class Store(StoreReader, Protocol):
    """Durable storage of events, with the archive, ratings, guests and accounts."""

    @property
    def wall_clock(self) -> WallClock:
        """Time of day for stored events. It never goes back, and never behind the uptime that the store records."""

    @property
    def healthy(self) -> bool:
        """Whether the store can write. While it is False, the server accepts no command that needs an event."""

    @property
    def url(self) -> str | None:
        """URL under which other processes may read the database; None if only this process can."""

    def watch_health(self, callback: Callable[[bool, float], object]) -> None:
        """Set the callback for changes of `healthy`. It runs on the event loop.

        Args:
            callback: Gets the new value of `healthy`, and the seconds since the first failed write.
        """

    @property
    def people(self) -> PeopleDb:
        """Accounts, sessions, sanctions and preferences."""

    def append(self, entries: Sequence[Entry], done: Done) -> None:
        """Store entries of matches and tournaments in one commit. `done` is called in the order of the calls.

        It is called also for an empty list. With an empty list, `done` gets QueueFull if too many entries wait already.
        Entries are always accepted.
        """

    def read(self, work: Callable[[], T], then: Callable[[T | Exception], object]) -> None:
        """Call `work`, which uses the methods of `StoreReader`, in a thread. `then` gets its result on the event loop.

        What reads many rows belongs in another process if `url` allows that.
        """

    def save_guest(self, guest: StoredGuest) -> None:
        """Store a guest, without waiting."""

    def find_guest(self, token_hash: str) -> StoredGuest | None:
        """Return the guest with that token."""

    def note_end(self, match: Ended) -> None:
        """Add a match to the archive after its end is durable, without waiting: the archive can be derived again."""

    def note_tournament(self, tournament: EndedTournament) -> None:
        """Add a tournament to the archive after its end is durable, without waiting, as `note_end` does."""

    def save_analysis(self, analysis: StoredAnalysis, done: Done) -> None:
        """Store an analysis in place of an older one of the same match and effort."""

    def change(self, change: Callable[[sql.Connection], object], done: Done) -> None:
        """Apply a change durably, in the order of the calls. After a failure it may be applied again."""

    def uptime(self) -> Uptime:
        """Return the uptime of the servers before this one."""

    def begin_run(self) -> None:
        """Record that players can move from now on. So they can from the beginning, unless `end_run` was called."""

    def end_run(self) -> None:
        """Record that from now on no player can move. The time until `begin_run` or `close` is not uptime."""

    def close(self) -> None:
        """Write the queued entries, and stop."""


def notify(done: Done, error: Exception | None) -> None:
    """Call `done`, and log its exception, so that it cannot affect other callers of the same commit."""
    try:
        done(error)
    except Exception:
        log.exception("a callback failed after a commit")
