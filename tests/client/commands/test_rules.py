"""`kibitz rules` with a real server."""

import json
from pathlib import Path

import pytest
from typer.testing import Result

from kibitz_client.cli.main import app
from kibitz_client.commands.rules import card_lines
from tests.client.samples import GAME
from tests.commands import run
from tests.server_thread import serving

pytestmark = pytest.mark.io


@pytest.fixture(scope="module")
def address() -> object:
    """A server for all tests of this file."""
    with serving() as address:
        yield address


def rules(address: str, tmp_path: Path, *args: str) -> Result:
    """Run the command."""
    return run(app, "rules", *args, env={"KIBITZ_SERVER": address, "XDG_STATE_HOME": str(tmp_path)}, name="kibitz")


def test_a_card_has_the_rules_and_a_picture(address: str, tmp_path: Path) -> None:
    """The card has the guide, wrapped to the width of a terminal, and the board before the first move."""
    result = rules(address, tmp_path, "Kalah")
    assert result.exit_code == 0
    assert result.stdout.startswith("Kalah (kalah)\nalso called mancala, kalaha, mankala\n\nGoal: ")
    assert "\nNotation: a move is the number of your house." in result.stdout
    assert "\n|     |  4 |  4 |  4 |  4 |  4 |  4 |     |\n|  0  |" in result.stdout
    assert max(map(len, result.stdout.splitlines())) < 80


def test_options_change_the_picture(address: str, tmp_path: Path) -> None:
    """The picture has the options of the game, and a wrong option is refused."""
    assert " 1 2 3\n . . .\n . . .\n" in rules(address, tmp_path, "connect4", "-o", "columns=3", "-o", "rows=2").stdout
    wrong = rules(address, tmp_path, "connect4", "-o", "colums=3")
    assert (wrong.exit_code, "no option 'colums'" in wrong.stderr) == (3, True)


def test_a_plain_card_has_the_board_in_words(address: str, tmp_path: Path) -> None:
    """For a screen reader, the pieces are listed, and no line is empty."""
    result = rules(address, tmp_path, "draughts", "--plain")
    assert "\nblack man: 1 2 3 4 5 6 7 8 9 10 11 12\n" in result.stdout
    assert "\n\n" not in result.stdout


def test_json_has_the_game(address: str, tmp_path: Path) -> None:
    """With `--json`, the description of the game is one object."""
    (line,) = rules(address, tmp_path, "nim", "--json").stdout.splitlines()
    assert json.loads(line)["guide"].startswith("Goal: ")


def test_an_unknown_game(address: str, tmp_path: Path) -> None:
    """An unknown game is refused with the games that there are."""
    result = rules(address, tmp_path, "shogi")
    assert result.exit_code == 3
    assert "lists them: backgammon, chess, " in result.stderr


def test_a_game_without_a_guide() -> None:
    """The one sentence and the notation stand in for a guide that an older server does not have."""
    assert card_lines(GAME, 80)[2:] == ["Three in a line win.", "", "Notation: a move is an empty square.", ""]
