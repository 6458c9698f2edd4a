"""Databases that earlier versions of Kibitz wrote, opened with this version.

`databases/v0007.db.gz` was written before the packages were restructured. Its server ran with `--seed 7 --limits off
--no-exhibitions` on an SQLite file. Its client library played 16 matches: rated, against an engine, between engines,
a series, a rematch, with a bot, and matches that were left open, running, paused and adjourned. It also made accounts,
a bot, a chat mute and two sanctions. The server was then stopped with SIGTERM.

The same version wrote the other files from that database. `v0007.json` has what it read; it replayed each match from
its events. `v0007.*.jsonl` are the outputs of `kibitz export` for three finished matches, while that server ran.

Never write these files again: add a new set for a new revision.
"""

import asyncio
import gzip
import json
import sys
from collections.abc import AsyncIterator
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from kibitz_server.app import running
from kibitz_server.core.match.match import Match
from kibitz_server.maintenance.integrity import IntegrityReport, check
from kibitz_server.maintenance.prune import prune, prune_guests
from kibitz_server.settings import Settings
from kibitz_server.store import SqlStore, people
from kibitz_server.store.archive.queries import ArchiveCriteria
from kibitz_server.store.archive.rebuild import rebuild_archive
from kibitz_server.store.database import connect
from kibitz_server.store.migrations.upgrade import revision, upgrade

