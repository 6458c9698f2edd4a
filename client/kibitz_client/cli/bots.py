"""Typer commands of `kibitz bot`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kibitz_client.cli.options import Server
from kibitz_client.cli.runner import perform
from kibitz_client.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from kibitz_client.terminal.output import Output

app = typer.Typer(help="Run your own bots, and check servers.", rich_markup_mode=None, no_args_is_help=True)

Name = Annotated[str | None, typer.Option(metavar="NAME", help="The bot's name that others see (KIBITZ_NAME).")]
TokenFile = Annotated[
    Path | None, typer.Option(metavar="FILE", help="The file with the bot's token (or the token in KIBITZ_TOKEN).")
]
Json = Annotated[bool, typer.Option("--json", help="Print all messages of the server, one JSON object per line.")]


@app.command()
def run(
    bot: Annotated[
        str | None, typer.Argument(metavar="MODULE:CLASS", help="The bot's class, or path/to/file.py:Class.")
    ] = None,
    program: Annotated[
        str | None,
        typer.Option("--exec", metavar="PROGRAM", help="Run a program that speaks JSON lines, instead of a class."),
    ] = None,
    uci: Annotated[str | None, typer.Option("--uci", metavar="ENGINE", help="Reserved for chess engines.")] = None,
    match: Annotated[
        list[str] | None, typer.Option("--match", "-m", metavar="CODE", help="Take a seat in this match.")
    ] = None,
    host: Annotated[list[str] | None, typer.Option(metavar="GAME", help="Host a match of this game.")] = None,
    accept: Annotated[
        list[str] | None, typer.Option(metavar="GAME", help="Join new open matches of this game.")
    ] = None,
    invited: Annotated[
        bool, typer.Option("--invited", help="Take seats that are reserved for the bot by name.")
    ] = False,
    seek: Annotated[
        list[str] | None, typer.Option(metavar="GAME", help="Seek opponents at this game, one after the other.")
    ] = None,
    against: Annotated[
        str, typer.Option(metavar="WHO", help="The opponent in a hosted match: open, or an engine.")
    ] = "open",
    option: Annotated[
        list[str] | None, typer.Option("--option", "-o", metavar="NAME=VALUE", help="Set an option of the hosted game.")
    ] = None,
    clock: Annotated[
        str | None, typer.Option(metavar="CLOCK", help="The clock of hosted and sought matches: 5+3.")
    ] = None,
    rematch: Annotated[bool, typer.Option("--rematch", help="Accept rematches.")] = False,
    matches: Annotated[int | None, typer.Option(min=1, help="Stop after this many matches.")] = None,
    at_once: Annotated[int, typer.Option(min=1, max=50, help="How many matches of the lobby to play at a time.")] = 4,
    server: Server = None,
    name: Name = None,
    token_file: TokenFile = None,
    as_json: Json = False,
) -> None:
    """Run a bot. It resumes its matches after a lost connection and after a restart."""

    def work(settings: Settings, output: "Output") -> "Coroutine[Any, Any, None]":
        from kibitz_client.bots import command
        from kibitz_client.bots.runner import Plan
        from kibitz_client.errors import UsageError
        from kibitz_client.parsing.arguments import MatchSetup

        make = command.maker(bot, program, uci, output.warn)
        hosted = [MatchSetup(game, option or (), opponent=against, clock=clock) for game in host or ()]
        sought = clock if seek else None
        plan = Plan(match or (), hosted, accept or (), invited, seek or (), sought, at_once, matches, rematch)
        if not (plan.join or plan.host or plan.accept or plan.invited or plan.seek):
            raise UsageError(
                "the bot has no match to play", "add --match CODE, --host GAME, --accept GAME, --seek GAME or --invited"
            )
        return command.run(settings, output, make, plan)

    perform(work, server, name, token_file, as_json)


@app.command()
def check(
    url: Annotated[str, typer.Argument(metavar="URL", help="The server to check.")],
    as_json: Json = False,
) -> None:
    """Check whether a server does what bots rely on, line by line. The exit code is 1 if it does not.

    Use `kibitz-server check-client` to check a bot.
    """

    def work(settings: Settings, output: "Output") -> "Coroutine[Any, Any, None]":
        from kibitz_client.bots import command

        return command.check(settings, output, url)

    perform(work, None, None, None, as_json)
