"""Rules of a ladder: places, which challenges are allowed, and when they are lost.

Places are the numbers of the entrants, the best first. Times are seconds of server uptime.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import StrEnum
from math import inf

from kibitz_server.core.value import value

DAY_S = 86_400.0
REACH = 10
"""How many places up an entrant may challenge, if the organiser chooses no other number."""
MOST_OUTGOING, MOST_INCOMING = 3, 5
ACCEPT_S = 7 * DAY_S
"""Time to accept a challenge. An entrant that does not has lost it."""
REMATCH_S = 3 * DAY_S
"""Time after the end of a challenge before the same two may meet again."""


@value
class Challenge:
    """A challenge that has not ended. It counts until its game has ended; None: not accepted yet."""

    challenger: int
    challenged: int
    made_at: float
    accepted_at: float | None = None


class Obstacle(StrEnum):
    """Why a challenge is not allowed, as a sentence."""

    NOT_ON_LADDER = "Both must be on the ladder."
    NOT_ABOVE = "You can challenge only entrants above you."
    OUT_OF_REACH = "That place is too far above yours."
    ALREADY_OPEN = "There is a challenge between you already."
    TOO_MANY_OUTGOING = "You have three open challenges. Play one of them first."
    TOO_MANY_INCOMING = "That entrant has five open challenges already."
    PLAYED_LATELY = "You played that entrant within the last three days."


def obstacle(
    order: Sequence[int],
    challenges: Collection[Challenge],
    ended_at: Mapping[frozenset[int], float],
    wanted: Challenge,
    reach: int = REACH,
) -> Obstacle | None:
    """Return what is against a challenge made at `wanted.made_at`; None if it is allowed.

    Args:
        order: The places of the ladder.
        challenges: The challenges that have not ended.
        ended_at: When the last challenge between two entrants ended.
        wanted: The challenge.
        reach: How many places up an entrant may challenge.
    """
    pair = frozenset((wanted.challenger, wanted.challenged))
    if not pair <= set(order):
        return Obstacle.NOT_ON_LADDER
    distance = order.index(wanted.challenger) - order.index(wanted.challenged)
    if distance <= 0:
        return Obstacle.NOT_ABOVE
    if distance > reach:
        return Obstacle.OUT_OF_REACH
    if any(pair == {each.challenger, each.challenged} for each in challenges):
        return Obstacle.ALREADY_OPEN
    if sum(each.challenger == wanted.challenger for each in challenges) >= MOST_OUTGOING:
        return Obstacle.TOO_MANY_OUTGOING
    if sum(each.challenged == wanted.challenged for each in challenges) >= MOST_INCOMING:
        return Obstacle.TOO_MANY_INCOMING
    if wanted.made_at < ended_at.get(pair, -inf) + REMATCH_S:
        return Obstacle.PLAYED_LATELY
    return None


def entered(order: Sequence[int], entrant: int) -> tuple[int, ...]:
    """Return the places after an entrant has joined: it is the last."""
    return (*order, entrant)


def without(order: Sequence[int], entrant: int) -> tuple[int, ...]:
    """Return the places after an entrant has left."""
    return tuple(each for each in order if each != entrant)


def after_challenge(order: Sequence[int], challenger: int, challenged: int, won: bool) -> tuple[int, ...]:
    """Return the places after a challenge, which the challenger has `won` or not; a draw changes nothing.

    A challenger that has overtaken the other entrant meanwhile keeps its place.
    """
    if not won or order.index(challenger) < order.index(challenged):
        return tuple(order)
    rest = list(without(order, challenger))
    rest.insert(rest.index(challenged), challenger)
    return tuple(rest)


def lost_unanswered(challenges: Iterable[Challenge], now: float) -> list[Challenge]:
    """Return the challenges that the challenged entrants have lost because they did not accept in time, in order."""
    late = [each for each in challenges if each.accepted_at is None and now >= each.made_at + ACCEPT_S]
    return sorted(late, key=lambda each: (each.made_at, each.challenger, each.challenged))


def next_deadline(challenges: Iterable[Challenge]) -> float:
    """Return when the next challenge is lost unless it is accepted; infinity if there is none."""
    return min((each.made_at + ACCEPT_S for each in challenges if each.accepted_at is None), default=inf)
