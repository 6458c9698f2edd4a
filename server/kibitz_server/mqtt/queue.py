"""Bounded queue of messages to publish, without I/O and without a clock.

Messages that a newer one replaces (states, indexes, thinking) are queued once for each topic; a state is made only when
it is due. Events are queued in order. If there are too many, they are dropped, and their matches are due for a new
state. Without a connection to the broker nothing is queued, and `open` starts again.
"""

from collections.abc import Iterable
from typing import NamedTuple

from kibitz_protocol.mqtt import feed as mqtt_feed

MAX_MESSAGES = 512
MAX_BYTES = 8 << 20
EVERY_S = 1.0
"""Shortest interval between two publications of a subject. The newest state is always published."""
MANY = 200
"""Number of subjects from which the interval grows, so that a full server makes no more states each second."""


class Publication(NamedTuple):
    """A message for the broker."""

    topic: str
    payload: bytes
    retain: bool = False
    qos: int = 1


class Subject(NamedTuple):
    """Subject whose newest state alone counts: `state` of a match, `turn` of a player, `lobby`, `live` or `tv`."""

    kind: str
    id: str = ""


class PublishQueue:
    """Queue from the feed to the publisher, on one event loop."""

    def __init__(self, most: int = MAX_MESSAGES, most_bytes: int = MAX_BYTES, every_s: float = EVERY_S) -> None:
        self.online = False
        self.dropped = 0
        """Number of events that were replaced by a state."""
        self._most = most
        self._most_bytes = most_bytes
        self._every_s = every_s
        self._waiting: dict[tuple[str, str], Publication] = {}
        self._bytes = 0
        self._due: dict[Subject, float] = {}
        self._published_at: dict[Subject, float] = {}

    def __len__(self) -> int:
        return len(self._waiting)

    def open(self, subjects: Iterable[Subject], now: float) -> None:
        """Start after a connection to the broker. Its retained messages are unknown, so every subject is due."""
        self.close()
        self.online = True
        self._due = dict.fromkeys(subjects, now)

    def close(self) -> None:
        """Stop after the loss of the connection, and drop the queue, which is outdated after a reconnection."""
        self.online = False
        self._waiting.clear()
        self._bytes = 0
        self._due.clear()
        self._published_at.clear()

    def add(self, publication: Publication, number: str, now: float) -> None:
        """Queue a message that no newer one replaces. `number` is unique in its topic."""
        self._put((publication.topic, number), publication)
        if len(self._waiting) > self._most or self._bytes > self._most_bytes:
            self._drop_events(now)

    def replace(self, publication: Publication) -> None:
        """Queue a message in place of an older one of its topic."""
        self._put((publication.topic, ""), publication)

    def touch(self, subject: Subject, now: float, within_s: float = 0.0) -> None:
        """Make a subject due after a change: within `within_s` seconds, and not before its interval is over."""
        if self.online:
            every_s = self._every_s * max(1.0, len(self._published_at) / MANY)
            due_at = max(now + within_s, self._published_at.get(subject, 0.0) + every_s)
            self._due[subject] = min(due_at, self._due.get(subject, due_at))

    def remove(self, subject: Subject) -> None:
        """Remove a subject."""
        self._due.pop(subject, None)
        self._published_at.pop(subject, None)

    def due(self, now: float, most: int) -> list[Subject]:
        """Return at most `most` subjects that are due, and mark them as published."""
        ready = [subject for subject, due_at in self._due.items() if due_at <= now][:most]
        for subject in ready:
            del self._due[subject]
            self._published_at[subject] = now
        return ready

    def next_deadline(self) -> float | None:
        """Return the time of the next due subject; None without one."""
        return min(self._due.values(), default=None)

    def take(self, most: int) -> list[Publication]:
        """Remove and return at most `most` messages, in order."""
        taken = [self._waiting.pop(key) for key in list(self._waiting)[:most]]
        self._bytes -= sum(len(publication.payload) for publication in taken)
        return taken

    def _put(self, key: tuple[str, str], publication: Publication) -> None:
        if not self.online:
            return
        before = self._waiting.get(key)
        self._bytes += len(publication.payload) - (len(before.payload) if before else 0)
        self._waiting[key] = publication

    def _drop_events(self, now: float) -> None:
        for (topic, number), publication in list(self._waiting.items()):
            if number:
                del self._waiting[topic, number]
                self._bytes -= len(publication.payload)
                self.dropped += 1
                if match_id := mqtt_feed.match_of(topic):
                    self.touch(Subject("state", match_id), now)
