"""Encoded messages to clients, with what an outbox needs to know of them."""

from typing import Any, NamedTuple

from kibitz_server.core.match.visibility import PUBLIC
from kibitz_server.messages.encoding import encode

Data = dict[str, Any]
"""A message, or a part of one, as JSON data."""


class OutgoingMessage(NamedTuple):
    """An encoded message.

    `match_id` is set if a snapshot of that match replaces the message, `seq` for an event, `speaker` for chat. A `held`
    message leaves together with those that follow it in the same step of the event loop. In a game with hidden
    information, `data` is for spectators, and `by_seat` has what each seat gets instead.
    """

    data: bytes
    match_id: str | None = None
    thinking: bool = False
    seq: int | None = None
    speaker: str | None = None
    by_seat: tuple[bytes, ...] = ()
    held: bool = False

    def to(self, audience: int | None) -> "OutgoingMessage":
        """Return the message as an audience gets it."""
        if not self.by_seat:
            return self
        own = self.data if audience is None or audience == PUBLIC else self.by_seat[audience]
        return self._replace(data=own, by_seat=())


def notice(text: str, halted: bool | None = None, id: str | None = None) -> OutgoingMessage:
    """Return a `Notice`. `halted` is true when the server stops saving moves, false when it saves them again.

    Args:
        id: The command that the notice is about.
    """
    data: Data = {"t": "notice", "text": text}
    if halted is not None:
        data["halted"] = halted
    if id is not None:
        data["id"] = id
    return OutgoingMessage(encode(data))
