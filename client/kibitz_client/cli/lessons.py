"""Typer commands of `kibitz lesson`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kibitz_client.cli.command import command
from kibitz_client.cli.options import Done
from kibitz_client.cli.runner import Work
from kibitz_client.settings import Settings

if TYPE_CHECKING:
    from kibitz_client.terminal.output import Output

HELP = (
    "Make lessons for pupils from files, and see their results. The page of the server has a form for them, at"
    " /lessons, and classes that follow your steps, at /learn."
)
app = typer.Typer(help=HELP, rich_markup_mode=None, no_args_is_help=True)

SIGNED_IN = ("server", "token_file", "as_json")
Code = Annotated[str, typer.Argument(metavar="CODE", help="The code that `kibitz lesson list` shows.")]


@command(app, "list", SIGNED_IN)
def show_list() -> Work:
    """List your lessons and classes."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands.learning import lesson

        return lesson.show_list(settings, output)

    return work


@command(app, "import", SIGNED_IN)
def make(file: Annotated[Path, typer.Argument(metavar="FILE", help="JSON with a name and tasks.")]) -> Work:
    """Make a lesson of a file, as `kibitz lesson export` prints it."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands.learning import lesson

        return lesson.make(settings, output, file)

    return work


@command(app, shared=SIGNED_IN)
def export(code: Code) -> Work:
    """Print a lesson of yours as a file, with the right answers."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands.learning import lesson

        return lesson.export(settings, output, code)

    return work


@command(app, shared=SIGNED_IN)
def results(code: Code) -> Work:
    """Show how pupils have answered the tasks of a lesson of yours."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands.learning import lesson

        return lesson.results(settings, output, code)

    return work


@command(app, shared=SIGNED_IN)
def delete(code: Code) -> Work:
    """Delete a lesson or a class of yours, with its results."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands.learning import lesson

        return lesson.delete(settings, output, code)

    return work
