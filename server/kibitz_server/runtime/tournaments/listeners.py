"""What follows tournaments: the interface of parts that need their events."""

from collections.abc import Sequence

from kibitz_server.runtime.room import Room
from kibitz_server.runtime.tournaments.running import TournamentRoom
from kibitz_server.store import TournamentEntry


class TournamentListener:
    """Follows all tournaments of a server. A subclass overrides the calls that it needs."""

    def committed(self, room: TournamentRoom, entries: Sequence[TournamentEntry], matches: Sequence[Room]) -> None:
        """Note events that are durable, in their order, and the matches that began with them.

        Clients that follow those matches have received their first events.
        """

    def restored(self, room: TournamentRoom) -> None:
        """Note a tournament that goes on after a restart of the server."""
