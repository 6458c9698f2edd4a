"""The program with a real server; each test starts its processes and checks that none is left."""

import json
import os
import pty
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server_thread import serving

pytestmark = pytest.mark.io

KIBITZ = [sys.executable, "-m", "kibitz_client"]
DRAWN_OUT = ["duel", "connect4", "alphabeta:seconds=0.2", "alphabeta:seconds=0.2"]


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    """An environment with its own seats and a private server."""
    own = {"XDG_STATE_HOME": str(tmp_path), "NO_COLOR": "1", "TERM": "xterm", "KIBITZ_SERVER": "private"}
    return {**os.environ, **own}


@pytest.fixture
def server(environ: dict[str, str]) -> Iterator[dict[str, str]]:
    """A server, and the environment in which the program finds it."""
    with serving() as address:
        yield {**environ, "KIBITZ_SERVER": address}


def run(*args: str, env: dict[str, str], typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run the program to its end."""
    return subprocess.run([*KIBITZ, *args], env=env, input=typed, capture_output=True, text=True, timeout=240)


def children(pid: int) -> list[int]:
    """Return the child processes of a process."""
    of_threads = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for thread in of_threads for child in thread.read_text().split()]


def alive(pid: int) -> bool:
    """Return whether a process runs."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_a_game_on_a_private_server(environ: dict[str, str]) -> None:
    """A whole game is played on a private server."""
    done = run("play", "tictactoe", "--against", "alphabeta:depth=9", env=environ, typed="b2\nb2\nhint\nresign\n")
    assert done.returncode == 0, done.stderr
    assert "move> b2\n1. X " in done.stdout
    assert "b2 is taken by X\nnote: " in done.stdout
    assert "the engine suggests " in done.stdout
    assert done.stdout.endswith("You lose: you resigned.\n")


def test_a_duel_is_reported_move_by_move(server: dict[str, str]) -> None:
    """Two engines play to the end, and `--json` prints every message."""
    done = run("duel", "tictactoe", "alphabeta:depth=9", "alphabeta:depth=9", "--json", env=server)
    assert done.returncode == 0, done.stderr
    messages = [json.loads(line) for line in done.stdout.splitlines()]
    events = [message for message in messages if message["t"] == "event"]
    assert messages[0]["t"] == "snapshot"
    assert events[-1]["event"]["kind"] == "finished"
    assert [event["seq"] for event in events] == list(range(events[0]["seq"], events[-1]["seq"] + 1))


def test_two_players_and_a_refused_third(server: dict[str, str]) -> None:
    """Two players join and play a match, and a third one is refused."""
    host = [*KIBITZ, "host", "tictactoe", "--name", "otter"]
    with subprocess.Popen(host, env=server, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as hosting:
        assert hosting.stdin is not None
        assert hosting.stdout is not None
        code = hosting.stdout.readline().split()[1]
        assert hosting.stdout.readline() == f"to join it:   kibitz join {code} --server {server['KIBITZ_SERVER']}\n"
        joining = subprocess.Popen(
            [*KIBITZ, "join", code.lower(), "--name", "mia"],
            env=server,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        hosting.stdin.write("a1\nb1\nc1\n")
        hosting.stdin.flush()
        told, _ = joining.communicate("a3\nb3\nc3\n", timeout=240)
        assert "in a row." in hosting.stdout.read()
        assert "in a row." in told
    assert (hosting.wait(), joining.returncode) == (0, 0)
    late = run("join", code, env=server)
    assert late.returncode == 3
    assert late.stderr.startswith("error: ")


def test_coming_back_to_a_seat(server: dict[str, str]) -> None:
    """A player comes back to a seat by its code, and the seat is forgotten at the end."""
    left = run("play", "tictactoe", "--against", "alphabeta:depth=9", env=server, typed="b2\n")
    assert left.returncode == 0
    assert "your seat is kept for a while. to come back:\n  kibitz join " in left.stderr
    code = left.stderr.split("kibitz join ")[1].split()[0]
    seats = Path(server["XDG_STATE_HOME"], "kibitz", "seats.json")
    assert [seat["code"] for seat in json.loads(seats.read_text())] == [code]
    back = run("join", code, env=server, typed="moves\nresign\n")
    assert back.returncode == 0, back.stderr
    assert "1. X " in back.stdout
    assert "You lose: you resigned." in back.stdout
    assert json.loads(seats.read_text()) == []


def test_resuming_the_last_match(server: dict[str, str]) -> None:
    """`resume` comes back to the match that was left last, and says so when none waits."""
    assert run("resume", env=server).returncode == 2
    left = run("play", "tictactoe", "--against", "alphabeta:depth=9", env=server, typed="b2\n")
    code = left.stderr.split("kibitz join ")[1].split()[0]
    back = run("resume", env=server, typed="last\nresign\n")
    assert back.returncode == 0, back.stderr
    assert f"back in match {code}" in back.stderr
    assert "You lose: you resigned." in back.stdout
    none = run("resume", env=server)
    assert (none.returncode, "no match of yours waits at" in none.stderr) == (2, True)


def test_a_rematch_of_a_finished_match(server: dict[str, str]) -> None:
    """`rematch CODE` plays again with the sides swapped; a player without a seat in it gets an error."""
    played = run("play", "tictactoe", "--against", "alphabeta:depth=9", env=server, typed="resign\n")
    code = played.stdout.split()[1]
    again = run("rematch", code, env=server, typed="resign\n")
    assert again.returncode == 0, again.stderr
    assert "You lose: you resigned." in again.stdout
    stranger = run("rematch", code, "--name", "mia", env=server)
    assert (stranger.returncode, "mia did not play in" in stranger.stderr) == (2, True)


@pytest.mark.parametrize(
    ("clock", "kept"),
    [
        ("3days", "your seat stays yours, with 3days for each move. to come back:"),
        ("5+3", "your seat is kept for a while, and your clock keeps running. to come back:"),
    ],
)
def test_leaving_a_match_with_a_clock(server: dict[str, str], clock: str, kept: str) -> None:
    """The exit message depends on the clock, and a returning player sees the times once."""
    left = run("play", "tictactoe", "--against", "alphabeta:depth=9", "--clock", clock, env=server, typed="b2\n")
    assert kept in left.stderr
    code = left.stderr.split("kibitz join ")[1].split()[0]
    back = run("join", code, env=server, typed="resign\n")
    assert back.stdout.count("(you)") == 1


def test_a_reader_that_has_seen_enough(server: dict[str, str]) -> None:
    """When the reader of the output closes it, the program ends without an error."""
    command = " ".join([*KIBITZ, *DRAWN_OUT, "--json"])
    piped = subprocess.run(f"{command} | head -1", shell=True, env=server, capture_output=True, text=True, timeout=240)
    assert json.loads(piped.stdout)["t"] == "snapshot"
    assert piped.stderr == ""


def test_interrupting_a_game_in_a_terminal(environ: dict[str, str]) -> None:
    """Ctrl-C in a terminal ends the program and its private server, with code 130 and an exit message."""
    terminal, its_end = pty.openpty()
    playing = subprocess.Popen(
        [*KIBITZ, "play", "tictactoe"],
        env=environ,
        stdin=its_end,
        stdout=its_end,
        stderr=its_end,
        start_new_session=True,
    )
    os.close(its_end)
    shown = b""
    while b"move>" not in shown:
        shown += os.read(terminal, 4096)
    started = children(playing.pid)
    assert started
    # A terminal sends it to all of the group, so to the private server too.
    os.killpg(playing.pid, signal.SIGINT)
    while chunk := _read(terminal):
        shown += chunk
    os.close(terminal)
    assert playing.wait(20) == 130
    assert b"left the match, which ends with its private server" in shown
    assert b"Traceback" not in shown
    assert not any(map(alive, started))


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 4096)
    except OSError:
        return b""


def test_a_killed_program_takes_its_server_along(environ: dict[str, str]) -> None:
    """The private server ends with the program, even if the program is killed."""
    playing = subprocess.Popen([*KIBITZ, *DRAWN_OUT], env=environ, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert playing.stdout is not None
    playing.stdout.readline()
    (private,) = children(playing.pid)
    descriptor = os.pidfd_open(private)
    playing.send_signal(signal.SIGKILL)
    playing.communicate()
    _wait(descriptor)
    assert not alive(private)


def _wait(descriptor: int) -> None:
    """Wait until a process has ended."""

    assert select.select([descriptor], [], [], 20)[0]
    os.close(descriptor)
