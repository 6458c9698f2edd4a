"""Offers between the two sides of a match, as values. Their rules are in `core.match.offer_rules`."""

from dataclasses import replace
from enum import StrEnum

from kibitz_server.core.value import value


class OfferKind(StrEnum):
    """Kinds of offers."""

    DRAW = "draw"
    TAKEBACK = "takeback"
    PAUSE = "pause"
    RESUME = "resume"
    ADJOURN = "adjourn"
    ABORT = "abort"
    REMATCH = "rematch"


@value
class MadeOffer:
    """An offer of the player at a seat to the other side."""

    seat: int
    kind: OfferKind


@value
class Offers:
    """Offers of a match. `open` are the unanswered ones, the oldest first.

    `made` are the offers of each seat since its own last move, and its open ones, to limit repetition. Accepted offers
    do not count.
    """

    open: tuple[MadeOffer, ...] = ()
    made: tuple[MadeOffer, ...] = ()

    def find(self, seat: int, kind: OfferKind | None) -> MadeOffer | None:
        """Return the newest open offer of a seat, of any kind if `kind` is None."""
        found = (offer for offer in reversed(self.open) if offer.seat == seat and kind in (None, offer.kind))
        return next(found, None)

    def with_made(self, offer: MadeOffer) -> "Offers":
        """Return the offers after one was made."""
        return Offers((*self.open, offer), (*self.made, offer))

    def without(self, offer: MadeOffer) -> "Offers":
        """Return the offers after one was declined or withdrawn."""
        return replace(self, open=tuple(other for other in self.open if other != offer))

    def accepted(self, offer: MadeOffer) -> "Offers":
        """Return the offers after one was accepted."""
        return replace(self.without(offer), made=tuple(other for other in self.made if other != offer))

    def after_move(self, seat: int, *, draws_stand: bool) -> "Offers":
        """Return the offers after a move of a seat: all have expired, and that seat may repeat its own.

        With `draws_stand`, a draw offer of that seat stays open: it waits for the move of the other side.
        """
        if not self.made and not self.open:
            return self  # the usual case: avoid a new object at every move
        open_ = tuple(offer for offer in self.open if draws_stand and offer == MadeOffer(seat, OfferKind.DRAW))
        return Offers(open_, (*open_, *(offer for offer in self.made if offer.seat != seat)))
