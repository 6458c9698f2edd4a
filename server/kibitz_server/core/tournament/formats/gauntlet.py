"""Gauntlet: the first entrants against all others, and against each other."""

from kibitz_server.core.tournament.events import RoundPaired
from kibitz_server.core.tournament.formats.pairs import AHEAD, paired
from kibitz_server.core.tournament.state import TournamentState


def next_pairings(state: TournamentState, _now: float) -> RoundPaired | None:
    """Return further pairs; None while enough of them have games to begin, or all are made."""
    total, made = planned_pairs(state), len(state.pairs)
    room = min(AHEAD - len(state.due), total - made)
    if room <= 0 or (room < AHEAD // 2 and made + room < total):
        return None
    return paired(state, 1, (pair_at(state, place) for place in range(made, made + room)))


def is_over(state: TournamentState, _now: float) -> bool:
    """Return whether all pairs are played."""
    return len(state.pairs) >= planned_pairs(state) and not (state.rounds and state.rounds[0].left)


def planned_pairs(state: TournamentState) -> int:
    """Return the number of pairs of the whole gauntlet."""
    games = state.planned_games
    assert games is not None
    return games // state.pair_games


def pair_at(state: TournamentState, place: int) -> tuple[int, int]:
    """Return a pair of the gauntlet by its place from 0: each other entrant meets all first ones before the next does.

    In single games each entrant has both sides about equally often.
    """
    count = len(state.entrants)
    seeds = min(state.terms.seeds, count)
    cycle, rest = divmod(place, planned_pairs(state) // state.terms.cycles)
    among = seeds * (seeds - 1) // 2
    if rest < among:
        one = 1
        while rest >= seeds - one:
            rest -= seeds - one
            one += 1
        other = one + 1 + rest
    else:
        row, column = divmod(rest - among, seeds)
        one, other = column + 1, seeds + 1 + row
    swapped = state.pair_games == 1 and (one + other + cycle) % 2 == 0
    return (other, one) if swapped else (one, other)
