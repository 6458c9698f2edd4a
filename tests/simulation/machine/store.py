"""A store that writes to the disk of the simulated machine as the real writer does.

Work is committed in the order of the calls, all that queued during the commit before at once. A commit takes time, may
fail for a while, and may reach the disk although its confirmation is lost.
"""

import asyncio
import random
from collections.abc import Callable, Collection, Sequence
from typing import Any, TypeVar

import sqlalchemy as sql

from kibitz_server.core.match.match import Match
from kibitz_server.core.rated import RatedEnd
from kibitz_server.core.tournament.events import TournamentEnded
from kibitz_server.core.values.events import MatchAborted, MatchFinished
from kibitz_server.scheduler import WallClock
from kibitz_server.store import people
from kibitz_server.store.archive import analyses, queries, tournaments
from kibitz_server.store.archive.analyses import StoredAnalysis
from kibitz_server.store.archive.queries import ArchiveCriteria, Ended, RatingChange, Standing
from kibitz_server.store.archive.ratings import Ratings
from kibitz_server.store.archive.summary import summary
from kibitz_server.store.archive.tournaments import EndedTournament, TournamentCriteria, TournamentPage
from kibitz_server.store.event_json import dump, load
from kibitz_server.store.interface import (
    Done,
    Entry,
    NumberedEvent,
    StoredEvent,
    StoredGuest,
    TournamentEntry,
    notify,
)
from kibitz_server.store.people import Account, Duplicate
from kibitz_server.store.tables import ended, guests
from kibitz_server.store.uptime import Uptime, UptimeRecorder
from tests.simulation.machine.disk import Disk
from tests.simulation.machine.loop import SimulatedLoop

T = TypeVar("T")
RETRY_S = 0.5
ENDS = (MatchFinished, MatchAborted)


class _Work:
    """Work of one call for the next commit."""

    __slots__ = ("asked_at", "at", "bodies", "change", "done", "entries", "stored")

    def __init__(
        self,
        at: float,
        asked_at: float,
        entries: Sequence[Entry],
        change: Callable[[sql.Connection], object] | None,
        done: Done | None,
    ) -> None:
        self.at = at
        """When it was queued on the clock of the event loop."""
        self.asked_at = asked_at
        """The same on the clock of the world."""
        self.entries = entries
        self.bodies = [dump(entry.event) for entry in entries]
        self.change = change
        self.done = done
        self.stored = False


