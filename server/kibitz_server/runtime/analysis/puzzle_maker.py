"""Puzzles of finished matches, made while no client waits for the engines.

One match is searched at a time, by one search after the other, at the lowest priority of the pool: any other search
goes first, and that of a player stops one for a puzzle. Only listed matches that are over are read, at most one in
`PAUSE_S` seconds, so that a server that is idle otherwise stays nearly idle.
"""

import asyncio
from dataclasses import dataclass
from functools import partial

import sqlalchemy as sql
import structlog
from pydantic_core import from_json

from kibitz_protocol.commands.analysis import Analysed, AnalysedMove
from kibitz_server.core.match.match import Match
from kibitz_server.engine.driver import Job, SearchResult
from kibitz_server.pool.interface import EnginePool, Priority, SubmittedSearch
from kibitz_server.puzzles.making import PuzzleSearch
from kibitz_server.scheduler import Scheduler, Timer, WallClock
from kibitz_server.store import Store
from kibitz_server.store.archive import puzzles

log = structlog.get_logger(__name__)

FIRST_S = 60.0
"""How long after its start a server makes no puzzles."""
PAUSE_S = 20.0
"""Shortest time between two matches."""
IDLE_S = 120.0
"""How often to look for matches while there are none."""
SINCE_S = 30 * 86_400.0
"""How old a match may be."""
KEPT = 500
"""Puzzles of a game that are kept besides those that come with Kibitz."""
COMPILE_S = 30.0
OWNER = "puzzles"
"""Owner of the searches in the queue of the pool."""
EFFORTS = ("deep", "normal", "quick")


@dataclass(frozen=True, slots=True)
class _Source:
    """A match to search, with the moves of its analysis, if there is one."""

    match_id: str
    match: Match | None
    ended_at: float
    known: list[AnalysedMove] | None


class PuzzleMaker:
    """Makes puzzles in the background. All calls are on the event loop."""

    def __init__(self, store: Store, pool: EnginePool, scheduler: Scheduler, wall_clock: WallClock) -> None:
        self._store = store
        self._pool = pool
        self._scheduler = scheduler
        self._wall_clock = wall_clock
        self._timer: Timer | None = None
        self._search: SubmittedSearch | None = None
        self._closed = False

    def start(self) -> None:
        """Begin to look for matches, in a while."""
        self._later(FIRST_S)

    def close(self) -> None:
        """Make no more puzzles. A match whose search was not complete is searched again after the next start."""
        self._closed = True
        if self._timer is not None:
            self._timer.cancel()
        if self._search is not None and not self._search.result.done():
            self._search.cancel()

    def _later(self, seconds: float) -> None:
        if not self._closed:
            self._timer = self._scheduler.call_at(self._scheduler.time() + seconds, self.look)

    def look(self) -> None:
        """Search the newest match that was not searched yet. Look again later if there is none."""
        if self._closed:
            return
        if self._store.healthy:
            self._store.read(self._read, self._begin)
        else:
            self._later(IDLE_S)

    def _read(self) -> _Source | None:
        """Return the next match. Called in a thread of the store."""
        store = self._store
        since = self._wall_clock() - SINCE_S
        found = store.query(partial(puzzles.unsearched, since=since, most=1))
        if not found:
            return None
        match_id, ended_at = found[0]
        try:
            entries = store.history(match_id)
            match = Match.from_events((entry.event for entry in entries), 0.0)
            known = next(filter(None, (store.find_analysis(match_id, effort) for effort in EFFORTS)), None)
            moves = Analysed.model_validate(from_json(known.body)).moves if known else None
        except Exception as error:
            log.warning("no puzzles can be made of a match", match=match_id, error=str(error))
            return _Source(match_id, None, ended_at, None)
        return _Source(match_id, match, ended_at, moves)

    def _begin(self, source: _Source | Exception | None) -> None:
        if self._closed:
            return
        if source is None or isinstance(source, Exception):
            self._later(IDLE_S)
        elif source.match is None:
            self._end(source, None)
        else:
            try:
                self._step(source, PuzzleSearch(source.match, source.ended_at, source.known))
            except Exception:
                self._give_up(source)

    def _step(self, source: _Source, work: PuzzleSearch) -> None:
        """Start the next search of a match, or store what was found."""
        position = work.position
        if position is None or source.match is None:
            self._end(source, work)
            return
        game = source.match.game
        job = Job(
            game=game.name,
            options=tuple(game.options.items()),
            start=work.start,
            moves=work.moves_before,
            algorithm=work.algorithm,
            limit=work.limit,
            compile_s=COMPILE_S,
        )
        self._search = self._pool.submit(job, position, Priority.PUZZLE, OWNER)
        self._search.result.add_done_callback(partial(self._searched, source, work))

    def _searched(self, source: _Source, work: PuzzleSearch, result: asyncio.Future[SearchResult]) -> None:
        self._search = None
        if self._closed:
            return
        try:
            work.add(result.result())
            self._step(source, work)
        except (Exception, asyncio.CancelledError):
            self._give_up(source)

    def _give_up(self, source: _Source) -> None:
        # A mistake in the rules of a game must not stop the making of others.
        log.exception("puzzles of a match cannot be made", match=source.match_id)
        self._end(source, None)

    def _end(self, source: _Source, work: PuzzleSearch | None) -> None:
        """Store the puzzles of a match, and that it was searched."""
        found = work.puzzles(self._wall_clock()) if work is not None else []

        def change(connection: sql.Connection) -> None:
            puzzles.add(connection, found, KEPT)
            puzzles.note_source(connection, source.match_id)

        def stored(error: Exception | None) -> None:
            if error is None and found:
                log.info("puzzles were made", match=source.match_id, number=len(found))
            self._later(PAUSE_S if error is None else IDLE_S)

        self._store.change(change, stored)
