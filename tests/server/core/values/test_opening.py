"""Starting positions: opening moves before a match; the first bad one is named."""

from typing import Any

import pytest

from kibitz_server.core.lobby.registry import MatchRegistry
from kibitz_server.core.match.commands import PlayMove
from kibitz_server.core.values.opening import starting_position
from kibitz_server.core.values.players import Engine, Human
from kibitz_server.core.values.refusal import Reason
from kibitz_server.core.values.terms import Terms
from kibitz_server.core.values.time_management import Budget
from kibitz_server.games.registry import load
from tests.server.core.make import ADA, BEN, create, creation_refusal, make_create, make_match, play


def test_a_match_may_begin_after_moves() -> None:
    """The opening moves are on the board, the side after them is to move, and the match is at ply 0."""
    match = make_match(opening=("b2", "a1", "c3"))
    assert (match.ply, match.to_move, match.moves) == (0, 1, [])
    assert match.position.text == make_match(position=match.position.text).position.text
    assert match.handle(PlayMove(BEN.id, 0, "a3"), 1.0).refusal is None


def test_moves_are_made_from_a_position() -> None:
    """With a position and moves, the moves are made in that position."""
    match = make_match(position="X--/---/--- O", opening=("b2",))
    assert match.position.picture.rows == ("X--", "-O-", "---")


def test_an_opening_leads_to_the_same_position_as_moves() -> None:
    """The position after an opening is the one after the same moves in a match."""
    moves = ("b2", "a1", "c3", "a3")
    played = make_match()
    play(played, *moves)
    assert make_match(opening=moves).position.id == played.position.id


def test_an_opening_is_kept_move_by_move() -> None:
    """Moves that were typed as one text, or in another form, are kept one by one in the notation of the game."""
    match, _ = create(MatchRegistry(), make_create(game="reversi", opening=("F5d6C3", " D3")))
    assert match.created.opening == ("f5", "d6", "c3", "d3")


@pytest.mark.parametrize(
    ("moves", "word", "hint"),
    [
        (("b2", "b2", "z9"), "move 2 of those to start from, 'b2'", "near b2: "),
        (("b2", "a1", "z9"), "move 3 of those to start from, 'z9'", "`legal` lists all 7 moves"),
        (("b2", "a1", "b3", "c1", "b1", "a3"), "move 6 of those to start from, 'a3': the game is over", "leave out"),
    ],
)
def test_the_first_bad_move_is_named(moves: tuple[str, ...], word: str, hint: str) -> None:
    """Illegal opening moves are refused with the number of the first one, and with legal moves there."""
    answer = creation_refusal(MatchRegistry(), make_create(opening=moves))
    assert answer.reason is Reason.BAD_MOVES
    assert answer.message.startswith(word)
    assert (answer.hint or "").startswith(hint)


def test_moves_to_the_end_of_the_game_are_refused() -> None:
    """Opening moves that end the game are refused."""
    answer = creation_refusal(MatchRegistry(), make_create(opening=("b2", "a1", "b3", "c1", "b1")))
    assert answer.reason is Reason.BAD_POSITION


@pytest.mark.parametrize("start", [{"opening": ("b2",)}, {"position": "X--/---/--- O"}])
def test_a_rated_match_starts_at_the_beginning(start: dict[str, Any]) -> None:
    """A rated match from another position is refused, because one side may have won already."""
    assert creation_refusal(MatchRegistry(), make_create(terms=Terms(rated=True), **start)).reason is Reason.CANNOT_RATE
    assert creation_refusal(MatchRegistry(), make_create(terms=Terms(rated=True))).reason is Reason.CANNOT_RATE
    assert make_match(terms=Terms(rated=True), seats=(Human("a", "Ada", account=True), None)).created.terms.rated


def test_an_engine_moves_after_the_opening() -> None:
    """The requested search is for the side to move after the opening."""
    match = make_match(seats=(ADA, Engine("alphabeta", Budget(depth=2))), opening=("b2",))
    request = match.search_request()
    assert request is not None
    assert (request.ply, request.seat) == (0, 1)


def test_the_moves_are_played_once() -> None:
    """The position that is checked before a match is created is the one in which it begins."""
    game, moves = load("gomoku"), ("f6", "a1", "b1")
    checked = starting_position(game, None, moves)
    assert starting_position(game, None, moves) is checked
