"""TODO."""

from kibitz_server.core.match.match import Match
from kibitz_server.messages.outgoing import Data


def accepted(id: str, result: Data | None = None) -> Data:
    """An `Accepted` answer."""
    return {"t": "accepted", "id": id, "result": result}


def refused(
    id: str | None,
    code: str,
    message: str,
    hint: str | None = None,
    state: Data | None = None,
    retry_after_s: float | None = None,
) -> Data:
    """A `Refused` answer."""
    return {
        "t": "refused",
        "id": id,
        "code": code,
        "message": message,
        "hint": hint,
        "state": state,
        "retry_after_s": retry_after_s,
    }


def entered(match: Match, viewer_id: str) -> Data:
    """An `Entered` result."""
    return {
        "kind": "entered",
        "match": match.created.id,
        "code": match.created.code,
        "seat": match.seat_of(viewer_id),
        "key": None,
    }
