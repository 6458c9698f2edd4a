"""Archive entry of a finished tournament."""

import json

from kibitz_server.core.tournament.standings import standings
from kibitz_server.core.tournament.state import TournamentState
from kibitz_server.core.values.players import Human
from kibitz_server.store.archive.tournaments import EndedEntrant, EndedTournament


def tournament_summary(state: TournamentState, ended_at: float) -> EndedTournament:
    """Return the archive entry of a finished tournament. `ended_at` is in seconds since 1970."""
    created, terms = state.created, state.terms
    assert state.ended is not None
    order = places(state)
    place = {number: at for at, number in enumerate(order, 1)}
    entrants = [
        EndedEntrant(
            each.number,
            each.entrant.name,
            each.entrant.player.id if isinstance(each.entrant.player, Human) else None,
            place[each.number],
        )
        for each in state.entrants
    ]
    return EndedTournament(
        tournament_id=created.id,
        code=created.code,
        name=created.name,
        format=terms.format.value,
        game=terms.game,
        options=json.dumps(dict(terms.options)),
        clock=str(terms.control) if terms.control else None,
        organiser_id=created.organiser.id,
        organiser=created.organiser.shown,
        listed=state.public,
        rated=terms.rated,
        cancelled=state.ended.cancelled,
        most_entrants=terms.most_entrants,
        round=state.round,
        rounds=state.planned_rounds or None,
        leader=state.entrant(order[0]).entrant.name if order and state.counted else None,
        league=terms.league.id if terms.league else None,
        league_name=terms.league.name if terms.league else None,
        season=terms.league.season if terms.league else None,
        division=terms.league.division if terms.league else None,
        created_at=created.created_at,
        ended_at=ended_at,
        seq=state.seq,
        entrants=tuple(sorted(entrants, key=lambda each: each.place)),
    )


def places(state: TournamentState) -> list[int]:
    """Return the entrants in the order of the final standings, those that were never approved last."""
    ranked = [row.number for row in standings(state).rows]
    return list(dict.fromkeys((*ranked, *(each.number for each in state.entrants))))
