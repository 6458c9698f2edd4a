"""`kibitz-server admin`: administer a running server over the protocol, with the token of an admin or moderator."""

import inspect
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kibitz_protocol import DEFAULT_PORT
from kibitz_protocol.validation.durations import DAY, SECOND
from kibitz_server.cli.console import fail

if TYPE_CHECKING:
    from kibitz_protocol.to_client import Outcome

app = typer.Typer(
    help="Administer a running server: players, bans, matches, tournaments, draining.",
    rich_markup_mode=None,
    no_args_is_help=True,
)

tournaments = typer.Typer(help="End or hide tournaments.", rich_markup_mode=None, no_args_is_help=True)
app.add_typer(tournaments, name="tournament")

DEFAULT_SERVER = f"ws://127.0.0.1:{DEFAULT_PORT}"
Server = Annotated[
    str | None, typer.Option(metavar="URL", help=f"Select the server (KIBITZ_SERVER); default: {DEFAULT_SERVER}.")
]
TokenFile = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Read the token from a file (KIBITZ_ADMIN_TOKEN holds one itself).")
]
CaFile = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Trust these certificate authorities for wss:// (KIBITZ_CAFILE).")
]
Database = Annotated[
    str | None,
    typer.Option(
        metavar="URL|FILE", help="Work on the database itself while no server runs, for example after banning yourself."
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object per line.")]
Reason = Annotated[str, typer.Option(help="Give a reason; the player sees it.")]
For = Annotated[
    str | None, typer.Option("--for", metavar="TIME", help="Limit the time: 30m, 12h or 7d; default: no end.")
]
TournamentCode = Annotated[str, typer.Argument(metavar="CODE", help="The code of the tournament, or its id.")]
Player = Annotated[str, typer.Argument(help="A player's name or id.")]


@app.command()
def token(
    file: Annotated[Path, typer.Argument(help="Write the token to this new file, readable only by you.")],
    name: Annotated[str, typer.Option(help="Name the operator in the audit log.")] = "operator",
    role: Annotated[str, typer.Option(help="Select the role: admin or moderator.")] = "admin",
    database: Annotated[
        str | None, typer.Option(help="Select the server's database, as for `kibitz-server serve`.")
    ] = None,
) -> None:
    """Create a token for the other commands. It needs the database, not a running server."""
    from kibitz_server.cli.admin.tokens import TokenError, create_secret_file, create_token
    from kibitz_server.cli.db import open_database
    from kibitz_server.store.migrations.upgrade import upgrade
    from kibitz_server.telemetry import logs

    logs.set_up("warning")

    if role not in ("admin", "moderator"):
        fail(f"{role!r} is not a role of an operator", "use admin or moderator", 2)
    try:
        with open_database(database, may_create=True) as engine, create_secret_file(file) as out:
            upgrade(engine)
            made = create_token(engine, name, role)
            out.write(f"{made.token}\n")
    except TokenError as error:
        fail(str(error), error.hint, 2)
    typer.echo(f"the token of {name}, {role}, is in {file}; use it with --token-file {file}")
    if made.ended:
        typer.echo(f"the older tokens of {name} have ended, because they were for a lower role")


Action = dict[str, Any]
"""An action of the admin command, see `kibitz_protocol.commands.admin`."""


def _command(
    *, shows: bool = False, offline: bool = False, name: str | None = None, group: typer.Typer = app
) -> Callable[[Callable[..., Action]], Callable[..., Action]]:
    """Return a decorator that registers a function as a command, which sends the action that the function returns.

    The command has the function's own options, then the common ones.

    Args:
        shows: Whether the command prints a list, and thus has --json.
        offline: Whether the command can work on a database that no server uses, and thus has --database.
        name: Name of the command, if not that of the function.
        group: The commands that it belongs to.
    """

    def register(action: Callable[..., Action]) -> Callable[..., Action]:
        def run(
            *,
            server: Server = None,
            token_file: TokenFile = None,
            cafile: CaFile = None,
            as_json: Json = False,
            database: Database = None,
            **given: Any,
        ) -> None:
            if database is not None:
                _run_offline(action(**given), database, as_json)
            else:
                _run(action(**given), server, token_file, cafile, as_json)

        own, shared = inspect.signature(action).parameters, dict(inspect.signature(run).parameters)
        del shared["given"]
        if not shows:
            del shared["as_json"]
        if not offline:
            del shared["database"]
        options = {**own, **shared}
        # Typer reads the annotations and the signature.
        run.__annotations__ = {name: option.annotation for name, option in options.items()}
        vars(run)["__signature__"] = inspect.Signature(
            [option.replace(kind=inspect.Parameter.KEYWORD_ONLY) for option in options.values()]
        )
        group.command(name or action.__name__, help=action.__doc__)(run)
        return action

    return register


@_command(shows=True)
def players() -> Action:
    """List the connected players."""
    return {"kind": "players"}


@_command(shows=True)
def connections() -> Action:
    """List every connection."""
    return {"kind": "connections"}


@_command(shows=True)
def matches() -> Action:
    """List every match that is not over, including unlisted and private ones."""
    return {"kind": "matches"}


@_command(shows=True, offline=True)
def sanctions() -> Action:
    """List the active bans and mutes."""
    return {"kind": "sanctions"}


@_command(shows=True)
def engines() -> Action:
    """List where the server searches: slots, load, speed and losses of this machine and of each worker."""
    return {"kind": "engines"}


@_command(shows=True)
def audit(most: Annotated[int, typer.Option(min=1, max=500, help="Limit the number of entries.")] = 50) -> Action:
    """List the latest actions of moderators and admins."""
    return {"kind": "audit", "most": most}


@_command(shows=True)
def host() -> Action:
    """Show what the host has chosen, and the health of the server."""
    return {"kind": "host"}


@_command(name="set-host", shows=True)
def set_host(
    name: Annotated[str | None, typer.Option(help="Name of the server for players; an empty one removes it.")] = None,
    welcome: Annotated[str | None, typer.Option(help="Text on the first page; an empty one removes it.")] = None,
    games: Annotated[
        str | None, typer.Option(metavar="GAME,GAME", help="Games that players may begin; an empty list is all.")
    ] = None,
    create: Annotated[
        str | None, typer.Option(metavar="all|accounts|moderators", help="The players who may begin matches.")
    ] = None,
    update: Annotated[
        str | None, typer.Option(help="Notice to all when no new matches begin; an empty one is the usual text.")
    ] = None,
) -> Action:
    """Choose the name of the server, its welcome, its games, and the players who may begin matches."""
    if all(each is None for each in (name, welcome, games, create, update)):
        fail("nothing to change", "give an option, such as --name; `kibitz-server admin host` shows the choices", 2)
    chosen = None if games is None else [each.strip() for each in games.split(",") if each.strip()]
    return {"kind": "set_host", "name": name, "welcome": welcome, "games": chosen, "create": create, "update": update}


@_command(shows=True)
def backup() -> Action:
    """Write a backup into the folder `backups` beside the database file of the server."""
    return {"kind": "backup"}


@_command()
def end(match: Annotated[str, typer.Argument(help="The code of the match, or its id.")], reason: Reason = "") -> Action:
    """Abort a match, without a result."""
    return {"kind": "end", "match": match, "reason": reason}


@_command(name="end", group=tournaments)
def end_tournament(tournament: TournamentCode, reason: Reason = "") -> Action:
    """End a tournament with its standings, and stop its games."""
    return {"kind": "end_tournament", "tournament": tournament, "reason": reason}


@_command(name="hide", group=tournaments)
def hide_tournament(tournament: TournamentCode, reason: Reason = "") -> Action:
    """Take a tournament out of lists and of the feed. It goes on."""
    return {"kind": "hide_tournament", "tournament": tournament, "reason": reason}


@_command()
def mute(player: Player, for_: For = None, reason: Reason = "") -> Action:
    """Forbid a player to chat."""
    return {"kind": "mute", "player": player, "for_s": _seconds(for_), "reason": reason}


@_command(offline=True)
def unmute(player: Player) -> Action:
    """Allow a player to chat again."""
    return {"kind": "unmute", "player": player}


@_command()
def ban(
    target: Annotated[str, typer.Argument(help="A player's name or id, or the name or address that --scope selects.")],
    scope: Annotated[
        str, typer.Option(help="Select what to ban: player, name (and all look-alikes) or address (or network).")
    ] = "player",
    for_: For = None,
    reason: Reason = "",
) -> Action:
    """Ban a player, name or address, and disconnect the matching players."""
    return {"kind": "ban", "scope": scope, "target": target, "for_s": _seconds(for_), "reason": reason}


@_command(offline=True)
def unban(
    target: Annotated[str, typer.Argument(help="The banned player, name or address, or the id of the ban.")],
) -> Action:
    """Lift a ban."""
    return {"kind": "unban", "target": target}


@_command()
def announce(text: Annotated[str, typer.Argument(help="The text of the notice.")]) -> Action:
    """Send a notice to all connected players."""
    return {"kind": "announce", "text": text}


@_command()
def drain(off: Annotated[bool, typer.Option("--off", help="Accept new matches again.")] = False) -> Action:
    """Refuse new matches, for example before an update. Running matches continue."""
    return {"kind": "drain", "on": not off}


@_command()
def role(
    player: Player,
    new: Annotated[str, typer.Argument(metavar="ROLE", help="The new role: player, moderator or admin.")],
) -> Action:
    """Change the role of an account. With a higher role, all its sessions end, and it has to log in again."""
    return {"kind": "role", "player": player, "role": new}


def _run(
    action: dict[str, Any], server: str | None, token_file: Path | None, cafile: Path | None, as_json: bool
) -> None:
    """Send an action to the server, and print its result."""
    from pydantic import ValidationError

    from kibitz_protocol.to_server import Admin
    from kibitz_protocol.validation.reasons import first_error
    from kibitz_server.accounts.ids import new_id
    from kibitz_server.cli.admin.client import AdminError, call
    from kibitz_server.cli.admin.tokens import TokenError, read_token

    try:
        command = Admin.model_validate({"id": new_id(), "action": action})
        token = read_token(token_file, os.environ.get("KIBITZ_ADMIN_TOKEN"))
        url = server or os.environ.get("KIBITZ_SERVER") or DEFAULT_SERVER
        authorities = str(cafile) if cafile else os.environ.get("KIBITZ_CAFILE") or None
        result = call(url if "://" in url else f"ws://{url}", token, command, authorities)
    except ValidationError as error:
        place, reason = first_error(error)
        field = " ".join(map(str, place[2:])) or "that"
        fail(f"{field} {reason}", f"kibitz-server admin {_words(action['kind'])} --help", 2)
    except TokenError as error:
        fail(str(error), error.hint, 2)
    except AdminError as error:
        fail(str(error), error.hint, error.code)
    _show(result, as_json)


def _words(kind: str) -> str:
    """Return the command of an action as typed."""
    what, _, of = kind.partition("_")
    return f"tournament {what}" if of == "tournament" else kind.replace("_", "-")


def _run_offline(action: Action, database: str, as_json: bool) -> None:
    """List or lift the sanctions in a database that no server uses."""
    from kibitz_protocol.commands.admin import Sanctions
    from kibitz_server.accounts.errors import CommandRefused
    from kibitz_server.accounts.moderation import BAN, MUTE
    from kibitz_server.cli.db import open_database
    from kibitz_server.handlers.admin.views import sanctions as rows
    from kibitz_server.maintenance.sanctions import active, lift
    from kibitz_server.store.migrations.upgrade import upgrade
    from kibitz_server.store.owner import DatabaseInUse, DatabaseOwner, PostgresLock, owned

    owner = DatabaseOwner.this_process(0, time.time())
    with open_database(database, one_session=True) as engine:
        if engine.dialect.name == "postgresql":
            PostgresLock(engine, owner)
        try:
            # A server keeps sanctions in memory, and would not notice the change.
            with owned(engine.url.render_as_string(hide_password=False), owner):
                upgrade(engine)
                if action["kind"] == "sanctions":
                    _show(Sanctions.model_validate(rows(active(engine))), as_json)
                    return
                target = action.get("target") or action["player"]
                lift(engine, BAN if action["kind"] == "unban" else MUTE, target)
        except DatabaseInUse as error:
            fail(str(error), "leave out --database, or stop the server first")
        except CommandRefused as error:
            fail(str(error), error.hint or "kibitz-server admin sanctions", 3)
    _show(None, as_json)


def _show(result: "Outcome | None", as_json: bool) -> None:
    from kibitz_server.cli.admin import output

    if result is None:
        typer.echo('{"done": true}' if as_json else "done")
        return
    for line in output.lines(result, as_json):
        typer.echo(line)


LONGEST = 10 * 366 * DAY
UNITS: dict[str, float] = {"s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 7 * 86_400}


def _seconds(text: str | None) -> float | None:
    """Return a duration such as `90s`, `30m`, `12h`, `7d` or `2w` in seconds."""
    if text is None:
        return None
    number, unit = text[:-1], text[-1:]
    if unit not in UNITS or not number.replace(".", "", 1).isdecimal():
        fail(f"{text!r} is not a duration", "write it like 30m, 12h or 7d", 2)
    seconds = float(number) * UNITS[unit]
    if not SECOND <= seconds <= LONGEST:
        fail(f"{text!r} is not a duration from 1 second to 10 years", "write it like 30m, 12h or 7d", 2)
    return seconds
