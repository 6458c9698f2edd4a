"""Hosting, pairing and watching with the program and a real server."""

import json
import subprocess

import pytest

from tests.client.commands.test_programs import KIBITZ, environ, run, server

__all__ = ["environ", "server"]

pytestmark = pytest.mark.io


def test_a_duel_of_several_games(server: dict[str, str]) -> None:
    """With `--watch`, all games of a series are shown; the score is last, and what it says of the engines."""
    done = run("duel", "tictactoe", "random:seed=1", "alphabeta:depth=9", "--games", "2", "--watch", env=server)
    assert done.returncode == 0, done.stderr
    assert "game 1 of 2 (0-0)" in done.stdout
    assert "game 2 of 2" in done.stdout
    over, elo = done.stdout.splitlines()[-2:]
    assert over.startswith("the series is over: engine alphabeta:depth=9 ")
    assert elo == "Elo of the first over the second: not known yet"


def test_a_private_match_is_not_watched_without_its_key(server: dict[str, str]) -> None:
    """The host sees the key once, and a player gives it in a variable."""
    with subprocess.Popen(
        [*KIBITZ, "host", "tictactoe", "--private", "--json"],
        env=server,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as hosting:
        assert hosting.stdin is not None
        assert hosting.stdout is not None
        made = json.loads(hosting.stdout.readline())
        refused = run("watch", made["code"], env=server)
        assert (refused.returncode, refused.stdout) == (3, "")
        assert "private" in refused.stderr
        hosting.stdin.write("b2\n")
        hosting.stdin.flush()
        joined = run("join", made["code"], env={**server, "KIBITZ_KEY": made["key"]}, typed="resign\n")
        assert joined.returncode == 0, joined.stderr
        hosting.stdin.close()


def rest(process: "subprocess.Popen[str]") -> str:
    """Return the rest of a program's output after the end of its input; `communicate` would omit the buffer."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.close()
    return process.stdout.read()


def test_no_watch_command_without_watchers(server: dict[str, str]) -> None:
    """The host sees no watch command if watching is forbidden; an invitation's address replaces a code."""
    with subprocess.Popen(
        [*KIBITZ, "host", "tictactoe", "--no-watchers"],
        env=server,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as hosting:
        assert hosting.stdin is not None
        assert hosting.stdout is not None
        code = hosting.stdout.readline().split()[-1]
        assert run("watch", code, env=server).returncode == 3
        hosting.stdin.write("resign\n")
        hosting.stdin.flush()
        page = server["KIBITZ_SERVER"].replace("ws://", "http://")
        joined = run("join", f"{page}/{code}", env={**server, "KIBITZ_SERVER": "ws://nowhere"}, typed="b2\n")
        told = rest(hosting)
        assert joined.returncode == 0
        assert "to join it: " in told
        assert "to watch it: " not in told


def test_two_seeking_players_are_paired(server: dict[str, str]) -> None:
    """Two seeking players are paired, and play a match."""
    with subprocess.Popen(
        [*KIBITZ, "pair", "tictactoe", "--name", "otter"],
        env=server,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as first:
        assert first.stdin is not None
        assert first.stdout is not None
        assert first.stdout.readline().startswith("looking for an opponent (no other player is")
        # The player who moves first, which is random, resigns.
        first.stdin.write("resign\n")
        first.stdin.flush()
        second = run("pair", "tictactoe", "--name", "mia", env=server, typed="resign\n")
        told = rest(first)
    assert first.returncode == 0
    assert "you play mia" in told
    assert "you play otter" in second.stdout
    assert " resigned." in told
    assert " resigned." in second.stdout


def test_the_lobby_of_a_kind(server: dict[str, str]) -> None:
    """Filters reach the server, and an empty list mentions them."""
    done = run("lobby", "--game", "mnk", "--phase", "open", "--free", env=server)
    assert done.stdout == "no match like that is open or live\n"
    assert run("pair", env=server).returncode == 2
