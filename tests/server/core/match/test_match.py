"""A match as a whole: its start, its abort, and its replay from events."""

import pytest

from kibitz_server.core.lobby.registry import MatchRegistry
from kibitz_server.core.match.commands import Abort, PlayMove
from kibitz_server.core.match.match import Decision, Match
from kibitz_server.core.values.events import Event, MatchAborted, MatchStarted, MovePlayed, Result
from kibitz_server.core.values.players import Engine
from kibitz_server.core.values.time_management import Budget
from tests.server.core.make import (
    ADA,
    BEN,
    BLITZ,
    DRAWN,
    SUDDEN_DEATH,
    WON,
    create,
    make_create,
    make_match,
    play,
    remaining_s,
    state_of,
)


def test_a_match_may_begin_from_any_position() -> None:
    """A match with a position starts there at ply 0, with that side to move."""
    match = make_match(position="---/-X-/--- O")
    assert (match.ply, match.to_move) == (0, 1)
    assert match.handle(PlayMove(BEN.id, 0, "a1"), 1.0).events == (MovePlayed(0, 1, "a1", 1.0, None),)


def test_an_aborted_match_keeps_the_reason_and_has_no_winner() -> None:
    """An aborted match has a reason and no winner."""
    match = make_match()
    assert match.handle(Abort("the server made a mistake"), 1.0).events == (MatchAborted("the server made a mistake"),)
    assert match.result == Result(None, "the server made a mistake")


def events_of(match: Match, *decisions: Decision) -> list[Event]:
    """Return all events of a match that was running when it was created."""
    return [match.created, MatchStarted(), *(event for decision in decisions for event in decision.events)]


def test_a_rebuilt_match_continues_with_its_clocks() -> None:
    """After a restart the clock continues from the start of the turn: downtime is not charged."""
    match = make_match(control=BLITZ)
    log = events_of(match, *play(match, "b2", first_at=10.0))
    again = Match.from_events(log, now=7000.0)
    assert state_of(again) == state_of(match)
    assert remaining_s(again, 7000.0) == (52.0, 60.0)
    assert again.next_deadline() == 7060.0
    play(again, "a1", first_at=7005.0)
    assert remaining_s(again, 7005.0) == (52.0, 57.0)


def test_a_rebuilt_match_requests_its_search_again() -> None:
    """A search that was lost in a crash is requested again, for the same ply with the same budget."""
    match = make_match(seats=(ADA, Engine("alphabeta", Budget(seconds=1.0))), control=BLITZ)
    log = events_of(match, *play(match, "b2", first_at=10.0))
    request = Match.from_events(log, now=7000.0).search_request()
    assert request is not None
    assert request == match.search_request()


@pytest.mark.parametrize("moves", [WON, DRAWN], ids=["won", "drawn"])
def test_a_finished_match_is_rebuilt_as_finished(moves: tuple[str, ...]) -> None:
    """The events of a finished match rebuild a finished match with the same clocks."""
    match = make_match(control=BLITZ)
    again = Match.from_events(events_of(match, *play(match, *moves)), now=7000.0)
    assert state_of(again) == state_of(match)
    assert again.over
    assert remaining_s(again, 8000.0) == remaining_s(match, 8000.0)


def test_a_match_is_created_once() -> None:
    """A second creation event is an error."""
    match = make_match()
    with pytest.raises(ValueError, match="created once"):
        match.apply(match.created)


def test_events_with_times_restore_the_running_clock() -> None:
    """Events with their times restore the clock of the running turn."""
    match, events = create(MatchRegistry(), make_create(control=SUDDEN_DEATH))
    events += match.handle(PlayMove(ADA.id, 0, "b2"), 10.0).events
    again = Match.from_timed_events([*((event, 100.0) for event in events[:2]), (events[2], 110.0)])
    assert remaining_s(again, 130.0) == remaining_s(match, 30.0) == (50.0, 40.0)


def test_a_first_position_is_kept_as_the_game_writes_it() -> None:
    """Files and engines of others get a clean text, whatever was left out of the one that was given."""
    match = make_match("chess", position="4k3/8/8/8/8/8/8/R3K3_w_KQkq_-_0_0")
    assert match.created.position == "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"
