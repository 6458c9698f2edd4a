"""Commands do what their names say: games without a server, pages of the archive, and ways to see a match again."""

import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server_thread import serving

Done = subprocess.CompletedProcess[str]

pytestmark = pytest.mark.io
WON = "1\n2\n1\n2\n1\n2\n1\n"
"""Moves of Connect Four by which the first side wins."""


def command(*args: str, home: Path, server: str = "private", stdin: str = "") -> Done:
    """Run a command with a home and a server, in a process of its own, which reads its standard input."""
    env = {**os.environ, "KIBITZ_SERVER": server, "XDG_STATE_HOME": str(home), "XDG_CONFIG_HOME": str(home)}
    words = [sys.executable, "-m", "kibitz_client", *args]
    return subprocess.run(words, env=env, input=stdin, capture_output=True, text=True, timeout=60, check=False)


def test_games_need_no_server(tmp_path: Path) -> None:
    """A private server answers, and a game is found by another name."""
    result = command("games", "Checkers", home=tmp_path, server="")
    assert result.returncode == 0
    assert result.stdout.startswith("English draughts (draughts)\nalso called checkers, ")


@pytest.mark.parametrize(
    "args", [("play", "connect four", "--together", "--names", "Ann,Bob"), ("play", "Connect-4", "--against", "random")]
)
def test_a_match_of_a_private_server_is_shown_again(tmp_path: Path, args: tuple[str, ...]) -> None:
    """The last line has a command that shows the match when its server is gone, also after the match was left."""
    played = command(*args, home=tmp_path, stdin=WON if "--together" in args else "1\n")
    words = shlex.split(played.stderr.splitlines()[-1])
    assert words[:4] == ["see", "it", "again:", "kibitz"]
    again = command(*words[4:], home=tmp_path, server="")
    assert again.returncode == 0
    assert "1. " in again.stdout


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_match_of_a_private_server_is_shown_again(tmp_path: Path, number: int) -> None:
    """The command that shows the match comes also after Ctrl-C and SIGTERM."""
    words = [sys.executable, "-m", "kibitz_client", "play", "connect4", "--against", "random", "--first", "me"]
    environment = {**os.environ, "KIBITZ_SERVER": "private", "XDG_STATE_HOME": str(tmp_path)}
    pipe = subprocess.PIPE
    with subprocess.Popen(words, env=environment, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        program.stdin.write("4\n")
        program.stdin.flush()
        assert any(line.startswith("2. ") for line in program.stdout)
        program.send_signal(number)
        _, remarks = program.communicate(timeout=30)
    *_, left, again = remarks.splitlines()
    assert left == "left the match, which ends with its private server"
    shown = command(*shlex.split(again.removeprefix("see it again: kibitz ")), home=tmp_path, server="")
    assert shown.returncode == 0
    assert "1. " in shown.stdout


def test_a_match_at_one_keyboard_is_found_again(tmp_path: Path) -> None:
    """Its code is named at the end, and the player who hosted it finds it by the names that were given."""
    with serving() as server:

        def shown(*args: str, stdin: str = "") -> Done:
            return command(*args, home=tmp_path, server=server, stdin=stdin)

        played = shown("play", "connect4", "--together", "--names", "Ann,Žofie", stdin=WON)
        code = played.stderr.split("kibitz replay ")[-1].split()[0]
        for name in ("Ann", "ann", "Žofie"):
            assert f"{code}  " in shown("archive", "--player", name).stdout
        assert "Ann won: a line" in shown("archive").stdout
        stranger = command("archive", "--player", "Ann", home=tmp_path / "other", server=server)
        assert "no finished match fits" in stranger.stdout


def test_pages_of_the_archive(tmp_path: Path) -> None:
    """Pages are counted from 1, and each but the last ends with the command for the next one."""
    with serving() as server:
        for moves in (WON, "1\nresign\ny\n", WON):
            command(
                "play", "connect4", "--against", "random", "--first", "me", home=tmp_path, server=server, stdin=moves
            )
        codes = []
        for page in range(1, 4):
            asked = ("archive", "--game", "Connect Four", "--limit", "1", "--page", str(page))
            text = command(*asked, home=tmp_path, server=server).stdout
            codes += [line.split()[0] for line in text.splitlines()[1:2]]
            if f"--page {page + 1}" not in text:
                break
            assert f"the next page: kibitz archive --game 'Connect Four' --limit 1 --page {page + 1}" in text
        assert len(set(codes)) == page >= 1
        gone = command("archive", "--page", "9", home=tmp_path, server=server)
        assert gone.stdout == "there is no page 9\n"


def test_play_begins_at_a_position(tmp_path: Path) -> None:
    """`play` takes a position and moves, as `host` does."""
    position = ("--position", "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", "--moves", "Kd6")
    played = command("play", "Chess", *position, "--against", "random", "--plain", home=tmp_path, stdin="quit\n")
    assert played.returncode == 0
    assert "1... Black" in played.stdout


@pytest.mark.parametrize(
    ("engine", "program"), [("stockfish", "--uci stockfish"), ("GnuGo", "--gtp gnugo"), ("katago", "--gtp katago")]
)
def test_programs_of_others_play_as_bots(tmp_path: Path, engine: str, program: str) -> None:
    """The refusal of an unknown engine names the command that runs a program."""
    refused = command("play", "chess", "--against", engine, home=tmp_path)
    assert refused.returncode == 3
    assert f"kibitz bot run {program}" in refused.stderr
