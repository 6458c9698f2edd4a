"""State of a tournament, rebuilt from its events. The rules in this package read it; `Tournament` decides commands.

`apply` is the only place where events change the state, one event at a time. `at` and `now` are seconds on the clock
of all matches, which counts the uptime of the server: an event of an earlier run has a time before the start of this.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar, assert_never

from kibitz_server.core.tournament.arena_score import ArenaGame, ArenaResult, arena_score
from kibitz_server.core.tournament.events import (
    ChallengeAnswered,
    Challenged,
    EntrantApproved,
    EntrantJoined,
    EntrantLeft,
    EntrantReady,
    EntrantRested,
    EntrantReturned,
    Event,
    Extended,
    GameBegun,
    GameCounted,
    GameVoided,
    ResultSet,
    RoundEnded,
    RoundPaired,
    SeasonEnded,
    SprtDecided,
    TieBreaksChanged,
    TournamentCreated,
    TournamentEnded,
    TournamentHidden,
    TournamentPaused,
    TournamentResumed,
    TournamentStarted,
)
from kibitz_server.core.tournament.formats.ladder import after_challenge, without
from kibitz_server.core.tournament.openings import OpeningUses
from kibitz_server.core.tournament.records import (
    ChallengeRecord,
    EntrantRecord,
    GameRecord,
    PairRecord,
    PairSlot,
    RoundRecord,
    bye_points,
)
from kibitz_server.core.tournament.values import (
    Bye,
    ByeKind,
    Entrant,
    EntrantKind,
    Format,
    GameOutcome,
    HowEnded,
    TournamentTerms,
)

T = TypeVar("T")
IN_ROUNDS = (Format.ROUND_ROBIN, Format.SWISS, Format.KNOCKOUT)
"""Formats with rounds. The others pair again and again in round 1."""
FORFEITING = (Format.GAUNTLET, *IN_ROUNDS)
"""Formats in which the games that an entrant has not begun when it withdraws are lost by forfeit."""
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
        self._scored: dict[int, int] = {}
        self.counted_games: list[int] = []
        """Numbers of the games that were counted, in the order of their ends; the organiser may have voided some."""
        self.revised = 0
        """How often results changed after they were counted: what was summed up begins again."""
        self.kept: dict[str, object] = {}
        """Sums that other modules keep for this tournament. They are not part of the events."""
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
        self._opening_uses = OpeningUses()
        self.present: frozenset[int] = frozenset()
        """Entrants that are connected, as far as the caller said it. It is not part of the events."""
        self._takes_part = (0, 0)
        """Numbers of entrants that take part, and of the engines among them: they are asked for after each event."""
        self._version = 0
        """Changes of what is computed from the state, presence included."""
        self._memory: dict[str, tuple[int, Any]] = {}

    # What views and rules ask.

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
        """Whether all may know the seed: not while players meet openings and engines that it decides."""
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
        return self._takes_part[0] == self._takes_part[1]

    @property
    def left_alone(self) -> bool:
        """Whether fewer than two entrants take part."""
        return self._takes_part[0] < 2

    @property
    def enterable(self) -> bool:
        """Whether entry is open as far as time decides it: before the start, and in some formats after it."""
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
        if known is None or known[0] != self._version:
            known = self._memory[name] = self._version, compute()
        found: T = known[1]
        return found

    def note_presence(self, present: Iterable[int]) -> None:
        """Note which entrants are connected."""
        self.present = frozenset(present)
        self._version += 1

    # Events.

    def apply(self, event: Event, at: float) -> None:
        """Apply an event, which happened at a time on the clock of matches. Events are applied in their order.

        Raises:
            AssertionError: It is a second creation.
        """
        self.seq += 1
        self._version += 1
        match event:
            case EntrantJoined() | EntrantApproved() | EntrantLeft() | EntrantReturned():
                self._change_entry(event, at)
            case EntrantRested() | EntrantReady():
                self._change_rest(event, at)
            case TournamentStarted():
                self._start(event, at)
            case RoundPaired():
                self._pair(event, at)
            case RoundEnded(round=number):
                self.rounds[number - 1].ended_at = at
                self.open_rounds.pop(number, None)
            case GameBegun():
                self._begin(event, at)
            case GameCounted() | GameVoided() | ResultSet():
                self._end_game(event, at)
            case TournamentPaused():
                self.paused, self.paused_at = event, at
                self.pauses += 1
            case TournamentResumed():
                self._resume(at)
            case Extended(rounds=rounds, seconds=seconds):
                self.more_rounds += rounds
                self.more_seconds += seconds
            case TieBreaksChanged(tie_breaks=names):
                self.tie_breaks = names
                self.tie_break_changes += 1
            case TournamentHidden():
                self.hidden = True
            case Challenged() | ChallengeAnswered():
                self._change_challenge(event, at)
            case SeasonEnded():
                self.seasons.append(event)
            case SprtDecided():
                self.sprt = event
            case TournamentEnded():
                self.ended, self.ended_at = event, at
                self.due.clear()
                self.challenges.clear()
            case TournamentCreated():
                raise AssertionError("a tournament is created once")
            case _:
                assert_never(event)

    def _resume(self, at: float) -> None:
        """Leave out the time of a pause since the start, in which nothing could be played or answered."""
        if self.paused_at is not None and self.started_at is not None:
            paused_s = at - max(self.paused_at, self.started_at)
            self.paused_s += paused_s
            for challenge in self.challenges.values():
                challenge.made_at += paused_s
        self.paused = self.paused_at = None

    def _change_entry(self, event: EntrantJoined | EntrantApproved | EntrantLeft | EntrantReturned, at: float) -> None:
        if isinstance(event, EntrantJoined):
            self.barred.discard(event.entrant.key)
            self._join(event.entrant, event.approved, at)
            count, engines = self._takes_part
            self._takes_part = count + event.approved, engines + (event.approved and self.entrants[-1].engine)
            return
        self._change_known(event, self.entrants[event.number - 1], at)
        active = self.active
        self._takes_part = len(active), sum(each.engine for each in active)

    def _change_known(
        self, event: EntrantApproved | EntrantLeft | EntrantReturned, entrant: EntrantRecord, at: float
    ) -> None:
        if isinstance(event, EntrantApproved):
            entrant.approved = True
            entrant.first_round = self.round + 1
            entrant.free_since = at
            self._note_missed_rounds(entrant.number)
            if self.format is Format.LADDER:
                self.places = (*self.places, entrant.number)
        elif isinstance(event, EntrantReturned):
            entrant.left = entrant.removed = entrant.resting = False
            entrant.reason = ""
            entrant.changes += 1
            entrant.free_since = at
            if self.format is Format.LADDER and entrant.approved:
                self.places = (*self.places, entrant.number)
        elif not self.started:
            if event.removed:
                self.barred.add(entrant.entrant.key)
            del self.entrants[event.number - 1]
            self._renumber(self.entrants)
        else:
            entrant.left, entrant.removed, entrant.reason = True, event.removed, event.reason
            entrant.left_seq = self.seq
            entrant.changes += 1
            self._drop_games(entrant)

    def _join(self, entrant: Entrant, approved: bool, at: float) -> None:
        number = len(self.entrants) + 1
        self.entrants.append(EntrantRecord(number, entrant, approved, self.round + 1, at))
        self.numbers[entrant.key] = number
        self.entries[entrant.key] += 1
        if approved:
            self._note_missed_rounds(number)
        if approved and self.format is Format.LADDER:
            self.places = (*self.places, number)

    def _note_missed_rounds(self, number: int) -> None:
        """Give a late entrant of a Swiss byes for the rounds before: without points, but half a point for the last."""
        if self.format is not Format.SWISS or not self.started:
            return
        for missed in range(1, self.round + 1):
            kind = ByeKind.HALF if missed == self.round else ByeKind.ZERO
            self._set_bye(self.rounds[missed - 1], number, Bye(number, kind))

    def _renumber(self, order: Iterable[EntrantRecord]) -> None:
        self.entrants = list(order)
        self.numbers = {}
        for number, each in enumerate(self.entrants, start=1):
            each.number = number
            self.numbers[each.entrant.key] = number
        if self.format is Format.LADDER:
            self.places = tuple(each.number for each in self.entrants if each.approved)

    def _change_rest(self, event: EntrantRested | EntrantReady, at: float) -> None:
        entrant = self.entrants[event.number - 1]
        entrant.resting = isinstance(event, EntrantRested)
        entrant.reason = event.reason if isinstance(event, EntrantRested) else ""
        if entrant.resting and self.format is Format.ARENA:
            self._drop_games(entrant)
        entrant.changes += 1
        entrant.free_since = at

    def _start(self, event: TournamentStarted, at: float) -> None:
        self.started_at = at
        self._renumber(self.entrants[number - 1] for number in event.order)
        for each in self.entrants:
            each.free_since = at

    def _pair(self, event: RoundPaired, at: float) -> None:
        while len(self.rounds) < event.round:
            self.rounds.append(RoundRecord(at))
        made = self.rounds[event.round - 1]
        if not event.manual and not made.complete:
            made.complete, made.paired_at = True, at
            self.open_rounds[event.round] = made
        made.manual = made.manual or event.manual
        for pairing in event.pairs:
            pair = PairRecord(pairing, event.round, self._opening(pairing.first, pairing.second))
            self.pairs.append(pair)
            made.pairs.append(pair.number)
            made.left += 1
            self.due[pair.number] = pair
            if self.format is Format.LADDER:
                self._note_challenge(pair)
            for number in pair.entrants:
                if self.entrants[number - 1].left:
                    self._forfeit(pair)
                    break
        for pairing in event.pairs:
            self._set_bye(made, pairing.first, None)
            self._set_bye(made, pairing.second, None)
        for bye in event.byes:
            self._set_bye(made, bye.entrant, bye)

    def _set_bye(self, made: RoundRecord, number: int, bye: Bye | None) -> None:
        """Give an entrant a bye in a round instead of the one that it had, or none."""
        before = made.byes.pop(number, None)
        if bye is not None:
            made.byes[number] = bye
        if self.format is Format.SWISS:
            for each, sign in ((bye, 1), (before, -1)):
                if each is not None:
                    self.entrants[number - 1].points += sign * bye_points(each, self.terms.bye)

    def _note_challenge(self, pair: PairRecord) -> None:
        """Note the pair of the challenge that was accepted last."""
        for challenge in self.challenges.values():
            if {challenge.challenger, challenge.challenged} == set(pair.entrants) and not challenge.pair:
                challenge.pair = pair.number

    def _opening(self, first: int, second: int) -> int | None:
        """Return the index of the opening of a new pair of two entrants, from 0; None without openings."""
        openings = self.terms.openings
        if openings is None:
            return None
        index = self._opening_uses.next(openings, self.terms.seed, (first, second))
        self._opening_uses.add((first, second), index)
        return index - 1

    def _begin(self, event: GameBegun, at: float) -> None:
        pair = self.pairs[event.pair - 1]
        game = GameRecord(event, pair.round, at)
        self.games.append(game)
        self.matches[event.match_id] = event.game
        pair.slots[event.slot].game = event.game
        pair.opening = event.opening
        self.running[event.game] = game
        for number in (event.first, event.second):
            entrant = self.entrants[number - 1]
            entrant.games.append(event.game)
            entrant.running.append(event.game)
        self._note_due(pair)

    def _end_game(self, event: GameCounted | GameVoided | ResultSet, at: float) -> None:
        game = self.games[event.game - 1]
        if game.runs:
            self._stop(game, at)
        self.revised += game.outcome is not None or isinstance(event, ResultSet)
        self._uncount(game)
        if isinstance(event, GameCounted):
            game.played, game.reason = event.outcome, event.reason
            self.counted_games.append(game.number)
            game.plies, game.sides, game.moves_hash = event.plies, event.sides, event.moves_hash
            self._note_failures(game, event.outcome)
            self._count(game, event.outcome)
        elif isinstance(event, ResultSet):
            game.changes += 1
            game.set_by = event.by if event.outcome is not None else None
            game.reason = event.reason
            outcome = event.outcome or game.played
            assert outcome is not None
            if game.played is None and game.number not in self.counted_games:
                self.counted_games.append(game.number)
            self._count(game, outcome)
        else:
            game.void, game.outcome, game.reason = True, None, event.reason
            self.pairs[game.begun.pair - 1].slots[game.begun.slot].voids += 1
            game.set_by = None
            game.changes += bool(event.by)
        self._note_ends(self.pairs[game.begun.pair - 1], game, again=isinstance(event, GameVoided) and event.again)
        if self.format is Format.LADDER and game.outcome is not None:
            self._end_challenge(self.pairs[game.begun.pair - 1], at)

    def _stop(self, game: GameRecord, at: float) -> None:
        """Let the entrants of a running game be free."""
        game.ended_at = at
        del self.running[game.number]
        for number in (game.first, game.second):
            entrant = self.entrants[number - 1]
            entrant.running.remove(game.number)
            entrant.free_since = at

    def _count(self, game: GameRecord, outcome: GameOutcome) -> None:
        game.outcome, game.void = outcome, False
        self.counted += 1
        self._note_results(game, outcome)
        if self.format is Format.ARENA:
            self._score(game)
            return
        for number, points in zip((game.first, game.second), outcome.points, strict=True):
            self.entrants[number - 1].points += points

    def _uncount(self, game: GameRecord) -> None:
        """Take back what a game counted so far, if it did."""
        if game.outcome is None:
            return
        self.counted -= 1
        outcome, game.outcome = game.outcome, None
        self._note_results(game, outcome, -1)
        if self.format is Format.ARENA:
            self._score(game)
            return
        for number, points in zip((game.first, game.second), outcome.points, strict=True):
            self.entrants[number - 1].points -= points

    def _note_results(self, game: GameRecord, outcome: GameOutcome, sign: int = 1) -> None:
        one, other = outcome.points
        self.entrants[game.first - 1].note_result(one, other, sign)
        self.entrants[game.second - 1].note_result(other, one, sign)

    def _score(self, game: GameRecord) -> None:
        """Compute the points of both entrants of a game of an arena, where they depend on the games before."""
        for number in (game.first, game.second):
            entrant = self.entrants[number - 1]
            counted = [self.games[each - 1] for each in entrant.games]
            games = [_as_arena_game(each, number) for each in counted if each.outcome is not None]
            entrant.sheet = arena_score(games, self.terms.all_draws)
            entrant.points = float(entrant.sheet.points)

    def _note_failures(self, game: GameRecord, outcome: GameOutcome) -> None:
        for number, points in zip((game.first, game.second), outcome.points, strict=True):
            entrant = self.entrants[number - 1]
            failed = outcome.how is HowEnded.FAILURE and points == 0 and entrant.engine
            entrant.failures = entrant.failures + 1 if failed else 0

    def _note_ends(self, pair: PairRecord, game: GameRecord, again: bool) -> None:
        """Note what the end of a game, or a change of its result, means for its pair."""
        slot = pair.slots[game.begun.slot]
        if game.number == slot.game:
            slot.dropped = game.void and not again
            if game.void and again and any(self.entrants[number - 1].left for number in pair.entrants):
                self._forfeit(pair)
        self._note_due(pair)

    def _note_due(self, pair: PairRecord) -> None:
        """Note whether a pair has games to begin, and whether it is over."""
        waiting = self.ended is None and any(self.waits(pair, slot) for slot in range(len(pair.slots)))
        if waiting:
            self.due[pair.number] = pair
        else:
            self.due.pop(pair.number, None)
        left = sum(self._open(pair, slot) for slot in range(len(pair.slots)))
        if bool(left) != bool(pair.left):
            made = self.rounds[pair.round - 1]
            made.left += 1 if left else -1
            if left:
                self.completed.remove(pair.number)
                made.ended_at = None
                self.open_rounds[pair.round] = made
            else:
                self.completed.append(pair.number)
        pair.left = left
        if self.format is Format.MATCH and len(pair.slots) == 2:
            self._note_score(pair)

    def _note_score(self, pair: PairRecord) -> None:
        """Note the points of a game pair of a match in the counts. Pairs with a forfeit have no effect on them."""
        before = self._scored.pop(pair.number, None)
        if before is not None:
            self.pair_counts[before] -= 1
        outcomes = [self.games[slot.game - 1].outcome if slot.game else None for slot in pair.slots]
        if all(outcome is not None and outcome.how is not HowEnded.FORFEIT for outcome in outcomes):
            place = round(2 * self.pair_points(pair)[pair.pairing.first != 1])
            self._scored[pair.number] = place
            self.pair_counts[place] += 1

    def _open(self, pair: PairRecord, slot: int) -> bool:
        """Return whether a game of a pair has no end yet: it waits, or runs."""
        return self.waits(pair, slot) or (
            not pair.slots[slot].dropped
            and pair.slots[slot].forfeit is None
            and self.games[pair.slots[slot].game - 1].runs
        )

    def _drop_games(self, entrant: EntrantRecord) -> None:
        """Decide the games that an entrant has not begun when it withdraws."""
        if self.format is Format.LADDER:
            self.places = without(self.places, entrant.number)
            for challenge in list(self.challenges.values()):
                pair = self.pairs[challenge.pair - 1] if challenge.pair else None
                played = pair is not None and not self.waits(pair, 0)
                if entrant.number in (challenge.challenger, challenge.challenged) and not played:
                    del self.challenges[challenge.number]
        for pair in [pair for pair in self.due.values() if entrant.number in pair.entrants]:
            if self.rounds[pair.round - 1].complete:
                self._forfeit(pair)
            else:
                self._unpair(pair)

    def _forfeit(self, pair: PairRecord) -> None:
        """Decide the games of a pair that have not begun: those that withdrew lose by forfeit, or they are dropped."""
        points = tuple(0.0 if self.entrants[number - 1].left else 1.0 for number in pair.entrants)
        for place, slot in enumerate(pair.slots):
            if not self.waits(pair, place):
                continue
            if self.format in FORFEITING:
                slot.forfeit = (points[0], points[1])
                for number, own, other in zip(pair.entrants, points, reversed(points), strict=True):
                    self.entrants[number - 1].points += own
                    self.entrants[number - 1].note_result(own, other)
            else:
                slot.dropped = True
        self._note_due(pair)

    def _unpair(self, pair: PairRecord) -> None:
        """Drop a pair made by hand, whose round is not complete."""
        for slot in pair.slots:
            slot.dropped = True
        self._note_due(pair)
        self.rounds[pair.round - 1].pairs.remove(pair.number)

    def _change_challenge(self, event: Challenged | ChallengeAnswered, at: float) -> None:
        if isinstance(event, Challenged):
            made = ChallengeRecord(event.challenge, event.challenger, event.challenged, at)
            self.challenges[event.challenge] = made
            self.challenges_made = event.challenge
            return
        challenge = self.challenges[event.challenge]
        if event.accepted:
            challenge.accepted_at = at
        else:
            self._close_challenge(challenge, at, won=event.lost)

    def _end_challenge(self, pair: PairRecord, at: float) -> None:
        """Move the places by the result of a challenge."""
        challenge = next((each for each in self.challenges.values() if each.pair == pair.number), None)
        if challenge is not None:
            first, second = self.pair_points(pair)
            ahead = first - second if pair.pairing.first == challenge.challenger else second - first
            self._close_challenge(challenge, at, won=ahead > 0)

    def _close_challenge(self, challenge: ChallengeRecord, at: float, *, won: bool) -> None:
        """Close a challenge, of which `won` is whether the challenger has won it."""
        del self.challenges[challenge.number]
        self.met_at[frozenset((challenge.challenger, challenge.challenged))] = at
        if challenge.challenger in self.places and challenge.challenged in self.places:
            self.places = after_challenge(self.places, challenge.challenger, challenge.challenged, won)


def _as_arena_game(game: GameRecord, number: int) -> ArenaGame:
    """Return a counted game as one of its entrants sees it."""
    side = int(number == game.second)
    own, other = game.points_of(number), game.points_of(game.first if side else game.second)
    figures = game.sides[side] if game.sides else None
    return ArenaGame(
        ArenaResult.WON if own > other else ArenaResult.DRAWN if own == other > 0 else ArenaResult.LOST,
        berserk=figures is not None and figures.berserk,
        own_moves=figures.moves if figures else 0,
    )


def standing_forfeits(state: TournamentState) -> Iterator[tuple[PairRecord, PairSlot, tuple[float, float]]]:
    """Yield the games that were decided without being begun: pair, slot, and points of the pairing's entrants."""
    for pair in state.pairs:
        for slot in pair.slots:
            if slot.forfeit is not None:
                yield pair, slot, slot.forfeit
