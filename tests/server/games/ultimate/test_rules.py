import pytest

from kibitz_server.games.game import BadPosition, IllegalMove
from tests.server.games import naive
from tests.server.games.helpers import game_of, perft, play

GAME = game_of("ultimate")
EMPTY = "---------"


def boards(**cells: str) -> str:
    """Return nine boards, some of them given, as in b5="XO-------"."""
    return "/".join(cells.get(f"b{number}", EMPTY) for number in range(1, 10))


def test_perft() -> None:
    """The counts of two public engines: 81 to 281,067,408 at depth 8 (33,782,544 at depth 7 in both)."""
    # evilnose/ultimate-tictactoe, tests/perft_test.rs, counts depth from 0.
    assert perft(GAME, 4) == [81, 720, 6336, 55080]
    assert perft(GAME, 2) == [naive.perft(naive.ultimate(), plies) for plies in range(1, 3)]


@pytest.mark.parametrize(
    ("position", "counts"),
    [
        (
            "---------/---X--OO-/---------/----O----/-X----X-O/-O-------/----X-OX-/-O---X--O/-X-----X- 2 X",
            [6, 44, 320, 2278],
        ),
        (
            "-------X-/---XX-O--/-O--XXX-X/--O-X--X-/O-O-OX--X/--OOO-O--/-XX--XO--/-OO--O-X-/---O-X--O * X",
            [44, 391, 3436],
        ),
        (
            "-O-O-X--X/X-O--OXX-/--XXOXOX-/O--XXXO-O/-XO--O-XO/XO-OOO-XX/--OX--XXO/--OO--OOO/-X-XXX--O 3 X",
            [3, 22, 170, 1292],
        ),
        (
            "-XX-XXOXO/XOX--XX-O/XOOO-XO-X/OO---X-OO/O--X-OO--/O-O-OX-OO/O-XX-----/X-OXXO---/---XXX-OX 7 X",
            [6, 63, 414, 2614],
        ),
    ],
)
def test_perft_of_later_positions(position: str, counts: list[int]) -> None:
    """Positions with finished boards and free choices, from the same engine's tests."""
    assert perft(GAME, len(counts), position) == counts


def test_the_cell_names_the_next_board() -> None:
    """The first move may be anywhere; each cell sends to the board of its number."""
    position = GAME.start()
    assert len(position.legal) == 81
    after = play(position, "1/5")
    assert {move.text for move in after.legal} == {f"5/{cell}" for cell in range(1, 10)}
    assert play(after, "5/5").text == f"{boards(b1='----X----', b5='----O----')} 5 X"
    with pytest.raises(IllegalMove, match="the move must be in board 5"):
        after.find("1/1")
    with pytest.raises(IllegalMove, match="cell 5 of board 5 is taken"):
        play(after, "5/5").find("5/5")


def test_a_won_board_frees_the_choice() -> None:
    """A player sent to a won board plays in any unfinished one, but not in the won one, despite its empty cells."""
    position = GAME.start(f"{boards(b1='XX-------', b2='O--------', b4='O--------')} 1 X")
    free = play(position, "1/3 3/1")
    assert free.text.split()[1] == "*"
    assert len(free.legal) == 8 * 9 - 3
    assert free.picture.blocks == "X--------"
    with pytest.raises(IllegalMove, match="board 1 is finished"):
        free.find("1/4")


def test_a_full_board_frees_the_choice() -> None:
    """A drawn board is closed as well, and belongs to neither side."""
    position = GAME.start(f"{boards(b1='XOXXOOO-X', b5='O--------', b6='X--------')} 1 X")
    free = play(position, "1/8 8/1")
    assert free.text.split()[1] == "*"
    assert not any(move.text.startswith("1/") for move in free.legal)
    assert free.picture.blocks == "=--------", "drawn"
    assert free.picture.counters == (("X boards", 0), ("O boards", 0))


WON, LOST = "XXX------", "OOO------"


def test_three_boards_in_a_line_win() -> None:
    """The game is over with the third board of a line, even with open boards left."""
    position = GAME.start(
        f"{boards(b1=WON, b5=WON, b9='XX-------', b2='OO------O', b3='OOO------', b4='OO-------')} 9 X"
    )
    last = play(position, "9/3")
    assert last.outcome is not None
    assert (last.outcome.winner, last.outcome.reason) == (0, "line of boards")
    assert last.legal == ()


def test_no_moves_left_is_a_draw() -> None:
    """With all boards finished and no line of boards the game is drawn, also when one side has more boards."""
    full = "XOXXOOO-X"
    rows = boards(
        b1=WON, b2="O--O--O--", b3=WON, b4=WON, b5="OOO------", b6="OOO----O-", b7="OOO------", b8=full, b9="XXX-X----"
    )
    last = play(GAME.start(f"{rows} 8 X"), "8/8")
    assert last.outcome is not None
    assert (last.outcome.winner, last.outcome.reason) == (None, "no moves left")


def test_other_ways_to_write_a_move() -> None:
    """A move may have another separator than '/', or none."""
    for text in ("5/7", "57", "5-7", "5.7", "5 / 7"):
        assert GAME.start().find(text).text == "5/7"


def test_cells_are_counted_on_the_whole_grid() -> None:
    """Board 6, cell 8 is in the sixth row and the eighth column."""
    assert GAME.start().find("6/8").path == (5 * 9 + 7,)
    board = GAME.board
    assert board.shape == "grid"
    assert board.cell_labels[5 * 9 + 7] == "6/8"
    assert board.block == 3


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (f"{boards(b1='X--------')} 1 O", "no stone"),
        (f"{boards(b1='X--------')} * X", "it cannot be X's turn"),
        (f"{boards(b1='X--------')} * O", "no stone can have sent"),
        (f"{boards(b5='X--------')} 2 O", "no stone of the side that moved last is in a cell 2"),
        (f"{boards(b1='XXXOOO---')} * X", "both sides have a line in board 1"),
        (f"{boards(b1=WON, b2='OO------O')} 1 X", "board 1 is finished, so the board to play in is"),
        (f"{boards(b1=WON, b5=WON, b9=WON, b2=LOST, b4=LOST, b3=LOST)} 6 X", "cell 6"),
        (f"{boards(b1=WON, b5=WON, b9=WON, b2=LOST, b4=LOST, b8=LOST)} * X", "X has won already"),
        (f"{boards()} 0 X", "must be 1 to 9, or"),
        ("---/--- 1 X", "nine boards of nine symbols"),
    ],
)
def test_refused_positions(text: str, reason: str) -> None:
    """An impossible position is refused with the reason."""
    if reason == "no stone":
        assert GAME.start(text).legal  # an X in a cell 1 does send to board 1
        return
    with pytest.raises(BadPosition, match=reason):
        GAME.start(text)


def test_the_lines_of_a_won_line_of_boards() -> None:
    """Each board of the winning line has its own line, in cells of the whole grid; other won boards have none."""
    position = GAME.start(f"{boards(b1=WON, b5=WON, b9=WON, b7=WON, b2=LOST, b4=LOST, b3=LOST, b6='OO-------')} * O")
    assert position.outcome is not None
    assert position.lines == ((0, 1, 2), (30, 31, 32), (60, 61, 62))