pytestmark = pytest.mark.io
DATABASES = Path(__file__).parent / "databases"
WRITTEN: dict[str, Any] = json.loads((DATABASES / "v0007.json").read_text())
EXPORTED = {"resigned": "B6E7TK", "line": "1YJ92F", "engine": "TSN6VF"}
"""Codes of the exported matches, by file."""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A copy of the database."""
    copy = tmp_path / "kibitz.db"
    copy.write_bytes(gzip.decompress((DATABASES / "v0007.db.gz").read_bytes()))
    return copy


@pytest.fixture
async def store(file: Path) -> AsyncIterator[SqlStore]:
    """A store on the copy."""
    store = SqlStore(f"sqlite:///{file}", asyncio.get_running_loop())
    yield store
    store.close()


def described(match: Match) -> dict[str, Any]:
    """Return a match in the form of `v0007.json`."""
    return {
        "code": match.created.code,
        "game": match.created.game,
        "phase": match.phase.value,
        "ply": match.ply,
        "seq": match.seq,
        "to_move": match.to_move,
        "position": match.position.id,
        "result": json.loads(json.dumps(asdict(match.result))) if match.result else None,
        "seats": [player.name if player else None for player in match.seats],
    }


async def test_matches_are_replayed_from_their_events(store: SqlStore) -> None:
    """Each match has the position, the phase, the result and the number of events that the earlier version found."""
    for match_id, expected in WRITTEN["matches"].items():
        events = (entry.event for entry in store.history(match_id))
        assert described(Match.from_events(events, 0.0)) == expected
    over = {"finished", "aborted"}
    unfinished = {match_id for match_id, match in WRITTEN["matches"].items() if match["phase"] not in over}
    assert set(store.unfinished()) == unfinished


def test_the_integrity_check_passes(file: Path) -> None:
    """The database is at the same revision, and the check finds every event without an error."""
    engine, report = connect(f"sqlite:///{file}"), IntegrityReport()
    assert revision(engine) == WRITTEN["revision"]
    assert list(check(engine, report)) == []
    assert report.matches == len(WRITTEN["matches"])
    assert report.events == sum(match["seq"] for match in WRITTEN["matches"].values())
    engine.dispose()


def test_old_matches_are_pruned(file: Path) -> None:
    """A database without tables of tournaments is pruned as it is."""
    engine = connect(f"sqlite:///{file}")
    ended = {id for id, match in WRITTEN["matches"].items() if match["phase"] in ("finished", "aborted")}
    assert prune(engine, "1d", rated=True, dry_run=False).matches == len(ended)
    assert prune_guests(engine, "1d", dry_run=True) == 3
    assert revision(engine) == WRITTEN["revision"]
    engine.dispose()


async def test_accounts_and_moderation_are_found(store: SqlStore) -> None:
    """Accounts have their roles, owners and sessions; mutes, sanctions and the audit log are unchanged."""
    for expected in WRITTEN["accounts"]:
        account = await store.people.read(partial(people.account_by_id, id=expected["id"]))
        assert account is not None
        assert (account.name, account.role, account.owner_id) == tuple(
            expected[key] for key in ("name", "role", "owner_id")
        )
        sessions = await store.people.read(partial(people.sessions_of, player_id=account.id))
        assert len(sessions) == expected["sessions"]
        assert all(session.player_id == account.id for session in sessions)
    muted = await store.people.read(people.all_mutes)
    assert [list(pair) for pair in muted] == WRITTEN["mutes"]
    sanctions = await store.people.read(people.all_sanctions)
    assert [sanction._asdict() for sanction in sanctions] == WRITTEN["sanctions"]
    audit = await store.people.read(lambda c: people.last_audit_entries(c, 50))
    assert [entry._asdict() for entry in audit] == WRITTEN["audit"]


@pytest.mark.parametrize("rebuilt", [False, True])
async def test_archive_and_ratings_are_found(file: Path, rebuilt: bool) -> None:
    """The archive and the ratings are the same as stored, and the same after they are derived again from the events."""
    if rebuilt:
        engine = connect(f"sqlite:///{file}")
        upgrade(engine)
        rebuild_archive(engine)
        engine.dispose()
    store = SqlStore(f"sqlite:///{file}", asyncio.get_running_loop())
    try:
        assert [match.match_id for match in store.search(ArchiveCriteria())] == WRITTEN["archive"]
        changes = store.rating_changes("Ann", None)
        assert [[each.game, each.match_id, each.at] for each in changes] == WRITTEN["changes_of_ann"]
        found_now = sorted(store.standings().items())
        ratings = [[*key, each.name, *asdict(each.rating).values()] for key, each in found_now]
        for found, expected in zip(ratings, WRITTEN["ratings"], strict=True):
            assert found[:3] == expected[:3]
            assert found[3:] == pytest.approx(expected[3:])
        # Ann and Bob played both of their rated matches against each other.
        assert [(len(each.opponents), each.engines_only) for _, each in found_now] == [(1, False)] * 2
    finally:
        store.close()


NEW_FIELDS = frozenset(
    "account adjudication aliases any attacked attacks berserk chance chance_events chances claim client_seeds dead"
    " draw_offers_stand edges engine_pace_s equity every_empty_cell faces german glyphs ground guide help hidden"
    " hosting label lines move_help"
    " notation notes opening otherwise owners pairs points prospects ratings removable repeatable said"
    " seed_kept server_seed server_seed_hash settle_ms settled shades sides source stars study top tournament trays"
    " uncounted weights win yours".split()
)
"""Fields that later versions added to records, or whose text they changed."""


def as_before(value: Any) -> Any:
    """Return the data of a record without the fields that the earlier version did not have."""
    if isinstance(value, dict):
        return {name: as_before(field) for name, field in value.items() if name not in NEW_FIELDS}
    return [as_before(each) for each in value] if isinstance(value, list) else value


async def test_exports_are_the_same(file: Path, tmp_path: Path) -> None:
    """A server on the copy sends the records of finished matches as the earlier version exported them."""

    async def export(name: str, code: str) -> None:
        out = tmp_path / name
        command = ["-m", "kibitz_client", "--server", url, "export", code, "--out", str(out)]
        process = await asyncio.create_subprocess_exec(sys.executable, *command)
        assert await process.wait() == 0
        now, before = (path.read_text().splitlines() for path in (out, DATABASES / f"v0007.{name}.jsonl"))
        assert json.loads(now[0]) == {"t": "record", "version": 2}
        assert [json.dumps(as_before(json.loads(line))) for line in now[1:]] == [
            json.dumps(as_before(json.loads(line))) for line in before[1:]
        ]

    settings = Settings.read(port=0, database=str(file), slots=1, limits="off", exhibitions=False)
    async with running(settings) as url:
        await asyncio.gather(*(export(name, code) for name, code in EXPORTED.items()))
