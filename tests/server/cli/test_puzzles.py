"""`kibitz-server puzzles` on a database file."""

from pathlib import Path

import pytest

from kibitz_server.__main__ import app
from kibitz_server.store.database import connect
from kibitz_server.store.migrations.upgrade import upgrade
from tests.commands import run

pytestmark = pytest.mark.io


def test_puzzles_are_made_listed_and_removed(tmp_path: Path) -> None:
    """Those that come with Kibitz are listed before a client asks for them. What does not exist is named."""
    file = tmp_path / "k.db"

    def puzzles(*args: str, code: int = 0) -> str:
        done = run(app, "puzzles", *args, "--database", str(file), env={})
        assert done.exit_code == code, done.output
        return done.stdout + done.stderr

    assert f"there is no database {file}" in puzzles("list", code=2)
    engine = connect(f"sqlite:///{file}")
    upgrade(engine)
    engine.dispose()
    assert puzzles("make") == "0 puzzles made of 0 matches\n"
    *rows, total = puzzles("list", "Connect Four", "--limit", "3").splitlines()
    assert (len(rows), total) == (3, "connect4 16")
    assert all("connect4" in row and "0 of 0 solved" in row and "bundled" in row for row in rows)
    first, second = (row.split()[0] for row in rows[:2])
    assert puzzles("remove", first, second) == "2 puzzles removed\n"
    assert puzzles("list", "connect4").splitlines()[-1] == "connect4 14"
    assert f"there is no puzzle {first}, nothing" in puzzles("remove", first, "nothing", code=2)
    assert puzzles("list", "kuhn") == "no puzzles of kuhn yet\n"
    assert "no game is called 'tennis'" in puzzles("list", "tennis", code=2)
