"""Invitations: sent to invited players when a match is created, and when they connect while it still waits."""

from collections.abc import Callable, Iterable

from kibitz_server.core.lobby.listing import is_for
from kibitz_server.core.match.phase import Phase
from kibitz_server.core.values.events import Event
from kibitz_server.core.values.players import Invited
from kibitz_server.messages import match_data
from kibitz_server.messages.encoding import encode
from kibitz_server.messages.outgoing import OutgoingMessage
from kibitz_server.runtime.ports import ClientListener, MatchListener
from kibitz_server.runtime.room import ConnectedClient, Room


class Invitations(MatchListener, ClientListener):
    """The matches that wait for an invited player. There are few, so all are checked for each new client.

    `clients` returns all connected clients.
    """

    follows_moves = False

    def __init__(self, clients: Callable[[], Iterable[ConnectedClient]]) -> None:
        self._clients = clients
        self._waiting: dict[Room, None] = {}

    def committed(self, room: Room, events: tuple[Event, ...]) -> None:  # noqa: ARG002
        match = room.match
        waiting = match.phase is Phase.OPEN and any(isinstance(seat, Invited) for seat in match.seats)
        if not waiting:
            self._waiting.pop(room, None)
        elif room not in self._waiting:
            self._waiting[room] = None
            for client in self._clients():
                _invite(room, client)

    def arrived(self, client: ConnectedClient) -> None:
        for room in self._waiting:
            _invite(room, client)


def _invite(room: Room, client: ConnectedClient) -> None:
    """Send an invitation if a seat is reserved for the player of this client."""
    if is_for(room.match, client.player) and room.match.seat_of(client.player.id) is None:
        row = match_data.row_data(room.match, {}, client.player)
        client.send(OutgoingMessage(encode(match_data.invitation_data(row))))
