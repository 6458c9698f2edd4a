"""Matches of Go against a program: GTP, spoken by a small script in its place, and the ends of games."""

import sys
from itertools import islice
from pathlib import Path

import pytest

from bench.strength.go import Limits, openings, play_out
from kibitz_server.games.game import Game
from kibitz_server.games.registry import load
from training.programs import Gtp, Refusal, Silent

GTP = """
for line in map(str.strip, open(0)):
    if line.startswith("genmove"): print("= d4\\n", flush=True)
    elif line == "showboard": print("= \\nA B\\nC D\\n", flush=True)
    elif line == "quit": break
    elif line.startswith("play w"): print("? illegal move\\n", flush=True)
    else: print("=\\n", flush=True)
"""


class Line:
    """Program that plays given moves."""

    def __init__(self, *moves: str, score: str = "B+9", refuses: bool = False) -> None:
        self.name = "line"
        self.taken: list[tuple[int, str]] = []
        self._moves, self._score, self._refuses = list(moves), score, refuses

    def begin(self, _game: Game) -> None:
        """Begin."""

    def play(self, seat: int, vertex: str) -> None:
        """Take a move."""
        if self._refuses:
            raise Refusal("line refuses it")
        self.taken.append((seat, vertex))

    def move(self, _seat: int) -> str:
        """Return the next move."""
        if not self._moves:
            raise Silent("line has ended")
        return self._moves.pop(0)

    def score(self) -> str:
        """Return the given score."""
        return self._score


GAME = load("go", {"size": 3, "komi": 0.5})


@pytest.mark.io
def test_a_program_is_asked(tmp_path: Path) -> None:
    """Answers may have several lines; a refusal and an end are errors."""
    path = tmp_path / "engine.py"
    path.write_text(GTP, encoding="utf-8")
    with Gtp((sys.executable, str(path))) as program:
        program.begin(GAME)
        assert program.move(0) == "d4"
        assert program.ask("showboard") == "\nA B\nC D"
        program.play(0, "A1")
        with pytest.raises(Refusal, match="refuses 'play w A1': illegal move"):
            program.play(1, "A1")
        with pytest.raises(Silent, match="has ended"):
            program.ask("quit")


def test_two_passes_end_a_game() -> None:
    """The area decides, and each player gets the moves of the other, the opening too."""
    black, white = Line("b2", "PASS"), Line("pass")
    ended = play_out(GAME, (), (black, white))
    assert (ended.winner, ended.reason, ended.agreed) == (0, "9 to 0.5", True)
    assert white.taken == [(0, "B2"), (0, "pass")]
    assert black.taken == [(1, "pass")]


def test_both_programs_get_the_opening() -> None:
    """The side after it moves first."""
    black, white = Line("pass"), Line("pass", "pass")
    ended = play_out(GAME, ("A1", "C3"), (black, white))
    assert (ended.winner, ended.reason) == (1, "1 to 1.5; they say B+9 and B+9")
    assert black.taken == [(0, "A1"), (1, "C3"), (1, "pass")]
    assert white.taken == [(0, "A1"), (1, "C3"), (0, "pass")]


def test_another_judgement_of_the_board_is_kept() -> None:
    """The referee decides all the same."""
    ended = play_out(GAME, (), (Line("B2", "pass"), Line("pass", score="W+9.5")))
    assert (ended.winner, ended.reason, ended.agreed) == (0, "9 to 0.5; they say B+9 and W+9.5", False)


def test_games_end_by_programs_that_stop_playing() -> None:
    """A resignation, an illegal move, no answer, and a legal move that is refused lose."""
    assert play_out(GAME, (), (Line("resign"), Line()))[:2] == (1, "line: resign")
    assert play_out(GAME, ("B2",), (Line(), Line("B2")))[:2] == (0, "line: b2")
    assert play_out(GAME, (), (Line(), Line()))[:2] == (1, "line has ended")
    assert play_out(GAME, (), (Line("B2"), Line(refuses=True)))[:2] == (0, "line refuses it")


@pytest.mark.parametrize(("size", "least"), [(9, 3), (13, 3), (3, 1), (2, 1)])
def test_openings_keep_away_from_the_edge(size: int, least: int) -> None:
    """They are the same for a seed."""
    found = list(islice(openings(size, 4), 20))
    assert found == list(islice(openings(size, 4), 20))
    for first, second in found:
        assert first != second
        for text in (first, second):
            assert least <= int(text[1:]) <= size + 1 - least


def test_limits_have_a_text() -> None:
    """It says what bounds our engine."""
    assert str(Limits()) == "2 s a move"
    assert str(Limits(playouts=40_000)) == "40,000 playouts a move"
