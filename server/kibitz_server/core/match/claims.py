"""Claiming a match that the other side has walked away from."""

import math

from kibitz_server.core.match.commands import Claim
from kibitz_server.core.match.deadlines import no_show
from kibitz_server.core.match.phase import Phase
from kibitz_server.core.match.seats import not_seated
from kibitz_server.core.match.state import MatchState
from kibitz_server.core.values.events import Event, MatchFinished, Result
from kibitz_server.core.values.players import Human
from kibitz_server.core.values.refusal import Reason, Refusal
from kibitz_server.core.values.timeouts import claim_after_s


def claimable_at(match: MatchState, seat: int) -> float | None:
    """When the match may be claimed from whoever sits there, on the clock of `now`; None: not as it stands."""
    player, patience_s = match.seats[seat], claim_after_s(match.created.control)
    if match.phase is not Phase.RUNNING or not isinstance(player, Human) or patience_s is None:
        return None
    since = match.presence.disconnected_since(player.id)
    return None if since is None else since + patience_s


def claim(match: MatchState, command: Claim, now: float) -> list[Event] | Refusal:
    """End a match without the other side: won, or as a draw; aborted where the other side never made a move."""
    seat = match.seat_of(command.by)
    if seat is None:
        return not_seated("only who plays can claim a match")
    other = match.seats[1 - seat]
    if not isinstance(other, Human):
        return Refusal(Reason.NOT_CLAIMABLE, "an engine does not walk away", "resign to end the match")
    at = claimable_at(match, 1 - seat)
    if at is None:
        return _nothing_to_claim(match, other)
    if now < at:
        wait = math.ceil(at - now)
        return Refusal(Reason.NOT_CLAIMABLE, f"{other.name} may still come back", f"claim again in {wait} s")
    if all(move.seat != 1 - seat for move in match.moves):
        return [no_show(other.name)]
    return [MatchFinished(Result(None if command.draw else seat, "abandonment"), match.elapsed_s(now))]


def _nothing_to_claim(match: MatchState, other: Human) -> Refusal:
    if match.presence.disconnected_since(other.id) is None:
        return Refusal(Reason.NOT_CLAIMABLE, f"{other.name} is here", "offer a draw, or resign")
    sentence = "with days for a move nobody has to be here all the time"
    return Refusal(Reason.NOT_CLAIMABLE, sentence, "the clock decides when the days are over")
