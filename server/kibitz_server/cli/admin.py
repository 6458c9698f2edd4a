"""`kibitz-server admin`: look after a running server, over the protocol, with the token of an admin or moderator."""

import inspect
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kibitz_protocol import DEFAULT_PORT
from kibitz_server.cli.console import fail

if TYPE_CHECKING:
    from kibitz_protocol.to_client import Outcome

app = typer.Typer(help="Look after a running server: who is there, bans, matches, draining.", no_args_is_help=True)

DEFAULT_SERVER = f"ws://127.0.0.1:{DEFAULT_PORT}"
Server = Annotated[str | None, typer.Option(metavar="URL", help=f"The server (KIBITZ_SERVER), else {DEFAULT_SERVER}.")]
TokenFile = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Holds the token (KIBITZ_ADMIN_TOKEN holds one itself).")
]
CaFile = Annotated[Path | None, typer.Option(metavar="FILE", help="Authorities to trust at wss:// (KIBITZ_CAFILE).")]
Json = Annotated[bool, typer.Option("--json", help="One JSON object a line on standard output.")]
Reason = Annotated[str, typer.Option(help="Why; the player is told.")]
For = Annotated[str | None, typer.Option("--for", metavar="TIME", help="30m, 12h or 7d; without end unless given.")]
Player = Annotated[str, typer.Argument(help="A player's name or id.")]


@app.command()
def token(
    file: Annotated[Path, typer.Argument(help="The new file to write it into; only you will be able to read it.")],
    name: Annotated[str, typer.Option(help="What the operator is called in the audit.")] = "operator",
    role: Annotated[str, typer.Option(help="admin or moderator.")] = "admin",
    database: Annotated[str | None, typer.Option(help="That of the server, as for `kibitz-server serve`.")] = None,
) -> None:
    """Make a token for the commands below. Needs the database, not a running server."""
    from kibitz_server.cli.admin_tokens import NoToken, make_token, secret_file
    from kibitz_server.cli.db import opened
    from kibitz_server.store.migrations.upgrade import upgrade
    from kibitz_server.telemetry import logs

    logs.set_up("warning")

    if role not in ("admin", "moderator"):
        fail(f"{role!r} is no role for an operator", "take admin or moderator", 2)
    try:
        with opened(database, make=True) as engine, secret_file(file) as out:
            upgrade(engine)
            out.write(make_token(engine, name, role) + "\n")
    except NoToken as error:
        fail(str(error), error.hint, 2)
    typer.echo(f"the token of {name}, {role}, is in {file}; use it with --token-file {file}")


Action = dict[str, Any]
"""What the server is asked to do, as `kibitz_protocol.admin` has it."""


def _command(*, shows: bool = False) -> Callable[[Callable[..., Action]], Callable[..., Action]]:
    """A command that has the server do what the function gives. The options that all of them have come behind its own.

    `shows`: it lists something, for programs too.
    """

    def register(action: Callable[..., Action]) -> Callable[..., Action]:
        def run(
            *,
            server: Server = None,
            token_file: TokenFile = None,
            cafile: CaFile = None,
            as_json: Json = False,
            **given: Any,
        ) -> None:
            _do(action(**given), server, token_file, cafile, as_json)

        own, shared = inspect.signature(action).parameters, dict(inspect.signature(run).parameters)
        del shared["given"]
        if not shows:
            del shared["as_json"]
        options = {**own, **shared}
        # Typer reads both.
        run.__annotations__ = {name: option.annotation for name, option in options.items()}
        vars(run)["__signature__"] = inspect.Signature(
            [option.replace(kind=inspect.Parameter.KEYWORD_ONLY) for option in options.values()]
        )
        app.command(action.__name__, help=action.__doc__)(run)
        return action

    return register


@_command(shows=True)
def players() -> Action:
    """List who is connected."""
    return {"kind": "players"}


@_command(shows=True)
def connections() -> Action:
    """List every connection."""
    return {"kind": "connections"}


@_command(shows=True)
def matches() -> Action:
    """List every match that is not over, also those that the lobby does not show."""
    return {"kind": "matches"}


@_command(shows=True)
def sanctions() -> Action:
    """List the bans and mutes that hold."""
    return {"kind": "sanctions"}


