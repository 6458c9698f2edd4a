"""Chess programs as processes: both protocols, spoken by a small script in the place of a program."""

import sys
from pathlib import Path

import pytest

from bench.strength.chess import Times, openings, winner
from bench.strength.chess_programs import Clocks, Program, Uci, Xboard, answered
from training.programs import Silent

UCI = """
for line in map(str.strip, open(0)):
    if line == "uci": print("uciok", flush=True)
    if line == "isready": print("readyok", flush=True)
    if line.startswith("position"): moves = line.split()[3:]
    if line.startswith("go"): print("bestmove", {} if len(moves) < 4 else "0000", flush=True)
"""
XBOARD = """
moves = 0
print("feature usermove=1 done=1", flush=True)
for line in map(str.strip, open(0)):
    moves += line.startswith("usermove")
    if line == "go": print("move e7e5" if moves == 1 else "resign", flush=True)
"""
CLOCKS = Clocks(5.0, 5.0, 0.1)


def script(folder: Path, name: str, text: str) -> tuple[str, ...]:
    """Return the command of a script."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return (sys.executable, str(path))


@pytest.mark.io
def test_uci(tmp_path: Path) -> None:
    """The moves of the game go to the program, and its best move comes back."""
    with Uci(script(tmp_path, "uci.py", UCI.format('"e7e5"')), {"Hash": 16}) as program:
        program.begin()
        assert program.move(("e2e4",), CLOCKS) == "e7e5"


@pytest.mark.io
def test_xboard(tmp_path: Path) -> None:
    """Moves get the prefix that the program asks for, and an end that it names counts as a resignation."""
    with Xboard(script(tmp_path, "xboard.py", XBOARD)) as program:
        program.begin()
        assert program.move(("e2e4",), CLOCKS) == "e7e5"
        assert program.move(("e2e4", "e7e5", "g1f3"), CLOCKS) == "resign"


@pytest.mark.io
def test_a_program_that_ends_says_so(tmp_path: Path) -> None:
    """A process that is gone is an error with its name."""
    with pytest.raises(Silent, match="has ended"):
        Uci(script(tmp_path, "gone.py", "pass"), {})


class Line(Program):
    """Program that plays given moves."""

    def __init__(self, *moves: str) -> None:
        self.name = "line"
        self._moves = list(moves)

    def begin(self) -> None:
        """Begin."""

    def move(self, _moves: object, _clocks: object) -> str:
        """Return the next move."""
        return self._moves.pop(0)


def test_games_end_by_the_rules_and_by_illegal_moves() -> None:
    """A mate wins, and a program that answers with no legal move loses."""
    times = Times(1, 0)
    assert winner((), (Line("f2f3", "g2g4"), Line("e7e5", "d8h4")), times) == (1, "checkmate")
    assert winner(("e2e4",), (Line(), Line("resign")), times) == (0, "line: resign")
    assert str(times) == "1 s + 0 s a game"


def test_answers() -> None:
    """Lines of thinking are not answers."""
    assert answered("move e2e4")
    assert answered("1-0 {White mates}")
    assert not answered("7 33 16 76154 Nf3")


def test_openings_are_the_same_for_a_seed() -> None:
    """Two runs play the same openings."""
    assert next(openings(4, 30)) == next(openings(4, 30))
