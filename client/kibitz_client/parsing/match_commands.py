"""What people type to talk in a match, and to hear somebody no longer."""

from typing import get_args

from kibitz_client.errors import UsageError
from kibitz_client.requests import build
from kibitz_protocol.to_server import Accept, Chat, Claim, Decline, Mute, Offer, Withdraw
from kibitz_protocol.values import OfferKind


def talk_command(word: str, rest: str, reference: str) -> Chat | Mute | None:
    """`chat TEXT`, `mute NAME` or `unmute NAME`; None for anything else. Raises Misuse."""
    match word:
        case "chat":
            return build(Chat, match=reference, text=rest)
        case "mute" | "unmute":
            return build(Mute, name=rest, on=word == "mute")
        case _:
            return None


def claim_command(rest: str, match: str) -> Claim:
    """The command behind `claim`, `claim win` or `claim draw`. Raises Misuse."""
    result = rest.strip().lower() or "win"
    if result not in ("win", "draw"):
        raise UsageError(f"{rest.strip()!r} cannot be claimed", "type claim, or claim draw")
    return build(Claim, match=match, result=result)


OFFERS = get_args(OfferKind)
"""The words that offer something."""


ANSWERS: dict[str, type[Accept | Decline | Withdraw]] = {"accept": Accept, "decline": Decline, "withdraw": Withdraw}
"""The words that answer an offer, or take it back."""


def offer_command(word: str, rest: str, match: str) -> Offer | Accept | Decline | Withdraw | None:
    """What somebody means who types `draw`, or `accept takeback`; None for any other word. Raises Misuse."""
    if word in OFFERS:
        return build(Offer, match=match, offer=word)
    if word in ANSWERS:
        return build(ANSWERS[word], match=match, offer=rest or None)
    return None
