"""A tournament as its followers see it: the snapshot, and its row in lists."""

from collections.abc import Callable, Sequence
from typing import Protocol

from msgspec.json import decode

from kibitz_protocol.tournaments.views import PAGE_ROWS
from kibitz_server.core.match.match import Match
from kibitz_server.core.tournament.formats import challenges
from kibitz_server.core.tournament.rules.figures import figures, ratings
from kibitz_server.core.tournament.rules.progress import next_round_at
from kibitz_server.core.tournament.standings import standings
from kibitz_server.core.tournament.state import TournamentState
from kibitz_server.core.tournament.tournament import Tournament
from kibitz_server.core.tournament.values import Format
from kibitz_server.core.values.players import Human
from kibitz_server.messages.outgoing import Data
from kibitz_server.messages.tournaments.rows import LivePly, challenge_data, entrant_data, game_data
from kibitz_server.messages.tournaments.standings import (
    own_data,
    page_of,
    pages_of,
    rows_data,
    sprt_data,
)
from kibitz_server.messages.tournaments.terms import terms_data
from kibitz_server.store.archive.tournaments import EndedTournament


class TimeOfDay:
    """Times on the clock of tournaments as seconds since 1970."""

    def __init__(self, now: float, today: float, stops: Sequence[tuple[float, float]] = ()) -> None:
        """Compare the clocks.

        Args:
            now: Time on the clock of tournaments.
            today: Time of day at `now`.
            stops: Times at which that clock stood, each with the seconds for which it did, the oldest first.
        """
        self.now = now
        self._offset = today - now
        self._stops = stops

    def of(self, at: float | None) -> float | None:
        """Return the time of day of a time on the clock of tournaments; None for none."""
        if at is None:
            return None
        stood_s = sum(seconds for stopped_at, seconds in self._stops if at < stopped_at)
        return max(0.0, at + self._offset - stood_s)

    def on_clock(self, today: float) -> float:
        """Return the time on the clock of tournaments of a time of day."""
        at = today - self._offset
        for stopped_at, seconds in reversed(self._stops):
            at = max(at, min(stopped_at, at + seconds))
        return at


def ends_at(state: TournamentState) -> float | None:
    """Return when a tournament ended or will end, on the clock of matches; None where that is not known."""
    return state.ended_at if state.ended is not None else state.arena_ends_at


def tournament_data(
    tournament: Tournament,
    viewer: Human | None,
    page: int | None,
    time: TimeOfDay,
    live: LivePly,
    obstacles: list[str],
) -> Data:
    """Return a `TournamentView`.

    Args:
        tournament: The tournament.
        viewer: The player that sees it; None for the public.
        page: Page of the standings; None for that of the viewer's own row, or the first.
        time: Time of day.
        live: Phase and plies of matches.
        obstacles: Sentences about what holds it up.
    """
    created, found = tournament.created, standings(tournament)
    own = tournament.find(viewer.id) if viewer is not None else None
    count = len(found.rows)
    if page is None:
        page = next((page_of(place) for place, row in enumerate(found.rows) if own and row.number == own.number), 1)
    page = min(page, pages_of(count))
    left = tournament.arena_ends_at
    top = min(tournament.running.values(), key=lambda game: _board(tournament, game.begun.pair), default=None)
    yours = viewer is not None and viewer.id == created.organiser.id
    return {
        "tournament": created.id,
        "code": created.code,
        "name": created.name,
        "organiser": created.organiser.shown,
        "yours": yours,
        "terms": terms_data(tournament.terms, seed=yours or tournament.seed_known),
        "clock": str(tournament.terms.control) if tournament.terms.control else None,
        "options": dict(tournament.terms.options),
        "state": tournament.phase,
        "reason": tournament.reason,
        "paused_since": time.of(tournament.paused_at),
        "created_at": created.created_at,
        "starts_at": time.of(tournament.starts_at) if not tournament.started else None,
        "next_at": time.of(_next_at(tournament)),
        "ends_at": time.of(ends_at(tournament)),
        "round": tournament.round,
        "rounds": tournament.planned_rounds or None,
        "games_played": tournament.counted,
        "games_planned": tournament.planned_games,
        "live": len(tournament.running),
        "entrants": len(tournament.active),
        "tie_breaks": list(found.tie_breaks),
        "rows": rows_data(tournament, found.rows[(page - 1) * PAGE_ROWS : page * PAGE_ROWS], ratings),
        "page": page,
        "pages": pages_of(count),
        "own": own_data(tournament, own, found, time.now) if own is not None else None,
        "sprt": sprt_data(tournament, course=True),
        "challenges": [
            challenge_data(tournament, each, time.of(challenges.answered_by(each)))
            for each in tournament.challenges.values()
        ],
        "waiting": [entrant_data(each) for each in tournament.entrants if not each.approved and not each.left],
        "top": None if top is None else game_data(tournament, top, live),
        "warnings": [*obstacles, *figures(tournament).warnings],
        "seconds_left": None if left is None or not tournament.runs else max(0.0, left - time.now),
    }


