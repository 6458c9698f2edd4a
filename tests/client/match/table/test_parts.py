"""The parts of a table of cards."""

from kibitz_client.match.table.parts import TablePart, counted, ended_hand, last_text, parts_of
from kibitz_protocol.values.boards import Tray
from tests.client.cards import cards_state, hand

LAST_HAND = Tray(name="last hand", owner=1, faces=["J"])
SIDES = ["North", "South"]
BOARD = Tray(name="board", owner=None, faces=[])


def test_trays_and_counters_belong_to_their_side() -> None:
    """A counter loses the name of its side; the last hand is a part of its own."""
    found = parts_of(
        cards_state(
            trays=[hand(0, "K"), hand(1, "?"), BOARD, LAST_HAND],
            counters={"pot": 2, "South chips": -3, "last hand split": 0},
        ),
        ["North", "South"],
    )
    assert found.sides == [TablePart([hand(0, "K")], {}), TablePart([hand(1, "?")], {"chips": -3})]
    assert found.middle == TablePart([BOARD], {"pot": 2})
    assert found.last == TablePart([LAST_HAND], {"last hand split": 0})


def test_the_last_hand_in_words() -> None:
    """A hand that was split brought nothing, and has no number."""
    assert last_text(TablePart((), {"last hand won by North": 6})) == "last hand won by North: 6"
    assert last_text(TablePart((), {"last hand split": 0})) == "last hand split"
    assert last_text(TablePart()) == ""


def test_the_end_of_a_hand() -> None:
    """The number of the hand tells it, or the pot that was won at the end of a match."""
    last = {"last hand won by South": 2}
    first, raised = (cards_state(counters={"pot": pot, "hand": 1, "hands": 2}) for pot in (2, 4))
    second = cards_state(counters={"pot": 2, "hand": 2, "hands": 2, **last})
    over = cards_state(counters={"pot": 0, "hand": 2, "hands": 2, "last hand split": 0})
    assert ended_hand(first, raised, SIDES) == ""
    assert ended_hand(raised, second, SIDES) == "last hand won by South: 2"
    assert ended_hand(second, over, SIDES) == "last hand split"


def test_a_counter_with_its_plural_is_one_of_many() -> None:
    """The number of the hand and that of all hands are one text."""
    assert counted({"pot": 4, "hand": 3, "hands": 20}) == ["pot 4", "hand 3 of 20"]
    assert counted({"hands": 20}) == ["hands 20"]
