"""Messages about a tournament that a server sends to its followers, and its numbered events as they show them."""

from typing import Annotated, Literal

from pydantic import Field

from kibitz_protocol.tournaments.terms import TieBreak
from kibitz_protocol.tournaments.views import (
    EntrantNumber,
    EntrantView,
    GameRow,
    OwnRow,
    PairRow,
    PairStatistics,
    SprtView,
    StandingRow,
    State,
    TournamentView,
)
from kibitz_protocol.validation.bounds import Count, LongText, Number, Seconds, ShortText, Timestamp
from kibitz_protocol.values.base import ServerModel
from kibitz_protocol.values.fields import Seq


class Happened(ServerModel):
    """What concerns the tournament as a whole: it was created, started, paused, resumed, extended, hidden or ended.

    `reason` says why, and `by` names the organiser if it was asked for.
    """

    kind: Literal["created", "started", "paused", "resumed", "extended", "hidden", "ended", "cancelled"]
    reason: LongText = ""
    by: ShortText = ""
    rounds: Count = 0
    seconds: Seconds = 0.0


class EntrantChanged(ServerModel):
    """An entrant entered, was approved, withdrew, was removed, returned, rests or is ready again."""

    kind: Literal["joined", "approved", "left", "removed", "returned", "rested", "ready"]
    entrant: EntrantView
    reason: LongText = ""


class RoundPaired(ServerModel):
    """The pairings of a round were made."""

    kind: Literal["paired"] = "paired"
    round: Count
    pairs: list[PairRow] = Field(max_length=1000)
    manual: bool = False


class GameChanged(ServerModel):
    """A game began, counted, was voided, or got a result by the organiser."""

    kind: Literal["begun", "counted", "voided", "result"]
    game: GameRow
    reason: LongText = ""
    by: ShortText = ""
    statistics: PairStatistics | None = Field(
        default=None, description="of a match, after the game that completes a pair; null where they are not kept"
    )
    llr: Number | None = Field(default=None, description="with a sequential test, after the game that completes a pair")


class TieBreaksChanged(ServerModel):
    """The organiser chose other tie-breaks."""

    kind: Literal["tie_breaks"] = "tie_breaks"
    tie_breaks: list[TieBreak] = Field(max_length=10)


class RoundEnded(ServerModel):
    """All games of a round have results. `next_at` is when the next one starts."""

    kind: Literal["round_ended"] = "round_ended"
    round: Count
    next_at: Timestamp | None = None


class SprtDecided(ServerModel):
    """The sequential test was decided."""

    kind: Literal["sprt"] = "sprt"
    verdict: Literal["passed", "failed", "undecided"]
    llr: Number
    pairs: Count


class ChallengeChanged(ServerModel):
    """A challenge of a ladder was made, accepted, or it ended."""

    kind: Literal["challenged", "accepted", "dropped"]
    challenge: Count
    challenger: EntrantView
    challenged: EntrantView


class SeasonEnded(ServerModel):
    """A season of a ladder ended."""

    kind: Literal["season"] = "season"
    season: Count
    places: list[EntrantView] = Field(max_length=1000)


TournamentFact = Annotated[
    Happened
    | EntrantChanged
    | RoundPaired
    | GameChanged
    | TieBreaksChanged
    | RoundEnded
    | SprtDecided
    | ChallengeChanged
    | SeasonEnded,
    Field(discriminator="kind"),
]


class TournamentSnapshot(ServerModel):
    """A tournament as it is. The first message to a follower."""

    t: Literal["tournament"] = "tournament"
    seq: Seq
    tournament: TournamentView


class TournamentEvent(ServerModel):
    """A numbered event of a tournament that you follow. `state` may be that after the events which follow at once."""

    t: Literal["tournament_event"] = "tournament_event"
    tournament: ShortText
    seq: Seq
    at: Timestamp
    state: State
    event: TournamentFact

    @property
    def ends(self) -> bool:
        """Whether it is the last event of the tournament."""
        return self.event.kind in ("ended", "cancelled")


class Standings(ServerModel):
    """Rows of the standings that changed. Not numbered: the newest replaces earlier ones, at most one a second.

    A row that is not named is as it was, with the same rank. `ranks` has the numbers of all entrants in their order,
    also of those that share a rank, or null where the order stays. The start gives entrants other numbers, and so do
    withdrawals before it; then each row that has another entrant is named. `ends_at` is that of the tournament: a
    restart of the server moves it.
    """

    t: Literal["standings"] = "standings"
    tournament: ShortText
    seq: Seq
    rows: list[StandingRow] = Field(max_length=1000)
    ranks: list[EntrantNumber] | None = Field(default=None, max_length=1000)
    own: OwnRow | None = None
    sprt: SprtView | None = None
    live: Count = 0
    games_played: Count = 0
    ends_at: Timestamp | None = None
