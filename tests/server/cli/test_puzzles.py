"""`kibitz-server puzzles` on a database file."""

import time
from pathlib import Path

import pytest
import sqlalchemy as sql

from kibitz_server.__main__ import app
from kibitz_server.puzzles.bundled import bundled
from kibitz_server.store.database import connect
from kibitz_server.store.migrations.upgrade import upgrade
from kibitz_server.store.tables import ended
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
    come = sum(each.game == "connect4" for each in bundled())
    assert (len(rows), total) == (3, f"connect4 {come}")
    assert all("connect4" in row and "0 of 0 solved" in row and "bundled" in row for row in rows)
    first, second = (row.split()[0] for row in rows[:2])
    assert puzzles("remove", first, second) == "2 puzzles removed\n"
    assert puzzles("list", "connect4").splitlines()[-1] == f"connect4 {come - 2}"
    assert f"there is no puzzle {first}, nothing" in puzzles("remove", first, "nothing", code=2)
    assert puzzles("list", "kuhn") == "no puzzles of kuhn yet\n"
    assert "no game is called 'tennis'" in puzzles("list", "tennis", code=2)


def test_a_damaged_match_does_not_end_the_work(tmp_path: Path) -> None:
    """It is named, and not read again."""
    file = tmp_path / "k.db"
    engine = connect(f"sqlite:///{file}")
    upgrade(engine)
    row = {"match_id": "m1", "code": "K7QX42", "game": "chess", "host_id": "ann", "listed": True, "rated": False}
    times = {"created_at": time.time(), "ended_at": time.time()}
    with engine.begin() as connection:
        connection.execute(sql.insert(ended), [row | times | {"aborted": False, "reason": "resignation", "plies": 30}])
    engine.dispose()
    outputs = [run(app, "puzzles", "make", "--database", str(file), env={}) for _ in range(2)]
    assert [done.exit_code for done in outputs] == [0, 0]
    assert "match m1" in outputs[0].stderr
    assert [done.stdout for done in outputs] == [f"0 puzzles made of {n}\n" for n in ("1 match", "0 matches")]
