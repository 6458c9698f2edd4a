"""Store in memory, for private servers and tests."""

from collections import deque
from collections.abc import Callable, Collection, Sequence

import sqlalchemy as sql

from kibitz_server.core.rated import RatedEnd
from kibitz_server.core.tournament.events import TournamentEnded
from kibitz_server.core.values.events import Event, MatchAborted, MatchFinished
from kibitz_server.scheduler import NondecreasingClock, WallClock
from kibitz_server.store import people
from kibitz_server.store.archive import analyses, queries, tournaments
from kibitz_server.store.archive.analyses import StoredAnalysis
from kibitz_server.store.archive.queries import ArchiveCriteria, Ended, RatingChange, Standing
from kibitz_server.store.archive.tournaments import EndedTournament, TournamentCriteria, TournamentPage
from kibitz_server.store.event_json import dump
from kibitz_server.store.interface import (
    Done,
    Entry,
    NumberedEvent,
    StoredEvent,
    StoredGuest,
    T,
    TournamentEntry,
    notify,
)
from kibitz_server.store.people import Account
from kibitz_server.store.people_access import MemoryPeople
from kibitz_server.store.uptime import Uptime


class MemoryStore:
    """Store that loses its contents with the process. Every entry counts as durable at once."""

    url = None

    def __init__(self) -> None:
        self.healthy = True
        self.wall_clock: WallClock = NondecreasingClock()
        self.people = MemoryPeople()
        self.events: dict[str, list[Event]] = {}
        self._at: dict[str, list[float]] = {}
        self._tournaments: dict[str, list[TournamentEntry]] = {}
        self._reporting = False
        self._callbacks: deque[tuple[Done, Exception | None]] = deque()
        self._ended: list[Ended] = []
        self._ended_tournaments: list[EndedTournament] = []

    def watch_health(self, callback: Callable[[bool, float], object]) -> None:
        pass

    def append(self, entries: Sequence[Entry], done: Done) -> None:
        error = self._misplaced(entries)
        for entry in entries if error is None else ():
            if isinstance(entry, TournamentEntry):
                self._tournaments.setdefault(entry.tournament_id, []).append(entry)
            else:
                self.events.setdefault(entry.match_id, []).append(entry.event)
                self._at.setdefault(entry.match_id, []).append(entry.at)
        # Entries that `done` appends are reported after it has returned, as by an asynchronous store.
        if self._reporting:
            self._callbacks.append((done, error))
            return
        self._reporting = True
        notify(done, error)
        while self._callbacks:
            notify(*self._callbacks.popleft())
        self._reporting = False

    def _misplaced(self, entries: Sequence[Entry]) -> Exception | None:
        """Return the error of the first entry that is not the next one of its match or tournament."""
        counts: dict[str, int] = {}
        for entry in entries:
            logs = self._tournaments if isinstance(entry, TournamentEntry) else self.events
            id = entry[0]
            counts[id] = counts.get(id, len(logs.get(id, ()))) + 1
            if entry.seq != counts[id]:
                return ValueError(f"{id} has {counts[id] - 1} events, so {entry.seq} is not the next")
        return None

    def save_guest(self, guest: StoredGuest) -> None:
        self.people.keep_guest(guest)

    def find_guest(self, token_hash: str) -> StoredGuest | None:
        return self.people.find_guest(token_hash)

    def find_accounts(self, skeletons: Collection[str]) -> dict[str, Account]:
        with self.people.engine.connect() as connection:
            return people.accounts_by_skeleton(connection, skeletons)

    def read(self, work: Callable[[], T], then: Callable[[T | Exception], object]) -> None:
        found: T | Exception
        try:
            found = work()
        except Exception as error:
            found = error
        then(found)

    def unfinished(self) -> list[str]:
        # Events of a rematch may follow the end.
        ended = (MatchFinished, MatchAborted)
        return [id for id, log in self.events.items() if not any(isinstance(event, ended) for event in log)]

    def ended_since(self, at: float) -> list[str]:
        ended = [(self._at[id][-1], id) for id in self.events.keys() - set(self.unfinished())]
        return [id for ended_at, id in sorted(ended, reverse=True) if ended_at > at]

    def history(self, match_id: str) -> list[NumberedEvent]:
        kept = zip(self.events.get(match_id, ()), self._at.get(match_id, ()), strict=True)
        return [NumberedEvent(match_id, seq, event, at) for seq, (event, at) in enumerate(kept, 1)]

    def rows(self, match_id: str) -> list[StoredEvent]:
        return [
            StoredEvent(entry.seq, type(entry.event).__name__, dump(entry.event), entry.at)
            for entry in self.history(match_id)
        ]

    def has_match(self, match_id: str) -> bool:
        return match_id in self.events

    def note_end(self, match: Ended) -> None:
        # The archive's database is made at the first search, not at the end of a match.
        self._ended.append(match)

    def _archive(self) -> sql.Engine:
        if self._ended or self._ended_tournaments:
            with self.people.engine.begin() as connection:
                for match in self._ended:
                    queries.add(connection, match)
                for tournament in self._ended_tournaments:
                    tournaments.add(connection, tournament)
            self._ended.clear()
            self._ended_tournaments.clear()
        return self.people.engine

    def search(self, criteria: ArchiveCriteria) -> list[Ended]:
        with self._archive().connect() as connection:
            return queries.search(connection, criteria)

    def find_ended(self, match_id: str, code: str) -> str | None:
        with self._archive().connect() as connection:
            return queries.find(connection, match_id, code)

    def standings(self) -> dict[tuple[str, str], Standing]:
        with self._archive().connect() as connection:
            return queries.standings(connection)

    def rated_ends(self, since: float) -> list[RatedEnd]:
        with self._archive().connect() as connection:
            return queries.rated_ends(connection, since)

    def rating_changes(self, name: str, game: str | None) -> list[RatingChange]:
        with self._archive().connect() as connection:
            return queries.changes_of(connection, name, game)

    def unfinished_tournaments(self) -> list[str]:
        return [
            id
            for id, log in self._tournaments.items()
            if not any(isinstance(each.event, TournamentEnded) for each in log)
        ]

    def tournament_history(self, tournament_id: str) -> list[TournamentEntry]:
        return list(self._tournaments.get(tournament_id, ()))

    def tournament_rows(self, tournament_id: str) -> list[StoredEvent]:
        return [
            StoredEvent(entry.seq, type(entry.event).__name__, dump(entry.event), entry.at)
            for entry in self.tournament_history(tournament_id)
        ]

    def tournaments(self, criteria: TournamentCriteria) -> TournamentPage:
        with self._archive().connect() as connection:
            return tournaments.search(connection, criteria)

    def find_tournament(self, reference: str, code: str) -> EndedTournament | None:
        with self._archive().connect() as connection:
            return tournaments.find(connection, reference, code)

    def note_tournament(self, tournament: EndedTournament) -> None:
        self._ended_tournaments.append(tournament)

    def find_analysis(self, match_id: str, effort: str) -> StoredAnalysis | None:
        with self.people.engine.connect() as connection:
            return analyses.find(connection, match_id, effort)

    def save_analysis(self, analysis: StoredAnalysis, done: Done) -> None:
        self.people.note(lambda connection: analyses.save(connection, analysis))
        notify(done, None)

    def query(self, query: Callable[[sql.Connection], T]) -> T:
        with self._archive().connect() as connection:
            return query(connection)

    def change(self, change: Callable[[sql.Connection], object], done: Done) -> None:
        error: Exception | None = None
        try:
            self.people.note(change)
        except sql.exc.SQLAlchemyError as failed:
            error = failed
        notify(done, error)

    def uptime(self) -> Uptime:
        return Uptime()

    def begin_run(self) -> None:
        pass

    def end_run(self) -> None:
        pass

    def close(self) -> None:
        pass
