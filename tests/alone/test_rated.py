"""From the first chance event on, no side ends a rated match alone without a loss, or another one without consent."""

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import pytest

from kibitz_server.core.match import claims, deadlines, offer_rules
from kibitz_server.core.match.match import Match
from kibitz_server.core.match.phase import Phase
from kibitz_server.core.values.endings import EndKind
from kibitz_server.core.values.events import MatchAborted
from kibitz_server.core.values.offers import OfferKind
from tests.alone.situations import Played, Situation, situations
from tests.alone.ways import WAYS
from tests.effort import cases
from tests.games.chance import chance_games
from tests.simulation.planted import Broken, Planted

QUICK, THOROUGH = 20, 120
"""Situations for each way."""


@pytest.fixture(autouse=True)
def games_with_chance() -> Iterator[None]:
    """Add the small games with chance."""
    with chance_games():
        yield


async def fault(situation: Situation, way: str) -> str | None:
    """Return what is wrong with the end of a match that one side tries to end alone; empty if nothing is.

    It is None for a match that had not begun, or that the opponent's moves have ended by the rules.
    """
    played = Played(situation)
    await played.reach()
    match, seat = played.match, situation.seat
    if match.over or not (match.history.chance_events or len(match.history.moved) == 2):
        return None
    await WAYS[way](played)
    await played.go_on()
    if match.end is not None and match.end.kind is EndKind.RULES:
        return None
    if not situation.rated:
        consent = played.agreed() & {"abort", "pause", "adjourn"}
        return "aborted without consent" if match.phase is Phase.ABORTED and not consent else ""
    if match.phase is not Phase.FINISHED:
        return f"{match.phase}, not lost"
    room = played.server.runtime.rooms.find(played.code)
    assert room is not None
    changes = room.rating_changes
    if len(changes) != 2 or changes[seat].after.mu >= changes[seat].before.mu:
        return f"the rating does not fall after {match.result}"
    return "" if changes[1 - seat].after.mu > changes[1 - seat].before.mu else "the rating of the other does not rise"


async def faults(way: str, most: int) -> list[tuple[Situation, str]]:
    """Return what is wrong with a way in many situations."""
    found = [(situation, await fault(situation, way)) for situation in islice(situations(list(WAYS).index(way)), most)]
    assert sum(said is not None for _, said in found) > most / 2
    return [(situation, said) for situation, said in found if said]


@pytest.mark.property
@pytest.mark.parametrize("way", WAYS)
async def test_ending_a_match_alone_costs_a_loss_or_needs_consent(way: str) -> None:
    """For every way, in matches of all games with chance or hidden cards, in every phase, with and without a clock."""
    assert await faults(way, cases(QUICK, THOROUGH)) == []


def _first_moves_begin(_right: Broken, match: Match, kind: Any, _now: float) -> bool:
    """Let a side abort alone as long as one side has not moved."""
    return kind is OfferKind.ABORT and len(match.history.moved) < 2


def _engine_agrees(_right: Broken, *_args: Any) -> bool:
    """Let engines agree to everything."""
    return True


def _no_show_aborts(_right: Broken, _match: Match, seat: int, _now: float) -> MatchAborted:
    """Abort each match in which a side never moved."""
    return MatchAborted("no-show", seat)


def _leaving_aborts(_right: Broken, _match: Match, _now: float) -> MatchAborted:
    """Abort each match that all players have left."""
    return MatchAborted("everybody left")


def _wait_for_moves(_right: Broken, match: Match) -> float | None:
    """Wait without end for a player who stays connected."""
    return deadlines._all_disconnected_at(match)


HOLES: dict[str, tuple[Callable[..., Planted], str]] = {
    "an abort before both sides have moved": (
        lambda: Planted(offer_rules, "_needs_no_consent", _first_moves_begin, ()),
        "asks to abort",
    ),
    "an engine that agrees": (
        lambda: Planted(offer_rules, "engine_agrees", _engine_agrees, ()),
        "asks to abort",
    ),
    "an aborted no-show": (lambda: Planted(deadlines, "no_show", _no_show_aborts, ()), "never moves"),
    "an aborted claim": (lambda: Planted(claims, "no_show", _no_show_aborts, ()), "stays and is claimed"),
    "an abort by leaving": (lambda: Planted(deadlines, "all_left", _leaving_aborts, ()), "leaves with the opponent"),
    "no end without a clock": (lambda: Planted(deadlines, "_untimed_end_at", _wait_for_moves, ()), "never moves"),
}
"""Planted holes by which a loss can be escaped: each with a way that must find it."""


@pytest.mark.parametrize("hole", HOLES)
async def test_a_planted_hole_is_found(hole: str) -> None:
    """Each hole is found by the way that it opens."""
    plant, way = HOLES[hole]
    with plant().in_place():
        assert await faults(way, QUICK)
