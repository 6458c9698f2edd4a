"""Claims of a match whose other player has disconnected, or never made a move in a match without a clock."""

import math

from kibitz_server.core.match.commands import Claim
from kibitz_server.core.match.deadlines import given_up, no_show
from kibitz_server.core.match.phase import Phase
from kibitz_server.core.match.seats import not_seated
from kibitz_server.core.match.state import MatchState
from kibitz_server.core.values.endings import ABANDONED
from kibitz_server.core.values.events import Event, MatchFinished, Result
from kibitz_server.core.values.players import Human
from kibitz_server.core.values.refusal import Reason, Refusal
from kibitz_server.core.values.timeouts import NO_SHOW_AFTER_S, claim_after_s


def claimable_at(match: MatchState, seat: int) -> float | None:
    """Return when the opponent of `seat` can claim the match, on the clock of `now`; None while nothing allows it."""
    player, timeout_s = match.seats[seat], claim_after_s(match.created.control)
    if match.phase is not Phase.RUNNING or not isinstance(player, Human) or timeout_s is None:
        return None
    since = match.presence.disconnected_since(player.id)
    return None if since is None else since + timeout_s


def no_show_at(match: MatchState, seat: int) -> float | None:
    """Return when the opponent of `seat` can claim a match without a clock because `seat` makes no first move."""
    waits = match.phase is Phase.RUNNING and match.to_move == seat and match.created.control is None
    if not waits or seat in match.history.moved or not isinstance(match.seats[seat], Human):
        return None
    return match.turn.time_at(NO_SHOW_AFTER_S)


def claim(match: MatchState, command: Claim, now: float) -> list[Event] | Refusal:
    """Return the event of a claim, or a refusal.

    It is a win of the claiming player, or a draw if it asks for one or cannot win any more. A match that has not begun
    is aborted.
    """
    seat = match.seat_of(command.by)
    if seat is None:
        return not_seated("only players can claim a match")
    if match.local:
        return Refusal(Reason.NOT_CLAIMABLE, "you play both sides", "resign to end the match")
    other = match.seats[1 - seat]
    if not isinstance(other, Human):
        return Refusal(Reason.NOT_CLAIMABLE, "an engine does not disconnect", "resign to end the match")
    times = [at for at in (claimable_at(match, 1 - seat), no_show_at(match, 1 - seat)) if at is not None]
    if not times:
        return _nothing_to_claim(match, other)
    at = min(times)
    if now < at and match.presence.disconnected_since(other.id) is None:
        hint = f"claim in {math.ceil(at - now)} s if no move comes"
        return Refusal(Reason.NOT_CLAIMABLE, f"{other.name} is connected and may still make the first move", hint)
    if now < at:
        wait = math.ceil(at - now)
        return Refusal(Reason.NOT_CLAIMABLE, f"{other.name} may still come back", f"claim again in {wait} s")
    if 1 - seat not in match.history.moved and not (match.begun and command.draw):
        return [no_show(match, 1 - seat, now)]
    result = Result(None, ABANDONED) if command.draw else given_up(match, 1 - seat, ABANDONED)
    return [MatchFinished(result, match.elapsed_s(now))]


def _nothing_to_claim(match: MatchState, other: Human) -> Refusal:
    if match.presence.disconnected_since(other.id) is None:
        return Refusal(Reason.NOT_CLAIMABLE, f"{other.name} is connected", "offer a draw, or resign")
    sentence = "in correspondence, players need not stay connected"
    return Refusal(Reason.NOT_CLAIMABLE, sentence, "the clock decides when the days are over")
