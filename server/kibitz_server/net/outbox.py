"""Bounded queue of the messages that wait to be sent to one client.

A slow client loses no state. If too many messages of a match wait, they are dropped, and the client gets one new
snapshot instead, which is also shorter. Only the newest search info of a match waits. Answers are never dropped: the
server reads no commands of a client whose outbox is full. If chat and lobby changes still fill it, the outbox is
hopeless, and the connection should end.
"""

from collections import deque
from collections.abc import Callable

from kibitz_server.messages.outgoing import OutgoingMessage

MAX_MESSAGES = 256
MAX_BYTES = 1 << 20


class Outbox:
    """Queue that the runtime fills, and that the connection empties whenever earlier bytes have left.

    Few clients ever have one: a message that can leave at once bypasses it.
    """

    __slots__ = ("_bytes", "_given_up", "_messages", "_most_bytes", "_most_messages", "_on_drop", "_snapshots_due")

    def __init__(
        self,
        most_messages: int = MAX_MESSAGES,
        most_bytes: int = MAX_BYTES,
        on_drop: Callable[[int], object] = lambda _: None,
    ) -> None:
        """Create an empty outbox. `on_drop` is called with the number of messages that a snapshot replaces."""
        self._on_drop = on_drop
        self._messages: deque[OutgoingMessage] = deque()
        self._bytes = 0
        self._most_messages = most_messages
        self._most_bytes = most_bytes
        self._snapshots_due: dict[str, None] = {}
        self._given_up = False

    def __len__(self) -> int:
        return len(self._messages)

    @property
    def weight(self) -> int:
        """Number of waiting bytes."""
        return self._bytes

    @property
    def full(self) -> bool:
        """Whether the outbox is above its bound."""
        return len(self._messages) > self._most_messages or self._bytes > self._most_bytes

    @property
    def hopeless(self) -> bool:
        """Whether the outbox is so far above its bound that the client will not catch up."""
        return len(self._messages) > 4 * self._most_messages or self._bytes > 2 * self._most_bytes

    def put(self, message: OutgoingMessage) -> None:
        """Add a message, or drop it if a snapshot of its match is due."""
        if message.match_id in self._snapshots_due or self._given_up:
            return
        if message.thinking:
            self._drop(lambda other: other.thinking and other.match_id == message.match_id)
        self._messages.append(message)
        self._bytes += len(message.data)
        if self.full:
            self._replace_with_snapshots()

    def _replace_with_snapshots(self) -> None:
        self._snapshots_due |= dict.fromkeys(
            message.match_id for message in self._messages if message.match_id is not None
        )
        before = len(self._messages)
        self._drop(lambda message: message.match_id is not None)
        self._on_drop(before - len(self._messages))

    def _drop(self, unwanted: Callable[[OutgoingMessage], bool]) -> None:
        self._messages = deque(message for message in self._messages if not unwanted(message))
        self._bytes = sum(len(message.data) for message in self._messages)

    def give_up(self) -> None:
        """Drop all messages, and ignore new ones."""
        self._drop(lambda _: True)
        self._snapshots_due.clear()
        self._given_up = True

    def take(self) -> bytes | str | None:
        """Return the next message. A string is the id of a match whose snapshot is due; None means that none waits."""
        if self._messages:
            message = self._messages.popleft()
            self._bytes -= len(message.data)
            return message.data
        if not self._snapshots_due:
            return None
        match_id = next(iter(self._snapshots_due))
        del self._snapshots_due[match_id]
        return match_id
