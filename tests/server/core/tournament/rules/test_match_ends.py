"""What the end of a match means for a game of a tournament."""

from typing import Any

import pytest

from kibitz_server.core.match.commands import CheckClock, MakeOffer, Resign
from kibitz_server.core.match.match import Match
from kibitz_server.core.match.phase import Phase
from kibitz_server.core.tournament.commands import CountGame, VoidGame
from kibitz_server.core.tournament.rules.match_ends import end_of
from kibitz_server.core.tournament.values import GameOutcome, HowEnded
from kibitz_server.core.values.offers import OfferKind
from kibitz_server.core.values.terms import Place, Terms
from tests.server.core.make import ADA, BEN, BLITZ, CAT, DRAWN, ENGINE, WON, make_chance_match, make_match, play

TERMS = Terms(tournament=Place("t", "T-7KQ2XF", 1, 1, 1))


def game(**fields: Any) -> Match:
    """Return a game of a tournament that Cat organises."""
    return make_match(host=CAT, terms=TERMS, **fields)


def counted(match: Match) -> CountGame:
    """Return the count of a game that has ended."""
    found = end_of(match)
    assert isinstance(found, CountGame)
    return found


def outcome(match: Match) -> tuple[tuple[float, float], HowEnded]:
    """Return the points of a game, and what decided it."""
    found: GameOutcome = counted(match).outcome
    return found.points, found.how


@pytest.mark.parametrize(("moves", "points"), [(WON, (1.0, 0.0)), (DRAWN, (0.5, 0.5)), ((*WON[1:4], "a2", "c2"), None)])
def test_a_game_on_the_board_counts(moves: tuple[str, ...], points: tuple[float, float] | None) -> None:
    """Its points are those of the first seat and of the second."""
    match = game()
    play(match, *moves)
    if points is None:
        match.handle(Resign(ADA.id), 20.0)
        points = (0.0, 1.0)
    assert outcome(match) == (points, HowEnded.PLAYED)
    assert counted(match).plies == len(match.moves)


@pytest.mark.parametrize(("player", "points"), [(ADA, (0.0, 1.0)), (BEN, (1.0, 0.0))])
def test_a_game_that_a_player_refuses_is_forfeit(player: Any, points: tuple[float, float]) -> None:
    """Resigning before the start, or missing a first move, loses without a game."""
    before = game(game="backgammon", server_seed="0" * 64)
    before.handle(Resign(player.id), 1.0)
    assert outcome(before) == (points, HowEnded.FORFEIT)
    missed = game(first_move_s=60.0, first_moves_free=True)
    if player is BEN:
        play(missed, "b2")
    missed.handle(CheckClock(), 200.0)
    assert outcome(missed) == (points, HowEnded.FORFEIT)


def test_a_lost_clock_is_told_apart() -> None:
    """Losses on time count, and are listed."""
    match = game(control=BLITZ)
    play(match, "b2", "a1")
    match.handle(CheckClock(), 500.0)
    assert outcome(match) == ((0.0, 1.0), HowEnded.TIME)


def test_a_game_that_no_player_ended_is_void() -> None:
    """What the organiser aborts has no result."""
    match = game(seats=(ENGINE, ENGINE))
    match.handle(MakeOffer(CAT.id, OfferKind.ABORT), 1.0)
    assert end_of(match) == VoidGame("m1", "Cat aborted it")


def test_moves_of_an_opening_identify_a_game() -> None:
    """Games are the same if all their moves are, whether an opening has the first of them or not."""
    alone, opened, other = game(), game(opening=WON[:2]), game(opening=("b2", "c1"))
    play(alone, *WON)
    play(opened, *WON[2:])
    play(other, "b3", "a1", "b1")
    assert counted(alone).moves_hash == counted(opened).moves_hash != counted(other).moves_hash
    assert len(counted(alone).moves_hash) == 32


def test_the_first_position_identifies_a_game() -> None:
    """The same moves from another position are another game."""
    one, other = game(position="---/-X-/--- O"), game(position="---/---/X-- O")
    for match in (one, other):
        play(match, "a3", "c3")
        match.handle(Resign(ADA.id), 9.0)
    assert counted(one).moves_hash != counted(other).moves_hash


def test_a_first_move_missed_after_the_dice_is_forfeit() -> None:
    """A chance event begins a game, and still its first move can be missed."""
    match = make_chance_match(
        "backgammon", server_seed="0" * 64, host=CAT, terms=TERMS, first_move_s=60.0, first_moves_free=True
    )
    assert match.begun
    assert match.to_move is not None
    points = (1.0, 0.0) if match.to_move else (0.0, 1.0)
    match.handle(CheckClock(), 200.0)
    assert match.phase is Phase.FINISHED
    assert outcome(match) == (points, HowEnded.FORFEIT)
