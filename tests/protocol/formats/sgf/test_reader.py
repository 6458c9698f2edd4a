"""SGF as trees, nodes and properties."""

import contextlib
import io
import tracemalloc
from itertools import islice

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
        ("soft\\\nbreak of \\\nlines\\\n.", "softbreak of lines."),
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
    ("text", "nodes", "notes"),
    [
        ("(;B[aa]\n;W[bb", [{"B": ["aa"]}, {}], ["line 2: a value has no end", "the game has no end"]),
        ("(;B[aa]\\];W[bb])", [{"B": ["aa"]}, {"W": ["bb"]}], [r"line 1: '\\]': it has no meaning here, and is"]),
        ("(;B[aa](;W[bb])", [{"B": ["aa"]}, {"W": ["bb"]}], ["the game has no end: ')' is missing"]),
        ("(;\n[aa])", [{}], ["line 2: '[aa]': the value belongs to no property, and is"]),
        ("(;B[aa]; 7)", [{"B": ["aa"]}, {}], ["line 1: '7': it has no meaning here, and is left out"]),
        ("(GM[1];B[aa])", [{"GM": ["1"]}, {"B": ["aa"]}], ["line 1: a node begins without ';'"]),
        ("x\n ;GM[1];B[aa])", [{"GM": ["1"]}, {"B": ["aa"]}], ["line 2: the game begins without '('"]),
        ("(;b[aa];w[bb])", [{"B": ["aa"]}, {"W": ["bb"]}], []),
        ("(;B[aa]W[bb]B[cc])", [{"B": ["aa"]}, {"W": ["bb"]}, {"B": ["cc"]}], ["a node has a second move"]),
        ("(;B;W[aa])", [{}, {"W": ["aa"]}], []),
    ],
)
def test_odd_text_is_left_out(text: str, nodes: list[dict[str, list[str]]], notes: list[str]) -> None:
    """A note says what and where."""
    game = read_game(text)
    assert game.nodes == nodes
    assert len(list(game.notes)) == len(notes)
    assert all(part in note for part, note in zip(notes, game.notes, strict=True))


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("US[a[3k]]", "a[3k]"),
        ("C[see [a] and [b] here]", "see [a] and [b] here"),
        ("C[well [a] (see b); ok]", "well [a] (see b); ok"),
        ("C[:] hello]", ":] hello"),
        ("C[[Ann]: hi\n[Bob]: hi]", "[Ann]: hi\n[Bob]: hi"),
    ],
)
def test_brackets_that_are_not_escaped(written: str, value: str) -> None:
    """They belong to the value, which ends where something follows that can follow a value."""
    game = read_game(f"(;{written};B[aa](;W[bb]{written})(;W[cc]))")
    assert game.nodes[0] == {written[: written.index("[")]: [value]}
    assert next(node for node in game.nodes[1:] if "B" in node or "W" in node) == {"B": ["aa"]}
    assert len(game.nodes) == 3
    assert all("line 1: brackets in the value of" in note or "line 2" in note for note in game.notes)
    assert list(game.notes)


def test_a_game_without_end_before_another() -> None:
    """The next game begins where a node has what only the first node of a game has."""
    first, second = read_games("(;GM[1];B[aa]\n(;GM[1]FF[4];B[bb])")
    assert (first.nodes, second.nodes) == ([{"GM": ["1"]}, {"B": ["aa"]}], [{"GM": ["1"], "FF": ["4"]}, {"B": ["bb"]}])
    assert list(first.notes) == ["line 2: the game before it has no end: ')' is missing"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("(;" * 10_001, "nested more than 10000 deep"),
        ("(" + ";" * 20_001, "a game has more than 20000 nodes"),
        ("(;AB" + "[aa]" * 2_001, "a property has more than 2000 values"),
        ("(;" + "A " * 100_001, "a game has more than 100000 properties and values"),
        ("(" + (";AB" + "[aa:ss]" * 2_000) * 50, "a game has more than 100000 properties and values"),
    ],
)
def test_large_games_are_refused(text: str, sentence: str) -> None:
    """The sizes of a game are bounded."""
    with pytest.raises(BadGame, match=sentence):
        list(read_games(text))


@pytest.mark.parametrize(
    "piece", ["[", "]", "[a[", "C[", "C[[", "C[a]b", "7 ", "(7", ")7", "C[:] ", "A", "(;B[aa]7", "C[[]x", "\\", "\\]"]
)
def test_odd_text_takes_bounded_time(piece: str) -> None:
    """The time grows no faster than the text."""
    text = "(;" + piece * (400_000 // len(piece))
    with contextlib.suppress(BadGame):
        list(islice(read_games(text), 1000))


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
    assert decode_sgf("(;CA[UTF-8]PB[éé".encode() + b"\xff])").text == "(;CA[UTF-8]PB[éé\ufffd])"


@pytest.mark.parametrize(
    ("named", "charset", "name"),
    [
        ("UTF-8", "cp1252", "Jürgen Müller"),
        ("GB2312", "utf-8", "柯洁九段"),
        ("ISO8859-1", "utf-8", "Jürgen"),
        ("US-ASCII", "utf-8", "Jürgen"),
        ("EUC-JP", "cp1252", "Jürgen Müller"),
    ],
)
def test_a_wrong_character_set(named: str, charset: str, name: str) -> None:
    """Where a file is surely not in the character set that it names, it is guessed, with a note."""
    found = decode_sgf(f"(;CA[{named}]PB[{name}])".encode(charset))
    assert name in found.text
    assert len(found.notes) == 1
    assert f"not in the character set CA[{named}] that it names" in found.notes[0]


@pytest.mark.parametrize(
    ("named", "charset"),
    [("gb2312", "gb18030"), ("EUC-KR", "euc_kr"), ("x-sjis", "cp932"), ("ISO-2022-JP", "iso2022_jp")],
)
def test_names_of_character_sets(named: str, charset: str) -> None:
    """Names of other programs are known, without a note."""
    text = f"(;CA[{named}]PB[山])"
    assert decode_sgf(text.encode(charset)) == (text, ())


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
    assert "a value has no end" in next(iter(read_game(text).notes))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 1 << 20
