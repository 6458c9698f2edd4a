"""Matches against public programs, without the programs: translation of moves, results, and rows that are skipped."""

from dataclasses import dataclass

import pytest

from bench.engine import peers
from bench.strength.peers import Moves, against, open_spiel_actions, open_spiel_text, points
from kibitz_server.games.registry import load


@dataclass
class FakeState:
    """State of OpenSpiel that knows the texts of its actions."""

    texts: tuple[str, ...]

    def current_player(self) -> int:
        """Return the player to move."""
        return 0

    def legal_actions(self) -> list[int]:
        """Return the numbers of the texts."""
        return list(range(len(self.texts)))

    def action_to_string(self, player: int, action: int) -> str:
        """Return a text."""
        assert player == 0
        return self.texts[action]


@pytest.mark.parametrize(
    ("name", "theirs", "ours"),
    [
        ("connect4", "x3", "4"),
        ("gomoku", "0,2", "c1"),
        ("hex", "c1", "c1"),
        ("kalah", "6", "6"),
        ("kalah", "8", "1"),
        ("reversi", "d3", "d3"),
        ("ultimate", "Choose local board 4", "5"),
        ("ultimate", "Local board 4: x(0,2)", "5/3"),
    ],
)
def test_actions_of_openspiel_are_our_moves(name: str, theirs: str, ours: str) -> None:
    """Columns, cells and houses are counted from one here."""
    state = FakeState((theirs,))
    assert open_spiel_text(name, state, 0) == ours
    assert open_spiel_actions(name, state) == {ours: 0}


@pytest.mark.parametrize(("line", "expected"), [(tuple("1212121"), 1.0), (tuple("71212131"), 0.0)])
def test_a_game_is_played_on_from_its_opening(line: Moves, expected: float) -> None:
    """Each player sees all moves before its own, and the points are those of the seat."""

    def scripted(moves: Moves) -> str:
        assert moves == line[: len(moves)]
        return line[len(moves)]

    assert points(load("connect4"), line[:2], (scripted, scripted), 0) == expected
    assert points(load("connect4"), line[:2], (scripted, scripted), 1) == 1 - expected


def test_a_missing_program_is_a_row_that_says_so() -> None:
    """The row says how to install it."""
    row = against("points", "connect4", None, peers.OPEN_SPIEL, 2)
    assert row.value is None
    assert "pip install 'kibitz[bench]'" in row.detail
