"""How a match ended, and which seat ended it alone.

The stored events say it: the reason of a result or of an abort begins with one of these words.
"""

from enum import StrEnum

from kibitz_server.core.value import value
from kibitz_server.core.values.events import MatchAborted, MatchFinished

AGREEMENT = "agreement"
RESIGNATION = "resignation"
TIME = "time"
NO_SHOW = "no-show"
ABANDONED = "abandonment"
ENGINE_FAILURE = "engine failure"
BY_SCORE = "adjudicated by score"
BY_PROOF = "adjudicated by proof"
BY_LENGTH = "adjudicated by length"
"""Reasons of matches between engines that their terms ended: see `core/adjudication.py`."""
LEFT = "everybody left"
"""Reason of the abort of a match that had not begun when all its human players left it."""
HOPELESS = ", but the opponent cannot win"
"""What is added to the reason of a draw where one side would have lost."""
DRAWN_ON_TIME = f"{TIME}{HOPELESS}"
"""Reason of a draw by a fallen flag."""


class EndKind(StrEnum):
    """What ended a match."""

    RULES = "rules"
    AGREEMENT = AGREEMENT
    RESIGNATION = RESIGNATION
    TIME = TIME
    NO_SHOW = NO_SHOW
    ABANDONED = ABANDONED
    ENGINE_FAILURE = ENGINE_FAILURE
    BY_SCORE = BY_SCORE
    BY_PROOF = BY_PROOF
    BY_LENGTH = BY_LENGTH
    ABORTED = "aborted"


ADJUDICATED = (EndKind.BY_SCORE, EndKind.BY_PROOF, EndKind.BY_LENGTH)
"""Ends by the terms of a match between engines."""
PLAYED_OUT = (EndKind.RULES, EndKind.AGREEMENT, *ADJUDICATED)
"""Ends after which everything that was hidden is shown: no player alone has caused them."""
_SAID = tuple(kind for kind in EndKind if kind not in (EndKind.RULES, EndKind.ABORTED))


@value
class MatchEnd:
    """How a match ended. `seat` ended it alone; None if no seat did, or if an old event does not say which."""

    kind: EndKind
    seat: int | None = None

    @property
    def played_out(self) -> bool:
        """Whether the match was played to an end by the rules or its terms, or to a draw that both sides agreed on."""
        return self.kind in PLAYED_OUT


def how_ended(event: MatchFinished | MatchAborted, *, by_rules: bool = False) -> MatchEnd:
    """Return how a match ended by the event that ended it. An abort by agreement, the server or an admin has no seat.

    Args:
        event: The event that ended the match.
        by_rules: Whether the game is over in the last position. Draws that a player claimed count as such an end.
    """
    if isinstance(event, MatchAborted):
        head = event.reason.partition(":")[0]
        kind = {NO_SHOW: EndKind.NO_SHOW, LEFT: EndKind.ABANDONED}.get(head, EndKind.ABORTED)
        return MatchEnd(kind, event.seat)
    result, reason = event.result, event.result.reason.removesuffix(HOPELESS)
    kind = EndKind.RULES if by_rules else next((each for each in _SAID if each == reason), EndKind.RULES)
    alone = kind not in PLAYED_OUT and result.winner is not None
    return MatchEnd(kind, 1 - result.winner if alone and result.winner is not None else None)
