"""`kibitz-server db` restores backups whole, finds problems, and harms nothing on errors."""

import asyncio
import gzip
import json
import re
import sqlite3
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql
from typer.testing import CliRunner, Result

from kibitz_server.__main__ import app
from kibitz_server.core.lobby.registry import MatchRegistry
from kibitz_server.core.match.commands import PlayMove
from kibitz_server.core.tournament.events import GameBegun, TournamentCreated, TournamentEnded
from kibitz_server.core.tournament.values import Format
from kibitz_server.core.values.events import Event, MatchAborted, MatchFinished
from kibitz_server.store import NumberedEvent, SqlStore, StoredGuest, TournamentEntry
from kibitz_server.store.database import connect
from tests.postgres import Cluster
from tests.server.core.make import ADA, BEN, create, make_create
from tests.server.runtime.tournaments.playing import TournamentServer, begin_engines
from tests.server.store.make import tournament_entries

pytestmark = pytest.mark.io


def won() -> list[Event]:
    """Return the events of a tic-tac-toe match that the first player wins."""
    match, events = create(MatchRegistry(), make_create())
    for ply, move in enumerate(["a1", "b1", "a2", "b2", "a3"]):
        events += match.handle(PlayMove((ADA if ply % 2 == 0 else BEN).id, ply, move), float(ply)).events
    assert isinstance(events[-1], MatchFinished)
    return events


async def fill(url: str, matches: dict[str, list[Event]], at: float = 5.0) -> None:
    """Fill a database with these matches and a guest."""
    store = SqlStore(url, asyncio.get_running_loop())
    store.save_guest(StoredGuest("g", "otter \u2603", "hash", 1.5))
    for match_id, events in matches.items():
        store.append([NumberedEvent(match_id, seq, event, at) for seq, event in enumerate(events, 1)], lambda _: None)
    store.close()


def run(*arguments: Any) -> Result:
    """Run `kibitz-server db`."""
    return CliRunner().invoke(app, ["db", *map(str, arguments)])


@pytest.fixture
def history() -> list[Event]:
    """Return the events of one whole match."""
    return won()


@pytest.fixture
async def database(tmp_path: Path, history: list[Event]) -> Path:
    """Return an SQLite database with one whole match."""
    file = tmp_path / "kibitz.db"
    await fill(f"sqlite:///{file}", {history[0].id: history})  # type: ignore[union-attr]
    return file


@pytest.mark.parametrize("name", ["copy.jsonl", "copy.jsonl.gz"])
def test_a_backup_is_restored_whole(name: str, database: Path, tmp_path: Path, postgres: Cluster) -> None:
    """From SQLite to Postgres to SQLite, every row is kept and every match can be replayed."""
    first, second = tmp_path / name, tmp_path / f"again-{name}"
    url = postgres.new_database()
    other = tmp_path / "other.db"
    result = run("backup", first, "--database", database)
    assert re.search(r"contains event \d+, guest 1", result.output), result.output
    assert first.stat().st_mode & 0o077 == 0
    assert run("restore", first, "--database", url).exit_code == 0
    assert run("backup", second, "--database", url).exit_code == 0
    assert run("restore", second, "--database", other).exit_code == 0
    assert rows(first) == rows(second)
    assert "of 1 match checked, problems: none" in run("check", "--database", url).output
    assert "of 1 match checked, problems: none" in run("check", "--database", other).output


def rows(file: Path) -> list[Any]:
    """Return the rows of a backup."""
    text = gzip.decompress(file.read_bytes()).decode() if file.suffix == ".gz" else file.read_text()
    return [json.loads(line) for line in text.splitlines()[1:]]


