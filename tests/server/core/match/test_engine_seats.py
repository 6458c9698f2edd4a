"""Engines at the seats of a match: search requests and their answers."""

import pytest

from kibitz_server.core.match.commands import EngineFailed, EngineMoved, Resign, StartMatch
from kibitz_server.core.match.match import SearchRequest
from kibitz_server.core.values.events import MatchFinished, MovePlayed, Result
from kibitz_server.core.values.players import Engine
from kibitz_server.core.values.refusal import Reason
from kibitz_server.core.values.time_management import Budget
from tests.server.core.make import ADA, BEN, BLITZ, ENGINE, SEARCH_INFO, SUDDEN_DEATH, WON, make_match, play, refused


def test_a_search_is_requested_when_an_engine_is_to_move() -> None:
    """A match requests a search exactly while an engine is to move."""
    match = make_match(seats=(ADA, ENGINE))
    assert match.search_request() is None
    play(match, "b2")
    assert match.search_request() == SearchRequest(1, 1, ENGINE, ENGINE.budget, 1)
    decision = match.handle(EngineMoved(1, "a1", SEARCH_INFO), 3.0)
    assert decision.events == (MovePlayed(1, 1, "a1", 2.0, None, SEARCH_INFO),)
    assert match.search_request() is None


def test_no_search_is_requested_before_the_start_or_after_the_end() -> None:
    """A search is requested only while the match runs."""
    match = make_match(seats=(ENGINE, BEN), autostart=False)
    assert match.search_request() is None
    match.handle(StartMatch(ADA.id), 1.0)
    assert match.search_request() is not None
    match.handle(Resign(BEN.id), 2.0)
    assert match.search_request() is None


def test_two_engines_play_to_the_end() -> None:
    """A match between engines runs from its creation, with one search for each ply."""
    match = make_match(seats=(ENGINE, ENGINE))
    for ply, move in enumerate(WON):
        request = match.search_request()
        assert request is not None
        assert (request.ply, request.seat) == (ply, ply % 2)
        assert match.handle(EngineMoved(ply, move, None), ply + 1.0).refusal is None
    assert match.result == Result(0, "line")


def test_the_answer_of_an_old_search_is_refused() -> None:
    """The move or the failure of a search for another turn is refused."""
    match = make_match(seats=(ENGINE, BEN))
    for stale in (EngineMoved(1, "b2", None), EngineFailed(1), EngineMoved(-1, "b2", None)):
        assert refused(match.handle(stale, 1.0)).reason is Reason.STALE_PLY
    match.handle(EngineMoved(0, "b2", None), 2.0)
    for stale in (EngineMoved(0, "a1", None), EngineFailed(0), EngineMoved(1, "a1", None), EngineFailed(1)):
        assert refused(match.handle(stale, 3.0)).reason is Reason.STALE_PLY
    assert match.ply == 1


def test_an_illegal_move_of_an_engine_is_refused() -> None:
    """An illegal move of an engine is refused, and the search is still requested."""
    match = make_match(seats=(ENGINE, BEN))
    assert refused(match.handle(EngineMoved(0, "z9", None), 1.0)).reason is Reason.ILLEGAL_MOVE
    assert match.search_request() is not None


def test_an_engine_that_fails_loses() -> None:
    """An engine without a move loses, and the reason says so."""
    match = make_match(seats=(ENGINE, BEN), control=BLITZ)
    decision = match.handle(EngineFailed(0), 3.0)
    assert decision.events == (MatchFinished(Result(1, "engine failure"), 3.0),)


def test_an_engine_is_budgeted_under_its_clock() -> None:
    """The requested budget is within the clock, and shrinks with it."""
    match = make_match(seats=(Engine("alphabeta", Budget()), BEN), control=SUDDEN_DEATH)
    first = match.search_request()
    match.handle(EngineMoved(0, "b2", None), 50.0)
    play(match, "a1", first_at=51.0)
    second = match.search_request()
    assert first is not None
    assert second is not None
    assert first.budget.seconds == pytest.approx(59.95 / 30)
    assert second.budget.seconds == pytest.approx(9.95 / 30)
