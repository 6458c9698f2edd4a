"""Store in an SQLite or Postgres database."""

import asyncio
import contextlib
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor

import sqlalchemy as sql
import structlog

from kibitz_server.core.rated import RatedEnd
from kibitz_server.scheduler import SYSTEM_CLOCK, WallClock
from kibitz_server.store import people
from kibitz_server.store.archive import analyses, queries, tournaments
from kibitz_server.store.archive.analyses import StoredAnalysis
from kibitz_server.store.archive.queries import ArchiveCriteria, Ended, RatingChange, Standing
from kibitz_server.store.archive.rebuild import fill
from kibitz_server.store.archive.tournaments import EndedTournament, TournamentCriteria, TournamentPage
from kibitz_server.store.database import connect, sqlite_file
from kibitz_server.store.event_json import dump
from kibitz_server.store.inserts import Insert, Row, added_once
from kibitz_server.store.interface import (
    Done,
    Entry,
    NumberedEvent,
    QueueFull,
    StoredEvent,
    StoredGuest,
    T,
    TournamentEntry,
    notify,
)
from kibitz_server.store.migrations.upgrade import upgrade
from kibitz_server.store.owner import WAIT_S, DatabaseInUse, DatabaseOwner, PostgresLock
from kibitz_server.store.people import Account
from kibitz_server.store.people_access import SqlPeople
from kibitz_server.store.tables import LAST, events, guests, runs, tournament_events
from kibitz_server.store.uptime import Uptime, UptimeRecorder
from kibitz_server.store.writer import STALLED_S, Writer

log = structlog.get_logger(__name__)

ADD_EVENTS = Insert(events)
ADD_TOURNAMENT_EVENTS = Insert(tournament_events)
ADD_GUESTS = Insert(guests)
BEGIN_RUN = Insert(runs)
CONTINUE_RUN = sql.update(runs).where(runs.c.id == sql.bindparam("run")).values(seen_at=sql.bindparam("seen_at"))
READERS = 2


class SqlReader:
    """Reads from a database. Its methods are those of `StoreReader`, and may be called in any thread."""

    def __init__(self, engine: sql.Engine) -> None:
        """Read from the database that `connect` opened."""
        self._engine = engine

    def find_accounts(self, skeletons: Collection[str]) -> dict[str, Account]:
        with self._engine.connect() as connection:
            return people.accounts_by_skeleton(connection, skeletons)

    def unfinished(self) -> list[str]:
        ended = sql.select(events.c.match_id).where(sql.text(LAST))
        first = sql.select(events.c.match_id).where(sql.text("seq = 1"), events.c.match_id.not_in(ended))
        with self._engine.connect() as connection:
            return list(connection.execute(first.order_by(events.c.at, events.c.match_id)).scalars())

    def ended_since(self, at: float) -> list[str]:
        ended = sql.select(events.c.match_id).where(sql.text(LAST), events.c.at > at)
        with self._engine.connect() as connection:
            return list(connection.execute(ended.order_by(events.c.at.desc(), events.c.match_id)).scalars())

    def history(self, match_id: str) -> list[NumberedEvent]:
        """Return the events of a match, in order.

        Raises:
            KeyError: The kind of an event is unknown.
            pydantic.ValidationError: The body of an event is invalid.
        """
        return [row.entry(match_id) for row in self.rows(match_id)]

    def rows(self, match_id: str) -> list[StoredEvent]:
        columns = (events.c.seq, events.c.kind, events.c.body, events.c.at)
        query = sql.select(*columns).where(events.c.match_id == match_id).order_by(events.c.seq)
        with self._engine.connect() as connection:
            return [StoredEvent(*row) for row in connection.execute(query)]

    def has_match(self, match_id: str) -> bool:
        query = sql.select(sql.literal(1)).where(events.c.match_id == match_id, events.c.seq == 1)
        with self._engine.connect() as connection:
            return connection.execute(query).first() is not None

    def search(self, criteria: ArchiveCriteria) -> list[Ended]:
        with self._engine.connect() as connection:
            return queries.search(connection, criteria)

    def find_ended(self, match_id: str, code: str) -> str | None:
        with self._engine.connect() as connection:
            return queries.find(connection, match_id, code)

    def standings(self) -> dict[tuple[str, str], Standing]:
        with self._engine.connect() as connection:
            return queries.standings(connection)

    def rated_ends(self, since: float) -> list[RatedEnd]:
        with self._engine.connect() as connection:
            return queries.rated_ends(connection, since)

    def rating_changes(self, name: str, game: str | None) -> list[RatingChange]:
        with self._engine.connect() as connection:
            return queries.changes_of(connection, name, game)

    def find_analysis(self, match_id: str, effort: str) -> StoredAnalysis | None:
        with self._engine.connect() as connection:
            return analyses.find(connection, match_id, effort)

    def query(self, query: Callable[[sql.Connection], T]) -> T:
        with self._engine.connect() as connection:
            return query(connection)

    def unfinished_tournaments(self) -> list[str]:
        with self._engine.connect() as connection:
            return tournaments.unfinished(connection)

    def tournament_history(self, tournament_id: str) -> list[TournamentEntry]:
        """Return the events of a tournament, in order.

        Raises:
            KeyError: The kind of an event is unknown.
            pydantic.ValidationError: The body of an event is invalid.
        """
        return [row.tournament_entry(tournament_id) for row in self.tournament_rows(tournament_id)]

    def tournament_rows(self, tournament_id: str) -> list[StoredEvent]:
        table = tournament_events
        query = sql.select(table.c.seq, table.c.kind, table.c.body, table.c.at)
        query = query.where(table.c.tournament_id == tournament_id).order_by(table.c.seq)
        with self._engine.connect() as connection:
            return [StoredEvent(*row) for row in connection.execute(query)]

    def tournaments(self, criteria: TournamentCriteria) -> TournamentPage:
        with self._engine.connect() as connection:
            return tournaments.search(connection, criteria)

    def find_tournament(self, reference: str, code: str) -> EndedTournament | None:
        with self._engine.connect() as connection:
            return tournaments.find(connection, reference, code)


