"""Tests of the numbers of moves, and of lines of moves with their numbers."""

from dataclasses import replace
from typing import Any

import pytest

from kibitz_client.match.moves.numbering import move_numbers, number_at, numbered, numbering_of, pair_texts
from kibitz_client.match.state import MatchState, advance, opening_name
from kibitz_client.text.events import QUERIES
from kibitz_client.text.match_view import hint_text, move_line, played_text
from kibitz_client.text.style import Style
from kibitz_protocol.to_client import Hinted
from kibitz_protocol.values.matches import ChanceView, MoveView
from tests.client import samples

BLACK_TO_MOVE = "4k3/8/8/8/8/8/8/4K3 b - - 0 24"
MOVES = ("e4", "e5", "Nf3", "Nc6", "Bb5")


def match(moves: tuple[str, ...] = MOVES, *, first: int = 0, start: str | None = None, **changes: Any) -> MatchState:
    """Return a match whose moves are numbered in pairs, after moves that begin with the seat `first`."""
    game = samples.GAME.model_copy(update={"pairs": True, "notation": "uci"} | changes.pop("game", {}))
    views = [
        MoveView(ply=ply, seat=(first + ply) % 2, move=f"m{ply}", said=move, elapsed_ms=1500, search=None)
        for ply, move in enumerate(moves)
    ]
    position = samples.position("", to_move=(first + len(moves)) % 2).model_copy(update={"ply": len(moves)})
    state = advance(None, samples.snapshot(game=game, moves=views, state=position, start=start, **changes))
    assert state is not None
    return state


def test_a_game_in_pairs_has_a_number_for_two_moves() -> None:
    """A game score of chess counts the moves of White."""
    assert [str(number) for number in move_numbers(match())] == ["1.", "1...", "2.", "2...", "3."]
    assert pair_texts(match()) == ["1. e4 e5", "2. Nf3 Nc6", "3. Bb5"]
    assert played_text(match()) == "1. e4 e5 2. Nf3 Nc6 3. Bb5"
    assert played_text(match(), last=2) == "3. Bb5"
    assert str(number_at(match())) == "3..."


def test_other_games_number_each_move() -> None:
    """The fifth move of Go is 5."""
    state = match(game={"pairs": False, "notation": "gtp"})
    assert [str(number) for number in move_numbers(state)] == ["1.", "2.", "3.", "4.", "5."]
    assert played_text(state) == "e4 e5 Nf3 Nc6 Bb5"
    assert numbered(state, ["D4", "Q16"]) == ["D4", "Q16"]
    assert move_line(state, state.moves[4]).startswith("5. X otter plays Bb5")


def test_a_played_move_has_the_number_of_its_pair() -> None:
    """The sixth ply of chess is the third move of Black."""
    state = match((*MOVES, "a6"))
    assert move_line(state, state.moves[4]).startswith("3. X otter plays Bb5")
    assert move_line(state, state.moves[5]).startswith("3... O engine alphabeta:depth=9 plays a6")


@pytest.mark.parametrize(
    ("changes", "texts"),
    [
        ({"first": 1, "start": BLACK_TO_MOVE}, ["24... e4", "25. e5 Nf3", "26. Nc6 Bb5"]),
        ({"start": BLACK_TO_MOVE.replace(" b ", " w ")}, ["24. e4 e5", "25. Nf3 Nc6", "26. Bb5"]),
        ({"first": 1, "opening": ["e2e4"]}, ["1... e4", "2. e5 Nf3", "3. Nc6 Bb5"]),
        ({"opening": ["e2e4", "e7e5"]}, ["2. e4 e5", "3. Nf3 Nc6", "4. Bb5"]),
        ({"opening": ["m"], "start": BLACK_TO_MOVE}, ["25. e4 e5", "26. Nf3 Nc6", "27. Bb5"]),
        ({"first": 1, "start": "B:W1:B2", "game": {"notation": None}}, ["1... e4", "2. e5 Nf3", "3. Nc6 Bb5"]),
    ],
)
def test_numbers_go_on_from_the_position_and_the_opening(changes: dict[str, Any], texts: list[str]) -> None:
    """FEN has the number of the move, and moves before the match count too."""
    assert pair_texts(match(**changes)) == texts


def test_an_expected_line_has_numbers() -> None:
    """A line begins with the move that is due, or with that of a ply."""
    assert " ".join(numbered(match(), ["a6", "Ba4", "Nf6"])) == "3... a6 4. Ba4 Nf6"
    assert " ".join(numbered(match(), ["Bb5", "a6", "Ba4"], 4)) == "3. Bb5 a6 4. Ba4"
    assert numbered(match(()), ["a4", "Nc6"]) == ["1.", "a4", "Nc6"]
    assert numbered(match(), []) == []


def test_a_hint_is_written_as_people_write_it() -> None:
    """A program's `a7a6` is `a6`, with its number."""
    search = samples.report(line=["a7a6", "b5a4"], said=["a6", "Ba4"])
    hinted = Hinted(match="m1", ply=5, move="a7a6", search=search)
    text = hint_text(match(), hinted)
    assert text.startswith("3... a6  depth 9")
    assert text.endswith("best 3... a6 4. Ba4")
    assert hint_text(None, hinted).startswith("a6  depth 9")


def test_rolls_stand_before_their_moves() -> None:
    """Moves of backgammon contain blanks, so a comma separates both sides."""
    chances = [ChanceView(number=number + 1, ply=number, text=text) for number, text in enumerate(("31", "42"))]
    state = match(("8/5 6/5", "8/4 6/4"), chance_events=chances, game={"chance": True, "notation": None})
    assert pair_texts(state) == ["1. 31: 8/5 6/5, 42: 8/4 6/4"]
    assert numbered(state, ["24/23"]) == ["24/23"]
    assert numbering_of(match((), first=1, game={"chance": True})).first == 1


def test_the_opening_stays_when_the_moves_leave_it() -> None:
    """A list of moves begins with the last name that a move leads to, and the move itself says it."""
    state = match()
    named = [
        move.model_copy(update={"opening": {2: "Italian game", 3: "Two knights"}.get(move.ply)}) for move in state.moves
    ]
    state = replace(state, moves=named)
    assert opening_name(state) == "Two knights"
    assert QUERIES["moves"](state, Style(), 0) == ["Two knights", "1. e4 e5", "2. Nf3 Nc6", "3. Bb5"]
    assert move_line(state, state.moves[2]).endswith("1.5 s  Italian game")
    assert opening_name(match()) == ""
