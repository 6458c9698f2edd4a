"""Openings of a file by the rules of its game, and the problems of a list."""

import hashlib

import pytest

from kibitz_protocol.formats.openings import BadOpenings
from kibitz_server.games.registry import load
from kibitz_server.openings.check import problems, unbalanced
from kibitz_server.openings.read import openings_of

TICTACTOE = load("tictactoe")


def test_openings_are_played() -> None:
    """Each opening has its moves in the notation of the game, its position, and the file its hash."""
    content = b"\xef\xbb\xbfgame: Noughts and crosses\n\nB2 a1\n5\n"
    found = openings_of(content)
    assert found.game.name == TICTACTOE.name
    assert found.sha256 == hashlib.sha256(content).hexdigest()
    assert [(each.line, each.texts) for each in found.openings] == [(3, ("b2", "a1")), (4, ("b2",))]
    assert found.openings[0].position.text == "---/-X-/O-- X"


def test_a_header_may_be_left_out_for_a_known_game() -> None:
    """A file without a header is for the game that is asked for."""
    assert openings_of(b"b2", TICTACTOE).openings[0].texts == ("b2",)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("b2", "line 1: the file does not say its game before this line; begin with game: NAME"),
        ("game: chess\nb2", "line 2: these are openings of chess, not of tictactoe"),
        ("game: shogi\nb2", "line 2: the header before this line: no game is called 'shogi'"),
        ("game: tictactoe\noptions: size=3\nb2", "line 3: the header before this line: tictactoe has no option 'size'"),
        ("game: tictactoe\nb2\nb2 b2", "line 3: move 2, 'b2': b2 is taken by X"),
        ("game: tictactoe\nb2 a1 b3 c1 b1 c3", "line 2: move 6, 'c3': the game is over"),
        ("game: backgammon\n8/5, 6/5", "line 2: backgammon has no openings: its dice make each game begin"),
        ("game: kuhn\nbet", "line 2: kuhn has no openings: its cards make each game begin"),
    ],
)
def test_openings_that_cannot_be_played(text: str, sentence: str) -> None:
    """A file for another game, or with a move that is not legal, is refused with its line."""
    game = TICTACTOE if "chess" in text or text == "game: tictactoe" else None
    with pytest.raises(BadOpenings) as error:
        openings_of(text.encode(), game)
    assert str(error.value).startswith(sentence)


def test_other_options_are_refused() -> None:
    """Openings of a smaller board do not fit a match on a larger one."""
    with pytest.raises(BadOpenings, match="line 3: these are openings with size=4, not size=6"):
        openings_of(b"game: hex\noptions: size=4 swap=true\na1", load("hex", {"size": 6}))


def test_a_file_that_is_no_text() -> None:
    """A file in another encoding is refused."""
    with pytest.raises(BadOpenings, match="line 1: it is UTF-16 text; save it as UTF-8"):
        openings_of("game: nim".encode("utf-16"))


def test_problems_of_a_list() -> None:
    """An opening after which the game is over, and one that is there already or mirrored, are named."""
    found = openings_of(b"game: tictactoe\na1\nc3\nb2\nb2 a1 b3 c1 b1\na1 b2 c3\nc3 b2 a1\n")
    assert list(map(str, problems(found))) == [
        "line 3: it leads to the same position as line 2, or to its image",
        "line 5: the game is over after these moves: line",
        "line 7: it leads to the same position as line 6, or to its image",
    ]


def test_unbalanced_openings() -> None:
    """A lead of more than the margin is named with its side."""
    found = openings_of(b"game: tictactoe\na1\nb2\nc1\n")
    leads = iter([50, 51, -60])
    assert list(map(str, unbalanced(found, 50, lambda _: next(leads)))) == [
        "line 3: X is ahead by 51 hundredths",
        "line 4: O is ahead by 60 hundredths",
    ]
