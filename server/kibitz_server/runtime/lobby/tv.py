"""TV: its viewers, the match that it shows, and the change to the next match.

Viewers are redirected to the next match a moment after the previous one has ended. If no match is live and a client
watches TV or the lobby, two engines play an exhibition match until no client watches any more.
"""

from collections.abc import Callable

from kibitz_server.accounts.ids import new_id
from kibitz_server.core.lobby.exhibition import LINEUP, exhibition
from kibitz_server.core.lobby.listing import RatingOf, TvSelector, has_disconnected_player, is_idle, is_live
from kibitz_server.core.match.commands import Abort
from kibitz_server.core.match.phase import Phase
from kibitz_server.core.values.events import Event
from kibitz_server.core.values.players import Human
from kibitz_server.runtime.clients import Clients, next_match
from kibitz_server.runtime.ports import ClientListener, MatchListener, MatchServer
from kibitz_server.runtime.room import ConnectedClient, Room
from kibitz_server.runtime.rooms import Rooms
from kibitz_server.scheduler import Scheduler, Timer, WallClock

BREAK_S = 5.0
"""How long TV shows a match after its end."""
LOOK_S = 5.0
"""How often TV looks for players who do not move, while a client watches."""
PATIENCE_S = 10.0
"""How long an exhibition goes on without viewers, because a client that lost its connection is soon back."""


