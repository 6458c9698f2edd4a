"""Messages that a program has not read."""

import pytest

from kibitz_client.errors import UnreadableMessage
from kibitz_client.network.unread import MAX_UNREAD, OVERHEAD, UnreadMessages


async def test_messages_come_in_order_up_to_the_end() -> None:
    """Unread messages come before the end."""
    unread: UnreadMessages[str] = UnreadMessages("the server")
    unread.put("one", 3)
    unread.put("two", 3)
    unread.end()
    assert [await unread.next() for _ in range(3)] == ["one", "two", None]


async def test_only_unread_messages_count() -> None:
    """The bound is on the size of the unread messages, not on that of all."""
    unread: UnreadMessages[str] = UnreadMessages("the server")
    for _ in range(10):
        unread.put("half", MAX_UNREAD // 2)
        await unread.next()
    unread.put("half", MAX_UNREAD // 2)
    with pytest.raises(UnreadableMessage, match="the server sends messages faster than they are read") as caught:
        unread.put("half", MAX_UNREAD // 2)
    assert caught.value.exit_code == 5


async def test_empty_messages_are_bounded_too() -> None:
    """A message takes memory besides its text."""
    unread: UnreadMessages[str] = UnreadMessages("the server")
    for _ in range(MAX_UNREAD // OVERHEAD):
        unread.put("", 0)
    with pytest.raises(UnreadableMessage):
        unread.put("", 0)
