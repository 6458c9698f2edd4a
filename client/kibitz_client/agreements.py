"""What the two sides of a match offer each other: what people type for it, and how it is told. No I/O."""

from typing import Any, get_args

from kibitz_client.asking import build
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
from kibitz_protocol.to_server import Accept, Decline, Offer, Withdraw
from kibitz_protocol.values import OfferKind, Seat

OFFERS = get_args(OfferKind)
"""The words that offer something."""
ANSWERS: dict[str, type[Accept | Decline | Withdraw]] = {"accept": Accept, "decline": Decline, "withdraw": Withdraw}
"""The words that answer an offer, or take it back."""

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


def offer_command(word: str, rest: str, match: str) -> Offer | Accept | Decline | Withdraw | None:
    """What somebody means who types `draw`, or `accept takeback`; None for any other word. Raises Misuse."""
    if word in OFFERS:
        return build(Offer, match=match, offer=word)
    if word in ANSWERS:
        return build(ANSWERS[word], match=match, offer=rest or None)
    return None


def standing_lines(state: MatchState) -> list[str]:
    """What somebody who comes sees of it: that the match is paused, and the offers that stand."""
    lines = [adjourned_line(state) if state.adjourned else paused_line(state)] if state.phase == "paused" else []
    offered = [agreement_lines(Offered(seat=view.seat, offer=view.offer), state) or [] for view in state.offers]
    return [*lines, *(line for one in offered for line in one)]


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
