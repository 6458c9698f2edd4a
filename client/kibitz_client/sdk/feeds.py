"""The matches that a connection follows: the latest state of each, and the streams that read its messages. No I/O.

A match is followed as long as a stream reads it or a program holds it. Then it is left.
"""

import asyncio
import contextlib
from collections.abc import Callable, Iterator
from typing import NamedTuple

from kibitz_client.match.state import MatchState, advance
from kibitz_client.sdk.mailbox import Mailbox
from kibitz_protocol.to_client import Event, Fact, Moved, Next, Presence, Said, Snapshot, TakenBack, Thinking

MatchMessage = Snapshot | Event | Thinking | Presence | Said | Next
"""The messages of a match."""


class Update(NamedTuple):
    """A message of a match, and the state of the match after it."""

    message: MatchMessage
    state: MatchState

    @property
    def fact(self) -> Fact | None:
        """What happened, such as `Moved` or `Finished`, if the message is a numbered event."""
        return self.message.event if isinstance(self.message, Event) else None


class Reader:
    """Unread updates of one stream. They begin with a snapshot.

    `follows`: the stream goes on with the next match of a series, or with the rematch. `tv`: it shows TV.
    """

    def __init__(self, *, follows: bool, tv: bool) -> None:
        self.follows = follows or tv
        self.tv = tv
        self.feed: Feed
        self.updates: Mailbox[Update] = Mailbox()
        self._begun = False

    def put(self, update: Update) -> None:
        """Add an update. Search info replaces older search info that is unread."""
        self._begun = self._begun or isinstance(update.message, Snapshot)
        if self._begun:
            newest = self.updates.newest
            older = newest is not None and isinstance(newest.message, Thinking)
            self.updates.put(update, replace=older and isinstance(update.message, Thinking))


class Feed:
    """A followed match. `state` is None until its first snapshot."""

    def __init__(self, match: str) -> None:
        self.match = match
        self.state: MatchState | None = None
        self.turns = 0
        """How often a move was played or taken back, or a snapshot has come."""
        self.readers: set[Reader] = set()
        self.holds = 0
        """How many programs need the state. Each of them also holds the matches after it."""
        self.subscribed = False
        self.last: bool = False
        """Whether the match was the last one of its series."""
        self.next: Feed | None = None
        """The match after this one: the next of its series, or its rematch."""
        # The updates since the last snapshot, for streams that are about to read.
        self.recent: list[Update] = []
        self._error: Exception | None = None
        self._changed = asyncio.Event()

    @property
    def unused(self) -> bool:
        """Whether no stream and no program needs the match."""
        return not self.readers and not self.holds

    def receive(self, message: MatchMessage, *, keep: bool) -> None:
        """Apply a message. `keep`: a stream that is about to read needs the messages since the last snapshot."""
        self.state = advance(self.state, message)
        if self.state is None:
            return
        if isinstance(message, Next):
            self.last = message.next is None
        update = Update(message, self.state)
        if isinstance(message, Snapshot):
            self.subscribed = True
            self.recent.clear()
        if isinstance(message, Snapshot) or isinstance(update.fact, Moved | TakenBack):
            self.turns += 1
        if keep and (self.recent or isinstance(message, Snapshot)):
            self.recent.append(update)
        for reader in self.readers:
            reader.put(update)
        self._changed.set()

    def fail(self, error: Exception) -> None:
        """Raise an error from everything that waits for the match."""
        self._error = error
        for reader in self.readers:
            reader.updates.fail(error)
        self._changed.set()

    async def until(self, reached: Callable[["Feed"], bool]) -> None:
        """Wait until a condition holds.

        Raises:
            ClientError: The error that ended the connection.
        """
        while not reached(self):
            if self._error is not None:
                raise self._error
            self._changed.clear()
            await self._changed.wait()


