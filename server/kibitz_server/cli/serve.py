"""`kibitz-server serve` and `check-config`: the settings of a server, and running one."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kibitz_server.cli.console import fail

if TYPE_CHECKING:
    from kibitz_server.settings import Settings

SEE_HELP = "`kibitz-server serve --help` lists the settings"


def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on; 0.0.0.0 for every network.")] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on; 0 for any free one.")] = None,
    database: Annotated[
        str | None, typer.Option(help="SQLite file or SQLAlchemy URL that keeps the matches; :memory: keeps nothing.")
    ] = None,
    slots: Annotated[int | None, typer.Option(help="How many engine searches may run at once.")] = None,
    log_level: Annotated[str | None, typer.Option(help="debug, info, warning or error.")] = None,
    tls_cert: Annotated[str | None, typer.Option(help="Certificate (PEM, with its chain) for wss://.")] = None,
    tls_key: Annotated[str | None, typer.Option(help="The certificate's private key (PEM).")] = None,
    trusted_proxy: Annotated[
        list[str] | None, typer.Option(metavar="ADDRESS/NET", help="A proxy whose word on clients' addresses counts.")
    ] = None,
    origin: Annotated[list[str] | None, typer.Option(metavar="URL", help="A web page that may call.")] = None,
    public_url: Annotated[str | None, typer.Option(help="Where people find this server; its pages may call.")] = None,
    seed: Annotated[
        int | None, typer.Option(help="Draw the same lots each time (who moves first, what engines choose): for tests.")
    ] = None,
    metrics: Annotated[
        str | None,
        typer.Option(
            metavar="PORT", help="Port on loopback for /metrics; `here` opens it to everyone who can connect."
        ),
    ] = None,
    grace: Annotated[
        float | None, typer.Option(help="Seconds that running searches have to finish when told to stop.")
    ] = None,
    limits: Annotated[
        str | None,
        typer.Option(help="off: nobody is counted, for servers of your own. Single ones: docs/operating.md."),
    ] = None,
    exhibitions: Annotated[
        bool | None,
        typer.Option(
            "--exhibitions/--no-exhibitions",
            help="Whether engines play for those who watch TV or the lobby while nothing else is live.",
            show_default=False,
        ),
    ] = None,
    mqtt: Annotated[
        str | None, typer.Option(metavar="URL", help="Publish matches to this broker: mqtt[s]://[user@]host[:port].")
    ] = None,
    mqtt_node: Annotated[str | None, typer.Option(metavar="NAME", help="What this server is called there.")] = None,
    mqtt_tv: Annotated[
        bool | None,
        typer.Option(
            "--mqtt-tv/--no-mqtt-tv", help="Keep something on TV for those who watch there.", show_default=False
        ),
    ] = None,
    announce: Annotated[
        bool | None,
        typer.Option(
            "--announce/--no-announce",
            help="Let clients of the local network find it; else where it listens beyond this machine.",
            show_default=False,
        ),
    ] = None,
    announce_name: Annotated[str | None, typer.Option(metavar="NAME", help="What it is called there.")] = None,
    until_stdin_closes: Annotated[
        bool, typer.Option("--until-stdin-closes", help="Stop when standard input ends, and not at Ctrl-C.")
    ] = False,
) -> None:
    """Run a server until Ctrl-C."""
    _run(_settings(locals()), until_stdin_closes)


def _settings(given: Mapping[str, Any]) -> "Settings":
    """The settings that options of `serve` and all that stands behind them make; what is wrong ends the command."""
    from kibitz_server.settings import BadSettings, Settings

    known = {name: value for name, value in given.items() if name in Settings.model_fields and value != []}
    try:
        return Settings.read(**known)
    except BadSettings as error:
        fail(str(error), SEE_HELP, 2)


def _run(settings: "Settings", until_stdin_closes: bool) -> None:
    """Run the server, and end with a sentence and an exit code where it cannot."""
    import asyncio

    import structlog

    from kibitz_server import app as composition
    from kibitz_server.cli.check_config import lift_open_files
    from kibitz_server.net.edge import BadEdgeConfig
    from kibitz_server.net.server import PortTaken
    from kibitz_server.settings import BadSettings
    from kibitz_server.telemetry import logs

    logs.set_up(settings.log_level, cached=True)
    few = lift_open_files(settings)
    if few is not None:
        structlog.get_logger(__name__).warning(few.sentence, hint=few.hint)

    def tell(address: str) -> None:
        # One write, or the log, which other threads write, may come between the line and its end.
        print(f"listening on {address}\n", end="", flush=True)

    try:
        asyncio.run(composition.serve(settings, until_stdin_closes, tell))
    except BadEdgeConfig as error:
        fail(str(error), error.hint, 2)
    except PortTaken as error:
        fail(str(error), "stop that program, or choose another with --port", 4)
    except OSError as error:
        fail(f"cannot listen on {settings.host}:{settings.port}: {error.strerror or error}", "try --host 127.0.0.1", 4)
    except BadSettings as error:
        fail(str(error), SEE_HELP, 2)
    except composition.DatabaseTrouble as error:
        fail(f"cannot use the database {settings.shown_database}: {error}", "choose another with --database", 2)


def check_config(context: typer.Context) -> None:
    """Say what the server would be told, and what would go wrong; nothing is started or changed."""
    from typer.core import TyperGroup

    from kibitz_server.cli.check_config import findings, shown
    from kibitz_server.telemetry import logs

    logs.set_up("error")
    group = context.parent.command if context.parent else None
    assert isinstance(group, TyperGroup)
    settings = _settings(group.commands["serve"].make_context("kibitz-server check-config", list(context.args)).params)
    for line in shown(settings):
        typer.echo(line)
    found = list(findings(settings))
    for finding in found:
        typer.echo(f"{'error' if finding.wrong else 'note'}: {finding.sentence}\nhint: {finding.hint}", err=True)
    if any(finding.wrong for finding in found):
        raise typer.Exit(2)
    typer.echo("a server would start with these settings", err=True)
