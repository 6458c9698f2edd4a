"""`kibitz-server serve` and `check-config`: run a server, and check its settings."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand, TyperOption

from kibitz_server.cli.console import fail, finish

if TYPE_CHECKING:
    from kibitz_server.settings import Settings

SEE_HELP = "`kibitz-server serve --help` lists the settings"


class SettingsCommand(TyperCommand):
    """Command whose options are settings of the server. The settings are imported only when the help is shown."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help, with variable and default behind the text of each option."""
        from kibitz_server.settings import PREFIX, Settings

        for option in self.params:
            field = Settings.model_fields.get(option.name or "")
            if isinstance(option, TyperOption) and field is not None and PREFIX not in (option.help or ""):
                option.help = f"{option.help} ({PREFIX}{str(option.name).upper()}{_default_text(field.default)})"
        super().format_help(ctx, formatter)


def _default_text(default: Any) -> str:
    """Return `; default: 8765`, or nothing for a setting that is off or chosen at the start."""
    if isinstance(default, list):
        default = ", ".join(default) or None
    if not isinstance(default, str | int | float):
        return ""
    if isinstance(default, bool):
        return f"; default: {'on' if default else 'off'}"
    return f"; default: {default}"


def serve(
    host: Annotated[
        list[str] | None,
        typer.Option(metavar="ADDRESS", help="Listen on this address; 0.0.0.0 is every network, and :: IPv6 too."),
    ] = None,
    port: Annotated[int | None, typer.Option(help="Listen on this port; 0 selects a free one.")] = None,
    database: Annotated[
        str | None, typer.Option(help="Store matches in this SQLite file or SQLAlchemy URL; :memory: stores nothing.")
    ] = None,
    slots: Annotated[int | None, typer.Option(help="Limit the engine searches that run at once.")] = None,
    worker_nice: Annotated[
        int | None,
        typer.Option(help="Run searches at this niceness, 0 to 19; 0 lets them compete with other programs."),
    ] = None,
    worker_memory: Annotated[
        int | None, typer.Option(metavar="MB", help="Renew a search process that has grown beyond this size.")
    ] = None,
    code_cache: Annotated[
        int | None, typer.Option(metavar="MB", help="Keep compiled searches on disk up to this size.")
    ] = None,
    engines: Annotated[
        str | None,
        typer.Option(metavar="URL", help="Search on the workers of this cluster too: dask://HOST:8786, or tls://."),
    ] = None,
    engines_use: Annotated[
        str | None,
        typer.Option(
            metavar="prefer|spare|only", help="Use them before this machine, while it is busy, or them alone."
        ),
    ] = None,
    engines_tls_ca: Annotated[
        str | None, typer.Option(metavar="FILE", help="Accept members of the cluster that this CA has signed (PEM).")
    ] = None,
    engines_tls_cert: Annotated[
        str | None, typer.Option(metavar="FILE", help="Present this certificate to the cluster (PEM).")
    ] = None,
    engines_tls_key: Annotated[
        str | None, typer.Option(metavar="FILE", help="Use this private key of that certificate (PEM).")
    ] = None,
    log_level: Annotated[str | None, typer.Option(help="Select the log level: debug, info, warning or error.")] = None,
    tls_cert: Annotated[
        str | None, typer.Option(help="Serve wss:// with this certificate (PEM, with its chain).")
    ] = None,
    tls_key: Annotated[str | None, typer.Option(help="Use this private key of the certificate (PEM).")] = None,
    trusted_proxy: Annotated[
        list[str] | None, typer.Option(metavar="ADDRESS/NET", help="Trust this proxy's headers about client addresses.")
    ] = None,
    origin: Annotated[
        list[str] | None, typer.Option(metavar="URL", help="Allow connections from this web page.")
    ] = None,
    public_url: Annotated[
        str | None, typer.Option(help="Publish this address of the server; its pages may connect.")
    ] = None,
    install_hint: Annotated[
        str | None,
        typer.Option(metavar="TEXT", help="Tell invited players how to install the client, on the page of a match."),
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Make random choices repeatable, for tests.")] = None,
    metrics: Annotated[
        str | None,
        typer.Option(metavar="PORT", help="Serve /metrics on this loopback port; `here` serves it to every client."),
    ] = None,
    grace: Annotated[
        float | None, typer.Option(help="Wait this many seconds for running searches when stopping.")
    ] = None,
    limits: Annotated[
        str | None,
        typer.Option(help="Set to off for a private server. For single limits see docs/operating.md."),
    ] = None,
    exhibitions: Annotated[
        bool | None,
        typer.Option(
            "--exhibitions/--no-exhibitions",
            help="Show engine matches to spectators of TV and lobby while no other match is live.",
            show_default=False,
        ),
    ] = None,
    puzzles: Annotated[
        bool | None,
        typer.Option(
            "--puzzles/--no-puzzles",
            help="Make puzzles of finished matches while no client waits for the engines.",
            show_default=False,
        ),
    ] = None,
    engine_pace: Annotated[
        float | None,
        typer.Option(metavar="SECONDS", help="Let engines take at least this long for a move against a person."),
    ] = None,
    host_away: Annotated[
        float | None,
        typer.Option(metavar="SECONDS", help="End an open match whose host was away this long; without a clock, 5x."),
    ] = None,
    left_after: Annotated[
        float | None,
        typer.Option(metavar="SECONDS", help="End a match without a clock that all its players left this long ago."),
    ] = None,
    rated_one_address: Annotated[
        bool | None,
        typer.Option(
            "--rated-one-address/--no-rated-one-address",
            help="Count rated matches between players of one address, as in a school.",
            show_default=False,
        ),
    ] = None,
    rated_per_pair: Annotated[
        int | None, typer.Option(metavar="NUMBER", help="Count at most this many rated matches of a pair within a day.")
    ] = None,
    rated_with_engines: Annotated[
        int | None,
        typer.Option(metavar="NUMBER", help="Count at most this many rated matches of a player with engines in a day."),
    ] = None,
    rated_quits: Annotated[
        int | None,
        typer.Option(
            metavar="NUMBER", help="Refuse rated matches for an hour to a player who quit this many within an hour."
        ),
    ] = None,
    tournament_games: Annotated[
        int | None, typer.Option(metavar="NUMBER", help="Let at most this many games of one event run at a time.")
    ] = None,
    tournament_games_in_all: Annotated[
        int | None, typer.Option(metavar="NUMBER", help="Let at most this many games of all events run at a time.")
    ] = None,
    mqtt: Annotated[
        str | None,
        typer.Option(metavar="URL", help="Publish matches to this broker: mqtt://USER@HOST:PORT, or mqtts:// for TLS."),
    ] = None,
    mqtt_node: Annotated[str | None, typer.Option(metavar="NAME", help="Set this server's name at the broker.")] = None,
    mqtt_tv: Annotated[
        bool | None,
        typer.Option(
            "--mqtt-tv/--no-mqtt-tv", help="Keep a match on TV for spectators at the broker.", show_default=False
        ),
    ] = None,
    push: Annotated[
        bool | None,
        typer.Option("--push/--no-push", help="Offer alerts by Web Push to players who ask.", show_default=False),
    ] = None,
    push_private: Annotated[
        bool | None,
        typer.Option(
            "--push-private/--no-push-private",
            help="Accept push services at private addresses and by plain HTTP, as in tests.",
            show_default=False,
        ),
    ] = None,
    smtp: Annotated[
        str | None,
        typer.Option(
            metavar="URL", help="Send alerts by e-mail over this mail server: smtp://USER@HOST:587?from=ADDRESS."
        ),
    ] = None,
    announce: Annotated[
        bool | None,
        typer.Option(
            "--announce/--no-announce",
            help="Announce the server in the local network; default: if other machines can reach it.",
            show_default=False,
        ),
    ] = None,
    announce_name: Annotated[
        str | None, typer.Option(metavar="NAME", help="Set this server's name in the local network.")
    ] = None,
    until_stdin_closes: Annotated[
        bool, typer.Option("--until-stdin-closes", help="Stop when standard input closes, and ignore Ctrl-C.")
    ] = False,
) -> None:
    """Run a server until Ctrl-C."""
    _run(_settings(locals()), until_stdin_closes)


def _settings(given: Mapping[str, Any]) -> "Settings":
    """Read the settings from options, environment and files. An invalid one ends the command."""
    from kibitz_server.settings import BadSettings, Settings

    known = {name: value for name, value in given.items() if name in Settings.model_fields and value not in ([], ())}
    try:
        return Settings.read(**known)
    except BadSettings as error:
        fail(str(error), SEE_HELP, 2)


def _run(settings: "Settings", until_stdin_closes: bool) -> None:
    """Run the server. If it cannot start, end the command with a message and an exit code."""
    import asyncio
    import gc
    import os
    import sys

    import structlog

    # What a start makes stays. To look for garbage in it would be a sixth of its time. `opened` enables it again.
    gc.disable()

    from kibitz_server import app as composition
    from kibitz_server.cli.check_config import raise_open_files
    from kibitz_server.net.bind import CannotListen
    from kibitz_server.net.edge import BadEdgeConfig
    from kibitz_server.net.pages.page_address import invitation, page_address
    from kibitz_server.scheduler import SteadyLoop
    from kibitz_server.settings import BadSettings
    from kibitz_server.telemetry import logs

    logs.set_up(settings.log_level, cached=True)
    if settings.cluster is not None:
        from kibitz_server.pool.cluster import check

        if not check.is_installed():
            fail(check.NO_LIBRARY, check.INSTALL, 2)
    finding = raise_open_files(settings)
    if finding is not None:
        structlog.get_logger(__name__).warning(finding.sentence, hint=finding.hint)

    at_terminal = sys.stdout.isatty() and sys.stdout.encoding.lower().startswith("utf")

    def print_address(address: str, token: str | None) -> None:
        # A program that runs a private server reads only the first line.
        home = page_address(address, settings.public_url)
        page = "" if until_stdin_closes else invitation(home, picture=at_terminal)
        if token is not None:
            page += f"set the server up at {home}admin#token={token} (shown once)\n"
        # One write: another thread's log line must not come between this line and its end.
        print(f"listening on {address}\n{page}", end="", flush=True)

    try:
        with asyncio.Runner(loop_factory=SteadyLoop if os.name == "posix" else None) as runner:
            runner.run(composition.serve(settings, until_stdin_closes, print_address))
    except BadEdgeConfig as error:
        fail(str(error), error.hint, 2)
    except CannotListen as error:
        fail(str(error), error.hint, 4)
    except OSError as error:
        if error.filename is None:
            raise
        hint = "check that this user may write there, and that the disk is not full"
        fail(f"the server cannot start: {error.strerror}: {error.filename}", hint, 2)
    except BadSettings as error:
        fail(str(error), SEE_HELP, 2)
    except composition.DatabaseTrouble as error:
        fail(f"cannot use the database {settings.shown_database}: {error}", "select another with --database", 2)


def check_config(context: typer.Context) -> None:
    """Print the settings and what is wrong with them. Nothing is started or changed.

    It listens on the ports for a moment, and connects to the database, the MQTT broker and the cluster of the settings.
    """
    from typer.core import TyperGroup

    from kibitz_server.cli.check_config import findings, places, shown
    from kibitz_server.telemetry import logs

    logs.set_up("error")
    group = context.parent.command if context.parent else None
    assert isinstance(group, TyperGroup)
    settings = _settings(group.commands["serve"].make_context("kibitz-server check-config", list(context.args)).params)
    for line in shown(settings):
        typer.echo(line)
    for place in places(settings):
        typer.echo(f"connects to {place}", err=True)
    found = list(findings(settings))
    for finding in found:
        typer.echo(f"{'error' if finding.wrong else 'note'}: {finding.sentence}\ntry: {finding.hint}", err=True)
    if any(finding.wrong for finding in found):
        finish(2)
    typer.echo("a server would start with these settings", err=True)
