"""The queue of line mode."""

from collections.abc import AsyncIterator

from kibitz_client.network.subscriptions import Message
from kibitz_client.terminal.inbox import MAX_MESSAGES, Inbox
from kibitz_protocol.to_client import Notice


class Source:
    """A source of messages that counts how many were taken from it."""

    def __init__(self) -> None:
        self.taken = 0

    async def messages(self) -> AsyncIterator[Message]:
        """Yield notices without waiting."""
        for number in range(1, 3 * MAX_MESSAGES):
            self.taken = number
            yield Notice(text=str(number))


async def test_unread_messages_stay_at_the_source() -> None:
    """The queue takes a bounded number of messages, and one more for each that is read."""
    source = Source()
    async with Inbox(source) as inbox:
        for number in range(1, 3 * MAX_MESSAGES):
            assert await inbox.next() == Notice(text=str(number))
            assert source.taken <= number + MAX_MESSAGES + 1
