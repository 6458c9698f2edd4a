"""A signal ends a command in order: the terminal is restored, and the exit code is 128 and the signal's number."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.client.tui.terminal import Terminal, program

pytestmark = [pytest.mark.io, pytest.mark.timeout(120)]

STUCK = """
import signal, sys, termios, time
from kibitz_client.terminal import ending
ending.GRACE_S = 0.3
raw = termios.tcgetattr(0)
with ending.ending_in_order(print, "restored"):
    raw[3] = 0
    termios.tcsetattr(0, termios.TCSANOW, raw)
    print("ready", flush=True)
    while True:
        time.sleep(60)
"""
IGNORED = """
import os, signal
from kibitz_client.terminal.ending import ending_in_order
signal.signal(signal.SIGHUP, signal.SIG_IGN)
with ending_in_order(print) as end:
    os.kill(os.getpid(), signal.SIGHUP)
    print(end.code)
    os.kill(os.getpid(), signal.SIGTERM)
    print(end.code)
os.kill(os.getpid(), signal.SIGTERM)
"""


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    """An environment with files of its own."""
    return {**os.environ, "XDG_STATE_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_line_mode_ends_in_order(number: signal.Signals, environ: dict[str, str]) -> None:
    """The line editor, which reads single keys, gives the terminal back."""
    with Terminal(*program(), "play", "tictactoe", "--server", "private", env=environ) as terminal:
        before = terminal.attributes
        terminal.wait_for("move>")
        terminal.wait_until(lambda: terminal.attributes != before)
        terminal.process.send_signal(number)
        assert terminal.wait() == 128 + number
        assert terminal.shows("left the match")
        assert terminal.attributes == before


def test_a_command_in_the_background_of_a_shell_ends(environ: dict[str, str]) -> None:
    """Where Ctrl-C is ignored, the other signals still work."""
    command = [*program(), "duel", "tictactoe", "level:1", "level:1", "--games", "5000", "--json"]
    with subprocess.Popen(
        command,
        env=environ,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
    ) as process:
        assert process.stdout
        assert process.stdout.readline()
        process.send_signal(signal.SIGTERM)
        assert process.stdout.read() is not None
        assert process.wait(30) == 128 + signal.SIGTERM


def test_a_program_that_does_not_end_is_ended() -> None:
    """After some time the terminal is restored without the program's help."""
    with Terminal(sys.executable, "-c", STUCK, env=dict(os.environ)) as terminal:
        before = terminal.attributes
        terminal.wait_for("ready")
        assert terminal.attributes != before
        terminal.process.send_signal(signal.SIGTERM)
        assert terminal.wait() == 128 + signal.SIGTERM
        assert terminal.shows("restored")
        assert terminal.attributes == before


def test_ignored_signals_stay_ignored_and_others_get_their_action_back() -> None:
    """`nohup` ignores SIGHUP. After the block a signal has its usual effect."""
    done = subprocess.run([sys.executable, "-c", IGNORED], capture_output=True, text=True, check=False, timeout=60)
    assert done.stdout.split() == ["None", "143", "143"]
    assert done.returncode == -signal.SIGTERM
