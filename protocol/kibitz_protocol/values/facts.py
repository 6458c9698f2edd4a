"""Facts of a match: what a numbered event says, one model for each kind."""

from typing import Annotated, Literal

from pydantic import Field

from kibitz_protocol.validation.bounds import MAX_PLIES, Cells, LongText, Milliseconds, ShortText
from kibitz_protocol.values.base import ServerModel
from kibitz_protocol.values.fields import ClientSeed, PaceSeconds, Seat, Seed
from kibitz_protocol.values.games import GivenOptions
from kibitz_protocol.values.matches import DEAD, ChanceView, MoveView, OfferKind, Points, Result, Uncounted
from kibitz_protocol.values.seats import SeatView


class Created(ServerModel):
    """The match was created. Always the first event."""

    kind: Literal["created"] = "created"
    game: ShortText
    options: GivenOptions
    clock: ShortText | None


class Seated(ServerModel):
    """A player or an engine took a seat."""

    kind: Literal["seated"] = "seated"
    seat: SeatView


class Left(ServerModel):
    """A player left a seat before the match started."""

    kind: Literal["left"] = "left"
    seat: Seat


class Started(ServerModel):
    """The match started, and the clocks run."""

    kind: Literal["started"] = "started"
    uncounted: Uncounted | None = Field(
        default=None, description="why a rated match will not count; null where it will, or is not rated"
    )


class WentBerserk(ServerModel):
    """The player at `seat` went berserk: it gave up half of its time, and its increment."""

    kind: Literal["went_berserk"] = "went_berserk"
    seat: Seat


class Moved(ServerModel):
    """A move was played."""

    kind: Literal["moved"] = "moved"
    move: MoveView


class ClientSeedGiven(ServerModel):
    """The player at `seat` gave a client seed, which all chance events of the match depend on."""

    kind: Literal["client_seed_given"] = "client_seed_given"
    seat: Seat
    client_seed: ClientSeed


class ChanceDecided(ServerModel):
    """The server decided a chance event that was due."""

    kind: Literal["chance_decided"] = "chance_decided"
    chance: ChanceView


class SeedRevealed(ServerModel):
    """The server seed, revealed once the match is over. Its SHA-256 is the `server_seed_hash` of the snapshot."""

    kind: Literal["seed_revealed"] = "seed_revealed"
    server_seed: Seed
    chance_events: list[ChanceView] = Field(
        default=[],
        max_length=MAX_PLIES,
        description="in a game with hidden information, all chance events with the texts that were hidden",
    )


class SeedKept(ServerModel):
    """The match ended early, so cards that were not shown stay hidden and the server seed stays secret."""

    kind: Literal["seed_kept"] = "seed_kept"


class Finished(ServerModel):
    """The match ended with a result."""

    kind: Literal["finished"] = "finished"
    result: Result


class Aborted(ServerModel):
    """The match was aborted without a result."""

    kind: Literal["aborted"] = "aborted"
    reason: LongText


class Offered(ServerModel):
    """The player at `seat` made an offer. All open offers expire when a move is played or the phase changes.

    A draw offer stays open after a move of its own seat if the game says so (`draw_offers_stand`). An offer to settle
    takes the place of the last one of its seat.
    """

    kind: Literal["offered"] = "offered"
    seat: Seat
    offer: OfferKind
    dead: Cells = Field(default=[], description=DEAD)
    points: Points = None


class Agreed(ServerModel):
    """The offer of `seat` was accepted by `by`. Separate events report what follows from it."""

    kind: Literal["agreed"] = "agreed"
    seat: Seat
    offer: OfferKind
    by: Seat


class Declined(ServerModel):
    """The offer of `seat` was declined by `by`."""

    kind: Literal["declined"] = "declined"
    seat: Seat
    offer: OfferKind
    by: Seat


class Withdrawn(ServerModel):
    """The player at `seat` withdrew an offer."""

    kind: Literal["withdrawn"] = "withdrawn"
    seat: Seat
    offer: OfferKind


class TakenBack(ServerModel):
    """The last `plies` moves were taken back. `seat` is to move again, and the other side regains its time."""

    kind: Literal["taken_back"] = "taken_back"
    seat: Seat
    plies: Annotated[int, Field(ge=1, le=MAX_PLIES)]


class Settled(ServerModel):
    """Both sides agreed that the pieces on the cells are dead. They are off the board, and the rest is counted."""

    kind: Literal["settled"] = "settled"
    dead: Cells


class Paused(ServerModel):
    """The match was paused: clocks and engines stop. `adjourned` marks a pause until another day.

    A match whose game is over waits for its players to settle what is dead, if its state has `removable` groups.
    """

    kind: Literal["paused"] = "paused"
    adjourned: bool
    elapsed_ms: Milliseconds = Field(
        default=0, description="how long the side to move had been thinking when the match was paused"
    )


class Resumed(ServerModel):
    """The match resumed, and the clocks run again."""

    kind: Literal["resumed"] = "resumed"


class PaceSet(ServerModel):
    """The host of a match between engines set the pace of its moves. With `step`, it pauses after its next move."""

    kind: Literal["pace_set"] = "pace_set"
    pace_s: PaceSeconds
    step: bool = False


class RematchAgreed(ServerModel):
    """The players agreed on a rematch. The server is about to create it."""

    kind: Literal["rematch_agreed"] = "rematch_agreed"


class Rematched(ServerModel):
    """The rematch was created, with the seats swapped. Send `watch` to follow it."""

    kind: Literal["rematched"] = "rematched"
    match: ShortText
    code: ShortText


class RematchDropped(ServerModel):
    """The rematch could not be created."""

    kind: Literal["rematch_dropped"] = "rematch_dropped"
    reason: LongText


Fact = Annotated[
    Created
    | Seated
    | Left
    | Started
    | ClientSeedGiven
    | WentBerserk
    | Moved
    | ChanceDecided
    | Finished
    | Aborted
    | Offered
    | Agreed
    | Declined
    | Withdrawn
    | TakenBack
    | Settled
    | Paused
    | Resumed
    | PaceSet
    | RematchAgreed
    | Rematched
    | RematchDropped
    | SeedRevealed
    | SeedKept,
    Field(discriminator="kind"),
]
