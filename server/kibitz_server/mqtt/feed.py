"""Content and timing of the MQTT feed.

The feed subscribes to a match as a spectator, with the same delay, and publishes the messages unchanged. It has only
public matches that can be watched: readers of a broker subscribe to topics by wildcard, and would find an unlisted
match. A state is made when it is due, and passes through the store as each snapshot does. So the feed never publishes a
move that is not durable.
"""

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from kibitz_protocol.mqtt import feed as topics
from kibitz_server.core.match.match import Match
from kibitz_server.core.match.phase import Phase
from kibitz_server.core.values.events import ChanceDecided, Event, MatchCreated, MovePlayed
from kibitz_server.core.values.players import Human
from kibitz_server.messages import match_data
from kibitz_server.messages.encoding import encode
from kibitz_server.messages.outgoing import Data, OutgoingMessage
from kibitz_server.mqtt.queue import Publication, PublishQueue, Subject
from kibitz_server.mqtt.tournaments import TournamentFeed
from kibitz_server.mqtt.turn_alerts import TurnAlerts
from kibitz_server.runtime.lobby.listing import LobbySubscriptions
from kibitz_server.runtime.lobby.tv import Tv
from kibitz_server.runtime.ports import EventSink, TournamentListener
from kibitz_server.runtime.room import Room
from kibitz_server.runtime.rooms import Rooms
from kibitz_server.runtime.tournaments.followers import TournamentMessages
from kibitz_server.runtime.tournaments.tournaments import TournamentRooms
from kibitz_server.scheduler import WallClock
from kibitz_server.store import Store
from kibitz_server.store.people import all_turn_alerts, set_turn_alerts

KEEP_S = 600.0
"""Time that the state of a finished match stays on the broker for late readers."""
MOVES_WITHIN_S = 5.0
"""Longest delay of the index of live matches after a move."""
RETRY_S = 5.0

LOBBY, LIVE, TV = Subject("lobby"), Subject("live"), Subject("tv")


@dataclass(frozen=True, slots=True)
class FeedSource:
    """Parts of the server that a feed reads. `now` returns the time that match clocks use, in seconds."""

    store: Store
    rooms: Rooms
    lobby: LobbySubscriptions
    tv: Tv
    tournaments: TournamentRooms
    tournament_messages: TournamentMessages
    now: Callable[[], float]
    wall_clock: WallClock


def on_feed(created: MatchCreated) -> bool:
    """Return whether the feed may publish a match."""
    return created.listed and created.terms.watchable and created.terms.key_hash is None


