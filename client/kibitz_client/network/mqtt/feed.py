"""The broker's topics of one match, merged into messages in order and without gaps. No I/O.

The state and the events have topics of their own, so an event can be missing between them. A new subscriber gets the
retained state, which can be a second old, and only the events that are published later. A message that does not follow
the known ones is dropped: the next state includes it, and the server publishes a state after every event.
"""

import re

from kibitz_client.match.state import OVER
from kibitz_client.network.resume import is_tv
from kibitz_protocol.match_codes import canonical
from kibitz_protocol.mqtt import feed as mqtt_feed
from kibitz_protocol.mqtt.feed import Index, OnTv
from kibitz_protocol.to_client import Event, Next, Snapshot, Thinking
from kibitz_protocol.values.fields import Seq

_ID = re.compile(r"[0-9a-f]{16}")

FeedMessage = Snapshot | Event | Thinking | Next


class EventOrder:
    """The last known event of a match. `waiting`: an event is missing, and the next state will include it."""

    def __init__(self, seq: Seq | None = None) -> None:
        self.seq = seq
        self.waiting = seq is None

    def admits(self, message: object) -> bool:
        """Return whether a message follows the known events, and record it if so."""
        match message:
            case Snapshot(seq=seq):
                follows = self.seq is None or seq > self.seq or (self.waiting and seq == self.seq)
            case Event(seq=seq):
                follows = self.seq is not None and seq == self.seq + 1
                # The missed events are in a state that is still to come.
                self.waiting = self.waiting or (self.seq is not None and seq > self.seq + 1)
            case _:
                return not self.waiting
        if follows:
            self.seq, self.waiting = seq, False
        return follows


class FeedReader:
    """Follows one match, given by code or id, or TV. `known`: the id and the last known event of a match."""

    def __init__(self, reference: str, known: tuple[str, Seq] | None = None) -> None:
        self.match: str | None = None
        self.published = False
        """Whether any readable message came, so that a server publishes to this broker."""
        self.over = False
        self._live = False
        """Whether anything came of the match after the retained state."""
        self._order = EventOrder()
        self._reference = reference.strip()
        self._tv = is_tv(reference)
        self._on_tv: OnTv | None = None
        self._next: Next | None = None
        if known is not None:
            self.match, self._order = known[0], EventOrder(known[1])
        elif _ID.fullmatch(self._reference):
            self.match = self._reference

    @property
    def known(self) -> tuple[str, Seq] | None:
        """The match and its last known event."""
        return (self.match, self._order.seq) if self.match and self._order.seq is not None else None

    @property
    def topics(self) -> list[tuple[str, int]]:
        """The topics to subscribe to now, each with its quality of service. Events come before their state."""
        wanted = [mqtt_feed.TV] if self._tv else [mqtt_feed.LOBBY, mqtt_feed.LIVE] if self.match is None else []
        if self.match is not None:
            wanted += [mqtt_feed.events(self.match), mqtt_feed.state(self.match), mqtt_feed.next_match(self.match)]
        thinking = [(mqtt_feed.thinking(self.match), 0)] if self.match is not None else []
        return [(topic, 1) for topic in wanted] + thinking

    def receive(self, topic: str, payload: bytes) -> list[FeedMessage]:
        """Return the messages of the match that a publication completes. An unreadable payload is ignored."""
        try:
            message = mqtt_feed.decode(payload)
        except ValueError:
            return []
        self.published = True
        match message:
            case Index() if self.match is None:
                self._find_match(message)
            case OnTv():
                return self._tv_changed(message)
            case Snapshot() | Event() | Thinking() if self.match == mqtt_feed.match_of(topic) == message.match:
                return self._admitted(message)
            case Next() if message.match == self.match:
                self._next = message
                return self._switch()
        return []

    def _admitted(self, message: Snapshot | Event | Thinking) -> list[FeedMessage]:
        first = self._order.seq is None
        if not self._order.admits(message):
            return []
        self._live = self._live or not first
        if not isinstance(message, Thinking):
            self.over = message.phase in OVER
        return [message, *self._switch()]

    def _find_match(self, index: Index) -> None:
        code = canonical(self._reference)
        self.match = next((row.match for row in index.matches if code == row.code), None)

    def _tv_changed(self, on: OnTv) -> list[FeedMessage]:
        """Stay with a match that is still live, but leave a state that a crashed server left on the broker."""
        left = self._on_tv is not None and self._on_tv.match == self.match
        self._on_tv = on
        self.over = self.over or (left and not self._live and on.match not in (None, self.match))
        return self._switch()

    def _switch(self) -> list[FeedMessage]:
        """Move to the next match if there is one: the next of a series or a rematch goes before the one on TV."""
        shown = self._on_tv.match if self._on_tv is not None else None
        if self.match is None:
            self.match = shown
            return []
        if not self.over:
            return []
        after = self._next
        if after is None and shown not in (None, self.match) and self._on_tv is not None:
            after = Next(match=self.match, why="tv", next=shown, code=self._on_tv.code, series=None)
        if after is None or after.next is None:
            return []
        self.match, self._order, self._next, self.over, self._live = after.next, EventOrder(), None, False, False
        return [after]
