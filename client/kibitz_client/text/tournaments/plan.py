"""The plan of an event in a sentence: `8 engines, all against all twice, 112 games, about 40 min on 3 slots`. Pure.

The web page has its twin, `tournaments/form/plan.js`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log2
from typing import Final

from kibitz_client.text.formatting import counted
from kibitz_protocol.tournaments.commands import CreateTournament
from kibitz_protocol.tournaments.terms import EngineEntrant, Format, TournamentTerms
from kibitz_protocol.values.clocks import Byoyomi, Clock, Fischer, PerMove, SimpleDelay
from kibitz_protocol.values.engines import EngineSpec

PLIES: Final = 60
"""Plies of a game, where nothing is known."""
USED: Final = 0.7
"""Share of its time that a player uses."""
NODES_PER_S: Final = 50_000
LEVEL_S: Final = 0.3
"""Speed of a slot, and time of a level for a move, roughly."""
USUAL_MOST: Final = 64
FEWEST_ROUNDS, MOST_ROUNDS = 3, 15
BREAK_S: Final = 10.0
FEW_MINUTES, MANY_MINUTES = 20, 100
"""From these on, minutes are rounded to five, and shown as hours."""
SHOWN: Final[dict[Format, str]] = {
    "match": "one match",
    "round-robin": "all against all",
    "swiss": "Swiss system",
    "knockout": "knockout",
    "arena": "arena",
    "ladder": "ladder",
}


@dataclass(frozen=True, slots=True)
class EventPlan:
    """What is expected of an event. None is what nothing says.

    `exact`: no more can enter. `least`: there may be more games. `slots` is 0 where all games of a round are played at
    once.
    """

    entrants: int
    exact: bool
    rounds: int | None
    games: int | None
    least: bool
    seconds: float | None
    slots: int


def plan_of(creation: CreateTournament) -> EventPlan:
    """Return what is expected of an event."""
    terms, engines = creation.terms, creation.engines
    exact = all(kind == "engine" for kind in terms.kinds)
    entrants = len(engines) if exact else max(len(engines), terms.most_entrants or USUAL_MOST)
    entrants = 2 if terms.format == "match" else entrants
    rounds, games = _counted(terms, entrants, 2 if terms.pairs or terms.openings is not None else 1)
    slots = (terms.concurrency or 1) if exact else 0
    # Engines that are named say nothing of the games of others that may enter.
    game, seconds = _game_s(terms.clock, engines if exact else ()), None
    if terms.format == "arena":
        seconds = 60 * (terms.minutes or 0)
    elif game is not None and games is not None:
        breaks = ((rounds or 1) - 1) * (BREAK_S if terms.break_s is None else terms.break_s)
        seconds = games * game / slots if slots else (rounds or games) * game + breaks
    return EventPlan(entrants, exact, rounds, games, terms.format == "knockout", seconds, slots)


def plan_text(creation: CreateTournament) -> str:
    """Return the plan in a sentence."""
    terms, plan = creation.terms, plan_of(creation)
    if terms.format == "match":
        field = counted(2, "entrant")
    else:
        field = counted(plan.entrants, "engine") if plan.exact else f"up to {counted(plan.entrants, 'entrant')}"
    parts = [field, _format_text(terms)]
    if terms.format == "swiss" and plan.rounds:
        parts.append(counted(plan.rounds, "round"))
    if terms.format == "arena":
        parts.append(f"{terms.minutes or 0:g} min")
    elif terms.format == "ladder":
        parts.append("permanent")
    elif plan.games is None:
        parts.append("until it is decided")
    else:
        most = "" if plan.exact or terms.format == "match" else "up to "
        parts.append(f"{'at least ' if plan.least else most}{counted(plan.games, 'game')}")
    if plan.seconds and terms.format != "arena":
        slots = "on one slot" if plan.slots == 1 else f"on {plan.slots} slots" if plan.slots else ""
        parts.append(f"{_duration_text(plan.seconds)} {slots}".rstrip())
    return ", ".join(parts)


def usual_rounds(entrants: int) -> int:
    """Return the usual number of rounds of a Swiss."""
    return min(MOST_ROUNDS, max(FEWEST_ROUNDS, ceil(log2(max(2, entrants))) + 1))


def _counted(terms: TournamentTerms, entrants: int, each: int) -> tuple[int | None, int | None]:
    """Return the numbers of rounds and of games; `each` is the number of games of a pairing."""
    cycles = terms.cycles or 1
    match terms.format:
        case "match":
            return None, terms.games
        case "gauntlet":
            seeds = min(terms.seeds or 1, entrants)
            return None, seeds * (entrants - seeds) * cycles * each
        case "round-robin":
            return max(0, entrants - 1 + entrants % 2) * cycles, entrants * (entrants - 1) // 2 * cycles * each
        case "swiss":
            rounds = terms.rounds or usual_rounds(entrants)
            return rounds, entrants // 2 * rounds
        case "knockout":
            return ceil(log2(max(2, entrants))), max(0, entrants - 1) * each
    return None, None


def _move_s(engine: EngineSpec) -> float | None:
    """Return about how long an engine takes for a move; None where its limit does not say so."""
    if engine.algorithm == "level":
        return LEVEL_S
    return engine.limit.seconds or (engine.limit.nodes / NODES_PER_S if engine.limit.nodes else None)


def _game_s(clock: Clock | None, engines: Sequence[EngineEntrant]) -> float | None:
    """Return about how long a game takes; None where nothing says so."""
    times = [time for entrant in engines if (time := _move_s(entrant.engine)) is not None]
    if engines and len(times) == len(engines):
        return PLIES * sum(times) / len(times)
    match clock:
        case Fischer():
            return 2 * USED * (clock.base_s + PLIES / 2 * clock.increment_s)
        case SimpleDelay():
            return 2 * USED * (clock.base_s + PLIES / 2 * clock.delay_s)
        case Byoyomi():
            return 2 * USED * (clock.base_s + PLIES / 4 * clock.period_s)
        case PerMove():
            return USED * PLIES * clock.move_s
    return None


def _format_text(terms: TournamentTerms) -> str:
    text = SHOWN.get(terms.format, "")
    if terms.format == "gauntlet":
        seeds = terms.seeds or 1
        text = "the first against all others" if seeds == 1 else f"the first {seeds} against all others"
    elif terms.format != "round-robin":
        return text
    cycles = terms.cycles or 1
    return f"{text} {'once' if cycles == 1 else 'twice' if cycles == 2 else f'{cycles} times'}"


def _duration_text(seconds: float) -> str:
    minutes = max(1, _rounded(seconds / 60))
    if minutes < MANY_MINUTES:
        return f"about {minutes if minutes < FEW_MINUTES else 5 * _rounded(minutes / 5)} min"
    hours = minutes / 60
    return f"about {_rounded(hours) if minutes >= 600 else _rounded(10 * hours) / 10:g} h"


def _rounded(value: float) -> int:
    """Return the nearest integer, a half rounded up as on the page; `round` takes the nearest even one."""
    return floor(value + 0.5)
