"""Pairings of all formats: their numbers and boards, and how many are made ahead."""

from collections.abc import Iterable

from kibitz_server.core.tournament.events import RoundPaired
from kibitz_server.core.tournament.state import TournamentState
from kibitz_server.core.tournament.values import Bye, Pairing

AHEAD = 64
"""Pairs with games to begin below which formats without breaks pair further: more than the slots of a server."""


def paired(
    state: TournamentState,
    round: int,
    pairs: Iterable[tuple[int, int]],
    byes: Iterable[Bye] = (),
    *,
    boards: Iterable[int] | None = None,
    manual: bool = False,
) -> RoundPaired:
    """Return the event for pairs of a round, the entrant that moves first before the other.

    Args:
        state: The tournament.
        round: The round, from 1.
        pairs: The pairs, in the order of the boards.
        byes: Entrants without a game.
        boards: The board of each pair; None for the boards after those that the round has.
        manual: Whether the organiser made them, so that others of the round may follow.
    """
    number = len(state.pairs)
    used = len(state.rounds[round - 1].pairs) if len(state.rounds) >= round else 0
    made = []
    numbers = iter(boards) if boards is not None else None
    for place, (first, second) in enumerate(pairs, start=1):
        board = next(numbers) if numbers is not None else used + place
        made.append(Pairing(number + place, board, first, second, state.pair_games))
    return RoundPaired(round, tuple(made), tuple(byes), manual)
