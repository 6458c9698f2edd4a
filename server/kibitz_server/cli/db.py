"""`kibitz-server db`: look after the database, while a server runs on it or not."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kibitz_server.cli.console import fail

if TYPE_CHECKING:
    from sqlalchemy import Engine

app = typer.Typer(help="Look after the database: copy, check and thin it out.", no_args_is_help=True)

Database = Annotated[
    str | None,
    typer.Option(
        help="SQLite file or postgresql://USER@HOST/NAME; the same as that of `kibitz-server serve` unless named."
    ),
]


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(help="The file to write; compressed if its name ends in .gz.")],
    database: Database = None,
) -> None:
    """Copy everything into one file, from which `restore` makes an SQLite or Postgres database again.

    A server may run meanwhile: the copy is of one moment.
    """
    from kibitz_server.offline.database.backup import write

    with opened(database) as engine:
        counts = write(engine, file)
    typer.echo(f"{file} has all of it: {_counted(counts)}")


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(help="What `backup` wrote.")],
    database: Database = None,
) -> None:
    """Fill an empty database from a backup. Nothing is written unless all of it can be."""
    from kibitz_server.offline.database.restore import read

    with opened(database, make=True) as engine:
        counts = read(engine, file)
    typer.echo(f"restored: {_counted(counts)}")


@app.command()
def check(database: Database = None) -> None:
    """Rebuild every match from its events, and say where one cannot have come about. Ends with 1 if there is any."""
    from kibitz_server.offline.database.integrity import Report
    from kibitz_server.offline.database.integrity import check as look

    report = Report()
    with opened(database) as engine:
        for trouble in look(engine, report):
            typer.echo(trouble)
    typer.echo(f"{report.events} events of {_matches(report.matches)}, {report.troubles or 'none'} in trouble")
    if report.troubles:
        raise typer.Exit(1)


@app.command()
def rebuild(database: Database = None) -> None:
    """Make the archive and all ratings anew from the events of matches. Stop the server first."""
    from kibitz_server.store.archive.rebuild import rebuild_archive
    from kibitz_server.store.migrations.upgrade import upgrade

    with opened(database) as engine:
        upgrade(engine)
        matches = rebuild_archive(engine)
    typer.echo(f"{_matches(matches)} in the archive")


@app.command()
def prune(
    older_than: Annotated[str, typer.Option(metavar="AGE", help="How long ago they ended: 90d, 12w or 2y.")],
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would go.")] = False,
    rated: Annotated[bool, typer.Option("--rated", help="Rated matches too, though ratings are made of them.")] = False,
    database: Database = None,
) -> None:
    """Delete matches that ended long ago, with all their events."""
    from kibitz_server.offline.database.prune import prune as remove

    with opened(database) as engine:
        matches, events = remove(engine, older_than, rated, dry_run)
    verb = "would go" if dry_run else "are gone"
    typer.echo(f"{_matches(matches)} with {events} events {verb}")


def _counted(counts: dict[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(counts.items()) if count) or "nothing"


@contextmanager
def opened(database: str | None, make: bool = False) -> Iterator["Engine"]:
    """The database; what is wrong with it, or with what is done to it, ends the program in words."""
    from sqlalchemy.exc import SQLAlchemyError

    from kibitz_server.offline.database.backup import BadBackup
    from kibitz_server.offline.database.prune import BadAge
    from kibitz_server.settings import BadSettings, Settings
    from kibitz_server.store.database import BadDatabase, connect
    from kibitz_server.store.writer import error_hint, error_text

    try:
        settings = Settings.read(database=database)
        url = settings.database_url
        if url is None:
            fail("a server on :memory: keeps nothing", "name a database with --database")
        if "://" not in settings.database and not make and not Path(settings.database).is_file():
            fail(f"there is no database {settings.database}", "name another with --database")
        engine = connect(url)
    except BadSettings as error:
        fail(str(error), "`kibitz-server db --help`")
    except BadDatabase as error:
        fail(str(error), "name another with --database")
    try:
        yield engine
    except (BadBackup, BadAge, BadDatabase) as error:
        fail(str(error), getattr(error, "hint", "`kibitz-server db --help`"))
    except SQLAlchemyError as error:
        fail(f"the database {settings.shown_database}: {error_text(error)}", error_hint(error))
    except OSError as error:
        fail(f"{error.filename}: {error.strerror}", "name another file")
    finally:
        engine.dispose()


def _matches(number: int) -> str:
    return f"{number} match" if number == 1 else f"{number} matches"
