"""A match and those who follow it. Frames are made once and sent to all; the last few are kept for those who return."""

from collections import Counter, deque
from collections.abc import Callable, Iterable
from typing import Protocol

from kibitz_protocol.codec import encode
from kibitz_server.accounts.client_info import ClientInfo
from kibitz_server.accounts.mutes import Mutes
from kibitz_server.core.match.match import Match
from kibitz_server.core.match.phase import phase_after
from kibitz_server.core.match.spectator_delay import SpectatorDelay, ages
from kibitz_server.core.match.visibility import visible
from kibitz_server.core.values.events import (
    Event,
)
from kibitz_server.core.values.players import Human
from kibitz_server.messages import match_data
from kibitz_server.messages.events import event_data, state_after
from kibitz_server.messages.outgoing import OutgoingMessage
from kibitz_server.scheduler import Scheduler, Timer
from kibitz_server.store.archive.ratings import Ratings

KEPT_FRAMES = 32


class Subscriber(Protocol):
    """Somebody who is told what happens in a match, as far as they may know."""

    player: Human

    def send(self, letter: OutgoingMessage) -> None:
        """Queue a message; never waits."""


class Client(Subscriber, Protocol):
    """One client's connection, as the runtime sees it."""

    badge: ClientInfo
    rooms: "set[Room]"

    @property
    def lag_s(self) -> float:
        """How long a message of ours and its answer are on the way together, as we measured it; 0 before that."""

    def end(self, code: int, reason: str) -> None:
        """Close the connection once it has heard what is queued."""


Published = Callable[["Room", tuple[Event, ...]], None]
"""Called with events when everybody may know of them."""