class Tv(MatchListener, ClientListener):
    """Shows one match to all viewers.

    `lobby_watched` returns whether a client or the feed follows the lobby. `exhibitions`: whether engines play when no
    other match is live; `offered` returns whether they may play a game.
    """

    follows_moves = False

    def __init__(
        self,
        server: MatchServer,
        rooms: Rooms,
        clients: Clients,
        scheduler: Scheduler,
        wall_clock: WallClock,
        lower_bound_of: RatingOf,
        lobby_watched: Callable[[], bool],
        offered: Callable[[str], bool],
        *,
        exhibitions: bool,
    ) -> None:
        self._server = server
        self._rooms = rooms
        self._clients = clients
        self._scheduler = scheduler
        self._wall_clock = wall_clock
        self._lobby_watched = lobby_watched
        self._offered = offered
        self._exhibitions = exhibitions
        self._selector = TvSelector(lower_bound_of)
        self._viewers: dict[ConnectedClient, Room] = {}
        self._live: dict[Room, None] = {}
        # Contains all rooms that viewers watch and perhaps more, so that most changes need not check every viewer.
        self._shown: set[Room] = set()
        self._exhibition: Room | None = None
        self._waiting: list[Callable[[Room | None], None]] = []
        self._number = int(wall_clock())
        self._switch_timer: Timer | None = None
        self._stop_timer: Timer | None = None
        self._look_timer: Timer | None = None

    def on(self, client: ConnectedClient | None = None) -> Room | None:
        """Return the room of the match that TV shows to new viewers, or to a client: never one that it plays."""
        rooms = {room.match.created.id: room for room in self._rooms.all}
        live = [room for room in rooms.values() if not self._rests(room)]
        watchers = {id: room.watchers for id, room in rooms.items()}
        match = self._selector.featured([room.public for room in live], watchers)
        room = rooms.get(match.created.id) if match else None
        if room is None or client is None or room.match.seat_of(client.player.id) is None:
            return room
        others = [room.public for room in live if room.match.seat_of(client.player.id) is None]
        match = self._selector.best(others, watchers)
        return rooms[match.created.id] if match else None

    def tune_in(self, client: ConnectedClient, then: Callable[[Room | None], None]) -> None:
        """Show a client the match on TV, and all that follow. `then` gets its room before the snapshot is sent."""
        room = self.on(client)
        if room is None and self._exhibitions:
            self._play(lambda made: self._show(client, made, then))
        else:
            self._show(client, room, then)

    def seen_by(self, client: ConnectedClient) -> Room | None:
        """Return the room that a client watches on TV, or would watch."""
        return self._viewers.get(client) or self.on(client)

    def tune_out(self, client: ConnectedClient, room: Room | None = None) -> None:
        """Remove a viewer; with a room, only if the client watches that room on TV."""
        if room in (None, self._viewers.get(client)):
            self._viewers.pop(client, None)
        self.look_around()

    def departed(self, client: ConnectedClient) -> None:
        self.tune_out(client)

    def published(self, room: Room, events: tuple[Event, ...]) -> None:  # noqa: ARG002
        self.changed(room)

    def changed(self, room: Room) -> None:
        """Note that a match has changed its phase, its players or their presence."""
        self._live.pop(room, None)
        if is_live(room.public) and not self._rests(room):
            self._live[room] = None
        if room is self._exhibition and room.public.over:
            self._exhibition = None
        if room.public.over and room in self._shown:
            if room.next is not None:
                self._selector.feature(room.next.match)
                self._shown.add(room.next)
                self._viewers = {client: room.next if at is room else at for client, at in self._viewers.items()}
            else:
                self._switch_later()
        elif room in self._shown and self._rests(room):
            self._switch_later()
        elif room in self._live and self._switch_timer is None:
            self._switch()
        self.look_around()

    def look_around(self) -> None:
        """Start an exhibition if a client watches and no match is live; stop one that no client watches."""
        if self._is_wanted():
            self._look_later()
            if self._stop_timer is not None:
                self._stop_timer.cancel()
                self._stop_timer = None
            if self._exhibitions and self._switch_timer is None and not self._live and not self._waiting:
                self._play(lambda _: None)
        elif self._exhibition is not None and self._stop_timer is None:
            self._stop_timer = self._scheduler.call_at(self._scheduler.time() + PATIENCE_S, self._stop)

    def close(self) -> None:
        """Start no more exhibitions and cancel all timers."""
        self._exhibitions = False
        for timer in filter(None, (self._switch_timer, self._stop_timer, self._look_timer)):
            timer.cancel()

    def _is_wanted(self) -> bool:
        watched = self._exhibition is not None and bool(self._exhibition.clients)
        return bool(self._viewers) or watched or self._lobby_watched()

    def _show(self, client: ConnectedClient, room: Room | None, then: Callable[[Room | None], None]) -> None:
        if room is None:
            then(None)
            return
        self._viewers[client] = room
        self._shown.add(room)
        self._look_later()
        self._clients.watch(room, client, None, lambda saved: then(room if saved else None))

    def _look_later(self) -> None:
        if self._look_timer is None:
            self._look_timer = self._scheduler.call_at(self._scheduler.time() + LOOK_S, self._look_for_idle)

    def _look_for_idle(self) -> None:
        """Note the matches in which a player has stopped moving, and those that go on."""
        self._look_timer = None
        live = [room for room in self._rooms.all if is_live(room.public)]
        for room in [room for room in live if (room in self._live) == self._rests(room)]:
            self.changed(room)
        if self._is_wanted():
            self._look_later()

    def _rests(self, room: Room) -> bool:
        """Return whether a match is paused, a player is not at it, or a player does not move."""
        humans = (player.id for player in room.match.seats if isinstance(player, Human))
        if room.public.phase is Phase.PAUSED or any(room.left_at(id) is not None for id in humans):
            return True
        return has_disconnected_player(room.match) or is_idle(room.public, self._scheduler.time())

    def _may_switch(self, client: ConnectedClient, room: Room) -> bool:
        """Return whether a viewer may leave a match: it is over, or it rests and the viewer has no seat in it."""
        return room.public.over or (self._rests(room) and room.match.seat_of(client.player.id) is None)

    def _switch_later(self) -> None:
        if self._switch_timer is None:
            self._switch_timer = self._scheduler.call_at(self._scheduler.time() + BREAK_S, self._switch)

    def _switch(self) -> None:
        """Redirect all viewers whose match is over to the match that is on; without one they wait for it."""
        if self._switch_timer is not None:
            self._switch_timer.cancel()
            self._switch_timer = None
        waiting = [(client, at) for client, at in self._viewers.items() if self._may_switch(client, at)]
        best = self.on() if waiting else None
        for client, at in waiting:
            plays = best is not None and best.match.seat_of(client.player.id) is not None
            room = self.on(client) if plays else best
            if room is not None:
                self._viewers[client] = room
                self._shown.add(room)
                self._clients.redirect(client, at, room, "tv")
            elif not self._exhibitions and at.public.over:
                client.send(next_match(at.match, None, "tv"))
        self._shown = set(self._viewers.values())
        self.look_around()

    def _play(self, then: Callable[[Room | None], None]) -> None:
        """Start an exhibition. `then` gets its room once it can be watched, or None if it could not be created."""
        self._waiting.append(then)
        if len(self._waiting) > 1:
            return
        self._number += 1

        def made(room: Room | None) -> None:
            self._exhibition = room
            waiting, self._waiting = self._waiting, []
            for call in waiting:
                call(room)

        lineup = [each for each in LINEUP if self._offered(each[0])]
        if not lineup:
            made(None)
            return
        code = self._rooms.unused_code(listed=True)
        command = exhibition(self._number, new_id(), code, self._wall_clock(), lineup)
        if self._server.create(command, made) is not None:
            made(None)

    def _stop(self) -> None:
        self._stop_timer = None
        room = self._exhibition
        if room is not None and not self._is_wanted():
            self._server.act(room, Abort("nobody was watching"), lambda _: None)
