"""A series: games between the same two players with the sides swapped after each, and who has how many points.

Every game carries what stood before it, so the series follows from its last match alone, also after a restart.
"""

from dataclasses import fields, replace
from typing import Any

from kibitz_server.core.lobby.registry import CreateMatch
from kibitz_server.core.match.match import Match
from kibitz_server.core.match.phase import Phase
from kibitz_server.core.values.events import MatchCreated
from kibitz_server.core.values.terms import Series


def entrant(series: Series, seat: int) -> int:
    """Who sits at a seat: 0 for whoever moved first in the first game, 1 for the other."""
    return (seat + series.number - 1) % 2


def score_after(match: Match) -> tuple[float, float]:
    """The points of each entrant, this game counted once it has a result."""
    series = match.created.terms.series
    assert series is not None
    score = list(series.score)
    if match.phase is Phase.FINISHED and match.result is not None:
        if match.result.winner is None:
            score = [points + 0.5 for points in score]
        else:
            score[entrant(series, match.result.winner)] += 1
    return score[0], score[1]


def series_continues(match: Match) -> bool:
    """Whether another game follows. One that was given up ends its series, because somebody did not want to play."""
    series = match.created.terms.series
    return series is not None and match.phase is Phase.FINISHED and series.number < series.games


def next_game(match: Match, id: str, code: str, created_at: float) -> CreateMatch:
    """The game after one that is over, with the sides swapped."""
    created, series = match.created, match.created.terms.series
    assert series is not None
    return CreateMatch(
        id=id,
        code=code,
        host=created.host,
        game=created.game,
        options=tuple(created.options),
        seats=(match.seats[1], match.seats[0]),
        control=created.control,
        position=created.position,
        listed=created.listed,
        autostart=True,
        show_thinking=created.show_thinking,
        created_at=created_at,
        opening=created.opening,
        terms=replace(created.terms, series=Series(series.id, series.games, series.number + 1, score_after(match))),
    )


def rematch_of(match: Match, id: str, code: str, created_at: float) -> CreateMatch:
    """The command that makes a match like one that is over, with the seats swapped; it starts at once."""
    names = {field.name for field in fields(CreateMatch)} & {field.name for field in fields(MatchCreated)}
    same: dict[str, Any] = {name: getattr(match.created, name) for name in names}
    anew = {"id": id, "code": code, "created_at": created_at, "seats": tuple(reversed(match.seats)), "autostart": True}
    # A game of a series is followed by the next one of it; a rematch is a match by itself.
    return CreateMatch(**same | anew | {"terms": replace(match.created.terms, series=None)})
