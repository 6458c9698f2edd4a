"""The pipeline that every decision of a match passes through. Its order of effects is always the same:

1. decide: the core turns a command into events, in memory;
2. persist: the store makes the events durable;
3. answer and broadcast: the caller gets the decision, then the subscribers of the match get the events;
4. publish: the lobby, TV and the feed get what spectators may see;
5. search: an engine that is to move starts its search.

Listeners do 4 and 5, in the order of their list. A search that is no longer needed is stopped in 1 already: that harms
nothing if 2 fails. The store calls back in the order of the calls. So work that must come after earlier events, such as
a snapshot, goes through the store too, with no events of its own.
"""

from collections.abc import Callable
from dataclasses import dataclass

import structlog

from kibitz_protocol.refusals import SENTENCES, Code
from kibitz_server.core.lobby.exhibition import is_exhibition
from kibitz_server.core.lobby.registry import CreateMatch
from kibitz_server.core.match.commands import Command
from kibitz_server.core.match.match import Decision
from kibitz_server.core.values.events import Event, MatchAborted, MatchCreated, MatchFinished
from kibitz_server.core.values.refusal import Reason, Refusal
from kibitz_server.messages.outgoing import OutgoingMessage, notice
from kibitz_server.runtime.ports import MatchListeners
from kibitz_server.runtime.room import Room
from kibitz_server.runtime.rooms import Rooms
from kibitz_server.runtime.series import open_next_game
from kibitz_server.scheduler import Scheduler, WallClock
from kibitz_server.store import Entry, Store
from kibitz_server.store.archive.ratings import Ratings
from kibitz_server.store.archive.summary import summary
from kibitz_server.telemetry.metrics import Metrics, count_events

log = structlog.get_logger(__name__)

SERVER_FAULT = "the server made a mistake"
RETRY_HINT = "try again in a minute"
ENDS = (MatchFinished, MatchAborted)


@dataclass(slots=True)
class _Change:
    """Events of one match on their way through the pipeline. `messages` is None if they could not be encoded."""

    room: Room
    events: tuple[Event, ...]
    entries: list[Entry]
    messages: list[OutgoingMessage] | None


