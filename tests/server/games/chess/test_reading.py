"""Positions of chess as programs and people write them, and what is left out of them."""

import time

import chess
import pytest

from kibitz_server.games.game import BadPosition
from tests.server.games.helpers import game_of

GAME = game_of("chess")
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
BARE = "4k3/8/8/8/8/8/8/R3K3"


@pytest.mark.parametrize(
    ("text", "read"),
    [
        (START, f"{START} w - - 0 1"),
        (f"{START} W KQkq", f"{START} w KQkq - 0 1"),
        (f"{START} White qkQK - 0 1", f"{START} w KQkq - 0 1"),
        (f"{START}_b_KQkq_-_3_2", f"{START} b KQkq - 3 2"),
        (f"  {START}   w  KQkq  -  0   1 ", f"{START} w KQkq - 0 1"),
        (f'"{START} w KQkq - 0 1"', f"{START} w KQkq - 0 1"),
        (f"{BARE} w Q - 0 0", f"{BARE} w Q - 0 1"),
        (f"{BARE} w Q 0 7", f"{BARE} w Q - 0 7"),
        (f"{BARE} w 12 7", f"{BARE} w - - 12 7"),
        (f"{BARE} w Q - 160 200", f"{BARE} w Q - 160 200"),
        (f"{BARE} w - - 5", f"{BARE} w - - 5 1"),
        ("4k3/11111111/8/8/44/8/8/R1111K2 w - - 0 1", "4k3/8/8/8/8/8/8/R4K2 w - - 0 1"),
        (f"{BARE}/ w - - 0 1", f"{BARE} w - - 0 1"),
        (f"{BARE} w Q - hmvc 4; fmvn 9;", f"{BARE} w Q - 4 9"),
        ("4k3/8/8/8/8/8/8/R3K2Q~ w Q - 0 1", "4k3/8/8/8/8/8/8/R3K2Q w Q - 0 1"),
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", None),
    ],
)
def test_what_programs_write_is_read_without_a_word(text: str, read: str | None) -> None:
    """Missing fields, underscores, other cases and counts beyond the 50-move rule are usual."""
    assert GAME.start(text).text == (read or text.replace("e3", "-"))
    assert GAME.left_out(text) == (["the side to move is missing, so it is White"] if text == START else [])


@pytest.mark.parametrize(
    ("text", "read", "sentence"),
    [
        ("7k/5K2/4R3/8/8/8/8/8 w KQkq - 0 1", "7k/5K2/4R3/8/8/8/8/8 w - - 0 1", "castling right 'K' is left out"),
        (
            f"{BARE} w KQkq - 0 1",
            f"{BARE} w Q - 0 1",
            "castling right 'k' is left out: it needs the king and a rook on row 8",
        ),
        ("4k3/8/8/8/8/8/8/R2K3R w KQkq - 0 1", "4k3/8/8/8/8/8/8/R2K3R w - - 0 1", "castling right 'Q' is left out"),
        (f"{BARE} w X? - 0 1", f"{BARE} w - - 0 1", "'X?' are not castling rights, so there are none"),
        (f"{BARE} w Q e5 0 1", f"{BARE} w Q - 0 1", "no pawn has passed e5 in the last move"),
        (
            f'{BARE} w Q - bm Rd1; id "x 1";',
            f"{BARE} w Q - 0 1",
            "what follows the position is left out: 'bm Rd1; id \"x 1\";'",
        ),
        (f"{BARE} w Q - 0 1 9", f"{BARE} w Q - 0 1", "what follows the position is left out: '9'"),
        (f"{BARE} w Q - 0 123456", f"{BARE} w Q - 0 1", "the number of the move is left out"),
        (f"{BARE} w Q - -3 5", f"{BARE} w Q - 5 1", "'-3' after the pieces is left out"),
        (f"{BARE} w Q - x 5", f"{BARE} w Q - 5 1", "'x' after the pieces is left out"),
    ],
)
def test_what_cannot_be_right_is_left_out(text: str, read: str, sentence: str) -> None:
    """The position is read without it, and a sentence says what it was."""
    assert GAME.start(text).text == read
    assert any(each.startswith(sentence) for each in GAME.left_out(text)), GAME.left_out(text)


def test_rights_of_chess960_need_their_option() -> None:
    """Rights that only Chess960 has are no mistake of the writer, so that the text is refused with a way on."""
    with pytest.raises(BadPosition, match="others need the option array"):
        GAME.start("1k1r4/8/8/8/8/8/8/1K3R2 w Kk - 0 1")


def test_another_program_reads_the_rights_alike() -> None:
    """Impossible rights are those that another program drops, for kings and rooks on all squares of the first row."""
    for king in range(8):
        for rook in range(8):
            if king == rook:
                continue
            row = ["1"] * 8
            row[king], row[rook] = "K", "R"
            pieces = GAME.start(f"4k3/4p3/8/8/8/8/8/{''.join(row)} w - - 0 1").text.split()[0]
            text = f"{pieces} w KQkq - 0 1"
            assert GAME.start(text).text.split()[2] == chess.Board(text).castling_xfen(), text


def test_a_long_text_is_read_in_bounded_sentences() -> None:
    """A hostile text costs no more than its length, and is quoted in part."""
    text = f"{BARE} w {'K' * 5000} - 0 1 {'y' * 5000}"
    assert GAME.start(text).text == f"{BARE} w - - 0 1"
    assert all(len(sentence) < 120 for sentence in GAME.left_out(text))
    began = time.process_time()
    many = GAME.left_out(f"{BARE} w {'ab ' * 100_000}; {'c9 ' * 100_000}")
    assert time.process_time() - began < 5
    assert len(many) <= 10
