"""Texts of files with games."""

import pytest

from kibitz_protocol.formats.text import MAX_TEXT, BadGame, check_length, game_of, line_at, quoted_at


def test_games_have_numbers_from_1() -> None:
    """Games after the one that is asked for are not read."""
    games = iter("abc")
    assert game_of(games, 2) == "b"
    assert list(games) == ["c"]
    with pytest.raises(BadGame, match="it has no game 4"):
        game_of("abc", 4)
    with pytest.raises(BadGame, match="there is no game in it"):
        game_of("", 1)


def test_a_text_is_bounded() -> None:
    """Others are refused."""
    check_length(" " * MAX_TEXT)
    with pytest.raises(BadGame, match="it has more than 16 million characters"):
        check_length(" " * (MAX_TEXT + 1))


def test_a_place_has_a_line() -> None:
    """A sentence names its number, and quotes 40 characters of it."""
    text = "one\ntwo\x1b" + 50 * "x" + "\nthree"
    assert [line_at(text, at) for at in (0, 3, 4, len(text))] == [1, 1, 2, 3]
    assert (quoted_at(text, 1), quoted_at(text, 4)) == ("ne", "two\ufffd" + 36 * "x")
