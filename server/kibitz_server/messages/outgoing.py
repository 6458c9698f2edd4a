"""Encoded messages to clients, with what an outbox needs to know of them."""

from typing import Any, NamedTuple

from kibitz_server.messages.encoding import encode

Data = dict[str, Any]
"""A message, or a part of one, as JSON data."""


class OutgoingMessage(NamedTuple):
    """An encoded message.

    `match_id` is set if a snapshot of that match replaces the message, `seq` for an event, `speaker` for chat.
    """

    data: bytes
    match_id: str | None = None
    thinking: bool = False
    seq: int | None = None
    speaker: str | None = None


def notice(text: str, halted: bool | None = None) -> OutgoingMessage:
    """Return a `Notice`. `halted` is true when the server stops saving moves, false when it saves them again."""
    data: Data = {"t": "notice", "text": text}
    if halted is not None:
        data["halted"] = halted
    return OutgoingMessage(encode(data))
