"""Match of two entrants: pair after pair, until the games are played or the sequential test is decided."""

from functools import lru_cache

from kibitz_server.core.tournament.events import RoundPaired
from kibitz_server.core.tournament.formats.pairs import AHEAD, paired
from kibitz_server.core.tournament.state import TournamentState
from kibitz_server.core.tournament.statistics.sprt import SequentialTest, Verdict


def next_pairings(state: TournamentState, _now: float) -> RoundPaired | None:
    """Return further pairs of the match; None while enough of them have games to begin, or all are made.

    Pairs have numbers in advance, so that openings and seeds do not depend on which game ends first.
    """
    room = AHEAD - len(state.due)
    if room < AHEAD // 2:
        return None
    games, size = state.terms.games, state.pair_games
    if games is not None:
        room = min(room, games // size - len(state.pairs))
    if room <= 0:
        return None
    start = len(state.pairs)
    # Single games swap sides each time; the games of a pair do so within it.
    return paired(state, 1, ((1, 2) if size > 1 or not number % 2 else (2, 1) for number in range(start, start + room)))


def is_over(state: TournamentState, _now: float) -> bool:
    """Return whether the test is decided, or all games are played."""
    if state.sprt is not None:
        return True
    return all_played(state)


def all_played(state: TournamentState) -> bool:
    """Return whether the terms have a number of games, and all of them count."""
    return state.terms.games is not None and state.counted >= state.terms.games


@lru_cache(maxsize=4096)
def sprt_state(test: SequentialTest, counts: tuple[int, ...]) -> tuple[Verdict, float]:
    """Return what counts of pairs decide, and their log likelihood ratio. It is asked after each event of a match."""
    ratio = test.ratio(counts)
    return test.decided_by(ratio), ratio
