"""Games of the board as SGF."""

import json
from pathlib import Path

import pytest

from kibitz_protocol.formats.sgf import values
from kibitz_protocol.formats.sgf.reader import read_game
from kibitz_server.records.sgf import record_lines
from tests.server.programs.gtp.runner import Runner


def test_a_game_is_written() -> None:
    """Points count from the top left, and a pass is empty."""
    runner = Runner(5)
    runner.send("komi 6.5", "gogui-play_sequence b C3 w A1 b E5")
    assert runner.send("printsgf").splitlines() == [
        "= ",
        "(;FF[4]GM[1]CA[UTF-8]AP[Kibitz]SZ[5]KM[6.5]",
        ";B[cc];W[ae];B[ea]",
        ")",
    ]
    runner.send("play w pass", "play b pass")
    assert runner.send("printsgf").splitlines()[1:3] == [
        "(;FF[4]GM[1]CA[UTF-8]AP[Kibitz]SZ[5]KM[6.5]RE[W+5.5]",
        ";B[cc];W[ae];B[ea];W[];B[]",
    ]


def test_a_handicap_is_written() -> None:
    """The stones stand before the first move, which is White's."""
    runner = Runner(9)
    runner.engine.version = "2.0"
    runner.send("fixed_handicap 2", "play w E5")
    assert runner.send("printsgf -").splitlines()[1:] == [
        "(;FF[4]GM[1]CA[UTF-8]AP[Kibitz:2.0]SZ[9]KM[7.5]HA[2]AB[cg][gc]PL[W]",
        ";W[ee]",
        ")",
    ]


def test_a_game_is_written_to_a_file(tmp_path: Path) -> None:
    """The answer is empty, or that it cannot be."""
    runner = Runner(4)
    file = tmp_path / "my game.sgf"
    runner.send(
        *(f"play {colour} {letter}{row}" for row in (1, 2, 3) for colour, letter in zip("bwbw", "ABCD", strict=True))
    )
    assert runner.send(f"printsgf {file}") == "="
    lines = file.read_text(encoding="utf-8").splitlines()
    assert [line.count(";") for line in lines] == [1, 10, 2, 0]
    assert runner.send(f"printsgf {tmp_path / 'none' / 'game.sgf'}") == "? cannot write file"


GAME = "(;GM[1]FF[4]SZ[5]KM[6.5]AB[aa]AW[bb]PL[W];W[cc](;B[];B[ee];W[dd])(;B[ab]))"


def loaded(folder: Path, text: str, more: str = "") -> Runner:
    """Return a runner whose engine has loaded a file."""
    file = folder / "a game.sgf"
    file.write_text(text, encoding="utf-8")
    runner = Runner(9)
    assert runner.send(f"loadsgf {file} {more}".rstrip()) == "="
    return runner


def test_a_game_is_loaded(tmp_path: Path) -> None:
    """With its size, komi and first stones; the moves can be taken back, and variations are left out."""
    runner = loaded(tmp_path, GAME)
    assert runner.board() == "B----/-W---/--W--/---W-/----B"
    assert runner.engine.board.komi == 6.5
    assert runner.send("gg-undo 4") == "="
    assert runner.board() == "B----/-W---/-----/-----/-----"
    assert runner.engine.board.to_move == 1
    assert runner.send("undo") == "? cannot undo"


@pytest.mark.parametrize(("number", "stones"), [("1", 2), ("2", 3), ("4", 4), ("5", 5), ("99999999999", 5), ("0", 2)])
def test_a_game_is_loaded_up_to_a_move(tmp_path: Path, number: str, stones: int) -> None:
    """The position is the one before it."""
    assert sum(symbol in "BW" for symbol in loaded(tmp_path, GAME, number).board()) == stones


@pytest.mark.parametrize(
    ("text", "board"),
    [
        (
            "(;SZ[9]HA[2];W[ee])",
            "---------/---------/------B--/---------/----W----/---------/--B------/---------/---------",
        ),
        ("(;SZ[9]HA[2])", "---------/---------/------B--/---------/---------/---------/--B------/---------/---------"),
        ("(;SZ[3]HA[2];B[aa];B[bb];W[cc])", "B--/-B-/--W"),
    ],
)
def test_a_handicap_is_loaded(tmp_path: Path, text: str, board: str) -> None:
    """Its fixed places may be left out."""
    runner = loaded(tmp_path, text)
    assert runner.board() == board
    assert runner.engine.board.first == (0 if ";B" in text else 1)


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    """Also a komi that no match has."""
    runner = Runner(9)
    file = tmp_path / "game.sgf"
    runner.send("komi -3.5", "fixed_handicap 3", "play w E5", "play w E6", "play b pass", f"printsgf {file}")
    again = Runner(4)
    assert again.send(f"loadsgf {file}") == "="
    assert again.send("printsgf") == runner.send("printsgf")
    assert again.engine.board.komi == -3.5


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no game",
        "(;GM[2])",
        "(;SZ[20])",
        "(;SZ[9:13];B[aa])",
    ],
)
def test_other_files_change_nothing(tmp_path: Path, text: str) -> None:
    """The answer is that the file cannot be loaded."""
    file = tmp_path / "game.sgf"
    file.write_text(text, encoding="utf-8")
    runner = Runner(4)
    runner.send("play b A1")
    assert runner.send(f"loadsgf {file}") == "? cannot load file"
    assert runner.send(f"loadsgf {tmp_path / 'none.sgf'}") == "? cannot load file"
    assert runner.send("loadsgf") == "? syntax error"
    assert runner.board() == "----/----/----/B---"


@pytest.mark.parametrize(
    ("text", "board", "note"),
    [
        ("(;SZ[4];B[aa];W[zz];B[bb])", "B---/----/----/----", "move 2: 'zz' is not a point"),
        ("(;SZ[4];B[aa];W[aa])", "B---/----/----/----", "move 2, A4: illegal move; the game is read up to there"),
        ("(;SZ[2]AB[aa][ab][ba][bb])", "--/--", "have no liberties in the first position"),
        ("(;SZ[4]KM[many];B[aa])", "B---/----/----/----", "KM[many], the komi"),
        ("(;SZ[4];B[aa];AB[bb];W[cc])", "B---/----/----/----", "after move 1 stones are put on the board"),
    ],
)
def test_odd_values_are_left_out(
    tmp_path: Path, text: str, board: str, note: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The rest of the game is loaded, and a note of what is missing goes to standard error."""
    assert loaded(tmp_path, text).board() == board
    assert note in capsys.readouterr().err


@pytest.mark.parametrize("komi", ["-5.5", "6,5", "650", "3.75", "6.5 points", "6目半", "-100"])
def test_the_komi_is_that_of_records(tmp_path: Path, komi: str) -> None:
    """Both read a file in the same way, and the command `komi` reads such a text too."""
    wanted = values.komi(komi)
    assert loaded(tmp_path, f"(;SZ[5]KM[{komi}];B[aa])").engine.board.komi == wanted
    snapshot = list(record_lines(read_game(f"(;SZ[5]KM[{komi}];B[aa])")))[1]
    assert json.loads(snapshot)["options"]["komi"] == wanted
