"""State of a tournament: what its events have made of it, and what follows from that at once.

Events change it in `changes`, one at a time; rules and views read it. `at` and `now` are seconds on the clock of all
matches, which counts the uptime of the server: an event of an earlier run has a time before the start of this one.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from kibitz_server.core.tournament.events import (
    SeasonEnded,
    SprtDecided,
    TournamentCreated,
    TournamentEnded,
    TournamentPaused,
)
from kibitz_server.core.tournament.openings import OpeningUses
from kibitz_server.core.tournament.records import (
    ChallengeRecord,
    EntrantRecord,
    GameRecord,
    PairRecord,
    RoundRecord,
)
from kibitz_server.core.tournament.values import EntrantKind, Format, HowEnded, TournamentTerms

T = TypeVar("T")
IN_ROUNDS = (Format.ROUND_ROBIN, Format.SWISS, Format.KNOCKOUT)
"""Formats with rounds. The others pair again and again in round 1."""
LATE_ENTRY = (Format.SWISS, Format.ARENA, Format.LADDER)
"""Formats that an entrant can enter after the start."""


class TournamentState:
    """State of one tournament, created from its first event and changed by the events after it."""

    def __init__(self, created: TournamentCreated, at: float) -> None:
        self.created = created
        self.terms: TournamentTerms = created.terms
        self.seq = 1
        """Number of events so far."""
        self.created_at = at
        self.started_at: float | None = None
        self.ended: TournamentEnded | None = None
        self.ended_at: float | None = None
        self.paused: TournamentPaused | None = None
        self.paused_at: float | None = None
        self.paused_s = 0.0
        """Seconds of all pauses that are over. They do not count as time of an arena."""
        self.pauses = 0
        self.entrants: list[EntrantRecord] = []
        """Entrant `n` at index `n - 1`."""
        self.rounds: list[RoundRecord] = []
        """Round `r` at index `r - 1`."""
        self.open_rounds: dict[int, RoundRecord] = {}
        """Rounds whose pairings are made and that have not ended, by number."""
        self.pairs: list[PairRecord] = []
        """Pair `n` at index `n - 1`."""
        self.games: list[GameRecord] = []
        """Game `n` at index `n - 1`."""
        self.running: dict[int, GameRecord] = {}
        """Games that run, by number."""
        self.due: dict[int, PairRecord] = {}
        """Pairs with a game that has yet to begin, by number, in their order."""
        self.completed: list[int] = []
        """Numbers of the pairs that are played to their end, in the order of their ends."""
        self.pair_counts = [0, 0, 0, 0, 0]
        """Of a match: complete game pairs with 0, 1/2, 1, 3/2 and 2 points of entrant 1."""
        self.scored_pairs: dict[int, int] = {}
        """Index in `pair_counts` of each complete game pair of a match, by number."""
        self.counted_games: list[int] = []
        """Numbers of the games that were counted, in the order of their ends; the organiser may have voided some."""
        self.revised = 0
        """How often results or byes of earlier rounds changed: sums and tables that are `kept` are computed again."""
        self.kept: dict[str, object] = {}
        """Sums and tables that other modules keep for this tournament. They are not part of the events."""
        self.counted = 0
        """Games that count."""
        self.tie_breaks: tuple[str, ...] | None = created.terms.tie_breaks
        self.tie_break_changes = 0
        self.barred: set[str] = set()
        """Keys of entrants that the organiser removed before the start: they enter only if the organiser adds them."""
        self.hidden = False
        """Whether a moderator took it out of lists and feeds."""
        self.more_rounds = 0
        self.more_seconds = 0.0
        self.sprt: SprtDecided | None = None
        self.challenges: dict[int, ChallengeRecord] = {}
        """Open challenges of a ladder, by number."""
        self.challenges_made = 0
        self.met_at: dict[frozenset[int], float] = {}
        """When the last challenge between two entrants of a ladder ended."""
        self.places: tuple[int, ...] = ()
        """Entrants of a ladder in their order."""
        self.seasons: list[SeasonEnded] = []
        self.numbers: dict[str, int] = {}
        """Numbers of the entrants by their keys."""
        self.entries: Counter[str] = Counter()
        """How often each key has entered. Before the start an entrant that leaves is forgotten otherwise."""
        self.matches: dict[str, int] = {}
        """Numbers of the games by the ids of their matches."""
        self.opening_uses = OpeningUses()
        """Openings of the pairs so far."""
        self.present: frozenset[int] = frozenset()
        """Entrants that are connected, as the caller last noted. It is not part of the events."""
        self.taking_part = (0, 0)
        """Numbers of entrants that take part, and of the engines among them: they are asked for after each event."""
        self.version = 0
        """Changes of what is computed from the state, presence included."""
        self._memory: dict[str, tuple[int, Any]] = {}

    @property
    def format(self) -> Format:
        """Format of the tournament."""
        return self.terms.format

    @property
    def public(self) -> bool:
        """Whether lists and feeds may show it to all."""
        return self.terms.listed and self.terms.key_hash is None and not self.hidden

    @property
    def seed_known(self) -> bool:
        """Whether all may know the seed. It would tell people and bots their openings, and moves of engines."""
        return self.ended is not None or self.terms.kinds == (EntrantKind.ENGINE,)

    @property
    def started(self) -> bool:
        """Whether it has started."""
        return self.started_at is not None

    @property
    def runs(self) -> bool:
        """Whether it has started and not ended. A paused tournament runs too."""
        return self.started and self.ended is None

    @property
    def phase(self) -> str:
        """The state as the protocol names it: announced, running, paused, finished, cancelled."""
        if self.ended is not None:
            return "cancelled" if self.ended.cancelled else "finished"
        if self.paused is not None:
            return "paused"
        return "running" if self.started else "announced"

    @property
    def reason(self) -> str:
        """Why it is paused, or ended early; otherwise empty."""
        return self.ended.reason if self.ended else self.paused.reason if self.paused else ""

    @property
    def round(self) -> int:
        """Number of the newest round that is paired, 0 before the first."""
        return len(self.rounds) - (1 if self.rounds and not self.rounds[-1].complete else 0)

    @property
    def active(self) -> list[EntrantRecord]:
        """Entrants that take part: approved and not withdrawn."""
        return [each for each in self.entrants if each.active]

    @property
    def engines_alone(self) -> bool:
        """Whether only engines take part: then rounds need no breaks, and games of later rounds may begin early."""
        return self.taking_part[0] == self.taking_part[1]

    @property
    def left_alone(self) -> bool:
        """Whether fewer than two entrants take part."""
        return self.taking_part[0] < 2

    @property
    def enterable(self) -> bool:
        """Whether entry is open at this time: before the start, and in some formats after it."""
        if self.ended is not None:
            return False
        if not self.started:
            return True
        if self.format is Format.SWISS:
            return 2 * self.round < self.planned_rounds
        return self.format in LATE_ENTRY

    @property
    def planned_rounds(self) -> int:
        """Number of rounds of the whole tournament; 0 in formats without rounds, and before it is known."""
        count = len(self.entrants)
        match self.format:
            case Format.SWISS:
                approved = sum(each.approved for each in self.entrants)
                chosen = self.terms.rounds or min(15, max(3, (max(approved, 2) - 1).bit_length() + 1))
                return chosen + self.more_rounds
            case Format.ROUND_ROBIN:
                return (count - 1 + count % 2) * self.terms.cycles if count > 1 else 0
            case Format.KNOCKOUT:
                return (count - 1).bit_length() if count > 1 else 0
            case _:
                return 0

    @property
    def pair_games(self) -> int:
        """Games of a pairing: two from one opening with sides swapped, or one."""
        fits = self.format in (Format.MATCH, Format.GAUNTLET, Format.ROUND_ROBIN, Format.KNOCKOUT)
        terms = self.terms
        return 2 if fits and (terms.pairs or terms.openings is not None or terms.sprt is not None) else 1

    @property
    def planned_games(self) -> int | None:
        """Number of games of the whole tournament, byes and forfeits not deducted; None where it is not known."""
        count, terms = len(self.entrants), self.terms
        match self.format:
            case Format.MATCH:
                return terms.games
            case Format.GAUNTLET:
                seeds = min(terms.seeds, count)
                among = seeds * (seeds - 1) // 2 + seeds * (count - seeds)
                return among * terms.cycles * self.pair_games
            case Format.ROUND_ROBIN:
                return count * (count - 1) // 2 * terms.cycles * self.pair_games
            case Format.SWISS:
                return sum(each.approved for each in self.entrants) // 2 * self.planned_rounds
            case _:
                return None

    @property
    def arena_ends_at(self) -> float | None:
        """When an arena ends, in which no more game begins then; None before its start and while it is paused."""
        if self.started_at is None or self.terms.minutes is None or self.paused_at is not None:
            return None
        return self.started_at + self.terms.minutes * 60 + self.more_seconds + self.paused_s

    def entrant(self, number: int) -> EntrantRecord:
        """Return an entrant by its number, from 1."""
        return self.entrants[number - 1]

    def find(self, key: str) -> EntrantRecord | None:
        """Return an entrant by its key: the id of a player, or `engine:` with a name."""
        number = self.numbers.get(key)
        return self.entrants[number - 1] if number else None

    def named(self, name: str) -> EntrantRecord | None:
        """Return an entrant by its name in any case; names are unique."""
        folded = name.casefold()
        return next((each for each in self.entrants if each.entrant.name.casefold() == folded), None)

    def game_of_match(self, match_id: str) -> GameRecord | None:
        """Return the game that a match is."""
        number = self.matches.get(match_id)
        return self.games[number - 1] if number else None

    @property
    def forbidden_pairs(self) -> tuple[tuple[int, int], ...]:
        """Pairs that the terms forbid, by number."""
        found = []
        for one, other in self.terms.forbidden:
            first, second = self.named(one), self.named(other)
            if first is not None and second is not None:
                found.append((first.number, second.number))
        return tuple(found)

    def slot_points(self, pair: PairRecord, slot: int) -> tuple[float, float] | None:
        """Return the points of a pairing's first and second entrant in one of its games; None without a result."""
        found = pair.slots[slot]
        if found.forfeit is not None:
            return found.forfeit
        outcome = self.games[found.game - 1].outcome if found.game else None
        if outcome is None:
            return None
        one, other = outcome.points
        return (other, one) if slot % 2 else (one, other)

    def pair_points(self, pair: PairRecord) -> tuple[float, float]:
        """Return the points of a pairing's first and second entrant so far."""
        first = second = 0.0
        for slot in range(len(pair.slots)):
            one, other = self.slot_points(pair, slot) or (0.0, 0.0)
            first += one
            second += other
        return first, second

    def played_points(self, pair: PairRecord) -> tuple[float, float] | None:
        """Return the points of a pairing whose games were all played; None with an open or forfeited game."""
        outcomes = [self.games[slot.game - 1].outcome if slot.game else None for slot in pair.slots]
        if all(outcome is not None and outcome.how is not HowEnded.FORFEIT for outcome in outcomes):
            return self.pair_points(pair)
        return None

    def waits(self, pair: PairRecord, slot: int) -> bool:
        """Return whether a game of a pair has yet to begin, or to begin again."""
        found = pair.slots[slot]
        if found.dropped or found.forfeit is not None:
            return False
        return not found.game or self.games[found.game - 1].void

    def games_between(self, one: int, other: int) -> Iterator[GameRecord]:
        """Yield the games of two entrants, in the order in which they began."""
        for number in self.entrants[one - 1].games:
            game = self.games[number - 1]
            if other in (game.first, game.second):
                yield game

    def remembered(self, name: str, compute: Callable[[], T]) -> T:
        """Return what was computed from this state under a name, or compute it now."""
        known = self._memory.get(name)
        if known is None or known[0] != self.version:
            known = self._memory[name] = self.version, compute()
        found: T = known[1]
        return found

    def note_presence(self, present: Iterable[int]) -> None:
        """Note which entrants are connected."""
        self.present = frozenset(present)
        self.version += 1
