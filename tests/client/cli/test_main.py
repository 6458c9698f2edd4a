"""Command line of `kibitz`: help, options, errors and exit codes."""

import json
import os
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from kibitz_client.cli.main import app
from tests.server_thread import serving

NOWHERE = "ws://127.0.0.1:1"
CLEAN = {"KIBITZ_SERVER": "", "KIBITZ_NAME": "", "KIBITZ_TOKEN": ""}


def run(*args: str, **environ: str) -> Result:
    """Run the program in this process."""
    return CliRunner().invoke(app, args, env={**CLEAN, **environ}, prog_name="kibitz")


def test_help_lists_the_commands() -> None:
    """`--help` shows every command."""
    alone = run("--help")
    assert alone.exit_code == 0
    for command in ("demo", "play", "host", "join", "watch", "duel", "lobby", "games"):
        assert f"  {command}" in alone.stdout


@pytest.mark.parametrize("command", [("play",), ("watch",), ("host",), ("lobby",), ("account", "register")])
def test_the_help_of_a_command_has_its_own_options(command: tuple[str, ...]) -> None:
    """The options of all commands are in the help of the program, and are still known after the command."""
    text = run(*command, "--help").stdout
    shared, _, where = text.strip().splitlines()[-1].partition(": ")
    assert where == "see kibitz --help"
    assert "--server" in shared
    whole = run("--help").stdout
    for option in shared.split(", "):
        assert f"  {option} " not in text
        assert f"  {option}" in whole
    assert run("games", "--server", NOWHERE, "--json").exit_code == 4


@pytest.mark.parametrize("args", [[], ["--plain"]])
def test_without_a_terminal_there_are_no_screens(args: list[str]) -> None:
    """Without a command and a terminal, the program describes the line mode."""
    result = run(*args)
    assert result.exit_code == 0
    assert "The line mode has the same" in result.stdout


@pytest.mark.parametrize("args", [["--cafile", "no.pem", "lobby"], ["lobby", "--cafile", "no.pem"]])
def test_cafile_may_stand_before_or_behind_the_command(args: list[str]) -> None:
    """In both places, `--cafile` takes effect."""
    result = run(*args, KIBITZ_SERVER="wss://127.0.0.1:1", KIBITZ_CAFILE="")
    assert (result.exit_code, result.stderr.splitlines()[0]) == (
        2,
        "error: the authorities in no.pem cannot be read: No such file or directory",
    )


@pytest.mark.io
def test_shells_complete_games_engines_codes_and_moves(tmp_path: Path) -> None:
    """Words come from the server, and games and engines also while it does not answer; nothing else is printed."""
    host = [sys.executable, "-m", "kibitz_client", "host", "nim"]
    with serving() as address:
        own = {"KIBITZ_SERVER": address, "XDG_STATE_HOME": str(tmp_path)}
        with subprocess.Popen(
            host, env={**os.environ, **own}, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as hosting:
            assert hosting.stdout is not None
            code = hosting.stdout.readline().split()[1].decode()
            assert completed("kibitz join ", own) == [code]
            hosting.kill()
        assert completed("kibitz play re", own) == ["reversi"]
        assert completed("kibitz play nim --against level:1", own) == ["level:1", "level:10"]
        assert completed("kibitz host nim --seat me --seat o", own) == ["open"]
        assert completed("kibitz host tictactoe --moves b", own) == ["b1", "b2", "b3"]
        assert completed("kibitz watch t", own) == ["tv"]
    assert completed("kibitz rules con", own) == ["connect4"]
    assert completed("kibitz join ", own) == []


def completed(line: str, environ: dict[str, str]) -> list[str]:
    """Return what bash would get for a command line."""
    words = line.split(" ")
    asked = {"_KIBITZ_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(len(words) - 1)}
    result = run(**environ, **asked)
    assert result.stderr == ""
    return sorted(result.stdout.split())


@pytest.mark.io
@pytest.mark.parametrize(
    ("environ", "shown"),
    [
        ({}, "The line mode has the same"),
        ({"_KIBITZ_COMPLETE": "complete_bash", "COMP_WORDS": "kibitz dem", "COMP_CWORD": "1"}, "demo\n"),
    ],
)
def test_the_program_without_arguments(environ: dict[str, str], shown: str) -> None:
    """It does not read options, except where a shell asks for completions in this way."""
    command = [sys.executable, "-m", "kibitz_client"]
    done = subprocess.run(command, env={**os.environ, **environ}, capture_output=True, text=True, check=True)
    assert shown in done.stdout
    assert done.stderr == ""


def test_version() -> None:
    """`--version` shows the version of the distribution, and the link that the licence of gacrux asks for."""
    shown = f"kibitz {version('kibitz')}\nServers pair Swiss rounds by Gacrux: https://www.gacrux.no\n"
    assert run("--version").stdout == shown


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["nosuch"], "No such command 'nosuch'"),
        (["play"], "error: name a game to play\ntry: kibitz play connect4"),
        (["play", "--against", "level:3"], "error: name a game to play"),
        (["join"], "Missing argument"),
        (["join", "K7QX", "--seat", "9"], "'--seat'"),
        (["host", "mnk", "--first", "you"], "'--first'"),
        (["duel", "mnk", "alphabeta"], "Missing argument"),
        (["lobby", "--nosuch"], "No such option"),
        (["lobby", "--server", "ftp://host"], "error: 'ftp://host' is not the address of a server"),
        (["lobby", "--name", "x" * 40], "cannot be a player's name"),
        (["lobby", "--token-file", "/dev/null/token"], "cannot be read"),
        (["play", "mnk", "-o", "columns"], "error: 'columns' is not an option of a game\ntry: write it like -o"),
        (["play", "mnk", "--against", "alphabeta:speed=1"], "speed=1"),
        (["play", "mnk", "--clock", "soon"], "error: 'soon' is not a clock"),
        (["host", "mnk", "--seat", "me", "--first", "them"], "does not go with --seat"),
        (["duel", "mnk", "alphabeta", "alphabeta:depth=0"], "depth"),
        (["export", "K7QX", "--sgf", "--pgn"], "error: --pgn and --sgf exclude each other\ntry: leave one of them out"),
        (["join", "x" * 70], "at most 64 characters"),
        (["play", "connect4", "-o", f"columns={'9' * 5000}"], "error: option columns is too large a number"),
        (["play", "mnk", "--against", "alphabeta:seconds=100000"], "seconds must be at most 300\n"),
    ],
)
def test_wrong_use(args: list[str], sentence: str) -> None:
    """A usage error ends with code 2 and a sentence on standard error, before a connection is opened."""
    result = run(*args)
    assert result.exit_code == 2
    assert sentence in result.stderr
    assert result.stdout == ""
    assert "Traceback" not in result.output


