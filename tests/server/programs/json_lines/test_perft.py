"""Perft on the command line."""

import io

import pytest

from kibitz_server.engine.compiler.specialise import SpecialisedSearch
from kibitz_server.engine.control import SearchControl
from kibitz_server.games.game import BadOption, bind
from kibitz_server.games.registry import UnknownGame, load
from kibitz_server.programs.json_lines.perft import BadCount, counts, perft, read_options
from tests.server.engine import race
from tests.server.engine.helpers import PLAIN, native
from tests.server.programs.json_lines.helpers import run


@pytest.mark.parametrize(
    ("game", "expected"),
    [
        ("tictactoe", [9, 72, 504, 3024, 15120]),
        ("connect4", [7, 49, 343, 2401, 16807]),
        ("draughts", [7, 49, 302, 1469, 7361]),
        ("international", [9, 81, 658, 4265, 27117]),
        ("russian", [7, 49, 302, 1469, 7482]),
        ("reversi", [4, 12, 56, 244, 1396]),
        ("kalah", [6, 35, 185, 942, 4690]),
    ],
)
def test_known_counts(game: str, expected: list[int]) -> None:
    """The counts are those that the tests of the rules take from other sources."""
    assert [count.sequences for count in counts(load(game), 5)] == expected


@pytest.mark.compiled
@pytest.mark.parametrize("backend", ["plain", "compiled"])
def test_a_draw_is_a_ply(backend: str) -> None:
    """Each draw counts once, whatever its weight: 6 for a die, then 4 moves, and so on."""
    game = bind(race, {})
    search = SpecialisedSearch("perft", game, PLAIN if backend == "plain" else native(), {"TABLE_BITS": 4})
    control = SearchControl()
    control.reset(None)
    view, workspace = search.attach(control), search.workspace(game.start().state)
    found = [int(search.run.perft(workspace, view, plies, 0, 0)) for plies in range(1, 6)]
    assert found == [6, 6 * 4, 6 * 4 * 6, 6 * 4 * 6 * 4, 6 * 4 * 6 * 4 * 6]


def test_a_finished_game_has_no_successors() -> None:
    """Beyond the longest game the counts are 0."""
    assert [count.sequences for count in counts(load("nim", {"heaps": "1,2"}), 5)] == [3, 5, 3, 0, 0]


def test_the_table() -> None:
    """The table has a heading and one line for each depth."""
    output = io.StringIO()
    perft("mnk", {"columns": "4"}, 2, output)
    heading, *lines = (line.split() for line in output.getvalue().splitlines())
    assert heading == ["depth", "count", "seconds", "nodes/s"]
    assert [line[:2] for line in lines] == [["1", "12"], ["2", "132"]]
    assert all(len(line) == 4 for line in lines)


@pytest.mark.parametrize(
    ("texts", "options"),
    [
        ([], {}),
        (["columns=5,rows=4"], {"columns": "5", "rows": "4"}),
        (["columns=5", " rows = 4 "], {"columns": "5", "rows": "4"}),
        (["heaps=1,2,3,misere=false"], {"heaps": "1,2,3", "misere": "false"}),
    ],
)
def test_options_as_they_are_typed(texts: list[str], options: dict[str, str]) -> None:
    """A text may hold several options; lists of numbers keep their commas."""
    assert read_options(texts) == options


@pytest.mark.parametrize("text", ["columns", "=5", "columns=", "5,columns=5", "columns=5,,rows=4", ""])
def test_texts_that_are_not_options(text: str) -> None:
    """A text that cannot be read is refused with an example."""
    with pytest.raises(BadCount, match="write it like -o columns=5"):
        read_options([text])


def test_invalid_counts() -> None:
    """A refusal writes nothing to the output."""
    output = io.StringIO()
    for depth in (0, -1, 129):
        with pytest.raises(BadCount, match="depth is 1 to 128 plies"):
            perft("nim", {}, depth, output)
    with pytest.raises(UnknownGame):
        perft("nimm", {}, 1, output)
    with pytest.raises(BadOption):
        perft("nim", {"x": "1"}, 1, output)
    assert output.getvalue() == ""


@pytest.mark.io
@pytest.mark.timeout(300)
@pytest.mark.compiled
def test_the_command() -> None:
    """As a process the tool counts in machine code, and refuses errors with a hint."""
    done = run("perft", "connect4", "--depth", "3", "--options", "columns=5,rows=4", "-o", "connect=3")
    assert (done.returncode, done.stderr) == (0, b"")
    assert [line.split()[1] for line in done.stdout.splitlines()] == [b"count", b"5", b"25", b"125"]
    for arguments in (["nimm", "--depth", "2"], ["nim", "--depth", "0"], ["nim", "--depth", "2", "-o", "x=1"]):
        done = run("perft", *arguments)
        assert done.returncode == 2
        assert done.stderr.startswith(b"error: ")
        assert b"\ntry: " in done.stderr
