"""`kibitz-server verify`, `pgn` and `sgf`: check a match record, or make one of a game in PGN or SGF."""

import sys
from collections.abc import Callable, Iterable
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO

import typer

from kibitz_server.cli.console import fail, finish, run_as_filter, warn_of_games

if TYPE_CHECKING:
    from kibitz_protocol.formats.notes import Notes


def verify(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="The record, as `kibitz watch --json` prints it; - reads input.")
    ],
    engines: Annotated[
        bool, typer.Option("--engines", help="Repeat the engines' searches too, where possible.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Replay a record through the rules and the clocks, and show where it first differs (exit code 1)."""
    from kibitz_server.records.report import check

    run_as_filter()
    finish(check(file, engines=engines, as_json=as_json, say=typer.echo))


def pgn(
    file: Annotated[str, typer.Argument(metavar="FILE", help="The file with games in PGN or PDN; - reads input.")],
    game: Annotated[int, typer.Option("--game", min=1, metavar="N", help="Take this game of the file.")] = 1,
) -> None:
    """Write a game in PGN as a record, which `verify` checks and `kibitz replay` shows. The moves are checked."""
    from kibitz_protocol.formats.pgn.reader import read_file, read_game
    from kibitz_server.records.pgn import record_lines

    def lines(stream: BinaryIO) -> "tuple[Iterable[str], Notes]":
        decoded = read_file(stream)
        found = read_game(decoded.text, game, decoded.notes)
        return record_lines(found, pdn=file.lower().endswith(".pdn")), found.notes

    _write("PGN", file, lines)


def sgf(
    file: Annotated[str, typer.Argument(metavar="FILE", help="The file with games of Go in SGF; - reads input.")],
    game: Annotated[int, typer.Option("--game", min=1, metavar="N", help="Take this game of the file.")] = 1,
) -> None:
    """Write a game of Go in SGF as a record, which `verify` checks and `kibitz replay` shows. The moves are checked."""
    from kibitz_protocol.formats.sgf.reader import read_file, read_game
    from kibitz_server.records.sgf import record_lines

    def lines(stream: BinaryIO) -> "tuple[Iterable[str], Notes]":
        decoded = read_file(stream)
        found = read_game(decoded.text, game, decoded.notes)
        return record_lines(found), found.notes

    _write("SGF", file, lines)


def _write(form: str, file: str, read: "Callable[[BinaryIO], tuple[Iterable[str], Notes]]") -> None:
    """Write the lines of a record, and its notes as errors, or end with a sentence for what is wrong with its file."""
    from kibitz_protocol.formats.text import BadGame
    from kibitz_protocol.validation.reading import open_regular

    run_as_filter()
    warn_of_games()
    name = "the input" if file == "-" else file
    try:
        with nullcontext(sys.stdin.buffer) if file == "-" else open_regular(Path(file)) as stream:
            lines, notes = read(stream)
            for line in lines:
                typer.echo(line)
        for note in notes:
            typer.echo(f"note: {note}", err=True)
    except BadGame as error:
        fail(f"{name} cannot be read as {form}: {error}", None, 2)
    except OSError as error:
        fail(f"{name} cannot be read: {error.strerror}", None, 2)
