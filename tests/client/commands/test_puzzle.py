"""`kibitz puzzle` with a real server."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server_thread import serving

pytestmark = pytest.mark.io


def test_a_puzzle_is_solved_line_by_line(tmp_path: Path) -> None:
    """The board is printed; an illegal move is refused; help, the solution, ratings and the next puzzle follow."""
    typed = "zz\nhint\nsolution\n\nlegal\nrating\nquit\n"
    with serving() as address:
        env = {**os.environ, "KIBITZ_SERVER": address, "XDG_STATE_HOME": str(tmp_path)}
        command = [sys.executable, "-m", "kibitz_client", "puzzle"]
        result = subprocess.run(
            [*command, "connect4"], env=env, input=typed, text=True, capture_output=True, check=False
        )
        missing = subprocess.run([*command, "kuhn"], env=env, input="", text=True, capture_output=True, check=False)
    assert result.returncode == 0
    shown = result.stdout
    for text in ("Connect Four, puzzle ", "1 2 3 4 5 6 7", "to move: find the only good move", "the move begins with"):
        assert text in shown, shown
    assert "that is the solution" in shown
    assert shown.count("Connect Four, puzzle ") == 2
    assert "from level " in shown
    assert "helped" in shown
    assert (missing.returncode, "no puzzle of that kind" in missing.stderr) == (3, True)
