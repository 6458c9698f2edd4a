"""Moves that are alike but for a number."""

import pytest

from kibitz_client.match.table.number_moves import (
    NumberMoves,
    named_move,
    number_moves,
    plain_moves,
    quick_numbers,
    typed_move,
    typed_words,
)
from kibitz_protocol.values.state import State
from tests.client.cards import cards_state

SIDES = ["North", "South"]
RAISES = NumberMoves("raise", (4, 5, 6, 9))


def facing_a_bet(*numbers: int, **changes: object) -> State:
    """Return a position of North, which may fold, call, or raise to these numbers."""
    legal = ["fold", "call", *(f"raise {number}" for number in numbers)]
    return cards_state(legal=legal, paths=[[]] * len(legal), **changes)


def test_moves_of_one_word_are_a_group() -> None:
    """The numbers are in ascending order; all other moves without a path are buttons."""
    position = facing_a_bet(9, 4, 5, 6)
    assert number_moves(position) == [RAISES]
    assert plain_moves(position) == ["fold", "call"]
    assert typed_words(position) == ["call", "fold", "raise "]


def test_a_single_number_is_a_button() -> None:
    """Where only all chips can be bet, there is nothing to choose."""
    assert number_moves(facing_a_bet(200)) == []
    assert plain_moves(facing_a_bet(200)) == ["fold", "call", "raise 200"]


def test_moves_on_the_board_are_not_grouped() -> None:
    """A move with a path is picked on the board."""
    position = cards_state(legal=["take 1", "take 2"], paths=[[], [0]])
    assert number_moves(position) == []
    assert plain_moves(position) == ["take 1"]


def test_bounds_and_the_nearest_number() -> None:
    """Between the bounds some numbers may be missing."""
    assert RAISES.bounds == "4 to 9, not all"
    assert NumberMoves("bet", (2, 3, 4)).bounds == "2 to 4"
    assert (RAISES.move(9), RAISES.move(8)) == ("raise 9", None)
    assert [RAISES.at_most(number) for number in (1, 4, 8, 100)] == [4, 4, 6, 9]


@pytest.mark.parametrize("text", ["9", "raise 9", " Raise to 9", "r9", "r 9", "to 9"])
def test_a_number_is_enough(text: str) -> None:
    """A player types a move as it is written, its first letters, or only the number."""
    assert typed_move(facing_a_bet(4, 5, 6, 9), text) == "raise 9"


@pytest.mark.parametrize("text", ["8", "raise 8", "bet 9", "call", "c", "raise", "9 9", "b2", "12345678901"])
def test_other_texts_are_for_the_server(text: str) -> None:
    """A text that is not one move of one group is not changed."""
    assert typed_move(facing_a_bet(4, 5, 6, 9), text) == text


def test_a_number_of_two_groups_is_for_the_server() -> None:
    """A client does not guess which move is meant."""
    position = cards_state(legal=["bet 2", "bet 3", "buy 2", "buy 3"], paths=[[]] * 4)
    assert typed_move(position, "2") == "2"
    assert typed_move(position, "be 2") == "bet 2"


def test_quick_numbers() -> None:
    """A bet of the pot is the other bet and what the pot holds after a call."""
    counters = {"pot": 12, "North bet": 2, "South bet": 6}
    position = facing_a_bet(*range(10, 201), counters=counters)
    assert quick_numbers(number_moves(position)[0], position, SIDES) == {"smallest": 10, "pot": 22, "all": 200}


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("pot", "raise 22"),
        ("Raise Pot", "raise 22"),
        ("r all", "raise 200"),
        ("smallest", "raise 10"),
        ("60", "raise 60"),
        ("bet pot", "bet pot"),
        ("all in", "all in"),
        ("fold", "fold"),
    ],
)
def test_a_quick_number_is_typed_by_its_name(text: str, move: str) -> None:
    """Other texts mean what they mean without quick numbers."""
    counters = {"pot": 12, "North bet": 2, "South bet": 6}
    assert named_move(facing_a_bet(*range(10, 201), counters=counters), text, SIDES) == move


def test_quick_numbers_without_a_pot() -> None:
    """The pot is left out where it is not legal or not known."""
    position = facing_a_bet(4, 5, 6, 9)
    assert quick_numbers(RAISES, position, SIDES) == {"smallest": 4, "all": 9}
    large = facing_a_bet(4, 5, 6, 9, counters={"pot": 12, "North bet": 2, "South bet": 6})
    assert quick_numbers(RAISES, large, SIDES) == {"smallest": 4, "all": 9}
