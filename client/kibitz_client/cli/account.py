"""The command line of `kibitz account`. No option takes a secret: every user of the machine could read it."""

from collections.abc import Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kibitz_client.cli.command import command
from kibitz_client.cli.runner import Work
from kibitz_client.settings import Settings

if TYPE_CHECKING:
    from kibitz_client.terminal.output import Output

HELP = (
    "Have a name and matches of your own, on every machine. Passwords are typed, or read from standard input or from"
    " the file that KIBITZ_PASSWORD_FILE names."
)
app = typer.Typer(help=HELP, rich_markup_mode=None, no_args_is_help=True)
bot = typer.Typer(
    help="Accounts for programs of yours, each with a token.", rich_markup_mode=None, no_args_is_help=True
)
app.add_typer(bot, name="bot")

Done = Coroutine[Any, Any, None]
MINE = ("server", "token_file", "as_json")
SIGNING_IN = ("server", "as_json")
AccountName = Annotated[str, typer.Argument(help="The name of the account.")]
BotName = Annotated[str, typer.Argument(help="The bot's name; its id will do too.")]
Out = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Write the token into a new file that only you may read.")
]


@command(app, shared=MINE)
def register(name: AccountName) -> Work:
    """Make an account, and sign in to it on this machine."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands import account

        return account.register(settings, output, name)

    return work


@command(app, shared=SIGNING_IN)
def login(name: AccountName) -> Work:
    """Sign in on this machine: every later command here is the account's."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands import account

        return account.login(settings, output, name)

    return work


@command(app, shared=MINE)
def logout() -> Work:
    """Sign out on this machine."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands import account

        return account.logout(settings, output)

    return work


@command(app, shared=MINE)
def show() -> Work:
    """Say who the server takes you for."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands import account

        return account.show(settings, output)

    return work


@command(app, shared=MINE)
def rename(name: Annotated[str, typer.Argument(help="The new name.")]) -> Work:
    """Let a guest with a token go by another name; an account keeps its own."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands import account

        return account.rename(settings, output, name)

    return work


@command(app, shared=MINE)
def sessions() -> Work:
    """List where you are signed in."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands import account

        return account.sessions(settings, output)

    return work


@command(app, shared=MINE)
def revoke(
    session: Annotated[str | None, typer.Argument(help="Its id, as `sessions` shows it.")] = None,
    others: Annotated[bool, typer.Option("--others", help="All but that of this machine.")] = False,
) -> Work:
    """Sign out somewhere else."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands import account

        return account.revoke(settings, output, session, others=others)

    return work


@command(app, shared=MINE)
def password() -> Work:
    """Set another password; every other session is signed out."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands import account

        return account.password(settings, output)

    return work


@command(bot, "make", MINE)
def make_bot(name: BotName, out: Out = None) -> Work:
    """Make an account for a program; its token is shown once."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands import account

        return account.make_bot(settings, output, name, out, renew=False)

    return work


@command(bot, "renew", MINE)
def renew_bot(name: BotName, out: Out = None) -> Work:
    """Make a new token for a bot; the old one is worth nothing from then on."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands import account

        return account.make_bot(settings, output, name, out, renew=True)

    return work


@command(bot, "list", MINE)
def list_bots() -> Work:
    """List your bots."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands import account

        return account.bots(settings, output)

    return work


@command(bot, "revoke", MINE)
def revoke_bot(name: BotName) -> Work:
    """Make a bot's token worth nothing."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands import account

        return account.revoke_bot(settings, output, name)

    return work
