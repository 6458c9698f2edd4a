import pytest

from kibitz_server.games.game import BadOption, BadPosition, IllegalMove
from tests.server.games import naive
from tests.server.games.helpers import game_of, perft, play

GAME = game_of("reversi")


def test_perft() -> None:
    """The published counts (Aart Bik, "Perft for Reversi", 2009, which agree through depth 14 with other authors)."""
    assert perft(GAME, 6) == [4, 12, 56, 244, 1396, 8200]


@pytest.mark.parametrize(("size", "depth"), [(4, 7), (6, 4), (10, 3)])
def test_perft_of_other_sizes(size: int, depth: int) -> None:
    """Other sizes count as the second implementation does, which on 4x4 takes in passes and early ends."""
    model = naive.reversi(size)
    assert perft(game_of(f"reversi size={size}"), depth) == [naive.perft(model, plies) for plies in range(1, depth + 1)]


def test_start() -> None:
    """White has d4 and e5, Black e4 and d5, and Black's first moves flip one disc each; a1 is the top left."""
    position = GAME.start()
    assert position.picture.rows[3:5] == ("---OX---", "---XO---")
    assert {move.text for move in position.legal} == {"d3", "c4", "f5", "e6"}
    assert position.picture.counters == (("Black", 2), ("White", 2))
    assert position.find("d3").path == (2 * 8 + 3,)
    assert play(position, "d3").picture.rows[2:5] == ("---X----", "---XX---", "---XO---")
    assert game_of("reversi size=10").start().picture.rows[4] == "----OX----"


@pytest.mark.parametrize("size", [8, 10])
def test_discs_turn_in_all_directions_at_once(size: int) -> None:
    """A disc flips the discs up to the next own one along every line, but none before a gap."""
    centre = size // 2 - 2
    board = {(x, y): "-" for y in range(size) for x in range(size)}
    ways = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
    for x, y in ways:
        board[centre + x, centre + y], board[centre + 2 * x, centre + 2 * y] = "OX"
    board[centre - 2, centre] = "-"
    board[centre + 1, centre + 2] = board[centre + 2, centre + 1] = "O"

    start = game_of(f"reversi size={size}").start("".join(board.values()) + " X")
    after = play(start, f"{'abcd'[centre]}{centre + 1}")

    for x, y in [(0, 0), *ways]:
        board[centre + x, centre + y] = "O" if (x, y) == (-1, 0) else "X"
    assert after.text == "".join(board.values()) + " O"


@pytest.mark.parametrize("size", [8, 10])
def test_results_are_counted_in_discs(size: int) -> None:
    """Boards of all sizes have a result in discs for the side to move, and bounds on it before the end."""
    game, cells = game_of(f"reversi size={size}"), size * size
    ongoing = game.start("XO-" + "X" * (cells - 3) + " X")
    assert tuple(game.rules.bounds(ongoing.state)) == (-cells, cells)
    over = play(ongoing, "c1")
    assert (over.to_move, game.rules.result(over.state)) == (None, -cells)
    assert tuple(game.rules.bounds(over.state)) == (-cells, -cells)


def test_pass() -> None:
    """Without a flip a pass is the only move, it touches no cell, and the other side continues."""
    position = game_of("reversi size=4").start("XXO-XXOOOXOOXXXX O")
    assert [(move.text, move.path) for move in position.legal] == [("pass", ())]
    after = play(position, "Pass")
    assert after.text == "XXO-XXOOOXOOXXXX X"
    assert [move.text for move in after.legal] == ["d1"]
    with pytest.raises(IllegalMove, match="you may not pass while you can place a disc"):
        after.find("pass")


@pytest.mark.parametrize(
    ("text", "winner", "reason", "points"),
    [
        ("XXXX-XXXXXXXXXXO O", 0, "no moves left", (14, 1)),
        ("OOOOOOOOOOOOOOOO X", 1, "full board", (0, 16)),
        ("XXXXXXXXOOOOOOOO X", None, "full board", (8, 8)),
    ],
)
def test_ends(text: str, winner: int | None, reason: str, points: tuple[int, int]) -> None:
    """More discs win, empty squares count for neither side, equal is a draw, and both counts are reported."""
    outcome = game_of("reversi size=4").start(text).outcome
    assert outcome is not None
    assert (outcome.winner, outcome.reason, outcome.points) == (winner, reason, points)


@pytest.mark.parametrize("size", [8, 10])
def test_refused_moves(size: int) -> None:
    """An occupied square and one that flips nothing are refused with that reason."""
    position = game_of(f"reversi size={size}").start()
    taken = "d4" if size == 8 else "e5"
    with pytest.raises(IllegalMove, match=f"{taken} is taken by White"):
        position.find(taken)
    with pytest.raises(IllegalMove, match="a1 flips nothing"):
        position.find("A1")
    with pytest.raises(IllegalMove, match="a move is a square where you flip something"):
        position.find("k1")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("-----OX--XO---- X", "the board must be 16 symbols"),
        ("-----OX--XO----Z X", "the board must be 16 symbols X, O or -"),
        ("-----OX--XO----- B", "the side to move must be X .Black. or O .White."),
        ("-----OX--X------ X", "the four squares in the middle are never empty"),
    ],
)
def test_refused_positions(text: str, reason: str) -> None:
    """An impossible position is refused with the reason."""
    with pytest.raises(BadPosition, match=reason):
        game_of("reversi size=4").start(text)


@pytest.mark.parametrize("size", ["5", "2", "12", "big"])
def test_refused_options(size: str) -> None:
    """Only even sizes from 4 to 10 are valid."""
    with pytest.raises(BadOption, match="option size is 4, 6, 8 or 10"):
        game_of(f"reversi size={size}")


def evaluated(text: str) -> int:
    """Return a position's evaluation for the side to move."""
    position = GAME.start(text)
    value = position.game.rules.evaluate(position.state)
    assert isinstance(value, int)
    return value


def test_evaluation_knows_corners_and_their_traps() -> None:
    """A corner is worth more than many discs, and the square diagonal to an empty corner has negative value."""
    plain = "-" * 24 + "--XXX---" + "---XO---" + "-" * 24 + " X"
    corner = "X" + plain[1:]
    trap = plain[:9] + "X" + plain[10:]
    assert evaluated(corner) > evaluated(plain) > evaluated(trap)
    assert GAME.rules.popcount(GAME.rules.stable(0b111)) == 3
    assert GAME.rules.stable(0b110) == 0
