"""`kibitz demo` with a real server."""

import json
import os
import shutil
import signal
import subprocess
from pathlib import Path

import pytest

from kibitz_client.tui.demo.run import is_compiled, program, progress_text
from tests.client.samples import report
from tests.client.tui.terminal import Terminal
from tests.client.tui.terminal import program as installed

NEXT = ("play against it", "open the page", "read on")


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    """An environment with files of its own."""
    own = {"XDG_STATE_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path), "NO_COLOR": "1"}
    return {**os.environ, **own}


def run(*args: str, env: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Run a demo to its end, with its output in a pipe."""
    return subprocess.run(
        [*installed(), "demo", *args], env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120
    )


def children(pid: int) -> list[int]:
    """Return the child processes of a process."""
    of_threads = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for thread in of_threads for child in thread.read_text().split()]


def gone(pid: int) -> bool:
    """Return whether a process has ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True


@pytest.mark.io
def test_a_fast_demo_in_a_pipe(environ: dict[str, str]) -> None:
    """`--fast` tells each move with its search in a line, then the result, and what to try next."""
    done = run("--fast", "--seed", "5", env=environ)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].startswith("Connect Four")
    moves = [line for line in lines if line.split(".")[0].isdecimal()]
    assert len(moves) > 5
    assert all("depth" in line and "best" in line for line in moves)
    result = next(at for at, line in enumerate(lines) if line.split(" ")[0] in ("X", "O", "Draw:", "Stopped"))
    assert [word for line in lines[result:] for word in NEXT if word in line] == list(NEXT)
    assert lines[-1].endswith("demo connect4 --seed 5")
    assert "\x1b" not in done.stdout


@pytest.mark.io
def test_the_same_seed_has_the_same_opening_in_json(environ: dict[str, str]) -> None:
    """Under `--json` all output is JSON, and its last object says what was played and how it ended."""
    done = run("tictactoe", "--fast", "--seed", "5", "--json", env=environ)
    assert done.returncode == 0, done.stderr
    messages = [json.loads(line) for line in done.stdout.splitlines()]
    found = messages[-1]["demo"]
    assert (found["game"], found["seed"], found["over"]) == ("tictactoe", 5, True)
    assert messages[0]["opening"] == found["opening"]
    assert found["verdict"]


@pytest.mark.io
def test_an_unknown_game_is_an_error(environ: dict[str, str]) -> None:
    """A game that the server does not have is refused with its sentence, and no summary follows."""
    done = run("chomp", "--fast", env=environ)
    assert done.returncode == 3
    assert "error: " in done.stderr
    assert done.stdout == ""


@pytest.mark.io
def test_a_fast_demo_in_a_terminal(environ: dict[str, str]) -> None:
    """On a terminal the last picture stays, with the result and what to try next below it."""
    with Terminal(*installed(), "demo", "tictactoe", "--fast", env=environ) as terminal:
        terminal.wait_for("see it again")
        assert terminal.shows("win probability") or terminal.shows("result")
        assert all(terminal.shows(word) for word in NEXT)
        while terminal.process.poll() is None:
            terminal.read(0.05)
        assert terminal.process.wait(20) == 0


@pytest.mark.io
@pytest.mark.timeout(120)
def test_a_demo_is_interrupted(environ: dict[str, str]) -> None:
    """The search is seen before the first move; Ctrl-C leaves a summary, code 130, and no process."""
    with Terminal(*installed(), "demo", "tictactoe", env=environ) as terminal:
        terminal.wait_for("nodes/s")
        terminal.resize(100, 30)
        terminal.wait_for("Ctrl-C ends the demo")
        started = children(terminal.process.pid)
        assert started
        os.killpg(terminal.process.pid, signal.SIGINT)
        terminal.wait_for("see it again")
        assert terminal.shows("Stopped after ")
        while terminal.process.poll() is None:
            terminal.read(0.05)
        assert terminal.process.wait(20) == 130
        assert not terminal.shows("Traceback")
        assert all(map(gone, started))


@pytest.mark.io
@pytest.mark.timeout(120)
def test_a_demo_is_terminated(environ: dict[str, str]) -> None:
    """The signal to terminate ends the demo like Ctrl-C, so that the terminal is left in order."""
    with Terminal(*installed(), "demo", "tictactoe", env=environ) as terminal:
        terminal.wait_for("nodes/s")
        terminal.process.send_signal(signal.SIGTERM)
        terminal.wait_for("see it again")
        while terminal.process.poll() is None:
            terminal.read(0.05)
        assert terminal.process.wait(20) == 128 + signal.SIGTERM


@pytest.mark.io
@pytest.mark.timeout(120)
def test_a_demo_goes_on_after_a_stop(environ: dict[str, str]) -> None:
    """Ctrl-Z gives the first screen back with its cursor and echo, and the demo is drawn again when it goes on."""
    with Terminal(*installed(), "demo", "tictactoe", env=environ) as terminal:
        before = terminal.attributes
        terminal.wait_for("nodes/s")
        silent, begun = terminal.attributes, len(terminal.output)
        terminal.process.send_signal(signal.SIGTSTP)
        os.waitid(os.P_PID, terminal.process.pid, os.WSTOPPED)
        while terminal.read(0.2):
            pass
        assert terminal.output[begun:].endswith(b"\x1b[?25h\x1b[?1049l")
        assert terminal.attributes == before != silent
        begun = len(terminal.output)
        terminal.process.send_signal(signal.SIGCONT)
        terminal.wait_until(lambda: b"Tic-tac-toe" in terminal.output[begun:])
        assert terminal.attributes == silent
        terminal.process.send_signal(signal.SIGHUP)
        assert terminal.wait() == 128 + signal.SIGHUP
        assert terminal.attributes == before


def test_the_progress_of_a_compilation() -> None:
    """The remark says what is compiled, for how long, and how long it may take; later that it takes longer."""
    assert progress_text("compiling alphabeta for Chess (once)", 2.6, 8.0) == (
        "compiling alphabeta for Chess (once): 3 s of about 8"
    )
    assert progress_text("compiling mcts for Go (once)", 9.2, 8.0) == "compiling mcts for Go (once): 9 s, usually 8"


def test_a_slow_search_was_not_compiled() -> None:
    """Machine code searches thousands of nodes in a second; moves from a book need none."""
    assert is_compiled(report(nodes=100_000, seconds=0.1))
    assert not is_compiled(report(nodes=50, seconds=0.1))
    assert is_compiled(report(nodes=0, seconds=0.0, source="book"))


def test_a_program_is_named_so_that_it_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that is on the PATH is called by its name, and another one of the installation by its path."""
    (tmp_path / "bin").mkdir()
    beside = tmp_path / "bin" / "kibitz-server"
    beside.touch(0o755)
    monkeypatch.chdir(tmp_path)
    running = str(tmp_path / "bin" / "kibitz")
    monkeypatch.setenv("PATH", "")
    assert program("kibitz-server", running) == os.path.join("bin", "kibitz-server")
    assert program("kibitz-nothing", running) == "kibitz-nothing"
    monkeypatch.setenv("PATH", str(beside.parent))
    assert shutil.which("kibitz-server")
    assert program("kibitz-server", running) == "kibitz-server"
