"""TODO."""

from typing import Any, NamedTuple


class OutgoingMessage(NamedTuple):
    """An encoded message.

    `match_id` is set for what a snapshot of that match would replace, `seq` for an event, `speaker` for chat.
    """

    data: bytes
    match_id: str | None = None
    thinking: bool = False
    seq: int | None = None
    speaker: str | None = None


Data = dict[str, Any]
