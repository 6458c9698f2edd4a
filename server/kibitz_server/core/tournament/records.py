"""Records of the entrants, pairs, games and rounds of a tournament. Only `changes` changes them."""

from kibitz_server.core.tournament.arena_score import ArenaScore
from kibitz_server.core.tournament.events import GameBegun
from kibitz_server.core.tournament.values import (
    Bye,
    ByeKind,
    Entrant,
    EntrantKind,
    GameOutcome,
    HowEnded,
    Pairing,
    SideFigures,
)

FORFEIT = HowEnded.FORFEIT


class _Record:
    """Record whose equality is that of its fields, so that tests compare a rebuilt tournament with the live one."""

    __slots__: tuple[str, ...] = ()
    _kept: tuple[str, ...] = ()
    """Fields that were computed from others when they were needed."""

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.__slots__ if name not in self._kept)


class EntrantRecord(_Record):
    """An entrant in the tournament.

    Attributes:
        number: Its number from 1; the start renumbers entrants by seed.
        engine: Whether it is an engine, which can play several games at a time.
        approved: Whether it may play. With the term `approve` the organiser approves each entrant.
        left: Whether it has withdrawn or was removed; `removed` tells which, `reason` why.
        left_seq: Number of the event by which it left last.
        resting: Whether it pauses.
        reason: Why it left or rests, if it did not ask for that.
        first_round: The first round that it can be paired in.
        games: Numbers of its games, void ones included, in the order in which they began.
        running: Numbers of its games that run.
        points: Points of its counted games and byes.
        failures: Games in a row, as an engine, that it lost by failure.
        changes: How often it left, returned, rested or was ready: such changes are bounded.
        won, drawn, lost: Its counted games, forfeits included.
        results: How often its counted games changed.
        performance: Its performance rating when its results had changed `performance_of` times.
        sheet: Points of its games in an arena.
        free_since: When its last game ended, or when it entered or became ready.
    """

    _kept = ("performance", "performance_of")
    __slots__ = (
        "approved",
        "changes",
        "drawn",
        "engine",
        "entrant",
        "failures",
        "first_round",
        "free_since",
        "games",
        "left",
        "left_seq",
        "lost",
        "number",
        "performance",
        "performance_of",
        "points",
        "reason",
        "removed",
        "resting",
        "results",
        "running",
        "sheet",
        "won",
    )

    def __init__(self, number: int, entrant: Entrant, approved: bool, first_round: int, now: float) -> None:
        self.number = number
        self.entrant = entrant
        self.engine = entrant.kind is EntrantKind.ENGINE
        self.approved = approved
        self.left = self.removed = self.resting = False
        self.left_seq = 0
        self.reason = ""
        self.first_round = first_round
        self.games: list[int] = []
        self.running: list[int] = []
        self.points = 0.0
        self.won = self.drawn = self.lost = 0
        self.results = 0
        self.performance: int | None = None
        self.performance_of = 0
        self.sheet = ArenaScore()
        self.failures = 0
        self.changes = 0
        self.free_since = now

    @property
    def active(self) -> bool:
        """Whether it takes part: approved and not withdrawn. A resting entrant takes part too."""
        return self.approved and not self.left

    def note_result(self, own: float, other: float, sign: int = 1) -> None:
        """Count a result with the points of both entrants, or take it back with the sign -1."""
        self.results += 1
        if own > other:
            self.won += sign
        elif own == other > 0:
            self.drawn += sign
        else:
            self.lost += sign

    @property
    def available(self) -> bool:
        """Whether a game of it can begin: it takes part, does not rest, and is not a player at another board."""
        return self.active and not self.resting and (self.engine or not self.running)


