"""The searches that matches wait for: started when an engine is to move, stopped when no longer needed.

An engine that has its move early waits for the pace of its match, without a slot of the pool, and then plays it.
While a search runs, the subscribers of its match receive search info a few times a second, read from shared memory.
"""

import asyncio
import math
from collections.abc import Callable
from dataclasses import dataclass
from weakref import WeakSet

import structlog

from kibitz_protocol.refusals import Code
from kibitz_server.core.lobby.exhibition import is_exhibition
from kibitz_server.core.match.commands import EngineFailed, EngineMoved
from kibitz_server.core.match.match import Decision, Match, SearchRequest
from kibitz_server.core.match.phase import Phase
from kibitz_server.core.match.visibility import search_info_visible
from kibitz_server.core.values.events import Event
from kibitz_server.core.values.players import Engine
from kibitz_server.core.values.time_management import Budget
from kibitz_server.engine.driver import Job, Report
from kibitz_server.engine.limit import Limit
from kibitz_server.games.game import Position
from kibitz_server.messages import searches
from kibitz_server.messages.encoding import encode
from kibitz_server.messages.outgoing import OutgoingMessage, notice
from kibitz_server.pool.engine_time import OVER_BUDGET_S, EngineTimeBudget
from kibitz_server.pool.interface import EnginePool, Priority, Search
from kibitz_server.runtime.ports import MatchListener, MatchServer
from kibitz_server.runtime.rng import RandomChoices
from kibitz_server.runtime.room import Room
from kibitz_server.scheduler import Scheduler, Timer
from kibitz_server.telemetry.metrics import Metrics

log = structlog.get_logger(__name__)

SEARCH_INFO_EVERY_S = 0.2
MAX_S = 60.0
"""Longest search for a move, whatever its limit: a match must go on."""
COMPILING = "the engine of this game is compiled first, once on this machine: its move takes some seconds longer"
HINT_S = 10.0
"""Longest search for a hint: the player waits for it."""


@dataclass(slots=True)
class _Running:
    room: Room
    request: SearchRequest
    search: Search
    submitted_at: float
    credited_s: float = 0.0
    answer: Timer | None = None
    """Runs while the move waits for the pace of the match."""
    unreadable: bool = False
    """Whether the rules of the game failed on the moves of the search."""


