"""Results of the lists for moderators and admins, as data."""

from collections import Counter
from collections.abc import Iterable

from kibitz_server.accounts.client_info import identity_data
from kibitz_server.accounts.moderation import Moderation
from kibitz_server.core.values.players import Human
from kibitz_server.games.registry import declarations
from kibitz_server.messages import match_data
from kibitz_server.messages.outgoing import Data
from kibitz_server.pool.status import EngineStatus, PlaceStatus
from kibitz_server.runtime.runtime import Runtime
from kibitz_server.store.people import AuditEntry, Sanction


def players(runtime: Runtime, moderation: Moderation) -> Data:
    """Return a `Players`: the connected players by name."""
    connected = Counter(client.player.id for client in runtime.clients.all)
    playing = Counter(
        player.id
        for room in runtime.rooms.all
        if not room.match.over
        for player in room.match.seats
        if isinstance(player, Human)
    )
    rows = {
        client.player.id: {
            "player": identity_data(client.player, client.info.role),
            "connections": connected[client.player.id],
            "playing": playing[client.player.id],
            "muted": moderation.is_muted(client.player, client.info.block),
        }
        for client in sorted(runtime.clients.all, key=lambda client: client.player.name.casefold())
    }
    return {"kind": "players", "players": list(rows.values())}


def connections(runtime: Runtime, *, addresses: bool) -> Data:
    """Return a `Connections`, oldest first. `addresses` says whether it includes their addresses."""
    rows = [
        {
            "player": identity_data(client.player, client.info.role),
            "address": client.info.address if addresses else "",
            "client": client.info.client,
            "since": client.info.since,
            "following": len(client.rooms),
        }
        for client in runtime.clients.all
    ]
    return {"kind": "connections", "connections": rows}


def matches(runtime: Runtime) -> Data:
    """Return a `Matches` of all matches that are not over, including those that the lobby does not list."""
    watchers = runtime.rooms.watchers()
    running = [room.match for room in runtime.rooms.all if not room.match.over]
    return {"kind": "matches", "matches": [match_data.row_data(match, watchers) for match in running]}


def sanctions(imposed: Iterable[Sanction]) -> Data:
    """Return a `Sanctions`."""
    rows = [
        {
            "id": sanction.id,
            "sanction": sanction.kind,
            "scope": sanction.scope,
            "target": sanction.shown,
            "until": sanction.until,
            "reason": sanction.reason,
            "by": sanction.by,
            "at": sanction.at,
        }
        for sanction in imposed
    ]
    return {"kind": "sanctions", "sanctions": rows}


def engines(status: EngineStatus) -> Data:
    """Return an `Engines`."""
    return {
        "kind": "engines",
        "use": status.use.value,
        "cluster": status.cluster,
        "connected": status.connected,
        "trouble": status.trouble,
        "connections": status.connections,
        "waiting": status.waiting,
        "places": [_place(place) for place in status.places],
    }


def _place(place: PlaceStatus) -> Data:
    # Options of a game make searches of their own. Of these, the last measured one stands for the game.
    speeds: dict[tuple[str, str], float] = {}
    for code, speed in place.speeds:
        speeds.setdefault((code.game, code.algorithm), speed)
    return {
        "place": place.place,
        "state": place.state,
        "why": place.why,
        "version": place.version,
        "slots": place.slots,
        "busy": place.busy,
        "taken": place.taken,
        "finished": place.finished,
        "lost": place.lost,
        "speeds": [
            {"game": game, "algorithm": algorithm, "per_s": round(speed)} for (game, algorithm), speed in speeds.items()
        ],
        "unused": [{"game": game, "why": why} for game, why in sorted(place.unused.items())],
        "heard_s": None if place.heard_s is None else round(place.heard_s, 2),
    }


def audit(entries: Iterable[AuditEntry]) -> Data:
    """Return a `Deeds`: the entries of the audit log."""
    rows = [
        {"at": entry.at, "by": entry.by_name, "action": entry.action, "target": entry.target, "detail": entry.detail}
        for entry in entries
    ]
    return {"kind": "deeds", "deeds": rows}


def host(runtime: Runtime) -> Data:
    """Return a `HostView`."""
    choices, alerts = runtime.host.choices, runtime.alerts
    return {
        "kind": "host",
        **choices.model_dump(mode="json"),
        "all_games": [game.name for game in declarations()],
        "draining": runtime.runner.draining,
        "healthy": runtime.store.healthy,
        "players": len({client.player.id for client in runtime.clients.all}),
        "matches": sum(not room.match.over for room in runtime.rooms.all),
        "public_url": alerts.config.home,
        "push": alerts.config.push,
        "mail": alerts.mails,
        "lost_alerts": alerts.sender.lost,
        "backup": None,
    }
