"""A table of cards as lines of text, and in words."""

from kibitz_client.match.state import advance
from kibitz_client.terminal.board_in_words import board_in_words
from kibitz_client.text.board import board_lines
from kibitz_client.text.match_view import view_lines
from kibitz_client.text.style import Style
from kibitz_protocol.values.boards import Face, Table, Tray
from kibitz_protocol.values.matches import Result
from tests.client.cards import CARDS, TABLE, cards_state
from tests.client.holdem import HOLDEM, holdem_state
from tests.client.samples import snapshot

SUITS = {"c": ("♣", "clubs"), "d": ("♦", "diamonds"), "h": ("♥", "hearts"), "s": ("♠", "spades")}
DECK = Table(
    faces={
        **{
            rank + suit: Face(kind="card", text=rank + sign, words=f"{rank} of {word}")
            for rank in "269KA"
            for suit, (sign, word) in SUITS.items()
        },
        "back": Face(kind="back", text="?", words="a card face down"),
    }
)
PLAYED = cards_state(
    trays=[
        Tray(name="cards", owner=0, faces=["As", "6d"]),
        Tray(name="cards", owner=1, faces=["back", "back"]),
        Tray(name="board", owner=None, faces=["2c", "2h"]),
        Tray(name="last hand", owner=0, faces=["9s", "9h"]),
        Tray(name="last hand", owner=1, faces=["Kd", "2s"]),
        Tray(name="last board", owner=None, faces=["6c"]),
    ],
    counters={"pot": 8, "North bet": 4, "South bet": 2, "hand": 3, "hands": 20, "last hand won by North": 6},
)


def test_a_side_has_its_own_cards_at_the_bottom() -> None:
    """A player sees the own cards below, the opponent's backs above, and the last hand after them."""
    lines = board_lines(DECK, PLAYED, Style(), sides=CARDS.seats)
    assert lines == [
        " South  [?] [?]",
        "        bet 2",
        "",
        " board  [2♣] [2♥]",
        "        pot 8  hand 3 of 20",
        "",
        " North  [A♠] [6♦]",
        "        bet 4",
        "",
        " last hand won by North: 6",
        " South  [K♦] [2♠]",
        " board  [6♣]",
        " North  [9♠] [9♥]",
    ]
    turned = board_lines(DECK, PLAYED, Style(), turned=True, sides=CARDS.seats)
    assert (turned[0], turned[6]) == (" North  [A♠] [6♦]", " South  [?] [?]")


def test_a_table_without_a_board_or_a_last_hand() -> None:
    """The middle has only counters where no cards are dealt to it, or none yet."""
    assert board_lines(TABLE, cards_state(), Style(), sides=CARDS.seats) == [
        " South  [?]",
        "        chips 0",
        "",
        "        pot 2",
        "",
        " North  [K]",
        "        chips 0",
    ]
    dealt = cards_state(trays=[Tray(name="board", owner=None, faces=[])], counters={"pot": 2})
    assert board_lines(TABLE, dealt, Style(), sides=CARDS.seats) == [" South", "", "        pot 2", "", " North"]


def test_colour_tells_only_red_suits_and_backs() -> None:
    """The text of a painted table is that of a plain one."""
    painted = board_lines(DECK, PLAYED, Style(colour=True), sides=CARDS.seats)
    assert "\x1b[1m[A♠]\x1b[0m \x1b[1;31m[6♦]\x1b[0m" in painted[6]
    assert "\x1b[2m[?]\x1b[0m" in painted[0]


def test_cards_without_their_signs() -> None:
    """Where only ASCII can be written, a letter tells the suit."""
    lines = board_lines(DECK, PLAYED, Style(ascii_only=True), sides=CARDS.seats)
    assert (lines[0], lines[6]) == (" South  [?] [?]", " North  [As] [6d]")
    assert board_lines(HOLDEM, holdem_state(), Style(ascii_only=True), sides=CARDS.seats)[6] == " North  [Qc] [10d]"


def test_a_table_in_words_begins_with_the_reader() -> None:
    """A screen reader hears the own cards first, and the last hand at the end."""
    lines = board_in_words(DECK, PLAYED, 1, CARDS.seats)
    assert lines == [
        "South cards: a card face down, a card face down",
        "South bet 2",
        "board: 2 of clubs, 2 of hearts",
        "pot 8, hand 3 of 20",
        "North cards: A of spades, 6 of diamonds",
        "North bet 4",
        "last hand won by North: 6",
        "North last hand: 9 of spades, 9 of hearts",
        "South last hand: K of diamonds, 2 of spades",
        "last board: 6 of clubs",
    ]


def test_a_table_without_names_of_seats_is_one_part() -> None:
    """Trays of unknown seats lie in the middle, so that nothing is lost."""
    assert board_in_words(TABLE, cards_state(), None)[:2] == ["hand: king", "hand: a card that you do not see"]


def test_a_view_keeps_what_engines_think_until_the_end() -> None:
    """A picture of a running match has the counters once, and no line for a search, which would tell cards."""
    made = snapshot(game=CARDS, board=TABLE, state=cards_state(), you=0)
    running = advance(None, made)
    over = advance(None, made.model_copy(update={"phase": "finished", "result": Result(winner=0, reason="fold")}))
    assert running is not None
    assert over is not None
    lines = view_lines(running, Style())
    assert [line for line in lines if "pot" in line] == ["        pot 2"]
    assert "South -" not in lines
    assert "South -" in view_lines(over, Style())
