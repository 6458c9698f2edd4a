"""What moderators and admins are shown, as plain data."""

from collections import Counter
from collections.abc import Iterable

from kibitz_server.accounts.client_info import identity_data
from kibitz_server.accounts.moderation import Moderation
from kibitz_server.core.values.players import Human
from kibitz_server.messages import match_data
from kibitz_server.messages.outgoing import Data
from kibitz_server.runtime.runtime import Runtime
from kibitz_server.store.people import AuditEntry, Sanction


def players(runtime: Runtime, moderation: Moderation) -> Data:
    """A `Players`: who is connected, by name."""
    connected = Counter(peer.player.id for peer in runtime.clients.all)
    playing = Counter(
        player.id
        for room in runtime.rooms.all
        if not room.match.over
        for player in room.match.seats
        if isinstance(player, Human)
    )
    rows = {
        peer.player.id: {
            "player": identity_data(peer.player, peer.badge.role),
            "connections": connected[peer.player.id],
            "playing": playing[peer.player.id],
            "muted": moderation.is_muted(peer.player),
        }
        for peer in sorted(runtime.clients.all, key=lambda peer: peer.player.name.casefold())
    }
    return {"kind": "players", "players": list(rows.values())}


def connections(runtime: Runtime, *, addresses: bool) -> Data:
    """A `Connections`, oldest first."""
    rows = [
        {
            "player": identity_data(peer.player, peer.badge.role),
            "address": peer.badge.address if addresses else "",
            "client": peer.badge.client,
            "since": peer.badge.since,
            "following": len(peer.rooms),
        }
        for peer in runtime.clients.all
    ]
    return {"kind": "connections", "connections": rows}


def matches(runtime: Runtime) -> Data:
    """A `Matches` of all that are not over, also those that the lobby does not show."""
    watchers = runtime.rooms.watchers()
    running = [room.match for room in runtime.rooms.all if not room.match.over]
    return {"kind": "matches", "matches": [match_data.row_data(match, watchers) for match in running]}


def sanctions(those: Iterable[Sanction]) -> Data:
    """A `Sanctions`."""
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
        for sanction in those
    ]
    return {"kind": "sanctions", "sanctions": rows}


def deeds(those: Iterable[AuditEntry]) -> Data:
    """A `Deeds`."""
    rows = [
        {"at": deed.at, "by": deed.by_name, "action": deed.action, "target": deed.target, "detail": deed.detail}
        for deed in those
    ]
    return {"kind": "deeds", "deeds": rows}
