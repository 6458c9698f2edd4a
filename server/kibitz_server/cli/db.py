"""`kibitz-server db`: maintain the database, with or without a running server."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kibitz_server.cli.console import fail, finish

if TYPE_CHECKING:
    from sqlalchemy import Engine

app = typer.Typer(
    help="Maintain the database: back up, restore, check and prune.", rich_markup_mode=None, no_args_is_help=True
)

Database = Annotated[
    str | None,
    typer.Option(help="Select an SQLite file or postgresql://USER@HOST/NAME; default: as for `kibitz-server serve`."),
]


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(help="The file to write, compressed if its name ends in .gz.")],
    database: Database = None,
) -> None:
    """Copy all data into one file, which `restore` can load into SQLite or Postgres.

    A server may keep running: the copy shows one moment.
    """
    from kibitz_server.maintenance.backup import write

    with open_database(database) as engine:
        counts = write(engine, file)
    typer.echo(f"{file} contains {_counted(counts)}")


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(help="The file that `backup` wrote.")],
    unchecked: Annotated[
        bool, typer.Option("--unchecked", help="Restore it also if a match or tournament in it breaks the rules.")
    ] = False,
    database: Database = None,
) -> None:
    """Fill an empty database from a backup, and replay all matches and tournaments. If it fails, it stays empty."""
    from kibitz_server.maintenance.restore import read

    with open_database(database, may_create=True) as engine:
        counts = read(engine, file, check=not unchecked)
    typer.echo(f"restored: {_counted(counts)}")


@app.command()
def check(database: Database = None) -> None:
    """Replay every match and tournament from its events, and name each that breaks the rules (exit code 1)."""
    from kibitz_server.maintenance.integrity import IntegrityReport
    from kibitz_server.maintenance.integrity import check as find_problems

    report = IntegrityReport()
    with open_database(database) as engine:
        for problem in find_problems(engine, report):
            typer.echo(problem)
    also = f" and {_tournaments(report.tournaments)}" if report.tournaments else ""
    what = f"{_matches(report.matches)}{also}"
    typer.echo(f"{report.events} events of {what} checked, problems: {report.problems or 'none'}")
    if report.problems:
        finish(1)


@app.command()
def rebuild(database: Database = None) -> None:
    """Recreate the archive and all ratings from the events of matches and tournaments. Stop the server first."""
    from kibitz_server.store.archive.rebuild import rebuild_archive
    from kibitz_server.store.migrations.upgrade import upgrade

    with open_database(database) as engine:
        upgrade(engine)
        matches = rebuild_archive(engine)
    typer.echo(f"{_matches(matches)} in the archive")


@app.command()
def prune(
    older_than: Annotated[
        str,
        typer.Option(
            metavar="AGE",
            help="Delete matches and tournaments that ended, and guests that came, longer ago: 90d, 12w or 2y.",
        ),
    ],
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Count the matches, and delete nothing.")] = False,
    rated: Annotated[
        bool, typer.Option("--rated", help="Delete rated matches too, although ratings depend on them.")
    ] = False,
    database: Database = None,
) -> None:
    """Delete old matches, old tournaments with their matches, and old guests that own nothing.

    A match of a tournament is kept as long as the tournament.
    """
    from kibitz_server.maintenance.prune import prune as remove
    from kibitz_server.maintenance.prune import prune_guests

    with open_database(database) as engine:
        matches, tournaments, events = remove(engine, older_than, rated, dry_run)
        guests = prune_guests(engine, older_than, dry_run)
    verb = "would be deleted" if dry_run else "deleted"
    also = f" and {_tournaments(tournaments)}" if tournaments else ""
    typer.echo(f"{_matches(matches)}{also} with {events} events {verb}")
    typer.echo(f"{guests} guest{'s' * (guests != 1)} without a seat {verb}")


def _counted(counts: dict[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(counts.items()) if count) or "nothing"


@contextmanager
def open_database(database: str | None, may_create: bool = False, *, one_session: bool = False) -> Iterator["Engine"]:
    """Open the database. Its errors, and those of the block, end the command with a message and a hint.

    Args:
        database: The option --database; None takes the server's setting.
        may_create: Whether a missing SQLite file is created. It is removed again if the block fails.
        one_session: Whether an engine for Postgres opens at most one session at a time.
    """
    from sqlalchemy.exc import SQLAlchemyError

    from kibitz_server.maintenance.backup import BadBackup
    from kibitz_server.maintenance.prune import BadAge
    from kibitz_server.settings import BadSettings, Settings
    from kibitz_server.store.database import BadDatabase, connect
    from kibitz_server.store.writer import error_hint, error_text

    try:
        settings = Settings.read(database=database)
        url = settings.database_url
        if url is None:
            fail("a server on :memory: stores nothing", "select a database with --database")
        if "://" not in settings.database and not may_create and not Path(settings.database).is_file():
            fail(f"there is no database {settings.database}", "select another with --database")
        new = may_create and "://" not in settings.database and not Path(settings.database).exists()
        engine = connect(url, one_session=one_session)
    except BadSettings as error:
        fail(str(error), "`kibitz-server db --help`")
    except BadDatabase as error:
        fail(str(error), "select another with --database")
    try:
        yield engine
        new = False
    except (BadBackup, BadAge, BadDatabase) as error:
        fail(str(error), getattr(error, "hint", "`kibitz-server db --help`"))
    except SQLAlchemyError as error:
        fail(f"the database {settings.shown_database}: {error_text(error)}", error_hint(error))
    except OSError as error:
        fail(f"{error.filename}: {error.strerror}", "select another file")
    finally:
        engine.dispose()
        if new:
            for suffix in ("", "-wal", "-shm"):
                Path(f"{settings.database}{suffix}").unlink(missing_ok=True)


def _matches(number: int) -> str:
    return f"{number} match" if number == 1 else f"{number} matches"


def _tournaments(number: int) -> str:
    return f"{number} tournament{'s' * (number != 1)}"
