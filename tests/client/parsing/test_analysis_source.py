"""What a typed or pasted text means for an analysis board."""

from pathlib import Path

import pytest

from kibitz_client.parsing.analysis_source import (
    FileSource,
    GameSource,
    LineSource,
    MatchSource,
    RecordSource,
    SgfSource,
    Source,
    analysis_source,
    moves_of,
)
from tests.client.samples import GOMOKU, NIM

GAMES = (GOMOKU, NIM)


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("nim", GameSource("nim")),
        ("Gomoku", GameSource("gomoku")),
        ("five-in-a-row h8", GameSource("gomoku", ("h8",))),
        ("Five in a Row h8 g7", GameSource("gomoku", ("h8", "g7"))),
        ("long five", GameSource("gomoku", options={"exact": True})),
        ("nim 1-1, 2-1", GameSource("nim", ("1-1", "2-1"))),
        ("k7qx42", MatchSource("k7qx42")),
        ('{"t": "record"}\n{}', RecordSource('{"t": "record"}\n{}')),
        ("\n( ;SZ[5];B[cc])", SgfSource("\n( ;SZ[5];B[cc])")),
        ("(; f6", SgfSource("(; f6")),
        ("(GM[1];B[cc])", SgfSource("(GM[1];B[cc])")),
        (";SZ[5];B[cc])", SgfSource(";SZ[5];B[cc])")),
        ("(f6)", LineSource(("(f6)",), "(f6)")),
        ("1. f6 g7 2. h8 *", LineSource(("f6", "g7", "h8"), "1. f6 g7 2. h8 *")),
        ("f6", LineSource(("f6",), "f6")),
        ("nosuchfile.jsonl", LineSource(("nosuchfile.jsonl",), "nosuchfile.jsonl")),
        ("x" * 5000, LineSource(("x" * 5000,), "x" * 5000)),
        ("a\0b", LineSource(("a\0b",), "a\0b")),
    ],
)
def test_texts(text: str, source: Source) -> None:
    """Games come before codes; what is nothing else is moves or a position."""
    assert analysis_source(text, GAMES) == source


def test_a_file(tmp_path: Path) -> None:
    """A text that names a file is that file, also when it looks like a code."""
    file = tmp_path / "record.jsonl"
    file.write_text("")
    assert analysis_source(str(file), GAMES) == FileSource(file)


def test_without_a_game_a_text_is_a_match() -> None:
    """On an empty board moves have no meaning, so the server is asked for a match."""
    assert analysis_source("b2", GAMES, line=False) == MatchSource("b2")


def test_moves_of_a_text_with_tags() -> None:
    """Tags, numbers and the result of text such as PGN are left out."""
    text = '[Game "tictactoe"]\n[Result "1-0"]\n\n1. b2 a1 2... b3 1-0\n'
    assert moves_of(text) == ("b2", "a1", "b3")


def test_moves_with_blanks() -> None:
    """With commas between them, moves may contain blanks; numbers and the result are left out there too."""
    assert moves_of("1. e4 e5 0-1") == moves_of("e4 e5 1/2-1/2") == moves_of("e4 e5 *") == ("e4", "e5")
    assert moves_of("1. 31, 8/5 6/5; 2. 42, 8/4 6/4, 1-0") == ("31", "8/5 6/5", "42", "8/4 6/4")
