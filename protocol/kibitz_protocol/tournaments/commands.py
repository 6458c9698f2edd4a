"""The command `tournament` and what it does."""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, StringConstraints

from kibitz_protocol.commands.base import Command
from kibitz_protocol.tournaments.terms import EngineEntrant, EntrantName, TieBreak, TournamentTerms
from kibitz_protocol.validation.characters import check_legible
from kibitz_protocol.validation.durations import TENTH, ZeroOr
from kibitz_protocol.values.base import ClientModel
from kibitz_protocol.values.fields import IN_SCHEMA, MatchKey, Seq

Reference = Annotated[str, StringConstraints(min_length=1, max_length=64, strip_whitespace=True)]
Page = Annotated[int, Field(ge=1, le=1_000_000, description="page of 50 rows, from 1")]
Number = Annotated[int, Field(ge=1, le=10_000_000)]
Title = Annotated[
    str,
    StringConstraints(min_length=1, max_length=100, strip_whitespace=True),
    AfterValidator(check_legible),
    IN_SCHEMA,
]
Reason = Annotated[
    str, StringConstraints(max_length=200, strip_whitespace=True), AfterValidator(check_legible), IN_SCHEMA
]


class OfTournament(ClientModel):
    """What concerns one tournament, by its id or code. `key` is that of a private one."""

    tournament: Reference
    key: MatchKey = None


class CreateTournament(ClientModel):
    """Create a tournament. The answer is its snapshot, with the key of a private one."""

    kind: Literal["create"] = "create"
    name: Title
    terms: TournamentTerms
    engines: Annotated[list[EngineEntrant], Field(max_length=1000)] = []
    start_now: bool = False
    follow: bool = True


class ListTournaments(ClientModel):
    """List tournaments: running and announced ones, then finished ones, the newest first."""

    kind: Literal["list"] = "list"
    state: Literal["running", "announced", "finished"] | None = None
    mine: Annotated[bool, Field(description="only those that you organise or have entered")] = False
    league: Annotated[
        Reference | None, Field(description="only divisions of the league with this id; `any`: of any league")
    ] = None
    page: Page = 1


class CreateLeague(ClientModel):
    """Create a league: the round robin of each division of its first season. `terms` are those of each division."""

    kind: Literal["create_league"] = "create_league"
    name: Annotated[
        str,
        StringConstraints(min_length=1, max_length=60, strip_whitespace=True),
        AfterValidator(check_legible),
        IN_SCHEMA,
    ]
    terms: TournamentTerms
    divisions: Annotated[int, Field(ge=1, le=6)] = 1
    promote: Annotated[int, Field(ge=0, le=6, description="that go up from each division but the first")] = 2
    relegate: Annotated[int, Field(ge=0, le=6, description="that go down from each division but the last")] = 2


class BeginSeason(ClientModel):
    """Create the next season of your league, when all divisions are over, with its promotions and relegations."""

    kind: Literal["next_season"] = "next_season"
    league: Reference


class ShowTournament(OfTournament):
    """Show a tournament: a snapshot with a page of the standings.

    With `follow`, the client then receives every later event, or those after `since` instead of a snapshot. Without a
    page, the page of one's own row is shown, or the first.
    """

    kind: Literal["show"] = "show"
    follow: bool = False
    since: Seq | None = None
    page: Page | None = None


class UnfollowTournament(OfTournament):
    """Stop following a tournament."""

    kind: Literal["unfollow"] = "unfollow"


class ListTournamentGames(OfTournament):
    """List games, live ones first, then the newest; of a round, of one entrant, or of two against each other."""

    kind: Literal["games"] = "games"
    page: Page = 1
    round: Number | None = None
    entrant: EntrantName | None = None
    opponent: EntrantName | None = None


class ShowRounds(OfTournament):
    """Show the pairings of a round with their results; by default of the latest."""

    kind: Literal["rounds"] = "rounds"
    round: Number | None = None
    page: Page = 1


class ShowCrosstable(OfTournament):
    """Show the crosstable."""

    kind: Literal["crosstable"] = "crosstable"


class ShowStatistics(OfTournament):
    """Show the statistics."""

    kind: Literal["statistics"] = "statistics"


class ExplainRow(OfTournament):
    """Explain in sentences the place of an entrant and its tie-breaks, and what it waits for."""

    kind: Literal["why"] = "why"
    entrant: EntrantName


