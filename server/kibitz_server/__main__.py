"""Command line of the server. The modules of `cli` hold the commands, one module a subject.

They import what they need inside the commands, because every worker process imports this module again.
"""

import os
import sys
from typing import Annotated

import typer

from kibitz_protocol.service_links import drop_service_links
from kibitz_server.cli import books, check_client, check_mail, db, openings, puzzles, serve, tournament, verify
from kibitz_server.cli.admin import commands as admin
from kibitz_server.cli.engines import programs, worker
from kibitz_server.cli.stats import commands as stats
from kibitz_server.temporary import HINT, NoTemporaryFolder

app = typer.Typer(
    name="kibitz-server",
    help="Host matches of board games for players, engines and spectators.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


def _show_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        # The licence of gacrux asks for a link where a program describes itself.
        typer.echo(f"kibitz-server {version('kibitz')}\nSwiss rounds are paired by Gacrux: https://www.gacrux.no")
        raise typer.Exit


@app.callback()
def group(
    _version: Annotated[
        bool, typer.Option("--version", help="Show the version and exit.", is_eager=True, callback=_show_version)
    ] = False,
) -> None:
    """Host matches of board games for players, engines and spectators."""
    # Before a command reads its options: variables are defaults of them.
    drop_service_links(os.environ)


app.command(cls=serve.SettingsCommand)(serve.serve)
app.command(
    "check-config",
    context_settings={"allow_extra_args": True, "ignore_unknown_options": True},
    epilog="Accepts every option of `kibitz-server serve`. Exit code 2: something is wrong.",
)(serve.check_config)
app.command()(worker.worker)
app.command()(programs.warm)
app.command()(programs.rules)
app.command()(programs.analyse)
app.command()(programs.explain)
app.command()(programs.perft)
app.command()(programs.uci)
app.command()(programs.gtp)
app.command("check-game")(programs.check_game)
app.command()(verify.verify)
app.command()(verify.pgn)
app.command()(verify.sgf)
app.command("check-client")(check_client.check_client)
app.command("check-mail")(check_mail.check_mail)
app.add_typer(books.app, name="book")
app.add_typer(openings.app, name="openings")
app.add_typer(puzzles.app, name="puzzles")
app.add_typer(tournament.app, name="tournament")
app.add_typer(db.app, name="db")
app.add_typer(stats.app, name="stats")
app.add_typer(admin.app, name="admin")


def main() -> None:
    """Run `kibitz-server`."""
    try:
        app()
    except NoTemporaryFolder as error:
        typer.echo(f"error: {error}\ntry: {HINT}", err=True)
        sys.exit(2)


if __name__ == "__main__":
    main()
