"""Typer commands of `kibitz alerts`."""

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from kibitz_client.cli.command import command
from kibitz_client.cli.options import Done
from kibitz_client.cli.runner import Work
from kibitz_client.settings import Settings

if TYPE_CHECKING:
    from kibitz_client.terminal.output import Output

HELP = (
    "See and change where you get alerts of your moves while you are away. A browser is switched on in the page of the"
    " server, at /alerts."
)
app = typer.Typer(help=HELP, rich_markup_mode=None, no_args_is_help=True)

SIGNED_IN = ("server", "token_file", "as_json")
Channel = Annotated[str, typer.Argument(metavar="ID", help="The id that `kibitz alerts show` lists.")]


class AlertKind(StrEnum):
    """Kind of an alert."""

    TURN = "turn"
    WAITING = "waiting"
    ROUND = "round"


@command(app, shared=SIGNED_IN)
def show() -> Work:
    """Show what the server offers, and where alerts go."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands import alerts

        return alerts.show(settings, output)

    return work


@command(app, shared=SIGNED_IN)
def mail(address: Annotated[str, typer.Argument(help="Your e-mail address. The server sends a link to it.")]) -> Work:
    """Ask for alerts by e-mail."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands import alerts

        return alerts.mail(settings, output, address)

    return work


@command(app, shared=SIGNED_IN)
def choose(
    channel: Channel,
    kinds: Annotated[
        list[AlertKind],
        typer.Argument(metavar="turn|waiting|round...", help="The kinds of alerts."),
    ],
) -> Work:
    """Choose the alerts of an address: your turn, half of its time gone, a round."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands import alerts

        return alerts.choose(settings, output, channel, kinds)

    return work


@command(app, shared=SIGNED_IN)
def remove(
    channel: Annotated[str | None, typer.Argument(metavar="ID", help="The id of the address; without it, all.")] = None,
) -> Work:
    """Remove an address, or all of them."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands import alerts

        return alerts.remove(settings, output, channel)

    return work


@command(app, "try", SIGNED_IN)
def send_trial(channel: Channel) -> Work:
    """Send a trial message to an address."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands import alerts

        return alerts.send_trial(settings, output, channel)

    return work
