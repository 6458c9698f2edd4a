"""Rounds with their pairs and byes: how events add them, and when their games are decided."""

from kibitz_server.core.tournament.changes.ladder_places import note_challenge
from kibitz_server.core.tournament.events import RoundPaired
from kibitz_server.core.tournament.records import PairRecord, RoundRecord, bye_points
from kibitz_server.core.tournament.state import IN_ROUNDS, TournamentState
from kibitz_server.core.tournament.values import Bye, Format

FORFEITING = (Format.GAUNTLET, *IN_ROUNDS)
"""Formats in which the games that an entrant has not begun when it withdraws are lost by forfeit."""


def pair_round(state: TournamentState, event: RoundPaired, at: float) -> None:
    """Add pairs and byes to a round. An entrant that has left loses its game by forfeit."""
    while len(state.rounds) < event.round:
        state.rounds.append(RoundRecord(at))
    made = state.rounds[event.round - 1]
    if not event.manual and not made.complete:
        made.complete, made.paired_at = True, at
        state.open_rounds[event.round] = made
    made.manual = made.manual or event.manual
    for pairing in event.pairs:
        pair = PairRecord(pairing, event.round, _opening(state, pairing.first, pairing.second))
        state.pairs.append(pair)
        made.pairs.append(pair.number)
        made.left += 1
        state.due[pair.number] = pair
        if state.format is Format.LADDER:
            note_challenge(state, pair)
        for number in pair.entrants:
            if state.entrants[number - 1].left:
                forfeit_pair(state, pair)
                break
    for pairing in event.pairs:
        set_bye(state, made, pairing.first, None)
        set_bye(state, made, pairing.second, None)
    for bye in event.byes:
        set_bye(state, made, bye.entrant, bye)


def set_bye(state: TournamentState, made: RoundRecord, number: int, bye: Bye | None) -> None:
    """Give an entrant a bye in a round instead of the one that it had, or none."""
    before = made.byes.pop(number, None)
    if bye is not None:
        made.byes[number] = bye
    if state.format is Format.SWISS:
        for each, sign in ((bye, 1), (before, -1)):
            if each is not None:
                state.entrants[number - 1].points += sign * bye_points(each, state.terms.bye)


def _opening(state: TournamentState, first: int, second: int) -> int | None:
    """Return the index of the opening of a new pair of two entrants, from 0; None without openings."""
    openings = state.terms.openings
    if openings is None:
        return None
    index = state.opening_uses.next(openings, state.terms.seed, (first, second))
    state.opening_uses.add((first, second), index)
    return index - 1


def note_progress(state: TournamentState, pair: PairRecord) -> None:
    """Note which games of a pair are to be played, and whether the pair is complete, after a change to one of them."""
    waiting = state.ended is None and any(state.waits(pair, slot) for slot in range(len(pair.slots)))
    if waiting:
        state.due[pair.number] = pair
    else:
        state.due.pop(pair.number, None)
    left = sum(_is_open(state, pair, slot) for slot in range(len(pair.slots)))
    if bool(left) != bool(pair.left):
        made = state.rounds[pair.round - 1]
        made.left += 1 if left else -1
        if left:
            state.completed.remove(pair.number)
            made.ended_at = None
            state.open_rounds[pair.round] = made
        else:
            state.completed.append(pair.number)
    pair.left = left
    if state.format is Format.MATCH and len(pair.slots) == 2:
        _note_score(state, pair)


def _note_score(state: TournamentState, pair: PairRecord) -> None:
    """Count a game pair of a match by its points. Pairs with a forfeit are not counted."""
    before = state.scored_pairs.pop(pair.number, None)
    if before is not None:
        state.pair_counts[before] -= 1
    points = state.played_points(pair)
    if points is not None:
        place = round(2 * points[pair.pairing.first != 1])
        state.scored_pairs[pair.number] = place
        state.pair_counts[place] += 1


def _is_open(state: TournamentState, pair: PairRecord, slot: int) -> bool:
    """Return whether a game of a pair is to be played or runs."""
    return state.waits(pair, slot) or (
        not pair.slots[slot].dropped
        and pair.slots[slot].forfeit is None
        and state.games[pair.slots[slot].game - 1].runs
    )


def forfeit_pair(state: TournamentState, pair: PairRecord) -> None:
    """Decide the games of a pair that have not begun: entrants that left lose by forfeit, or the games are dropped."""
    points = tuple(0.0 if state.entrants[number - 1].left else 1.0 for number in pair.entrants)
    for place, slot in enumerate(pair.slots):
        if not state.waits(pair, place):
            continue
        if state.format in FORFEITING:
            slot.forfeit = (points[0], points[1])
            for number, own, other in zip(pair.entrants, points, reversed(points), strict=True):
                state.entrants[number - 1].points += own
                state.entrants[number - 1].note_result(own, other)
        else:
            slot.dropped = True
    note_progress(state, pair)


def unpair(state: TournamentState, pair: PairRecord) -> None:
    """Drop a pair made by hand, whose round is not complete."""
    for slot in pair.slots:
        slot.dropped = True
    note_progress(state, pair)
    state.rounds[pair.round - 1].pairs.remove(pair.number)