class Room:
    """Who is in it changes only when all earlier events have been sent, so that nobody misses or repeats one."""

    def __init__(
        self,
        match: Match,
        scheduler: Scheduler,
        published: "Published",
        mutes: Mutes,
        begun: tuple[Event, ...] = (),
        ratings: Ratings | None = None,
    ) -> None:
        self.match = match
        self._ratings = ratings or Ratings()
        self._mutes = mutes
        self._scheduler = scheduler
        self._published = published
        delay = match.created.terms.delay
        self.behind: SpectatorDelay[OutgoingMessage | None] | None = (
            SpectatorDelay(match, delay, scheduler.time()) if delay else None
        )
        self._release_timer: Timer | None = None
        self.begun = begun
        """The events with which it was made, where they are not told by themselves."""
        self.next: Room | None = None
        """Its rematch, or the next of its series, once this one is over."""
        self.ended_at: float | None = None
        """When it was over, in seconds since 1970, if that was since the server was started."""
        self.peers: dict[Client, None] = {}
        self._here: Counter[str] = Counter()
        self.feed: Subscriber | None = None
        """Is told what those are told who watch, and is not counted among them."""
        self.timer: Timer | None = None
        self.timer_at = 0.0
        self.absences = False
        """Whether any of its people was ever gone."""
        self.halted = False
        self.unsaved = 0
        """How many decisions wait for the store."""
        self._phase = match.phase
        self._frames: deque[tuple[int, OutgoingMessage]] = deque(maxlen=KEPT_FRAMES)

    @property
    def watchers(self) -> int:
        """How many follow the match without playing in it."""
        playing = {player.id for player in self.match.seats if isinstance(player, Human)}
        return len(self.peers) - sum(self._here[id] for id in playing)

    def enter(self, peer: Client) -> None:
        """From now on the peer gets every event."""
        if peer not in self.peers:
            self._here[peer.player.id] += 1
        self.peers[peer] = None
        peer.rooms.add(self)

    def leave(self, peer: Client) -> None:
        """The peer gets nothing more."""
        if peer in self.peers:
            del self.peers[peer]
            self._here[peer.player.id] -= 1
            if not self._here[peer.player.id]:
                del self._here[peer.player.id]
        peer.rooms.discard(self)

    def shown_to(self, peer: Subscriber) -> Match:
        """The match as this peer may see it now: those who play see it as it is, the others perhaps later."""
        plays = self.behind is None or self.match.seat_of(peer.player.id) is not None
        return self.match if plays else self.public

    @property
    def public(self) -> Match:
        """The match as anybody may see it who does not play in it."""
        return self.match if self.behind is None else self.behind.shown

    @property
    def heard(self) -> bool:
        """Whether anybody is told what happens."""
        return bool(self.peers) or self.feed is not None

    def broadcast(self, letter: OutgoingMessage) -> None:
        """Send to everyone here at once, what gives nothing of the play away."""
        for peer in self._all():
            peer.send(letter)

    def _all(self) -> Iterable[Subscriber]:
        return self.peers if self.feed is None else (*self.peers, self.feed)

    def tell(self, events: tuple[Event, ...], letters: list[OutgoingMessage]) -> None:
        """Send events: to the players now, to the others as soon as they may know."""
        if self.behind is None:
            for letter in letters:
                self.broadcast(letter)
            if events:
                self._published(self, events)
            return
        self._send(letters, players=True)
        now = self._scheduler.time()
        for event, letter in zip(events, letters, strict=True):
            self.behind.put(event, letter, now)
        self._release()

    def think(self, letter: OutgoingMessage) -> None:
        """Send what an engine thinks."""
        if self.behind is None:
            self.broadcast(letter)
            return
        self._send([letter], players=True)
        self.behind.put_transient(letter, self._scheduler.time(), search_info=True)
        self._release()

    def say(self, speaker: Human, text: str, at: float) -> None:
        """Chat: players are heard by all, watchers by watchers while the match runs, so that nobody is helped."""
        plays = self.match.seat_of(speaker.id) is not None
        data = match_data.said_data(self.match.created.id, "players" if plays else "watchers", speaker.name, text, at)
        letter = OutgoingMessage(encode(data), speaker=speaker.name)
        if plays or self.match.over:
            self._send([letter], players=True)
        if not plays or self.behind is None:
            self._send([letter], players=False)
        else:
            self.behind.put_transient(letter, self._scheduler.time())
            self._release()

    def catch_up(self, events: list[Event]) -> None:
        """After a restart: who watches is as far behind as the moves themselves tell."""
        if self.behind is not None:
            now = self._scheduler.time()
            for event, age in zip(events, ages(events), strict=True):
                self.behind.put(event, None, now - age)
            self._release()

    def close(self) -> None:
        """Call nothing any more."""
        for timer in filter(None, (self.timer, self._release_timer)):
            timer.cancel()

    def _send(self, letters: list[OutgoingMessage], *, players: bool) -> None:
        for peer in self._all():
            if (self.match.seat_of(peer.player.id) is not None) is players:
                for letter in letters:
                    if letter.speaker is None or self._mutes.hears(peer.player.id, letter.speaker):
                        peer.send(letter)

    def _release(self) -> None:
        """Tell those who watch what they may know by now, and come back when that is more."""
        assert self.behind is not None
        now = self._scheduler.time()
        released = self.behind.release(now)
        letters = [told for told, _ in released if told is not None]
        if len(letters) == len(released):
            self._send(letters, players=False)
        else:
            # What happened before a restart has no message any more.
            for peer in self._all():
                if self.shown_to(peer) is not self.match:
                    peer.send(self.snapshot(peer, now))
        if events := tuple(event for _, event in released if event is not None):
            self._published(self, events)
        if self._release_timer is not None:
            self._release_timer.cancel()
        due_at = self.behind.next_deadline()
        self._release_timer = None if due_at is None else self._scheduler.call_at(due_at, self._release)

    def frames(self, events: tuple[Event, ...], at: float, now: float) -> list[OutgoingMessage]:
        """The messages of events that were just applied, and kept for those who come back."""
        first = self.match.seq - len(events) + 1
        letters = []
        for seq, event in enumerate(events, first):
            self._phase = phase_after(self._phase, event)
            state = state_after(self.match, event, now)
            told = visible(self.match, event)
            data = event_data(self.match.created.id, seq, at, self._phase, told, state)
            letters.append(OutgoingMessage(encode(data), self.match.created.id, seq=seq))
            self._frames.append((seq, letters[-1]))
        return letters

    def since(self, seq: int, peer: Client) -> list[OutgoingMessage] | None:
        """The messages after `seq`; None when some are no longer kept or `seq` is not one of this match's."""
        newest = self.shown_to(peer).seq
        oldest = self._frames[0][0] if self._frames else newest + 1
        if seq == newest:
            return []
        if not oldest - 1 <= seq < newest:
            return None
        return [letter for number, letter in self._frames if seq < number <= newest]

    def presence(self, now: float) -> OutgoingMessage:
        """Who of its people is gone."""
        return OutgoingMessage(encode(match_data.presence_data(self.match, now)))

    def snapshot(self, peer: Subscriber, now: float) -> OutgoingMessage:
        """The whole match for one viewer."""
        data = match_data.snapshot_data(self.shown_to(peer), peer.player.id, self.watchers, now)
        self._ratings.onto(data["seats"], self.shown_to(peer))
        # Who is gone is told to those who watch as it is, however far they are behind.
        data["away"] = match_data.away_data(self.match, now)
        return OutgoingMessage(encode(data), self.match.created.id)