def test_nothing_is_overwritten(database: Path, tmp_path: Path) -> None:
    """Neither an existing file nor a database with tables is overwritten."""
    copy = tmp_path / "copy"
    copy.write_text("precious")
    result = run("backup", copy, "--database", database)
    assert (result.exit_code, copy.read_text()) == (2, "precious")
    assert "already exists" in result.output
    good = tmp_path / "good"
    run("backup", good, "--database", database)
    result = run("restore", good, "--database", database)
    assert result.exit_code == 2
    assert "not empty" in result.output


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (lambda text: text[: len(text) // 2], "damaged near line"),
        (lambda text: "".join(text.splitlines(True)[:-1]), "incomplete"),
        (lambda text: "".join(line for i, line in enumerate(text.splitlines(True)) if i != 3), "damaged"),
        (lambda text: text.replace('"table":"event"', '"table":"evnt"'), "a row of evnt"),
        (lambda text: text.replace('"revision":"v', '"revision":"w'), "newer Kibitz"),
        (lambda _: "hello\n", "damaged near line 1"),
        (lambda _: "", "not a backup"),
    ],
)
def test_a_damaged_backup_restores_nothing(
    damage: Callable[[str], str], words: str, database: Path, tmp_path: Path
) -> None:
    """The damage is reported, and no database is left, so that another attempt can create it."""
    copy, other = tmp_path / "copy", tmp_path / "other.db"
    run("backup", copy, "--database", database)
    whole = copy.read_text()
    copy.write_text(damage(whole))
    result = run("restore", copy, "--database", other)
    assert (result.exit_code, words in result.output) == (2, True), result.output
    assert not list(tmp_path.glob("other.db*"))
    copy.write_text(whole)
    assert run("restore", copy, "--database", other).exit_code == 0


def edited(number: int, **values: Any) -> Callable[[str], str]:
    """Return a function that changes values of the event with that number in a backup."""

    def edit(text: str) -> str:
        lines = [json.loads(line) for line in text.splitlines()]
        for line in lines:
            if line.get("table") == "event" and line["row"]["seq"] == number:
                line["row"] |= values
        return "".join(json.dumps(line) + "\n" for line in lines)

    return edit


def with_row(table: str, **row: Any) -> Callable[[str], str]:
    """Return a function that adds a row to a backup, and counts it in the last line."""

    def add(text: str) -> str:
        *lines, end = [json.loads(line) for line in text.splitlines()]
        copied: dict[str, Any] = next((line["row"] for line in lines if line.get("table") == table), {})
        end["end"][table] = end["end"].get(table, 0) + 1
        lines += [{"table": table, "row": {**copied, **row}}, end]
        return "".join(json.dumps(line) + "\n" for line in lines)

    return add


def without_event(number: int) -> Callable[[str], str]:
    """Return a function that removes an event from a backup, and from the count in its last line."""

    def remove(text: str) -> str:
        lines = [json.loads(line) for line in text.splitlines()]
        kept = [line for line in lines if line.get("table") != "event" or line["row"]["seq"] != number]
        kept[-1]["end"]["event"] -= 1
        return "".join(json.dumps(line) + "\n" for line in kept)

    return remove


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (lambda text: text.splitlines()[0] + "\n" + "[" * (17 << 20), "damaged near line 2"),
        (lambda text: text.splitlines()[0] + "\n" + "[" * 100_000 + "\n", "damaged near line 2"),
        (lambda text: text.replace('"revision":"v', '"revision":"w'), "newer Kibitz"),
        (lambda text: re.sub(r'"revision":"[^"]*"', '"revision":["v0001_events"]', text), "newer Kibitz"),
        (with_row("alembic_version", version_num="v9999_later"), "a row of alembic_version"),
        (with_row("event"), "a row of event is in it twice"),
        (edited(2, at="soon"), "a row of event"),
        (edited(2, seq=10**30), "a row of event"),
        (edited(2, at=float("nan")), "a row of event"),
        (edited(2, kind="\ud800"), "a row of event"),
        (edited(2, body=None), "a row of event"),
        (edited(2, extra=1), "a row of event"),
        (without_event(3), "event 3 missing"),
        (edited(4, kind="Sneezed"), "unknown kind Sneezed"),
        (edited(4, body='{"ply":1,"seat":1,"move":"z9","elapsed_s":1.0}'), "a match that cannot be continued"),
        (edited(4, body="[" * 50_000), "cannot be read"),
    ],
)
@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgres", marks=pytest.mark.long)])
def test_a_hostile_backup_restores_nothing(
    kind: str, damage: Callable[[str], str], words: str, database: Path, tmp_path: Path, postgres: Cluster
) -> None:
    """One sentence with a hint says what is wrong, and the database is as empty as before."""
    copy, file = tmp_path / "copy", tmp_path / "other.db"
    other = str(file) if kind == "sqlite" else postgres.new_database()
    run("backup", copy, "--database", database)
    copy.write_text(damage(copy.read_text()))
    result = run("restore", copy, "--database", other)
    assert (result.exit_code, words in result.output) == (2, True), (result.output, result.exception)
    assert re.fullmatch(r"error: [^\n]*\ntry: [^\n]*\n", result.output), result.output
    engine = connect(other if kind == "postgres" else f"sqlite:///{file}")
    with engine.connect() as connection:
        assert sql.inspect(connection).get_table_names() == []
    engine.dispose()


