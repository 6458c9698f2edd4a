"""The command line of the server; what the commands do is in `operate`, one module a subject.

Those modules import what they need inside of their commands: every worker process imports this file again.
"""

import typer

from kibitz_server.cli import admin, books, db, engines, serve, verify

app = typer.Typer(
    name="kibitz-server",
    help="Host games: matches between people and engines, for players and spectators on any machine.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


@app.callback()
def group() -> None:
    """Host games: matches between people and engines, for players and spectators on any machine."""


app.command()(serve.serve)
app.command(
    "check-config",
    context_settings={"allow_extra_args": True, "ignore_unknown_options": True},
    epilog="Takes every option of `kibitz-server serve`. Ends with 2 when something is wrong.",
)(serve.check_config)
app.command()(engines.warm)
app.command()(engines.rules)
app.command()(engines.analyse)
app.command()(engines.explain)
app.command()(engines.perft)
app.command()(verify.verify)
app.command("check-client")(verify.check_client)
app.add_typer(books.app, name="book")
app.add_typer(db.app, name="db")
app.add_typer(admin.app, name="admin")


def main() -> None:
    """Entry point of `kibitz-server`."""
    app()


if __name__ == "__main__":
    main()
