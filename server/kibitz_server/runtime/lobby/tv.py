"""Television: who watches it, what is on, and what comes next. The only place that moves people from match to match
because of what is on.

Who watches TV is led to the next match a moment after the one before is over. When nothing is live and somebody watches
TV or the lobby, two engines play an exhibition match, until nobody looks any more.
"""

from collections.abc import Callable

from kibitz_protocol.codec import encode
from kibitz_server.accounts.ids import new_id
from kibitz_server.core.lobby.exhibition import exhibition
from kibitz_server.core.lobby.listing import RatingOf, TvSelector, has_disconnected_player, is_live
from kibitz_server.core.match.commands import Abort
from kibitz_server.core.match.phase import Phase
from kibitz_server.messages import match_data
from kibitz_server.messages.outgoing import OutgoingMessage
from kibitz_server.runtime.ports import MatchServer
from kibitz_server.runtime.room import Client, Room
from kibitz_server.scheduler import Scheduler, Timer

BREAK_S = 5.0
"""How long the end of a match stays on."""
PATIENCE_S = 10.0
"""How long an exhibition goes on when nobody looks, because who lost a connection is soon back."""


class Tv:
    """`exhibitions`: whether engines play when nobody else does."""

    def __init__(self, stage: MatchServer, scheduler: Scheduler, rating_of: RatingOf, *, exhibitions: bool) -> None:
        self._stage = stage
        self._scheduler = scheduler
        self._exhibitions = exhibitions
        self._television = TvSelector(rating_of)
        self._viewers: dict[Client, Room] = {}
        self._live: dict[Room, None] = {}
        # Perhaps more rooms than are watched, so that most changes need not look at every viewer.
        self._seen: set[Room] = set()
        self._exhibition: Room | None = None
        self._awaiting: list[Callable[[Room | None], None]] = []
        self._number = int(stage.wall_clock())
        self._switching: Timer | None = None
        self._stopping: Timer | None = None

    def on(self) -> Room | None:
        """The room of the match that is on."""
        rooms = {room.match.created.id: room for room in self._stage.matches.rooms}
        shown = [room.public for room in rooms.values() if not has_disconnected_player(room.match)]
        match = self._television.featured(shown, {id: room.watchers for id, room in rooms.items()})
        return rooms.get(match.created.id) if match else None

    def tune_in(self, peer: Client, then: Callable[[Room | None], None]) -> None:
        """Show somebody what is on, now and later; `then` hears which, before its snapshot is sent."""
        room = self.on()
        if room is None and self._exhibitions:
            self._play(lambda made: self._show(peer, made, then))
        else:
            self._show(peer, room, then)

    def seen_by(self, peer: Client) -> Room | None:
        """What somebody sees on TV, or would see."""
        return self._viewers.get(peer) or self.on()

    def tune_out(self, peer: Client, room: Room | None = None) -> None:
        """Somebody has seen enough, or is gone; with a room: of that match alone."""
        if room in (None, self._viewers.get(peer)):
            self._viewers.pop(peer, None)
        self.look_around()

    def changed(self, room: Room) -> None:
        """A match has started, ended or changed its players, or one of them came or left."""
        self._live.pop(room, None)
        if is_live(room.public) and not has_disconnected_player(room.match):
            self._live[room] = None
        if room is self._exhibition and room.public.over:
            self._exhibition = None
        if room.public.over and room in self._seen:
            if room.next is not None:
                self._television.feature(room.next.match)
                self._seen.add(room.next)
                self._viewers = {peer: room.next if at is room else at for peer, at in self._viewers.items()}
            else:
                self._switch_later()
        elif room in self._seen and _rests(room):
            self._switch_later()
        elif room in self._live and self._switching is None:
            self._switch()
        self.look_around()

    def look_around(self) -> None:
        """Begin an exhibition where somebody looks and nothing is live; end one at which nobody looks."""
        if self._is_wanted():
            if self._stopping is not None:
                self._stopping.cancel()
                self._stopping = None
            if self._exhibitions and self._switching is None and not self._live and not self._awaiting:
                self._play(lambda _: None)
        elif self._exhibition is not None and self._stopping is None:
            self._stopping = self._scheduler.call_at(self._scheduler.time() + PATIENCE_S, self._stop)

    def close(self) -> None:
        """Begin nothing any more."""
        self._exhibitions = False
        for timer in filter(None, (self._switching, self._stopping)):
            timer.cancel()

    def _is_wanted(self) -> bool:
        watched = self._exhibition is not None and bool(self._exhibition.peers)
        return bool(self._viewers) or watched or self._stage.lobby_followed()

    def _show(self, peer: Client, room: Room | None, then: Callable[[Room | None], None]) -> None:
        if room is None:
            then(None)
            return
        self._viewers[peer] = room
        self._seen.add(room)
        self._stage.watch(room, peer, None, lambda saved: then(room if saved else None))

    def _switch_later(self) -> None:
        if self._switching is None:
            self._switching = self._scheduler.call_at(self._scheduler.time() + BREAK_S, self._switch)

    def _switch(self) -> None:
        """Lead everybody whose match is over to what is on now; without a match they wait for one."""
        if self._switching is not None:
            self._switching.cancel()
            self._switching = None
        waiting = [(peer, at) for peer, at in self._viewers.items() if _has_seen(peer, at)]
        room = self.on() if waiting else None
        for peer, at in waiting:
            if room is not None:
                self._viewers[peer] = room
                self._seen.add(room)
                self._stage.lead(peer, at, room, "tv")
            elif not self._exhibitions and at.public.over:
                peer.send(OutgoingMessage(encode(match_data.next_data(at.match, None, "tv"))))
        self._seen = set(self._viewers.values())
        self.look_around()

    def _play(self, then: Callable[[Room | None], None]) -> None:
        """Let two engines play; `then` hears of the match once it can be watched."""
        self._awaiting.append(then)
        if len(self._awaiting) > 1:
            return
        self._number += 1

        def made(room: Room | None) -> None:
            self._exhibition = room
            awaiting, self._awaiting = self._awaiting, []
            for call in awaiting:
                call(room)

        command = exhibition(self._number, new_id(), self._stage.matches.unused_code(), self._stage.wall_clock())
        if self._stage.create(command, made) is not None:
            made(None)

    def _stop(self) -> None:
        self._stopping = None
        room = self._exhibition
        if room is not None and not self._is_wanted():
            self._stage.act(room, Abort("nobody was watching"), lambda _: None)


def _rests(room: Room) -> bool:
    """Whether a match is paused, or left alone by somebody who plays in it."""
    return room.public.phase is Phase.PAUSED or has_disconnected_player(room.match)


def _has_seen(peer: Client, room: Room) -> bool:
    """Whether there is nothing more to see for a viewer; who plays in a match that rests stays there."""
    return room.public.over or (_rests(room) and room.match.seat_of(peer.player.id) is None)
