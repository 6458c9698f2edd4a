"""Results of admin commands, as a table or as JSON lines."""

import time
from collections.abc import Sequence

from kibitz_protocol.commands import admin
from kibitz_protocol.commands.accounts import Identity
from kibitz_protocol.to_client import Matches, Outcome
from kibitz_protocol.values.base import ServerModel
from kibitz_protocol.values.seats import name_text
from kibitz_server.messages.encoding import encode

Row = tuple[str, ...]
MOST_NAMED = 6
"""Number of games that a line names."""
CREATORS = {"all": "by all players", "accounts": "by accounts", "moderators": "by moderators and admins"}
"""The players who may begin matches, by the word of the protocol."""


def lines(result: Outcome, as_json: bool) -> list[str]:
    """Return a result as lines, one a row; a table begins with a line of headings."""
    rows = _rows(result)
    if as_json:
        return [encode(row).decode() for row in rows]
    if isinstance(result, admin.HostView):
        return _host(result)
    headings, cells = _table(result)
    table = _align([headings, *cells]) if cells else ["none"]
    return [*table, *_remarks(result)] if isinstance(result, admin.Engines) else table


def _remarks(engines: admin.Engines) -> list[str]:
    """Return what the table of places does not say: the queue, the cluster, and what is not used and why."""
    remarks = [f"{engines.waiting} waiting for a slot"]
    if engines.cluster is None:
        remarks.append("no cluster; to use one: kibitz-server serve --engines dask://HOST:8786")
    else:
        now = (
            f"connected ({engines.connections} since the start)"
            if engines.connected
            else f"NOT CONNECTED ({engines.trouble})"
        )
        remarks.append(f"cluster {engines.cluster}: {now}, use: {engines.use}")
    for place in engines.places:
        if place.why:
            remarks.append(f"{place.place} is {'gone' if place.state == 'gone' else 'not used'}: {place.why}")
        reasons: dict[str, list[str]] = {}
        for unused in place.unused:
            reasons.setdefault(unused.why, []).append(unused.game)
        remarks += [f"{place.place} is not used for {_some(games)}: {why}" for why, games in reasons.items()]
    return remarks


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
        case admin.Engines(places=places):
            return ("place", "state", "slots", "busy", "taken", "finished", "lost", "heard", "speed", "version"), [
                (
                    row.place,
                    row.state,
                    str(row.slots),
                    str(row.busy),
                    str(row.taken),
                    str(row.finished),
                    str(row.lost),
                    "-" if row.heard_s is None else f"{row.heard_s:.1f} s ago",
                    _speed(row),
                    row.version or "-",
                )
                for row in places
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
                    " v ".join(name_text(seat) if seat.name else "(open)" for seat in row.seats),
                )
                for row in matches
            ]
        case _:
            return ("",), [(str(result),)]


def _some(games: list[str]) -> str:
    """Return the names of games, of many only the first ones. --json has all."""
    more = len(games) - MOST_NAMED
    return ", ".join(games) if more <= 0 else f"{', '.join(games[:MOST_NAMED])} and {more} more"


def _speed(place: admin.EnginePlace) -> str:
    """Return the speed that was measured last."""
    if not place.speeds:
        return "-"
    newest = place.speeds[0]
    return f"{newest.per_s / 1000:,.0f} k/s {newest.game} {newest.algorithm}"


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


def _host(host: admin.HostView) -> list[str]:
    """Return the choices of the host and the health of the server; after a backup, first where it is."""
    if host.backup is not None:
        return [f"backup written to {host.backup}"]
    ways = [name for name, on in (("Web Push", host.push), ("e-mail", host.mail)) if on]
    lost = f"; {host.lost_alerts} given up since the start" if host.lost_alerts else ""
    return _align(
        [
            ("name", host.name or "none"),
            ("welcome", host.welcome or "none"),
            ("games", "all" if host.games is None else ", ".join(host.games)),
            ("new matches", "none begin now: drain --off" if host.draining else CREATORS.get(host.create, host.create)),
            ("notice", host.update or "the usual one"),
            ("moves", "are saved" if host.healthy else "CANNOT BE SAVED"),
            ("players", f"{host.players} connected"),
            ("matches", f"{host.matches} not over"),
            ("public URL", host.public_url or "none"),
            ("alerts", (" and ".join(ways) or "none") + lost),
        ]
    )
