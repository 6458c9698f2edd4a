"""Analyses of finished matches: one queue, fair between players, behind all searches that matches wait for.

An analysis makes one short search after another, so that it holds a slot of the pool only for moments. An analysis
that several clients request runs once. It goes on when they disconnect, because its result is stored for everyone. An
analysis that the end of the server process interrupts is lost: only complete ones are stored.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

import structlog

from kibitz_protocol.refusals import Code
from kibitz_server.accounts.errors import CommandRefused
from kibitz_server.core.match.match import Match
from kibitz_server.core.values.players import Engine, Human
from kibitz_server.engine.analysis.game_analysis import CannotAnalyse, Effort, GameAnalysis
from kibitz_server.engine.driver import Job, SearchResult
from kibitz_server.messages.analysis import analysis_data, complete, played_moves, progress_data
from kibitz_server.messages.encoding import encode
from kibitz_server.messages.outgoing import OutgoingMessage
from kibitz_server.pool.engine_time import EngineTimeBudget
from kibitz_server.pool.fair_queue import FairQueue
from kibitz_server.pool.interface import EnginePool, Priority, SubmittedSearch
from kibitz_server.runtime.room import Subscriber
from kibitz_server.scheduler import Scheduler, WallClock
from kibitz_server.store import Store
from kibitz_server.store.archive.analyses import StoredAnalysis

log = structlog.get_logger(__name__)

MOST_WAITING = 32
"""Unfinished analyses of the whole server."""
MOST_OF_A_PLAYER = 3
MOST_CLIENTS = 100
"""Requests that may wait for the same analysis."""
PROGRESS_EVERY_S = 0.25
COMPILE_S = 30.0
"""Longest wait of a search for machine code, without which its result would differ from that of other searches."""
STOPPING = "the server is about to stop, and the analysis was not complete"
HOW_TO_PAY = "register an account, or wait"
ASK_AGAIN = "ask again when the server is back; the analysis then starts from the beginning"

Key = tuple[str, Effort]
"""Id of a match, and the effort."""
Then = Callable[[bytes | CommandRefused], None]
"""Called once on the event loop, with an encoded `Analysed`: hundreds of moves are encoded once for all clients."""


@dataclass(slots=True, eq=False)
class _Job:
    """An analysis that is not finished, and the clients that wait for it."""

    key: Key
    match: Match
    owner: str
    work: GameAnalysis
    waiting: list[tuple[Subscriber, Then]] = field(default_factory=list)
    search: SubmittedSearch | None = None
    told_at: float = float("-inf")


class Analyses:
    """Queue of analyses. All calls are on the event loop."""

    def __init__(
        self,
        store: Store,
        pool: EnginePool,
        budget: EngineTimeBudget,
        scheduler: Scheduler,
        wall_clock: WallClock,
        most_waiting: int = MOST_WAITING,
    ) -> None:
        self._store = store
        self._pool = pool
        self._budget = budget
        self._scheduler = scheduler
        self._wall_clock = wall_clock
        self._most_waiting = most_waiting
        self._jobs: dict[Key, _Job] = {}
        self._running: list[_Job] = []
        self._queue: FairQueue[_Job] = FairQueue()
        self._stopping = False

    @property
    def _at_once(self) -> int:
        """How many analyses run at once: a slot each, in at most half of the slots."""
        return max(1, self._pool.slots // 2)

    def request(self, match: Match, effort: Effort, client: Subscriber, then: Then) -> None:
        """Answer with the analysis of a match that is over: a stored one, or one that is made now.

        Args:
            match: The match, which never changes again.
            effort: How deep to search.
            client: Receives the progress; its player pays for the engine time.
            then: Called once, now or later; with a refusal if the match cannot be analysed or too many wait.
        """
        if self._join(key := (match.created.id, effort), client, then):
            return

        def found(stored: StoredAnalysis | Exception | None) -> None:
            if isinstance(stored, Exception):
                log.error("a stored analysis cannot be read", match=key[0], error=str(stored))
            if isinstance(stored, StoredAnalysis):
                then(complete(stored.body))
            elif not self._join(key, client, then):
                try:
                    self._begin(match, effort, client, then)
                except CommandRefused as refused:
                    then(refused)

        self._store.read(lambda: self._store.find_analysis(*key), found)

    def _join(self, key: Key, client: Subscriber, then: Then) -> bool:
        """Wait for an analysis that another request started. Return False if there is none."""
        job = self._jobs.get(key)
        if job is None:
            return False
        if len(job.waiting) >= MOST_CLIENTS:
            then(CommandRefused(Code.BUSY, "too many clients wait for this analysis", "ask again in a moment"))
        else:
            job.waiting.append((client, then))
            self._tell(job, client)
        return True

    def _begin(self, match: Match, effort: Effort, client: Subscriber, then: Then) -> None:
        owner = client.player.id
        if self._stopping:
            raise CommandRefused(Code.DRAINING, hint=ASK_AGAIN, retry_after_s=60)
        if len(self._jobs) >= self._most_waiting:
            raise CommandRefused(Code.BUSY, "too many analyses wait", "try again in a minute", retry_after_s=60)
        if sum(job.owner == owner for job in self._jobs.values()) >= MOST_OF_A_PLAYER:
            sentence = f"{MOST_OF_A_PLAYER} analyses that you asked for are not complete yet"
            raise CommandRefused(Code.TOO_MANY, sentence, "wait for one of them")
        if wait_s := self._budget.engine_time_in(owner):
            raise CommandRefused(Code.ENGINE_BUDGET, hint=HOW_TO_PAY, retry_after_s=wait_s)
        try:
            work = GameAnalysis(match.history.start, played_moves(match), match.history.chances_at(0), effort)
        except CannotAnalyse as error:
            raise CommandRefused(Code.NO_ANALYSIS, str(error), "`kibitz archive` lists other matches") from None
        job = _Job((match.created.id, effort), match, owner, work, [(client, then)])
        self._jobs[job.key] = job
        self._queue.push(0, owner, job)
        self._fill()
        self._tell(job, client)

    def _fill(self) -> None:
        """Start analyses while there is room for them."""
        while not self._stopping and self._queue and len(self._running) < self._at_once:
            job = self._queue.pop()
            self._running.append(job)
            self._step(job)

    def _step(self, job: _Job) -> None:
        """Start the next search of an analysis, or finish it."""
        position = job.work.position
        if position is None:
            self._complete(job)
            return
        if wait_s := self._change_owner(job):
            sentence = "the engine time for the analysis is used up"
            self._end(job, CommandRefused(Code.ENGINE_BUDGET, sentence, HOW_TO_PAY, retry_after_s=wait_s))
            return
        created = job.match.created
        search_job = Job(
            game=job.match.game.name,
            options=tuple(job.match.game.options.items()),
            start=created.position,
            moves=(*created.opening, *job.work.moves_before),
            algorithm=job.work.algorithm,
            limit=job.work.limit,
            compile_s=COMPILE_S,
        )
        with structlog.contextvars.bound_contextvars(match=created.id):
            search = job.search = self._pool.submit(search_job, position, Priority.ANALYSIS, job.owner)

        def done(result: asyncio.Future[SearchResult]) -> None:
            if self._jobs.get(job.key) is job:
                self._searched(job, result)

        search.result.add_done_callback(done)

    def _change_owner(self, job: _Job) -> float:
        """Charge the next search to another client that waits, if the owner's engine time is used up.

        Return 0, or the seconds until the owner has engine time if no client has any.
        """
        owners = [job.owner, *(client.player.id for client, _ in job.waiting)]
        waits = [self._budget.engine_time_in(owner) for owner in owners]
        if 0.0 not in waits:
            return waits[0]
        job.owner = owners[waits.index(0.0)]
        return 0.0

    def _searched(self, job: _Job, result: asyncio.Future[SearchResult]) -> None:
        if result.cancelled() or result.exception() is not None:
            self._end(job, CommandRefused(Code.INTERNAL, "a search of the analysis failed", "ask again"))
            return
        try:
            job.work.add(result.result())
            now = self._scheduler.time()
            if now - job.told_at >= PROGRESS_EVERY_S and job.work.position is not None:
                job.told_at = now
                for client, _ in job.waiting:
                    self._tell(job, client)
            self._step(job)
        except Exception:
            # A mistake in the rules of a game must not stop the analyses of others.
            log.exception("an analysis failed", match=job.key[0])
            self._end(
                job,
                CommandRefused(Code.INTERNAL, "the analysis of this match failed", "tell the operator of the server"),
            )

    def _tell(self, job: _Job, client: Subscriber) -> None:
        waiting = 0 if job.search is not None else list(self._jobs).index(job.key)
        client.send(OutgoingMessage(encode(progress_data(job.key[0], job.work, waiting))))

    def _complete(self, job: _Job) -> None:
        """Store the result, then answer. While the database cannot be written, answer without waiting for it."""
        created = job.match.created
        match = job.match
        players = [player.shown if isinstance(player, Human | Engine) else None for player in match.seats]
        review = job.work.result()
        data = analysis_data(created.id, created.code, match.game.declaration, players, job.key[1], review)
        body = encode(data)
        self._running.remove(job)

        def stored(error: Exception | None) -> None:
            if error is not None:
                log.error("an analysis was not stored", match=created.id, error=str(error))
            self._end(job, body)

        analysis = StoredAnalysis(created.id, job.key[1], body.decode(), self._wall_clock())
        if self._store.healthy:
            self._store.save_analysis(analysis, stored)
        else:
            self._store.save_analysis(analysis, lambda _error: None)
            self._end(job, body)
        self._fill()

    def _end(self, job: _Job, answer: bytes | CommandRefused) -> None:
        """Answer all clients that wait, and start the next analysis."""
        if self._jobs.get(job.key) is not job:
            return
        del self._jobs[job.key]
        if job in self._running:
            self._running.remove(job)
        for _, then in job.waiting:
            then(answer)
        self._fill()

    def stop(self) -> None:
        """Refuse all clients that wait, and start no more analyses."""
        self._stopping = True
        self._queue.drain()
        for job in list(self._jobs.values()):
            self._end(job, CommandRefused(Code.DRAINING, STOPPING, ASK_AGAIN, retry_after_s=60))
            if job.search is not None and not job.search.result.done():
                job.search.cancel()