@_command(shows=True)
def audit(most: Annotated[int, typer.Option(min=1, max=500, help="How many.")] = 50) -> Action:
    """List what moderators and admins did last."""
    return {"kind": "audit", "most": most}


@_command()
def end(match: Annotated[str, typer.Argument(help="The code of the match, or its id.")], reason: Reason = "") -> Action:
    """Stop a match without a result."""
    return {"kind": "end", "match": match, "reason": reason}


@_command()
def mute(player: Player, for_: For = None, reason: Reason = "") -> Action:
    """Let a player say nothing."""
    return {"kind": "mute", "player": player, "for_s": _seconds(for_), "reason": reason}


@_command()
def unmute(player: Player) -> Action:
    """Let a player speak again."""
    return {"kind": "unmute", "player": player}


@_command()
def ban(
    target: Annotated[str, typer.Argument(help="A player's name or id, or what --scope says.")],
    scope: Annotated[
        str, typer.Option(help="player, name (all that look like it) or address (or network).")
    ] = "player",
    for_: For = None,
    reason: Reason = "",
) -> Action:
    """Keep somebody out; who is there is thrown out."""
    return {"kind": "ban", "scope": scope, "target": target, "for_s": _seconds(for_), "reason": reason}


@_command()
def unban(target: Annotated[str, typer.Argument(help="What the ban is on, or its id.")]) -> Action:
    """Let somebody in again."""
    return {"kind": "unban", "target": target}


@_command()
def announce(text: Annotated[str, typer.Argument(help="What everyone is to know.")]) -> Action:
    """Tell everyone who is connected."""
    return {"kind": "announce", "text": text}


@_command()
def drain(off: Annotated[bool, typer.Option("--off", help="Take new matches again.")] = False) -> Action:
    """Take no new matches; those that run go on. Before an update, say."""
    return {"kind": "drain", "on": not off}


@_command()
def role(
    player: Player, new: Annotated[str, typer.Argument(metavar="ROLE", help="player, moderator or admin.")]
) -> Action:
    """Make an account a moderator, an admin, or a player again."""
    return {"kind": "role", "player": player, "role": new}


def _do(
    action: dict[str, Any], server: str | None, token_file: Path | None, cafile: Path | None, as_json: bool
) -> None:
    """Let the server do it, and show what came of it."""
    from pydantic import ValidationError

    from kibitz_protocol.to_server import Admin
    from kibitz_server.accounts.ids import new_id
    from kibitz_server.cli.admin_client import NoAnswer, call
    from kibitz_server.cli.admin_tokens import NoToken, read_token

    try:
        command = Admin.model_validate({"id": new_id(), "action": action})
        secret = read_token(token_file, os.environ.get("KIBITZ_ADMIN_TOKEN"))
        url = server or os.environ.get("KIBITZ_SERVER") or DEFAULT_SERVER
        authorities = str(cafile) if cafile else os.environ.get("KIBITZ_CAFILE") or None
        result = call(url if "://" in url else f"ws://{url}", secret, command, authorities)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = " ".join(str(part) for part in first["loc"][2:]) or "that"
        fail(
            f"{place}: {first['msg'][:1].lower()}{first['msg'][1:]}", f"kibitz-server admin {action['kind']} --help", 2
        )
    except NoToken as error:
        fail(str(error), error.hint, 2)
    except NoAnswer as error:
        fail(str(error), error.hint, error.code)
    _show(result, as_json)


def _show(result: "Outcome | None", as_json: bool) -> None:
    from kibitz_server.cli import admin_output

    if result is None:
        typer.echo('{"done": true}' if as_json else "done")
        return
    for line in admin_output.lines(result, as_json):
        typer.echo(line)


UNITS: dict[str, float] = {"s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 7 * 86_400}


def _seconds(text: str | None) -> float | None:
    """`90s`, `30m`, `12h`, `7d`, `2w` in seconds."""
    if text is None:
        return None
    number, unit = text[:-1], text[-1:]
    if unit not in UNITS or not number.replace(".", "", 1).isdecimal() or not float(number):
        fail(f"{text!r} is not a length of time", "write it like 30m, 12h or 7d", 2)
    return float(number) * UNITS[unit]