@pytest.mark.parametrize("cut", [-9, -4, 0.5])
def test_a_damaged_compressed_backup_restores_nothing(cut: float, database: Path, tmp_path: Path) -> None:
    """A file that ends early, or whose checksum is wrong, is reported as damaged."""
    copy, other = tmp_path / "copy.gz", tmp_path / "other.db"
    run("backup", copy, "--database", database)
    data = copy.read_bytes()
    if isinstance(cut, float):
        copy.write_bytes(data[: int(len(data) * cut)])
    else:
        copy.write_bytes(data[:cut] + bytes([data[cut] ^ 1]) + data[cut + 1 :])
    result = run("restore", copy, "--database", other)
    assert (result.exit_code, "damaged near line" in result.output) == (2, True), result.output
    assert not other.exists()


def test_a_broken_match_is_restored_on_request(database: Path, tmp_path: Path) -> None:
    """With --unchecked a backup of a damaged database is restored as it is."""
    copy, other = tmp_path / "copy", tmp_path / "other.db"
    run("backup", copy, "--database", database)
    copy.write_text(without_event(3)(copy.read_text()))
    assert "--unchecked" in run("restore", copy, "--database", other).output
    assert run("restore", copy, "--unchecked", "--database", other).exit_code == 0
    assert "event 3 missing" in run("check", "--database", other).output


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("delete from event where seq = 3", "event 3 missing"),
        ("delete from event where seq in (3, 4)", "events 3 to 4 missing"),
        ("delete from event where seq = 1", "begins with event 2"),
        ("update event set kind = 'Sneezed' where seq = 4", "is of the unknown kind Sneezed"),
        ("update event set body = '{}' where seq = 4", "event 4 .MovePlayed. cannot be read"),
        ("update event set body = replace(body, 'b1', 'z9') where seq = 4", "does not follow from the previous ones"),
        ("update event set body = replace(body, '\"ply\":1', '\"ply\":2') where seq = 4", "move at ply 2"),
        (
            "update event set body = replace(body, '\"winner\":0', '\"winner\":1')",
            "records that seat 1 won, but by the rules seat 0",
        ),
        ("delete from event where kind = 'MatchFinished'", "the game ended at ply 5, but the match did not"),
        ("insert into event select match_id, 9, kind, body, at from event where seq = 7", "comes after the end"),
    ],
)
def test_an_impossible_match_is_named(statement: str, words: str, database: Path) -> None:
    """Each kind of damage has its sentence, and the exit code is 1."""
    with sqlite3.connect(database) as changed:
        changed.execute(statement)
    changed.close()
    result = run("check", "--database", database)
    assert result.exit_code == 1
    assert re.search(words, result.output), result.output
    assert "problems: 1" in result.output


async def test_pruning_keeps_young_unfinished_and_rated_matches(tmp_path: Path, history: list[Event]) -> None:
    """A dry run deletes nothing; only unrated matches that ended long ago are deleted."""
    file = tmp_path / "kibitz.db"
    url = f"sqlite:///{file}"
    await fill(url, {"old": history, "aborted": [history[0], MatchAborted("enough")], "going": history[:-1]}, at=5.0)
    store = SqlStore(url, asyncio.get_running_loop())
    store.append(
        [NumberedEvent("young", seq, event, time.time()) for seq, event in enumerate(history, 1)], lambda _: None
    )
    store.close()
    with sqlite3.connect(file) as changed:
        changed.execute("insert into event select 'rated', seq, kind, body, at from event where match_id = 'old'")
        changed.execute(
            "update event set body = replace(body, '\"rated\":false', '\"rated\":true') where match_id = 'rated'"
        )
    gone = len(history) + 2
    assert (
        f"2 matches with {gone} events would be deleted"
        in run("prune", "--older-than", "4w", "--dry-run", "--database", file).output
    )
    assert f"2 matches with {gone} events deleted" in run("prune", "--older-than", "4w", "--database", file).output
    assert kept(changed) == ["going", "rated", "young"]
    run("prune", "--older-than", "4w", "--rated", "--database", file)
    assert kept(changed) == ["going", "young"]
    assert changed.execute("select count(*) from ended where match_id in ('old', 'rated')").fetchone() == (0,)
    changed.close()


