"""Finished matches of the archive, as clients receive them."""

from kibitz_server.messages.outgoing import Data
from kibitz_server.store.archive.queries import Ended


def page_data(found: list[Ended], limit: int, bound: str) -> Data:
    """Return an answer to `archive`: at most `limit` matches, and a cursor if more than these were found.

    The cursor has `bound`, which is the same for pages of one search.
    """
    page = found[:limit]
    next = f"{page[-1].ended_at!r} {page[-1].match_id} {bound}" if len(found) > limit else None
    return {"kind": "archive", "matches": [row_data(match) for match in page], "next": next}


def row_data(match: Ended) -> Data:
    """Return an `ArchiveRow`."""
    seats = [
        {
            "seat": number,
            "kind": seat.kind,
            "name": seat.name or None,
            "kept_for": None,
            "bot": seat.bot,
            "strength": None,
            "label": seat.label,
        }
        for number, seat in enumerate(match.seats)
    ]
    return {
        "match": match.match_id,
        "code": match.code,
        "game": match.game,
        "clock": match.clock,
        "seats": seats,
        "result": {"winner": match.winner, "reason": match.reason, "points": None, "uncounted": match.uncounted},
        "ply": match.plies,
        "rated": match.rated,
        "created_at": match.created_at,
        "ended_at": match.ended_at,
    }
