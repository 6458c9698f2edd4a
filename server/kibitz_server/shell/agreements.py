"""Offers and what follows from them, in both vocabularies: a part of `translate`."""

from typing import Any, assert_never

from kibitz_protocol import to_server
from kibitz_server.core.commands import AcceptOffer, DeclineOffer, MakeOffer, OfferCommand, WithdrawOffer
from kibitz_server.core.events import (
    Agreement,
    MatchPaused,
    MatchResumed,
    OfferAccepted,
    OfferDeclined,
    OfferMade,
    OfferWithdrawn,
    RematchAgreed,
    RematchDropped,
    Rematched,
    TakenBack,
)
from kibitz_server.core.offers import OfferKind

Data = dict[str, Any]
Offering = to_server.Offer | to_server.Accept | to_server.Decline | to_server.Withdraw


def offer_command(message: Offering, by: str) -> OfferCommand:
    """What a message about an offer asks of a match."""
    kind = OfferKind(message.offer) if message.offer else None
    match message:
        case to_server.Offer():
            return MakeOffer(by, OfferKind(message.offer))
        case to_server.Accept():
            return AcceptOffer(by, kind)
        case to_server.Decline():
            return DeclineOffer(by, kind)
        case to_server.Withdraw():
            return WithdrawOffer(by, kind)
        case _:
            assert_never(message)


def agreement_data(event: Agreement) -> Data:
    """A `Fact` about what those who play offer each other, and what follows from it."""
    match event:
        case OfferMade(seat, kind):
            return {"kind": "offered", "seat": seat, "offer": kind.value}
        case OfferAccepted(seat, kind, by):
            return {"kind": "agreed", "seat": seat, "offer": kind.value, "by": by}
        case OfferDeclined(seat, kind, by):
            return {"kind": "declined", "seat": seat, "offer": kind.value, "by": by}
        case OfferWithdrawn(seat, kind):
            return {"kind": "withdrawn", "seat": seat, "offer": kind.value}
        case TakenBack(seat, plies):
            return {"kind": "taken_back", "seat": seat, "plies": plies}
        case MatchPaused(elapsed_s, adjourned):
            return {"kind": "paused", "adjourned": adjourned, "elapsed_ms": round(1000 * elapsed_s)}
        case MatchResumed():
            return {"kind": "resumed"}
        case RematchAgreed():
            return {"kind": "rematch_agreed"}
        case Rematched(match_id, code):
            return {"kind": "rematched", "match": match_id, "code": code}
        case RematchDropped(reason):
            return {"kind": "rematch_dropped", "reason": reason}
        case _:
            assert_never(event)
