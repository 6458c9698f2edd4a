"""`kibitz study` with a real server."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import chess.pgn
import pytest

from tests.server_thread import serving

pytestmark = pytest.mark.io


def test_a_study_is_made_listed_shown_exported_and_deleted(tmp_path: Path) -> None:
    """The terminal has what the page has, but for changes."""
    with serving() as address:
        env = {**os.environ, "KIBITZ_SERVER": address, "XDG_STATE_HOME": str(tmp_path)}

        def run(*words: str, fails: int = 0) -> str:
            command = [sys.executable, "-m", "kibitz_client", "study", *words]
            result = subprocess.run(command, env=env, text=True, capture_output=True, check=False)
            assert result.returncode == fails, result.stderr
            return result.stderr if fails else result.stdout

        made = run("new", "chess", "e4", "e5", "Nf3", "--title", "King's pawn", "--json")
        code = json.loads(made)["study"]
        assert "King's pawn" in run("list")
        shown = run("show", code)
        assert "1. e4 e5 2. Nf3" in shown
        assert "King's pawn, a study of Chess by" in shown
        game = chess.pgn.read_game(io.StringIO(run("export", code)))
        assert game is not None
        assert [move.uci() for move in game.mainline_moves()] == ["e2e4", "e7e5", "g1f3"]
        file = tmp_path / "study.jsonl"
        run("export", code, "--out", str(file))
        assert json.loads(file.read_text().splitlines()[1])["study"]["title"] == "King's pawn"
        assert "SGF is written for Go only" in run("export", code, "--sgf", fails=3)
        assert "kibitz study new chess" in run("new", fails=2)
        assert "deleted" in run("delete", code)
        assert "you have no studies" in run("list")
