"""Typer app of `kibitz`. Each command reads its options here; its work is in a module of `commands`.

Those modules are imported when a command runs, so that `--help` and completion stay fast.
"""

import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer
from typer.core import TyperGroup

from kibitz_client.cli import completion, matches, records
from kibitz_client.cli.account import app as account
from kibitz_client.cli.alerts import app as alerts
from kibitz_client.cli.bots import app as bot
from kibitz_client.cli.command import MATCH, WITHOUT_SERVER, BriefHelp, command
from kibitz_client.cli.lessons import app as lessons
from kibitz_client.cli.options import (
    ClockText,
    Done,
    EnginePace,
    First,
    Game,
    Json,
    KeyFile,
    Moves,
    Name,
    Options,
    Plain,
    Position,
    Server,
    TokenFile,
    duration,
    sought,
)
from kibitz_client.cli.runner import Work, perform
from kibitz_client.cli.stats import app as stats
from kibitz_client.cli.study.app import app as study
from kibitz_client.cli.tournaments.app import app as tournament
from kibitz_client.cli.tournaments.league import app as league
from kibitz_client.errors import UsageError
from kibitz_client.parsing.default_engines import GO_NOTATION, default_opponent
from kibitz_client.settings import Settings
from kibitz_protocol.match_codes import is_tournament_code
from kibitz_protocol.validation.durations import TENTH

if TYPE_CHECKING:
    from kibitz_client.terminal.output import Output


HELP = """Play board games in the terminal against people and engines, and watch engines think.

Without a command, open the app.
"""

CREDIT = "Servers pair Swiss rounds by Gacrux: https://www.gacrux.no"
"""Line that the licence of gacrux asks for where a program describes itself."""


class CommandGroup(TyperGroup):
    """Group of the commands. `--cafile` may be before or after a command, but only the group lists it."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the arguments, with `--cafile` moved to the front."""
        for place, arg in enumerate(args):
            if arg == "--":
                break
            if arg == "--cafile" or arg.startswith("--cafile="):
                end = place + (1 if "=" in arg else 2)
                args = [*args[place:end], *args[:place], *args[end:]]
                break
        return super().parse_args(ctx, args)


app = typer.Typer(cls=CommandGroup, rich_markup_mode=None, pretty_exceptions_enable=False)
app.add_typer(account, name="account")
app.add_typer(alerts, name="alerts")
app.add_typer(lessons, name="lesson")
app.add_typer(bot, name="bot")
app.add_typer(stats, name="stats")
app.add_typer(study, name="study")
app.add_typer(tournament, name="tournament")
app.add_typer(league, name="league")


@app.callback(invoke_without_command=True, help=HELP)
def kibitz(
    context: typer.Context,
    server: Server = None,
    name: Name = None,
    token_file: TokenFile = None,
    as_json: Json = False,
    cafile: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Trust these certificate authorities at wss:// servers (KIBITZ_CAFILE)."),
    ] = None,
    version: Annotated[bool, typer.Option("--version", help="Show the version and exit.")] = False,
    plain: Annotated[
        bool,
        typer.Option(
            "--plain",
            help="Print one line for each event, without boards, for screen readers (KIBITZ_PLAIN). Without a command,"
            " show the commands instead of the app.",
        ),
    ] = False,
    ascii_only: Annotated[bool, typer.Option("--ascii", help="Draw the app without line-drawing characters.")] = False,
) -> None:
    """Read the options before the command; without a command, open the app.

    Raises:
        typer.Exit: There is no command to run after this.
    """
    if cafile is not None:
        # In the environment, so that the command and its child processes read it.
        os.environ["KIBITZ_CAFILE"] = str(cafile)
    if version:
        from importlib.metadata import version as version_of

        typer.echo(f"kibitz {version_of('kibitz')}\n{CREDIT}")
    elif context.invoked_subcommand is None:
        from kibitz_client.tui.launch import open_app

        raise typer.Exit(open_app(server, name, token_file, plain=plain, ascii_only=ascii_only))
    elif isinstance(context.command, TyperGroup):
        # An option before the command is the default of the same option behind it.
        given = {"server": server, "name": name, "token_file": token_file, "as_json": as_json or None}
        given["ascii_only"] = ascii_only or None
        defaults = {key: value for key, value in given.items() if value is not None}
        context.default_map = _command_defaults(context.command, defaults)
        return
    raise typer.Exit