class Feeds:
    """All followed matches of a connection.

    Args:
        leave: Ends the subscription of a match that is no longer needed.
    """

    def __init__(self, leave: Callable[[str], None]) -> None:
        self._leave = leave
        self._feeds: dict[str, Feed] = {}
        self._entering = 0
        self._error: Exception | None = None

    @contextlib.contextmanager
    def entering(self) -> Iterator[None]:
        """Keep what arrives for matches that a pending command enters, until the block has attached to them."""
        self._entering += 1
        try:
            yield
        finally:
            self._entering -= 1
            if not self._entering:
                for feed in list(self._feeds.values()):
                    feed.recent.clear()
                    self._drop_unused(feed)

    def hold(self, match: str) -> Feed:
        """Follow a match, and the matches after it, until `release`."""
        feed = self._feed(match)
        for each in _chain(feed):
            each.holds += 1
        return feed

    def release(self, feed: Feed) -> None:
        """Undo one `hold`."""
        for each in _chain(feed):
            each.holds -= 1
            self._drop_unused(each)

    def take_next(self, feed: Feed) -> Feed | None:
        """Return the match after a held one, held in its place, or None if there is none."""
        following = self.hold(feed.next.match) if feed.next is not None else None
        self.release(feed)
        return following

    def attach(self, match: str, reader: Reader) -> None:
        """Let a stream read a match, from its last snapshot on."""
        feed = self._feed(match)
        for update in feed.recent:
            reader.put(update)
        feed.readers.add(reader)
        reader.feed = feed
        if self._error is not None:
            reader.updates.fail(self._error)

    def detach(self, reader: Reader) -> None:
        """End a stream."""
        reader.feed.readers.discard(reader)
        self._drop_unused(reader.feed)

    def receive(self, message: MatchMessage, tv_match: str | None) -> None:
        """Apply a message of a match. `tv_match` is the match that TV shows."""
        feed = self._feed(message.match)
        if isinstance(message, Snapshot) and message.match == tv_match:
            self._move_tv(feed)
        feed.receive(message, keep=bool(self._entering))
        if isinstance(message, Next):
            feed.subscribed = False
            if message.next is not None:
                self._redirect(feed, self._feed(message.next), tv=message.why == "tv")
        self._drop_unused(feed)

    def fail(self, error: Exception) -> None:
        """Raise an error from everything that waits for a match."""
        self._error = error
        for feed in self._feeds.values():
            feed.fail(error)

    def _feed(self, match: str) -> Feed:
        if match not in self._feeds:
            self._feeds[match] = feed = Feed(match)
            if self._error is not None:
                feed.fail(self._error)
        return self._feeds[match]

    def _redirect(self, feed: Feed, following: Feed, *, tv: bool) -> None:
        """Move the streams that follow to the next match, and hold it for the programs that hold this one.

        The server has subscribed the client to it. If nothing needs it, its snapshot ends the subscription.
        """
        if not tv and feed.next is None:
            feed.next = following
            for each in _chain(following):
                each.holds += feed.holds
        for reader in [reader for reader in feed.readers if (reader.tv if tv else reader.follows)]:
            self._move(reader, following)

    def _move_tv(self, feed: Feed) -> None:
        """Move the streams of TV to the match that it shows after a reconnection."""
        for other in [other for other in self._feeds.values() if other is not feed]:
            for reader in [reader for reader in other.readers if reader.tv]:
                self._move(reader, feed)
            self._drop_unused(other)

    def _move(self, reader: Reader, feed: Feed) -> None:
        reader.feed.readers.discard(reader)
        feed.readers.add(reader)
        reader.feed = feed

    def _drop_unused(self, feed: Feed) -> None:
        """Leave a match that is no longer needed."""
        if not feed.unused or self._entering or self._feeds.get(feed.match) is not feed:
            return
        del self._feeds[feed.match]
        if feed.subscribed and self._error is None:
            self._leave(feed.match)


def _chain(feed: Feed) -> Iterator[Feed]:
    """Yield a match and the matches after it."""
    following: Feed | None = feed
    while following is not None:
        yield following
        following = following.next
