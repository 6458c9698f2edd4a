"""`kibitz account`: registering, signing in and out, sessions and bots."""

import os
import time
from pathlib import Path

from kibitz_client.errors import UsageError
from kibitz_client.network.connect import connect
from kibitz_client.requests import build
from kibitz_client.settings import Settings
from kibitz_client.storage.credentials import Credentials, SignedIn, default_path
from kibitz_client.storage.files import write_secret
from kibitz_client.storage.passwords import Passwords
from kibitz_client.terminal.output import Output
from kibitz_client.text.formatting import table
from kibitz_protocol import accounts as said


async def register(settings: Settings, output: Output, name: str) -> None:
    """Make an account, and be signed in to it here."""
    password = Passwords(os.environ).next(f"a password for {name}", new=True)
    async with connect(settings, output) as connected:
        you = (await connected.client.ask(build(said.Register, name=name, password=password))).you
        assert connected.client.token is not None, "whoever was welcomed has a token"
        _tokens().keep(settings.server, SignedIn(you.name, connected.client.token))
    _tell_who(output, settings, you, "registered as")


async def login(settings: Settings, output: Output, name: str) -> None:
    """Be signed in here from now on."""
    password = Passwords(os.environ).next(f"password of {name}")
    async with connect(settings, output, as_guest=True) as connected:
        answer = await connected.client.ask(build(said.Login, name=name, password=password))
    _tokens().keep(settings.server, SignedIn(answer.you.name, answer.token))
    _tell_who(output, settings, answer.you, "signed in as")


async def logout(settings: Settings, output: Output) -> None:
    """Make the token worthless, and forget it."""
    async with connect(settings, output) as connected:
        await connected.client.ask(build(said.Logout))
    _tokens().forget(settings.server)
    output.emit({"signed_out": settings.server})
    if not settings.json:
        output.say(f"signed out of {settings.server}")


async def show(settings: Settings, output: Output) -> None:
    """Who the server takes us for."""
    async with connect(settings, output) as connected:
        _tell_who(output, settings, connected.client.welcome.you, "you are")


async def rename(settings: Settings, output: Output, name: str) -> None:
    """Let the guest that we are go by another name."""
    async with connect(settings, output) as connected:
        you = (await connected.client.ask(build(said.Rename, name=name))).you
    _tell_who(output, settings, you, "you are")


async def sessions(settings: Settings, output: Output) -> None:
    """Where the account is signed in."""
    async with connect(settings, output) as connected:
        rows = (await connected.client.ask(build(said.ListSessions))).sessions
    for row in rows:
        output.emit(row)
    if not settings.json:
        cells = [
            (row.session, row.label or "-", day(row.created_at), day(row.seen_at), "this one" if row.current else "")
            for row in rows
        ]
        output.say(*table([("session", "client", "since", "last used", ""), *cells]))


async def revoke(settings: Settings, output: Output, session: str | None, *, others: bool) -> None:
    """Sign out somewhere else."""
    if (session is None) != others:
        raise UsageError("name a session, or say --others for all but this one", "`kibitz account sessions` lists them")
    async with connect(settings, output) as connected:
        await connected.client.ask(build(said.Revoke, session=session))
    output.say("revoked")


async def password(settings: Settings, output: Output) -> None:
    """Set another password."""
    source = Passwords(os.environ)
    old, new = source.next("old password"), source.next("new password", new=True)
    async with connect(settings, output) as connected:
        await connected.client.ask(build(said.ChangePassword, old=old, new=new))
    output.say("changed; all other sessions are signed out")


async def make_bot(settings: Settings, output: Output, name: str, out: Path | None, *, renew: bool) -> None:
    """Make a bot, or a new token for one."""
    command = build(said.RenewBot, bot=name) if renew else build(said.MakeBot, name=name)
    _check_free(out)
    async with connect(settings, output) as connected:
        made = await connected.client.ask(command)
    if out is not None:
        write_secret(out, made.token + "\n")
        output.emit({"bot": made.bot.model_dump(), "token_file": str(out)})
        if not settings.json:
            output.say(f"the token of {made.bot.name} is in {out}", f"kibitz bot run ... --token-file {out}")
        return
    output.emit(made)
    if not settings.json:
        output.say(f"{made.bot.name} ({made.bot.id})", f"token: {made.token}")
        output.warn("the token is shown this once; keep it in a file for --token-file")


async def bots(settings: Settings, output: Output) -> None:
    """The account's bots."""
    async with connect(settings, output) as connected:
        rows = (await connected.client.ask(build(said.ListBots))).bots
    for row in rows:
        output.emit(row)
    if not settings.json:
        cells = [
            (
                row.bot.name,
                row.bot.id,
                day(row.created_at),
                "no token" if row.seen_at is None else day(row.seen_at),
                "online" if row.connections else "",
            )
            for row in rows
        ]
        head = [("bot", "id", "since", "last seen", "")]
        output.say(*(table([*head, *cells]) if cells else ["no bots; make one: kibitz account bot make NAME"]))


async def revoke_bot(settings: Settings, output: Output, name: str) -> None:
    """Leave a bot without a token."""
    async with connect(settings, output) as connected:
        await connected.client.ask(build(said.RevokeBot, bot=name))
    output.say(f"{name} has no token any more")


def _check_free(out: Path | None) -> None:
    """Before there is a token that could get lost."""
    if out is not None and (out.exists() or not os.access(out.parent, os.W_OK)):
        reason = "is there already" if out.exists() else "cannot be written"
        raise UsageError(f"{out} {reason}", "name another file")


def day(at: float) -> str:
    """A moment as people here write it."""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(at))


def _tokens() -> Credentials:
    return Credentials(default_path(os.environ))


def _tell_who(output: Output, settings: Settings, you: said.Identity, verb: str) -> None:
    output.emit(you)
    if not settings.json:
        kind = {"player": "", "bot": ", a bot"}.get(you.role, f", {you.role}") if you.account else ", a guest"
        output.say(f"{verb} {you.name}{kind} at {settings.server}")
