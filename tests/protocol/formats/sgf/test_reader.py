"""SGF as trees, nodes and properties."""

import io
import tracemalloc

import pytest

from kibitz_protocol.formats.sgf.reader import decode_sgf, read_file, read_game, read_games
from kibitz_protocol.formats.text import MAX_TEXT, BadGame

NAMES = "(;CA[{charset}]PB[{name}])"


def nodes_of(text: str) -> list[list[dict[str, list[str]]]]:
    """Return the nodes of the main line of each game."""
    return [game.nodes for game in read_games(text)]


def test_a_game_is_its_main_line() -> None:
    """It goes to where a tree ends for the first time; what follows are variations."""
    text = "(;GM[1];B[aa](;W[bb](;B[cc])(;B[dd];W[ee]))(;W[ff]))"
    assert nodes_of(text) == [[{"GM": ["1"]}, {"B": ["aa"]}, {"W": ["bb"]}, {"B": ["cc"]}]]


def test_a_property_has_several_values() -> None:
    """Blanks and line breaks may stand everywhere but in names, and a property may come again."""
    text = " (\n; AB [aa] [bb]\n[cc:dd]C[]\tAB[ee]\n ;\n; B\n[] ) "
    assert nodes_of(text) == [[{"AB": ["aa", "bb", "cc:dd", "ee"], "C": [""]}, {}, {"B": [""]}]]


@pytest.mark.parametrize(
    ("written", "value"),
    [
        (r"a\]b\\c\:d\e", r"a]b\c:de"),
        (r"ends \\", "ends \\"),
        ("soft\\\nbreak \\\r\nof \\\n\rlines\\\r.", "softbreak of lines."),
        ("hard\nbreak", "hard\nbreak"),
        ("(;B[aa\\])", "(;B[aa])"),
        ("", ""),
    ],
)
def test_values_are_escaped(written: str, value: str) -> None:
    """A character after `\\` stands for itself, and a line break after it is left out."""
    assert nodes_of(f"(;C[{written}])") == [[{"C": [value]}]]


def test_a_file_has_several_games() -> None:
    """Other text may stand around them, and small letters in the names of properties as in version 3."""
    text = "Dear (friend),\n(;GaMe[1];White[aa])\n-- next:\n(;SZ[9](;B[bb]))\n"
    assert nodes_of(text) == [[{"GM": ["1"]}, {"W": ["aa"]}], [{"SZ": ["9"]}, {"B": ["bb"]}]]
    assert read_game(text, 2).nodes[0] == {"SZ": ["9"]}
    for number, sentence in ((3, "it has no game 3"), (4, "it has no game 4")):
        with pytest.raises(BadGame, match=sentence):
            read_game(text, number)
    with pytest.raises(BadGame, match="there is no game in it"):
        read_game("1. e4 e5 (2. d4) *")


def test_deep_trees_are_read() -> None:
    """Some programs write each move as a tree in that of the move before it."""
    text = "(;GM[1]" + "(;B[aa](;W[bb]" * 3000 + ")" * 6001
    assert len(read_game(text).nodes) == 6001


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("(;B[aa]\n;W[bb", "line 2: a value has no end: ']' is missing"),
        ("(;B[aa]\\]", r"line 1: '\\\\' has no meaning here"),
        ("(;B[aa](;W[bb])", r"the last game has no end: '\)' is missing"),
        ("(;\n[aa])", "line 2: a value belongs to no property: .aa."),
        ("(;B[aa](;\x1b[bb]))", r"line 1: '\\x1b' has no meaning here"),
        ("(;B[aa]; 7)", "line 1: '7' has no meaning here"),
        ("(;" * 10_001, "nested more than 10000 deep"),
        ("(" + ";" * 20_001, "a game has more than 20000 nodes"),
        ("(;AB" + "[aa]" * 2_001, "a property has more than 2000 values"),
        ("(;" + "A " * 100_001, "a game has more than 100000 properties and values"),
        ("(" + (";AB" + "[aa:ss]" * 2_000) * 50, "a game has more than 100000 properties and values"),
    ],
)
def test_bad_text_has_a_reason(text: str, sentence: str) -> None:
    """The reason names the line."""
    with pytest.raises(BadGame, match=sentence):
        list(read_games(text))


def test_variations_may_be_long() -> None:
    """What is skipped is not counted."""
    text = "(;B[aa](;W[bb])(;" + ";" * 30_000 + "AB" + "[aa]" * 3_000 + "))"
    assert len(read_game(text).nodes) == 2


@pytest.mark.parametrize(
    ("charset", "name"),
    [
        ("UTF-8", "柯洁 é"),
        ("ISO-8859-1", "Jérôme"),
        ("windows-1252", "“Jérôme”"),
        ("GB2312", "柯洁"),
        ("gb18030", "柯洁"),
        ("Big5", "功許"),
        ("Shift_JIS", "表ソ井山"),
        ("EUC-KR", "이세돌"),
        ("koi8-r", "Шикшин"),
    ],
)
def test_a_file_names_its_character_set(charset: str, name: str) -> None:
    """Bytes of a character may look like `]` or a backslash, so the text is decoded before it is read."""
    text = NAMES.format(charset=charset, name=name)
    (game,) = read_games(decode_sgf(text.encode(charset)).text)
    assert game.nodes == [{"CA": [charset], "PB": [name]}]


def test_an_unknown_character_set() -> None:
    """Without a name, UTF-8 is taken where it fits, and else Latin-1; so it is for names that could do harm."""
    for charset in ("", "rot13", "idna", "unicode_escape", "utf-7", "no such", "../../etc/passwd", "aliases"):
        text = NAMES.format(charset=charset, name="é + \\\\u0041")
        assert decode_sgf(text.encode()).text == text
        assert decode_sgf(text.encode("latin-1")).text == text
    assert decode_sgf(b"\xef\xbb\xbf" + NAMES.format(charset="latin-1", name="é").encode()).text.endswith("é])")
    assert decode_sgf(b"(;CA[UTF-8]PB[\xff])").text == "(;CA[UTF-8]PB[\ufffd])"


def test_a_file_is_bounded() -> None:
    """A longer file is refused."""
    assert read_file(io.BytesIO(b"(;)")).text == "(;)"
    with pytest.raises(BadGame, match="more than 16 million bytes"):
        read_file(io.BytesIO(b" " * (MAX_TEXT + 1)))
    with pytest.raises(BadGame, match="more than 16 million characters"):
        read_game(" " * (MAX_TEXT + 1))


@pytest.mark.parametrize("piece", ["\\\\", "\\]", "a", "\n", "(", ";"])
def test_a_value_without_end_takes_bounded_memory(piece: str) -> None:
    """A long value is matched in one pass, without a place to return to for each escape."""
    text = "(;C[" + piece * (1 << 20)
    tracemalloc.start()
    with pytest.raises(BadGame, match="a value has no end"):
        read_game(text)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 1 << 20
