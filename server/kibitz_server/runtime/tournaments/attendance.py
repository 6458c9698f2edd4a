"""Presence of the entrants of tournaments, and how players learn that a game of theirs has begun.

A player may have several connections, and a dropped one is usually back in a moment, so a player is away `SETTLE_S`
after the last one was closed. An arena pairs no absent player. A bot that is away rests until it returns.
"""

from collections.abc import Sequence

from kibitz_server.core.tournament.commands import Command, Ready, Rest
from kibitz_server.core.tournament.values import EntrantKind, Format
from kibitz_server.core.values.players import Human
from kibitz_server.messages import match_data
from kibitz_server.messages.encoding import encode
from kibitz_server.messages.outgoing import OutgoingMessage
from kibitz_server.runtime.attendance.presence import SETTLE_S
from kibitz_server.runtime.clients import Clients
from kibitz_server.runtime.ports import ClientListener, TournamentListener
from kibitz_server.runtime.room import ConnectedClient, Room
from kibitz_server.runtime.rooms import Rooms
from kibitz_server.runtime.tournaments.director import Director
from kibitz_server.runtime.tournaments.running import TournamentRoom
from kibitz_server.scheduler import Scheduler, Timer
from kibitz_server.store import TournamentEntry

AWAY = "disconnected"
"""Reason for which a bot rests until it returns."""
RETURN_S = 60.0
"""Time after a restart of the server in which bots may return."""


class EntrantAttendance(ClientListener, TournamentListener):
    """Follows the connections of entrants."""

    def __init__(self, director: Director, rooms: Rooms, clients: Clients, scheduler: Scheduler) -> None:
        self._director = director
        self._rooms = rooms
        self._clients = clients
        self._scheduler = scheduler
        self._leaving: dict[str, Timer] = {}
        self._untold: dict[str, dict[str, None]] = {}
        """Matches that began while their player was away, by player."""
        self._looks: dict[str, Timer] = {}
        director.is_present = self.is_present

    def is_present(self, player_id: str) -> bool:
        """Return whether a player is connected, or was a moment ago."""
        return player_id in self._leaving or bool(self._clients.of(player_id))

    def arrived(self, client: ConnectedClient) -> None:
        player = client.player
        leaving = self._leaving.pop(player.id, None)
        if leaving is not None:
            leaving.cancel()
        elif len(self._clients.of(player.id)) == 1:
            self._note(player, present=True)
        for match_id in self._untold.pop(player.id, ()):
            room = self._rooms.room(match_id)
            if room is not None and not room.match.over:
                self._tell(room, player)

    def departed(self, client: ConnectedClient) -> None:
        player = client.player
        if self._clients.of(player.id) or not any(self._entered(player)):
            return
        at = self._scheduler.time() + SETTLE_S
        self._leaving[player.id] = self._scheduler.call_at(at, self._left, player)

    def committed(
        self,
        room: TournamentRoom,  # noqa: ARG002
        entries: Sequence[TournamentEntry],  # noqa: ARG002
        matches: Sequence[Room],
    ) -> None:
        for match in matches:
            for player in match.match.seats:
                if isinstance(player, Human):
                    self._tell(match, player)

    def restored(self, room: TournamentRoom) -> None:
        for game in room.tournament.running.values():
            match = self._rooms.room(game.begun.match_id)
            for seat, player in enumerate(match.match.seats if match is not None else ()):
                if match is not None and isinstance(player, Human) and seat not in match.match.history.moved:
                    self._untold.setdefault(player.id, {})[game.begun.match_id] = None
        if any(each.entrant.kind is EntrantKind.BOT for each in room.tournament.entrants):
            at = self._scheduler.time() + RETURN_S
            self._looks[room.id] = self._scheduler.call_at(at, self._look_for_bots, room)

    def close(self) -> None:
        """Cancel all timers."""
        for timer in (*self._leaving.values(), *self._looks.values()):
            timer.cancel()

    def _tell(self, room: Room, player: Human) -> None:
        """Lead all connections of a player to a game."""
        clients = self._clients.of(player.id)
        if not clients:
            self._untold.setdefault(player.id, {})[room.match.created.id] = None
        seat = room.match.seat_of(player.id)
        assert seat is not None
        data = match_data.paired_data(room.match, seat, self._opponent(room, seat))
        message = OutgoingMessage(encode(data))
        for client in clients:
            client.send(message)
            self._clients.watch(room, client, None, lambda _: None)

    def _opponent(self, room: Room, seat: int) -> str:
        """Return the opponent's name in the standings. An engine sits in a match with the seed of that game."""
        place = room.match.created.terms.tournament
        tournament = self._director.rooms.known(place.id) if place is not None else None
        assert place is not None
        assert tournament is not None
        game = tournament.tournament.games[place.game - 1]
        return tournament.tournament.entrant((game.first, game.second)[1 - seat]).entrant.name

    def _left(self, player: Human) -> None:
        del self._leaving[player.id]
        self._note(player, present=False)

    def _note(self, player: Human, *, present: bool) -> None:
        for room in self._entered(player):
            if room.tournament.format is Format.ARENA:
                self._director.act(room, self._director.present(room))
            if (command := _rest_or_return(room, player, present=present)) is not None:
                self._director.act(room, command)

    def _entered(self, player: Human) -> list[TournamentRoom]:
        """Return the tournaments that a player takes part in."""
        found = ((room, room.tournament.find(player.id)) for room in self._director.rooms.all)
        return [room for room, entrant in found if entrant is not None and not entrant.left]

    def _look_for_bots(self, room: TournamentRoom) -> None:
        """Let the bots rest that have not returned after a restart of the server."""
        del self._looks[room.id]
        for each in list(room.tournament.entrants):
            player = each.entrant.player
            if isinstance(player, Human) and not each.left and not self.is_present(player.id):
                command = _rest_or_return(room, player, present=False)
                if command is not None:
                    self._director.act(room, command)


def _rest_or_return(room: TournamentRoom, player: Human, *, present: bool) -> Command | None:
    """Return the command for a bot that has left or returned; None for a person, or for a bot that chose to rest."""
    entrant = room.tournament.find(player.id)
    if entrant is None or room.tournament.ended is not None or entrant.entrant.kind is not EntrantKind.BOT:
        return None
    if present:
        return Ready(player) if entrant.resting and entrant.reason == AWAY else None
    return None if entrant.resting else Rest(player, AWAY)
