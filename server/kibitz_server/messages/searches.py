"""Conversion of search reports to search info of a match and to protocol data."""

from dataclasses import fields

from kibitz_server.core.values.events import SearchInfo
from kibitz_server.engine.analysis.win_probability import win_probability
from kibitz_server.engine.driver import SearchResult
from kibitz_server.messages.outgoing import Data


def search_info(report: SearchResult) -> SearchInfo | None:
    """Return the search info that the match stores with a move; None for the algorithm `random`."""
    if report.algorithm == "random":
        return None
    return SearchInfo(**{field.name: getattr(report, field.name) for field in fields(SearchInfo)})


def search_data(game: str, found: SearchInfo | SearchResult) -> Data:
    """Return a `SearchReport` of a search in a game."""
    win = win_probability(game, found)
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
        "source": found.source,
        "said": list(found.said),
        "prospects": _prospects_data(found),
        "win": None if win is None else round(win, 4),
    }


def _prospects_data(found: SearchInfo | SearchResult) -> Data | None:
    """Return a `Prospects`; the search info of a played move has none."""
    known = found.prospects if isinstance(found, SearchResult) else None
    if known is None:
        return None
    rounded = {name: round(each, 4) for name, each in known._asdict().items() if isinstance(each, float)}
    return known._asdict() | rounded


def thinking_data(match_id: str, game: str, ply: int, seat: int, report: SearchResult) -> Data:
    """Return a `Thinking` message."""
    return {"t": "thinking", "match": match_id, "ply": ply, "seat": seat, "search": search_data(game, report)}