class GameRecord(_Record):
    """A game: how it began, and its result.

    Attributes:
        begun: The event that began it: numbers of game, pair and slot, both entrants, match, opening.
        round: Its round.
        played: The outcome of its match, if that has ended with one.
        outcome: The outcome that counts: the played one, or the one that the organiser set; None while it runs, and
            of a void game.
        void: Whether it ended without a result that counts.
        set_by: Name of the organiser that set its result.
        reason: How the match ended, or why it is void, or why its result was set.
        plies: Plies of its match.
        sides: Search figures of the entrant that moved first, and of the other one; None until it is counted.
        moves_hash: Identity of its moves.
        changes: How often the organiser changed its result.
    """

    __slots__ = (
        "begun",
        "begun_at",
        "changes",
        "ended_at",
        "moves_hash",
        "outcome",
        "played",
        "plies",
        "reason",
        "round",
        "set_by",
        "sides",
        "void",
    )

    def __init__(self, begun: GameBegun, round: int, now: float) -> None:
        self.begun = begun
        self.round = round
        self.begun_at = now
        self.ended_at: float | None = None
        self.played: GameOutcome | None = None
        self.outcome: GameOutcome | None = None
        self.void = False
        self.set_by: str | None = None
        self.reason = ""
        self.plies = 0
        self.sides: tuple[SideFigures, SideFigures] | None = None
        self.moves_hash = ""
        self.changes = 0

    @property
    def number(self) -> int:
        """Number of the game, from 1."""
        return self.begun.game

    @property
    def first(self) -> int:
        """Number of the entrant that moves first."""
        return self.begun.first

    @property
    def second(self) -> int:
        """Number of the entrant that moves second."""
        return self.begun.second

    @property
    def runs(self) -> bool:
        """Whether it has neither a result nor was voided."""
        return self.outcome is None and not self.void

    def opponent(self, number: int) -> int:
        """Return the other entrant."""
        return self.second if number == self.first else self.first

    def points_of(self, number: int) -> float:
        """Return the points of one of its entrants; 0 without a result."""
        return self.outcome.points[number == self.begun.second] if self.outcome else 0.0


class PairSlot(_Record):
    """Place of a game in a pair.

    Attributes:
        game: Number of its newest game, 0 before it began.
        forfeit: Points of the pairing's first and second entrant if it is decided without a game, because an entrant
            withdrew before.
        dropped: Whether it will never be played and counts for nothing.
        voids: How often a game of it was void.
    """

    __slots__ = ("dropped", "forfeit", "game", "voids")

    def __init__(self) -> None:
        self.game = 0
        self.forfeit: tuple[float, float] | None = None
        self.dropped = False
        self.voids = 0


class PairRecord(_Record):
    """A pairing with its games. `opening` is the index of its opening, from 0. `left` counts slots without an end."""

    __slots__ = ("left", "opening", "pairing", "round", "slots")

    def __init__(self, pairing: Pairing, round: int, opening: int | None) -> None:
        self.pairing = pairing
        self.round = round
        self.opening = opening
        self.slots = [PairSlot() for _ in range(pairing.games)]
        self.left = pairing.games

    @property
    def number(self) -> int:
        """Number of the pair, from 1."""
        return self.pairing.number

    @property
    def entrants(self) -> tuple[int, int]:
        """Both entrants; the one that moves first in the first game before the other."""
        return self.pairing.first, self.pairing.second

    def sides(self, slot: int) -> tuple[int, int]:
        """Return the entrants of a game by its slot, the one that moves first before the other."""
        first, second = self.entrants
        return (second, first) if slot % 2 else (first, second)

    def opponent(self, number: int) -> int:
        """Return the other entrant."""
        first, second = self.entrants
        return second if number == first else first


class RoundRecord(_Record):
    """A round. `complete`: all its pairings are made. `left` counts its pairs that have no end yet."""

    __slots__ = ("byes", "complete", "ended_at", "left", "manual", "paired_at", "pairs")

    def __init__(self, now: float) -> None:
        self.pairs: list[int] = []
        self.byes: dict[int, Bye] = {}
        self.complete = False
        self.manual = False
        self.left = 0
        self.paired_at = now
        self.ended_at: float | None = None


class ChallengeRecord(_Record):
    """An open challenge of a ladder. `pair` is that of its game, once it was accepted. A pause delays `made_at`."""

    __slots__ = ("accepted_at", "challenged", "challenger", "made_at", "number", "pair")

    def __init__(self, number: int, challenger: int, challenged: int, now: float) -> None:
        self.number = number
        self.challenger = challenger
        self.challenged = challenged
        self.made_at = now
        self.accepted_at: float | None = None
        self.pair = 0


def bye_points(bye: Bye, allocated: float) -> float:
    """Return the points of a bye. Those of a pairing-allocated one are in the terms of the tournament."""
    return {ByeKind.PAIRING: allocated, ByeKind.HALF: 0.5, ByeKind.ZERO: 0.0}[bye.kind]
