"""Words that the user types during a match: chat, offers, answers and claims."""

import re
from collections.abc import Collection
from typing import get_args

from kibitz_client.errors import UsageError
from kibitz_client.match.settling import cell_name
from kibitz_client.match.state import MatchState
from kibitz_client.requests import build
from kibitz_protocol.to_server import Accept, Chat, Claim, Decline, Mute, Offer, Withdraw
from kibitz_protocol.values.matches import OfferKind

TALK = ("chat", "mute", "unmute")
"""The words of chat."""
OFFERS = tuple(kind for kind in get_args(OfferKind) if kind != "settle")
"""The words that make an offer; `settle` needs more than a word."""
ANSWERS: dict[str, type[Accept | Decline | Withdraw]] = {"accept": Accept, "decline": Decline, "withdraw": Withdraw}
"""The words that answer or withdraw an offer."""


def typed_name(text: str) -> str:
    """Return the name of a player from a text that may have the `@` by which accounts are shown."""
    return text.strip().removeprefix("@")


def talk_command(word: str, rest: str, reference: str) -> Chat | Mute | None:
    """Return the command for `chat TEXT`, `mute NAME` or `unmute NAME`, or None for another word.

    Raises `UsageError` if the rest of the line does not fit.
    """
    match word:
        case "chat":
            return build(Chat, match=reference, text=rest)
        case "mute" | "unmute":
            return build(Mute, name=typed_name(rest), on=word == "mute")
        case _:
            return None


def offer_command(word: str, rest: str, match: str) -> Offer | Accept | Decline | Withdraw | None:
    """Return the command for `draw`, `accept takeback` and the like, or None for another word.

    Raises `UsageError` if the rest of the line does not fit.
    """
    if word in OFFERS:
        return build(Offer, match=match, offer=word)
    if word in ANSWERS:
        return build(ANSWERS[word], match=match, offer=rest or None)
    return None


def claim_command(rest: str, match: str) -> Claim:
    """Return the command for `claim`, `claim win` or `claim draw`, given the rest of the line.

    Raises:
        UsageError: The result is neither a win nor a draw.
    """
    result = rest.strip().lower() or "win"
    if result not in ("win", "draw"):
        raise UsageError(f"{rest.strip()!r} cannot be claimed", "type claim, or claim draw")
    return build(Claim, match=match, result=result)


def settle_command(state: MatchState, rest: str, dead: Collection[int] = ()) -> Offer:
    """Return the command for `settle`, with the names of cells, or for those that are marked.

    Raises:
        UsageError: A word names no cell of a group.
    """
    cells = {cell_name(state.board, cell).lower(): cell for group in state.position.removable for cell in group}
    words = [word for word in re.split("[,; ]+", rest.lower()) if word and word != "nothing"]
    if state.settling and (unknown := [word for word in words if word not in cells]):
        raise UsageError(f"there is no stone on {unknown[0].upper()}", "settle D4 names a stone of each dead chain")
    named = [cells[word] for word in words] if state.settling else []
    return build(Offer, match=state.match, offer="settle", dead=named if rest else sorted(dead))


def agreement(state: MatchState) -> Offer | None:
    """Return the command that agrees to the proposal of the other side, exactly as it is shown; None without one."""
    proposal = state.proposal
    if proposal is None or state.you in (None, proposal.seat):
        return None
    return build(Offer, match=state.match, offer="settle", dead=proposal.dead)
