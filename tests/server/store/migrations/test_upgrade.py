"""Tests of upgrades of older databases, and of the refusal of newer ones."""

import asyncio
import json
import sqlite3
from pathlib import Path

import pytest
import sqlalchemy as sql
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from kibitz_server.store import SqlStore
from kibitz_server.store.database import connect
from kibitz_server.store.migrations.upgrade import (
    FIRST,
    SCRIPTS,
    DatabaseTooNew,
    apply_steps,
    back_up,
    revision,
    steps,
    upgrade,
)
from kibitz_server.store.tables import ended_tournaments, events, metadata

BEFORE_MIGRATIONS = """
create table event (match_id varchar(32) not null, seq integer not null, kind varchar(32) not null, body text not null,
  at float not null, primary key (match_id, seq));
create table guest (id varchar(32) not null, name varchar(64) not null, token_hash varchar(64) not null,
  created_at float not null, primary key (id), unique (token_hash));
insert into guest values ('g', 'otter', 'hash', 1.0);
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A path for a database; a percent sign in it has no effect."""
    folder = tmp_path / "100%"
    folder.mkdir()
    return folder / "kibitz.db"


def test_steps_are_one_chain_in_the_order_of_their_names() -> None:
    """Each step follows the one before it by name, and every name fits into Alembic's column."""
    config = Config()
    config.set_main_option("script_location", str(SCRIPTS))
    config.set_main_option("path_separator", "os")
    chain = [script.revision for script in ScriptDirectory.from_config(config).walk_revisions()]
    assert chain[::-1] == steps()
    assert all(len(step) <= 32 for step in steps())


def test_the_steps_lead_to_the_tables_of_the_program(file: Path) -> None:
    """The steps make the same tables as `tables` defines."""
    engine = connect(f"sqlite:///{file}")
    upgrade(engine)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    assert revision(engine) == steps()[-1]
    engine.dispose()


@pytest.mark.io
async def test_a_database_from_before_migrations_is_adopted(file: Path) -> None:
    """Its contents are kept, and it is at the newest revision afterwards."""
    old = sqlite3.connect(file)
    old.executescript(BEFORE_MIGRATIONS)
    old.close()
    store = SqlStore(f"sqlite:///{file}", asyncio.get_running_loop())
    found = store.find_guest("hash")
    assert found is not None
    assert found.name == "otter"
    store.close()
    engine = connect(f"sqlite:///{file}")
    assert revision(engine) == steps()[-1]
    engine.dispose()


@pytest.mark.io
def test_what_is_changed_is_copied_first(file: Path) -> None:
    """The copy is a complete database under an unused name."""
    old = sqlite3.connect(file)
    old.executescript(BEFORE_MIGRATIONS)
    old.close()
    copies = [back_up(file, "v0002"), back_up(file, "v0002")]
    assert [copy.name for copy in copies] == ["kibitz.db.before-v0002", "kibitz.db.before-v0002-2"]
    for copy in copies:
        opened = sqlite3.connect(copy)
        assert opened.execute("select name from guest").fetchall() == [("otter",)]
        opened.close()


@pytest.mark.io
def test_labels_of_earlier_matches_reach_the_archive(file: Path) -> None:
    """The step reads them from the first event of each match."""
    engine = connect(f"sqlite:///{file}")
    seats = [{"name": "Ann", "label": "Left"}, {"name": "Ann", "label": "Right"}, None]
    with engine.begin() as connection:
        apply_steps(connection, "v0008_analyses")
        body = json.dumps({"seats": seats}, separators=(",", ":"))
        connection.execute(sql.insert(events).values(match_id="m", seq=1, kind="MatchCreated", body=body, at=1.0))
        insert = "insert into ended_seat (match_id, seat, name, name_key, kind, bot)"
        for number in range(3):
            connection.execute(sql.text(f"{insert} values ('m', {number}, 'Ann', 'ann', 'human', 0)"))
        apply_steps(connection)
        labels = connection.execute(sql.text("select label from ended_seat order by seat")).scalars().all()
    assert labels == ["Left", "Right", None]
    engine.dispose()


@pytest.mark.io
def test_tournaments_that_were_archived_before_are_archived_again(file: Path) -> None:
    """Their entries say that they include no event, so the next start makes them again."""
    engine = connect(f"sqlite:///{file}")
    with engine.begin() as connection:
        apply_steps(connection, "v0011_tournaments")
        names = [column.name for column in ended_tournaments.columns if column.name != "seq"]
        connection.execute(sql.text(f"insert into ended_tournament values ({', '.join('1' for _ in names)})"))
        apply_steps(connection)
        assert connection.execute(sql.select(ended_tournaments.c.seq)).scalars().all() == [0]
    engine.dispose()


@pytest.mark.io
async def test_a_database_of_a_newer_version_is_refused(file: Path) -> None:
    """The error names the unknown revision, and nothing is changed."""
    engine = connect(f"sqlite:///{file}")
    upgrade(engine)
    with engine.begin() as connection:
        connection.execute(sql.text("update alembic_version set version_num = 'v9999_later'"))
    engine.dispose()
    with pytest.raises(DatabaseTooNew, match=r"newer Kibitz \(it is at v9999_later"):
        SqlStore(f"sqlite:///{file}", asyncio.get_running_loop())


@pytest.mark.io
def test_a_step_that_fails_changes_nothing(file: Path) -> None:
    """All steps are one transaction: a failing step leaves no partial upgrade."""
    old = sqlite3.connect(file)
    old.execute("create table guest (id text)")
    old.close()
    engine = connect(f"sqlite:///{file}")
    with pytest.raises(sql.exc.OperationalError, match="guest already exists"):
        upgrade(engine)
    assert sql.inspect(engine).get_table_names() == ["guest"]
    assert revision(engine) is None
    assert steps()[0] == FIRST
    engine.dispose()
