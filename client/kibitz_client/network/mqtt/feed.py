"""What to make of the topics of a broker: the messages of one match, in their order and without gaps. No I/O.

A state and the events come on topics of their own, so an event may be missing between them: whoever subscribes gets the
state that was retained, perhaps a second old, and only events that are published from then on. What does not follow is
left out; the next state, which the server publishes after every event, holds it.
"""

import re

from kibitz_protocol import mqtt_feed
from kibitz_protocol.mqtt_feed import Index, OnTv
from kibitz_protocol.to_client import Event, Next, Snapshot, Thinking
from kibitz_protocol.values import Seq

TV = "tv"
OVER = ("finished", "aborted")
LOOKALIKES = str.maketrans({"O": "0", "I": "1", "L": "1", "-": None, " ": None})
"""How people mistake the letters of a code."""
_ID = re.compile(r"[0-9a-f]{16}")

Told = Snapshot | Event | Thinking | Next


class Order:
    """How far a match is known. `waiting`: something is missing, and the next state will have it."""

    def __init__(self, seq: Seq | None = None) -> None:
        self.seq = seq
        self.waiting = seq is None

    def admits(self, message: object) -> bool:
        """Whether a message follows what is known; then it is known too."""
        match message:
            case Snapshot(seq=seq):
                follows = self.seq is None or seq > self.seq or (self.waiting and seq == self.seq)
            case Event(seq=seq):
                follows = self.seq is not None and seq == self.seq + 1
                # The newest of what was missed is in a state that is on its way.
                self.waiting = self.waiting or (self.seq is not None and seq > self.seq + 1)
            case _:
                return not self.waiting
        if follows:
            self.seq, self.waiting = seq, False
        return follows


class FeedReader:
    """Follows one match, by its code or id, or what is on TV. `known`: the id and the last event that are known."""

    def __init__(self, reference: str, known: tuple[str, Seq] | None = None) -> None:
        self.match: str | None = None
        self.heard = False
        """Whether a server publishes at all."""
        self.over = False
        self._goes_on = False
        """Whether more came of the match than the state that the broker kept."""
        self._order = Order()
        self._reference = reference.strip()
        self._tv = self._reference.lower() == TV
        self._on_tv: OnTv | None = None
        self._next: Next | None = None
        if known is not None:
            self.match, self._order = known[0], Order(known[1])
        elif _ID.fullmatch(self._reference):
            self.match = self._reference

    @property
    def known(self) -> tuple[str, Seq] | None:
        """The match and the last event that is known of it."""
        return (self.match, self._order.seq) if self.match and self._order.seq is not None else None

    @property
    def topics(self) -> list[tuple[str, int]]:
        """What to subscribe to now, and with which quality of service. Events come before the state they follow."""
        wanted = [mqtt_feed.TV] if self._tv else [mqtt_feed.LOBBY, mqtt_feed.LIVE] if self.match is None else []
        if self.match is not None:
            wanted += [mqtt_feed.events(self.match), mqtt_feed.state(self.match), mqtt_feed.next_match(self.match)]
        thinking = [(mqtt_feed.thinking(self.match), 0)] if self.match is not None else []
        return [(topic, 1) for topic in wanted] + thinking

    def receive(self, topic: str, payload: bytes) -> list[Told]:
        """What a message of the broker tells. What cannot be read is as good as not said."""
        try:
            message = mqtt_feed.decode(payload)
        except ValueError:
            return []
        self.heard = True
        match message:
            case Index() if self.match is None:
                self._look_for(message)
            case OnTv():
                return self._show(message)
            case Snapshot() | Event() | Thinking() if self.match == mqtt_feed.match_of(topic) == message.match:
                return self._told(message)
            case Next() if message.match == self.match:
                self._next = message
                return self._switch()
        return []

    def _told(self, message: Snapshot | Event | Thinking) -> list[Told]:
        began = self._order.seq is None
        if not self._order.admits(message):
            return []
        self._goes_on = self._goes_on or not began
        if not isinstance(message, Thinking):
            self.over = message.phase in OVER
        return [message, *self._switch()]

    def _look_for(self, index: Index) -> None:
        code = self._reference.upper().translate(LOOKALIKES)
        self.match = next((row.match for row in index.matches if code == row.code), None)

    def _show(self, on: OnTv) -> list[Told]:
        """Stay with a match that goes on, but not with a state that a server left behind when it died."""
        left = self._on_tv is not None and self._on_tv.match == self.match
        self._on_tv = on
        self.over = self.over or (left and not self._goes_on and on.match not in (None, self.match))
        return self._switch()

    def _switch(self) -> list[Told]:
        """Go on to the next match where there is one: that of a series or a rematch before that on TV."""
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
        self.match, self._order, self._next, self.over, self._goes_on = after.next, Order(), None, False, False
        return [after]
