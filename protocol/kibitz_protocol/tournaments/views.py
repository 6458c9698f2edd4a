"""What a server shows of a tournament: rows, snapshot, games, crosstable, statistics."""

from typing import Annotated, Literal

from pydantic import Field

from kibitz_protocol.commands.statistics import EloFigures
from kibitz_protocol.tournaments.terms import EntrantKind, Format, TermsView
from kibitz_protocol.validation.bounds import (
    MAX_ROWS,
    Count,
    LongText,
    Names,
    Number,
    Plies,
    Rating,
    Seconds,
    ShortText,
    Timestamp,
)
from kibitz_protocol.values.base import ServerModel
from kibitz_protocol.values.fields import Seq
from kibitz_protocol.values.games import GivenOptions
from kibitz_protocol.values.matches import Phase

PAGE_ROWS = 50
"""Rows of a page."""
State = Literal["announced", "running", "paused", "finished", "cancelled"]
EntrantNumber = Annotated[int, Field(ge=1, le=1_000_000, description="number of an entrant: its seed after the start")]
Points = Annotated[float, Field(ge=0, le=1e9)]


class DivisionPlace(ServerModel):
    """Place of a tournament in a league."""

    league: ShortText
    name: LongText = Field(description="name of the league")
    season: Count
    division: Count


class TournamentRow(ServerModel):
    """A tournament in a list. `next_at` is when it starts, or when its next round does."""

    tournament: ShortText
    code: ShortText
    name: LongText
    format: Format
    game: ShortText
    options: GivenOptions
    clock: ShortText | None
    state: State
    organiser: ShortText
    entrants: Count
    most_entrants: Count
    round: Count = Field(description="the current round, 0 before the start")
    rounds: Count | None = Field(description="null where the number is not known")
    created_at: Timestamp
    starts_at: Timestamp | None = None
    ends_at: Timestamp | None = None
    rated: bool = False
    private: bool = False
    entered: bool = Field(default=False, description="whether you have entered")
    leader: ShortText | None = None
    division: DivisionPlace | None = Field(default=None, description="its place in a league")


class EntrantView(ServerModel):
    """An entrant."""

    number: EntrantNumber
    name: ShortText
    kind: EntrantKind
    account: bool | None = None
    rating: Rating | None = Field(default=None, description="the server's rating at the entry")
    engine: ShortText | None = Field(default=None, description="algorithm with limit, where the name is another")


class StandingRow(ServerModel):
    """An entrant in the standings."""

    rank: Count
    entrant: EntrantView
    points: Points
    tie_breaks: list[Number | None] = Field(
        max_length=10, description="in the order of the names of the standings; null where one decides nothing yet"
    )
    played: Count
    won: Count
    drawn: Count
    lost: Count
    score: ShortText = Field(default="", description="arena: the points of each game, the newest last, such as `224`")
    streak: bool = Field(default=False, description="arena: whether points double at the moment")
    performance: Rating | None = None
    elo: Number | None = Field(default=None, description="Elo of the rating list; null while it is not known")
    elo_error: Number | None = Field(default=None, description="half width of its 95 % interval")
    state: Literal["ready", "playing", "resting", "away", "left", "waiting", "out"] = "ready"
    next: ShortText | None = Field(default=None, description="the code of the game that it plays now")


class OwnRow(ServerModel):
    """Your own place in a tournament. `why` says what happens next, and what it waits for."""

    row: StandingRow
    approved: bool = True
    why: LongText = ""
    game: ShortText | None = Field(default=None, description="the match that waits for you")
    code: ShortText | None = None


class PairStatistics(EloFigures):
    """Statistics of two entrants, as seen by the first. A figure is null while it is not known yet."""

    first: EntrantNumber
    second: EntrantNumber
    pairs: list[Count] = Field(max_length=5, description="complete game pairs with 0, 1/2, 1, 3/2 and 2 points")
    games: list[Count] = Field(max_length=3, description="games lost, drawn and won")
    draw_rate: Number | None = None


