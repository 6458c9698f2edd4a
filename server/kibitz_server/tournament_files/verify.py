"""Verification of a complete file of a tournament: every pairing, count and table is computed again.

The events are applied one by one. Before each, the rules say what may follow from the state: the pairs of a round, the
games that can begin, the end of a round. Each game is verified as a record, and counts only as its match ended. What
the rules leave open is taken from the file: who is connected, what the organiser did, and which games of engines found
a slot first.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from msgspec.json import decode, encode

from kibitz_protocol.formats.record import NotARecord
from kibitz_server.core.match.match import Match
from kibitz_server.core.tournament.commands import CountGame
from kibitz_server.core.tournament.events import (
    Event,
    GameBegun,
    GameCounted,
    RoundEnded,
    RoundPaired,
    SprtDecided,
    TournamentCreated,
)
from kibitz_server.core.tournament.formats import arena, swiss
from kibitz_server.core.tournament.formats.arena_pairing import allowed
from kibitz_server.core.tournament.rules.games import waiting_games
from kibitz_server.core.tournament.rules.match_ends import end_of
from kibitz_server.core.tournament.rules.progress import follow_up
from kibitz_server.core.tournament.tournament import Tournament
from kibitz_server.core.tournament.values import Format
from kibitz_server.core.values.players import Engine, Human, Player
from kibitz_server.records.difference import DifferenceError
from kibitz_server.records.replay import Verified
from kibitz_server.records.reproduce import search_again
from kibitz_server.records.verifier import verify as verify_record
from kibitz_server.store.event_json import load, load_of_tournament
from kibitz_server.store.interface import NumberedEvent, TournamentEntry
from kibitz_server.tournament_files.source import rebuilt, record_of, replayed
from kibitz_server.tournament_files.whole import VERSION, tables

MOST_BYTES = 128 << 20
MOST_DIFFERENCES = 100
MOST_NAMED = 10
"""Games that a note names."""


class NotATournament(ValueError):
    """The file is not a complete file of a tournament. The message says why."""


class PairedRound(NamedTuple):
    """Pairs of a Swiss round by the rules; `bye` None without one."""

    pairs: tuple[tuple[int, int], ...]
    bye: int | None


Pair = Callable[[str], PairedRound | str]
"""Pairs a Swiss round from its report, or returns why that is not possible."""


@dataclass(slots=True)
class Verification:
    """Result of a verification: sentences about what differs, what was not checked, and counts."""

    name: str
    differences: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    events: int = 0
    rounds: int = 0
    games: int = 0
    searches: int = 0

    def differ(self, sentence: str) -> None:
        """Note a difference, up to a number of them."""
        if len(self.differences) < MOST_DIFFERENCES:
            self.differences.append(sentence)


class CompleteFile:
    """A complete file, decoded."""

    def __init__(self, content: bytes) -> None:
        """Read a file.

        Raises:
            NotATournament: It cannot be read.
        """
        if len(content) > MOST_BYTES:
            raise NotATournament(f"the file has more than {MOST_BYTES >> 20} MiB")
        try:
            data: Any = decode(content)
        except RecursionError:
            raise NotATournament("the file is nested too deeply") from None
        except ValueError as error:
            raise NotATournament(f"the file is not JSON: {error}") from None
        if not isinstance(data, dict) or data.get("kibitz_tournament") != VERSION:
            raise NotATournament("the file is not a tournament: take one by `kibitz tournament export CODE --json`")
        try:
            self.id = str(data["id"])
            self.entries = [
                TournamentEntry(self.id, each["seq"], load_of_tournament(each["kind"], _text(each)), float(each["at"]))
                for each in data["events"]
            ]
            self.games: dict[int, list[NumberedEvent]] = {
                each["game"]: [
                    NumberedEvent(each["match"], one["seq"], load(one["kind"], _text(one)), float(one["at"]))
                    for one in each["events"]
                ]
                for each in data["games"]
            }
        except (KeyError, TypeError, ValueError, RecursionError, OverflowError) as error:
            raise NotATournament(f"the file is damaged: {_first_line(error)}") from None
        if not self.entries or not isinstance(self.entries[0].event, TournamentCreated):
            raise NotATournament("the file is damaged: its events do not begin with the creation of a tournament")
        self.tables: Mapping[str, Any] = {name: data.get(name) for name in TABLES}


TABLES = ("tie_breaks", "standings", "crosstable", "statistics")


def verify(file: CompleteFile, pair: Pair, *, engines: bool = False) -> Verification:
    """Verify a file.

    Args:
        file: The file.
        pair: Pairs Swiss rounds.
        engines: Whether to repeat the searches that can be repeated.
    """
    created = file.entries[0].event
    assert isinstance(created, TournamentCreated)
    found = Verification(created.name, events=len(file.entries))
    matches = {number: match for number, events in file.games.items() if (match := _match(number, events, found))}
    state = _replayed(file, matches, pair, found)
    for number, events in file.games.items():
        if number in matches:
            _verify_game(number, events, found, engines=engines)
    if state is not None:
        _note_missing(state, file, found)
    if state is not None and not found.differences:
        _compare_tables(state, file.tables, found)
    return found


def _note_missing(state: Tournament, file: CompleteFile, found: Verification) -> None:
    """Note which games count without being in the file: those that still hide cards, and those that were left out."""
    missing = [number for number in state.counted_games if number not in file.games]
    if missing:
        games = ", ".join(map(str, missing[:MOST_NAMED]))
        more = f" and {len(missing) - MOST_NAMED} more" if len(missing) > MOST_NAMED else ""
        found.notes.append(f"games that the file does not have, so that their results were not compared: {games}{more}")


def _replayed(file: CompleteFile, matches: Mapping[int, Match], pair: Pair, found: Verification) -> Tournament | None:
    """Apply all events, and compare each with what the rules say. Return the tournament; None if it breaks off."""
    began_at = file.entries[0].at
    state = rebuilt(file.entries[:1])
    for place, entry in enumerate(file.entries[1:], start=2):
        at = entry.at - began_at
        if entry.seq != place:
            found.differ(f"event {place} is missing: the next one has the number {entry.seq}")
            return None
        try:
            for sentence in _faults(state, entry.event, at, matches, pair, found):
                found.differ(f"event {entry.seq}: {sentence}")
            state.apply(entry.event, at)
        except (LookupError, ValueError, AssertionError) as error:
            found.differ(f"event {entry.seq} does not fit those before it: {_first_line(error)}")
            return None
    found.rounds = state.round
    return state


def _faults(
    state: Tournament, event: Event, at: float, matches: Mapping[int, Match], pair: Pair, found: Verification
) -> list[str]:
    """Return sentences about how an event differs from what the rules say."""
    match event:
        case RoundPaired(manual=False):
            return _pairing_faults(state, event, at, pair, found)
        case RoundEnded() | SprtDecided():
            wanted = _following(state, at)
            return [] if event in wanted else [f"{_named(event)} does not follow from the games before it"]
        case GameBegun():
            return list(_begin_faults(state, event, matches))
        case GameCounted():
            return list(_count_faults(state, event, matches))
        case _:
            return []


def _following(state: Tournament, at: float) -> list[Event]:
    return follow_up(state, at, state.starts_at)


def _pairing_faults(state: Tournament, event: RoundPaired, at: float, pair: Pair, found: Verification) -> list[str]:
    if state.format is Format.ARENA:
        return list(_arena_faults(state, event))
    if state.format is Format.LADDER:
        return []
    if state.format is not Format.SWISS or not swiss.waits_for_program(state):
        wanted = next((each for each in _following(state, at) if isinstance(each, RoundPaired)), None)
        if wanted == event:
            return []
        pairs = {(each.first, each.second) for each in wanted.pairs} if wanted else set()
        where = f"the pairs of round {event.round} differ from those of the rules in board, number or byes"
        return list(_differing_pairs(state, event, pairs)) or [where]
    asked = swiss.pairing_wanted(state)
    assert asked is not None
    answer = pair(asked.trf)
    if isinstance(answer, str):
        found.notes.append(f"round {event.round} could not be paired again: {answer}")
        return []
    by_hand = {
        (each.pairing.first, each.pairing.second)
        for each in (state.pairs[number - 1] for number in _pairs_by_hand(state, event.round))
    }
    byes = {each.entrant for each in event.byes if each.kind == "U"}
    faults = list(_differing_pairs(state, event, set(answer.pairs) - by_hand))
    if not faults and byes != ({answer.bye} if answer.bye is not None else set()):
        faults.append(f"round {event.round} gives the bye to another entrant than the rules")
    return faults


def _pairs_by_hand(state: Tournament, round: int) -> list[int]:
    made = state.rounds[round - 1] if round <= len(state.rounds) else None
    return made.pairs if made is not None else []


def _differing_pairs(state: Tournament, event: RoundPaired, wanted: set[tuple[int, int]]) -> Iterator[str]:
    """Yield a sentence for each pair that is wrong or missing."""
    own = {(each.first, each.second) for each in event.pairs}
    for first, second in sorted(own - wanted):
        swapped = (second, first) in wanted
        why = "the other one moves first by the rules" if swapped else "the rules do not pair them"
        yield f"round {event.round} pairs {_name(state, first)} with {_name(state, second)}, but {why}"
    for first, second in sorted(wanted - own):
        if (second, first) not in own:
            yield f"round {event.round} lacks the pair {_name(state, first)} - {_name(state, second)}"


def _arena_faults(state: Tournament, event: RoundPaired) -> Iterator[str]:
    """Yield the pairs of an arena that are not allowed. Which are the best depends on the connected players."""
    for each in event.pairs:
        busy = [number for number in (each.first, each.second) if state.entrant(number).running]
        if busy:
            yield f"{_name(state, busy[0])} is paired, but plays another game"
        elif not _may_meet(state, each.first, each.second):
            yield f"{_name(state, each.first)} and {_name(state, each.second)} may not be paired now"


def _may_meet(state: Tournament, first: int, second: int) -> bool:
    """Return whether two entrants of an arena may be paired. Two that are alone may meet again."""
    others = any(
        each.engine and each.active and not each.resting
        for each in state.entrants
        if each.number not in (first, second)
    )
    one, two = arena.Lookout().free(state, (state.entrant(first), state.entrant(second)))
    return allowed(one, two, lone=not others) and not arena.forbidden(state, (first, second))


def _begin_faults(state: Tournament, event: GameBegun, matches: Mapping[int, Match]) -> Iterator[str]:
    # An arena counts the uptime of its server, and the file has the time of day: games may begin after its end.
    due = next(
        (each for each in waiting_games(state) if (each.pair, each.slot) == (event.pair, event.slot)),
        None,
    )
    if due is None:
        yield f"game {event.game} of pair {event.pair} begins, but no such game is due"
        return
    if (due.first, due.second) != (event.first, event.second):
        yield f"game {event.game} has the sides of another game: {_name(state, due.first)} moves first by the rules"
    if due.opening != event.opening:
        yield f"game {event.game} has opening {_index(event.opening)}, but its pair has opening {_index(due.opening)}"
    match = matches.get(event.game)
    if match is None:
        return
    created = match.created
    opening = due.position
    moves, position = (opening.moves, opening.position) if opening is not None else ((), state.terms.position)
    if (created.opening, created.position or None) != (moves, position or None):
        yield f"the match of game {event.game} begins from another opening than the game"
    entrants = [state.entrant(number).entrant.player for number in (event.first, event.second)]
    if not all(map(_is_seated, match.seats, entrants)):
        yield f"the match of game {event.game} has other players than the game"


def _is_seated(seated: Player | None, entrant: Human | Engine) -> bool:
    """Return whether a player of a match is an entrant. An engine without a seed of its own got one."""
    if isinstance(entrant, Engine) and isinstance(seated, Engine) and entrant.budget.seed is None:
        return (seated.algorithm, replace(seated.budget, seed=None)) == (entrant.algorithm, entrant.budget)
    return seated == entrant if isinstance(entrant, Engine) else getattr(seated, "id", None) == entrant.id


def _count_faults(state: Tournament, event: GameCounted, matches: Mapping[int, Match]) -> Iterator[str]:
    if not 1 <= event.game <= len(state.games):
        yield f"game {event.game} counts, but it has not begun"
        return
    game = state.games[event.game - 1]
    if not game.runs:
        yield f"game {event.game} counts twice"
        return
    match = matches.get(event.game)
    if match is None:
        return
    end = end_of(match)
    if not isinstance(end, CountGame):
        yield f"game {event.game} counts, but its match ended without a result"
    elif end.outcome != event.outcome:
        counted, ended = _points(event.outcome.points), _points(end.outcome.points)
        yield f"game {event.game} counts as {counted}, but its match ended {ended}"
    elif (end.plies, end.moves_hash) != (event.plies, event.moves_hash):
        yield f"game {event.game} has other moves than its match"


def _match(number: int, events: list[NumberedEvent], found: Verification) -> Match | None:
    try:
        return replayed(events)
    except (LookupError, ValueError, AssertionError) as error:
        found.differ(f"game {number} cannot be replayed: {_first_line(error)}")
        return None


def _verify_game(number: int, events: list[NumberedEvent], found: Verification, *, engines: bool) -> None:
    try:
        verified: Verified = verify_record(record_of(events).lines())
        found.games += 1
        if engines:
            searched = search_again(verified)
            found.searches += searched.moves
            found.notes += [f"game {number}, ply {ply}: {why}" for ply, why in searched.skipped_plies.items()]
    except (NotARecord, DifferenceError, LookupError, ValueError) as error:
        found.differ(f"game {number}: {_first_line(error)}")


def _compare_tables(state: Tournament, given: Mapping[str, Any], found: Verification) -> None:
    for name, computed in tables(state).items():
        if given.get(name) is None:
            found.notes.append(f"the file has no {name}")
        elif not _equal(given[name], computed):
            found.differ(f"the {name} of the file {'is' if name == 'crosstable' else 'are'} not that of its games")


def _equal(one: Any, other: Any) -> bool:
    """Return whether two values are equal, numbers up to the last digits, which depend on the machine."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_equal(one[name], other[name]) for name in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_equal, one, other))
    if isinstance(one, float) or isinstance(other, float):
        numbers = isinstance(one, int | float) and isinstance(other, int | float)
        return numbers and abs(one - other) <= 1e-6 * max(1.0, abs(one), abs(other))
    return bool(one == other)


def _text(each: Mapping[str, Any]) -> str:
    return encode(each["body"]).decode()


def _name(state: Tournament, number: int) -> str:
    return state.entrant(number).entrant.name


def _named(event: Event) -> str:
    return "the decision of the test" if isinstance(event, SprtDecided) else "the end of a round"


def _points(points: tuple[float, float]) -> str:
    return f"{points[0]:g}-{points[1]:g}"


def _index(opening: int | None) -> str:
    return "none" if opening is None else str(opening + 1)


def _first_line(error: Exception) -> str:
    return (str(error) or type(error).__name__).splitlines()[0][:200]
