"""What the two sides of a match offer each other, in words. No I/O."""

from typing import Any

from kibitz_client.state import MatchState
from kibitz_client.words import player_text, seat_text
from kibitz_protocol.to_client import (
    Agreed,
    Declined,
    Offered,
    Paused,
    RematchDropped,
    Rematched,
    Resumed,
    TakenBack,
    Withdrawn,
)
from kibitz_protocol.values import OfferKind, Seat

ASKS: dict[OfferKind, str] = {
    "draw": "a draw",
    "takeback": "to take back the last move",
    "pause": "a pause",
    "resume": "to go on",
    "adjourn": "to adjourn for another day",
    "abort": "to abort the match",
    "rematch": "a rematch",
}
"""What is offered, behind `asks for` or `offers`."""
CALLED: dict[OfferKind, str] = {
    "draw": "the draw",
    "takeback": "the takeback",
    "pause": "the pause",
    "resume": "to go on",
    "adjourn": "to adjourn",
    "abort": "to abort",
    "rematch": "the rematch",
}


def agreement_lines(fact: Any, state: MatchState) -> list[str] | None:
    """What a fact about offers, pauses, takebacks and rematches says; None for any other fact."""
    match fact:
        case Offered(seat=seat, offer=offer):
            verb = "offers" if offer in ("draw", "rematch") else "asks for" if offer == "pause" else "asks"
            answer = "  (type accept or decline)" if state.you is not None and state.you != seat else ""
            return [f"{_who(state, seat)} {verb} {ASKS[offer]}{answer}"]
        case Agreed(by=by, offer=offer):
            return [f"{_who(state, by)} agrees {'to ' if not CALLED[offer].startswith('to ') else ''}{CALLED[offer]}"]
        case Declined(by=by, offer=offer):
            refuses = "does not want" if CALLED[offer].startswith("to ") else "declines"
            return [f"{_who(state, by)} {refuses} {CALLED[offer]}"]
        case Withdrawn(seat=seat, offer=offer):
            return [f"{_who(state, seat)} no longer offers {CALLED[offer]}"]
        case TakenBack(seat=seat, plies=plies):
            moves = "the last move is" if plies == 1 else f"the last {plies} moves are"
            return [f"{moves} taken back; {_who(state, seat)} moves again"]
        case Paused(adjourned=adjourned):
            return [paused_line(state) if not adjourned else adjourned_line(state)]
        case Resumed():
            return ["the match goes on"]
        case Rematched(code=code):
            return [f"the rematch is match {code}: kibitz watch {code}"]
        case RematchDropped(reason=reason):
            return [f"there is no rematch: {reason}"]
    return None


def paused_line(state: MatchState) -> str:
    """That a match is paused, and for its players how it goes on."""
    return "the match is paused" + ("; type resume to go on" if state.you is not None else "")


def adjourned_line(state: MatchState) -> str:
    """That a match is adjourned, and for its players how it goes on."""
    if state.you is None:
        return "the match is adjourned"
    return "the match is adjourned; type resume to go on, or quit and come back another day"


def _who(state: MatchState, seat: Seat) -> str:
    view = next((view for view in state.seats if view.seat == seat), None)
    name = seat_text(state.game.seats, seat)
    return f"{name} {player_text(view)}" if view is not None else name
