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

from collections.abc import Callable, Sequence
from functools import partial

import structlog

from kibitz_protocol.refusals import SENTENCES, Code
from kibitz_server.core.lobby.exhibition import is_exhibition
from kibitz_server.core.lobby.registry import CreateMatch
from kibitz_server.core.match.commands import Command
from kibitz_server.core.match.match import Decision
from kibitz_server.core.values.events import Event, MatchAborted, MatchCreated, MatchFinished
from kibitz_server.core.values.refusal import Reason, Refusal
from kibitz_server.messages.outgoing import OutgoingMessage, notice
from kibitz_server.runtime.ports import Follower, Following, MatchListeners
from kibitz_server.runtime.room import Calls, Room
from kibitz_server.runtime.rooms import Rooms
from kibitz_server.scheduler import Scheduler, WallClock
from kibitz_server.store import Entry, NumberedEvent, Store
from kibitz_server.store.archive.ratings import Ratings
from kibitz_server.store.archive.summary import summary
from kibitz_server.telemetry.metrics import Metrics, count_events

log = structlog.get_logger(__name__)

SERVER_FAULT = "the server made a mistake"
RETRY_HINT = "try again in a minute"
ENDS = (MatchFinished, MatchAborted)


class _Change:
    """Events of one match on their way through the pipeline, with the answer to the command that caused them."""

    __slots__ = (
        "answer",
        "calls",
        "decided_at",
        "ended_at",
        "entries",
        "events",
        "following",
        "messages",
        "outcome",
        "room",
        "saved",
    )

    def __init__(
        self, room: Room, outcome: Decision, calls: Calls, decided_at: float, answer: Callable[[Decision | Code], None]
    ) -> None:
        self.room = room
        self.outcome = outcome
        self.events = outcome.events
        self.calls = calls
        self.answer = answer
        self.decided_at = decided_at
        """Time of the decision on the clock of all matches."""
        self.entries: list[NumberedEvent] = []
        self.messages: list[OutgoingMessage] | None = None
        """The events for the subscribers; None if they could not be encoded."""
        self.ended_at: float | None = None
        """Time of day at which these events ended the match."""
        self.following: Sequence[_Change] = ()
        """The creations of the matches that follow, in the same commit: a restart cannot lose a series."""
        self.saved: Sequence[Callable[[Exception | None], None]] = ()
        """What to call after the commit."""


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
        self.followers: Sequence[Follower] = ()
        """Decide what follows the end of a match."""
        self.cannot_save_since: float | None = None
        """While the store cannot save, since when, on the clock of all matches."""
        self._rooms = rooms
        self._store = store
        self._wall_clock = wall_clock
        self._listeners = listeners
        self._ratings = ratings
        self._metrics = metrics
        self.now = scheduler.time
        """Returns the time on the clock of all matches, in seconds."""

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
        self._carry_out(room, Decision(events), self.now(), lambda outcome: then(_saved(outcome, room)))
        return None

    def act(self, room: Room, command: Command, then: Callable[[Decision | Code], None]) -> None:
        if room.halted:
            then(Code.NOT_SAVED)
            return
        if room.unsaved or self.cannot_save_since is not None:
            self.credit_standstill(room)
        now = self.now()
        try:
            decision = room.match.handle(command, now)
        except Exception:
            self._log_fault(room, command=command)
            self._abort(room)
            then(Code.INTERNAL)
            return
        self._carry_out(room, decision, now, then)

    def _carry_out(self, room: Room, decision: Decision, now: float, then: Callable[[Decision | Code], None]) -> None:
        """Persist a decision, and do the other steps after that. `then` is called once, in step 3."""
        at = self._wall_clock()
        change = _Change(room, decision, self._listeners.of(decision.events), now, then)
        ended = room.match.over and any(isinstance(event, ENDS) for event in decision.events)
        if ended:
            change.ended_at = at
            self._expect_ratings(room)
        self._encode(change, at)
        entries: Sequence[Entry] = change.entries
        if ended:
            entries = [*entries, *self._follow(change, at)]
        self._store.append(entries, partial(self._persisted, change))

    def _follow(self, change: _Change, at: float) -> list[Entry]:
        """Let what follows the end of a match be part of its change. Return its entries."""
        found = [each for follower in self.followers if (each := follower.after(change.room, at)) is not None]
        change.following = [made for each in found for made in self._creations(each, at, change.decided_at)]
        change.saved = [each.saved for each in found]
        return [entry for each in found for entry in each.entries] + _entries(change.following)

    def _creations(self, following: Following, at: float, now: float) -> list[_Change]:
        """Return the encoded changes that create matches."""
        changes = []
        for room, events in following.matches:
            change = _Change(room, Decision(events), self._listeners.of(events), now, lambda _: None)
            self._encode(change, at)
            changes.append(change)
        return changes

    def save(self, following: Following, at: float) -> None:
        """Save new matches and events of tournaments in one commit, and go on with the matches after it.

        `at` is the time of day of the events, in seconds since 1970.
        """
        changes = self._creations(following, at, self.now())

        def persisted(error: Exception | None) -> None:
            if error is None:
                for change in changes:
                    self._note_saved(change.room, change.events)
                for change in changes:
                    self._deliver(change)
            else:
                for change in changes:
                    self._lose(change, error)
            following.saved(error)

        self._store.append([*following.entries, *_entries(changes)], persisted)

    def _encode(self, change: _Change, at: float) -> None:
        """Encode events that were decided, for the store and for the subscribers, and call the listeners."""
        room, events = change.room, change.events
        if events:
            created = room.match.created
            if not is_exhibition(created):  # exhibitions are not kept
                seq = room.match.seq - len(events)
                for event in events:
                    seq += 1
                    change.entries.append(NumberedEvent(created.id, seq, event, at))
            if not room.unsaved:
                room.credited_until = change.decided_at
            room.unsaved += 1
        try:
            messages = room.encode_events(events, at, change.decided_at)
            for decided in change.calls.decided:
                decided(room, events)
            change.messages = messages
        except Exception:
            self._log_fault(room)

    def _persisted(self, change: _Change, error: Exception | None) -> None:
        """Do steps 3 to 5 once the store has made the events durable, or says that it cannot."""
        if error is not None:
            self._not_saved(change, error)
            return
        room, events = change.room, change.events
        self._note_saved(room, events)
        for each in change.following:
            self._note_saved(each.room, each.events)
        if events:
            self._metrics.commit_s.observe(self.now() - change.decided_at)
        if change.ended_at is not None:
            self._ratings.settle(room.match.created.game, room.rating_changes, saved=True)
            room.ended_at = change.ended_at
            if change.entries:
                self._note_end(room, change.ended_at)
        change.answer(change.outcome)
        self._deliver(change)
        for each in change.following:
            self._deliver(each)
        for saved in change.saved:
            saved(None)
        if events and room.match.over:
            self._rooms.evict_old(room)

    def _note_saved(self, room: Room, events: tuple[Event, ...]) -> None:
        """Note that clients may know of a match and of one decision more."""
        self.credit_standstill(room)
        room.unsaved -= bool(events)
        room.stored = True

    def _not_saved(self, change: _Change, error: Exception) -> None:
        """Halt a match whose events could not be saved, and answer the command that caused them."""
        if change.ended_at is not None:
            self._ratings.settle(change.room.match.created.game, change.room.rating_changes, saved=False)
        for each in (change, *change.following):
            self._lose(each, error)
        for saved in change.saved:
            saved(error)
        change.answer(Code.NOT_SAVED)

    def _lose(self, change: _Change, error: Exception) -> None:
        """Halt the match of a change that could not be saved."""
        change.room.unsaved -= bool(change.events)
        self._halt(change.room, error)
        if any(isinstance(event, MatchCreated) for event in change.events):
            # The store does not have this match, so no client could play it or read it later.
            self._rooms.discard(change.room)

    def credit_standstill(self, room: Room) -> None:
        """Credit the time up to now in which no player could go on: that of a commit, or of a store that cannot save.

        No player can see the events of a commit before its end. A command may be decided before that end, or while the
        store cannot save. Otherwise it would be charged, and could come too late.
        """
        since = self.cannot_save_since
        if room.unsaved:
            since = room.credited_until
        elif since is not None:
            since = max(since, room.credited_until)
        if since is not None:
            now = self.now()
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
            room.send_events(events, change.messages, change.calls)
            if events:
                count_events(self._metrics, room.match, events)
                for committed in change.calls.committed:
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
        self._carry_out(room, Decision(room.match.abort(SERVER_FAULT)), self.now(), lambda _: None)

    def _log_fault(self, room: Room, **fields: object) -> None:
        log.exception("match aborted after an internal error", match=room.match.created.id, **fields)


def _entries(changes: Sequence[_Change]) -> list[Entry]:
    return [entry for change in changes for entry in change.entries]


def _saved(outcome: Decision | Code, room: Room) -> Room | None:
    return None if isinstance(outcome, Code) else room