async def test_pruning_keeps_the_matches_of_a_tournament_with_it(tmp_path: Path, history: list[Event]) -> None:
    """Old matches of a running, young or rated tournament stay; an old tournament is deleted with its matches."""
    file = tmp_path / "kibitz.db"
    await fill(f"sqlite:///{file}", {f"m{name}": history for name in ("old", "running", "young", "rated", "none")})
    store = SqlStore(f"sqlite:///{file}", asyncio.get_running_loop())
    for name in ("old", "running", "young", "rated"):
        for entry in tournament_entries(name, ended=name != "running"):
            event = entry.event
            if isinstance(event, GameBegun):
                event = replace(event, match_id=f"m{name}")
            elif isinstance(event, TournamentCreated):
                event = replace(event, terms=replace(event.terms, rated=name == "rated"))
            at = time.time() if name == "young" and isinstance(event, TournamentEnded) else 5.0
            store.append([TournamentEntry(name, entry.seq, event, at)], lambda _: None)
    store.close()
    told = run("prune", "--older-than", "4w", "--database", file, "--dry-run").output
    assert "2 matches and 1 tournament with" in told
    changed = sqlite3.connect(file)
    assert len(kept(changed)) == 5
    assert "2 matches and 1 tournament with" in run("prune", "--older-than", "4w", "--database", file).output
    assert kept(changed) == ["mrated", "mrunning", "myoung"]
    tournaments = changed.execute("select distinct tournament_id from tournament_event order by 1").fetchall()
    assert tournaments == [("rated",), ("running",), ("young",)]
    run("prune", "--older-than", "4w", "--rated", "--database", file)
    assert kept(changed) == ["mrunning", "myoung"]
    changed.close()


async def test_tournaments_are_checked_copied_and_rebuilt(tmp_path: Path) -> None:
    """Their events and their archive are in a backup, and a rebuild derives the archive from the events alone."""
    server = TournamentServer()
    room = begin_engines(server, Format.ROUND_ROBIN, 4)
    await server.finish(room)
    file, copy, restored = (tmp_path / name for name in ("kibitz.db", "copy.gz", "restored.db"))
    store = SqlStore(f"sqlite:///{file}", asyncio.get_running_loop())
    for game in room.tournament.games:
        store.append(server.store.history(game.begun.match_id), lambda _: None)
    store.append(server.store.tournament_history(room.id), lambda _: None)
    store.close()
    assert "6 matches and 1 tournament checked, problems: none" in run("check", "--database", file).output
    SqlStore(f"sqlite:///{file}", asyncio.get_running_loop()).close()
    assert run("backup", copy, "--database", file).exit_code == 0
    assert run("restore", copy, "--database", restored).exit_code == 0
    names = ("tournament_event", "ended_tournament", "ended_entrant")
    queries = [f"select * from {name} order by 1, 2" for name in names]
    with sqlite3.connect(file) as one, sqlite3.connect(restored) as other:
        found = [one.execute(query).fetchall() for query in queries]
        assert [len(rows) for rows in found] == [room.tournament.seq, 1, 4]
        assert [other.execute(query).fetchall() for query in queries] == found
        other.execute("delete from ended_tournament")
        other.execute("update ended set tournament_id = null")
        other.commit()
        assert run("rebuild", "--database", restored).exit_code == 0
        assert [other.execute(query).fetchall() for query in queries] == found
        places = other.execute("select tournament_id, round, pair, tournament_game from ended order by 4").fetchall()
        expected = [(room.id, game.round, game.begun.pair, game.number) for game in room.tournament.games]
        assert places == expected
        other.execute("delete from tournament_event where seq = 9")
        other.commit()
    one.close()
    other.close()
    result = run("check", "--database", restored)
    assert (result.exit_code, "tournament t1: event 9 is missing" in result.output) == (1, True)


def kept(database: sqlite3.Connection) -> list[str]:
    """Return the ids of the remaining matches."""
    return [id for (id,) in database.execute("select distinct match_id from event order by 1")]


