import pytest

from kibitz_server.games.game import BadOption, BadPosition, IllegalMove
from tests.server.games import naive
from tests.server.games.helpers import game_of, perft, play

GAME = game_of("connect4")


def test_perft() -> None:
    """No game ends before ply 7 and no column is full before ply 6, so the first counts are powers of 7."""
    # Deeper: 823536 (7^7 less the 7 moves into a column filled by the six plies before), 5673234, 39394572.
    assert perft(GAME, 6) == [7, 49, 343, 2401, 16807, 117649]


@pytest.mark.parametrize(("columns", "rows", "connect"), [(3, 4, 3), (4, 3, 2), (9, 7, 4)])
def test_perft_of_other_sizes(columns: int, rows: int, connect: int) -> None:
    """Other boards count as the second implementation does, including one that does not fit a machine word."""
    game = game_of(f"connect4 columns={columns} rows={rows} connect={connect}")
    model = naive.connect4(columns, rows, connect)
    depth = 7 if columns < 9 else 3
    assert perft(game, depth) == [naive.perft(model, plies) for plies in range(1, depth + 1)]


@pytest.mark.parametrize(
    ("moves", "winner"),
    [
        ("1 2 1 2 1 2 1", 0),  # a column
        ("1 1 2 2 3 3 4", 0),  # a row
        ("1 2 2 3 3 4 3 4 4 6 4", 0),  # rising
        ("4 3 3 2 2 1 2 1 1 6 1", 0),  # falling
        ("7 1 2 1 2 1 3 1", 1),
    ],
)
@pytest.mark.parametrize("spec", ["connect4", "connect4 columns=8 rows=8"])
def test_four_in_a_line_win(spec: str, moves: str, winner: int) -> None:
    """A line of four wins in each direction, on either form of the rules."""
    last = play(game_of(spec).start(), moves)
    assert last.outcome is not None
    assert (last.outcome.winner, last.outcome.reason) == (winner, "line")
    assert last.legal == ()


@pytest.mark.parametrize("spec", ["connect4 columns=1 rows=6", "connect4 columns=2 rows=2 connect=3"])
def test_a_full_board_is_a_draw(spec: str) -> None:
    """Without a line, or with no room for one, the full board is a draw."""
    position = game_of(spec).start()
    while position.legal:
        position = position.after(position.legal[0])
    assert position.outcome is not None
    assert (position.outcome.winner, position.outcome.reason) == (None, "full board")


@pytest.mark.parametrize("spec", ["connect4", "connect4 columns=9 rows=7"])
def test_refused_moves(spec: str) -> None:
    """A full column and one that does not exist are refused by name."""
    game = game_of(spec)
    rows, columns = int(game.options["rows"]), int(game.options["columns"])
    full = play(game.start(), " ".join(["2"] * rows))
    with pytest.raises(IllegalMove, match="column 2 is full"):
        full.find("2")
    with pytest.raises(IllegalMove, match=f"there is no column {columns + 1}; columns are 1 to {columns}"):
        full.find(str(columns + 1))
    with pytest.raises(IllegalMove, match="a move is the number of a column"):
        full.find("left")


@pytest.mark.parametrize("spec", ["connect4", "connect4 columns=7 rows=9"])
def test_the_path_is_where_the_disc_rests(spec: str) -> None:
    """A move touches the lowest empty cell of its column."""
    game = game_of(spec)
    rows = int(game.options["rows"])
    once = play(game.start(), "4")
    assert once.last == ((rows - 1) * 7 + 3,)
    assert once.find("4").path == ((rows - 2) * 7 + 3,)


@pytest.mark.parametrize("rows", [6, 9])
@pytest.mark.parametrize(
    ("bottom", "side", "reason"),
    [
        ("X--X---/---O---", "O", "a disc floats in column 1"),
        ("-------/XX-----", "X", "with 2 X and 0 O on the board it cannot be X's turn"),
        ("-------/XXXXOOO", "X", "with 4 X and 3 O on the board it cannot be X's turn"),
        ("XXX----/OOOO---", "O", "cannot be O's turn"),
        ("-------/XXZ----", "O", "'Z' is not one of the symbols"),
        ("-------/XX-----", "B", "the side to move must be X or O"),
        ("-------/XO----", "X", r"the board must be \d rows of 7 symbols"),
    ],
)
def test_refused_positions(rows: int, bottom: str, side: str, reason: str) -> None:
    """An impossible position is refused with the reason, by both forms of the rules."""
    top = "-------/" * (rows - 2)
    with pytest.raises(BadPosition, match=reason):
        game_of(f"connect4 rows={rows}").start(f"{top}{bottom} {side}")


@pytest.mark.parametrize("rows", [6, 9])
def test_the_side_to_move_cannot_have_won(rows: int) -> None:
    """A line of the side to move would have ended the game before."""
    top = "-------/" * (rows - 2)
    with pytest.raises(BadPosition, match="O has a line already"):
        game_of(f"connect4 rows={rows}").start(f"{top}XXX----/OOOOXX- O")


@pytest.mark.parametrize(
    ("option", "bounds"), [("columns=0", "1 to 10"), ("rows=11", "1 to 10"), ("connect=1", "2 to")]
)
def test_refused_options(option: str, bounds: str) -> None:
    """An option out of range is refused with the range."""
    with pytest.raises(BadOption, match=f"option {option.split('=')[0]} is {bounds}"):
        game_of(f"connect4 {option}")
