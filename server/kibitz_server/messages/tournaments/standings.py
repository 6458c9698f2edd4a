"""Standings of a tournament: rows, the row of a client's own entrant, and the state of a sequential test."""

from collections.abc import Callable, Iterable

from kibitz_protocol.tournaments.views import PAGE_ROWS
from kibitz_server.core.tournament.records import EntrantRecord
from kibitz_server.core.tournament.rules.figures import sprt_progress
from kibitz_server.core.tournament.rules.why import why
from kibitz_server.core.tournament.standings import EntrantStanding, Standings
from kibitz_server.core.tournament.state import TournamentState
from kibitz_server.core.tournament.statistics.rating_list import ListedRating
from kibitz_server.core.tournament.tournament import Tournament
from kibitz_server.messages.outgoing import Data
from kibitz_server.messages.tournaments.rows import entrant_data

MOST_SCORES = 180
"""Games of an arena whose points a row shows."""


def pages_of(count: int) -> int:
    """Return the number of pages of a list, at least one."""
    return max(1, -(-count // PAGE_ROWS))


def page_of(place: int) -> int:
    """Return the page of the row at a place, which counts from 0."""
    return place // PAGE_ROWS + 1


def row_data(state: TournamentState, row: EntrantStanding, rating: ListedRating | None = None) -> Data:
    """Return a `StandingRow`."""
    return {
        "rank": row.rank,
        "entrant": entrant_data(state.entrant(row.number)),
        "points": row.points,
        "tie_breaks": list(row.tie_breaks),
        "played": row.played,
        "won": row.won,
        "drawn": row.drawn,
        "lost": row.lost,
        "score": "".join(map(str, row.score[-MOST_SCORES:])),
        "streak": row.streak,
        "performance": row.performance,
        "elo": None if rating is None or rating.elo is None else round(rating.elo, 1),
        "elo_error": None if rating is None or rating.margin is None else round(rating.margin, 1),
        "state": row.state,
        "next": row.next,
    }


def rows_data(
    state: TournamentState, rows: Iterable[EntrantStanding], ratings: Callable[[TournamentState], list[ListedRating]]
) -> list[Data]:
    """Return `StandingRow`s. `ratings` returns the rating list."""
    listed = {each.entrant: each for each in ratings(state)}
    return [row_data(state, row, listed.get(row.number)) for row in rows]


def own_data(tournament: Tournament, own: EntrantRecord, found: Standings, now: float) -> Data:
    """Return the `OwnRow` of an entrant. One that is not approved has no row in the standings."""
    row = found.of(own.number) or EntrantStanding(0, own.number, own.points, state="left" if own.left else "waiting")
    game = tournament.games[own.running[0] - 1].begun if own.running else None
    return {
        "row": row_data(tournament, row),
        "approved": own.approved,
        "why": " ".join(why(tournament, own.number, now)),
        "game": game.match_id if game else None,
        "code": game.code if game else None,
    }


def sprt_data(state: TournamentState, *, course: bool) -> Data | None:
    """Return a `SprtView`, with the course of the test if asked for."""
    progress = sprt_progress(state)
    if progress is None:
        return None
    test = progress.test
    return {
        "elo0": test.elo0,
        "elo1": test.elo1,
        "alpha": test.alpha,
        "beta": test.beta,
        "model": test.model,
        "llr": progress.llr,
        "lower": test.lower,
        "upper": test.upper,
        "pairs": sum(progress.counts),
        "verdict": progress.verdict,
        "course": [list(point) for point in progress.course] if course else [],
    }
