"""The Go engine, line by line."""

import subprocess

import pytest

from kibitz_server.programs.gtp.board import Board
from kibitz_server.programs.gtp.session import HANDLERS, NAMES, serve
from tests.server.programs.gtp.runner import STRONGEST, Runner, Searches
from tests.server.programs.json_lines.helpers import COMMAND

WANTED = """
    protocol_version name version known_command list_commands quit boardsize clear_board komi play genmove reg_genmove
    undo showboard time_settings time_left fixed_handicap place_free_handicap set_free_handicap final_score
    final_status_list printsgf kgs-genmove_cleanup kgs-time_settings kibitz-level lz-analyze
    gogui-analyze_commands
""".split()


def served(*lines: str) -> str:
    """Return what the engine writes."""
    text: list[str] = []
    serve(Board(4), STRONGEST, [f"{line}\n" for line in lines], text.append, "1.5", run=Searches("D4"))
    return "".join(text)


def test_the_engine_introduces_itself() -> None:
    """With the id of each command."""
    assert served("1 protocol_version", "2 name", "3 version") == "=1 2\n\n=2 Kibitz\n\n=3 1.5\n\n"


def test_all_commands_are_listed_and_known() -> None:
    """Those of the protocol, and those of programs that use it."""
    runner = Runner()
    listed = runner.send("list_commands")[2:].split("\n")
    assert listed == list(NAMES)
    assert set(WANTED) <= set(listed)
    assert all(runner.send(f"known_command {name}") == "= true" for name in listed)
    assert runner.send("known_command dance") == "= false"
    assert runner.send("known_command") == "? syntax error"


def test_gogui_gets_its_commands() -> None:
    """Each names a kind, a label and a command that there is."""
    for line in Runner().send("gogui-analyze_commands")[2:].splitlines():
        kind, label, command = line.split("/")
        assert kind in ("string", "cboard", "plist", "param")
        assert label
        assert command.split()[0] in HANDLERS
    assert Runner().send("gogui-interrupt") == "="


@pytest.mark.parametrize("line", ["dance", "PLAY b D4", "1x play b D4", "12345678901234567890 name"])
def test_other_words_are_no_commands(line: str) -> None:
    """The answer says so, and the engine goes on."""
    assert served(line, "4 name") == "? unknown command\n\n=4 Kibitz\n\n"


def test_a_number_alone_is_no_command() -> None:
    """The answer has it."""
    assert served("8", "name") == "?8 unknown command\n\n= Kibitz\n\n"


def test_lines_without_a_command_have_no_answer() -> None:
    """Empty ones and comments."""
    assert served("", "# name", "  ", "\t", "name") == "= Kibitz\n\n"


def test_quit_ends_the_engine() -> None:
    """It has an answer, and later lines have none."""
    assert served("5 quit", "name") == "=5\n\n"
    assert served() == ""


def test_moves_are_answered_before_the_end_of_the_input() -> None:
    """A search ends by its own bounds."""
    assert served("genmove b") == "= D4\n\n"


def test_an_error_of_the_engine_is_an_answer(capsys: pytest.CaptureFixture[str]) -> None:
    """Standard error has the traceback."""
    runner = Runner(4)
    del runner.engine.board.moves
    assert runner.send("3 printsgf") == "?3 internal error: AttributeError"
    assert "Traceback" in capsys.readouterr().err
    assert runner.send("name") == "= Kibitz"


@pytest.mark.io
def test_the_command_is_an_engine() -> None:
    """A process answers as a runner expects, and refuses bad options."""

    def engine(lines: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
        command = [*COMMAND, "gtp", *arguments]
        return subprocess.run(command, input=lines, capture_output=True, text=True, timeout=240, check=False)

    played = engine(
        "1 name\nplay b C3\n2 genmove w\nboardsize 99\nplay " + 99_999 * "x" + " quit\n3 quit\n4 name\n",
        "--size",
        "5",
        "--playouts",
        "5",
    )
    assert (played.returncode, played.stderr) == (0, "")
    first, second, third, size, long, last = played.stdout.removesuffix("\n\n").split("\n\n")
    assert (first, second, size, long, last) == ("=1 Kibitz", "=", "? unacceptable size", "? unknown command", "=3")
    assert third.startswith("=2 ")
    for wrong, sentence in (
        (("--size", "20"), "option size is 2 to 19"),
        (("--komi", "nan"), "the komi must be a number"),
        (("--algorithm", "cfr"), "'cfr' is not an algorithm"),
        (("--resign", "70"), "resign must be 0 to 50 percent"),
    ):
        refused = engine("name\n", *wrong)
        assert (refused.returncode, refused.stdout) == (2, "")
        assert sentence in refused.stderr
