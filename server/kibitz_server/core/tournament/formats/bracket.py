"""Bracket of a knockout: the meetings of each round, their winners, and the final places.

Entrants are their seed numbers, from 1. The bracket is computed from the winners so far, so it needs no state.
"""

from collections.abc import Iterable, Mapping, Sequence

from kibitz_server.core.value import value

EMPTY = 0
"""Number at a place that no entrant has: the opponent of a bye."""
ROUND_NAMES = {2: "final", 4: "semi-final", 8: "quarter-final"}
"""Names of the last rounds, by the number of places in them."""


@value
class Meeting:
    """Two entrants that meet in a round, at a board that counts from 1. None stands for what is not known yet."""

    round: int
    board: int
    one: int | None
    two: int | None
    winner: int | None

    @property
    def playable(self) -> bool:
        """Whether both entrants are known and none has won."""
        return self.winner is None and self.one is not None and self.two is not None


def seeded(size: int) -> list[int]:
    """Return the seeds of a bracket of 2, 4, 8, ... places from top to bottom: seeds 1 and 2 can meet in the final."""
    order = [1]
    while len(order) < size:
        order = [each for seed in order for each in (seed, 2 * len(order) + 1 - seed)]
    return order


def bracket(entrants: int, winners: Mapping[tuple[int, int], int]) -> list[list[Meeting]]:
    """Return the meetings of all rounds. The first seeds have byes if the number of entrants is no power of two.

    Args:
        entrants: How many entrants there are, at least two.
        winners: Winner of each meeting that has ended, by round and board.
    """
    size = 1 << (entrants - 1).bit_length()
    places: list[int | None] = [seed if seed <= entrants else EMPTY for seed in seeded(size)]
    rounds: list[list[Meeting]] = []
    while len(places) > 1:
        number = len(rounds) + 1
        meetings = [
            Meeting(number, board, one, two, _winner(one, two, winners.get((number, board))))
            for board, (one, two) in enumerate(zip(places[::2], places[1::2], strict=True), start=1)
        ]
        rounds.append(meetings)
        places = [meeting.winner for meeting in meetings]
    return rounds


def _winner(one: int | None, two: int | None, won: int | None) -> int | None:
    """Return the winner of a meeting. An entrant without an opponent has won."""
    if EMPTY in (one, two):
        return two if one == EMPTY else one
    return won


def round_name(rounds: int, number: int) -> str:
    """Return the name of a round of a knockout that has `rounds` rounds, such as `semi-final`."""
    places = 1 << (rounds - number + 1)
    return ROUND_NAMES.get(places, f"round of {places}")


def leader(one: int, two: int, pairs: Iterable[tuple[float, float]], most_pairs: int | None) -> int | None:
    """Return the winner of a meeting from the points of its complete pairs; None if another pair must be played.

    A pair of games decides as soon as one entrant leads after it. After `most_pairs` the better seed wins; None: only
    a lead decides.
    """
    points = list(pairs)
    lead = sum(first - second for first, second in points)
    if lead:
        return one if lead > 0 else two
    return min(one, two) if most_pairs is not None and len(points) >= most_pairs else None


def places(rounds: Sequence[Sequence[Meeting]]) -> dict[int, int]:
    """Return the place of each entrant that is out of a knockout, and of its winner. Losers of a round share one."""
    found: dict[int, int] = {}
    for meetings in rounds:
        for meeting in meetings:
            if meeting.winner is not None:
                out = {meeting.one, meeting.two} - {meeting.winner, EMPTY, None}
                found |= {entrant: len(meetings) + 1 for entrant in out if entrant}
    if rounds and (winner := rounds[-1][0].winner):
        found[winner] = 1
    return found
