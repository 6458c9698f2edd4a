"""Offers: what one side of a match asks of the other. What they are is here, what becomes of them in `agreeing`."""

from dataclasses import dataclass, replace
from enum import StrEnum


class OfferKind(StrEnum):
    """What can be offered."""

    DRAW = "draw"
    TAKEBACK = "takeback"
    PAUSE = "pause"
    RESUME = "resume"
    ADJOURN = "adjourn"
    ABORT = "abort"
    REMATCH = "rematch"


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that the player at a seat offers to the other side."""

    seat: int
    kind: OfferKind


@dataclass(frozen=True, slots=True)
class Offers:
    """The offers of a match as a value. `open` are those that stand, the oldest first.

    `made` are those that each seat has made since its own last move, so that nobody is pestered. One that was accepted
    does not count.
    """

    open: tuple[Offer, ...] = ()
    made: tuple[Offer, ...] = ()

    def find(self, seat: int, kind: OfferKind | None) -> Offer | None:
        """The newest offer of a seat that stands, of that kind where one is named."""
        standing = (offer for offer in reversed(self.open) if offer.seat == seat and kind in (None, offer.kind))
        return next(standing, None)

    def with_made(self, offer: Offer) -> "Offers":
        """After an offer was made."""
        return Offers((*self.open, offer), (*self.made, offer))

    def without(self, offer: Offer) -> "Offers":
        """After an offer was declined or withdrawn."""
        return replace(self, open=tuple(other for other in self.open if other != offer))

    def accepted(self, offer: Offer) -> "Offers":
        """After an offer was accepted."""
        return replace(self.without(offer), made=tuple(other for other in self.made if other != offer))

    def after_move(self, seat: int) -> "Offers":
        """After a move of a seat: every offer has expired, and that seat may repeat its own."""
        if not self.made and not self.open:
            return self  # as at most moves
        return Offers(made=tuple(offer for offer in self.made if offer.seat != seat))
