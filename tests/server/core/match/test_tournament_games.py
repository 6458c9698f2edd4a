"""A game of a tournament is a match that its players can neither stop nor repeat, and that no player can hold up."""

from typing import Any

import pytest

from kibitz_server.core.match.commands import CheckClock, MakeOffer, PlayMove, Resign
from kibitz_server.core.match.match import Match
from kibitz_server.core.match.offer_rules import OF_EVENTS
from kibitz_server.core.match.phase import Phase
from kibitz_server.core.values.endings import EndKind, MatchEnd
from kibitz_server.core.values.offers import OfferKind
from kibitz_server.core.values.players import Human
from kibitz_server.core.values.refusal import Reason
from kibitz_server.core.values.terms import Place, Terms
from kibitz_server.core.values.timeouts import UNTIMED_TURN_S
from tests.server.core.make import ADA, BEN, CAT, ENGINE, make_match

PLACE = Terms(tournament=Place("t", "T-C0DE", 1, 1, 1))


def game(**fields: Any) -> Match:
    """Return a game of a tournament that Cat organises."""
    return make_match(host=CAT, terms=PLACE, **fields)


@pytest.mark.parametrize("kind", [kind for kind in OfferKind if kind not in OF_EVENTS])
def test_players_agree_on_nothing_but_a_draw(kind: OfferKind) -> None:
    """They cannot take back, pause, adjourn, abort or repeat a game, on their own or together, also before a move."""
    match = game()
    if kind is OfferKind.REMATCH:
        match.handle(Resign(ADA.id), 1.0)
    for player in (ADA, BEN):
        refusal = match.handle(MakeOffer(player.id, kind), 2.0).refusal
        assert refusal is not None
        assert refusal.reason is Reason.NOT_ALLOWED
    assert not match.rematch_pending


def test_players_agree_on_a_draw() -> None:
    """A draw that both sides offer ends the game."""
    match = game()
    for player in (ADA, BEN):
        match.handle(MakeOffer(player.id, OfferKind.DRAW), 1.0)
    assert match.end == MatchEnd(EndKind.AGREEMENT)


def test_the_organiser_aborts_a_game_of_engines() -> None:
    """The host needs no consent for that, as in any match of engines."""
    match = game(seats=(ENGINE, ENGINE))
    match.handle(MakeOffer(CAT.id, OfferKind.ABORT), 1.0)
    assert (match.phase, match.end) == (Phase.ABORTED, MatchEnd(EndKind.ABORTED))


@pytest.mark.parametrize("player", [ADA, BEN])
def test_a_player_who_leaves_before_the_start_frees_no_seat(player: Human) -> None:
    """The game ends, and its end names the player, while client seeds are awaited."""
    match = game(game="backgammon", server_seed="0" * 64)
    assert match.phase is Phase.OPEN
    match.handle(Resign(player.id), 1.0)
    assert match.end == MatchEnd(EndKind.ABORTED, (ADA, BEN).index(player))


def test_a_first_move_without_a_clock_has_a_deadline() -> None:
    """The first player who does not move in time ends the game as a no-show, also after the other side has moved."""
    match = game(first_move_s=60.0, first_moves_free=True)
    assert match.next_deadline() == 60.0
    assert match.handle(CheckClock(), 59.0).events == ()
    match.handle(CheckClock(), 60.0)
    assert match.end == MatchEnd(EndKind.NO_SHOW, 0)
    match = game(first_move_s=60.0, first_moves_free=True)
    match.handle(PlayMove(ADA.id, 0, "b2"), 50.0)
    assert match.next_deadline() == 110.0
    match.handle(CheckClock(), 110.0)
    assert match.end == MatchEnd(EndKind.NO_SHOW, 1)


def test_a_move_without_a_clock_has_a_deadline() -> None:
    """A player who stays connected and never moves again loses."""
    match = game(first_move_s=60.0, first_moves_free=True)
    match.handle(PlayMove(ADA.id, 0, "b2"), 0.0)
    match.handle(PlayMove(BEN.id, 1, "a1"), 0.0)
    assert match.next_deadline() == UNTIMED_TURN_S
    match.handle(CheckClock(), UNTIMED_TURN_S)
    assert match.end == MatchEnd(EndKind.TIME, 0)


def test_an_engine_has_no_deadline_for_its_first_move() -> None:
    """It may have to wait for a free slot."""
    assert game(seats=(ENGINE, ADA), first_move_s=60.0, first_moves_free=True).next_deadline() is None


def test_another_deadline_of_first_moves_goes_before_that_of_the_clock() -> None:
    """The terms of the tournament say how long a first move may take."""
    match = make_match(host=CAT, terms=PLACE, first_move_s=90.0, first_moves_free=True)
    assert match.created.first_move_s == 90.0
