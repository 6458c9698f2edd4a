"""Terms of a tournament, as a client gives them and as a server shows them."""

from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    ConfigDict,
    Field,
    SerializerFunctionWrapHandler,
    StringConstraints,
    model_serializer,
)

from kibitz_protocol.tournaments.formats import MOST_ENTRANTS
from kibitz_protocol.validation.characters import check_legible
from kibitz_protocol.validation.durations import DAY, SECOND, TENTH, ZeroOr
from kibitz_protocol.values.base import ClientModel
from kibitz_protocol.values.clocks import Clock
from kibitz_protocol.values.engines import AdjudicationSpec, EngineSpec
from kibitz_protocol.values.fields import IN_SCHEMA, MoveText, Name, PositionText
from kibitz_protocol.values.games import GameName, GameOptions
from kibitz_protocol.values.matches import Delay

Format = Literal["match", "gauntlet", "round-robin", "swiss", "knockout", "arena", "ladder"]
EntrantKind = Literal["person", "bot", "engine"]
MOST_ROUNDS = 15
MOST_OPENINGS = 450
"""Openings that a client sends, as a message has room for; a larger file is cut by the client, in the wanted order."""
EntrantName = Annotated[
    str, StringConstraints(min_length=1, max_length=64, strip_whitespace=True), AfterValidator(check_legible), IN_SCHEMA
]
TieBreak = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9:/-]{0,11}$", to_upper=True)]
ErrorRate = Annotated[float, Field(ge=1e-9, le=1 - 1e-9)]


class EngineEntrant(ClientModel):
    """An engine that enters, with a name of its own or that of its algorithm with its limit."""

    engine: EngineSpec
    name: Name | None = None


class SprtTerms(ClientModel):
    """A sequential test of two hypotheses about the Elo difference of the entrants of a match."""

    elo0: Annotated[float, Field(ge=-1000, le=1000)]
    elo1: Annotated[float, Field(ge=-1000, le=1000)]
    alpha: ErrorRate = 0.05
    beta: ErrorRate = 0.05
    model: Literal["normalized", "logistic"] = "normalized"


class GivenOpening(ClientModel):
    """Moves that precede a game, from a position or from the first one."""

    moves: Annotated[list[MoveText], Field(max_length=500)] = []
    position: PositionText | None = None
    line: Annotated[int, Field(ge=1, le=10_000_000, description="its line in the file")] | None = None

    @model_serializer(mode="wrap")
    def without_defaults(self, serialized: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Leave out what is empty: a message has room for hundreds of openings only without that."""
        return {name: value for name, value in serialized(self).items() if value}


class NamedOpenings(ClientModel):
    """Which openings the games have, and in which order."""

    source: Literal["bundled", "given"] = "bundled"
    name: Annotated[str, StringConstraints(max_length=100), AfterValidator(check_legible), IN_SCHEMA] = ""
    sha256: Annotated[str, StringConstraints(pattern=r"^([0-9a-f]{64})?$")] = ""
    order: Literal["sequential", "random"] = "sequential"
    start: Annotated[int, Field(ge=1, le=1_000_000, description="the first opening that is used, from 1")] = 1


class Openings(NamedOpenings):
    """Openings of the games: those bundled with the server, or given ones of a file with a name."""

    given: Annotated[list[GivenOpening], Field(max_length=MOST_OPENINGS)] = []


class OpeningsView(NamedOpenings):
    """Openings as a server shows them: without their moves."""

    model_config = ConfigDict(extra="ignore")
    number: Annotated[int, Field(ge=0, le=1_000_000, description="how many openings there are")] = 0


class SharedTerms(ClientModel):
    """Terms of a tournament without its openings. A field that does not fit the format is refused with the reason."""

    format: Format
    game: GameName
    options: GameOptions = {}
    clock: Clock | None = None
    kinds: Annotated[list[EntrantKind], Field(min_length=1, max_length=3, description="what may enter")] = [
        "person",
        "bot",
        "engine",
    ]
    most_entrants: Annotated[int | None, Field(ge=2, le=MOST_ENTRANTS)] = None
    start_at: Annotated[float | None, Field(ge=0, le=1e11, description="in seconds since 1970")] = None
    start_when: Annotated[int | None, Field(ge=2, le=MOST_ENTRANTS, description="number of entrants")] = None
    pairs: Annotated[bool | None, Field(description="whether a pairing is two games with swapped sides")] = None
    rounds: Annotated[int | None, Field(ge=1, le=MOST_ROUNDS)] = None
    cycles: Annotated[int | None, Field(ge=1, le=100)] = None
    seeds: Annotated[int | None, Field(ge=1, le=100, description="first entrants of a gauntlet")] = None
    games: Annotated[int | None, Field(ge=1, le=100_000, description="most games of a match")] = None
    sprt: SprtTerms | None = None
    most_pairs: Annotated[int | None, Field(ge=1, le=100, description="of a pairing of a knockout")] = None
    minutes: Annotated[float | None, Field(ge=TENTH, le=24 * 60, description="duration of an arena")] = None
    grace_s: Annotated[float, Field(ge=0, le=DAY), ZeroOr(SECOND)] | None = None
    reach: Annotated[int | None, Field(ge=1, le=MOST_ENTRANTS)] = None
    season_days: Annotated[int | None, Field(ge=1, le=366)] = None
    bye: Annotated[float | None, Field(ge=0.5, le=1, multiple_of=0.5, description="points of a bye")] = None
    forbidden: Annotated[list[tuple[EntrantName, EntrantName]], Field(max_length=500)] = []
    all_draws: bool | None = None
    berserk: bool | None = None
    tie_breaks: Annotated[list[TieBreak] | None, Field(max_length=10)] = None
    break_s: Annotated[
        Annotated[float, Field(ge=0, le=DAY), ZeroOr(SECOND)] | None, Field(description="seconds between two rounds")
    ] = None
    first_move_s: Annotated[float, Field(ge=SECOND, le=DAY)] | None = None
    approve: bool = False
    adjudication: AdjudicationSpec | None = None
    seed: Annotated[int | None, Field(ge=0, lt=2**53, description="null: the server draws one")] = None
    concurrency: Annotated[int | None, Field(ge=1, le=1000)] = None
    anchor: tuple[EntrantName, Annotated[float, Field(ge=-100_000, le=100_000)]] | None = None
    rated: bool = False
    private: bool = False
    delay: Delay | None = None
    chat: bool = True
    watchable: bool = True
    show_thinking: bool | None = None


class LeaguePlace(ClientModel):
    """Place of a tournament in a league: its division of its season. A newer server may add fields."""

    model_config = ConfigDict(extra="ignore")
    league: Annotated[str, Field(max_length=64, description="id of the league")]
    name: Annotated[str, Field(max_length=100)]
    division: Annotated[int, Field(ge=1, le=1000, description="the highest is 1")]
    divisions: Annotated[int, Field(ge=1, le=1000)]
    season: Annotated[int, Field(ge=1, le=1_000_000)]
    promote: Annotated[int, Field(ge=0, le=1000)]
    relegate: Annotated[int, Field(ge=0, le=1000)]


class TournamentTerms(SharedTerms):
    """Terms of a tournament as a client gives them."""

    openings: Openings | None = None


class TermsView(SharedTerms):
    """Terms of a tournament as a server shows them. A newer server may add fields."""

    model_config = ConfigDict(extra="ignore")
    openings: OpeningsView | None = None
    league: LeaguePlace | None = None
