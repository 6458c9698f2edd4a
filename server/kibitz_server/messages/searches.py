"""TODO."""

from dataclasses import fields

from kibitz_server.core.values.events import SearchInfo
from kibitz_server.engine.driver import Report
from kibitz_server.messages.outgoing import Data


def thought(report: Report) -> SearchInfo | None:
    """What an engine found, as the match remembers it; nothing of one that only drew lots."""
    if report.algorithm == "random":
        return None
    return SearchInfo(**{field.name: getattr(report, field.name) for field in fields(SearchInfo)})


def thought_data(found: SearchInfo | Report) -> Data:
    """A `SearchReport`."""
    return {
        "algorithm": found.algorithm,
        "score": found.score,
        "wins_in": found.wins_in,
        "depth": found.depth,
        "nodes": found.nodes,
        "seconds": round(found.seconds, 3),
        "line": list(found.line),
        "selective": found.selective,
        "fill": found.fill,
        "shares": [list(share) for share in found.shares],
        "exact": found.exact,
        "distance": found.distance,
    }


def thinking_data(match_id: str, ply: int, seat: int, report: Report) -> Data:
    """A `Thinking` message."""
    return {"t": "thinking", "match": match_id, "ply": ply, "seat": seat, "search": thought_data(report)}
