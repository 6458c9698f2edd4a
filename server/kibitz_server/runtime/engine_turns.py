"""The searches that matches wait for: started when an engine is to move, stopped when nobody needs them any more.

While they run, those who watch see what they think, a few times a second, read from shared memory.
"""

import asyncio
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol
from weakref import WeakSet

import structlog

from kibitz_protocol.codec import encode
from kibitz_server.core.lobby.exhibition import MIN_MOVE_S, is_exhibition
from kibitz_server.core.match.match import Match, SearchRequest
from kibitz_server.core.match.phase import Phase
from kibitz_server.core.match.visibility import search_info_visible
from kibitz_server.core.values.players import Engine
from kibitz_server.core.values.time_management import Budget
from kibitz_server.engine.driver import Job, Report
from kibitz_server.engine.limit import Limit
from kibitz_server.messages import searches
from kibitz_server.messages.outgoing import OutgoingMessage
from kibitz_server.pool.interface import EnginePool, Priority, Search
from kibitz_server.runtime.rng import RandomChoices
from kibitz_server.runtime.room import Room
from kibitz_server.scheduler import Scheduler, Timer
from kibitz_server.telemetry.metrics import Metrics

log = structlog.get_logger(__name__)

THINKING_EVERY_S = 0.2
MOST_S = 60.0
"""No search for a move takes longer, whatever it was allowed: a match must go on."""
SPENT_S = 0.05
"""What a search for a move may take when the time of who asked for it is used up."""
HINT_S = 10.0
"""Nor a search for a hint: its player waits."""


class EngineTimeBudget(Protocol):
    """Who may let engines think, and for how long they did."""

    def engine_time_in(self, player: str) -> float:
        """How many seconds until this player's engines may think again; 0 when they may now."""

    def spend(self, player: str, seconds: float) -> None:
        """An engine has thought for this player."""


class UnlimitedEngineTime:
    """A meter that counts nobody."""

    def engine_time_in(self, player: str) -> float:  # noqa: ARG002
        """See `Meter`."""
        return 0.0

    def spend(self, player: str, seconds: float) -> None:
        """See `Meter`."""


@dataclass(slots=True)
class _Running:
    room: Room
    wanted: SearchRequest
    search: Search
    asked_at: float
    excused_s: float = 0.0


