import pytest

from kibitz_server.games.game import BadOption, BadPosition, IllegalMove
from tests.server.games import naive
from tests.server.games.helpers import game_of, perft, play


def test_perft_of_tic_tac_toe() -> None:
    """All 255,168 games, ply by ply."""
    # 9!/(9-d)! less what follows finished games: 1440, 5328, 47952, 72576 and 81792 games end at plies 5 to 9
    # (Henry Bottomley, "How many games of Noughts and Crosses are possible?", 2001), draws among the last.
    assert perft(game_of("tictactoe"), 6) == [9, 72, 504, 3024, 15120, 54720]


@pytest.mark.parametrize(
    ("columns", "rows", "connect", "exact"), [(4, 2, 2, True), (5, 2, 3, False), (3, 2, 4, False), (1, 6, 3, True)]
)
def test_perft_of_other_boards(columns: int, rows: int, connect: int, exact: bool) -> None:
    """Other boards count as the second implementation does."""
    game = game_of(f"mnk columns={columns} rows={rows} connect={connect} exact={exact}")
    model = naive.mnk(columns, rows, connect, exact)
    assert perft(game, 5) == [naive.perft(model, plies) for plies in range(1, 6)]


def test_tictactoe_is_mnk_of_three() -> None:
    """The two games have the same positions, moves and results."""
    moves = "b2 a1 c3 a3 a2 c2 b1 b3 c1"
    one, other = play(game_of("tictactoe").start(), moves), play(game_of("mnk").start(), moves)
    assert one.text == other.text
    assert one.outcome == other.outcome
    assert one.outcome is not None
    assert (one.outcome.winner, one.outcome.reason) == (None, "full board")


@pytest.mark.parametrize("moves", ["a1 a2 b1 b2 c1", "a1 b1 a2 b2 a3", "a1 a2 b2 b1 c3", "a3 a2 b2 b1 c1"])
def test_a_line_wins_in_each_direction(moves: str) -> None:
    """A row, a column and both diagonals win."""
    last = play(game_of("tictactoe").start(), moves)
    assert last.outcome is not None
    assert (last.outcome.winner, last.outcome.reason) == (0, "line")


def test_exact_lines() -> None:
    """With `exact` four in a row do not win where three do, and a stone may still make three elsewhere."""
    row = "a1 a3 b1 b3 d1 d3 c1"
    longer = play(game_of("mnk columns=5 rows=3 connect=3").start(), row)
    assert longer.outcome is not None
    exact = play(game_of("mnk columns=5 rows=3 connect=3 exact=true").start(), row)
    assert exact.outcome is None
    third = play(game_of("mnk columns=5 rows=3 connect=3 exact=true").start(), "a1 a3 b1 b3 c1")
    assert third.outcome is not None


def test_a_line_longer_than_the_board() -> None:
    """A `connect` longer than both sides makes every game a draw."""
    position = game_of("mnk columns=2 rows=2 connect=3").start()
    while position.legal:
        position = position.after(position.legal[0])
    assert position.outcome is not None
    assert position.outcome.winner is None


def test_one_cell() -> None:
    """With one in a line the first stone wins."""
    last = play(game_of("mnk columns=1 rows=1 connect=1").start(), "a1")
    assert last.outcome is not None
    assert last.outcome.winner == 0


def test_tile_numbers() -> None:
    """Tiles count from 1 at the top left on boards of up to 99 squares, and are unknown on larger ones."""
    small = game_of("tictactoe").start()
    assert [small.find(number).text for number in ("1", "5", "7")] == ["a3", "b2", "a1"]
    assert game_of("mnk columns=11 rows=9").start().find("99").text == "k1"
    with pytest.raises(IllegalMove, match="'5' is not a move here"):
        game_of("mnk columns=10 rows=10").start().find("5")


def test_coordinates() -> None:
    """`a1` is bottom left, which is the last row of the picture."""
    assert play(game_of("mnk columns=4 rows=3").start(), "A1").picture.rows == ("----", "----", "X---")


def test_refused_moves() -> None:
    """The refusal of an occupied square names its owner, also for a tile number."""
    position = play(game_of("tictactoe").start(), "b2")
    for text in ("b2", "5"):
        with pytest.raises(IllegalMove, match="b2 is taken by X"):
            position.find(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("---/-X-/O-- O", "with 1 X and 1 O on the board it cannot be O's turn"),
        ("---/-X-/O- X", "3 rows of 3 symbols"),
        ("XXX/OO-/--- X", "cannot be X's turn"),
        ("XXX/OOO/--- X", "X has a winning line already"),
    ],
)
def test_refused_positions(text: str, reason: str) -> None:
    """An impossible position is refused with the reason."""
    with pytest.raises(BadPosition, match=reason):
        game_of("tictactoe").start(text)


def test_a_finished_position_may_be_read() -> None:
    """A position is readable if the side that moved last has a line; that side has won."""
    outcome = game_of("tictactoe").start("XXX/OO-/--- O").outcome
    assert outcome is not None
    assert outcome.winner == 0


@pytest.mark.parametrize("option", ["columns=0", "rows=20", "connect=0", "connect=-1", "columns=x"])
def test_refused_options(option: str) -> None:
    """An option out of range is refused with the range."""
    with pytest.raises(BadOption, match=f"option {option.split('=')[0]} is 1 to 19"):
        game_of(f"mnk {option}")
    with pytest.raises(BadOption, match="it has no options"):
        game_of(f"tictactoe {option}")
