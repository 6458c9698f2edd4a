"""Commands `kibitz-server openings`: what they print, and their exit codes."""

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kibitz_server.__main__ import app

ask = CliRunner().invoke


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return a file with a legal, a repeated and an unbalanced opening."""
    path = tmp_path / "my.openings"
    path.write_text("game: tictactoe\nmade: by hand\na1 b2\nc3 b2\na1 b1\n", encoding="utf-8")
    return path


def test_a_good_file_passes(tmp_path: Path) -> None:
    """Exit code 0, with the number of openings."""
    path = tmp_path / "good"
    path.write_text("game: nim\n1-1\n2-2\n", encoding="utf-8")
    done = ask(app, ["openings", "check", str(path)])
    assert (done.exit_code, done.output) == (0, "2 openings of nim, no problems\n")


def test_problems_have_exit_code_1(file: Path) -> None:
    """Each problem is a line with the number of its own."""
    done = ask(app, ["openings", "check", str(file)])
    assert done.exit_code == 1
    assert done.output == (
        "line 4: it leads to the same position as line 3, or to its image\n3 openings of tictactoe, 1 problem\n"
    )
    done = ask(app, ["openings", "check", str(file), "--balance", "--nodes", "20000"])
    assert done.exit_code == 1
    assert "line 5: X is ahead by 30000 hundredths\n" in done.output


def test_an_illegal_move_fails_the_check(file: Path) -> None:
    """A file that cannot be read as openings has failed its check, and is no use to `show`."""
    file.write_text("game: tictactoe\na1 a1\n", encoding="utf-8")
    assert ask(app, ["openings", "check", str(file)]).exit_code == 1
    shown = ask(app, ["openings", "show", str(file)])
    assert shown.exit_code == 2
    assert "line 2: move 2, 'a1': a1 is taken by X" in shown.output


def test_openings_are_shown(file: Path) -> None:
    """The list has the header and a line for each opening; a number shows its position."""
    lines = ask(app, ["openings", "show", str(file)]).output.splitlines()
    assert lines[:2] == ["Tic-tac-toe: 3 openings", "made: by hand"]
    assert re.fullmatch("SHA-256: [0-9a-f]{64}", lines[2])
    assert lines[3:] == ["1  a1 b2", "2  c3 b2", "3  a1 b1"]
    shown = ask(app, ["openings", "show", str(file), "1"]).output.splitlines()
    assert shown == ["line 3: a1 b2", "  ---", "  -O-", "  X--", "---/-O-/X-- X (X to move)"]


def test_bundled_openings_are_named_by_their_game() -> None:
    """The openings of chess have the names that books give them."""
    shown = ask(app, ["openings", "show", "connect4"])
    assert shown.exit_code == 0
    assert shown.output.startswith("Connect Four: 2")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["show", "shogi"], "shogi: no game is called 'shogi'"),
        (["check", "backgammon"], "backgammon has no openings: its dice make each game begin in another way"),
        (["build", "holdem", "--out", "x"], "holdem has no openings: its cards make each game begin in another way"),
        (["build", "shogi", "--out", "x"], "no game is called 'shogi'"),
        (["build", "nim", "--option", "size=3", "--out", "x"], "nim has no option 'size'"),
        (["build", "nim", "--algorithm", "guess", "--out", "x"], "no engine is called 'guess'"),
        (["show", "nim", "1000"], "nim has 267 openings"),
        (["show", "/"], "cannot read /: it is not a file but a directory"),
    ],
)
def test_wrong_use_has_exit_code_2(arguments: list[str], sentence: str) -> None:
    """The error says what is wrong."""
    done = ask(app, ["openings", *arguments])
    assert done.exit_code == 2
    assert f"error: {sentence}" in done.output


def test_too_few_openings_have_exit_code_1(tmp_path: Path) -> None:
    """Nothing is written when fewer openings were found than were asked for."""
    out = tmp_path / "few"
    asked = ["build", "nim", "--all", "--plies", "2", "--number", "3", "--unbalanced", "--out", str(out)]
    done = ask(app, ["openings", *asked])
    assert done.exit_code == 1
    assert "there are more than 3 positions of up to 1 plies" in done.output
    assert not out.exists()
