"""Progress of a tournament without a command: the events that follow from its state and the time, step by step."""

from collections.abc import Callable
from typing import NamedTuple

from kibitz_protocol.tournaments.formats import SHOWN
from kibitz_server.core.tournament.events import (
    EntrantLeft,
    Event,
    GameVoided,
    RoundEnded,
    RoundPaired,
    SprtDecided,
    TournamentEnded,
    TournamentStarted,
)
from kibitz_server.core.tournament.formats import arena, challenges, gauntlet, knockout, match, round_robin, swiss
from kibitz_server.core.tournament.rules.league import start_fault
from kibitz_server.core.tournament.state import IN_ROUNDS, LATE_ENTRY, TournamentState
from kibitz_server.core.tournament.values import Format

BY_ENTRY = (Format.MATCH, Format.GAUNTLET, Format.LADDER)
"""Formats whose entrants are numbered in the order of entry: the organiser chose it. In the others ratings decide."""


class FormatRules(NamedTuple):
    """Rules of a format: its next pairings, and whether it is over. Both look at the state after each event."""

    next_pairings: Callable[[TournamentState, float], RoundPaired | None]
    is_over: Callable[[TournamentState, float], bool]


FORMATS = {
    Format.MATCH: FormatRules(match.next_pairings, match.is_over),
    Format.GAUNTLET: FormatRules(gauntlet.next_pairings, gauntlet.is_over),
    Format.KNOCKOUT: FormatRules(knockout.next_pairings, knockout.is_over),
    Format.ARENA: FormatRules(lambda _state, _now: None, arena.is_over),
    Format.LADDER: FormatRules(challenges.next_pairings, challenges.is_over),
    Format.SWISS: FormatRules(swiss.next_pairings, swiss.is_over),
    Format.ROUND_ROBIN: FormatRules(round_robin.next_pairings, round_robin.is_over),
}


def follow_up(
    state: TournamentState, now: float, starts_at: float | None = None, lookout: arena.Lookout | None = None
) -> list[Event]:
    """Return the events that come next without a command; none if the tournament waits.

    The caller applies them and asks again, until there are none.

    Args:
        state: The tournament.
        now: Time on the clock of matches.
        starts_at: When it starts by itself, on the same clock.
        lookout: What pairs an arena; None in other formats.
    """
    if state.ended is not None:
        return []
    if not state.started:
        return _start_when_due(state, now, starts_at)
    if (verdict := _sprt_verdict(state)) is not None:
        return [verdict]
    for number, made in state.open_rounds.items():
        if not made.left and _ends(state, number):
            return [RoundEnded(number)]
    rules = FORMATS[state.format]
    if rules.is_over(state, now):
        return ending(state, TournamentEnded())
    if one_is_left(state):
        # Games that run still count. No more pairs are made: a sequential test would make them without end.
        reason = "one entrant is left" if state.active else "no entrant is left"
        return [] if state.running else ending(state, TournamentEnded(reason))
    if passed := challenges.passed_deadlines(state, now):
        return passed
    if state.paused is not None or now < next_round_at(state):
        return []
    pairing = rules.next_pairings(state, now) if lookout is None else lookout.next_pairings(state, now)
    return [pairing] if pairing is not None else []


def _ends(state: TournamentState, number: int) -> bool:
    """Return whether a round ends whose pairs are played: meetings of a knockout may need further pairs."""
    if state.format is Format.KNOCKOUT:
        return knockout.round_is_decided(state, number)
    return state.format in IN_ROUNDS


def one_is_left(state: TournamentState) -> bool:
    """Return whether fewer than two entrants take part, so that no game can begin. An arena and a ladder wait."""
    return state.left_alone and state.format not in (Format.ARENA, Format.LADDER)


def next_round_at(state: TournamentState) -> float:
    """Return from when on the next round may be paired. A break between rounds lets players rest, not engines."""
    if state.format not in IN_ROUNDS or not state.rounds or state.engines_alone:
        return 0.0
    ended_at = state.rounds[-1].ended_at
    return 0.0 if ended_at is None else ended_at + state.terms.break_s


def start_obstacle(state: TournamentState) -> str | None:
    """Return why a tournament cannot start, as a sentence; None if it can."""
    count = len(state.active)
    if count < 2 and state.format not in (Format.ARENA, Format.LADDER):
        return f"{SHOWN[state.format]} needs two entrants, and has {count}"
    return start_fault(state)


def start_events(state: TournamentState, _now: float) -> list[Event]:
    """Return the events of the start: entrants that wait for approval are left out where entry ends, then all seeds."""
    late = state.format in LATE_ENTRY
    kept = [each for each in state.entrants if each.approved or late]
    removed = [each.number for each in state.entrants if not (each.approved or late)]
    left: list[Event] = [
        EntrantLeft(number, True, "not approved", state.entrant(number).entrant) for number in reversed(removed)
    ]
    by_seed = range(len(kept))
    if state.format not in BY_ENTRY:

        def strength(place: int) -> tuple[bool, float]:
            rating = kept[place].entrant.rating
            return not kept[place].approved, -rating if rating is not None else float("inf")

        return [*left, TournamentStarted(tuple(place + 1 for place in sorted(by_seed, key=strength)))]
    order = sorted(by_seed, key=lambda place: not kept[place].approved)
    return [*left, TournamentStarted(tuple(place + 1 for place in order))]


def _start_when_due(state: TournamentState, now: float, starts_at: float | None) -> list[Event]:
    if state.paused is not None:
        return []
    wanted = state.terms.start.entrants if state.terms.start else None
    full = wanted is not None and len(state.active) >= wanted
    if not full and (starts_at is None or now < starts_at):
        return []
    if obstacle := start_obstacle(state):
        return [TournamentEnded(obstacle, cancelled=True)]
    return start_events(state, now)


def ending(state: TournamentState, ended: TournamentEnded) -> list[Event]:
    """Return the events of an end: games that still run are void, and are not played again."""
    reason = "the tournament has ended"
    voided: list[Event] = [GameVoided(number, reason, again=False) for number in state.running]
    return [*voided, ended]


def _sprt_verdict(state: TournamentState) -> SprtDecided | None:
    """Return the decision of the sequential test by the pairs so far, or by the last game; None while it goes on."""
    test = state.terms.sprt
    if test is None or state.sprt is not None:
        return None
    verdict, llr = match.sprt_state(test, tuple(state.pair_counts))
    if verdict == "undecided" and not match.all_played(state):
        return None
    return SprtDecided(verdict, llr, sum(state.pair_counts))
