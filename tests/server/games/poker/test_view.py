"""Picture of a table of poker."""

from kibitz_server.games.board import Tray
from kibitz_server.games.registry import load
from tests.server.games.poker.helpers import dealt


def test_the_cards_of_both_and_the_board() -> None:
    """Each seat has a tray of its cards, and the board lies between them. Each says what its cards make."""
    picture = dealt("leduc", "Ks Qh", "check, check, Jh, bet").picture
    assert picture.trays == (
        Tray("cards", 0, ("Ks",), "a king"),
        Tray("cards", 1, ("Qh",), "a queen"),
        Tray("board", None, ("Jh",), "board"),
    )
    assert (picture.rows, picture.counts) == ((), ())


def test_cards_that_are_not_seen_show_their_backs() -> None:
    """A spectator sees the backs of all cards of the hands."""
    trays = dealt("holdem", "As Kd 7c").seen_by(-1).picture.trays
    assert [tray.faces for tray in trays] == [("back", "back"), ("back",), ()]


def test_what_the_cards_make_so_far() -> None:
    """A seat reads what its own cards make with those of the board, and nothing of cards that it does not see."""
    position = dealt("holdem", "As Kd Td Tc", "raise, call, 2c, Ah, 4c")
    assert [tray.said for tray in position.picture.trays] == ["a pair of aces", "a pair of tens", "flop"]
    assert [tray.said for tray in position.seen_by(1).picture.trays] == ["", "a pair of tens", "flop"]
    assert [tray.said for tray in position.seen_by(-1).picture.trays] == ["", "", "flop"]
    assert [tray.said for tray in dealt("holdem", "As Kd Td").picture.trays] == ["ace high", "", ""]


def test_chips() -> None:
    """Counters have the pot, the size of the next bet, the bets of the round, the stacks, and the chips won."""
    counters = dict(dealt("holdem", "As Kd 7c 7d", "raise, call, 2c, 3c, 4c, bet").picture.counters)
    assert counters == {
        "pot": 10,
        "next bet": 4,
        "North bet": 0,
        "South bet": 2,
        "North stack": 196,
        "South stack": 194,
        "North chips": 0,
        "South chips": 0,
        "North small blind": 1,
        "South big blind": 2,
        "hand": 1,
        "hands": 20,
    }
    assert "North stack" not in dict(dealt("kuhn", "K Q").picture.counters)
    assert "hands" not in dict(dealt("kuhn hands=1", "K Q").picture.counters)


def test_the_blinds_tell_which_player_has_the_button() -> None:
    """The button has the small blind, and changes with each hand. Other games, and a finished match, have no blinds."""
    position = load("holdem", {"hands": 3}).start()
    found = []
    for _ in range(3):
        found.append([name for name, _ in position.picture.counters if name.endswith("blind")])
        for _ in range(4):
            position = position.after(position.steps[0])
        position = position.after(position.find("fold"))
    north, south = ["North small blind", "South big blind"], ["South small blind", "North big blind"]
    assert found == [north, south, north]
    assert position.outcome is not None
    for over in (position, dealt("kuhn", "K Q"), dealt("leduc", "Ks Qh")):
        assert not [name for name, _ in over.picture.counters if name.endswith("blind")]


def test_a_showdown_stays_in_sight() -> None:
    """The next hand shows the hands and the board of the showdown before it; after a fold, the board alone."""
    trays = dealt("leduc", "Ks Qh", "check, check, Jh, check, check").seen_by(-1).picture.trays
    assert trays[3:] == (
        Tray("last hand", 0, ("Ks",), "a king"),
        Tray("last hand", 1, ("Qh",), "a queen"),
        Tray("last board", None, ("Jh",)),
    )
    trays = dealt("leduc", "Ks Qh", "check, check, Jh, bet, fold").picture.trays
    assert trays[3:] == (Tray("last board", None, ("Jh",)),)