class BrokerFeed(EventSink):
    """Event sink of the server, and subscriber of each published match that is not counted as a spectator."""

    def __init__(
        self,
        source: FeedSource,
        outgoing: PublishQueue | None = None,
        *,
        keep_s: float = KEEP_S,
        keeps_tv_on: bool = False,
    ) -> None:
        self.player = Human("", "")
        self.outgoing = outgoing or PublishQueue()
        self._source = source
        self._keep_s = keep_s
        self._keeps_tv_on = keeps_tv_on
        self._rooms: dict[str, Room] = {}
        self._clear_at: dict[str, float] = {}
        self._next: dict[str, Data] = {}
        self._turns = TurnAlerts(source.wall_clock)
        self._writes: set[asyncio.Task[None]] = set()
        self._wake = asyncio.Event()
        self.tournaments = TournamentFeed(
            self.outgoing,
            source.store,
            source.tournaments,
            source.tournament_messages,
            source.now,
            self._wake.set,
        )

    # -- calls of the runtime

    @property
    def tournament_listeners(self) -> list[TournamentListener]:
        return [self.tournaments]

    @property
    def watched(self) -> bool:
        return self._keeps_tv_on and self.outgoing.online

    def opened(self, room: Room) -> None:
        if on_feed(room.match.created) and not room.match.over:  # a finished match comes from the archive
            room.feed = self
            self._rooms[room.match.created.id] = room

    def send(self, message: OutgoingMessage) -> None:
        """Publish a message to the spectators of a match."""
        if message.match_id is None or message.match_id not in self._rooms:
            return  # chat and notices are only for clients of the server
        now = self._source.now()
        if message.thinking:
            self.outgoing.replace(Publication(topics.thinking(message.match_id), message.data, qos=0))
        else:
            if message.seq is not None:
                self.outgoing.add(Publication(topics.events(message.match_id), message.data), str(message.seq), now)
            self.outgoing.touch(Subject("state", message.match_id), now)
        self._wake.set()

    def published(self, room: Room, events: tuple[Event, ...]) -> None:
        match, now = room.public, self._source.now()
        if match.created.id not in self._rooms:
            return
        self._wake.set()
        if all(isinstance(event, MovePlayed | ChanceDecided) for event in events):
            self.outgoing.touch(LIVE, now, MOVES_WITHIN_S)
            return
        for subject in (LOBBY, LIVE, TV):
            self.outgoing.touch(subject, now)
        if match.over:
            self._clear_at[match.created.id] = now + self._keep_s
            if match.phase is Phase.FINISHED:
                row = encode(match_data.row_data(match, {}))
                self.outgoing.add(Publication(topics.RESULTS, row), match.created.id, now)

    def redirected(self, room: Room, next_room: Room, why: str) -> None:
        match_id = room.match.created.id
        if match_id in self._rooms and next_room.match.created.id in self._rooms:
            self._next[match_id] = match_data.next_data(room.match, next_room.match, why)
            self._retain(topics.next_match(match_id), self._next[match_id])

    def committed(self, room: Room, events: tuple[Event, ...]) -> None:  # noqa: ARG002
        if not room.unsaved:  # otherwise `happened` is called again after the commit
            now = self._source.now()
            self._touch_turns(self._turns.update(room, now), now)

    def tell_turns(self, player_id: str, on: bool, then: Callable[[str | None, bool], None]) -> None:
        def saved(task: "asyncio.Task[None]") -> None:
            self._writes.discard(task)
            success = not task.cancelled() and task.exception() is None
            if success:
                self._change_turns(player_id, on)
            then(topics.turn(player_id), success)

        change = self._source.store.people.write(lambda connection: set_turn_alerts(connection, player_id, on))
        task = asyncio.ensure_future(change)
        self._writes.add(task)
        task.add_done_callback(saved)

    async def load_turn_alerts(self) -> None:
        """Load the players who asked for turn alerts."""
        for player_id in await self._source.store.people.read(all_turn_alerts):
            self._change_turns(player_id, on=True)

    def _change_turns(self, player_id: str, on: bool) -> None:
        now = self._source.now()
        if on:
            self._turns.add(player_id)
            for room in self._source.rooms.all:
                if not room.match.over:
                    self._turns.update(room, now)
        else:
            self._turns.remove(player_id)
        self._touch_turns([player_id], now)

    def _touch_turns(self, players: Iterable[str], now: float) -> None:
        for player_id in players:
            self.outgoing.touch(Subject("turn", player_id), now)
            self._wake.set()

    def closed(self, room: Room) -> None:
        self._remove(room.match.created.id)

    def _remove(self, match_id: str) -> None:
        self._clear_at.pop(match_id, None)
        self._touch_turns(self._turns.remove_match(match_id), self._source.now())
        room = self._rooms.pop(match_id, None)
        if room is not None:
            room.feed = None
            self.outgoing.remove(Subject("state", match_id))
            self.outgoing.replace(Publication(topics.state(match_id), b"", retain=True))
            if self._next.pop(match_id, None):
                self.outgoing.replace(Publication(topics.next_match(match_id), b"", retain=True))
            self._wake.set()

    # -- calls of the publisher

    def open(self) -> None:
        """Start publishing after a connection to the broker: everything is due."""
        states = [Subject("state", match_id) for match_id in self._rooms]
        turns = [Subject("turn", player_id) for player_id in self._turns.players]
        self.outgoing.open([LOBBY, LIVE, TV, *states, *turns, *self.tournaments.subjects], self._source.now())
        for match_id, data in self._next.items():
            self._retain(topics.next_match(match_id), data)
        if self._keeps_tv_on:
            self._source.tv.look_around()
        self._wake.set()

    def close(self) -> None:
        """Stop publishing after the loss of the connection."""
        self.outgoing.close()

    def is_stale(self, topic: str) -> bool:
        """Return whether a retained message of this server belongs to a removed match or turn alert."""
        if player_id := topics.player_of(topic):
            return player_id not in self._turns.players
        if tournament_id := topics.tournament_of(topic):
            return self.tournaments.is_stale(tournament_id)
        match_id = topics.match_of(topic)
        return match_id is not None and match_id not in self._rooms

    async def take(self, most: int) -> list[Publication]:
        """Wait for the next messages, and return at most `most` of them."""
        while not (taken := self.outgoing.take(most)):
            self._wake.clear()
            now = self._source.now()
            for match_id in [match_id for match_id, at in self._clear_at.items() if at <= now]:
                self._remove(match_id)
            for subject in self.outgoing.due(now, most):
                self._make(subject)
            if not self._wake.is_set():
                deadlines = [at for at in (self.outgoing.next_deadline(), *self._clear_at.values()) if at is not None]
                await self._sleep(min(deadlines, default=None))
                # Clients get their answers before the feed makes payloads.
                await asyncio.sleep(0)
        return taken

    async def _sleep(self, until: float | None) -> None:
        try:
            async with asyncio.timeout(None if until is None else max(0.0, until - self._source.now())):
                await self._wake.wait()
        except TimeoutError:
            pass

    # -- payloads that are due

    def _make(self, subject: Subject) -> None:
        match subject.kind:
            case "state":
                self._make_state(self._rooms[subject.id])
            case "turn" if subject.id in self._turns.players:
                self._retain(topics.turn(subject.id), self._turns.data(subject.id))
            case "turn":
                self.outgoing.replace(Publication(topics.turn(subject.id), b"", retain=True))
                self._wake.set()
            case "lobby":
                self._retain(topics.LOBBY, self._index(Phase.OPEN))
            case "live":
                self._retain(topics.LIVE, self._index(Phase.RUNNING, Phase.PAUSED))
            case "tv":
                self._retain(topics.TV, self._tv())
            case _:
                self.tournaments.make(subject)

    def _make_state(self, room: Room) -> None:
        match_id = room.match.created.id
        message = room.snapshot(self, self._source.now())

        def saved(error: Exception | None) -> None:
            if self._rooms.get(match_id) is not room or room.halted:
                return
            if error is not None:
                self.outgoing.touch(Subject("state", match_id), self._source.now(), RETRY_S)
            else:
                self.outgoing.replace(Publication(topics.state(match_id), message.data, retain=True))
            self._wake.set()

        self._source.store.append([], saved)

    def _index(self, *phases: Phase) -> Data:
        """Return the newest matches in these phases. Rows of all matches of a full server would take too long."""
        found = [room.public for room in self._rooms.values() if room.public.phase in phases]
        rows = self._source.lobby.rows_of(found[-topics.MAX_ROWS :])
        return {"t": "index", "matches": rows, "more": len(found) - len(rows)}

    def _tv(self) -> Data:
        room = self._source.tv.on()
        shown: Match | None = room.public if room is not None and room.match.created.id in self._rooms else None
        return {
            "t": "tv",
            "match": shown.created.id if shown else None,
            "code": shown.created.code if shown else None,
        }

    def _retain(self, topic: str, data: Data) -> None:
        self.outgoing.replace(Publication(topic, encode(data), retain=True))
        self._wake.set()