class SqlStore(SqlReader):
    """Store in a database that a SQLAlchemy URL names."""

    def __init__(
        self,
        url: str,
        loop: asyncio.AbstractEventLoop,
        lock_timeout_ms: int = 2000,
        wall_clock: WallClock = SYSTEM_CLOCK,
        owner: DatabaseOwner | None = None,
        on_lost: Callable[[DatabaseInUse], object] = lambda _: None,
        owner_wait_s: float = WAIT_S,
        stalled_s: float = STALLED_S,
    ) -> None:
        """Open the database, bring its tables up to date, and complete its archive.

        Args:
            url: SQLAlchemy URL.
            loop: Event loop on which callbacks run.
            lock_timeout_ms: How long a commit waits for the lock of another program.
            wall_clock: Time of day in seconds since 1970.
            owner: The server that owns the Postgres database from now on; None shares it. `owned` locks SQLite files.
            on_lost: Called on the event loop when another server owns the database after all. Nothing is written then.
            owner_wait_s: How long to wait for the end of another owner.
            stalled_s: How long a commit may take before matches wait for it.

        Raises:
            DatabaseInUse: Another server owns the database.
            BadDatabase: Kibitz cannot use the database.
            sqlalchemy.exc.SQLAlchemyError: The database does not work.
        """
        self._url = url
        super().__init__(connect(url, lock_timeout_ms))
        self._writing = self._engine
        lock: PostgresLock | None = None
        if owner is not None and self._engine.dialect.name == "postgresql":
            self._writing = connect(url, lock_timeout_ms, one_session=True)
            lock = PostgresLock(self._writing, owner, owner_wait_s)
            self._writing.connect().close()
        try:
            upgrade(self._engine)
            fill(self._engine)
        except BaseException:
            self._engine.dispose()
            self._writing.dispose()
            raise
        self._loop = loop
        self._writer = Writer(self._writing, loop, stalled_s)
        self._writer.on_lost = on_lost
        self.people = SqlPeople(self._engine, self._writer, loop)
        with self._engine.connect() as connection:
            earlier = connection.execute(sql.select(runs)).all()
        self._recorder = UptimeRecorder(
            ((run.id, run.began_at, run.seen_at) for run in earlier),
            wall_clock,
            loop,
            lambda: self.healthy,
            lambda run, at: self._writer.insert(BEGIN_RUN, [(run, at, at)]),
            lambda run, at: self._writer.change(lambda c: c.execute(CONTINUE_RUN, {"run": run, "seen_at": at})),
        )
        if lock is not None:
            lock.runs = self._recorder.known
        self._unwritten_guests: dict[str, StoredGuest] = {}
        self._readers = ThreadPoolExecutor(READERS, "store-reader")

    @property
    def wall_clock(self) -> WallClock:
        return self._recorder.wall_clock

    @property
    def healthy(self) -> bool:
        return self._writer.healthy and not self._writer.full

    @property
    def url(self) -> str | None:
        return None if sqlite_file(self._engine) == ":memory:" else self._url

    def watch_health(self, callback: Callable[[bool, float], object]) -> None:
        self._writer.on_health = callback

    def append(self, entries: Sequence[Entry], done: Done) -> None:
        if not entries and self._writer.full:
            self._loop.call_soon(notify, done, QueueFull("the database cannot be written, and too many entries wait"))
            return
        rows: list[Row] = []
        of_tournaments: list[Row] = []
        for entry in entries:
            id, seq, event, at = entry
            found = of_tournaments if type(entry) is TournamentEntry else rows
            found.append((id, seq, type(event).__name__, dump(event), at))
        if not of_tournaments:
            self._writer.insert(ADD_EVENTS, rows, done)
        elif not rows:
            self._writer.insert(ADD_TOURNAMENT_EVENTS, of_tournaments, done)
        else:
            self._writer.add(added_once([(ADD_EVENTS, rows), (ADD_TOURNAMENT_EVENTS, of_tournaments)]), done)

    def save_guest(self, guest: StoredGuest) -> None:
        # A guest who loses the connection at once may return before the token is written.
        self._unwritten_guests[guest.token_hash] = guest

        def written(_error: Exception | None) -> None:
            del self._unwritten_guests[guest.token_hash]

        self._writer.insert(ADD_GUESTS, [guest], written)

    def find_guest(self, token_hash: str) -> StoredGuest | None:
        guest = self._unwritten_guests.get(token_hash)
        if guest is not None:
            return guest
        with self._engine.connect() as connection:
            return people.guest_by_token(connection, token_hash)

    def read(self, work: Callable[[], T], then: Callable[[T | Exception], object]) -> None:
        """See `Store`."""

        def call() -> None:
            found: T | Exception
            try:
                found = work()
            except Exception as error:
                found = error
            with contextlib.suppress(RuntimeError):  # the loop is closed: no caller waits
                self._loop.call_soon_threadsafe(then, found)

        self._readers.submit(call)

    def note_end(self, match: Ended) -> None:
        self._writer.add(queries.addition(match), _log_failure)

    def note_tournament(self, tournament: EndedTournament) -> None:
        self._writer.add(tournaments.addition(tournament), _log_failure)

    def save_analysis(self, analysis: StoredAnalysis, done: Done) -> None:
        self._writer.change(lambda connection: analyses.save(connection, analysis), done)

    def change(self, change: Callable[[sql.Connection], object], done: Done) -> None:
        self._writer.change(change, done)

    def uptime(self) -> Uptime:
        return self._recorder.before

    def begin_run(self) -> None:
        self._recorder.beat()

    def end_run(self) -> None:
        self._recorder.end()

    def close(self) -> None:
        """Write the queued entries, and stop; lose them if the database cannot be written now."""
        self.end_run()
        self._readers.shutdown(cancel_futures=True)
        self._writer.close()
        self._engine.dispose()
        self._writing.dispose()


def _log_failure(error: Exception | None) -> None:
    if error is not None:
        log.error("the archive lacks what has just ended; the next start adds it", error=str(error))
