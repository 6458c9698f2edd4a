"""The searches that matches wait for: started when an engine is to move, stopped when no longer needed.

An engine that has its move early waits for the pace of its match, without a slot of the pool, and then plays it. In a
game with hidden cards it waits in any case, so that the time of its answer does not depend on what it holds.
While a search runs, the subscribers of its match receive search info a few times a second, read from shared memory.
"""

import asyncio
import itertools
import math
from collections.abc import Iterable
from dataclasses import replace
from weakref import WeakSet

import structlog

from kibitz_protocol.refusals import Code
from kibitz_server.core.lobby.exhibition import is_exhibition
from kibitz_server.core.match.commands import Abort, EngineFailed, EngineMoved, EngineSettles
from kibitz_server.core.match.match import Decision, Match, SearchRequest
from kibitz_server.core.match.phase import Phase
from kibitz_server.core.match.visibility import search_info_visible
from kibitz_server.core.search_seed import search_seed
from kibitz_server.core.values.events import Event, PaceSet
from kibitz_server.core.values.players import Engine
from kibitz_server.core.values.time_management import Budget
from kibitz_server.engine.driver import Job, SearchResult
from kibitz_server.engine.limit import Limit
from kibitz_server.games.board import named_cells
from kibitz_server.games.game import Position
from kibitz_server.jobs.lines import AnalysisLine, line_of_match
from kibitz_server.messages import searches
from kibitz_server.messages.encoding import encode
from kibitz_server.messages.outgoing import OutgoingMessage, notice
from kibitz_server.pool.engine_time import OVER_BUDGET_S, EngineTimeBudget
from kibitz_server.pool.interface import EnginePool, Priority, SearchLost, SubmittedSearch
from kibitz_server.runtime.engines.answer_times import AnswerTimes
from kibitz_server.runtime.engines.running_search import Deliver, RunningSearch
from kibitz_server.runtime.ports import MatchListener, MatchServer
from kibitz_server.runtime.rng import RandomChoices
from kibitz_server.runtime.room import Room
from kibitz_server.scheduler import Scheduler, Timer
from kibitz_server.telemetry.metrics import Metrics

