"""A match and its subscribers. Each event is encoded once for all of them; the last few are kept for reconnects.

In a game with hidden information it is encoded once for each seat, and once for all other subscribers.
"""

from collections import Counter, deque
from collections.abc import Callable, Iterable
from typing import Protocol

from kibitz_server.accounts.client_info import ClientInfo
from kibitz_server.accounts.mutes import Mutes
from kibitz_server.core.match.match import Match
from kibitz_server.core.match.phase import Phase, phase_after
from kibitz_server.core.match.spectator_delay import SpectatorDelay
from kibitz_server.core.match.visibility import audience, audiences, may_watch, visible
from kibitz_server.core.values.events import ChanceDecided, Event, MatchFinished, MovePlayed, SeatLeft
from kibitz_server.core.values.players import Human
from kibitz_server.jobs.matches import TimedEvent
from kibitz_server.messages import match_data
from kibitz_server.messages.encoding import encode
from kibitz_server.messages.events import event_data, state_after
from kibitz_server.messages.outgoing import OutgoingMessage
from kibitz_server.scheduler import Scheduler, Timer
from kibitz_server.store.archive.queries import Change
from kibitz_server.store.archive.ratings import Ratings

KEPT_EVENTS = 32


class Subscriber(Protocol):
    """Receives the messages of a match that its player may see."""

    player: Human

    def send(self, message: OutgoingMessage) -> None:
        """Queue a message; never waits."""


class ConnectedClient(Subscriber, Protocol):
    """Connection of one client, as the runtime sees it."""

    info: ClientInfo
    rooms: "set[Room]"

    @property
    def ending(self) -> tuple[int, str] | None:
        """Close code and reason, once the server has decided to close the connection."""

    @property
    def lag_s(self) -> float:
        """Round-trip time that the server measured, in seconds; 0 before the first measurement."""

    def end(self, code: int, reason: str) -> None:
        """Close the connection after the queued messages are sent."""


OnEvents = Callable[["Room", tuple[Event, ...]], None]
"""Called with events of a match."""


class Calls:
    """What to call for a decision: the methods of the listeners that override them, in the order of the listeners.

    `of_moves`: whether they are those for a decision that only plays moves.
    """

    __slots__ = ("committed", "decided", "of_moves", "published")

    def __init__(self, *, of_moves: bool = False) -> None:
        self.of_moves = of_moves
        self.decided: list[OnEvents] = []
        self.published: list[OnEvents] = []
        self.committed: list[OnEvents] = []


