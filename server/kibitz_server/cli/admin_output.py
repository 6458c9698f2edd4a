"""Results of admin commands, as a table or as JSON lines."""

import time
from collections.abc import Sequence

from kibitz_protocol.commands import admin
from kibitz_protocol.commands.accounts import Identity
from kibitz_protocol.to_client import Matches, Outcome
from kibitz_protocol.values.base import ServerModel
from kibitz_server.messages.encoding import encode

Row = tuple[str, ...]


def lines(result: Outcome, as_json: bool) -> list[str]:
    """Return a result as lines, one a row; a table begins with a line of headings."""
    rows = _rows(result)
    if as_json:
        return [encode(row).decode() for row in rows]
    headings, cells = _table(result)
    return _align([headings, *cells]) if cells else ["none"]


def _rows(result: Outcome) -> Sequence[ServerModel]:
    match result:
        case admin.Players(players=players):
            return players
        case admin.Connections(connections=connections):
            return connections
        case admin.Sanctions(sanctions=sanctions):
            return sanctions
        case admin.Deeds(deeds=deeds):
            return deeds
        case Matches(matches=matches):
            return matches
        case _:
            return [result]


def _table(result: Outcome) -> tuple[Row, list[Row]]:
    match result:
        case admin.Players(players=players):
            return ("name", "id", "kind", "connections", "playing", ""), [
                (
                    row.player.name,
                    row.player.id,
                    _kind(row.player),
                    str(row.connections),
                    str(row.playing),
                    "muted" if row.muted else "",
                )
                for row in players
            ]
        case admin.Connections(connections=connections):
            return ("name", "id", "kind", "address", "since", "following", "client"), [
                (
                    row.player.name,
                    row.player.id,
                    _kind(row.player),
                    row.address or "-",
                    _time(row.since),
                    str(row.following),
                    row.client,
                )
                for row in connections
            ]
        case admin.Sanctions(sanctions=sanctions):
            return ("id", "what", "on", "until", "by", "reason"), [
                (row.id, row.sanction, f"{row.scope} {row.target}", _until(row.until), row.by, row.reason)
                for row in sanctions
            ]
        case admin.Deeds(deeds=deeds):
            return ("when", "who", "did", "to", "with"), [
                (_time(row.at), row.by, row.action, row.target, row.detail) for row in deeds
            ]
        case Matches(matches=matches):
            return ("code", "game", "phase", "ply", "watching", "shown", "players"), [
                (
                    row.code,
                    row.game,
                    row.phase,
                    str(row.ply),
                    str(row.watchers),
                    row.visibility,
                    " v ".join(seat.name or "(open)" for seat in row.seats),
                )
                for row in matches
            ]
        case _:
            return ("",), [(str(result),)]


def _kind(player: Identity) -> str:
    return player.role if player.account else "guest"


def _time(at: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(at))


def _until(at: float | None) -> str:
    return "no end" if at is None else _time(at)


def _align(rows: Sequence[Row]) -> list[str]:
    # Players choose their names, so control characters in them must not reach the terminal.
    plain = [["".join(c if c.isprintable() else " " for c in cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*plain, strict=True)]
    return ["  ".join(f"{c:<{w}}" for c, w in zip(row, widths, strict=True)).rstrip() for row in plain]
