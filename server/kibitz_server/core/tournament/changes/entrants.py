"""Entry, withdrawal and rest of entrants: what events change in them and in their games."""

from collections.abc import Iterable

from kibitz_server.core.tournament.changes.ladder_places import leave_place, take_place
from kibitz_server.core.tournament.changes.rounds import forfeit_pair, set_bye, unpair
from kibitz_server.core.tournament.events import (
    EntrantApproved,
    EntrantJoined,
    EntrantLeft,
    EntrantReady,
    EntrantRested,
    EntrantReturned,
    TournamentStarted,
)
from kibitz_server.core.tournament.records import EntrantRecord
from kibitz_server.core.tournament.state import TournamentState
from kibitz_server.core.tournament.values import Bye, ByeKind, Entrant, Format


def change_entry(
    state: TournamentState, event: EntrantJoined | EntrantApproved | EntrantLeft | EntrantReturned, at: float
) -> None:
    """Let an entrant join, count from its approval on, withdraw or return."""
    if isinstance(event, EntrantJoined):
        state.barred.discard(event.entrant.key)
        _join(state, event.entrant, event.approved, at)
        count, engines = state.taking_part
        state.taking_part = count + event.approved, engines + (event.approved and state.entrants[-1].engine)
        return
    _change_known(state, event, state.entrants[event.number - 1], at)
    active = state.active
    state.taking_part = len(active), sum(each.engine for each in active)


def _change_known(
    state: TournamentState, event: EntrantApproved | EntrantLeft | EntrantReturned, entrant: EntrantRecord, at: float
) -> None:
    if isinstance(event, EntrantApproved):
        entrant.approved = True
        entrant.first_round = state.round + 1
        entrant.free_since = at
        _note_missed_rounds(state, entrant.number)
        take_place(state, entrant.number)
    elif isinstance(event, EntrantReturned):
        entrant.left = entrant.removed = entrant.resting = False
        entrant.reason = ""
        entrant.changes += 1
        entrant.free_since = at
        take_place(state, entrant.number)
    elif not state.started:
        if event.removed:
            state.barred.add(entrant.entrant.key)
        del state.entrants[event.number - 1]
        _renumber(state, state.entrants)
    else:
        entrant.left, entrant.removed, entrant.reason = True, event.removed, event.reason
        entrant.left_seq = state.seq
        entrant.changes += 1
        _drop_games(state, entrant)


def _join(state: TournamentState, entrant: Entrant, approved: bool, at: float) -> None:
    number = len(state.entrants) + 1
    state.entrants.append(EntrantRecord(number, entrant, approved, state.round + 1, at))
    state.numbers[entrant.key] = number
    state.entries[entrant.key] += 1
    if approved:
        _note_missed_rounds(state, number)
    take_place(state, number)


def _note_missed_rounds(state: TournamentState, number: int) -> None:
    """Give a late entrant of a Swiss byes for the rounds that it missed: half a point for the last, none before."""
    if state.format is not Format.SWISS or not state.started:
        return
    state.revised += 1
    for missed in range(1, state.round + 1):
        kind = ByeKind.HALF if missed == state.round else ByeKind.ZERO
        set_bye(state, state.rounds[missed - 1], number, Bye(number, kind))


def _drop_games(state: TournamentState, entrant: EntrantRecord) -> None:
    """Decide the games of an entrant that have not begun: it withdraws, or it rests in an arena."""
    leave_place(state, entrant.number)
    for pair in [pair for pair in state.due.values() if entrant.number in pair.entrants]:
        if state.rounds[pair.round - 1].complete:
            forfeit_pair(state, pair)
        else:
            unpair(state, pair)


def change_rest(state: TournamentState, event: EntrantRested | EntrantReady, at: float) -> None:
    """Let an entrant rest or be ready. In an arena a resting entrant is paired again later, so its pair is dropped."""
    entrant = state.entrants[event.number - 1]
    entrant.resting = isinstance(event, EntrantRested)
    entrant.reason = event.reason if isinstance(event, EntrantRested) else ""
    if entrant.resting and state.format is Format.ARENA:
        _drop_games(state, entrant)
    entrant.changes += 1
    entrant.free_since = at


def number_by_seed(state: TournamentState, event: TournamentStarted, at: float) -> None:
    """Start the tournament with its entrants numbered by seed."""
    state.started_at = at
    _renumber(state, (state.entrants[number - 1] for number in event.order))
    for each in state.entrants:
        each.free_since = at


def _renumber(state: TournamentState, order: Iterable[EntrantRecord]) -> None:
    state.entrants = list(order)
    state.numbers = {}
    for number, each in enumerate(state.entrants, start=1):
        each.number = number
        state.numbers[each.entrant.key] = number
    if state.format is Format.LADDER:
        state.places = tuple(each.number for each in state.entrants if each.approved)
