"""The plain line mode, used as a screen reader or a script uses it: line by line."""

import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server_thread import serving

pytestmark = pytest.mark.io

KIBITZ = [sys.executable, "-m", "kibitz_client"]
MOVES = re.compile(r"(?:legal moves|the only legal move): (\w+)")


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    """An environment with its own seats."""
    return {**os.environ, "XDG_STATE_HOME": str(tmp_path), "TERM": "xterm"}


def test_a_match_is_played_by_lines_alone(environ: dict[str, str]) -> None:
    """A script that reads lines and answers each turn plays a match to its end; no line draws or is empty."""
    with serving() as address:
        command = [*KIBITZ, "play", "tictactoe", "--against", "random:seed=1", "--plain", "--server", address]
        with subprocess.Popen(
            command, env=environ, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as playing:
            assert playing.stdin is not None
            assert playing.stdout is not None
            lines = []
            for line in playing.stdout:
                lines.append(line.rstrip("\n"))
                if found := MOVES.match(line):
                    playing.stdin.write(f"{found[1]}\n")
                elif line.startswith("your turn as X"):
                    playing.stdin.write("legal\n")
                playing.stdin.flush()
    assert playing.returncode == 0
    assert re.match(r"(X|O) wins|draw|You|Draw", lines[-1])
    assert all(line and line.isprintable() for line in lines)
    numbers = [int(line.partition(".")[0]) for line in lines if re.match(r"\d+\. ", line)]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) >= 5


def test_a_plain_terminal_gets_no_control_characters(environ: dict[str, str]) -> None:
    """On a terminal, a plain command writes lines only, so nothing moves the cursor or draws over old text."""
    terminal, its_end = pty.openpty()
    command = [*KIBITZ, "duel", "tictactoe", "random:seed=1", "random:seed=2"]
    with serving() as address:
        playing = subprocess.Popen(
            [*command, "--server", address], env={**environ, "KIBITZ_PLAIN": "1"}, stdin=its_end, stdout=its_end
        )
        os.close(its_end)
        shown = b""
        try:
            while chunk := os.read(terminal, 4096):
                shown += chunk
        except OSError:
            # The other end is closed.
            os.close(terminal)
        assert playing.wait(30) == 0
    assert b"\x1b" not in shown
    assert b"1. X engine random:seconds=1,seed=1 plays " in shown
