"""Round robin: all against all, by Berger tables."""

from functools import lru_cache

from kibitz_server.core.tournament.events import RoundPaired
from kibitz_server.core.tournament.formats.berger import BergerRound, berger_rounds
from kibitz_server.core.tournament.formats.pairs import AHEAD, paired
from kibitz_server.core.tournament.state import TournamentState


@lru_cache(maxsize=32)
def _table(entrants: int) -> tuple[BergerRound, ...]:
    """Return the rounds of two cycles."""
    return berger_rounds(entrants, 2)


def next_pairings(state: TournamentState, _now: float) -> RoundPaired | None:
    """Return the next round; None if all are paired, or enough games can begin.

    Engines begin games of later rounds while others still play, so that no slot is idle. With other entrants a round
    waits for the end of the one before.
    """
    number = len(state.rounds) + 1
    if number > state.planned_rounds or len(state.due) >= AHEAD:
        return None
    if not state.engines_alone and any(state.open_rounds):
        return None
    table = _table(len(state.entrants))
    return paired(state, number, table[(number - 1) % len(table)].pairs)


def is_over(state: TournamentState, _now: float) -> bool:
    """Return whether all rounds are played."""
    return len(state.rounds) >= state.planned_rounds and not state.open_rounds
