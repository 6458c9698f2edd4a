"""Typer commands of `kibitz bot`."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kibitz_client.cli.command import BriefHelp
from kibitz_client.cli.options import Server, duration
from kibitz_client.cli.runner import perform
from kibitz_client.errors import UsageError
from kibitz_client.settings import Settings
from kibitz_protocol.validation.durations import DAY, MILLISECOND, TENTH

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from kibitz_client.terminal.output import Output

app = typer.Typer(help="Run your own bots.", rich_markup_mode=None, no_args_is_help=True)

Name = Annotated[str | None, typer.Option(metavar="NAME", help="Set the bot's name (KIBITZ_NAME).")]
TokenFile = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="Read the bot's token from a file, or write a new guest's to a new one (KIBITZ_TOKEN: the token itself).",
    ),
]


class Mode(StrEnum):
    """Kind of matches."""

    CASUAL = "casual"
    RATED = "rated"


class Opponents(StrEnum):
    """Kind of opponents."""

    ACCOUNTS = "accounts"
    GUESTS = "guests"


BotClass = Annotated[
    str | None, typer.Argument(metavar="MODULE:CLASS", help="The bot; also path/to/file.py:Class.", show_default=False)
]
Program = Annotated[
    str | None, typer.Option("--exec", metavar="PROGRAM", help="Run a program that speaks JSON lines instead.")
]
Uci = Annotated[
    str | None, typer.Option("--uci", metavar="ENGINE", help="Run a UCI engine, in games with UCI notation.")
]
UciOption = Annotated[
    list[str] | None, typer.Option(metavar="NAME=VALUE", help="Set an option of the UCI engine: Hash=64.")
]
UciGo = Annotated[
    str | None,
    typer.Option(
        metavar="LIMIT", help="Limit the UCI engine in matches without a clock: depth 12 (default: movetime 1000)."
    ),
]
Gtp = Annotated[
    str | None,
    typer.Option("--gtp", metavar="PROGRAM", help="Run a program that speaks GTP, at Go: 'gnugo --mode gtp'."),
]
GtpCommand = Annotated[
    list[str] | None, typer.Option(metavar="COMMAND", help="Send this to the GTP program first: kgs-rules chinese.")
]
GtpTime = Annotated[
    int | None,
    typer.Option(
        min=1, max=3600, metavar="SECONDS", help="Give the GTP program this time for a move in matches without a clock."
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print every message of the server, one JSON object per line.")]


@app.command(cls=BriefHelp)
def run(
    bot: BotClass = None,
    program: Program = None,
    uci: Uci = None,
    uci_option: UciOption = None,
    uci_go: UciGo = None,
    gtp: Gtp = None,
    gtp_command: GtpCommand = None,
    gtp_time: GtpTime = None,
    match: Annotated[
        list[str] | None,
        typer.Option("--match", "-m", metavar="CODE", help="Take a seat in this match, or return to it."),
    ] = None,
    enter: Annotated[
        list[str] | None,
        typer.Option(metavar="CODE", help="Enter this tournament, and play its games (KIBITZ_KEY: its key)."),
    ] = None,
    host: Annotated[list[str] | None, typer.Option(metavar="GAME", help="Create a match of this game.")] = None,
    accept: Annotated[
        list[str] | None, typer.Option(metavar="GAME", help="Join open matches of this game as they appear.")
    ] = None,
    invited: Annotated[bool, typer.Option("--invited", help="Take the seats that are reserved for its name.")] = False,
    seek: Annotated[
        list[str] | None, typer.Option(metavar="GAME", help="Look for opponents at this game, one at a time.")
    ] = None,
    against: Annotated[
        str, typer.Option(metavar="WHO", help="Select the opponent in hosted matches: open, or an engine.")
    ] = "open",
    option: Annotated[
        list[str] | None, typer.Option("--option", "-o", metavar="NAME=VALUE", help="Set an option of the hosted game.")
    ] = None,
    clock: Annotated[
        str | None, typer.Option(metavar="CLOCK", help="Set the clock of hosted and sought matches: 5+3.")
    ] = None,
    engine_pace: Annotated[
        float | None,
        typer.Option(
            callback=duration(MILLISECOND, 10, zero=True),
            metavar="SECONDS",
            help="Let engines take at least this long for a move; default: 0.",
        ),
    ] = None,
    rematch: Annotated[bool, typer.Option("--rematch", help="Accept rematches, with the seats swapped.")] = False,
    matches: Annotated[int | None, typer.Option(min=1, help="End after this many matches.")] = None,
    at_once: Annotated[int, typer.Option(min=1, max=50, help="Limit the matches from the lobby at a time.")] = 4,
    leave_after: Annotated[
        float,
        typer.Option(
            callback=duration(TENTH, DAY, zero=True),
            metavar="SECONDS",
            help="Leave a match without a clock whose opponent makes no move for this long; 0: never.",
        ),
    ] = 240,
    only_game: Annotated[
        list[str] | None, typer.Option(metavar="GAME", help="Decline invitations to other games.")
    ] = None,
    only: Annotated[Mode | None, typer.Option(help="Decline matches of the other kind.", show_default=False)] = None,
    fastest: Annotated[str | None, typer.Option(metavar="CLOCK", help="Decline faster clocks: 1+0.")] = None,
    slowest: Annotated[
        str | None, typer.Option(metavar="CLOCK", help="Decline slower clocks, and matches without one: 15+10.")
    ] = None,
    min_rating: Annotated[int | None, typer.Option(metavar="N", help="Decline opponents with a lower rating.")] = None,
    max_rating: Annotated[int | None, typer.Option(metavar="N", help="Decline opponents with a higher rating.")] = None,
    opponents: Annotated[
        Opponents | None, typer.Option(help="Decline opponents of the other kind.", show_default=False)
    ] = None,
    no_bots: Annotated[bool, typer.Option("--no-bots", help="Decline matches against other bots.")] = False,
    block: Annotated[list[str] | None, typer.Option(metavar="NAME", help="Decline matches of this player.")] = None,
    greeting: Annotated[
        str | None, typer.Option(metavar="TEXT", help='Say this at the start: "Hello {opponent}, I am {name}."')
    ] = None,
    farewell: Annotated[
        str | None, typer.Option(metavar="TEXT", help='Say this at the end: "{result} Thank you, {opponent}."')
    ] = None,
    verbose: Annotated[
        bool,
        typer.Option("--verbose", "-v", help="Show the search info of a UCI engine, or what a GTP program answers."),
    ] = False,
    server: Server = None,
    name: Name = None,
    token_file: TokenFile = None,
    as_json: Json = False,
) -> None:
    """Run a bot. It returns to its matches after a broken connection or a restart.

    The options that decline matches apply to --accept and --invited, not to opponents of --seek and --host.
    """

    def work(settings: Settings, output: "Output") -> "Coroutine[Any, Any, None]":
        from kibitz_client.bots import command
        from kibitz_client.bots.challenges import ChallengeFilter
        from kibitz_client.bots.plan import Plan
        from kibitz_client.parsing.arguments import MatchSetup
        from kibitz_client.storage.passwords import given_key

        choice = command.BotChoice(
            bot, program, uci, uci_option or (), uci_go, verbose, gtp, gtp_command or (), gtp_time
        )
        make = command.bot_factory(choice, output.warn)
        hosted = [
            MatchSetup(game, option or (), opponent=against, clock=clock, engine_pace=engine_pace)
            for game in host or ()
        ]
        sought = clock if seek else None
        challenges = ChallengeFilter(
            games=only_game or (),
            mode=only.value if only else None,
            fastest=fastest,
            slowest=slowest,
            min_rating=min_rating,
            max_rating=max_rating,
            opponents=opponents.value if opponents else None,
            bots=not no_bots,
            blocked=block or (),
        )
        plan = Plan(
            match or (),
            hosted,
            accept or (),
            invited,
            seek or (),
            sought,
            at_once,
            matches,
            rematch,
            challenges=challenges,
            greeting=greeting,
            farewell=farewell,
            leave_after_s=leave_after,
            enter=enter or (),
            key=given_key(None) if enter else None,
        )
        return command.run(settings, output, make, plan)

    perform(work, server, name, token_file, as_json)


@app.command(cls=BriefHelp)
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A session of `kibitz bot run --json`, or a record.")],
    bot: BotClass = None,
    program: Program = None,
    uci: Uci = None,
    uci_option: UciOption = None,
    uci_go: UciGo = None,
    gtp: Gtp = None,
    gtp_command: GtpCommand = None,
    gtp_time: GtpTime = None,
    match: Annotated[
        str | None, typer.Option("--match", "-m", metavar="CODE", help="Replay only this match of the session.")
    ] = None,
    seat: Annotated[
        str | None, typer.Option(metavar="SEAT", help="The bot's seat in a match that was recorded without one: X.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed Python's random numbers at the start of each match.")] = 1,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Show equal choices too.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print every choice, one JSON object per line.")] = False,
) -> None:
    """Ask a bot again what it was asked in a recorded session; exit code 1 if it chooses differently.

    No server and no time limit is involved, so a debugger can stop in the bot.
    """

    def work(_settings: Settings, output: "Output") -> "Coroutine[Any, Any, None]":
        from kibitz_client.bots import command

        choice = command.BotChoice(
            bot, program, uci, uci_option or (), uci_go, verbose, gtp, gtp_command or (), gtp_time
        )
        make = command.bot_factory(choice, output.warn)
        return command.replay_session(output, make, file, code=match, seat=seat, seed=seed, verbose=verbose)

    perform(work, None, None, None, as_json)


@app.command(hidden=True)
def check(
    _words: Annotated[list[str] | None, typer.Argument(metavar="URL")] = None,
    as_json: Json = False,
) -> None:
    """Say that this command was removed, and what to use."""

    def work(_settings: Settings, _output: "Output") -> "Coroutine[Any, Any, None]":
        raise UsageError(
            "kibitz bot check was removed; kibitz-server check-client tests bots and other clients",
            "kibitz-server check-client --help",
        )

    perform(work, None, None, None, as_json)
