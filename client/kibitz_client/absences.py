"""Who of those that play is gone, and what may be claimed: what people type for it, and how it is told. No I/O."""

from kibitz_client.asking import build
from kibitz_client.errors import Misuse
from kibitz_client.state import MatchState
from kibitz_client.words import player_text, seat_text
from kibitz_protocol.to_server import Claim
from kibitz_protocol.values import Away, Seat


def claim_command(rest: str, match: str) -> Claim:
    """The command behind `claim`, `claim win` or `claim draw`. Raises Misuse."""
    result = rest.strip().lower() or "win"
    if result not in ("win", "draw"):
        raise Misuse(f"{rest.strip()!r} cannot be claimed", "type claim, or claim draw")
    return build(Claim, match=match, result=result)


def may_claim(state: MatchState) -> bool:
    """Whether we play, and the other side has been gone for long enough."""
    return state.you is not None and any(away.seat != state.you and away.claim_ms == 0 for away in state.away)


def is_gone(state: MatchState, seat: Seat) -> bool:
    """Whether who sits there has no connection."""
    return any(away.seat == seat for away in state.away)


def absence_lines(before: tuple[Away, ...], state: MatchState) -> list[str]:
    """What has changed in who is gone, for who is still there."""
    was, now = {away.seat: away for away in before}, {away.seat: away for away in state.away}
    lines = [f"{_who(state, seat)} is back" for seat in was if seat not in now and seat != state.you]
    for seat, away in now.items():
        if seat == state.you:
            continue
        if seat not in was:
            lines.append(f"{_who(state, seat)} is gone{_claim_text(state, away)}")
        elif away.claim_ms == 0 and was[seat].claim_ms != 0:
            lines.append(f"{_who(state, seat)} has not come back{_claim_text(state, away)}")
    return lines


def _claim_text(state: MatchState, away: Away) -> str:
    if away.claim_ms is None or state.you is None:
        return ""
    if away.claim_ms == 0:
        return ": type claim to win the match, or claim draw"
    return f"; in {-(-away.claim_ms // 1000)} s you may claim the match"


def _who(state: MatchState, seat: Seat) -> str:
    player = next((player_text(view) for view in state.seats if view.seat == seat), "")
    return f"{seat_text(state.game.seats, seat)} {player}".rstrip()
