"""Telling people of the seats that are kept for them: when the match is made, and when they come while it waits."""

from collections.abc import Iterable

from kibitz_protocol.codec import encode
from kibitz_server.core.lobby.listing import is_for
from kibitz_server.core.match.phase import Phase
from kibitz_server.core.values.players import Invited
from kibitz_server.messages import match_data
from kibitz_server.messages.outgoing import OutgoingMessage
from kibitz_server.runtime.room import Client, Room


class Invitations:
    """The matches that wait for somebody by name; there are few, so that all are looked at when somebody comes."""

    def __init__(self) -> None:
        self._waiting: dict[Room, None] = {}

    def follow(self, room: Room, peers: Iterable[Client]) -> None:
        """Take note of how a match stands; who is wanted in a new one hears of it."""
        match = room.match
        wanted = match.phase is Phase.OPEN and any(isinstance(seat, Invited) for seat in match.seats)
        if not wanted:
            self._waiting.pop(room, None)
        elif room not in self._waiting:
            self._waiting[room] = None
            for peer in peers:
                _tell(room, peer)

    def arrived(self, peer: Client) -> None:
        """Somebody came: tell of what waits for them."""
        for room in self._waiting:
            _tell(room, peer)


def _tell(room: Room, peer: Client) -> None:
    if is_for(room.match, peer.player) and room.match.seat_of(peer.player.id) is None:
        row = match_data.row_data(room.match, {}, peer.player)
        peer.send(OutgoingMessage(encode(match_data.invitation_data(row))))
