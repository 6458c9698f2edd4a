"""Visibility: search info that would help an opponent, and hidden cards, are not shown before their time."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from kibitz_server.core.match.commands import (
    Abort,
    AllLeft,
    Claim,
    EngineMoved,
    GiveClientSeed,
    MakeOffer,
    PlayMove,
    Resign,
    UpdatePresence,
)
from kibitz_server.core.match.match import Match
from kibitz_server.core.match.visibility import (
    PUBLIC,
    analysis_allowed,
    audience,
    audiences,
    explanation_allowed,
    heard,
    search_info_visible,
    seen_position,
    visible,
    visible_chances,
    visible_search_info,
)
from kibitz_server.core.values.events import MatchStarted, MovePlayed, SeedKept, SeedRevealed
from kibitz_server.core.values.offers import OfferKind
from kibitz_server.core.values.terms import Terms
from tests.games.chance import SEED, chance_games
from tests.server.core.make import ADA, BEN, CAT, ENGINE, SEARCH_INFO, make_chance_match, make_match, play


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


@pytest.fixture
def lure() -> Iterator[Match]:
    """A match of a game with hidden cards, after the deal."""
    with chance_games():
        match = make_match(
            "lure", options=(("hands", 1),), server_seed=SEED, show_thinking=True, terms=Terms(help=True)
        )
        for player in (ADA, BEN):
            match.handle(GiveClientSeed(player.id, "text"), 0.0)
        yield match


def agree_on_a_draw(match: Match) -> None:
    """End a match of Ada and Ben by a draw that both agree on."""
    for player in (ADA, BEN):
        assert match.handle(MakeOffer(player.id, OfferKind.DRAW), 1.0).refusal is None


def test_each_seat_is_an_audience(lure: Match) -> None:
    """In a game with hidden cards each seat is an audience, and all other viewers are one."""
    assert [audience(lure, viewer.id) for viewer in (ADA, BEN, CAT)] == [0, 1, PUBLIC]
    assert audiences(lure) == (PUBLIC, 0, 1)
    assert audiences(make_match()) == (None,)


def test_an_audience_sees_and_hears_its_own_card(lure: Match) -> None:
    """A position and the chance events are as the audience has seen them, until all is revealed."""
    north, south = lure.history.chance_events
    cards = {0: [north.text, "?"], 1: ["?", south.text], PUBLIC: ["?", "?"]}
    for viewer, seen in cards.items():
        assert seen_position(lure, lure.position, viewer).text[:2] == "".join(seen)
        shown = visible_chances(lure, viewer)
        assert [decided.text for decided in shown] == seen
        assert [decided.said is None for decided in shown] == [text == "?" for text in seen]
        assert visible(lure, north, viewer) == shown[0]
    assert visible(lure, north, None) is north
    agree_on_a_draw(lure)
    assert seen_position(lure, lure.position, PUBLIC) is lure.position
    assert visible_chances(lure, PUBLIC) == [north, south]
    assert heard(lure, south, PUBLIC) == replace(south, text="?", said=None)


def test_no_engine_tells_of_hidden_cards(lure: Match) -> None:
    """Search info and explanations are refused until all is revealed, whatever the host asked for."""
    assert not lure.created.show_thinking
    assert not search_info_visible(lure)
    assert analysis_allowed(lure)
    assert not explanation_allowed(lure)
    agree_on_a_draw(lure)
    assert search_info_visible(lure)
    assert explanation_allowed(lure)


EARLY: dict[str, Callable[[Match], object]] = {
    "resigned": lambda match: match.handle(Resign(BEN.id), 1.0),
    "aborted": lambda match: [match.handle(MakeOffer(by.id, OfferKind.ABORT), 1.0) for by in (ADA, BEN)],
    "ended by an admin": lambda match: match.handle(Abort("a test"), 1.0),
    "stopped by an error": lambda match: match.abort("a test"),
    "left by all": lambda match: match.handle(AllLeft(), 1.0),
    "claimed": lambda match: (
        match.handle(UpdatePresence(ADA.id, False), 1.0),
        match.handle(Claim(BEN.id), 1000.0),
    ),
    "claimed as a draw": lambda match: (
        match.handle(UpdatePresence(ADA.id, False), 1.0),
        match.handle(Claim(BEN.id, draw=True), 1000.0),
    ),
}


@pytest.mark.parametrize("end", EARLY.values(), ids=EARLY)
def test_an_early_end_reveals_nothing(lure: Match, end: Callable[[Match], object]) -> None:
    """Every audience keeps what it has seen, and the seed stays secret, also if an older server has revealed it."""
    before = {
        viewer: (seen_position(lure, lure.position, viewer).text, list(visible_chances(lure, viewer)))
        for viewer in audiences(lure)
    }
    end(lure)
    for at_the_end in range(2):
        assert lure.over
        assert lure.secret_kept
        assert not search_info_visible(lure)
        assert not explanation_allowed(lure)
        assert lure.server_seed is None
        assert before == {
            viewer: (seen_position(lure, lure.position, viewer).text, list(visible_chances(lure, viewer)))
            for viewer in audiences(lure)
        }
        revealed = SeedRevealed(lure.created.server_seed or "")
        if not at_the_end:
            lure.apply(revealed)
        assert {visible(lure, revealed, viewer) for viewer in (None, *audiences(lure))} == {SeedKept()}


def test_a_game_without_hidden_cards_reveals_its_seed_at_each_end() -> None:
    """Its dice were seen by all, and each can check them."""
    with chance_games():
        match = make_chance_match("dash", server_seed=SEED)
    match.handle(Resign(ADA.id), 1.0)
    assert match.revealed
    assert match.server_seed == SEED


def test_a_move_is_found_in_what_its_player_has_seen(lure: Match) -> None:
    """The id of the whole position is that of another one, and the sentence of a refusal names no card."""
    view = lure.position.seen_by(0)
    stale = lure.handle(PlayMove(ADA.id, 0, "check", lure.position.id), 1.0).refusal
    assert stale is not None
    assert stale.message == "your move was for another position"
    illegal = lure.handle(PlayMove(ADA.id, 0, "call", view.id), 1.0).refusal
    assert illegal is not None
    assert (illegal.message, illegal.hint) == ("there is no bet of the other side", "legal moves: bet, check")
    assert lure.handle(PlayMove(ADA.id, 0, "check", view.id), 1.0).refusal is None
