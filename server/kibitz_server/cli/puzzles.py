"""`kibitz-server puzzles`: make puzzles of the archive, list and remove them."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from kibitz_server.cli.console import fail
from kibitz_server.cli.db import Database, open_database

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine

app = typer.Typer(
    help="Make puzzles of finished matches, list and remove them.", rich_markup_mode=None, no_args_is_help=True
)


@app.command()
def make(
    matches: Annotated[
        int, typer.Option(min=1, max=10_000, help="Bound the number of matches that are searched.")
    ] = 20,
    database: Database = None,
) -> None:
    """Search the newest matches of the archive for puzzles, in this process. Stop the server first.

    A running server does the same by itself, while no client waits for the engines.
    """
    from kibitz_server.engine.compiler import select
    from kibitz_server.store.migrations.upgrade import upgrade

    select.compile_searches()
    with open_database(database) as engine:
        upgrade(engine)
        searched, made = _make(engine, matches)
    typer.echo(f"{made} puzzle{'s' * (made != 1)} made of {searched} match{'es' * (searched != 1)}")


def _make(engine: "Engine", most: int) -> tuple[int, int]:
    """Return how many matches were searched, and how many puzzles were made."""
    from kibitz_server.core.match.match import Match
    from kibitz_server.engine.control import SearchControl
    from kibitz_server.engine.driver import run
    from kibitz_server.puzzles.making import PuzzleSearch
    from kibitz_server.runtime.analysis.puzzle_maker import KEPT, SINCE_S
    from kibitz_server.scheduler import SYSTEM_CLOCK
    from kibitz_server.store.archive import puzzles
    from kibitz_server.store.sql import SqlReader

    now, reader, made = SYSTEM_CLOCK(), SqlReader(engine), 0
    found = reader.query(lambda connection: puzzles.unsearched(connection, now - SINCE_S, most))
    for match_id, ended_at in found:
        new: list[puzzles.StoredPuzzle] = []
        try:
            match = Match.from_events((entry.event for entry in reader.history(match_id)), 0.0)
            work = PuzzleSearch(match, ended_at)
            while (position := work.position) is not None:
                control = SearchControl()
                control.reset(work.limit.nodes)
                work.add(run(position, work.algorithm, work.limit, control))
            new = work.puzzles(now)
        except Exception as error:  # as in a server: a damaged match does not end the work on others
            typer.echo(f"no puzzles can be made of match {match_id}: {error}", err=True)
        with engine.begin() as connection:
            made += puzzles.add(connection, new, KEPT)
            puzzles.note_source(connection, match_id)
    return len(found), made


@app.command("list")
def list_puzzles(
    game: Annotated[str | None, typer.Argument(help="Only puzzles of this game.")] = None,
    limit: Annotated[int, typer.Option(min=1, max=10_000, help="Bound the number of puzzles that are listed.")] = 50,
    database: Database = None,
) -> None:
    """List the newest puzzles, with their ratings and how often they were solved."""
    from kibitz_server.games.registry import UnknownGame, named_game
    from kibitz_server.store.archive import puzzles

    try:
        name = None if game is None else named_game(game)[0]
    except UnknownGame as error:
        fail(str(error), "kibitz-server puzzles list")
    with _filled(database) as connection:
        found = puzzles.listed(connection, name, limit)
        counts = puzzles.counts(connection)
    counts = {each: number for each, number in counts.items() if name in (None, each)}
    for puzzle in found:
        source = puzzle.code or "bundled"
        tried = f"{puzzle.solved} of {puzzle.attempts} solved"
        typer.echo(f"{puzzle.id}  {puzzle.game:<14} {puzzle.rating.shown:>5}  {tried:<18} {source:<9} {puzzle.themes}")
    typer.echo(", ".join(f"{name} {number}" for name, number in sorted(counts.items())) or f"no puzzles of {name} yet")


@app.command()
def remove(
    ids: Annotated[list[str], typer.Argument(metavar="ID...", help="Ids of puzzles, as `list` shows them.")],
    database: Database = None,
) -> None:
    """Remove puzzles. They are not made again, and attempts at them stay as they are."""
    from kibitz_server.store.archive import puzzles

    with _filled(database) as connection:
        missing = [id for id in dict.fromkeys(ids) if puzzles.find(connection, id) is None]
        removed = puzzles.remove(connection, ids)
    if removed or not missing:
        typer.echo(f"{removed} puzzle{'s' * (removed != 1)} removed")
    if missing:
        fail(f"there is no puzzle {', '.join(missing)}", "kibitz-server puzzles list")


@contextmanager
def _filled(database: str | None) -> Iterator["Connection"]:
    """Open a transaction in which the puzzles that come with Kibitz exist. A server stores them when a client asks."""
    from kibitz_server.puzzles.bundled import bundled
    from kibitz_server.store.archive import puzzles
    from kibitz_server.store.migrations.upgrade import upgrade

    with open_database(database) as engine:
        upgrade(engine)
        with engine.begin() as connection:
            puzzles.add(connection, bundled())
            yield connection
