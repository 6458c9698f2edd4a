"""Visibility: search info that would help an opponent is hidden until the match is over."""

from typing import Any

import pytest

from kibitz_server.core.match.commands import EngineMoved, Resign
from kibitz_server.core.match.match import Match
from kibitz_server.core.match.visibility import audience, search_info_visible, visible, visible_search_info
from kibitz_server.core.values.events import MatchStarted, MovePlayed
from tests.server.core.make import ADA, BEN, CAT, ENGINE, SEARCH_INFO, make_match, play


def engine_moved(match: Match) -> MovePlayed:
    """Return the move that an engine makes, with its search info."""
    (event,) = match.handle(EngineMoved(match.ply, match.position.legal[0].text, SEARCH_INFO), 1.0).events
    assert isinstance(event, MovePlayed)
    assert event.thought == SEARCH_INFO
    return event


def test_search_info_is_hidden_while_a_human_plays() -> None:
    """While a human plays an engine, the engine's moves are shown without search info."""
    match = make_match(seats=(ENGINE, BEN))
    event = engine_moved(match)
    shown = visible(match, event, None)
    assert not search_info_visible(match)
    assert isinstance(shown, MovePlayed)
    assert shown.thought is None
    assert (shown.move, shown.seat, shown.ply, shown.elapsed_s) == (event.move, event.seat, event.ply, event.elapsed_s)
    assert visible_search_info(match, SEARCH_INFO) is None


def test_search_info_is_shown_after_the_match() -> None:
    """After the end, the search info of all moves is shown."""
    match = make_match(seats=(ENGINE, BEN))
    event = engine_moved(match)
    match.handle(Resign(BEN.id), 2.0)
    assert visible(match, event, None) is event
    assert visible_search_info(match, SEARCH_INFO) == SEARCH_INFO


def test_the_final_move_shows_its_search_info() -> None:
    """The final move of an engine is shown with its search info, because the match is over."""
    match = make_match(seats=(ENGINE, BEN), position="XX-/OO-/--- X")
    move, _ = match.handle(EngineMoved(0, "c3", SEARCH_INFO), 1.0).events
    assert visible(match, move, None) is move


@pytest.mark.parametrize(
    "fields",
    [{"seats": (ENGINE, ENGINE)}, {"seats": (ENGINE, BEN), "show_thinking": True}],
    ids=["engines", "requested"],
)
def test_search_info_is_shown_where_it_helps_no_player(fields: dict[str, Any]) -> None:
    """Search info is shown in a match between engines, or on request."""
    match = make_match(**fields)
    event = engine_moved(match)
    assert visible(match, event, None) is event


def test_nothing_else_is_hidden() -> None:
    """Events without search info, and the stored events, are not changed."""
    match = make_match(seats=(ADA, ENGINE))
    (decision,) = play(match, "b2")
    for event in (match.created, MatchStarted(), *decision.events):
        assert visible(match, event, None) is event
    engine_moved(match)
    visible(match, match.moves[-1], None)
    assert match.moves[-1].thought == SEARCH_INFO


def test_a_game_without_secrets_has_one_audience() -> None:
    """Players and spectators of an open game are one audience, so they share encoded messages."""
    match = make_match()
    assert {audience(match, viewer.id) for viewer in (ADA, BEN, CAT)} == {None}
