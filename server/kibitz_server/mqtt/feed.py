"""What is published, and when.

The feed hears of a match what anybody hears who only watches, through the same door and as late, and passes it on as it
is. Only public matches that may be watched are on it: a reader of a broker asks for topics by wildcard, so that an
unlisted match would be no secret there. A state is made from the match when it is to be sent, and goes through the
store as any snapshot does, so that nobody reads of a move that is not safe.
"""

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from kibitz_protocol import mqtt_feed as topics
from kibitz_protocol.codec import encode
from kibitz_server.core.match.match import Match
from kibitz_server.core.match.phase import Phase
from kibitz_server.core.values.events import Event, MatchCreated, MovePlayed
from kibitz_server.core.values.players import Human
from kibitz_server.messages import match_data
from kibitz_server.messages.outgoing import Data, OutgoingMessage
from kibitz_server.mqtt.queue import Publication, PublishQueue, Subject
from kibitz_server.mqtt.turn_alerts import TurnAlerts
from kibitz_server.runtime.lobby.listing import LobbySubscriptions
from kibitz_server.runtime.lobby.tv import Tv
from kibitz_server.runtime.ports import EventSink
from kibitz_server.runtime.room import Room
from kibitz_server.runtime.rooms import Rooms
from kibitz_server.scheduler import WallClock
from kibitz_server.store import Store
from kibitz_server.store.people import change_wish, wishes

KEEP_S = 600.0
"""How long the state of a match that is over is kept for those who come late."""
MOVES_WITHIN_S = 5.0
"""The index of live matches need not follow each move at once."""
AGAIN_S = 5.0

LOBBY, LIVE, TV = Subject("lobby"), Subject("live"), Subject("tv")


@dataclass(frozen=True, slots=True)
class FeedSource:
    """Parts of the server that a feed reads. `now` returns the time on the clock of the matches."""

    store: Store
    rooms: Rooms
    lobby: LobbySubscriptions
    tv: Tv
    now: Callable[[], float]
    wall_clock: WallClock


def on_feed(created: MatchCreated) -> bool:
    """Whether a match may be published."""
    return created.listed and created.terms.watchable and created.terms.key_hash is None


