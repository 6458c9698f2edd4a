import pytest

from kibitz_server.games.game import BadOption, BadPosition, IllegalMove
from tests.server.games import naive
from tests.server.games.helpers import game_of, perft, play

GAME = game_of("kalah")


def test_perft() -> None:
    """Counts agree with the second implementation; there are no published ones."""
    # Deeper, from this implementation alone: 114430, 563055, 2763490, 13519607.
    assert perft(GAME, 5) == [naive.perft(naive.kalah(), plies) for plies in range(1, 6)]
    assert perft(GAME, 6) == [6, 35, 185, 942, 4690, 23233]


@pytest.mark.parametrize(
    ("houses", "seeds", "empty_capture"), [(1, 1, False), (2, 5, True), (3, 12, False), (5, 1, True)]
)
def test_perft_of_other_boards(houses: int, seeds: int, empty_capture: bool) -> None:
    """Other boards count as the second implementation does, laps and early ends included."""
    game = game_of(f"kalah houses={houses} seeds={seeds} empty_capture={empty_capture}")
    model = naive.kalah(houses, seeds, empty_capture)
    assert perft(game, 6) == [naive.perft(model, plies) for plies in range(1, 7)]


def test_a_last_seed_in_the_store_moves_again() -> None:
    """The turn stays, and each sowing is a ply of its own."""
    after = play(GAME.start(), "3")
    assert after.text == "4,4,0,5,5,5/4,4,4,4,4,4 1 0 S"
    assert after.to_move == 0
    assert after.last == (2, 6)
    assert play(after, "6").text == "4,4,0,5,5,0/5,5,5,5,4,4 2 0 N"


@pytest.mark.parametrize(
    ("options", "before", "move", "after"),
    [
        ("", "1,0,4,4,4,4/4,4,4,4,5,4 3 3 S", "1", "0,0,4,4,4,4/4,4,4,4,0,4 9 3 N"),
        ("", "4,4,4,4,5,4/1,0,4,4,4,4 3 3 N", "1", "4,4,4,4,0,4/0,0,4,4,4,4 3 9 S"),
        ("", "1,0,4,4,4,4/4,4,4,5,0,4 7 3 S", "1", "0,1,4,4,4,4/4,4,4,5,0,4 7 3 N"),
        ("empty_capture=true", "1,0,4,4,4,4/4,4,4,5,0,4 7 3 S", "1", "0,0,4,4,4,4/4,4,4,5,0,4 8 3 N"),
        # A last seed in an empty house of the opponent captures nothing.
        ("", "0,0,0,0,3,4/4,0,4,4,4,4 14 7 S", "5", "0,0,0,0,0,5/5,0,4,4,4,4 15 7 N"),
        # A lap: thirteen seeds end in the house they came from, which is empty by then; North's store is skipped.
        ("", "13,0,0,0,0,0/1,1,1,1,1,1 14 15 S", "1", "0,1,1,1,1,1/2,2,2,2,2,0 18 15 N"),
    ],
)
def test_captures(options: str, before: str, move: str, after: str) -> None:
    """A last seed in an own empty house takes the opposite house; if that is empty, only with `empty_capture`."""
    assert play(game_of(f"kalah {options}").start(before), move).text == after


@pytest.mark.parametrize(
    ("before", "move", "after", "winner"),
    [
        ("0,0,0,0,0,1/4,0,0,0,0,0 21 22 S", "6", "0,0,0,0,0,0/0,0,0,0,0,0 22 26 N", 1),
        # The capture empties the opponent's side, not the mover's.
        ("1,0,4,0,0,0/0,0,0,0,5,0 20 18 S", "1", "0,0,0,0,0,0/0,0,0,0,0,0 30 18 N", 0),
        ("0,0,0,0,0,1/2,0,0,0,0,0 23 22 S", "6", "0,0,0,0,0,0/0,0,0,0,0,0 24 24 N", None),
    ],
)
def test_an_empty_side_ends_the_game(before: str, move: str, after: str, winner: int | None) -> None:
    """As soon as one side has no seeds, after either side's move, each side keeps the seeds in its houses."""
    last = play(GAME.start(before), move)
    assert last.text.split()[:3] == after.split()[:3]
    assert last.outcome is not None
    south, north = (int(store) for store in after.split()[1:3])
    assert (last.outcome.winner, last.outcome.points) == (winner, (south, north))
    assert last.outcome.reason == "no seeds left to sow"


def test_board() -> None:
    """Pits go round counter-clockwise and have names."""
    board = GAME.board
    assert board.shape == "pits"
    assert [board.cell_names[cell] for cell in (0, 6, 7, 13)] == [
        "South house 1",
        "South store",
        "North house 1",
        "North store",
    ]
    assert GAME.start().picture.counts == (4, 4, 4, 4, 4, 4, 0, 4, 4, 4, 4, 4, 4, 0)


def test_refused_moves() -> None:
    """An empty house and one that does not exist are refused by number."""
    position = play(GAME.start(), "3")
    with pytest.raises(IllegalMove, match="house 3 is empty"):
        position.find("3")
    with pytest.raises(IllegalMove, match="there is no house 7; houses are 1 to 6"):
        position.find("7")
    with pytest.raises(IllegalMove, match="a move is the number of one of your houses"):
        position.find("store")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("4,4,4,4,4,4/4,4,4,4,4,4 1 0 S", "there are 49 seeds where the game has 48"),
        ("0,0,0,0,0,0/4,4,4,4,4,4 24 0 S", "one side has no seeds in its houses"),
        ("4,4,4,4,4,4/4,4,4,4,4,4 0 0 X", "the side to move must be S or N"),
        ("4,4,4,4,4/4,4,4,4,4,4 4 0 S", "6 houses joined by"),
        ("4,4,4,4,4,-4/4,4,4,4,4,4 8 0 S", "'-4' is not a number of seeds from 0 to 48"),
        ("4,4,4,4,4,4/4,4,4,4,4,4 0 S", "6 houses joined by"),
    ],
)
def test_refused_positions(text: str, reason: str) -> None:
    """An impossible position is refused with the reason."""
    with pytest.raises(BadPosition, match=reason):
        GAME.start(text)


@pytest.mark.parametrize(
    ("option", "bounds"), [("houses=9", "1 to 8"), ("seeds=13", "1 to 12"), ("empty_capture=maybe", "true or false")]
)
def test_refused_options(option: str, bounds: str) -> None:
    """An option out of range is refused with the range."""
    with pytest.raises(BadOption, match=f"is {bounds}"):
        game_of(f"kalah {option}")


def test_the_rest_does_not_depend_on_the_stores() -> None:
    """Positions with the same houses have one key of the rest, and differ in what is secured."""
    rules = GAME.rules
    first, second = (GAME.start(f"1,0,2,0,0,1/0,3,0,0,1,0 {stores} S").state for stores in ("20 20", "12 28"))
    assert rules.key_of_rest(first) == rules.key_of_rest(second)
    assert rules.key(first) != rules.key(second)
    assert (rules.secured(first), rules.secured(second)) == (0, -16)
    other = GAME.start("1,0,2,0,0,1/0,3,0,0,1,0 20 20 N").state
    assert rules.key_of_rest(other) != rules.key_of_rest(first)