class Room:
    """A match with its subscribers, timer and encoded events.

    A subscriber is added only after all earlier events were sent, so that it misses and repeats none.
    """

    def __init__(
        self,
        match: Match,
        scheduler: Scheduler,
        published: OnEvents,
        mutes: Mutes,
        ratings: Ratings,
    ) -> None:
        self.match = match
        self._ratings = ratings
        self._mutes = mutes
        self._scheduler = scheduler
        self._published = published
        delay = match.created.terms.delay
        self._delay: SpectatorDelay[OutgoingMessage | None] | None = (
            SpectatorDelay(match, delay, scheduler.time()) if delay else None
        )
        self._release_timer: Timer | None = None
        self.next: Room | None = None
        """The rematch, or the next game of the series, once this match is over."""
        self.previous: Room | None = None
        """The game before this one in a series, until its subscribers were redirected to this one."""
        self.ended_at: float | None = None
        """Time of the end in seconds since 1970, if this server process saw it."""
        self.clients: dict[ConnectedClient, None] = {}
        self._previews: set[ConnectedClient] = set()
        self._connections: Counter[str] = Counter()
        self._opened_at = scheduler.time()
        self._left_at: dict[str, float] = {}
        """When the last connection of a player with a seat ceased to follow the match."""
        self.attendance_changed: Callable[[Room], None] = lambda _: None
        """Called when a player with a seat begins or ceases to follow the match."""
        self.feed: Subscriber | None = None
        """Receives what spectators receive, and is not counted as a spectator."""
        self.timer: Timer | None = None
        self.timer_at = 0.0
        self.presence_changed = False
        """Whether a player of this match has ever disconnected."""
        self.rating_changes: tuple[Change, ...] = ()
        """How the end of a rated match changed the ratings, by seat; empty if this server process did not see it."""
        self.series_refusal: str | None = None
        """Why the next game of the series could not be created, if that was refused."""
        self.stored = False
        """Whether the creation of the match is stored. Before that no client may know of it."""
        self.halted = False
        """Whether the match takes no commands any more, because its state in memory is ahead of the store."""
        self.stale = False
        """Whether the last event that clients have shows wrong clocks, because the server was stopped after it."""
        self.told_of_compiling = False
        """Whether the subscribers know that the engine of the game is compiled first."""
        self.unsaved = 0
        """Number of decisions that wait for the store."""
        self.credited_until = 0.0
        """Time up to which the last standstill of the match, by a commit or a failed store, is credited to the turn."""
        self._phase = match.phase
        self._recent: deque[tuple[int, OutgoingMessage]] = deque(maxlen=KEPT_EVENTS)

    @property
    def watchers(self) -> int:
        """Number of spectators: clients that follow the match without a seat in it, other than for a preview."""
        playing = {player.id for player in self.match.seats if isinstance(player, Human)}
        previewing = sum(client.player.id not in playing for client in self._previews)
        return len(self.clients) - sum(self._connections[id] for id in playing) - previewing

    def enter(self, client: ConnectedClient, *, preview: bool = False) -> None:
        """Send all further events to a client. One that only shows a preview is not a spectator."""
        before = self._connections[client.player.id]
        if client not in self.clients:
            self._connections[client.player.id] += 1
        self.clients[client] = None
        (self._previews.add if preview else self._previews.discard)(client)
        client.rooms.add(self)
        if not before and self.match.seat_of(client.player.id) is not None:
            self._left_at.pop(client.player.id, None)
            self.attendance_changed(self)

    def leave(self, client: ConnectedClient) -> None:
        """Send nothing more to a client."""
        if client in self.clients:
            del self.clients[client]
            self._connections[client.player.id] -= 1
            if not self._connections[client.player.id]:
                del self._connections[client.player.id]
                if self.match.seat_of(client.player.id) is not None and not self.match.over:
                    self._left_at[client.player.id] = self._scheduler.time()
                    self.attendance_changed(self)
        self._previews.discard(client)
        client.rooms.discard(self)

    def left_at(self, player_id: str) -> float | None:
        """Return since when no connection of a player follows the match; None while one does."""
        if self._connections.get(player_id):
            return None
        return self._left_at.get(player_id, self._opened_at)

    def previewed_by(self, client: ConnectedClient) -> bool:
        """Return whether a client follows the match only for a preview."""
        return client in self._previews

    def shown_to(self, subscriber: Subscriber) -> Match:
        """Return the match as a subscriber may see it now: current for its players, delayed for spectators."""
        plays = self._delay is None or self.match.seat_of(subscriber.player.id) is not None
        return self.match if plays else self.public

    @property
    def public(self) -> Match:
        """The match as spectators may see it now."""
        return self.match if self._delay is None else self._delay.shown

    @property
    def ending(self) -> bool:
        """Whether the match is over but its end may not be durable: nothing that was hidden may be shown yet."""
        return self.match.hidden and self.match.revealed and self.unsaved > 0

    @property
    def has_subscribers(self) -> bool:
        """Whether a client or the feed follows the match."""
        return bool(self.clients) or self.feed is not None

    def broadcast(self, message: OutgoingMessage) -> None:
        """Send a message to all subscribers at once. It must not reveal the position, unless it has `by_seat`."""
        if message.by_seat:
            for subscriber in self._subscribers():
                subscriber.send(message.to(audience(self.match, subscriber.player.id)))
            return
        for subscriber in self._subscribers():
            subscriber.send(message)

    def notify(self, message: OutgoingMessage) -> None:
        """Send a notice to all subscribers other than those of a preview."""
        for subscriber in self._subscribers():
            if subscriber not in self._previews:
                subscriber.send(message)

    def _subscribers(self) -> Iterable[Subscriber]:
        return self.clients if self.feed is None else (*self.clients, self.feed)

    def send_events(self, events: tuple[Event, ...], messages: list[OutgoingMessage], calls: Calls) -> None:
        """Send events to the players now, and to spectators after the delay of the match.

        `calls` are those of the listeners for these events.
        """
        if self._delay is None:
            for message in messages:
                self.broadcast(message)
        else:
            self._send(messages, players=True)
        if not calls.of_moves and any(isinstance(event, SeatLeft) for event in events):
            self._dismiss()
        if self._delay is None:
            if events:
                for published in calls.published:
                    published(self, events)
            return
        now = self._scheduler.time()
        for event, message in zip(events, messages, strict=True):
            self._delay.put(event, message, now)
        self._release()

    def _dismiss(self) -> None:
        """Send nothing more to clients that may not watch without the seat that they had."""
        for client in [client for client in self.clients if not may_watch(self.match, client.player.id)]:
            self.leave(client)

    def send_search_info(self, message: OutgoingMessage) -> None:
        """Send what an engine has found so far, to spectators after the delay of the match."""
        if self._delay is None:
            self.broadcast(message)
            return
        self._send([message], players=True)
        self._delay.put_transient(message, self._scheduler.time(), search_info=True)
        self._release()

    def say(self, speaker: Human, text: str, at: float) -> None:
        """Send a chat message. Players do not receive chat of spectators while the match runs, as it may be advice.

        Before the start they do: an invited player can say why they do not come.
        """
        plays = self.match.seat_of(speaker.id) is not None
        data = match_data.said_data(self.match.created.id, "players" if plays else "watchers", speaker.name, text, at)
        message = OutgoingMessage(encode(data), speaker=speaker.name)
        if plays or self.match.over or self.match.phase is Phase.OPEN:
            self._send([message], players=True)
        if not plays or self._delay is None:
            self._send([message], players=False)
        else:
            self._delay.put_transient(message, self._scheduler.time())
            self._release()

    def restore_delay(self, events: list[TimedEvent]) -> None:
        """Put spectators of a restored match as far behind as the times of its events say."""
        if self._delay is not None:
            for event, at in events:
                self._delay.put(event, None, at)
            self._release()

    def close(self) -> None:
        """Cancel all timers."""
        for timer in filter(None, (self.timer, self._release_timer)):
            timer.cancel()

    def _send(self, messages: list[OutgoingMessage], *, players: bool) -> None:
        for subscriber in self._subscribers():
            if (self.match.seat_of(subscriber.player.id) is not None) is players:
                viewer = audience(self.match, subscriber.player.id) if self.match.hidden else None
                for message in messages:
                    if message.speaker is None or self._mutes.hears(subscriber.player.id, message.speaker):
                        subscriber.send(message.to(viewer) if message.by_seat else message)

    def _release(self) -> None:
        """Send spectators what they may see by now, and set the timer for the rest."""
        assert self._delay is not None
        now = self._scheduler.time()
        released = self._delay.release(now)
        messages = [message for message, _ in released if message is not None]
        if len(messages) == len(released):
            self._send(messages, players=False)
        else:
            # Events from before a restart have no encoded message.
            for subscriber in self._subscribers():
                if self.shown_to(subscriber) is not self.match:
                    subscriber.send(self.snapshot(subscriber, now))
        if events := tuple(event for _, event in released if event is not None):
            self._published(self, events)
        if self._release_timer is not None:
            self._release_timer.cancel()
        due_at = self._delay.next_deadline()
        self._release_timer = None if due_at is None else self._scheduler.call_at(due_at, self._release)

    def encode_events(self, events: tuple[Event, ...], at: float, now: float) -> list[OutgoingMessage]:
        """Encode events that were just applied, and keep the messages for clients that reconnect.

        Args:
            events: The last events of the match.
            at: Time of day of the events, in seconds since 1970.
            now: The same time on the clock of the match.
        """
        match = self.match
        match_id, seq = match.created.id, match.seq - len(events)
        self.stale = False
        messages = []
        for event in events:
            seq += 1
            self._phase = phase_after(self._phase, event)
            if match.hidden:
                encoded = [self._encode_event(event, seq, at, now, viewer) for viewer in audiences(match)]
                message = OutgoingMessage(encoded[0], match_id, seq=seq, by_seat=tuple(encoded[1:]))
            else:
                message = OutgoingMessage(self._encode_event(event, seq, at, now, None), match_id, seq=seq)
            messages.append(message)
            self._recent.append((seq, message))
        return messages

    def _encode_event(self, event: Event, seq: int, at: float, now: float, viewer: int | None) -> bytes:
        """Return an event of the last decision as an audience gets it."""
        match = self.match
        state = state_after(match, event, seq, now, viewer)
        data = event_data(match, seq, at, self._phase, visible(match, event, viewer), state)
        if isinstance(event, MatchFinished):
            match_data.add_ratings(data["event"]["result"], self.rating_changes)
        return encode(data)

    def events_since(self, seq: int, shown: Match, subscriber: Subscriber) -> list[OutgoingMessage] | None:
        """Return the events of the shown match after `seq`, as a subscriber may see them.

        Return None if some are not kept, or if the match has no event `seq`.
        """
        newest = shown.seq
        oldest = self._recent[0][0] if self._recent else newest + 1
        if seq == newest:
            return []
        if not oldest - 1 <= seq < newest:
            return None
        viewer = audience(shown, subscriber.player.id)
        return [message.to(viewer) for number, message in self._recent if seq < number <= newest]

    def presence(self, now: float) -> OutgoingMessage:
        """Return the message that says which players are disconnected."""
        return OutgoingMessage(encode(match_data.presence_data(self.match, now)))

    def snapshot(self, subscriber: Subscriber, now: float, shown: Match | None = None) -> OutgoingMessage:
        """Return the whole match as one subscriber may see it, or as `shown`."""
        shown = shown or self.shown_to(subscriber)
        data = match_data.snapshot_data(shown, subscriber.player.id, self.watchers, now)
        self._ratings.onto(data["seats"], shown)
        match_data.add_ratings(data["result"], self.rating_changes)
        # Presence is never delayed, so this comes from the current match.
        data["away"] = match_data.away_data(self.match, now)
        return OutgoingMessage(encode(data), self.match.created.id)


_MOVES = (MovePlayed, ChanceDecided)


def only_moves(events: tuple[Event, ...]) -> bool:
    """Return whether events, at least one, change nothing but the position, as most of them do."""
    if len(events) == 1:  # asked several times a move
        return type(events[0]) is MovePlayed
    return bool(events) and all(type(event) in _MOVES for event in events)