@command(app, shared=("as_json", "plain"))
def demo(
    game: Annotated[
        str | None,
        typer.Argument(help="The game. Default: another one each time.", autocompletion=completion.games),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(min=0, metavar="N", help="Repeat the game and the opening of a demo.")
    ] = None,
    fast: Annotated[
        bool, typer.Option("--fast", help="Play by short searches, without a pause: a result in seconds.")
    ] = False,
    ascii_only: Annotated[bool, typer.Option("--ascii", help="Draw without line-drawing characters.")] = False,
) -> Work:
    """Watch two engines play, and what they think, for half a minute. Needs no server."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.tui.demo.run import demo

        return demo(settings, output, game, seed=seed, fast=fast, ascii_only=ascii_only)

    return work


@command(app, shared=MATCH)
def play(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME|CODE",
            help="The name of a game, or the code of a tournament. Without one, you are asked.",
            autocompletion=completion.playable,
        ),
    ] = None,
    against: Annotated[
        str | None,
        typer.Option(
            metavar="ENGINE",
            help="The engine, and its limit for a move. Default: "
            f"{default_opponent(chance=False)}; with chance events {default_opponent(chance=True)}; in Go "
            f"{default_opponent(chance=False, notation=GO_NOTATION)}.",
            autocompletion=completion.engines,
        ),
    ] = None,
    option: Options = None,
    first: First = None,
    clock: ClockText = None,
    position: Position = None,
    moves: Moves = None,
    engine_pace: EnginePace = None,
    together: Annotated[
        bool, typer.Option("--together", help="Play both sides: two people take turns at this keyboard.")
    ] = False,
    names: Annotated[
        str | None, typer.Option(metavar="NAMES", help="The names for --together, first mover first: Ann,Bob.")
    ] = None,
    key_file: KeyFile = None,
) -> Work:
    """Play against an engine, or two people at this keyboard. If no server answers, a private one is started.

    Without a game, on a terminal, answer three questions: game, opponent and clock. With the code of a tournament,
    enter it: you are led to each of your games.
    """

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands.play import play
        from kibitz_client.parsing.arguments import MatchSetup, both_sides

        given = [against, option, first, clock, position, moves, names, together or None, engine_pace]
        if game is not None and is_tournament_code(settings.invited(game)[1]):
            from kibitz_client.commands.tournament.take_part import take_part
            from kibitz_client.storage.passwords import given_key

            if any(each is not None for each in given):
                raise UsageError("the organiser has chosen the terms of a tournament", f"kibitz play {game}")
            return take_part(settings, output, game, given_key(key_file))
        if key_file is not None:
            raise UsageError("--key-file is for the code of a tournament", "for a match: kibitz join CODE")
        if game is None:
            if any(each is not None for each in given) or not sys.stdin.isatty() or settings.json:
                raise UsageError("name a game to play", "kibitz play connect4; the games: kibitz games")
            return play(settings, output, None)
        order: Literal["me", "them", "random"] | None = first.value if first else None
        usual = against is None and not together and names is None
        if together or names is not None:
            seats = both_sides(names)
            setup = MatchSetup(game, option or (), seats, visibility="unlisted")
        else:
            opponent = against or default_opponent(chance=False)
            setup = MatchSetup(game, option or (), opponent=opponent, engine_pace=engine_pace)
        setup = replace(setup, first=order, clock=clock, position=position, moves=moves)
        return play(settings, output, setup, usual_engine=usual)

    return work


command(app, shared=MATCH)(matches.host)


@command(app, shared=MATCH)
def join(
    code: Annotated[
        str,
        typer.Argument(
            help="The code of the match, in upper or lower case, or the address of an invitation.",
            autocompletion=completion.codes,
        ),
    ],
    seat: Annotated[
        int | None, typer.Option(min=0, max=7, metavar="N", help="The seat, from 0 (default: any open seat).")
    ] = None,
    key_file: KeyFile = None,
) -> Work:
    """Take a seat in a match, or come back to your seat."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands.play import join

        if is_tournament_code(settings.invited(code)[1]):
            raise UsageError(f"{code} is a tournament", f"kibitz play {code}")
        return join(settings, output, code, seat, key_file)

    return work


@app.command(cls=BriefHelp)
def watch(
    code: Annotated[
        str,
        typer.Argument(
            help="The code of a match or of a tournament, or tv for the featured match.",
            autocompletion=completion.watchable,
        ),
    ] = "tv",
    follow: Annotated[bool, typer.Option("--follow", "-f", help="Also watch rematches, until Ctrl-C.")] = False,
    mqtt: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="Watch over this broker: mqtt[s]://[user@]host[:port]; with --server, over the one that works.",
        ),
    ] = None,
    key_file: KeyFile = None,
    server: Server = None,
    name: Name = None,
    token_file: TokenFile = None,
    as_json: Json = False,
    plain: Plain = False,
) -> None:
    """Watch a match, or a tournament, until it ends."""

    def work(settings: Settings, output: "Output") -> Done:
        if mqtt is not None:
            from kibitz_client.commands.mqtt import watch as watch_over_broker

            return watch_over_broker(settings, output, code, mqtt, follow=follow)
        from kibitz_client.commands.watch import watch

        return watch(settings, output, code, follow=follow, key_file=key_file)

    perform(work, server, name, token_file, as_json, plain=plain, mqtt=mqtt is not None)