SEARCH_INFO_EVERY_S = 0.2
MAX_S = 60.0
"""Longest search for a move, whatever its limit: a match must go on."""
COMPILING = "the engine of this game is compiled first, once on this machine: its answer takes some seconds longer"
HINT_S = 10.0
"""Longest search for a hint: the player waits for it."""


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
        self._answer_times = AnswerTimes()
        self._moves: dict[Room, RunningSearch] = {}
        self._asked: dict[Room | None, list[RunningSearch]] = {}
        """Searches for players: hints by match, and those for analysis boards under None."""
        self._warned: WeakSet[Room] = WeakSet()
        self._ticker: Timer | None = None
        self._winding_down = False
        self._idle = asyncio.Event()

    def decided(self, room: Room, events: tuple[Event, ...]) -> None:  # noqa: ARG002
        if room in self._moves or room in self._asked:
            self._stop_unless(room, room.match.search_request())

    def committed(self, room: Room, events: tuple[Event, ...]) -> None:
        request = room.match.search_request()
        if room in self._moves or room in self._asked:
            self._stop_unless(room, request)
            if room in self._moves and any(isinstance(event, PaceSet) for event in events):
                self._moves[room].reschedule()
        if request is not None and room not in self._moves and not self._winding_down:
            self._start(room, request)

    def _stop_unless(self, room: Room, request: SearchRequest | None) -> None:
        match, move = room.match, self._moves.get(room)
        if move is not None and (request is None or request.turn != move.turn):
            del self._moves[room]
            move.drop()
            self._check_idle()
        for hint in self._asked.get(room, ()):
            if match.phase is not Phase.RUNNING or hint.turn != match.turn.number:
                hint.search.cancel()

    def _start(self, room: Room, request: SearchRequest) -> None:
        """Search a move for the engine that a match waits for, or what is dead. Play it at the pace of the match."""
        match, algorithm, budget = room.match, request.engine.algorithm, request.budget
        # The host of a match queues, and pays, for its engines.
        owner = match.created.host.id
        position = _searched(match, request.seat)
        secret = match.created.server_seed if match.hidden else None
        job = self._job(line_of_match(match), position, algorithm, budget, match.ply, self._max_s(room, owner), secret)
        if request.settles:
            job = replace(job, algorithm="mcts", settles=True)
        # Time buys more on a faster machine, which must not decide rated matches. New ones refuse such engines.
        stays = match.created.terms.rated and not job.limit.bounds_work
        search = self._submit(job, position, _priority(room), owner, room, stays)

        def due_at() -> float:
            if self._winding_down:
                return 0.0
            at = match.engine_answers_at(self._pace_s)
            if not match.hidden:
                return at
            now, spent_s = self._scheduler.time(), search.spent_s()
            return max(at, now - spent_s + self._answer_times.held_s(job, spent_s, match.affordable_s))

        def answer(report: SearchResult | None) -> None:
            # The server causes the queue, so the engine's clock does not pay for it.
            match.credit_time(self.waited_s(room), self._scheduler.time())
            del self._moves[room]
            if not search.result.cancelled():
                if request.settles:
                    self._settle(room, request.turn, report)
                elif isinstance(lost := search.result.exception(), SearchLost):
                    # The engine is not to blame, so the game is void.
                    self._server.act(room, Abort(str(lost)), lambda _: None)
                else:
                    self._play(room, request.turn, report)
            self._check_idle()

        told = (self._scheduler, self._metrics, answer, due_at)
        self._moves[room] = RunningSearch(search, request.turn, *told, private=match.hidden)
        self._tick_later()

    def _max_s(self, room: Room, owner: str) -> float:
        """Return the longest search time. A match goes on without its host's engine time, but with short searches."""
        if _priority(room) is not Priority.PLAYER:
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
        move = self._moves.get(room)
        return 0.0 if move is None else move.waited_s()

    def hint(self, room: Room, engine: Engine, owner: str, deliver: Deliver) -> None:
        """Search a position for the player to move.

        Args:
            room: The match. If it goes on, the search is cancelled.
            engine: Algorithm and limits of the search.
            owner: Id of the player, who is charged for the engine time.
            deliver: Called once with the report, or None if the search was cancelled or failed.
        """
        match = room.match
        position = _searched(match, match.to_move)
        job = self._job(line_of_match(match), position, engine.algorithm, engine.budget, match.ply, HINT_S)
        self._search_for_player(room, job, position, owner, deliver)

    def evaluate(
        self, line: AnalysisLine, position: Position, engine: Engine, owner: str, deliver: Deliver
    ) -> SubmittedSearch:
        """Search a position outside of a match, and return the search, which the caller may cancel.

        Args:
            line: The moves that lead to the position.
            position: The position, which has legal moves.
            engine: Algorithm and limits of the search.
            owner: Id of the player, who is charged for the engine time.
            deliver: Called once with the report, or None if the search was cancelled or failed.
        """
        if position.to_move is not None:
            position = position.seen_by(position.to_move)
        job = self._job(line, position, engine.algorithm, engine.budget, len(line.moves), HINT_S)
        return self._search_for_player(None, job, position, owner, deliver)

    def _search_for_player(
        self, room: Room | None, job: Job, position: Position, owner: str, deliver: Deliver
    ) -> SubmittedSearch:
        search = self._submit(job, position, Priority.HINT, owner, room)

        def answer(report: SearchResult | None) -> None:
            asked.remove(running)
            if not asked:
                del self._asked[room]
            deliver(report)
            self._check_idle()

        turn = 0 if room is None else room.match.turn.number
        running = RunningSearch(search, turn, self._scheduler, self._metrics, answer)
        asked = self._asked.setdefault(room, [])
        asked.append(running)
        self._tick_later()
        return search

    def _submit(
        self, job: Job, position: Position, priority: Priority, owner: str, room: Room | None, stays: bool = False
    ) -> SubmittedSearch:
        """Submit a search. The pool's log lines about it name its match."""
        names = {} if room is None else {"match": room.match.created.id}
        with structlog.contextvars.bound_contextvars(**names):
            return self._pool.submit(job, position, priority, owner, stays=stays)

    async def wind_down(self) -> None:
        """Start no more searches, cancel those that are still queued, and wait for the others.

        Moves that wait for the pace of their match are played at once. In a game with hidden cards that would tell how
        long a search took, so there the next server searches again.
        """
        self._winding_down = True
        for room in [room for room in self._moves if room.match.hidden]:
            self._moves.pop(room).drop()
        for running in itertools.chain(list(self._moves.values()), *self._asked.values()):
            running.hurry()
        self._check_idle()
        await self._idle.wait()

    def _check_idle(self) -> None:
        if self._winding_down and not (self._moves or self._asked):
            self._idle.set()

    def close(self) -> None:
        """Cancel all searches.

        No move is played any more, and players that wait for a hint or an evaluation get no report.
        """
        if self._ticker is not None:
            self._ticker.cancel()
        for move in self._moves.values():
            move.drop()
        for asked in itertools.chain(*self._asked.values()):
            asked.search.cancel()
        self._moves.clear()

    def _play(self, room: Room, turn: int, report: SearchResult | None) -> None:
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

    def _settle(self, room: Room, turn: int, report: SearchResult | None) -> None:
        """Propose what a search has found to be dead. Without a report, the board counts as it stands."""
        cells = named_cells(room.match.game.board, report.dead if report is not None else ())
        self._server.act(room, EngineSettles(turn, cells), lambda _: None)

    def _tick_later(self) -> None:
        if self._ticker is None and (self._moves or any(self._asked)):
            self._ticker = self._scheduler.call_at(self._scheduler.time() + SEARCH_INFO_EVERY_S, self._tick)

    def _tick(self) -> None:
        self._ticker = None
        for room, asked in self._asked.items():
            if room is not None:
                _tell_of_compiling(room, asked)
        for room, move in self._moves.items():
            _tell_of_compiling(room, (move,))
            if room.has_subscribers and not room.match.settling and search_info_visible(room.match):
                _send_search_info(room, move)
        self._tick_later()

    def _job(
        self,
        line: AnalysisLine,
        position: Position,
        algorithm: str,
        budget: Budget,
        ply: int,
        max_s: float,
        secret: str | None = None,
    ) -> Job:
        """Return the job of a search. It has no more than the side to move knows, as which `position` was seen.

        `secret` is the server seed of a match whose players must not foresee the random choices of the search.
        """
        seed = self._random.search_seed(ply) if budget.seed is None else budget.seed + ply
        if secret is not None:
            seed = search_seed(secret, seed)
        seconds = min(budget.seconds or max_s, max_s)
        limit = Limit(seconds, budget.depth, budget.nodes, seed, budget.playouts, level=budget.level)
        name, options = line.game.name, tuple(line.game.options.items())
        if line.game.hidden and position.to_move is not None:
            return Job(name, options, None, (), algorithm, limit, seen=position)
        return Job(name, options, line.start, line.moves, algorithm, limit)


def _tell_of_compiling(room: Room, searches: Iterable[RunningSearch]) -> None:
    """Send the notice that an engine is compiled, once in a match."""
    if not room.told_of_compiling and any(running.search.compiling for running in searches):
        room.told_of_compiling = True
        room.notify(notice(COMPILING))


def _send_search_info(room: Room, move: RunningSearch) -> None:
    match_id, request = room.match.created.id, room.match.search_request()
    with structlog.contextvars.bound_contextvars(match=match_id):
        report = move.progress()
    if report is not None and request is not None:
        data = searches.thinking_data(match_id, room.match.game, request.ply, request.seat, report)
        room.send_search_info(OutgoingMessage(encode(data), match_id, thinking=True))


def _searched(match: Match, seat: int | None) -> Position:
    """Return the position of a match as a seat that is to move has seen it."""
    assert seat is not None
    return match.position.seen_by(seat)


def _priority(room: Room) -> Priority:
    if is_exhibition(room.match.created):
        return Priority.EXHIBITION
    engines = room.match.created.terms.tournament is not None and all(
        isinstance(each, Engine) for each in room.match.seats
    )
    return Priority.TOURNAMENT if engines else Priority.PLAYER
