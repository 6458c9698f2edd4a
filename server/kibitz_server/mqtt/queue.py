"""What waits to be published, with a bound. No I/O, no clock.

What is replaced by something newer (states, indexes, thinking) waits once a topic, the newest of it; a state is made
only when its turn comes. Events wait in their order; when too many do, they are dropped, and their matches are owed a
fresh state instead. While the broker is away nothing waits at all: `open` begins afresh.
"""

from collections.abc import Iterable
from typing import NamedTuple

from kibitz_protocol import mqtt_feed

MOST = 512
MOST_BYTES = 8 << 20
EVERY_S = 1.0
"""How often at most a subject is published; the last of it always is."""
MANY = 200
"""Beyond so many subjects each waits its longer turn, so that a full server makes no more states a second."""


class Publication(NamedTuple):
    """A message for the broker."""

    topic: str
    payload: bytes
    retain: bool = False
    qos: int = 1


class Subject(NamedTuple):
    """Something of which only the newest counts: `state` of a match, `turn` of a player, `lobby`, `live` or `tv`."""

    kind: str
    id: str = ""


class PublishQueue:
    """Filled by the feed, emptied by the publisher; both on one event loop."""

    def __init__(self, most: int = MOST, most_bytes: int = MOST_BYTES, every_s: float = EVERY_S) -> None:
        self.online = False
        self.dropped = 0
        """How many events were given up for a state."""
        self._most = most
        self._most_bytes = most_bytes
        self._every_s = every_s
        self._waiting: dict[tuple[str, str], Publication] = {}
        self._bytes = 0
        self._due: dict[Subject, float] = {}
        self._told_at: dict[Subject, float] = {}

    def __len__(self) -> int:
        return len(self._waiting)

    def open(self, subjects: Iterable[Subject], now: float) -> None:
        """The broker is there, and what it holds may be anything: everything is due."""
        self.close()
        self.online = True
        self._due = dict.fromkeys(subjects, now)

    def close(self) -> None:
        """The broker is gone; what waited is old news when it comes back."""
        self.online = False
        self._waiting.clear()
        self._bytes = 0
        self._due.clear()
        self._told_at.clear()

    def add(self, publication: Publication, number: str, now: float) -> None:
        """Something that nothing newer replaces: the `number` is the only one of its topic."""
        self._put((publication.topic, number), publication)
        if len(self._waiting) > self._most or self._bytes > self._most_bytes:
            self._give_up_events(now)

    def replace(self, publication: Publication) -> None:
        """Something of which only the newest counts."""
        self._put((publication.topic, ""), publication)

    def touch(self, subject: Subject, now: float, within_s: float = 0.0) -> None:
        """Something has changed and is to be published, at once or when its time comes."""
        if self.online:
            every_s = self._every_s * max(1.0, len(self._told_at) / MANY)
            due_at = max(now + within_s, self._told_at.get(subject, 0.0) + every_s)
            self._due[subject] = min(due_at, self._due.get(subject, due_at))

    def forget(self, subject: Subject) -> None:
        """Something is not published any more."""
        self._due.pop(subject, None)
        self._told_at.pop(subject, None)

    def due(self, now: float, most: int) -> list[Subject]:
        """What is to be made now, at most so many."""
        ready = [subject for subject, due_at in self._due.items() if due_at <= now][:most]
        for subject in ready:
            del self._due[subject]
            self._told_at[subject] = now
        return ready

    def next_deadline(self) -> float | None:
        """When something will be due."""
        return min(self._due.values(), default=None)

    def take(self, most: int) -> list[Publication]:
        """The next messages, in their order."""
        taken = [self._waiting.pop(key) for key in list(self._waiting)[:most]]
        self._bytes -= sum(len(publication.payload) for publication in taken)
        return taken

    def _put(self, key: tuple[str, str], publication: Publication) -> None:
        if not self.online:
            return
        before = self._waiting.get(key)
        self._bytes += len(publication.payload) - (len(before.payload) if before else 0)
        self._waiting[key] = publication

    def _give_up_events(self, now: float) -> None:
        for (topic, number), publication in list(self._waiting.items()):
            if number:
                del self._waiting[topic, number]
                self._bytes -= len(publication.payload)
                self.dropped += 1
                if match_id := mqtt_feed.match_of(topic):
                    self.touch(Subject("state", match_id), now)