def row_of(tournament: Tournament, viewer: Human | None, time: TimeOfDay) -> Data:
    """Return the `TournamentRow` of a tournament in memory."""
    created, terms, place = tournament.created, tournament.terms, tournament.terms.league
    rows = standings(tournament).rows
    leads = tournament.started and rows and tournament.counted
    return {
        "tournament": created.id,
        "code": created.code,
        "name": created.name,
        "format": terms.format,
        "game": terms.game,
        "options": dict(terms.options),
        "clock": str(terms.control) if terms.control else None,
        "state": tournament.phase,
        "organiser": created.organiser.shown,
        "entrants": len(tournament.active),
        "most_entrants": terms.most_entrants,
        "round": tournament.round,
        "rounds": tournament.planned_rounds or None,
        "created_at": created.created_at,
        "starts_at": time.of(tournament.starts_at) if not tournament.started else None,
        "ends_at": time.of(ends_at(tournament)),
        "rated": terms.rated,
        "private": terms.key_hash is not None,
        "entered": viewer is not None and tournament.find(viewer.id) is not None,
        "leader": tournament.entrant(rows[0].number).entrant.name if leads else None,
        "division": _division(place.id, place.name, place.season, place.division) if place else None,
    }


def ended_row(ended: EndedTournament, viewer: Human | None) -> Data:
    """Return the `TournamentRow` of a finished tournament of the archive."""
    return {
        "tournament": ended.tournament_id,
        "code": ended.code,
        "name": ended.name,
        "format": ended.format,
        "game": ended.game,
        "options": decode(ended.options),
        "clock": ended.clock,
        "state": "cancelled" if ended.cancelled else "finished",
        "organiser": ended.organiser,
        "entrants": len(ended.entrants),
        "most_entrants": ended.most_entrants,
        "round": ended.round,
        "rounds": ended.rounds,
        "created_at": ended.created_at,
        "starts_at": None,
        "ends_at": ended.ended_at,
        "rated": ended.rated,
        "private": not ended.listed,
        "entered": viewer is not None and any(each.player_id == viewer.id for each in ended.entrants),
        "leader": ended.leader,
        "division": _division(ended.league, ended.league_name, ended.season, ended.division) if ended.league else None,
    }


def _division(league: str, name: str | None, season: int | None, division: int | None) -> Data:
    """Return a `DivisionPlace`."""
    return {"league": league, "name": name, "season": season, "division": division}


class ShownMatch(Protocol):
    """A match in memory."""

    @property
    def public(self) -> Match:
        """The match as spectators see it."""


def live_plies(find: Callable[[str], ShownMatch | None]) -> LivePly:
    """Return phase and plies of the matches that `find` returns by id, as spectators see them."""

    def live(match_id: str) -> tuple[str, int] | None:
        room = find(match_id)
        return None if room is None else (room.public.phase.value, room.public.ply)

    return live


def _next_at(tournament: Tournament) -> float | None:
    in_rounds = tournament.format in (Format.SWISS, Format.ROUND_ROBIN, Format.KNOCKOUT)
    if not tournament.runs or tournament.paused is not None or tournament.open_rounds or not in_rounds:
        return None
    return next_round_at(tournament) or None


def _board(tournament: Tournament, pair: int) -> tuple[int, int]:
    found = tournament.pairs[pair - 1]
    return -found.round, found.pairing.board
