"""What waits to be sent to one client, with a bound.

A client that does not keep up loses nothing that counts: when its messages of a match have piled up, they are dropped
and it is owed one fresh snapshot instead, which is also less to read. Only the newest thinking of a match waits.
Answers are never dropped: a client whose outbox is full of them is not listened to. Where even that does not help, as
when others fill it with talk or the lobby changes all the time, the outbox is hopeless and the connection should end.
"""

import asyncio
from collections.abc import Callable

from kibitz_server.messages.outgoing import OutgoingMessage

MOST_MESSAGES = 256
MOST_BYTES = 1 << 20


class Outbox:
    """Filled by the runtime, emptied by the connection's writer; both on one event loop.

    Most never hold anything, so it is made of what is small while it is empty.
    """

    def __init__(
        self,
        most_messages: int = MOST_MESSAGES,
        most_bytes: int = MOST_BYTES,
        on_drop: Callable[[int], object] = lambda _: None,
    ) -> None:
        """`on_drop` hears how many messages were dropped, each for a snapshot that is owed instead."""
        self._on_drop = on_drop
        self._letters: list[OutgoingMessage] = []
        self._bytes = 0
        self._most_messages = most_messages
        self._most_bytes = most_bytes
        self._behind: dict[str, None] = {}
        self._taken = False
        self._given_up = False
        self._awaited: asyncio.Future[None] | None = None
        self._closed = False

    def __len__(self) -> int:
        return len(self._letters)

    @property
    def weight(self) -> int:
        """How many bytes wait."""
        return self._bytes

    @property
    def full(self) -> bool:
        """Whether more waits than should."""
        return len(self._letters) > self._most_messages or self._bytes > self._most_bytes

    @property
    def idle(self) -> bool:
        """Whether nothing waits, nothing is on its way and nothing is owed: then a message need not come in here."""
        return not (self._letters or self._behind or self._taken or self._closed)

    @property
    def hopeless(self) -> bool:
        """Whether so much waits that the client will not catch up."""
        return len(self._letters) > 4 * self._most_messages or self._bytes > 2 * self._most_bytes

    def put(self, letter: OutgoingMessage) -> None:
        """Add a message, or drop it where its match is owed a snapshot anyway."""
        if letter.match_id in self._behind or self._given_up:
            return
        if letter.thinking:
            self._drop(lambda other: other.thinking and other.match_id == letter.match_id)
        self._letters.append(letter)
        self._bytes += len(letter.data)
        if self.full:
            self._fall_behind()
        self._wake()

    def _fall_behind(self) -> None:
        self._behind |= dict.fromkeys(letter.match_id for letter in self._letters if letter.match_id is not None)
        before = len(self._letters)
        self._drop(lambda letter: letter.match_id is not None)
        self._on_drop(before - len(self._letters))

    def _drop(self, unwanted: Callable[[OutgoingMessage], bool]) -> None:
        self._letters = [letter for letter in self._letters if not unwanted(letter)]
        self._bytes = sum(len(letter.data) for letter in self._letters)

    def give_up(self) -> None:
        """Drop everything, and take nothing any more."""
        self._drop(lambda _: True)
        self._behind.clear()
        self._given_up = True
        self.close()

    def close(self) -> None:
        """Let the writer end once it has sent what waits."""
        self._closed = True
        self._wake()

    def _wake(self) -> None:
        if self._awaited is not None and not self._awaited.done():
            self._awaited.set_result(None)

    async def next(self) -> bytes | str | None:
        """Wait for the next message; a string is the id of a match of which a snapshot is owed, None the end."""
        self._taken = False
        while not self._letters and not self._behind:
            if self._closed:
                return None
            self._awaited = asyncio.get_running_loop().create_future()
            await self._awaited
        if self._letters:
            self._taken = True
            letter = self._letters.pop(0)
            self._bytes -= len(letter.data)
            return letter.data
        match_id = next(iter(self._behind))
        del self._behind[match_id]
        return match_id
