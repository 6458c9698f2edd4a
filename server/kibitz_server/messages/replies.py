"""Answers to commands, and the types of the functions that send them."""

from collections.abc import Callable
from typing import Protocol

from msgspec import Raw

from kibitz_protocol.refusals import Code
from kibitz_server.core.match.match import Match
from kibitz_server.core.values.refusal import Reason
from kibitz_server.limits.limiter import LimitExceeded
from kibitz_server.messages.match_data import uncounted_data
from kibitz_server.messages.outgoing import Data

Reply = Callable[[Data | None], None]
"""Accepts a command, with its result."""


class Refuse(Protocol):
    """Refuses a command. Without `message` the sentence is that of the code."""

    def __call__(
        self,
        code: Code | Reason,
        message: str | None = None,
        hint: str | None = None,
        state: Data | None = None,
        *,
        retry_after_s: float | None = None,
    ) -> None: ...


def accepted(id: str, result: Data | bytes | None = None) -> Data:
    """Return an `Accepted` answer. Its result may be encoded already, as a helper process does it."""
    return {"t": "accepted", "id": id, "result": Raw(result) if isinstance(result, bytes) else result}


def refused(
    id: str | None,
    code: str,
    message: str,
    hint: str | None = None,
    state: Data | None = None,
    retry_after_s: float | None = None,
) -> Data:
    """Return a `Refused` answer."""
    return {
        "t": "refused",
        "id": id,
        "code": code,
        "message": message,
        "hint": hint,
        "state": state,
        "retry_after_s": retry_after_s,
    }


def limit_exceeded(id: str, exceeded: LimitExceeded) -> Data:
    """Return the `Refused` answer to a command that exceeded a rate limit."""
    return refused(id, exceeded.code, exceeded.sentence, exceeded.hint, retry_after_s=exceeded.retry_after_s)


def entered(match: Match, viewer_id: str) -> Data:
    """Return an `Entered` result. A spectator may not know yet that the match has started."""
    seat = match.seat_of(viewer_id)
    return {
        "kind": "entered",
        "match": match.created.id,
        "code": match.created.code,
        "seat": seat,
        "key": None,
        "uncounted": None if seat is None else uncounted_data(match.uncounted),
    }
