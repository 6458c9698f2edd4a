"""Conversion of search reports to search info of a match and to protocol data."""

from dataclasses import fields

from kibitz_server.core.values.events import SearchInfo
from kibitz_server.engine.analysis.prospects import Prospects
from kibitz_server.engine.analysis.win_probability import win_probability
from kibitz_server.engine.driver import SearchResult
from kibitz_server.engine.rules import part_of
from kibitz_server.games.game import Game
from kibitz_server.messages.outgoing import Data


def search_info(report: SearchResult) -> SearchInfo | None:
    """Return the search info that the match stores with a move; None for the algorithm `random`."""
    if report.algorithm == "random":
        return None
    return SearchInfo(**{field.name: getattr(report, field.name) for field in fields(SearchInfo)})


def search_data(game: Game, found: SearchInfo | SearchResult) -> Data:
    """Return a `SearchReport` of a search in a game."""
    win = win_probability(game.name, found, part_of(game, "SCORE_OF_WIN"))
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
    return prospects_data(found.prospects) if isinstance(found, SearchResult) else None


def prospects_data(known: Prospects | None) -> Data | None:
    """Return a `Prospects`."""
    return known and known.as_data()


def thinking_data(match_id: str, game: Game, ply: int, seat: int, report: SearchResult) -> Data:
    """Return a `Thinking` message."""
    return {"t": "thinking", "match": match_id, "ply": ply, "seat": seat, "search": search_data(game, report)}
