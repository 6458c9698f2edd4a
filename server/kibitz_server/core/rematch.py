"""Playing again: the match that follows when those who played agree on a rematch."""

from dataclasses import fields, replace
from typing import Any

from kibitz_server.core.events import MatchCreated
from kibitz_server.core.hall import CreateMatch
from kibitz_server.core.match import Match


def rematch_of(match: Match, id: str, code: str, created_at: float) -> CreateMatch:
    """The command that makes a match like one that is over, with the seats swapped; it starts at once."""
    names = {field.name for field in fields(CreateMatch)} & {field.name for field in fields(MatchCreated)}
    same: dict[str, Any] = {name: getattr(match.created, name) for name in names}
    anew = {"id": id, "code": code, "created_at": created_at, "seats": tuple(reversed(match.seats)), "autostart": True}
    # A game of a series is followed by the next one of it; a rematch is a match by itself.
    return CreateMatch(**same | anew | {"terms": replace(match.created.terms, series=None)})