def test_the_archive_is_rebuilt(database: Path, history: list[Event]) -> None:
    """After a rebuild, the archive follows from the events alone."""
    with sqlite3.connect(database) as changed:
        changed.execute(
            "insert into ended (match_id, code, game, host_id, listed, rated, aborted, winner, reason, plies,"
            " created_at, ended_at) values ('m0', 'X', 'chess', 'h', 1, 0, 0, 1, 'mate', 9, 1.0, 2.0)"
        )
    assert "1 match in the archive" in run("rebuild", "--database", database).output
    assert changed.execute("select winner, game, plies from ended").fetchall() == [(0, "tictactoe", len(history) - 3)]
    changed.close()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("check", "--database", "/no/such/kibitz.db"), "there is no database"),
        (("check", "--database", ":memory:"), "stores nothing"),
        (("check", "--database", "mysql://ann@db/kibitz"), "SQLite or Postgres"),
        (("check", "--database", "postgresql://ann:secret@db/kibitz"), "a password must not be in"),
        (("check", "--database", "postgresql://ann@127.0.0.1:1/kibitz"), "start the database server"),
        (("restore", "/no/such/copy", "--database", "sqlite://"), "No such file"),
    ],
)
def test_an_error_has_a_hint(arguments: tuple[str, ...], words: str) -> None:
    """Each error has an explanation, a hint, and no password."""
    result = run(*arguments)
    assert result.exit_code == 2
    assert words in result.output
    assert "try: " in result.output
    assert "secret" not in result.output


def test_an_age_needs_a_unit(database: Path) -> None:
    """An age without a unit is refused with examples."""
    result = run("prune", "--older-than", "90", "--database", database)
    assert (result.exit_code, "write it like 90d" in result.output) == (2, True)


def test_guests_without_a_seat_are_pruned(database: Path) -> None:
    """Old guests that own nothing are deleted, with their puzzles and answers in lessons.

    Hosts, players, young guests, solvers and teachers of late, pupils of young lessons, and those with mutes or alerts
    stay.
    """
    now = time.time()
    with sqlite3.connect(database) as changed:
        for id in (ADA.id, BEN.id, "muting", "alerted", "young", "idle", "solver", "teacher", "pupil"):
            created_at = now - 86_400 if id == "young" else 1.0
            row = (id, f"guest {id}", f"hash {id}", created_at)
            changed.execute("insert into guest (id, name, token_hash, created_at) values (?, ?, ?, ?)", row)
        changed.execute("insert into mute (player_id, looks) values ('muting', 'x')")
        changed.execute("insert into turn_wish (player_id) values ('alerted')")
        for code, made_at in (("K7QX42", now), ("0LD001", 1.0)):
            changed.execute("insert into lesson values (?, 'teacher', 'Ada', 'forks', '[]', '', ?)", (code, made_at))
        for code, pupil in (("0LD001", "idle"), ("0LD001", "young"), ("K7QX42", "pupil")):
            changed.execute("insert into lesson_pupil values (?, ?, 1, 'Zoe')", (code, pupil))
        changed.execute("update event set at = ?", (now,))
        for id, at in (("idle", 1.0), ("solver", now)):
            changed.execute("insert into puzzle_attempt values (?, 'p', 'chess', ?, 'solved', 1500, 1600)", (id, at))
            changed.execute("insert into puzzle_rating values (?, 'chess', 25, 8, 1, 1, 1, 1)", (id,))
            changed.execute("insert into alert_sent values (?, 'm', 1, 1)", (id,))

    def guests() -> list[str]:
        return sorted(id for (id,) in changed.execute("select id from guest"))

    def left() -> list[list[str]]:
        tables = ("puzzle_attempt", "puzzle_rating", "alert_sent")
        return [[id for (id,) in changed.execute(f"select player_id from {table}")] for table in tables]

    changed.commit()
    arguments = ("prune", "--older-than", "4w", "--database", database)
    assert "2 guests without a seat would be deleted" in run(*arguments, "--dry-run").output
    assert (len(guests()), left()) == (10, [["idle", "solver"]] * 3)
    assert "2 guests without a seat deleted" in run(*arguments).output
    assert guests() == sorted([ADA.id, BEN.id, "alerted", "muting", "pupil", "solver", "teacher", "young"])
    assert left() == [["solver"]] * 3
    assert list(changed.execute("select player_id from lesson_pupil order by 1")) == [("pupil",), ("young",)]
    changed.close()


def test_a_file_that_is_not_a_database_is_reported(tmp_path: Path) -> None:
    """Another kind of file is refused with a reason."""
    file = tmp_path / "notes.txt"
    file.write_text("milk, bread and a great many other things " * 100)
    result = run("check", "--database", file)
    assert (result.exit_code, "not a database" in result.output) == (2, True)
