"""Typer commands of `kibitz study`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from kibitz_client.cli import completion
from kibitz_client.cli.command import command
from kibitz_client.cli.options import Done, KeyFile, Options
from kibitz_client.cli.runner import Work
from kibitz_client.settings import Settings

if TYPE_CHECKING:
    from kibitz_client.terminal.output import Output

HELP = (
    "Studies: analysis boards with variations, notes and signs that the server keeps. They are changed on the page of"
    " the server, at /studies."
)
app = typer.Typer(help=HELP, rich_markup_mode=None, no_args_is_help=True)

SIGNED_IN = ("server", "token_file", "as_json")
Code = Annotated[str, typer.Argument(metavar="CODE", help="The code of the study, as in its link.")]


@command(app, "list", shared=SIGNED_IN)
def list_studies(
    listed: Annotated[
        bool, typer.Option("--listed", help="List those that their owners show to everyone, in place of yours.")
    ] = False,
    game: Annotated[
        str | None, typer.Option(help="Only studies of this game.", autocompletion=completion.games)
    ] = None,
) -> Work:
    """List your studies."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands.records import study

        return study.list_studies(settings, output, game, listed=listed)

    return work


@command(app, shared=SIGNED_IN)
def show(code: Code) -> Work:
    """Show a study: its first position, and its moves with variations and notes."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands.records import study

        return study.show(settings, output, code)

    return work


@command(app, shared=SIGNED_IN)
def new(
    game: Annotated[
        str | None, typer.Argument(help="The name of a game; see: kibitz games", autocompletion=completion.games)
    ] = None,
    moves: Annotated[list[str] | None, typer.Argument(metavar="MOVE...", help="The moves to begin with.")] = None,
    match: Annotated[
        str | None, typer.Option(metavar="CODE", help="Make it of a match that is over, in place of a game.")
    ] = None,
    title: Annotated[str | None, typer.Option(help="The name of the study.")] = None,
    option: Options = None,
    position: Annotated[str | None, typer.Option(help="The position to start from, as the server writes it.")] = None,
    key_file: KeyFile = None,
) -> Work:
    """Make a study of a game or of a match, and print its link."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands.records import study
        from kibitz_client.errors import UsageError

        if (game is None) == (match is None):
            raise UsageError("a study is of a game or of a match", "name one of them: kibitz study new chess e4 e5")
        if match is not None:
            return study.new_of_match(settings, output, match, title, key_file=key_file)
        assert game is not None
        return study.new(settings, output, game, option or [], position, moves or [], title)

    return work


@command(app, shared=SIGNED_IN)
def export(
    code: Code,
    pgn: Annotated[bool, typer.Option("--pgn", help="Write PGN with variations; that is the default.")] = False,
    sgf: Annotated[bool, typer.Option("--sgf", help="Write SGF, which programs for Go read.")] = False,
    record: Annotated[bool, typer.Option("--record", help="Write a record, which has all of the study.")] = False,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Write to this file (default: standard output). The ending .sgf or .jsonl selects the format.",
        ),
    ] = None,
) -> Work:
    """Write a study as a file."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands.records import study
        from kibitz_client.errors import UsageError

        if pgn + sgf + record > 1:
            raise UsageError("--pgn, --sgf and --record exclude each other", "leave all but one of them out")
        form: Literal["pgn", "sgf", "record"] | None = (
            "pgn" if pgn else "sgf" if sgf else "record" if record or settings.json else None
        )
        return study.export(settings, output, code, form, out)

    return work


@command(app, shared=SIGNED_IN)
def delete(code: Code) -> Work:
    """Delete a study of yours."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands.records import study

        return study.delete(settings, output, code)

    return work