class SprtView(ServerModel):
    """State of a sequential test. `course` has the LLR after some of the pairs, for a graph."""

    elo0: Number
    elo1: Number
    alpha: Number
    beta: Number
    model: ShortText
    llr: Number
    lower: Number = Field(description="the LLR at or below which the test has failed")
    upper: Number = Field(description="the LLR at or above which the test has passed")
    pairs: Count
    verdict: Literal["running", "passed", "failed", "undecided"]
    course: list[tuple[Count, Number, Number | None, Number | None]] = Field(
        default=[], max_length=500, description="pairs, LLR, Elo and half width"
    )


class Losses(ServerModel):
    """Games of an entrant that were lost other than on the board."""

    entrant: EntrantNumber
    time: Count
    failure: Count
    forfeit: Count


class EntrantSpeeds(ServerModel):
    """Means of the searches of an entrant."""

    entrant: EntrantNumber
    depth: Number | None
    nodes_per_s: Number | None
    seconds_per_move: Number | None


class StatisticsView(ServerModel):
    """Result of `statistics`."""

    kind: Literal["tournament_statistics"] = "tournament_statistics"
    tournament: ShortText
    seq: Seq
    entrants: list[EntrantView] = Field(max_length=1000)
    games: Count
    pairs: list[PairStatistics] = Field(max_length=MAX_ROWS)
    sprt: SprtView | None
    first_score: Number | None = Field(description="score of the entrants that moved first, from 0 to 1")
    draw_rate: Number | None
    mean_plies: Number | None
    losses: list[Losses] = Field(max_length=1000)
    speeds: list[EntrantSpeeds] = Field(max_length=1000)
    repeated: Count = Field(description="games that equal an earlier game of the same entrants move for move")
    warnings: list[LongText] = Field(max_length=20)


class GameRow(ServerModel):
    """A game of a tournament. `first` moves first. `points` are those of both entrants, once it is over."""

    game: Count
    round: Count
    pair: Count
    board: Count
    match: ShortText
    code: ShortText
    first: EntrantView
    second: EntrantView
    phase: Phase | Literal["void"]
    points: list[Points] | None = Field(default=None, max_length=2)
    result: ShortText = Field(default="", description="1-0, 0-1, 1/2-1/2, +--, --+, 0-0, or empty")
    reason: LongText = ""
    ply: Plies = 0
    opening: Count | None = Field(default=None, description="index of the opening, from 1")
    set_by: ShortText | None = Field(default=None, description="the organiser that set the result")


class GameRows(ServerModel):
    """Result of `games`."""

    kind: Literal["tournament_games"] = "tournament_games"
    tournament: ShortText
    games: list[GameRow] = Field(max_length=PAGE_ROWS)
    page: Count
    pages: Count


class PairRow(ServerModel):
    """A pairing of a round. Without `second`, a bye. `score` are the points of both so far."""

    board: Count
    pair: Count | None
    first: EntrantView
    second: EntrantView | None
    score: list[Points] | None = Field(default=None, max_length=2)
    result: ShortText = ""
    games: list[GameRow] = Field(default=[], max_length=200)
    bye: ShortText | None = Field(default=None, description="U, H or Z, as in TRF")
    label: ShortText = Field(default="", description="knockout: the name of the round, such as final")


class RoundView(ServerModel):
    """Result of `rounds`: a page of the pairings of a round."""

    kind: Literal["tournament_round"] = "tournament_round"
    tournament: ShortText
    round: Count
    rounds: Count | None
    label: ShortText = ""
    pairs: list[PairRow] = Field(max_length=PAGE_ROWS)
    page: Count
    pages: Count


class CrosstableView(ServerModel):
    """Result of `crosstable`: for each entrant in the order of the standings, a cell for each opponent or round.

    In a Swiss, an arena and a ladder `columns` are rounds, else the entrants in the same order.
    """

    kind: Literal["tournament_crosstable"] = "tournament_crosstable"
    tournament: ShortText
    by: Literal["round", "opponent"]
    columns: Names
    rows: list["CrosstableRow"] = Field(max_length=1000)


