"""Matches that follow another: the next game of a series, and rematches. The seats are swapped in both.

Where the server drew an option, a rematch gets a new number, and so does every second game of a series: two games in a
row have the same, so that each player plays both sides of it. Each match with chance has a seed of its own.

A series is a number of games between the same two players, with a score. Each game stores the score before it, so the
last match alone defines the state of its series, also after a restart.
"""

from dataclasses import fields, replace
from typing import Any

from kibitz_server.core.lobby.registry import CreateMatch
from kibitz_server.core.match.match import Match
from kibitz_server.core.match.phase import Phase
from kibitz_server.core.values.endings import EndKind
from kibitz_server.core.values.events import MatchCreated
from kibitz_server.core.values.terms import Series
from kibitz_server.games.declaration import ANY
from kibitz_server.games.game import OptionValue


def entrant(series: Series, seat: int) -> int:
    """Return the entrant at a seat: 0 is the player who moved first in the first game, 1 the other one."""
    return (seat + series.number - 1) % 2


def score_after(match: Match) -> tuple[float, float]:
    """Return the points of each entrant, including those of this game once it has a result."""
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
    """Return whether another game follows.

    It does not after a game that was aborted, or that a player lost by absence without a move: the next ones would be
    lost without play.
    """
    series, end = match.created.terms.series, match.end
    if series is None or match.phase is not Phase.FINISHED or series.number >= series.games:
        return False
    if end is None or end.seat is None or end.kind not in (EndKind.NO_SHOW, EndKind.ABANDONED):
        return True
    return end.seat in match.history.moved


def next_game(match: Match, id: str, code: str, created_at: float) -> CreateMatch:
    """Return the command for the next game of a series, with the seats swapped."""
    created, series = match.created, match.created.terms.series
    assert series is not None
    return CreateMatch(
        id=id,
        code=code,
        host=created.host,
        game=created.game,
        options=created.options if series.number % 2 else options_asked_for(created),
        random_options=created.random_options if series.number % 2 else (),
        seats=(match.seats[1], match.seats[0]),
        control=created.control,
        position=created.position,
        listed=created.listed,
        autostart=True,
        show_thinking=created.show_thinking,
        engine_pace_s=match.pace_s,
        created_at=created_at,
        opening=created.opening,
        terms=replace(created.terms, series=Series(series.id, series.games, series.number + 1, score_after(match))),
    )


def options_asked_for(created: MatchCreated) -> tuple[tuple[str, OptionValue], ...]:
    """Return the options of a match with ANY for those that the server chose."""
    return tuple((name, ANY if name in created.random_options else value) for name, value in created.options)


def rematch_of(match: Match, id: str, code: str, created_at: float) -> CreateMatch:
    """Return the command for a rematch: the same match with the seats swapped, which starts at once."""
    names = {field.name for field in fields(CreateMatch)} & {field.name for field in fields(MatchCreated)}
    same: dict[str, Any] = {name: getattr(match.created, name) for name in names}
    new = {
        "id": id,
        "code": code,
        "created_at": created_at,
        "seats": tuple(reversed(match.seats)),
        "autostart": True,
        "options": options_asked_for(match.created),
        "random_options": (),
        "server_seed": None,
        "repeatable": False,
        "engine_pace_s": match.pace_s,
    }
    # A rematch is never part of a series, whose next game is `next_game`, or of a tournament.
    terms = replace(match.created.terms, series=None, tournament=None, berserk=False)
    return CreateMatch(**same | new | {"terms": terms})
