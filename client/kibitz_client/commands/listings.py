"""`kibitz lobby`, `kibitz games` and `kibitz servers`: tables, or with `--json` one object per line."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from kibitz_client.errors import RefusedError
from kibitz_client.match.table.unseen import secrets_of
from kibitz_client.network.client import NetworkClient
from kibitz_client.network.servers.connect import connect, connect_or_start
from kibitz_client.network.servers.discovery import DiscoveredServer, discover, interfaces
from kibitz_client.parsing.default_engines import default_opponent
from kibitz_client.requests import build
from kibitz_client.settings import Settings
from kibitz_client.storage.known_servers import is_used
from kibitz_client.terminal.output import Output
from kibitz_client.text.formatting import invitation_text, row_notes, some_of, table
from kibitz_client.text.options import offered, range_text
from kibitz_protocol.game_names import find_game, unknown_game
from kibitz_protocol.refusals import Code
from kibitz_protocol.to_client import Invitation, Lobby, Notice, Refused
from kibitz_protocol.to_server import ListGames, ListMatches
from kibitz_protocol.values.games import GameInfo, option_text
from kibitz_protocol.values.matches import MatchRow
from kibitz_protocol.values.seats import player_text

LOBBY_HEADINGS = ("code", "game", "phase", "ply", "clock", "watching", "players", "notes")
SERVER_HEADINGS = ("name", "address", "announced by", "version", "")
NO_SERVERS = (
    "no server announces itself on the local network",
    "start one: kibitz-server serve --host 0.0.0.0; or name yours: kibitz lobby --server HOST",
)


async def lobby(settings: Settings, output: Output, *, follow: bool, filters: Mapping[str, Any]) -> None:
    """Show the open and live matches that pass the filters; with `follow`, also every change until Ctrl-C."""
    async with connect(settings, output) as connected:
        rows = (await connected.client.ask(build(ListMatches, follow=follow, **filters))).matches
        for row in rows:
            output.emit(row)
        if not settings.json:
            output.say(*_lobby_lines(rows, filtered=any(filters.values())))
        if not follow:
            return
        codes = {row.match: row.code for row in rows}
        async for message in connected.client.messages():
            if isinstance(message, Lobby):
                _show_change(output, message, codes)
            elif isinstance(message, Notice):
                output.warn(f"server: {message.text}")
            elif isinstance(message, Invitation):
                output.warn(invitation_text(message))


async def games(settings: Settings, output: Output, name: str | None) -> None:
    """Show the server's games, or the details of one. Without any server, they are those of a private one.

    Raises:
        RefusedError: The server does not have the game.
    """
    async with connect_or_start(settings, output) as connected:
        found = await listed_games(connected.client, name)
        engines = connected.client.welcome.engines
    for game in found:
        output.emit(game)
    if not settings.json:
        output.say(*(_game_details(found[0], engines) if name else _game_lines(found, engines)))


async def listed_games(client: NetworkClient, name: str | None = None) -> list[GameInfo]:
    """Return all games of the server, or the one that a name means in any spelling.

    Raises:
        RefusedError: The server does not have the game.
    """
    games: list[GameInfo] = (await client.ask(build(ListGames))).games
    if name is None:
        return games
    found = find_game(name, games)
    if found is None:
        message, hint = unknown_game(name, games), f"`kibitz games` lists them: {some_of(game.name for game in games)}"
        raise RefusedError(Refused(id=None, code=Code.UNKNOWN_GAME, message=message, hint=hint))
    return [game for game in games if game.name == found.name]


def also_called(game: GameInfo) -> list[str]:
    """Return a line with the other names of a game, which commands take too; no line if it has none."""
    return [f"also called {', '.join(game.aliases)}"] if game.aliases else []


async def servers(_settings: Settings, output: Output, wait_s: float) -> None:
    """Show the servers that announce themselves. Raises `UsageError` if KIBITZ_DISCOVERY is invalid."""
    found = await discover(wait_s, interfaces(), settle_s=None)
    for server in found:
        output.emit(asdict(server))
    if not output.json:
        output.say(*(table([SERVER_HEADINGS, *map(_server_cells, found)]) if found else NO_SERVERS))


def _lobby_lines(rows: Sequence[MatchRow], *, filtered: bool) -> list[str]:
    if not rows and filtered:
        return ["no match like that is open or live"]
    if not rows:
        return ["no match is open or live; host one: kibitz host connect4"]
    return table([LOBBY_HEADINGS, *map(_lobby_cells, rows)])


def _show_change(output: Output, change: Lobby, codes: dict[str, str]) -> None:
    for row in change.changed:
        codes[row.match] = row.code
        output.emit(row)
        if not output.json:
            output.say("  ".join(cell for cell in _lobby_cells(row) if cell))
    for match in change.gone:
        code = codes.pop(match, match)
        output.emit({"gone": match, "code": code})
        if not output.json:
            output.say(f"{code}  gone")


def _lobby_cells(row: MatchRow) -> tuple[str, ...]:
    players = " v ".join(player_text(seat) for seat in row.seats)
    watching = str(row.watchers) if row.watchers else ""
    return (
        row.code,
        row.game,
        "adjourned" if row.adjourned else row.phase,
        str(row.ply),
        row.clock or "",
        watching,
        players,
        row_notes(row, time.time()),
    )


def _game_lines(games: Sequence[GameInfo], engines: Sequence[str]) -> list[str]:
    return [*table([(game.name, game.summary) for game in games]), "", "engines: " + ", ".join(engines)]


def _game_details(game: GameInfo, engines: Sequence[str]) -> list[str]:
    lines = [f"{game.title} ({game.name})", *also_called(game), game.summary, game.move_help, ""]
    lines.append(f"seats{'' if game.sides else ', in the order of play'}: {', '.join(game.seats)}")
    if game.options:
        options = [
            (f"-o {option.name}={option_text(option.default)}", range_text(option, game.options), option.meaning)
            for option in offered(game)
        ]
        lines += ["options and their defaults:", *("  " + line for line in table(options))]
    usual = default_opponent(chance=game.chance, hidden=game.hidden, notation=game.notation)
    opponent = usual if engines else "ENGINE"
    if secrets := secrets_of(game):
        lines += ["", secrets]
    return [*lines, "", f"play it: kibitz play {game.name} --against {opponent}"]


def _server_cells(server: DiscoveredServer) -> tuple[str, ...]:
    return server.name, server.url, server.machine, server.version, "" if is_used(server.url) else "new"