class Feed(EventSink):
    """A `Sink`, and in each room of its matches one who watches, but is not counted."""

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
        self._followed: dict[str, Room] = {}
        self._clear_at: dict[str, float] = {}
        self._next: dict[str, Data] = {}
        self._turns = TurnAlerts()
        self._keeping: set[asyncio.Task[None]] = set()
        self._woken = asyncio.Event()

    # -- what the runtime tells; see `Sink`

    @property
    def watched(self) -> bool:
        """See `Sink`."""
        return self._keeps_tv_on and self.outgoing.online

    def opened(self, room: Room) -> None:
        """See `Sink`."""
        if on_feed(room.match.created) and not room.match.over:  # over: it comes from the archive
            room.feed = self
            self._followed[room.match.created.id] = room

    def send(self, letter: OutgoingMessage) -> None:
        """What those who watch a match are told."""
        if letter.match_id is None or letter.match_id not in self._followed:
            return  # chat and notices are for those who are here
        now = self._source.now()
        if letter.thinking:
            self.outgoing.replace(Publication(topics.thinking(letter.match_id), letter.data, qos=0))
        else:
            if letter.seq is not None:
                self.outgoing.add(Publication(topics.events(letter.match_id), letter.data), str(letter.seq), now)
            self.outgoing.touch(Subject("state", letter.match_id), now)
        self._woken.set()

    def published(self, room: Room, events: tuple[Event, ...]) -> None:
        """See `Sink`."""
        match, now = room.public, self._source.now()
        if match.created.id not in self._followed:
            return
        self._woken.set()
        if all(isinstance(event, MovePlayed) for event in events):
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
        """See `Sink`."""
        match_id = room.match.created.id
        if match_id in self._followed and next_room.match.created.id in self._followed:
            self._next[match_id] = match_data.next_data(room.match, next_room.match, why)
            self._retain(topics.next_match(match_id), self._next[match_id])

    def committed(self, room: Room, events: tuple[Event, ...]) -> None:  # noqa: ARG002
        """See `Sink`."""
        if not room.unsaved:  # else it happens again in a moment
            now = self._source.now()
            self._touch_turns(self._turns.look(room, now), now)

    def tell_turns(self, player_id: str, on: bool, then: Callable[[str | None, bool], None]) -> None:
        """See `Sink`."""

        def kept(task: "asyncio.Task[None]") -> None:
            self._keeping.discard(task)
            saved = not task.cancelled() and task.exception() is None
            if saved:
                self._change_turns(player_id, on)
            then(topics.turn(player_id), saved)

        change = self._source.store.people.write(lambda connection: change_wish(connection, player_id, on))
        task = asyncio.ensure_future(change)
        self._keeping.add(task)
        task.add_done_callback(kept)

    async def load_wishes(self) -> None:
        """Remember who asked to hear when it is their turn."""
        for player_id in await self._source.store.people.read(wishes):
            self._change_turns(player_id, on=True)

    def _change_turns(self, player_id: str, on: bool) -> None:
        now = self._source.now()
        if on:
            self._turns.add(player_id)
            for room in self._source.rooms.all:
                if not room.match.over:
                    self._turns.look(room, now)
        else:
            self._turns.drop(player_id)
        self._touch_turns([player_id], now)

    def _touch_turns(self, players: Iterable[str], now: float) -> None:
        for player_id in players:
            self.outgoing.touch(Subject("turn", player_id), now)
            self._woken.set()

    def closed(self, room: Room) -> None:
        """See `Sink`."""
        self._remove(room.match.created.id)

    def _remove(self, match_id: str) -> None:
        self._clear_at.pop(match_id, None)
        self._touch_turns(self._turns.forget(match_id), self._source.now())
        room = self._followed.pop(match_id, None)
        if room is not None:
            room.feed = None
            self.outgoing.forget(Subject("state", match_id))
            self.outgoing.replace(Publication(topics.state(match_id), b"", retain=True))
            if self._next.pop(match_id, None):
                self.outgoing.replace(Publication(topics.next_match(match_id), b"", retain=True))
            self._woken.set()

    # -- what the publisher asks

    def open(self) -> None:
        """The broker is there: everything is to be published anew."""
        states = [Subject("state", match_id) for match_id in self._followed]
        turns = [Subject("turn", player_id) for player_id in self._turns.players]
        self.outgoing.open([LOBBY, LIVE, TV, *states, *turns], self._source.now())
        for match_id, data in self._next.items():
            self._retain(topics.next_match(match_id), data)
        if self._keeps_tv_on:
            self._source.tv.look_around()
        self._woken.set()

    def close(self) -> None:
        """The broker is gone."""
        self.outgoing.close()

    def is_stale(self, topic: str) -> bool:
        """Whether a message that the broker still keeps for us belongs to nothing that there is."""
        if player_id := topics.player_of(topic):
            return player_id not in self._turns.players
        match_id = topics.match_of(topic)
        return match_id is not None and match_id not in self._followed

    async def take(self, most: int) -> list[Publication]:
        """Wait for the next messages; at most so many."""
        while not (taken := self.outgoing.take(most)):
            self._woken.clear()
            now = self._source.now()
            for match_id in [match_id for match_id, at in self._clear_at.items() if at <= now]:
                self._remove(match_id)
            for subject in self.outgoing.due(now, most):
                self._make(subject)
            if not self._woken.is_set():
                deadlines = [at for at in (self.outgoing.next_deadline(), *self._clear_at.values()) if at is not None]
                await self._sleep(min(deadlines, default=None))
                # What woke us has answers to send, which go first.
                await asyncio.sleep(0)
        return taken

    async def _sleep(self, until: float | None) -> None:
        try:
            async with asyncio.timeout(None if until is None else max(0.0, until - self._source.now())):
                await self._woken.wait()
        except TimeoutError:
            pass

    # -- what is made when its turn comes

    def _make(self, subject: Subject) -> None:
        match subject.kind:
            case "state":
                self._make_state(self._followed[subject.id])
            case "turn" if subject.id in self._turns.players:
                self._retain(topics.turn(subject.id), self._turns.data(subject.id))
            case "turn":
                self.outgoing.replace(Publication(topics.turn(subject.id), b"", retain=True))
                self._woken.set()
            case "lobby":
                self._retain(topics.LOBBY, self._index(Phase.OPEN))
            case "live":
                self._retain(topics.LIVE, self._index(Phase.RUNNING, Phase.PAUSED))
            case "tv":
                self._retain(topics.TV, self._tv())

    def _make_state(self, room: Room) -> None:
        match_id = room.match.created.id
        letter = room.snapshot(self, self._source.now())

        def saved(error: Exception | None) -> None:
            if self._followed.get(match_id) is not room or room.halted:
                return
            if error is not None:
                self.outgoing.touch(Subject("state", match_id), self._source.now(), AGAIN_S)
            else:
                self.outgoing.replace(Publication(topics.state(match_id), letter.data, retain=True))
            self._woken.set()

        self._source.store.append([], saved)

    def _index(self, *phases: Phase) -> dict[str, Any]:
        """The newest matches in these phases; of a full server a row for each would take too long to make."""
        found = [room.public for room in self._followed.values() if room.public.phase in phases]
        rows = self._source.lobby.rows_of(found[-topics.MOST_ROWS :])
        return {"t": "index", "matches": rows, "more": len(found) - len(rows)}

    def _tv(self) -> dict[str, Any]:
        room = self._source.tv.on()
        shown: Match | None = room.public if room is not None and room.match.created.id in self._followed else None
        return {
            "t": "tv",
            "match": shown.created.id if shown else None,
            "code": shown.created.code if shown else None,
        }

    def _retain(self, topic: str, data: dict[str, Any]) -> None:
        self.outgoing.replace(Publication(topic, encode(data), retain=True))
        self._woken.set()
