"""Two people at one keyboard, and the analysis board, with the program and a real server."""

import re

import pytest

from tests.client.commands.test_programs import environ, run, server

__all__ = ["environ", "server"]

pytestmark = pytest.mark.io


def test_a_match_for_two_is_left_and_taken_up_again(server: dict[str, str]) -> None:
    """The exit message brings both sides back. While the match runs, no analysis board opens it."""
    left = run("play", "tictactoe", "--together", "--names", "Ann, Bob", env=server, typed="b2\n")
    assert left.returncode == 0, left.stderr
    assert "1. X Ann plays b2" in left.stdout
    found = re.search(r"kibitz join ([\w-]+)", left.stdout + left.stderr)
    assert found is not None
    assert "both sides are kept for a while" in left.stdout + left.stderr
    code = found.group(1)
    refused = run("analysis-board", code, env=server)
    assert (refused.returncode, "the match is still running" in refused.stderr) == (3, True)
    back = run("join", code, env=server, typed="a1\ntakeback\na2\nresign\n")
    assert back.returncode == 0, back.stderr
    assert back.stdout.endswith("O (Bob) wins: X resigned.\n")
    shown = run("analysis-board", code, env=server, typed="moves\nback\nc3\n")
    assert shown.returncode == 0, shown.stderr
    assert "b2 a2" in shown.stdout
    assert "2. c3" in shown.stdout


def test_both_sides_are_never_rated(server: dict[str, str]) -> None:
    """The server refuses it with a way out."""
    refused = run("host", "tictactoe", "--seat", "me", "--seat", "me", "--rated", env=server)
    assert refused.returncode == 3
    assert "a rated match needs two players" in refused.stderr


def test_options_of_an_analysis_board_go_with_a_game(server: dict[str, str]) -> None:
    """Moves and options are for a game; the engine's opinion is printed with each position."""
    refused = run("analysis-board", "ZZZZZZ", "--moves", "b2", env=server)
    assert (refused.returncode, "go with a game" in refused.stderr) == (2, True)
    done = run("analysis-board", "tictactoe", "--moves", "b2,a1", env=server, typed="engine\n")
    assert done.returncode == 0, done.stderr
    assert "engine: depth 9" in done.stdout
