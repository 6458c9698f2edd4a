"""Typer commands of `kibitz account`. No option takes a secret: every user of the machine could read it."""

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
    "Manage your account, which keeps your name and matches on every machine. Type a password, or give it on standard"
    " input or in the file of KIBITZ_PASSWORD_FILE."
)
app = typer.Typer(help=HELP, rich_markup_mode=None, no_args_is_help=True)
bot = typer.Typer(
    help="Manage accounts for your programs, each with a token.", rich_markup_mode=None, no_args_is_help=True
)
app.add_typer(bot, name="bot")

SIGNED_IN = ("server", "token_file", "as_json")
AccountName = Annotated[str, typer.Argument(help="The name of the account.")]
BotName = Annotated[str, typer.Argument(help="The bot's name or id.")]
Out = Annotated[Path | None, typer.Option(metavar="FILE", help="Write the token to a new file that only you can read.")]


@command(app, shared=SIGNED_IN)
def register(name: AccountName) -> Work:
    """Create an account, and sign in to it on this machine."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands import account

        return account.register(settings, output, name)

    return work


@command(app, shared=SIGNED_IN)
def login(name: AccountName) -> Work:
    """Sign in on this machine. All later commands here use the account."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands import account

        return account.login(settings, output, name)

    return work


@command(app, shared=SIGNED_IN)
def logout() -> Work:
    """Sign out on this machine."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands import account

        return account.logout(settings, output)

    return work


@command(app, shared=SIGNED_IN)
def show() -> Work:
    """Show which player the server knows you as."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands import account

        return account.show(settings, output)

    return work


@command(app, shared=SIGNED_IN)
def rename(name: Annotated[str, typer.Argument(help="The new name.")]) -> Work:
    """Change the name of a guest with a token. The name of an account cannot change."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands import account

        return account.rename(settings, output, name)

    return work


@command(app, shared=SIGNED_IN)
def sessions() -> Work:
    """List the machines where you are signed in."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands import account

        return account.sessions(settings, output)

    return work


@command(app, shared=SIGNED_IN)
def revoke(
    session: Annotated[str | None, typer.Argument(help="The id of the session, as `sessions` shows it.")] = None,
    others: Annotated[bool, typer.Option("--others", help="Sign out everywhere but on this machine.")] = False,
) -> Work:
    """Sign out on another machine."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands import account

        return account.revoke(settings, output, session, others=others)

    return work


@command(app, shared=SIGNED_IN)
def password() -> Work:
    """Change your password, and sign out on all other machines."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands import account

        return account.password(settings, output)

    return work


@command(bot, "make", SIGNED_IN)
def make_bot(name: BotName, out: Out = None) -> Work:
    """Create an account for a program, and show its token once."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands import account

        return account.make_bot(settings, output, name, out, renew=False)

    return work


@command(bot, "renew", SIGNED_IN)
def renew_bot(name: BotName, out: Out = None) -> Work:
    """Create a new token for a bot, and revoke the old one."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands import account

        return account.make_bot(settings, output, name, out, renew=True)

    return work


@command(bot, "list", SIGNED_IN)
def list_bots() -> Work:
    """List your bots."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands import account

        return account.bots(settings, output)

    return work


@command(bot, "revoke", SIGNED_IN)
def revoke_bot(name: BotName) -> Work:
    """Revoke a bot's token."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands import account

        return account.revoke_bot(settings, output, name)

    return work
