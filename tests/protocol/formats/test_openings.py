"""Files of openings: the format in both directions, and errors that name the line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz_protocol.formats.openings import (
    FIRST_LINE,
    LONGEST_MOVE,
    LONGEST_VALUE,
    MOST_MOVES,
    MOST_OPENINGS,
    BadOpenings,
    OpeningLine,
    OpeningsFile,
    read_openings,
    write_openings,
)

TEXT = """\
# Kibitz openings, format 1
game: connect4
options: columns=7 rows=6
made: by hand

4 4 3   # towards the centre
  3 5

2
"""


def test_a_file_is_read() -> None:
    """Comments and empty lines are left out, and each opening knows its line."""
    assert read_openings(TEXT) == OpeningsFile(
        (OpeningLine(6, ("4", "4", "3")), OpeningLine(7, ("3", "5")), OpeningLine(9, ("2",))),
        "connect4",
        {"columns": "7", "rows": "6"},
        "by hand",
    )


def test_a_file_needs_no_header() -> None:
    """Other programs write the moves alone, with any end of lines."""
    assert [line.moves for line in read_openings("b2 a1\r\na1 b2").lines] == [("b2", "a1"), ("a1", "b2")]


def test_moves_of_several_words_have_commas() -> None:
    """A line with a comma separates its moves by commas, also a line with one move."""
    assert read_openings("8/5 6/5, 31,24/23\n8/5 6/5,").lines == (
        OpeningLine(1, ("8/5 6/5", "31", "24/23")),
        OpeningLine(2, ("8/5 6/5",)),
    )


WORDS = st.text(st.sampled_from("ab1-/:+ "), min_size=1, max_size=8).map(lambda text: " ".join(text.split()))
MOVES = WORDS.filter(lambda word: bool(word) and not word.endswith(":") and ":" not in word)


@given(st.lists(st.lists(MOVES, min_size=1, max_size=5), min_size=1, max_size=5))
def test_there_and_back(openings: list[list[str]]) -> None:
    """A written file reads as the same openings, whatever words their moves have."""
    file = OpeningsFile(
        tuple(OpeningLine(number, tuple(moves)) for number, moves in enumerate(openings, 6)),
        "nim",
        {"heaps": "1,2"},
        "x",
    )
    text = write_openings(file)
    assert text.startswith(FIRST_LINE)
    assert read_openings(text) == file


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "line 1: the file ends without an opening"),
        ("game: nim\n# nothing\n", "line 3: the file ends without an opening"),
        ("games: nim\n1-1", "line 1: games: is not a line of the header, which has game:, options: and made:"),
        ("1-1\ngame: nim", "line 2: game: belongs before the first opening"),
        ("game: nim\ngame: nim\n1-1", "line 2: game: is there twice"),
        ("game:\n1-1", "line 1: game: has no name"),
        ("options: size\n1-1", "line 1: an option is written NAME=VALUE, not 'size'"),
        ("options: =3\n1-1", "line 1: an option is written NAME=VALUE, not '=3'"),
        (f"made: {'x' * (LONGEST_VALUE + 1)}\n1-1", "line 1: made: has more than 400 characters"),
        ("1-1\n ,; ,", "line 2: there is no move between its commas"),
        ("1-1\n" + "1 " * (MOST_MOVES + 1), "line 2: an opening has at most 500 moves"),
        (f"1-1\n\n{'1' * (LONGEST_MOVE + 1)}", "line 3: a move has more than 200 characters"),
        ("1\n" * (MOST_OPENINGS + 1), "line 10001: a file has at most 10000 openings"),
        ("#" * (1 << 20) + "\n1", "line 1: the file has more than 1024 KiB"),
    ],
)
def test_errors_name_the_line(text: str, sentence: str) -> None:
    """A file that cannot be read is refused in a sentence that begins with a line."""
    with pytest.raises(BadOpenings) as error:
        read_openings(text)
    assert str(error.value).startswith(sentence)
