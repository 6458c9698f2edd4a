"""The appearance of cards and chips on a table."""

import pytest

from kibitz_client.board.canvas import Canvas
from kibitz_client.board.marks import BoardView
from kibitz_client.board.shapes import layout
from kibitz_client.board.table.layout import NEAR, TABLE_SIZES
from kibitz_protocol.values.boards import Table, Tray
from kibitz_protocol.values.state import State
from tests.client.cards import TABLE, cards_state
from tests.client.holdem import COUNTERS, HOLDEM, TEXTS, holdem_state

SIDES = ("North", "South")


def picture(table: Table, state: State, size: int, *, flipped: bool = False, ascii_only: bool = False) -> list[str]:
    """Return a table as text."""
    canvas = Canvas(table, layout(table, size, flipped=flipped, ascii_only=ascii_only))
    canvas.show(BoardView(state, sides=SIDES))
    rows = range(canvas.layout.height)
    return ["".join(text for text, _ in canvas.runs(y)).rstrip() for y in rows]


def test_a_table_has_the_own_cards_below_and_the_chips_beside_the_cards() -> None:
    """The cards of the other side are backs, the last hand is above, and each bet is at its owner."""
    assert picture(HOLDEM, holdem_state(), 4) == [
        "last hand won by South: 6",
        "South 9♠ 10♦",
        "board A♠",
        "",
        "",
        "┌───┐ ┌───┐  bet 4",
        "│░░░│ │░░░│  stack 194",
        "└───┘ └───┘  chips 6",
        "",
        "┌───┐ ┌───┐  pot 8",
        "│A♠ │ │K♥ │  hand 3 of 20",
        "└───┘ └───┘",
        "",
        "┌───┐ ┌───┐  bet 2",
        "│Q♣ │ │10♦│  stack 196",
        "└───┘ └───┘  chips -6",
    ]


def test_a_flipped_table_in_ascii_has_suits_as_letters() -> None:
    """The second seat is at the bottom, and nothing needs more than ASCII."""
    found = picture(HOLDEM, holdem_state(), 4, flipped=True, ascii_only=True)
    assert all(line.isascii() for line in found)
    assert found[5:8] == ["+---+ +---+  bet 2", "|Qc | |10d|  stack 196", "+---+ +---+  chips -6"]
    assert found[14] == "|:::| |:::|  stack 194"


def test_large_cards_have_their_rank_in_two_corners() -> None:
    """The suit is in the middle; a card without a suit has its text there."""
    found = picture(HOLDEM, holdem_state(), 5)
    assert [line[:15] for line in found[-4:-1]] == ["│Q    │ │10   │", "│  ♣  │ │  ♦  │", "│    Q│ │   10│"]
    assert picture(TABLE, cards_state(), 5)[-4:-1] == ["│     │", "│  K  │          chips 0", "│     │"]


def test_a_very_small_table_has_cards_of_one_row() -> None:
    """Chips for which there is no room are left out."""
    assert picture(HOLDEM, holdem_state(), 0) == [
        "[?]   [?]    bet 4  stack 194  chips 6",
        "[A♠]  [K♥]   pot 8  hand 3 of 20",
        "[Q♣]  [10♦]  bet 2  stack 196",
    ]


@pytest.mark.parametrize("size", range(len(TABLE_SIZES)))
def test_five_cards_leave_room_for_the_pot(size: int) -> None:
    """The cards of the middle and the pot are in their band at each size."""
    board = Tray(name="board", owner=None, faces=["As", "Kh", "Td", "Qc", "9s"])
    found = picture(HOLDEM, holdem_state(trays=[board]), size)
    assert sum("pot 8" in line for line in found) == 1
    assert all(any(text[-1] in line for line in found) for text in TEXTS.values())


def test_only_the_changed_band_is_drawn_again() -> None:
    """A bet changes the chips of its side and the pot, and no card."""
    canvas = Canvas(HOLDEM, layout(HOLDEM, 4))
    canvas.show(BoardView(holdem_state(), sides=SIDES))
    changed = canvas.show(BoardView(holdem_state(counters={**COUNTERS, "North bet": 6, "pot": 10}), sides=SIDES))
    assert [(box.x, box.y) for box in changed] == [(17, 9), (17, 13)]


def test_suits_differ_by_colour_and_symbol() -> None:
    """Red suits, black suits and backs have roles of their own."""
    canvas = Canvas(HOLDEM, layout(HOLDEM, 4))
    canvas.show(BoardView(holdem_state(), sides=SIDES))
    box = canvas.layout.beside[NEAR]
    roles = [role for text, role in canvas.runs(box.y + 1) if "│" in text]
    assert roles == ["square card", "square card red"]
    assert canvas.runs(6)[0] == ("│░░░│", "square back")


def test_a_long_result_takes_two_rows_or_is_cut() -> None:
    """Where there is no room for a second row, what the winner held is left out, and not the number of chips."""
    state = holdem_state(counters={"pot": 2, "last hand won by South with three of a kind": 12})
    assert picture(HOLDEM, state, 4)[:3] == ["last hand won by South with three of a", "kind: 12", "South 9♠ 10♦"]
    assert picture(HOLDEM, state, 3)[:3] == ["last hand won by South: 12", "South 9♠ 10♦", "board A♠"]
