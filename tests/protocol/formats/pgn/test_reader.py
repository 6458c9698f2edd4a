"""PGN as tags, moves and comments."""

import io
import tracemalloc
from time import process_time

import pytest

from kibitz_protocol.formats.moves import WrittenMove
from kibitz_protocol.formats.pgn.reader import read_file, read_game, read_games
from kibitz_protocol.formats.text import MAX_TEXT, BadGame

GAME = r"""[Event "Return Match"]
[White "the \"great\" owl \\"]
[Result "1/2-1/2"]

1.e4 {best [%eval 0.17] [%clk 0:05:00]} e5 $1 (1... c5 2. Nf3 (2. c3 {a ( in a comment}) d6) 2. Nf3! Nc6?!
% a line for other programs
3 . Bb5 ; a comment to the end of the line (
3... a6 4. O-O-O exd6 e.p. 5. e8=Q+ !? 0-0 1/2-1/2

[Event "Second"]

1. d4 *
"""


def test_a_game_has_tags_and_moves() -> None:
    """Numbers, marks, comments and variations are not moves."""
    first, second = read_games(GAME)
    assert first.tags == {"Event": "Return Match", "White": 'the "great" owl \\', "Result": "1/2-1/2"}
    moves = [move.text for move in first.moves]
    assert moves == ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "O-O-O", "exd6", "e8=Q+", "0-0"]
    assert (first.result, second.result, second.tags["Event"]) == ("1/2-1/2", "*", "Second")
    assert [move.text for move in second.moves] == ["d4"]


def test_comments_have_clocks_and_scores() -> None:
    """Programs write them after the move, in brackets; others are left out."""
    text = "1. e4 {[%clk 1:02:03.5] [%emt 0:01] [%eval -0.35,20]} e5 { [%eval #-3] } 2. d4 {[%clk late] [%eval x]} *"
    (game,) = read_games(text)
    assert game.moves == [
        WrittenMove(1, "e4", clock_s=3723.5, elapsed_s=1.0, score=-35, depth=20),
        WrittenMove(2, "e5", mate=-3),
        WrittenMove(3, "d4"),
    ]


@pytest.mark.parametrize(
    ("text", "results"),
    [
        ("", []),
        ("1. e4", ["*"]),
        ('[Result "0-1"]\n1. e4', ["0-1"]),
        ("1. 32-28 18-23 2-0 1. 31-27 1-1", ["1-0", "1/2-1/2"]),
        ('[A "1"] [Result "1-0"] [A "2"] 1. a *', ["1-0"]),
        ("1. 0-0 0-0-0 2. 11-15 22x15x8 1-0", ["1-0"]),
    ],
)
def test_a_result_ends_a_game(text: str, results: list[str]) -> None:
    """Draughts counts two points; without a result, the tag says it."""
    assert [game.result for game in read_games(text)] == results


@pytest.mark.parametrize(
    ("text", "notes", "moves"),
    [
        ("1. e4 {no end", ["line 1: a comment has no end: '}' is missing"], "e4"),
        ("1. e4\n(1. d4", ["line 2: a variation has no end: ')' is missing"], "e4"),
        ("1. e4\n\n) e5", ["line 3: ')' without '(' is left out"], "e4 e5"),
        ("[White Anna]", ["line 1: the tag White is not in quotation marks, and is read as 'Anna'"], ""),
        ("1. e4 ] e5", ["line 1: ']' has no meaning here, and is left out"], "e4 e5"),
        ("1. e4 " + "(" * 200, ["line 1: a variation has no end: ')' is missing"], "e4"),
        ("a " * 6000, ["only the first 5000 moves are read"], "a " * 4999 + "a"),
        ("a" * 300, ["line 1: a move has more than 200 characters, and is cut"], "a" * 200),
        ("".join(f'[T{n} "x"]\n' for n in range(300)), ["only the first 200 tags are read"], ""),
    ],
)
def test_odd_text_is_left_out_with_a_note(text: str, notes: list[str], moves: str) -> None:
    """The note names the line."""
    (game,) = read_games(text)
    assert list(game.notes)[:1] == notes
    assert " ".join(move.text for move in game.moves) == moves


@pytest.mark.parametrize("piece", ["a", "\\\\"])
def test_a_tag_without_end_takes_bounded_memory(piece: str) -> None:
    """A long value is matched in one pass, without a place to return to for each character."""
    text = '[White "' + piece * (1 << 20)
    tracemalloc.start()
    (game,) = read_games(text)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 8 << 20
    assert len(game.tags["White"]) <= 1000


HOSTILE = [*"()[]{}$;", '[A "', '{\n[A "b"]\n', "e4 [%", "1-0 x[", "* ", "1.", "½ ", "1-0 ff ", "0-", "a("]


@pytest.mark.parametrize("piece", HOSTILE)
def test_a_hostile_text_takes_no_longer_than_another(piece: str) -> None:
    """The time is in proportion to the length: a text ten times as long takes no hundred times as long."""
    times = []
    for length in (20_000, 200_000):
        text = piece * (length // len(piece))
        begin = process_time()
        for game in read_games(text):
            assert game.result
        times.append(process_time() - begin)
    assert times[1] < 40 * max(times[0], 0.005)


def test_a_file_is_bounded() -> None:
    """A longer file is refused, and a game that it does not have."""
    with pytest.raises(BadGame, match="it has no game 3"):
        read_game(GAME, 3)
    with pytest.raises(BadGame, match="there is no game in it"):
        read_game("")
    assert read_game(GAME, 2).tags["Event"] == "Second"
    with pytest.raises(BadGame, match="million characters"):
        read_game(GAME + " " * MAX_TEXT)


def test_a_file_is_read_as_text() -> None:
    """Without the mark at its beginning, with lines of any system; bytes that are not UTF-8 are replaced."""
    file = io.BytesIO(b'\xef\xbb\xbf[White "Anna"]\r\n1. e4 ; \xe9\r e5 *')
    assert read_file(file).text == '[White "Anna"]\n1. e4 ; \ufffd\n e5 *'
    with pytest.raises(BadGame, match="million bytes"):
        read_file(io.BytesIO(b" " * (MAX_TEXT + 1)))