class EnterTournament(OfTournament):
    """Enter, or return after a withdrawal."""

    kind: Literal["enter"] = "enter"


class LeaveTournament(OfTournament):
    """Withdraw. Your running game goes on."""

    kind: Literal["leave"] = "leave"


class Rest(OfTournament):
    """Pause: you are not paired until you are ready."""

    kind: Literal["rest"] = "rest"


class Ready(OfTournament):
    """End your pause."""

    kind: Literal["ready"] = "ready"


class StartTournament(OfTournament):
    """Start the tournament. As all below, only its organiser may do this."""

    kind: Literal["start"] = "start"


class PauseTournament(OfTournament):
    """Begin no further games."""

    kind: Literal["pause"] = "pause"
    reason: Reason = ""


class ResumeTournament(OfTournament):
    """Go on after a pause."""

    kind: Literal["resume"] = "resume"


class ExtendTournament(OfTournament):
    """Add rounds, or minutes of an arena."""

    kind: Literal["extend"] = "extend"
    rounds: Annotated[int, Field(ge=0, le=15)] = 0
    minutes: Annotated[float, Field(ge=0, le=24 * 60), ZeroOr(TENTH)] = 0.0


class CancelTournament(OfTournament):
    """End the tournament with the current standings."""

    kind: Literal["cancel"] = "cancel"
    reason: Reason = ""


class AddEntrant(OfTournament):
    """Enter an engine, or a player by name: one that is connected, or an account."""

    kind: Literal["add"] = "add"
    engine: EngineEntrant | None = None
    player: EntrantName | None = None


class RemoveEntrant(OfTournament):
    """Remove an entrant."""

    kind: Literal["remove"] = "remove"
    entrant: EntrantName
    reason: Reason = ""


class ApproveEntrant(OfTournament):
    """Approve an entrant."""

    kind: Literal["approve"] = "approve"
    entrant: EntrantName


class PairByHand(OfTournament):
    """Pair two entrants of a round by hand; without `second`, `first` gets a bye."""

    kind: Literal["pair"] = "pair"
    round: Number
    first: EntrantName
    second: EntrantName | None = None


class SetResult(OfTournament):
    """Set, void or restore the result of a game, by its number in the tournament.

    `1-0` is a win of the entrant that moves first. `forfeit-first` and `forfeit-second` name the absent entrant.
    """

    kind: Literal["result"] = "result"
    game: Number
    result: Literal["1-0", "0-1", "draw", "void", "forfeit-first", "forfeit-second", "restore"]
    reason: Annotated[Reason, Field(min_length=1)]


class ChooseTieBreaks(OfTournament):
    """Choose other tie-breaks."""

    kind: Literal["tie_breaks"] = "tie_breaks"
    tie_breaks: Annotated[list[TieBreak], Field(min_length=1, max_length=10)]


class Challenge(OfTournament):
    """Challenge an entrant of a ladder."""

    kind: Literal["challenge"] = "challenge"
    entrant: EntrantName


class AnswerChallenge(OfTournament):
    """Accept or decline a challenge, or withdraw your own, by its number."""

    kind: Literal["answer"] = "answer"
    challenge: Number
    accept: bool


class ExportTournament(OfTournament):
    """Get a tournament as a file, in pages."""

    kind: Literal["export"] = "export"
    form: Literal["json", "trf", "pgn", "csv", "html"] = "json"
    since: Annotated[int, Field(ge=0, le=1 << 32, description="`next` of the previous page")] = 0


Action = Annotated[
    CreateTournament
    | ListTournaments
    | CreateLeague
    | BeginSeason
    | ShowTournament
    | UnfollowTournament
    | ListTournamentGames
    | ShowRounds
    | ShowCrosstable
    | ShowStatistics
    | ExplainRow
    | EnterTournament
    | LeaveTournament
    | Rest
    | Ready
    | StartTournament
    | PauseTournament
    | ResumeTournament
    | ExtendTournament
    | CancelTournament
    | AddEntrant
    | RemoveEntrant
    | ApproveEntrant
    | PairByHand
    | SetResult
    | ChooseTieBreaks
    | Challenge
    | AnswerChallenge
    | ExportTournament,
    Field(discriminator="kind"),
]


class Tournament(Command):
    """Create, show, enter or organise a tournament."""

    t: Literal["tournament"] = "tournament"
    do: Action
