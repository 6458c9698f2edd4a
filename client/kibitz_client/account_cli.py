"""The command line of `kibitz account`. No option takes a secret: every user of the machine could read it."""

from collections.abc import Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kibitz_client.settings import DEFAULT_SERVER, Settings
from kibitz_client.trouble import perform

if TYPE_CHECKING:
    from kibitz_client.terminal import Output

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
Server = Annotated[str | None, typer.Option(metavar="URL", help=f"The server (KIBITZ_SERVER), else {DEFAULT_SERVER}.")]
TokenFile = Annotated[Path | None, typer.Option(metavar="FILE", help="Holds the token of who you are.")]
Json = Annotated[bool, typer.Option("--json", help="One JSON object a line on standard output, nothing else there.")]
AccountName = Annotated[str, typer.Argument(help="The name of the account.")]
BotName = Annotated[str, typer.Argument(help="The bot's name; its id will do too.")]
Out = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Write the token into a new file that only you may read.")
]


@app.command()
def register(name: AccountName, server: Server = None, token_file: TokenFile = None, as_json: Json = False) -> None:
    """Make an account, and sign in to it on this machine."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client import account

        return account.register(settings, output, name)

    perform(work, server, None, token_file, as_json)


@app.command()
def login(name: AccountName, server: Server = None, as_json: Json = False) -> None:
    """Sign in on this machine: every later command here is the account's."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client import account

        return account.login(settings, output, name)

    perform(work, server, None, None, as_json)


@app.command()
def logout(server: Server = None, token_file: TokenFile = None, as_json: Json = False) -> None:
    """Sign out on this machine."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client import account

        return account.logout(settings, output)

    perform(work, server, None, token_file, as_json)


@app.command()
def show(server: Server = None, token_file: TokenFile = None, as_json: Json = False) -> None:
    """Say who the server takes you for."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client import account

        return account.show(settings, output)

    perform(work, server, None, token_file, as_json)


@app.command()
def rename(
    name: Annotated[str, typer.Argument(help="The new name.")],
    server: Server = None,
    token_file: TokenFile = None,
    as_json: Json = False,
) -> None:
    """Let a guest with a token go by another name; an account keeps its own."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client import account

        return account.rename(settings, output, name)

    perform(work, server, None, token_file, as_json)


@app.command()
def sessions(server: Server = None, token_file: TokenFile = None, as_json: Json = False) -> None:
    """List where you are signed in."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client import account

        return account.sessions(settings, output)

    perform(work, server, None, token_file, as_json)


@app.command()
def revoke(
    session: Annotated[str | None, typer.Argument(help="Its id, as `sessions` shows it.")] = None,
    others: Annotated[bool, typer.Option("--others", help="All but that of this machine.")] = False,
    server: Server = None,
    token_file: TokenFile = None,
    as_json: Json = False,
) -> None:
    """Sign out somewhere else."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client import account

        return account.revoke(settings, output, session, others=others)

    perform(work, server, None, token_file, as_json)


@app.command()
def password(server: Server = None, token_file: TokenFile = None, as_json: Json = False) -> None:
    """Set another password; every other session is signed out."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client import account

        return account.password(settings, output)

    perform(work, server, None, token_file, as_json)


@bot.command("make")
def make_bot(
    name: BotName, out: Out = None, server: Server = None, token_file: TokenFile = None, as_json: Json = False
) -> None:
    """Make an account for a program; its token is shown once."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client import account

        return account.make_bot(settings, output, name, out, renew=False)

    perform(work, server, None, token_file, as_json)


@bot.command("renew")
def renew_bot(
    name: BotName, out: Out = None, server: Server = None, token_file: TokenFile = None, as_json: Json = False
) -> None:
    """Make a new token for a bot; the old one is worth nothing from then on."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client import account

        return account.make_bot(settings, output, name, out, renew=True)

    perform(work, server, None, token_file, as_json)


@bot.command("list")
def list_bots(server: Server = None, token_file: TokenFile = None, as_json: Json = False) -> None:
    """List your bots."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client import account

        return account.bots(settings, output)

    perform(work, server, None, token_file, as_json)


@bot.command("revoke")
def revoke_bot(name: BotName, server: Server = None, token_file: TokenFile = None, as_json: Json = False) -> None:
    """Make a bot's token worth nothing."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client import account

        return account.revoke_bot(settings, output, name)

    perform(work, server, None, token_file, as_json)