command(app, shared=MATCH)(matches.resume)
command(app, shared=MATCH)(matches.rematch)
command(app, shared=MATCH)(matches.pair)
command(app, shared=MATCH)(matches.duel)
command(app)(matches.lobby)
command(app)(records.export)
command(app, shared=MATCH)(records.replay)
command(app)(records.fairness)
command(app)(records.analyse)
command(app)(records.explain)
command(app)(records.analysis_board)
command(app)(records.puzzle)


@command(app, shared=WITHOUT_SERVER)
def servers(
    wait: Annotated[
        float, typer.Option(callback=duration(TENTH, 60), metavar="SECONDS", help="How long to search.")
    ] = 2.0,
) -> Work:
    """Show the servers that announce themselves on the local network."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands.listings import servers

        return servers(settings, output, wait)

    return work


@command(app)
def archive(
    player: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Only matches of this person: a name, or @NAME if an engine has that name too.",
        ),
    ] = None,
    engine: Annotated[
        str | None, typer.Option(metavar="NAME", help="Only matches of this engine: level:5, or any alphabeta.")
    ] = None,
    game: Annotated[
        str | None, typer.Option(help="Only matches of this game.", autocompletion=completion.games)
    ] = None,
    result: Annotated[
        str | None, typer.Option(metavar="won|lost|drawn", help="Only matches with this result for the player.")
    ] = None,
    rated: Annotated[bool | None, typer.Option("--rated/--casual", help="Only rated matches, or only others.")] = None,
    since: Annotated[
        str | None, typer.Option(metavar="DAY", help="Only matches that ended on this day or later: 2026-11-21.")
    ] = None,
    until: Annotated[str | None, typer.Option(metavar="DAY", help="Only matches that ended before this day.")] = None,
    limit: Annotated[int, typer.Option(min=1, max=100, metavar="N", help="How many matches a page has.")] = 20,
    page: Annotated[int, typer.Option(min=1, max=1000, metavar="N", help="Show this page.")] = 1,
    cursor: Annotated[str | None, typer.Option(hidden=True, help="Begin after this cursor, `next` of --json.")] = None,
) -> Work:
    """Show finished matches, the latest first."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands.records.archive import archive

        of = sought(player, engine)
        fields = {"player": of, "game": game, "result": result, "rated": rated, "since": since, "until": until}
        return archive(settings, output, page, **fields, limit=limit, cursor=cursor)

    return work


@command(app)
def ratings(
    game: Annotated[
        str | None, typer.Argument(help="The game (default: all games).", autocompletion=completion.games)
    ] = None,
    player: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Only ratings of this player, with the change by each match; see archive."),
    ] = None,
    engine: Annotated[
        str | None, typer.Option(metavar="NAME", help="Only ratings of this engine: level:5, or alphabeta:depth=4.")
    ] = None,
    limit: Annotated[int, typer.Option(help="How many ratings to show, up to 100.")] = 20,
) -> Work:
    """Show the players' ratings with their deviations."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands.records.archive import ratings

        return ratings(settings, output, game, sought(player, engine), limit)

    return work


@command(app)
def turns(off: Annotated[bool, typer.Option("--off", help="Turn the alerts off.")] = False) -> Work:
    """Turn on alerts for your turns, on an MQTT topic of your own."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands.mqtt import turns

        return turns(settings, output, on=not off)

    return work


@command(app)
def games(
    game: Annotated[
        str | None, typer.Argument(help="Show the details of this game.", autocompletion=completion.games)
    ] = None,
) -> Work:
    """Show the server's games, or the options and the moves of one game."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands.listings import games

        return games(settings, output, game)

    return work


@command(app, shared=MATCH)
def rules(game: Game, option: Options = None) -> Work:
    """Explain the rules and the notation of a game, with a picture of the board."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands.rules import rules

        return rules(settings, output, game, option or ())

    return work


@command(app)
def doctor(
    mqtt: Annotated[str | None, typer.Option(metavar="URL", help="Also check this MQTT broker (KIBITZ_MQTT).")] = None,
) -> Work:
    """Check this machine, the server and the broker, one line a check; exit code 1 if a check fails."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands.doctor.run import doctor

        return doctor(settings, output, mqtt)

    return work


def _command_defaults(group: TyperGroup, defaults: dict[str, Any]) -> dict[str, Any]:
    """Return the defaults of every command of a group, and of the groups in it."""
    return {
        name: _command_defaults(command, defaults) if isinstance(command, TyperGroup) else defaults
        for name, command in group.commands.items()
    }


def run() -> None:
    """Run the command that the arguments of the process name."""
    app(prog_name="kibitz")
