"""State of a game, where a runner may let either side play at any time."""

import tracemalloc

import pytest

from kibitz_server.programs.gtp.board import BLACK, KEPT, WHITE, Board, GtpMove, fixed_places, free_places, state_of
from kibitz_server.programs.gtp.commands import GtpFailure


def played(board: Board, *moves: str) -> Board:
    """Play moves such as `b D4` on a board."""
    for move in moves:
        colour, vertex = move.split()
        board.play("bw".index(colour), vertex)
    return board


def test_a_side_may_play_twice() -> None:
    """The other side loses its turn without a pass."""
    board = played(Board(4), "b D4", "b C3", "w A1", "w A2")
    assert board.rows == ("---B", "--B-", "W---", "W---")
    assert board.moves == [GtpMove(0, "D4"), GtpMove(0, "C3"), GtpMove(1, "A1"), GtpMove(1, "A2")]
    assert board.to_move == BLACK


def test_a_game_goes_on_after_passes() -> None:
    """Any number of them, by any side."""
    board = played(Board(4), "b pass", "w pass", "b pass", "b pass", "w D4", "b pass", "w pass", "w A1")
    assert board.rows == ("---W", "----", "----", "W---")
    assert board.before_move(WHITE).outcome is None


def test_a_ko_stays_forbidden_when_a_side_plays_twice() -> None:
    """What has been on the board may not come again."""
    board = played(Board(4), "b B3", "w C2", "b D2", "w D3", "b C1", "w D1")
    with pytest.raises(GtpFailure, match="illegal move"):
        board.play(BLACK, "D2")
    played(board, "b pass", "w pass")
    with pytest.raises(GtpFailure, match="illegal move"):
        board.play(BLACK, "D2")
    played(board, "w A1", "b D2")


def test_moves_are_taken_back() -> None:
    """Not more of them than there are, and no stones of a handicap."""
    board = played(Board(4), "b D4", "w C3")
    board.undo(2)
    assert (board.is_empty, board.moves, board.to_move) == (True, [], BLACK)
    board.set_up(["B2", "C3"], [], WHITE)
    played(board, "w A1")
    with pytest.raises(GtpFailure, match="cannot undo"):
        board.undo(2)
    board.undo()
    assert board.rows == ("----", "--B-", "-B--", "----")
    with pytest.raises(GtpFailure, match="cannot undo"):
        board.undo()


def test_long_games_need_no_memory_for_each_position() -> None:
    """Moves that are taken back beyond the kept positions are played again from the first one."""
    board = played(Board(4), "b D4", "w C3")
    tracemalloc.start()
    for _ in range(KEPT):
        played(board, "b pass", "w pass")
    before = tracemalloc.get_traced_memory()[0]
    for _ in range(4 * KEPT):
        played(board, "b pass", "w pass")
    assert tracemalloc.get_traced_memory()[0] - before < 200 * 8 * KEPT
    tracemalloc.stop()
    for left in range(2 + 10 * KEPT - 1, 0, -1):
        board.undo()
        assert len(board.moves) == left
    assert board.rows == ("---B", "----", "----", "----")
    played(board, "w C3")
    board.undo(2)
    assert board.is_empty


def test_illegal_moves_change_nothing() -> None:
    """Points that are taken or outside the board, and suicide."""
    board = played(Board(4), "b A2", "b B1")
    for vertex in ("A2", "E1", "A5", "A1"):
        with pytest.raises(GtpFailure, match="illegal move"):
            board.play(WHITE, vertex)
    assert len(board.moves) == 2


@pytest.mark.parametrize(
    ("komi", "doubled"),
    [(7.5, 15), (0, 0), (7, 14), (6.25, 13), (6.75, 13), (-5.5, -11), (-0.25, -1), (1e9, 2000), (-1e9, -2000)],
)
def test_any_komi_decides_games_as_its_neighbour_does(komi: float, doubled: int) -> None:
    """It holds for moves that were played before too."""
    board = played(Board(4), "b D4")
    board.komi = komi
    assert state_of(board.before_move(WHITE)).komi2 == doubled
    assert board.score == 16 - komi


def test_a_game_goes_on_after_its_longest_length() -> None:
    """The past is forgotten then."""
    board = Board(2)
    for _ in range(board.game.rules.MAX_PLIES // 2):
        played(board, "b pass", "b pass")
    assert board.before_move(WHITE).outcome is None
    played(board, "w A1", "b B1")
    assert board.rows == ("--", "WB")


def test_area_counts_all_stones_as_alive() -> None:
    """Points that both sides reach belong to neither."""
    board = played(Board(4), "b B1", "b B2", "b B3", "b B4", "w D1", "w D2", "w D3", "w D4")
    assert board.area == (8, 4)
    assert board.owners() == "BB-W" * 4
    board.play(WHITE, "A1")
    assert board.area == (4, 5)


def test_chains_are_found() -> None:
    """Each has the stones of one side that touch."""
    board = played(Board(4), "b A1", "b A2", "b B2", "w B1", "b D4")
    chains = {(symbol, frozenset(chain)) for symbol, chain in board.chains()}
    assert chains == {("B", frozenset({"A1", "A2", "B2"})), ("W", frozenset({"B1"})), ("B", frozenset({"D4"}))}


@pytest.mark.parametrize(
    ("size", "stones", "places"),
    [
        (9, 2, "C3 G7"),
        (9, 5, "C3 G7 C7 G3 E5"),
        (13, 4, "D4 K10 D10 K4"),
        (19, 9, "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10"),
        (7, 4, "C3 E5 C5 E3"),
    ],
)
def test_fixed_places(size: int, stones: int, places: str) -> None:
    """They are those of the protocol."""
    assert fixed_places(size, stones) == places.split()


@pytest.mark.parametrize(("size", "stones"), [(9, 1), (9, 10), (9, -2), (6, 2), (8, 5), (7, 5)])
def test_a_board_has_few_fixed_places(size: int, stones: int) -> None:
    """There are none for other numbers."""
    assert fixed_places(size, stones) is None


@pytest.mark.parametrize(("size", "stones"), [(9, 2), (9, 14), (19, 25), (5, 2), (3, 8), (2, 3), (4, 5), (19, 360)])
def test_free_places_are_different_points(size: int, stones: int) -> None:
    """There are as many as wanted, the fixed ones first, and the stones can be on the board."""
    places = free_places(size, stones)
    assert len(set(places)) == stones
    fixed = fixed_places(size, min(stones, 9)) or []
    assert places[: len(fixed)] == fixed
    board = Board(size)
    board.set_up(places, (), WHITE)
    assert sum(row.count("B") for row in board.rows) == stones


def test_free_places_keep_away_from_the_edge() -> None:
    """The first one of a small board is in its middle."""
    assert free_places(5, 1) == ["C3"]
    assert "A1" not in free_places(9, 14)
