"""Results of a running tournament as a crosstable, from which tie-breaks and pairings are computed."""

from typing import NamedTuple

from kibitz_server.core.tournament.crosstable import (
    Cell,
    CellKind,
    Crosstable,
    bye,
    crosstable,
    forfeit,
    played,
    unfinished,
)
from kibitz_server.core.tournament.records import PairRecord
from kibitz_server.core.tournament.state import IN_ROUNDS, TournamentState
from kibitz_server.core.tournament.values import ByeKind, Format, HowEnded

MOST_CELLS = 100_000
"""Cells up to which tie-breaks are computed: a gauntlet of many entrants and cycles may have more."""
BYE_CELLS = {
    ByeKind.PAIRING: CellKind.ALLOCATED_BYE,
    ByeKind.HALF: CellKind.HALF_POINT_BYE,
    ByeKind.ZERO: CellKind.ZERO_POINT_BYE,
}
_ABSENT = bye(CellKind.ZERO_POINT_BYE)


def results(state: TournamentState) -> Crosstable:
    """Return the results of all complete rounds. It is computed once for each state."""
    return state.remembered("results", lambda: _results(state))


class _EndedRounds(NamedTuple):
    """Rows of the first rounds that have ended, by entrant: how many these are, and `revised` of the state then."""

    revised: int
    rounds: int
    rows: list[list[Cell]]


def _results(state: TournamentState) -> Crosstable:
    ratings = [each.entrant.rating for each in state.entrants]
    if state.format in IN_ROUNDS:
        ended = _ended_rounds(state)
        rows = [row.copy() for row in ended.rows]
        for number in range(ended.rounds + 1, state.round + 1):
            _add_round(state, number, rows)
    else:
        rows = [[] for _ in state.entrants]
        for pair in state.pairs:
            for slot in range(len(pair.slots)):
                _add_game(state, pair, slot, rows)
    planned = state.planned_rounds * state.pair_games if state.format in (Format.SWISS, Format.ROUND_ROBIN) else 0
    fixed = state.format in (Format.ROUND_ROBIN, Format.GAUNTLET)
    return crosstable(rows, ratings, planned=planned, predetermined=fixed)


def _ended_rounds(state: TournamentState) -> _EndedRounds:
    """Return the rows of the rounds before the first that still runs. Only rounds since the last call are added."""
    ended = state.kept.get("ended rounds")
    if not isinstance(ended, _EndedRounds) or ended.revised != state.revised or len(ended.rows) != len(state.entrants):
        ended = _EndedRounds(state.revised, 0, [[] for _ in state.entrants])
    number = ended.rounds
    while number < state.round and state.rounds[number].ended_at is not None:
        number += 1
        _add_round(state, number, ended.rows)
    state.kept["ended rounds"] = ended = ended._replace(rounds=number)
    return ended


def too_large(state: TournamentState) -> bool:
    """Return whether a crosstable would have more cells than can be computed at each change."""
    longest = max((len(each.games) for each in state.entrants), default=0)
    return longest * len(state.entrants) > MOST_CELLS


def _add_round(state: TournamentState, number: int, rows: list[list[Cell]]) -> None:
    """Add a round to the rows, with as many cells to each as its longest row gets."""
    made = state.rounds[number - 1]
    for pair_number in made.pairs:
        pair = state.pairs[pair_number - 1]
        for slot in range(len(pair.slots)):
            _add_game(state, pair, slot, rows)
    for one in made.byes.values():
        worth = state.terms.bye if one.kind is ByeKind.PAIRING else None
        rows[one.entrant - 1].append(bye(BYE_CELLS[one.kind], worth))
    length = max(map(len, rows), default=0)
    for row in rows:
        row.extend([_ABSENT] * (length - len(row)))


def _add_game(state: TournamentState, pair: PairRecord, slot: int, rows: list[list[Cell]]) -> None:
    found = pair.slots[slot]
    if found.dropped:
        return
    sides = pair.sides(slot)
    for side, number in enumerate(sides):
        rows[number - 1].append(_cell(state, pair, slot, side, sides[1 - side]))


def _cell(state: TournamentState, pair: PairRecord, slot: int, side: int, opponent: int) -> Cell:
    found = pair.slots[slot]
    if found.forfeit is not None:
        # The points of the pairing's first and second entrant, which swap sides in every second game.
        return forfeit(opponent, side, won=found.forfeit[side ^ (slot % 2)] > 0)
    outcome = state.games[found.game - 1].outcome if found.game else None
    if outcome is None:
        return unfinished(opponent, side)
    if outcome.how is HowEnded.FORFEIT:
        return forfeit(opponent, side, won=outcome.points[side] > 0)
    return played(opponent, side, outcome.points[side])