class Runner:
    """Applies commands to matches and carries out the decisions. Used on the event loop only; never waits."""

    def __init__(
        self,
        rooms: Rooms,
        store: Store,
        scheduler: Scheduler,
        wall_clock: WallClock,
        listeners: MatchListeners,
        ratings: Ratings,
        metrics: Metrics,
    ) -> None:
        self.draining = False
        """Whether the server creates no matches any more."""
        self.cannot_save_since: float | None = None
        """While the store cannot save, since when, on the clock of all matches."""
        self._rooms = rooms
        self._store = store
        self._scheduler = scheduler
        self._wall_clock = wall_clock
        self._listeners = listeners
        self._ratings = ratings
        self._metrics = metrics

    def now(self) -> float:
        """Return the time on the clock of all matches, in seconds."""
        return self._scheduler.time()

    def create(self, command: CreateMatch, then: Callable[[Room | None], None]) -> Refusal | None:
        if not self._store.healthy:
            then(None)
            return None
        if self.draining:
            return Refusal(Reason.DRAINING, SENTENCES[Code.DRAINING], RETRY_HINT)
        made = self._rooms.make(command)
        if isinstance(made, Refusal):
            return made
        room, events = made
        self._carry_out(room, events, lambda saved: then(room if saved else None))
        return None

    def act(self, room: Room, command: Command, then: Callable[[Decision | Code], None]) -> None:
        if room.halted:
            then(Code.NOT_SAVED)
            return
        self.credit_standstill(room)
        try:
            decision = room.match.handle(command, self.now())
        except Exception:
            self._log_fault(room, command=command)
            self._abort(room)
            then(Code.INTERNAL)
            return
        self._carry_out(room, decision.events, lambda saved: then(decision if saved else Code.NOT_SAVED))

    def _carry_out(self, room: Room, events: tuple[Event, ...], then: Callable[[bool], None]) -> None:
        """Do steps 2 to 5. `then` is called once, in step 3, with whether the events were saved."""
        at = self._wall_clock()
        ended = room.match.over and any(isinstance(event, ENDS) for event in events)
        if ended:
            self._expect_ratings(room)
        changes = [self._change(room, events, at)]
        if ended and (next_game := open_next_game(self._rooms, room, at)) is not None:
            # One commit for both, so that a restart between them cannot lose the series.
            changes.append(self._change(*next_game, at))
        decided_at = self.now()

        def done(error: Exception | None) -> None:
            for change in changes:
                if error is None:
                    self.credit_standstill(change.room)
                    change.room.stored = True
                change.room.unsaved -= bool(change.events)
            if ended:
                self._ratings.settle(room.match.created.game, room.rating_changes, saved=error is None)
            if error is not None:
                for change in changes:
                    self._halt(change.room, error)
                    if any(isinstance(event, MatchCreated) for event in change.events):
                        # The store does not have this match, so no client could play it or read it later.
                        self._rooms.discard(change.room)
                then(False)
                return
            if events:
                self._metrics.commit_s.observe(self.now() - decided_at)
            if ended:
                room.ended_at = at
                if changes[0].entries:
                    self._note_end(room, at)
            then(True)
            for change in changes:
                self._deliver(change)
            if events and room.match.over:
                self._rooms.evict_old(room)

        self._store.append([entry for change in changes for entry in change.entries], done)

    def _change(self, room: Room, events: tuple[Event, ...], at: float) -> _Change:
        """Encode events that were decided, for the store and for the subscribers, and call the listeners."""
        match_id, first = room.match.created.id, room.match.seq - len(events) + 1
        entries = [Entry(match_id, seq, event, at) for seq, event in enumerate(events, first)]
        if is_exhibition(room.match.created):
            entries = []  # exhibitions are not kept
        if events and not room.unsaved:
            room.credited_until = self.now()
        room.unsaved += bool(events)
        messages: list[OutgoingMessage] | None
        try:
            messages = room.encode_events(events, at, self.now())
            for decided in self._listeners.decided:
                decided(room, events)
        except Exception:
            self._log_fault(room)
            messages = None
        return _Change(room, events, entries, messages)

    def credit_standstill(self, room: Room) -> None:
        """Credit the time up to now in which no player could go on: that of a commit, or of a store that cannot save.

        No player can see the events of a commit before its end. A command may be decided before that end, or while the
        store cannot save. Otherwise it would be charged, and could come too late.
        """
        now, since = self.now(), self.cannot_save_since
        if room.unsaved:
            since = room.credited_until
        elif since is not None:
            since = max(since, room.credited_until)
        if since is not None:
            room.match.credit_time(now - since, now)
            room.credited_until = now

    def _expect_ratings(self, room: Room) -> None:
        """Note how the end of a match changes ratings, for the message about it."""
        try:
            room.rating_changes = self._ratings.expect(room.match)
        except Exception:  # the next start derives them from the events
            log.exception("a match could not be rated", match=room.match.created.id)

    def _note_end(self, room: Room, at: float) -> None:
        """Put a match that is over into the archive, with the changes of ratings."""
        try:
            self._store.note_end(summary(room.match, at, room.rating_changes))
        except Exception:  # the next start derives it from the events
            log.exception("a match could not be put into the archive", match=room.match.created.id)

    def _deliver(self, change: _Change) -> None:
        """Do steps 3 to 5 for one match, after the answer to the caller."""
        room, events = change.room, change.events
        if change.messages is None:
            self._abort(room)
            return
        try:
            room.send_events(events, change.messages)
            if events:
                count_events(self._metrics, room.match, events)
                for committed in self._listeners.committed:
                    committed(room, events)
        except Exception:
            self._log_fault(room)
            self._abort(room)

    def _halt(self, room: Room, error: Exception) -> None:
        """Take no commands for a match any more, because its state in memory is ahead of the store."""
        log.error("match halted because it could not be saved", match=room.match.created.id, error=str(error))
        room.halted = True
        room.close()
        text = f"match {room.match.created.code} could not be saved and is halted; its last saved move stands"
        room.broadcast(notice(text))

    def _abort(self, room: Room) -> None:
        """Abort a match after an internal error, so that no other match is affected."""
        if room.match.over:
            # It cannot be aborted once more.
            self._halt(room, RuntimeError(SERVER_FAULT))
            return
        event = MatchAborted(SERVER_FAULT)
        room.match.apply(event)
        self._carry_out(room, (event,), lambda _: None)

    def _log_fault(self, room: Room, **fields: object) -> None:
        log.exception("match aborted after an internal error", match=room.match.created.id, **fields)