class EngineTurns:
    """`moved(room, turn, report)` is called when a search for a move ends; the report is None if it failed."""

    def __init__(
        self,
        pool: EnginePool,
        scheduler: Scheduler,
        moved: Callable[[Room, int, Report | None], None],
        lots: RandomChoices | None = None,
        meter: EngineTimeBudget | None = None,
        metrics: Metrics | None = None,
    ) -> None:
        self._metrics = metrics or Metrics()
        self._meter = meter or UnlimitedEngineTime()
        self._pool = pool
        self._scheduler = scheduler
        self._moved = moved
        self._lots = lots or RandomChoices()
        self._running: dict[Room, _Running] = {}
        self._hints: dict[Room, list[tuple[int, Search]]] = {}
        self._told: WeakSet[Room] = WeakSet()
        self._ticker: Timer | None = None
        self._winding_down = False
        self._quiet = asyncio.Event()

    def stop_old(self, room: Room) -> None:
        """Stop what the match no longer wants, without waiting until that is saved."""
        if room in self._running or room in self._hints:
            self._stop_but(room, room.match.search_request())

    def _stop_but(self, room: Room, wanted: SearchRequest | None) -> None:
        match = room.match
        running = self._running.get(room)
        if running is not None and (wanted is None or wanted.turn != running.wanted.turn):
            del self._running[room]
            running.search.cancel()
        for turn, hint in self._hints.get(room, ()):
            if match.phase is not Phase.RUNNING or turn != match.turn.number:
                hint.cancel()

    def follow(self, room: Room) -> None:
        """Search what the match wants now, and nothing that it no longer wants."""
        wanted = room.match.search_request()
        self._stop_but(room, wanted)
        if wanted is None or room in self._running or self._winding_down:
            return
        # Whoever made the match stands in the queue for its engines.
        owner = room.match.created.host.id
        job = self._job(room.match, wanted.engine.algorithm, wanted.budget, self._most_s(room, owner))
        search = self._submit(room, job, _priority(room), owner)
        self._running[room] = _Running(room, wanted, search, self._scheduler.time())
        search.result.add_done_callback(lambda result: self._done(room, search, owner, result))
        self._tick_later()

    def _most_s(self, room: Room, owner: str) -> float:
        """A match goes on when its host's engine time is used up, but no longer with much thought."""
        if is_exhibition(room.match.created):
            return MOST_S
        wait = self._meter.engine_time_in(owner)
        if not wait:
            self._told.discard(room)
            return MOST_S
        if room not in self._told:
            self._told.add(room)
            minutes = math.ceil(wait / 60)
            text = f"the host's engine time is used up: engines answer at once for about {minutes} min"
            room.broadcast(OutgoingMessage(encode({"t": "notice", "text": text})))
        return SPENT_S

    def waited_s(self, room: Room) -> float:
        """How long the search that a match waits for has stood in the queue, but for what was asked here before."""
        running = self._running.get(room)
        if running is None:
            return 0.0
        stood_s = self._scheduler.time() - running.asked_at - running.search.spent_s()
        waited_s = max(0.0, stood_s - running.excused_s)
        running.excused_s += waited_s
        return waited_s

    def hint(self, room: Room, engine: Engine, owner: str, done: Callable[[Report | None], None]) -> None:
        """Look at the match for the player `owner`; `done` gets None when the match has gone on meanwhile."""
        job = self._job(room.match, engine.algorithm, engine.budget, HINT_S)
        search = self._submit(room, job, Priority.HINT, owner)
        entry = (room.match.turn.number, search)
        self._hints.setdefault(room, []).append(entry)

        def finish(result: asyncio.Future[Report]) -> None:
            self._meter.spend(owner, search.spent_s())
            hints = self._hints[room]
            hints.remove(entry)
            if not hints:
                del self._hints[room]
            done(None if result.cancelled() or result.exception() else result.result())
            self._listen()

        search.result.add_done_callback(finish)

    def _submit(self, room: Room, job: Job, priority: Priority, owner: str) -> Search:
        asked_at = self._scheduler.time()
        # What the pool logs about the search then names the match.
        with structlog.contextvars.bound_contextvars(match=room.match.created.id):
            search = self._pool.submit(job, room.match.position, priority, owner)

        def count(result: asyncio.Future[Report]) -> None:
            spent_s = search.spent_s()
            outcome = "cancelled" if result.cancelled() else "failed" if result.exception() else "finished"
            self._metrics.searches.labels(outcome).inc()
            self._metrics.search_s.observe(spent_s)
            self._metrics.search_wait_s.observe(max(0.0, self._scheduler.time() - asked_at - spent_s))

        search.result.add_done_callback(count)
        return search

    async def wind_down(self) -> None:
        """Begin no search any more, give up those that still wait for a slot, and let the others finish."""
        self._winding_down = True
        hints = [search for hints in self._hints.values() for _, search in hints]
        for search in (*(running.search for running in self._running.values()), *hints):
            if not search.spent_s():
                search.cancel()
        self._listen()
        await self._quiet.wait()

    def _listen(self) -> None:
        if self._winding_down and not self._running and not self._hints:
            self._quiet.set()

    def close(self) -> None:
        """Stop them all, and look at none of their results."""
        if self._ticker is not None:
            self._ticker.cancel()
        for running in self._running.values():
            running.search.cancel()
        self._running.clear()

    def _done(self, room: Room, search: Search, owner: str, result: asyncio.Future[Report]) -> None:
        self._meter.spend(owner, search.spent_s())
        self._deliver(room, search, result)

    def _deliver(self, room: Room, search: Search, result: asyncio.Future[Report]) -> None:
        running = self._running.get(room)
        if running is None or running.search is not search:
            return
        due_at = room.match.turn.began_at + MIN_MOVE_S
        if not self._winding_down and is_exhibition(room.match.created) and self._scheduler.time() < due_at:
            # People want to see the position before the next one.
            self._scheduler.call_at(due_at, self._deliver, room, search, result)
            return
        # The queue is our doing, so the engine's clock does not pay for it.
        room.match.credit_time(self.waited_s(room), self._scheduler.time())
        del self._running[room]
        if not result.cancelled():
            self._moved(room, running.wanted.turn, None if result.exception() else result.result())
        self._listen()

    def _tick_later(self) -> None:
        if self._ticker is None and self._running:
            self._ticker = self._scheduler.call_at(self._scheduler.time() + THINKING_EVERY_S, self._tick)

    def _tick(self) -> None:
        self._ticker = None
        for running in self._running.values():
            if running.room.heard and search_info_visible(running.room.match):
                self._tell(running)
        self._tick_later()

    def _tell(self, running: _Running) -> None:
        report = running.search.progress()
        if report is None:
            return
        match_id = running.room.match.created.id
        data = searches.thinking_data(match_id, running.wanted.ply, running.wanted.seat, report)
        running.room.think(OutgoingMessage(encode(data), match_id, thinking=True))

    def _job(self, match: Match, algorithm: str, budget: Budget, most_s: float) -> Job:
        seed = self._lots.search_seed(match.ply) if budget.seed is None else budget.seed + match.ply
        seconds = min(budget.seconds or most_s, most_s)
        return Job(
            game=match.game.name,
            options=tuple(match.game.options.items()),
            start=match.created.position,
            moves=(*match.created.opening, *(move.move for move in match.moves)),
            algorithm=algorithm,
            limit=Limit(seconds, budget.depth, budget.nodes, seed, budget.playouts, level=budget.level),
        )


def _priority(room: Room) -> Priority:
    return Priority.EXHIBITION if is_exhibition(room.match.created) else Priority.PLAYER
