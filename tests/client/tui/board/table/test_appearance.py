"""The appearance of cards and chips on a table."""

import pytest

from kibitz_client.tui.board.canvas import Canvas
from kibitz_client.tui.board.layout import layout
from kibitz_client.tui.board.marks import BoardView
from kibitz_client.tui.board.table.layout import NEAR, TABLE_SIZES
from kibitz_protocol.values.boards import Face, Table, Tray
from kibitz_protocol.values.state import State
from tests.client.cards import TABLE, cards_state, hand

TEXTS = {"As": "A♠", "Kh": "K♥", "Td": "10♦", "Qc": "Q♣", "9s": "9♠"}
HOLDEM = Table(
    faces={
        **{key: Face(kind="card", text=text, words=key) for key, text in TEXTS.items()},
        "back": Face(kind="back", text="?", words="a card face down"),
    }
)
SIDES = ("North", "South")


def late(**changes: object) -> State:
    """Return a position with cards in the middle, bets and a hand before it."""
    fields: dict[str, object] = {
        "trays": [
            hand(0, "Qc", "Td"),
            hand(1, "back", "back"),
            Tray(name="board", owner=None, faces=["As", "Kh"]),
            Tray(name="last hand", owner=1, faces=["9s", "Td"]),
            Tray(name="last board", owner=None, faces=["As"]),
        ],
        "counters": {
            **{"pot": 8, "North bet": 4, "South bet": 2, "North stack": 196, "South stack": 198},
            **{"North chips": -6, "South chips": 6, "hand": 3, "hands": 20, "last hand won by South": 6},
        },
    }
    return cards_state(**{**fields, **changes})


def picture(table: Table, state: State, size: int, *, flipped: bool = False, ascii_only: bool = False) -> list[str]:
    """Return a table as text."""
    canvas = Canvas(table, layout(table, size, flipped=flipped, ascii_only=ascii_only))
    canvas.show(BoardView(state, sides=SIDES))
    rows = range(canvas.layout.height)
    return ["".join(text for text, _ in canvas.runs(y)).rstrip() for y in rows]


def test_a_table_has_the_own_cards_below_and_the_chips_beside_the_cards() -> None:
    """The cards of the other side are backs, the last hand is above, and each bet is at its owner."""
    assert picture(HOLDEM, late(), 4) == [
        "last hand won by South 6",
        "South 9♠ 10♦",
        "board A♠",
        "",
        "┌───┐ ┌───┐  bet 2",
        "│░░░│ │░░░│  stack 198",
        "└───┘ └───┘  chips 6",
        "",
        "┌───┐ ┌───┐  pot 8",
        "│A♠ │ │K♥ │  hand 3 of 20",
        "└───┘ └───┘",
        "",
        "┌───┐ ┌───┐  bet 4",
        "│Q♣ │ │10♦│  stack 196",
        "└───┘ └───┘  chips -6",
    ]


def test_a_flipped_table_in_ascii_has_suits_as_letters() -> None:
    """The second seat is at the bottom, and nothing needs more than ASCII."""
    found = picture(HOLDEM, late(), 4, flipped=True, ascii_only=True)
    assert all(line.isascii() for line in found)
    assert found[4:7] == ["+---+ +---+  bet 4", "|Qc | |10d|  stack 196", "+---+ +---+  chips -6"]
    assert found[13] == "|:::| |:::|  stack 198"


def test_large_cards_have_their_rank_in_two_corners() -> None:
    """The suit is in the middle; a card without a suit has its text there."""
    found = picture(HOLDEM, late(), 5)
    assert [line[:15] for line in found[-4:-1]] == ["│Q    │ │10   │", "│  ♣  │ │  ♦  │", "│    Q│ │   10│"]
    assert picture(TABLE, cards_state(), 5)[-4:-1] == ["│     │", "│  K  │          chips 0", "│     │"]


def test_a_very_small_table_has_cards_of_one_row() -> None:
    """Chips for which there is no room are left out."""
    assert picture(HOLDEM, late(), 0) == [
        "[?]   [?]    bet 2  stack 198  chips 6",
        "[A♠]  [K♥]   pot 8  hand 3 of 20",
        "[Q♣]  [10♦]  bet 4  stack 196",
    ]


@pytest.mark.parametrize("size", range(len(TABLE_SIZES)))
def test_five_cards_leave_room_for_the_pot(size: int) -> None:
    """The cards of the middle and the pot are in their band at each size."""
    board = Tray(name="board", owner=None, faces=["As", "Kh", "Td", "Qc", "9s"])
    found = picture(HOLDEM, late(trays=[board]), size)
    assert sum("pot 8" in line for line in found) == 1
    assert all(any(text[-1] in line for line in found) for text in TEXTS.values())


def test_only_the_changed_band_is_drawn_again() -> None:
    """A bet changes the chips of its side and the pot, and no card."""
    canvas = Canvas(HOLDEM, layout(HOLDEM, 4))
    canvas.show(BoardView(late(), sides=SIDES))
    counters = late().counters
    changed = canvas.show(BoardView(late(counters={**counters, "North bet": 6, "pot": 10}), sides=SIDES))
    assert [(box.x, box.y) for box in changed] == [(17, 8), (17, 12)]


def test_suits_differ_by_colour_and_symbol() -> None:
    """Red suits, black suits and backs have roles of their own."""
    canvas = Canvas(HOLDEM, layout(HOLDEM, 4))
    canvas.show(BoardView(late(), sides=SIDES))
    box = canvas.layout.beside[NEAR]
    roles = [role for text, role in canvas.runs(box.y + 1) if "│" in text]
    assert roles == ["square card", "square card red"]
    assert canvas.runs(5)[0] == ("│░░░│", "square back")
