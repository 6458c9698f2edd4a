"""Lines of the Go Text Protocol."""

import pytest

from kibitz_server.programs.gtp.commands import (
    MAX_LINE,
    MOST,
    SYNTAX,
    Arguments,
    GtpFailure,
    ParsedCommand,
    answer,
    failure,
    interrupts,
    place_of,
    read_command,
    vertex_at,
)

READ: dict[str, ParsedCommand | None] = {
    "name\n": ParsedCommand("", "name", ()),
    "  12 play\tB  D4 \r\n": ParsedCommand("12", "play", ("B", "D4")),
    "007 name": ParsedCommand("007", "name", ()),
    "name # and a comment\n": ParsedCommand("", "name", ()),
    "# a comment\n": None,
    "\n": None,
    " \t \r\n": None,
    "": None,
    "na\x07me\x00": ParsedCommand("", "name", ()),
    "\x01\x02\n": None,
    "5\n": ParsedCommand("5", "", ()),
    "١ name": ParsedCommand("", "١", ("name",)),
    "1" * 19 + " name": ParsedCommand("", "1" * 19, ("name",)),
    "-1 name": ParsedCommand("", "-1", ("name",)),
    "play " + "x" * MAX_LINE: ParsedCommand("", "", ()),
    "3 play " + "x" * MAX_LINE: ParsedCommand("3", "", ()),
}


@pytest.mark.parametrize("line", READ, ids=lambda line: ascii(line)[:30])
def test_a_line_is_read(line: str) -> None:
    """Control characters and comments are left out, and tabs are blanks."""
    assert read_command(line) == READ[line]


def test_answers_end_with_an_empty_line() -> None:
    """They repeat the id of the command, and have no other empty line."""
    assert answer(ParsedCommand("7", "name", ()), "Kibitz") == "=7 Kibitz\n\n"
    assert answer(ParsedCommand("", "play", ()), "") == "=\n\n"
    assert failure(ParsedCommand("3", "play", ()), "illegal move") == "?3 illegal move\n\n"
    assert answer(ParsedCommand("", "list_commands", ()), "a\n\n \nb\n") == "= a\nb\n\n"
    assert answer(ParsedCommand("", "showboard", ()), "\nA\nB") == "= \nA\nB\n\n"
    assert answer(ParsedCommand("", "name", ()), "a\r\x00b") == "= ab\n\n"


def test_the_interrupt_of_gogui_is_a_comment() -> None:
    """Other comments ask for nothing."""
    assert interrupts("# interrupt\n")
    assert not interrupts("# interrupted\n")
    assert not interrupts("quit\n")


def test_arguments_are_read_in_turn() -> None:
    """Case does not matter, and further words are left out."""
    arguments = Arguments(["wHiTe", "d4", "PASS", "-3", "6.5", "x"])
    assert arguments.has_colour()
    assert (arguments.colour(), arguments.vertex(), arguments.vertex()) == (1, "D4", "pass")
    assert (arguments.whole(), arguments.number(), len(arguments)) == (-3, 6.5, 1)
    assert not arguments.has_colour()
    assert (arguments.rest(), len(arguments)) == (("x",), 0)
    assert not arguments.has_colour()


@pytest.mark.parametrize(
    ("word", "value"), [("0", 0), ("-7", -7), ("9" * 5000, MOST), ("-" + "9" * 5000, -MOST), ("1999999999", MOST)]
)
def test_whole_numbers_are_bounded(word: str, value: int) -> None:
    """A large number counts as the largest one."""
    assert Arguments([word]).whole() == value


@pytest.mark.parametrize("word", ["", "1.5", "one", "+1", "--1", "٣", "1_0"])
def test_other_words_are_no_whole_numbers(word: str) -> None:
    """The answer is a syntax error."""
    with pytest.raises(GtpFailure, match=SYNTAX):
        Arguments([word]).whole()


@pytest.mark.parametrize(("word", "value"), [("6.5", 6.5), ("-.5", -0.5), ("+7", 7.0), ("7.", 7.0), ("1e2", 100.0)])
def test_numbers_are_read(word: str, value: float) -> None:
    """They may have a sign, a point and an exponent."""
    assert Arguments([word]).number() == value


@pytest.mark.parametrize("word", ["nan", "inf", "-inf", "1e999", "", ".", "6,5", "1_0", "٣", "1" * 400])
def test_numbers_are_finite(word: str) -> None:
    """The answer is a syntax error."""
    with pytest.raises(GtpFailure, match=SYNTAX):
        Arguments([word]).number()


@pytest.mark.parametrize("word", ["i5", "a0", "a100", "5a", "aa1", "d", "4", "", "tt", "d04", "d٤", "resign"])
def test_other_words_are_no_vertices(word: str) -> None:
    """There is no column I."""
    with pytest.raises(GtpFailure, match=SYNTAX):
        Arguments([word]).vertex()


def test_missing_arguments_are_syntax_errors() -> None:
    """So is a word that is not a colour."""
    for read in (Arguments([]).word, Arguments([]).colour, Arguments(["red"]).colour, Arguments([]).vertex):
        with pytest.raises(GtpFailure, match=SYNTAX):
            read()


def test_vertices_count_from_the_bottom_left() -> None:
    """Letters leave out I."""
    assert (vertex_at(0, 0), vertex_at(7, 0), vertex_at(8, 8), vertex_at(18, 18)) == ("A1", "H1", "J9", "T19")
    assert all(place_of(vertex_at(column, row)) == (column, row) for column in range(19) for row in range(19))
