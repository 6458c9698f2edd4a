"""Values of a tournament: its format and terms, its entrants, its pairs and its results.

An entrant has a number from 1. Before the start that is the order of entry; the start renumbers the entrants by seed.
Points are those of one game: 1, 1/2, 0. An arena has points of its own (`arena_score`).
"""

from dataclasses import field
from enum import StrEnum

from kibitz_server.core.tournament.statistics.sprt import SequentialTest
from kibitz_server.core.value import value
from kibitz_server.core.values.clock import TimeControl
from kibitz_server.core.values.players import Engine, Human
from kibitz_server.core.values.terms import Adjudication, Delay
from kibitz_server.games.game import OptionValue


class Format(StrEnum):
    """Format of a tournament. The values are stored, and are those of the protocol."""

    MATCH = "match"
    GAUNTLET = "gauntlet"
    ROUND_ROBIN = "round-robin"
    SWISS = "swiss"
    KNOCKOUT = "knockout"
    ARENA = "arena"
    LADDER = "ladder"


class EntrantKind(StrEnum):
    """Kind of an entrant."""

    PERSON = "person"
    BOT = "bot"
    ENGINE = "engine"


@value
class Entrant:
    """An entrant: a player with the name under which the tournament shows it, unique in it.

    `rating` is the server's rating at the entry, by which entrants are seeded; None for an unrated one. An engine may
    have a name of its own; otherwise `name` is that of its algorithm with its limit.
    """

    player: Human | Engine
    name: str
    rating: int | None = None

    @property
    def kind(self) -> EntrantKind:
        """What plays."""
        if isinstance(self.player, Engine):
            return EntrantKind.ENGINE
        return EntrantKind.BOT if self.player.bot else EntrantKind.PERSON

    @property
    def key(self) -> str:
        """Identity within the tournament: the id of a player, or the name of an engine."""
        return self.player.id if isinstance(self.player, Human) else f"engine:{self.name}"


class OpeningOrder(StrEnum):
    """Order in which openings are used."""

    SEQUENTIAL = "sequential"
    RANDOM = "random"


@value
class TournamentOpening:
    """An opening of a game: moves from a position, and its line in the file. `position` None is the first position."""

    moves: tuple[str, ...]
    position: str | None = None
    line: int | None = None


@value
class OpeningSet:
    """The openings of a tournament. `sha256` is that of the file, and `name` its name or `bundled`."""

    name: str
    sha256: str
    openings: tuple[TournamentOpening, ...]
    order: OpeningOrder = OpeningOrder.SEQUENTIAL
    start: int = 1


@value
class StartTerms:
    """When a tournament starts by itself: at a time of day in seconds since 1970, or with a number of entrants."""

    at: float | None = None
    entrants: int | None = None


@value
class LeaguePlace:
    """Place of a tournament in a league, which consists of all tournaments with its id.

    Attributes:
        id: Id of the league.
        name: Name of the league.
        division: Number of the division, the highest is 1.
        divisions: Number of divisions of the season.
        season: Number of the season, from 1.
        promote: Entrants that go up after the season from each division but the first.
        relegate: Entrants that go down after the season from each division but the last.
    """

    id: str
    name: str
    division: int
    divisions: int
    season: int
    promote: int
    relegate: int


