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
    SETTLE = "settle"


@value
class MadeOffer:
    """An offer of the player at a seat to the other side. `cells` are those that an offer to settle takes off."""

    seat: int
    kind: OfferKind
    cells: tuple[int, ...] = ()


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
        """Return the offers after one was made. It takes the place of an open one of its seat and kind."""
        kept = self._without(offer.seat, offer.kind) if offer.kind is OfferKind.SETTLE else self.open
        return Offers((*kept, offer), (*self.made, offer))

    def without(self, seat: int, kind: OfferKind) -> "Offers":
        """Return the offers after one was declined or withdrawn."""
        return replace(self, open=self._without(seat, kind))

    def accepted(self, seat: int, kind: OfferKind) -> "Offers":
        """Return the offers after one was accepted."""
        made = tuple(other for other in self.made if (other.seat, other.kind) != (seat, kind))
        return Offers(self._without(seat, kind), made)

    def _without(self, seat: int, kind: OfferKind) -> tuple[MadeOffer, ...]:
        return tuple(other for other in self.open if (other.seat, other.kind) != (seat, kind))

    def after_move(self, seat: int, *, draws_stand: bool) -> "Offers":
        """Return the offers after a move of a seat: all have expired, and that seat may repeat its own.

        With `draws_stand`, a draw offer of that seat stays open: it waits for the move of the other side.
        """
        if not self.made and not self.open:
            return self  # the usual case: avoid a new object at every move
        open_ = tuple(offer for offer in self.open if draws_stand and offer == MadeOffer(seat, OfferKind.DRAW))
        return Offers(open_, (*open_, *(offer for offer in self.made if offer.seat != seat)))