def test_a_token_is_never_an_option() -> None:
    """Other users of the machine could read it."""
    assert "No such option" in run("lobby", "--token", "x" * 20).stderr


@pytest.mark.io
@pytest.mark.parametrize("args", [["lobby"], ["games"], ["watch"], ["join", "K7QX"], ["host", "mnk"], ["play", "mnk"]])
def test_no_server(args: list[str]) -> None:
    """If a named server does not answer, the program ends with code 4 and a hint how to start one."""
    result = run(*args, KIBITZ_SERVER=NOWHERE)
    assert result.exit_code == 4
    assert result.stderr == (
        f"error: no Kibitz server answers at {NOWHERE}\ntry: start one with: kibitz-server serve\n"
    )


@pytest.mark.io
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no device that is always full")
@pytest.mark.parametrize("flags", [[], ["--json"]])
def test_a_full_disk(flags: list[str]) -> None:
    """If the output cannot be written, the program ends with code 1 and a sentence."""
    with serving() as address, open("/dev/full", "w") as full:
        command = [sys.executable, "-m", "kibitz_client", "games", "--server", address, *flags]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, timeout=240)
    assert done.returncode == 1
    assert "the output cannot be written: No space left on device" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.io
@pytest.mark.parametrize("args", [["ratings", "shogi"], ["archive", "--game", "shogi"], ["games", "shogi"]])
def test_an_unknown_game(args: list[str]) -> None:
    """A game that the server does not have is refused with code 3, instead of an empty list."""
    with serving() as address:
        result = run(*args, "--server", address)
    assert (result.exit_code, "no game is called 'shogi'" in result.stderr) == (3, True)


@pytest.mark.io
def test_a_server_without_tls() -> None:
    """The error for wss:// at a server without TLS proposes ws://."""
    with serving() as address:
        result = run("lobby", "--server", address.replace("ws://", "wss://"))
    assert result.exit_code == 4
    assert f"try: if it runs without TLS, use {address}\n" in result.stderr


@pytest.mark.io
def test_options_may_stand_before_the_command() -> None:
    """An option before the command takes effect, unless it is repeated behind the command."""
    assert f"at {NOWHERE}\n" in run("--server", NOWHERE, "lobby").stderr
    assert "at ws://127.0.0.1:2\n" in run("--server", NOWHERE, "lobby", "--server", "127.0.0.1:2").stderr


@pytest.mark.io
@pytest.mark.parametrize("args", [["lobby", "--json"], ["--json", "lobby"]])
def test_errors_for_programs(args: list[str]) -> None:
    """With `--json`, an error is an object on standard error."""
    result = run(*args, KIBITZ_SERVER=NOWHERE)
    assert result.stdout == ""
    error = json.loads(result.stderr)
    assert (error["exit"], error["code"]) == (4, None)
    assert error["error"] == f"no Kibitz server answers at {NOWHERE}"


def test_help_does_not_load_what_it_does_not_need() -> None:
    """The modules of a command are imported only when it runs."""
    import subprocess
    import sys

    heavy = {"asyncio", "pydantic", "websockets", "kibitz_client.network.client", "kibitz_client.terminal.output"}
    code = f"import kibitz_client.cli.main, sys; print(*({heavy!r} & set(sys.modules)))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert loaded.stdout.strip() == ""
