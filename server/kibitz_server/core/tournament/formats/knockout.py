"""Knockout: a bracket by seed. Two entrants play pair after pair until one leads, or the better seed advances."""

from typing import NamedTuple

from kibitz_server.core.tournament.events import RoundPaired
from kibitz_server.core.tournament.formats.bracket import EMPTY, Meeting, bracket, leader
from kibitz_server.core.tournament.formats.pairs import paired
from kibitz_server.core.tournament.records import PairRecord
from kibitz_server.core.tournament.state import TournamentState
from kibitz_server.core.tournament.values import Bye, ByeKind


def next_pairings(state: TournamentState, _now: float) -> RoundPaired | None:
    """Return further pairs of meetings without a winner, or the next round; None while games are played."""
    number = len(state.rounds)
    if state.open_rounds:
        return _further_pairs(state, number)
    rounds = meetings(state)
    if number >= len(rounds):
        return None
    upcoming = rounds[number]
    playable = [(meeting.board, meeting.one, meeting.two) for meeting in upcoming if meeting.playable]
    alone = [_alone(meeting) for meeting in upcoming]
    return paired(
        state,
        number + 1,
        [(one or 0, two or 0) for _, one, two in playable],
        [Bye(entrant, ByeKind.PAIRING) for entrant in alone if entrant],
        boards=[board for board, _, _ in playable],
    )


def is_over(state: TournamentState, _now: float) -> bool:
    """Return whether the final has a winner."""
    return not state.open_rounds and len(state.rounds) >= state.planned_rounds


def round_is_decided(state: TournamentState, number: int) -> bool:
    """Return whether all meetings of a round have a winner."""
    return all(meeting.winner is not None for meeting in meetings(state)[number - 1])


def meetings(state: TournamentState) -> list[list[Meeting]]:
    """Return the meetings of all rounds. They are computed once for each state."""
    return state.remembered("meetings", lambda: bracket(len(state.entrants), _winners(state)))


def pairs_of(state: TournamentState, number: int) -> dict[int, list[PairRecord]]:
    """Return the pairs of a round by board."""
    boards: dict[int, list[PairRecord]] = {}
    for place in state.rounds[number - 1].pairs:
        pair = state.pairs[place - 1]
        boards.setdefault(pair.pairing.board, []).append(pair)
    return boards


def _winners(state: TournamentState) -> dict[tuple[int, int], int]:
    winners = {}
    for number in range(1, len(state.rounds) + 1):
        for board, pairs in pairs_of(state, number).items():
            winner = _winner(state, pairs)
            if winner is not None:
                winners[number, board] = winner
    return winners


def _winner(state: TournamentState, pairs: list[PairRecord]) -> int | None:
    """Return the winner of a meeting from its complete pairs. An entrant that has left loses what is undecided.

    If both have left, the first to leave has lost. The answer stays the same whatever entrants do later, because the
    rounds after it were paired by it.
    """
    if any(pair.left for pair in pairs):
        return None
    one, two = pairs[0].entrants
    points = []
    for pair in pairs:
        first, second = state.pair_points(pair)
        points.append((first, second) if pair.pairing.first == one else (second, first))
    forfeited = any(slot.forfeit is not None for pair in pairs for slot in pair.slots)
    found = leader(one, two, points, None if forfeited else state.terms.most_pairs)
    if found is not None:
        return found
    left = {state.entrant(number).left_seq: number for number in (one, two) if state.entrant(number).left}
    return (two if left[min(left)] == one else one) if left else None


class _Looked(NamedTuple):
    """How far the ended pairs of a knockout were looked at: with which changes of results, and how many."""

    revised: int
    pairs: int


def _further_pairs(state: TournamentState, number: int) -> RoundPaired | None:
    """Return another pair for each meeting of a round whose pairs are played without a winner.

    Only the boards of pairs that ended since the last call can need one. The bracket of a thousand takes milliseconds.
    """
    looked = state.kept.get("knockout")
    since = looked.pairs if isinstance(looked, _Looked) and looked.revised == state.revised else 0
    state.kept["knockout"] = _Looked(state.revised, len(state.completed))
    ended = [state.pairs[place - 1] for place in state.completed[since:]]
    boards = {pair.pairing.board for pair in ended if pair.round == number}
    if not boards or number not in state.open_rounds:
        return None
    played = pairs_of(state, number)
    wanted = []
    for board in sorted(boards):
        pairs = played.get(board, [])
        if pairs and not any(pair.left for pair in pairs) and _winner(state, pairs) is None:
            first, second = pairs[-1].entrants
            # A single game swaps the sides of the one before; a game pair has both.
            wanted.append((board, (second, first) if state.pair_games == 1 else (first, second)))
    if not wanted:
        return None
    return paired(state, number, [pair for _, pair in wanted], boards=[board for board, _ in wanted])


def _alone(meeting: Meeting) -> int | None:
    """Return the entrant of a meeting without an opponent."""
    if EMPTY not in (meeting.one, meeting.two):
        return None
    return meeting.one or meeting.two