class SimulatedStore:
    """The store of one server process."""

    url = None

    def __init__(self, disk: Disk, loop: SimulatedLoop, number: int) -> None:
        self.disk = disk
        self.people = _People(self)
        self.writer_healthy = True
        self.alive = True
        self._loop = loop
        self._world = disk.world
        self._random: random.Random = disk.world.stream(f"disk {number}")
        self._on_health: Callable[[bool, float], object] = lambda _healthy, _for_s: None
        self._unqueued: list[_Work] = []
        self._queue: list[_Work] = []
        self._writing: list[_Work] = []
        self._failed_at = self._worked_at = loop.time()
        self._unwritten_guests: dict[str, StoredGuest] = {}
        self._fill_archive()
        self._recorder = UptimeRecorder(
            ((run, *times) for run, times in disk.runs.items()),
            self._world.wall_clock,
            loop,
            lambda: self.healthy,
            lambda run, at: self._record(run, at, at),
            lambda run, at: self._record(run, None, at),
        )

    # -- writing

    @property
    def wall_clock(self) -> WallClock:
        return self._recorder.wall_clock

    @property
    def healthy(self) -> bool:
        return self.writer_healthy

    def watch_health(self, callback: Callable[[bool, float], object]) -> None:
        self._on_health = callback

    def append(self, entries: Sequence[Entry], done: Done) -> None:
        self._put(entries, None, done)

    def _put(
        self, entries: Sequence[Entry], change: Callable[[sql.Connection], object] | None, done: Done | None
    ) -> None:
        if not self._unqueued:
            self._loop.call_soon(self._enqueue)
        self._unqueued.append(_Work(self._loop.time(), self._world.now, entries, change, done))

    def _enqueue(self) -> None:
        self._queue += self._unqueued
        self._unqueued = []
        self._begin_commit()

    def _begin_commit(self) -> None:
        if self._writing or not self._queue or not self.alive:
            return
        self._writing, self._queue = self._queue, []
        # The writing thread stands still with the process. What it has sent to the database is committed all the same.
        self._world.at(max(self._world.now, self._loop.frozen_until) + self._latency(), self._commit)

    def _latency(self) -> float:
        return self._random.uniform(0.0002, 0.004) * self.disk.slowness

    def _commit(self) -> None:
        if not self.alive:
            return
        if self.disk.outage:
            if self._random.random() < 0.2:
                self._store_all()  # although the writer does not learn of it
            self._loop.call_soon(self._report_failure, self._writing[0].at)
            self._world.after(RETRY_S, self._commit)
            return
        outcomes = self._store_all()
        self._loop.call_soon(self._report_end, outcomes)
        self._writing = []
        self._begin_commit()

    def _store_all(self) -> list[tuple[_Work, Exception | None]]:
        outcomes: list[tuple[_Work, Exception | None]] = []
        for work in self._writing:
            error: Exception | None = None
            try:
                if not work.stored:
                    self._store(work)
            except Exception as failure:
                error = failure
            outcomes.append((work, error))
        return outcomes

    def _store(self, work: _Work) -> None:
        if work.entries and self.disk.reject_next:
            self.disk.reject_next -= 1
            raise sql.exc.DataError("INSERT", {}, Exception("rejected"))
        if work.change is not None:
            with self.disk.engine.begin() as connection:
                work.change(connection)
        for entry, body in zip(work.entries, work.bodies, strict=True):
            self.disk.add(entry, body, work.asked_at)
        work.stored = True

    def _report_failure(self, since: float) -> None:
        if self.writer_healthy and self.alive:
            self.writer_healthy, self._failed_at = False, max(since, self._worked_at)
            self.disk.health_changed(False)
            self._on_health(False, self._loop.time() - self._failed_at)

    def _report_end(self, outcomes: list[tuple[_Work, Exception | None]]) -> None:
        if not self.writer_healthy and self.alive:
            self.writer_healthy, self._worked_at = True, self._loop.time()
            self.disk.health_changed(True)
            self._on_health(True, self._worked_at - self._failed_at)
        for work, error in outcomes:
            for entry in work.entries if error is None and self.alive else ():
                if isinstance(entry, NumberedEvent):
                    self.disk.confirmed(entry.match_id, entry.seq)
            if work.done is not None:
                notify(work.done, error)

    def kill(self) -> None:
        """Stop in the middle of a commit, which may have reached the disk."""
        if self._writing and not self.disk.outage and self._random.random() < 0.5:
            self._store_all()
        self._stop()

    def begin_run(self) -> None:
        """Record that players can move from now on."""
        if self.alive:
            self._recorder.beat()

    def end_run(self) -> None:
        """Record that from now on no player can move."""
        if self.alive:
            self._recorder.end()

    def close(self) -> None:
        """Write the queued entries, and stop; lose them if the database cannot be written now."""
        if self.alive:
            self.end_run()
            self._enqueue()
            while (self._writing or self._queue) and not self.disk.outage:
                self._writing, self._queue = self._writing or self._queue, self._queue if self._writing else []
                self._store_all()
                self._writing = []
            self._stop()

    def _stop(self) -> None:
        self.alive = False
        self._recorder.end()

    def _record(self, run: str, began_at: float | None, seen_at: float) -> None:
        """Record the begin of a run of this server, or that it was up at a time."""

        def change(_connection: sql.Connection) -> None:
            began = self.disk.runs[run][0] if began_at is None else began_at
            self.disk.runs[run] = began, seen_at

        self._put([], change, None)

    # -- guests

    def save_guest(self, guest: StoredGuest) -> None:
        self._unwritten_guests[guest.token_hash] = guest

        def written(_error: Exception | None) -> None:
            del self._unwritten_guests[guest.token_hash]

        self._put([], lambda c: c.execute(sql.insert(guests), [guest._asdict()]), written)

    def find_guest(self, token_hash: str) -> StoredGuest | None:
        self.check_readable()
        guest = self._unwritten_guests.get(token_hash)
        if guest is not None:
            return guest
        with self.disk.engine.connect() as connection:
            row = connection.execute(sql.select(guests).where(guests.c.token_hash == token_hash)).one_or_none()
        return StoredGuest(*row) if row else None

    def find_accounts(self, skeletons: Collection[str]) -> dict[str, Account]:
        self.check_readable()
        with self.disk.engine.connect() as connection:
            return people.accounts_by_skeleton(connection, skeletons)

    # -- reading

    def check_readable(self) -> None:
        """Check that the database answers.

        Raises:
            sqlalchemy.exc.OperationalError: It does not.
        """
        if self.disk.outage and self.disk.unreadable:
            raise sql.exc.OperationalError("SELECT", {}, Exception("the database does not answer"))

    def read(self, work: Callable[[], T], then: Callable[[T | Exception], object]) -> None:
        def call() -> None:
            if not self.alive:
                return
            found: T | Exception
            try:
                self.check_readable()
                found = work()
            except Exception as error:
                found = error
            self._loop.call_soon(then, found)

        self._world.after(self._latency(), call)

    def unfinished(self) -> list[str]:
        return [id for id, rows in self.disk.events.items() if not any(isinstance(row.event, ENDS) for row in rows)]

    def ended_since(self, at: float) -> list[str]:
        ends = [(row.at, id) for id, rows in self.disk.events.items() for row in rows if isinstance(row.event, ENDS)]
        return [id for ended_at, id in sorted(ends, reverse=True) if ended_at > at]

    def has_match(self, match_id: str) -> bool:
        return match_id in self.disk.events

    def history(self, match_id: str) -> list[NumberedEvent]:
        rows = self.disk.events.get(match_id, ())
        return [NumberedEvent(match_id, seq, load(row.kind, row.body), row.at) for seq, row in enumerate(rows, 1)]

    def rows(self, match_id: str) -> list[StoredEvent]:
        kept = self.disk.events.get(match_id, ())
        return [StoredEvent(seq, row.kind, row.body, row.at) for seq, row in enumerate(kept, 1)]

    # -- tournaments

    def unfinished_tournaments(self) -> list[str]:
        logs = self.disk.tournaments.items()
        return [id for id, rows in logs if not any(isinstance(row.event, TournamentEnded) for row in rows)]

    def tournament_rows(self, tournament_id: str) -> list[StoredEvent]:
        kept = self.disk.tournaments.get(tournament_id, ())
        return [StoredEvent(seq, row.kind, row.body, row.at) for seq, row in enumerate(kept, 1)]

    def tournament_history(self, tournament_id: str) -> list[TournamentEntry]:
        return [row.tournament_entry(tournament_id) for row in self.tournament_rows(tournament_id)]

    def tournaments(self, criteria: TournamentCriteria) -> TournamentPage:
        with self.disk.engine.connect() as connection:
            return tournaments.search(connection, criteria)

    def find_tournament(self, reference: str, code: str) -> EndedTournament | None:
        with self.disk.engine.connect() as connection:
            return tournaments.find(connection, reference, code)

    def note_tournament(self, tournament: EndedTournament) -> None:
        self._put([], lambda connection: tournaments.add(connection, tournament), None)

    # -- archive

    def _fill_archive(self) -> None:
        """Add what a crash left out, as the real store does when it is opened."""
        with self.disk.engine.connect() as connection:
            known = set(connection.execute(sql.select(ended.c.match_id)).scalars())
            ratings = Ratings(queries.standings(connection))
        for match_id, rows in self.disk.events.items():
            at = next((row.at for row in rows if isinstance(row.event, ENDS)), None)
            if at is not None and match_id not in known:
                match = Match.from_events((load(row.kind, row.body) for row in rows), 0.0)
                with self.disk.engine.begin() as connection:
                    queries.add(connection, summary(match, at, ratings.note(match)))

    def note_end(self, match: Ended) -> None:
        self._put([], lambda connection: queries.add(connection, match), None)

    def search(self, criteria: ArchiveCriteria) -> list[Ended]:
        with self.disk.engine.connect() as connection:
            return queries.search(connection, criteria)

    def find_ended(self, match_id: str, code: str) -> str | None:
        with self.disk.engine.connect() as connection:
            return queries.find(connection, match_id, code)

    def standings(self) -> dict[tuple[str, str], Standing]:
        with self.disk.engine.connect() as connection:
            return queries.standings(connection)

    def rated_ends(self, since: float) -> list[RatedEnd]:
        with self.disk.engine.connect() as connection:
            return queries.rated_ends(connection, since)

    def rating_changes(self, name: str, game: str | None) -> list[RatingChange]:
        with self.disk.engine.connect() as connection:
            return queries.changes_of(connection, name, game)

    def find_analysis(self, match_id: str, effort: str) -> StoredAnalysis | None:
        with self.disk.engine.connect() as connection:
            return analyses.find(connection, match_id, effort)

    def save_analysis(self, analysis: StoredAnalysis, done: Done) -> None:
        self._put([], lambda connection: analyses.save(connection, analysis), done)

    def query(self, query: Callable[[sql.Connection], T]) -> T:
        with self.disk.engine.connect() as connection:
            return query(connection)

    def change(self, change: Callable[[sql.Connection], object], done: Done) -> None:
        self._put([], change, done)

    def uptime(self) -> Uptime:
        return self._recorder.before


class _People:
    """Guests and accounts of the store."""

    def __init__(self, store: SimulatedStore) -> None:
        self._store = store

    async def read(self, query: Callable[[sql.Connection], T]) -> T:
        store = self._store

        def run() -> T:
            store.check_readable()
            with store.disk.engine.connect() as connection:
                return query(connection)

        return await asyncio.to_thread(run)

    async def write(self, change: Callable[[sql.Connection], T]) -> T:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        results: list[Any] = []

        def call(error: Exception | None) -> None:
            if done.cancelled():
                return
            if error is None:
                done.set_result(None)
            else:
                done.set_exception(Duplicate() if isinstance(error, sql.exc.IntegrityError) else error)

        self._store._put([], lambda connection: results.append(change(connection)), call)
        await done
        found: T = results[-1]
        return found

    def note(self, change: Callable[[sql.Connection], object]) -> None:
        self._store._put([], change, lambda _: None)
