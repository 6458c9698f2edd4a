"""The forms of files, and the usual one of a game."""

import pytest

from kibitz_protocol.formats.forms import form_of_name, usual_form, written
from tests.client.go import go_match
from tests.client.samples import snapshot


def test_the_name_says_what_a_file_is() -> None:
    """Case does not matter, and PDN is the form of draughts."""
    names = ("a.pgn", "b.PGN", "c.pdn", "d.Sgf", "e.jsonl", "pgn", "sgf")
    assert [form_of_name(name) for name in names] == ["pgn", "pgn", "pgn", "sgf", None, None, None]


def test_a_game_has_its_usual_form() -> None:
    """Programs for Go read SGF; PGN can have Go too, but SGF no other game."""
    assert (usual_form("go"), usual_form("chess")) == ("sgf", "pgn")
    assert written([go_match()]).startswith("(;FF[4]GM[1]")
    assert written([go_match()], "pgn").startswith('[Game "go"]')
    assert written([snapshot()]).startswith('[Game "tictactoe"]')
    with pytest.raises(ValueError, match="SGF is written for Go only, not for tictactoe"):
        written([snapshot()], "sgf")