@value
class TournamentTerms:
    """Terms of a tournament. Those of one format are ignored by the others, and its creation refuses to set them.

    Attributes:
        kinds: Kinds of entrants that may enter.
        pairs: Whether a pairing is a game pair instead of one game (`match`, `gauntlet`, `round-robin`, `knockout`).
        rounds: Rounds of a Swiss; None for the default of its number of entrants.
        cycles: How often all meet (`round-robin`, `gauntlet`).
        seeds: First entrants of a gauntlet that play against all others.
        games: Games of a match; None with a sequential test that has no other end.
        sprt: Sequential test of a match.
        most_pairs: Most game pairs, or single games, of a pairing of a knockout before the better seed advances.
        minutes: Duration of an arena.
        grace_s: Seconds after the end of an arena within which running games count.
        reach: Places above its own that an entrant of a ladder may challenge.
        bye: Points of a pairing-allocated bye (`swiss`).
        forbidden: Pairs of names that are never paired (`swiss`, `arena`).
        all_draws: Whether each consecutive draw of an arena counts.
        berserk: Whether players of an arena may go berserk.
        tie_breaks: Names of tie-breaks; None for those of the format.
        break_s: Seconds between the end of a round and the start of the next.
        first_move_s: Deadline of the first move of people and bots, a forfeit after it.
        approve: Whether the organiser approves each entrant.
        adjudication: Rules that end games between engines early.
        concurrency: Most games between engines at a time; None for the slots of the server.
        seed: Seed of everything random of the tournament.
        anchor: Name and Elo of the entrant that fixes the scale of the rating list.
        league: Place in a league, if the tournament is one of its divisions.
    """

    format: Format
    game: str
    options: tuple[tuple[str, OptionValue], ...] = ()
    control: TimeControl | None = None
    position: str | None = None
    kinds: tuple[EntrantKind, ...] = (EntrantKind.PERSON, EntrantKind.BOT, EntrantKind.ENGINE)
    most_entrants: int = 64
    start: StartTerms | None = None
    pairs: bool = False
    rounds: int | None = None
    cycles: int = 1
    seeds: int = 1
    games: int | None = None
    sprt: SequentialTest | None = None
    most_pairs: int = 3
    minutes: float | None = None
    grace_s: float = 60.0
    reach: int = 10
    season_days: int | None = None
    bye: float = 1.0
    forbidden: tuple[tuple[str, str], ...] = ()
    all_draws: bool = False
    berserk: bool = False
    tie_breaks: tuple[str, ...] | None = None
    break_s: float = 10.0
    first_move_s: float = 60.0
    approve: bool = False
    openings: OpeningSet | None = None
    adjudication: Adjudication | None = None
    seed: int = 0
    concurrency: int | None = None
    anchor: tuple[str, float] | None = None
    rated: bool = False
    listed: bool = True
    key_hash: str | None = field(default=None, repr=False)
    delay: Delay | None = None
    chat: bool = True
    watchable: bool = True
    show_thinking: bool | None = None
    league: LeaguePlace | None = None


@value
class Pairing:
    """A pairing of a round: entrants by number, `first` moves first in its first game. `board` counts from 1.

    `number` counts the pairs of the tournament from 1. `games` is how many games it consists of; a pair of a knockout
    or a match may get further pairs with the same board.
    """

    number: int
    board: int
    first: int
    second: int
    games: int = 1


class ByeKind(StrEnum):
    """Kind of a round without a game, as TRF has them."""

    PAIRING = "U"
    """No opponent was left."""
    HALF = "H"
    """The entrant asked for the round off, or entered late: half a point."""
    ZERO = "Z"
    """Absent, withdrawn or entered later: no point."""


@value
class Bye:
    """A round without a game for an entrant."""

    entrant: int
    kind: ByeKind


class HowEnded(StrEnum):
    """How a game was decided: the kinds that standings and statistics distinguish."""

    PLAYED = "played"
    """On the board: by the rules, resignation, agreement or adjudication."""
    TIME = "time"
    FAILURE = "failure"
    """An engine gave no move."""
    FORFEIT = "forfeit"
    """A first move was missed, or the organiser said so: `+` and `-`, with no effect on statistics."""
    SET = "set"
    """The organiser set the result."""


@value
class GameOutcome:
    """Result of a game. `points` are those of `first` and `second` of the game: (1, 0), (0.5, 0.5), (0, 1), (0, 0)."""

    points: tuple[float, float]
    how: HowEnded = HowEnded.PLAYED


@value
class SideFigures:
    """What one side of a game searched, for statistics: sums over its moves."""

    moves: int
    depth: int = 0
    nodes: int = 0
    seconds: float = 0.0
    berserk: bool = False
