"""The view: what engines think is held back where it would help an opponent, until the match is over."""

from typing import Any

import pytest

from kibitz_server.core.match.commands import EngineMoved, Resign
from kibitz_server.core.match.match import Match
from kibitz_server.core.match.visibility import audience, search_info_visible, visible, visible_search_info
from kibitz_server.core.values.events import MatchStarted, MovePlayed
from tests.server.core.make import ADA, BEN, CAT, ENGINE, THOUGHT, make_match, play


def engine_moved(match: Match) -> MovePlayed:
    """The move that an engine just made, with what it thought."""
    (event,) = match.handle(EngineMoved(match.ply, match.position.legal[0].text, THOUGHT), 1.0).events
    assert isinstance(event, MovePlayed)
    assert event.thought == THOUGHT
    return event


def test_thinking_is_hidden_while_a_person_plays() -> None:
    """While a person plays an engine, its move is told without what it thought."""
    match = make_match(seats=(ENGINE, BEN))
    event = engine_moved(match)
    told = visible(match, event)
    assert not search_info_visible(match)
    assert isinstance(told, MovePlayed)
    assert told.thought is None
    assert (told.move, told.seat, told.ply, told.elapsed_s) == (event.move, event.seat, event.ply, event.elapsed_s)
    assert visible_search_info(match, THOUGHT) is None


def test_thinking_is_shown_once_the_match_is_over() -> None:
    """After the result everybody may see what the engine thought, of earlier moves too."""
    match = make_match(seats=(ENGINE, BEN))
    event = engine_moved(match)
    match.handle(Resign(BEN.id), 2.0)
    assert visible(match, event) is event
    assert visible_search_info(match, THOUGHT) == THOUGHT


def test_the_move_that_ends_the_match_shows_its_thought() -> None:
    """The winning move of an engine is told when the match is over already, so with what it thought."""
    match = make_match(seats=(ENGINE, BEN), position="XX-/OO-/--- X")
    move, _ = match.handle(EngineMoved(0, "c3", THOUGHT), 1.0).events
    assert visible(match, move) is move


@pytest.mark.parametrize(
    "fields",
    [{"seats": (ENGINE, ENGINE)}, {"seats": (ENGINE, BEN), "show_thinking": True}],
    ids=["engines", "asked for"],
)
def test_thinking_is_shown_where_it_helps_nobody(fields: dict[str, Any]) -> None:
    """Engines among themselves think aloud, and so does one whose match was made to show it."""
    match = make_match(**fields)
    event = engine_moved(match)
    assert visible(match, event) is event


def test_the_view_hides_nothing_else() -> None:
    """Events without a thought, and the log itself, are left as they are."""
    match = make_match(seats=(ADA, ENGINE))
    (decision,) = play(match, "b2")
    for event in (match.created, MatchStarted(), *decision.events):
        assert visible(match, event) is event
    engine_moved(match)
    visible(match, match.moves[-1])
    assert match.moves[-1].thought == THOUGHT


def test_a_game_without_secrets_has_one_audience() -> None:
    """Players and watchers of an open game see the same, so that a message is made once for all."""
    match = make_match()
    assert {audience(match, viewer.id) for viewer in (ADA, BEN, CAT)} == {None}