class EngineTurns(MatchListener):
    """Runs the searches for the moves of engines, for hints, and for analysis boards."""

    def __init__(
        self,
        server: MatchServer,
        pool: EnginePool,
        scheduler: Scheduler,
        random: RandomChoices,
        budget: EngineTimeBudget,
        metrics: Metrics,
        pace_s: float = 0.0,
    ) -> None:
        """Create it without any search.

        Args:
            server: Applies the moves of engines.
            pool: Processes for the searches. It charges their time to the budget.
            scheduler: Clock and timers.
            random: Seeds of searches.
            budget: Engine time of the players.
            metrics: Where to count.
            pace_s: Shortest time in which an engine answers a person, in matches that set no pace of their own.
        """
        self._server = server
        self._pool = pool
        self._scheduler = scheduler
        self._random = random
        self._budget = budget
        self._metrics = metrics
        self._pace_s = pace_s
        self._running: dict[Room, _Running] = {}
        self._asked: dict[Room | None, list[tuple[int, Search]]] = {}
        """Searches for players, each with its turn: hints by match, and those for analysis boards under None."""
        self._warned: WeakSet[Room] = WeakSet()
        self._ticker: Timer | None = None
        self._winding_down = False
        self._idle = asyncio.Event()

    def decided(self, room: Room, events: tuple[Event, ...]) -> None:  # noqa: ARG002
        if room in self._running or room in self._asked:
            self._stop_unless(room, room.match.search_request())

    def committed(self, room: Room, events: tuple[Event, ...]) -> None:  # noqa: ARG002
        request = room.match.search_request()
        if room in self._running or room in self._asked:
            self._stop_unless(room, request)
        if request is not None and room not in self._running and not self._winding_down:
            self._start(room, request)

    def _stop_unless(self, room: Room, request: SearchRequest | None) -> None:
        match = room.match
        running = self._running.get(room)
        if running is not None and (request is None or request.turn != running.request.turn):
            del self._running[room]
            _cancel(running)
        for turn, hint in self._asked.get(room, ()):
            if match.phase is not Phase.RUNNING or turn != match.turn.number:
                hint.cancel()

    def _start(self, room: Room, request: SearchRequest) -> None:
        # The host of a match queues, and pays, for its engines.
        owner = room.match.created.host.id
        job = self._job(room.match, request.engine.algorithm, request.budget, self._max_s(room, owner))
        position = _searched(room.match, request.seat)
        # Time buys more on a faster machine, which must not decide rated matches. New ones refuse such engines.
        stays = room.match.created.terms.rated and not job.limit.bounds_work
        search = self._submit(job, position, _priority(room), owner, stays, match=room.match.created.id)
        self._running[room] = _Running(room, request, search, self._scheduler.time())

        def done(_result: asyncio.Future[Report]) -> None:
            self._deliver(room, search)

        search.result.add_done_callback(done)
        self._tick_later()

    def _max_s(self, room: Room, owner: str) -> float:
        """Return the longest search time. A match goes on without its host's engine time, but with short searches."""
        if is_exhibition(room.match.created):
            return MAX_S
        wait_s = self._budget.engine_time_in(owner)
        if not wait_s:
            self._warned.discard(room)
            return MAX_S
        if room not in self._warned:
            self._warned.add(room)
            minutes = math.ceil(wait_s / 60)
            room.broadcast(notice(f"the host's engine time is used up: engines answer at once for about {minutes} min"))
        return OVER_BUDGET_S

    def waited_s(self, room: Room) -> float:
        """Return how long the search for a move was in the queue since the last call, in seconds."""
        running = self._running.get(room)
        if running is None:
            return 0.0
        queued_s = self._scheduler.time() - running.submitted_at - running.search.spent_s()
        waited_s = max(0.0, queued_s - running.credited_s)
        running.credited_s += waited_s
        return waited_s

    def hint(self, room: Room, engine: Engine, owner: str, then: Callable[[Report | None], None]) -> None:
        """Search a position for the player to move. `then` is called once.

        It gets None if the match went on or the search failed.

        Args:
            room: The match.
            engine: Algorithm and limits of the search.
            owner: Id of the player, who is charged for the engine time.
            then: Gets the report of the search.
        """
        job = self._job(room.match, engine.algorithm, engine.budget, HINT_S)
        position = _searched(room.match, room.match.to_move)
        search = self._submit(job, position, Priority.HINT, owner, match=room.match.created.id)
        self._deliver_to_player(room, room.match.turn.number, search, then)

    def evaluate(
        self,
        position: Position,
        start: str | None,
        moves: tuple[str, ...],
        engine: Engine,
        owner: str,
        then: Callable[[Report | None], None],
    ) -> Search:
        """Search a position outside of a match, and return the search, which the caller may cancel.

        Args:
            position: The position, which has legal moves.
            start: The text of the position that `moves` lead from; None for the first one of the game.
            moves: Moves from there to the position.
            engine: Algorithm and limits of the search.
            owner: Id of the player, who is charged for the engine time.
            then: Called once, with the report, or None if the search was cancelled or failed.
        """
        limit = self._limit(engine.budget, len(moves), HINT_S)
        options = tuple(position.game.options.items())
        job = Job(position.game.name, options, start, moves, engine.algorithm, limit)
        if position.game.hidden and position.to_move is not None:
            position = position.seen_by(position.to_move)
            job = Job(position.game.name, options, None, (), engine.algorithm, limit, seen=position)
        search = self._submit(job, position, Priority.HINT, owner)
        self._deliver_to_player(None, 0, search, then)
        return search

    def _deliver_to_player(
        self, room: Room | None, turn: int, search: Search, then: Callable[[Report | None], None]
    ) -> None:
        """Call `then` once with the report of a search that a player asked for; None if there is none."""
        asked, entry = self._asked.setdefault(room, []), (turn, search)
        asked.append(entry)

        def finish(result: asyncio.Future[Report]) -> None:
            asked.remove(entry)
            if not asked:
                del self._asked[room]
            then(_report(result))
            self._check_idle()

        search.result.add_done_callback(finish)

    def _submit(
        self, job: Job, position: Position, priority: Priority, owner: str, stays: bool = False, **names: str
    ) -> Search:
        """Submit a search. The pool's log lines about it have `names`, such as the match."""
        submitted_at = self._scheduler.time()
        with structlog.contextvars.bound_contextvars(**names):
            search = self._pool.submit(job, position, priority, owner, stays=stays)

        def count(result: asyncio.Future[Report]) -> None:
            spent_s = search.spent_s()
            outcome = "cancelled" if result.cancelled() else "failed" if result.exception() else "finished"
            self._metrics.searches.labels(outcome).inc()
            self._metrics.search_s.observe(spent_s)
            self._metrics.search_wait_s.observe(max(0.0, self._scheduler.time() - submitted_at - spent_s))

        search.result.add_done_callback(count)
        return search

    async def wind_down(self) -> None:
        """Start no more searches, cancel those that are still queued, and wait for the others.

        Moves that wait for the pace of their match are played at once.
        """
        self._winding_down = True
        for running in [running for running in self._running.values() if running.answer is not None]:
            self._answer(running)
        asked = [search for searches in self._asked.values() for _, search in searches]
        for search in (*(running.search for running in self._running.values()), *asked):
            if not search.spent_s():
                search.cancel()
        self._check_idle()
        await self._idle.wait()

    def _check_idle(self) -> None:
        if self._winding_down and not (self._running or self._asked):
            self._idle.set()

    def close(self) -> None:
        """Cancel all searches and ignore their results."""
        if self._ticker is not None:
            self._ticker.cancel()
        for running in self._running.values():
            _cancel(running)
        for _, search in self._asked.get(None, ()):
            search.cancel()
        self._running.clear()

    def _deliver(self, room: Room, search: Search) -> None:
        """Play the move of a finished search, now or when the pace of its match allows."""
        running = self._running.get(room)
        if running is None or running.search is not search:
            return
        due_at = room.match.engine_answers_at(self._pace_s)
        if self._winding_down or self._scheduler.time() >= due_at:
            self._answer(running)
        else:
            running.answer = self._scheduler.call_at(due_at, self._answer, running)

    def _answer(self, running: _Running) -> None:
        room, result = running.room, running.search.result
        if self._running.get(room) is not running:
            return
        if running.answer is not None:
            running.answer.cancel()
        # The server causes the queue, so the engine's clock does not pay for it.
        room.match.credit_time(self.waited_s(room), self._scheduler.time())
        del self._running[room]
        if not result.cancelled():
            self._play(room, running.request.turn, _report(result))
        self._check_idle()

    def _play(self, room: Room, turn: int, report: Report | None) -> None:
        """Play the move of a report. No report means that the search failed."""
        if report is None:
            self._server.act(room, EngineFailed(turn), lambda _: None)
            return

        def check(decision: Decision | Code) -> None:
            # A match must not wait forever after the rules refused the move of its engine. If the move was for another
            # turn, the match ignores the failure too.
            if isinstance(decision, Decision) and decision.refusal is not None:
                self._server.act(room, EngineFailed(turn), lambda _: None)

        self._server.act(room, EngineMoved(turn, report.move, searches.search_info(report)), check)

    def _tick_later(self) -> None:
        if self._ticker is None and self._running:
            self._ticker = self._scheduler.call_at(self._scheduler.time() + SEARCH_INFO_EVERY_S, self._tick)

    def _tick(self) -> None:
        self._ticker = None
        for running in self._running.values():
            room = running.room
            if running.search.compiling and not room.told_of_compiling:
                room.told_of_compiling = True
                room.notify(notice(COMPILING))
            shown = room.has_subscribers and search_info_visible(room.match)
            if shown and not running.unreadable:
                self._send_search_info(running)
        self._tick_later()

    def _send_search_info(self, running: _Running) -> None:
        match = running.room.match
        try:
            report = running.search.progress()
        except Exception:
            # A mistake in the rules of a game must not stop the search info of other matches.
            log.exception("a search cannot be shown", match=match.created.id)
            running.unreadable = True
            return
        if report is None:
            return
        match_id = match.created.id
        data = searches.thinking_data(match_id, match.game.name, running.request.ply, running.request.seat, report)
        running.room.send_search_info(OutgoingMessage(encode(data), match_id, thinking=True))

    def _job(self, match: Match, algorithm: str, budget: Budget, max_s: float) -> Job:
        """Return the job of a search for the side to move. It has no more than that side knows."""
        limit, options = self._limit(budget, match.ply, max_s), tuple(match.game.options.items())
        if match.hidden:
            seen = _searched(match, match.to_move)
            return Job(match.game.name, options, None, (), algorithm, limit, seen=seen)
        moves = (*match.created.opening, *match.history.line())
        return Job(match.game.name, options, match.created.position, moves, algorithm, limit)

    def _limit(self, budget: Budget, ply: int, max_s: float) -> Limit:
        seed = self._random.search_seed(ply) if budget.seed is None else budget.seed + ply
        seconds = min(budget.seconds or max_s, max_s)
        return Limit(seconds, budget.depth, budget.nodes, seed, budget.playouts, level=budget.level)


def _cancel(running: _Running) -> None:
    running.search.cancel()
    if running.answer is not None:
        running.answer.cancel()


def _report(result: asyncio.Future[Report]) -> Report | None:
    """Return the report of a search that has ended; None if it was cancelled or failed."""
    return None if result.cancelled() or result.exception() else result.result()


def _searched(match: Match, seat: int | None) -> Position:
    """Return the position of a match as a seat that is to move has seen it."""
    assert seat is not None
    return match.position.seen_by(seat)


def _priority(room: Room) -> Priority:
    return Priority.EXHIBITION if is_exhibition(room.match.created) else Priority.PLAYER
