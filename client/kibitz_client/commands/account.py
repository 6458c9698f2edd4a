"""`kibitz account`: registration, sign-in, sessions and bots."""

import os
from pathlib import Path

from kibitz_client.errors import UsageError
from kibitz_client.network.servers.connect import connect
from kibitz_client.reading import check_creatable, reason_of
from kibitz_client.requests import build
from kibitz_client.settings import Settings
from kibitz_client.storage.credentials import StoredLogin, forget_login, keep_login
from kibitz_client.storage.files import create_private
from kibitz_client.storage.passwords import PasswordSource
from kibitz_client.storage.renewal import keep_registered
from kibitz_client.terminal.output import Output
from kibitz_client.text.formatting import table, time_text
from kibitz_protocol.commands import accounts as messages

SESSION_HEADINGS = ("session", "client", "since", "last used", "")
BOT_HEADINGS = ("bot", "id", "since", "last seen", "")


async def register(settings: Settings, output: Output, name: str) -> None:
    """Create an account, and sign this machine in to it."""
    password = PasswordSource(os.environ).next(f"new password of {name}", new=True)
    async with connect(settings, output) as connected:
        client = connected.client
        old = client.token
        you = (await client.ask(build(messages.Register, name=name, password=password))).you
        assert client.token is not None, "every welcomed client has a token"
        keep_registered(settings, settings.server, old, StoredLogin(you.name, client.token))
    if settings.token is not None and settings.token_file is None:
        output.warn("KIBITZ_TOKEN has the token of the guest, which has ended: unset it; this machine is signed in")
    _say_identity(output, settings, you, "registered as")


async def login(settings: Settings, output: Output, name: str) -> None:
    """Sign this machine in to an account."""
    password = PasswordSource(os.environ).next(f"password of {name}")
    async with connect(settings, output, as_guest=True) as connected:
        answer = await connected.client.ask(build(messages.Login, name=name, password=password))
    keep_login(settings, settings.server, StoredLogin(answer.you.name, answer.token))
    _say_identity(output, settings, answer.you, "signed in as")


async def logout(settings: Settings, output: Output) -> None:
    """Revoke the token of this machine, and delete it here."""
    async with connect(settings, output) as connected:
        await connected.client.ask(build(messages.Logout))
    forget_login(settings, settings.server)
    output.emit({"signed_out": settings.server})
    if not settings.json:
        output.say(f"signed out of {settings.server}")


async def show(settings: Settings, output: Output) -> None:
    """Show which player the server knows this client as."""
    async with connect(settings, output) as connected:
        _say_identity(output, settings, connected.client.welcome.you, "you are")


async def rename(settings: Settings, output: Output, name: str) -> None:
    """Change the name of a guest."""
    async with connect(settings, output) as connected:
        you = (await connected.client.ask(build(messages.Rename, name=name))).you
    _say_identity(output, settings, you, "you are")


async def sessions(settings: Settings, output: Output) -> None:
    """List the sessions of the account."""
    async with connect(settings, output) as connected:
        rows = (await connected.client.ask(build(messages.ListSessions))).sessions
    for row in rows:
        output.emit(row)
    if not settings.json:
        cells = [
            (
                row.session,
                row.label or "-",
                time_text(row.created_at),
                time_text(row.seen_at),
                "this one" if row.current else "",
            )
            for row in rows
        ]
        output.say(*table([SESSION_HEADINGS, *cells]))


async def revoke(settings: Settings, output: Output, session: str | None, *, others: bool) -> None:
    """Revoke one session of the account, or all but this one.

    Raises:
        UsageError: Neither or both are given.
    """
    if (session is None) != others:
        raise UsageError("name a session, or say --others for all but this one", "list them: kibitz account sessions")
    async with connect(settings, output) as connected:
        await connected.client.ask(build(messages.Revoke, session=session))
    output.say("revoked")


async def password(settings: Settings, output: Output) -> None:
    """Change the password of the account."""
    source = PasswordSource(os.environ)
    old, new = source.next("old password"), source.next("new password", new=True)
    async with connect(settings, output) as connected:
        await connected.client.ask(build(messages.ChangePassword, old=old, new=new))
    output.say("changed; all other sessions are signed out")


async def make_bot(settings: Settings, output: Output, name: str, out: Path | None, *, renew: bool) -> None:
    """Create a bot, or with `renew` a new token for a bot. Write the token to a new file, or show it.

    Raises:
        UsageError: The file cannot be created.
    """
    command = build(messages.RenewBot, bot=name) if renew else build(messages.MakeBot, name=name)
    _check_creatable(out)
    async with connect(settings, output) as connected:
        made = await connected.client.ask(command)
    if out is not None:
        create_private(out, made.token + "\n")
        output.emit({"bot": made.bot.model_dump(), "token_file": str(out)})
        if not settings.json:
            output.say(f"the token of {made.bot.name} is in {out}", f"kibitz bot run ... --token-file {out}")
        return
    output.emit(made)
    if not settings.json:
        output.say(f"{made.bot.name} ({made.bot.id})", f"token: {made.token}")
        output.warn("the token is shown only this once; keep it in a file for --token-file")


async def bots(settings: Settings, output: Output) -> None:
    """List the bots of the account."""
    async with connect(settings, output) as connected:
        rows = (await connected.client.ask(build(messages.ListBots))).bots
    for row in rows:
        output.emit(row)
    if not settings.json:
        cells = [
            (
                row.bot.name,
                row.bot.id,
                time_text(row.created_at),
                "no token" if row.seen_at is None else time_text(row.seen_at),
                "online" if row.connections else "",
            )
            for row in rows
        ]
        output.say(*(table([BOT_HEADINGS, *cells]) if cells else ["no bots; make one: kibitz account bot make NAME"]))


async def revoke_bot(settings: Settings, output: Output, name: str) -> None:
    """Revoke the token of a bot."""
    async with connect(settings, output) as connected:
        await connected.client.ask(build(messages.RevokeBot, bot=name))
    output.say(f"{name} has no token any more")


def _check_creatable(out: Path | None) -> None:
    """Check the file before the server makes a token that could then be lost."""
    if out is None:
        return
    if out.exists():
        raise UsageError(f"{out} exists already", "name another file")
    try:
        check_creatable(out)
    except OSError as error:
        raise UsageError(f"{out} cannot be written: {reason_of(error)}", "name another file") from None


def _say_identity(output: Output, settings: Settings, you: messages.Identity, verb: str) -> None:
    output.emit(you)
    if not settings.json:
        kind = {"player": "", "bot": ", a bot"}.get(you.role, f", {you.role}") if you.account else ", a guest"
        output.say(f"{verb} {you.name}{kind} at {settings.server}")