class CrosstableRow(ServerModel):
    """A row of a crosstable. A cell has results such as `1=0`, `2w1` or `+1 -0 =3`; it is empty without a game."""

    entrant: EntrantView
    rank: Count
    points: Points
    cells: list[ShortText] = Field(max_length=1000)


class ExplanationView(ServerModel):
    """Result of `why`: sentences."""

    kind: Literal["tournament_why"] = "tournament_why"
    tournament: ShortText
    entrant: EntrantView
    lines: list[LongText] = Field(max_length=200)


class TournamentRows(ServerModel):
    """Result of `list`."""

    kind: Literal["tournaments"] = "tournaments"
    tournaments: list[TournamentRow] = Field(max_length=PAGE_ROWS)
    page: Count
    pages: Count


class TournamentDone(ServerModel):
    """Result of all other actions: the tournament, and its last event. `key` is that of a new private one."""

    kind: Literal["tournament"] = "tournament"
    tournament: ShortText
    code: ShortText
    seq: Seq
    key: ShortText | None = Field(default=None, repr=False)


class LeagueSeason(ServerModel):
    """Result of `create_league` and `next_season`: the divisions of the season. `key` is that of a new private one."""

    kind: Literal["league"] = "league"
    league: ShortText
    name: LongText
    season: Count
    divisions: list[TournamentRow] = Field(max_length=PAGE_ROWS)
    key: ShortText | None = Field(default=None, repr=False)


class TournamentFile(ServerModel):
    """Result of `export`: a part of the file. `next` is the `since` of the next part; null in the last one."""

    kind: Literal["tournament_file"] = "tournament_file"
    tournament: ShortText
    name: ShortText
    content: Annotated[str, Field(max_length=1 << 17)]
    next: Count | None


TournamentOutcome = (
    TournamentRows
    | LeagueSeason
    | TournamentDone
    | GameRows
    | RoundView
    | CrosstableView
    | StatisticsView
    | ExplanationView
    | TournamentFile
)


class ChallengeView(ServerModel):
    """An open challenge of a ladder. `until` is when it is lost if it is not accepted."""

    challenge: Count
    challenger: EntrantView
    challenged: EntrantView
    accepted: bool
    until: Timestamp | None


class TournamentView(ServerModel):
    """A tournament with a page of its standings, as the message `tournament` has it."""

    tournament: ShortText
    code: ShortText
    name: LongText
    organiser: ShortText
    yours: bool = Field(default=False, description="whether you are its organiser")
    terms: TermsView
    clock: ShortText | None = None
    options: GivenOptions = {}
    state: State
    reason: LongText = Field(default="", description="why it is paused, or ended early")
    paused_since: Timestamp | None = None
    created_at: Timestamp
    starts_at: Timestamp | None = None
    next_at: Timestamp | None = Field(default=None, description="when the next round, or the next pairing, begins")
    ends_at: Timestamp | None = None
    round: Count
    rounds: Count | None
    games_played: Count
    games_planned: Count | None
    live: Count = Field(description="number of games that run")
    entrants: Count
    tie_breaks: Names = Field(description="the names of the tie-breaks")
    rows: list[StandingRow] = Field(max_length=PAGE_ROWS)
    page: Count
    pages: Count
    own: OwnRow | None = None
    sprt: SprtView | None = None
    challenges: list[ChallengeView] = Field(default=[], max_length=1000)
    waiting: list[EntrantView] = Field(default=[], max_length=1000, description="entrants that are not approved yet")
    top: GameRow | None = Field(default=None, description="the running game of the top board")
    warnings: list[LongText] = Field(default=[], max_length=20)
    seconds_left: Seconds | None = Field(default=None, description="of an arena, while it runs")
