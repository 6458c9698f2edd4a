"""The match that follows another one: the next game of its series, or a rematch."""

from collections.abc import Callable

import structlog

from kibitz_protocol.refusals import SENTENCES, Code
from kibitz_server.accounts.ids import new_id
from kibitz_server.core.lobby.series import next_game, rematch_of, series_continues
from kibitz_server.core.match.commands import RematchFailed, RematchMade
from kibitz_server.core.values.events import Event, MatchAborted, MatchFinished, OfferMade, Rematched
from kibitz_server.core.values.offers import OfferKind
from kibitz_server.core.values.players import Human
from kibitz_server.core.values.refusal import Refusal
from kibitz_server.messages.outgoing import notice
from kibitz_server.runtime.clients import Clients, next_match
from kibitz_server.runtime.ports import Following, MatchListener, MatchServer
from kibitz_server.runtime.room import Room
from kibitz_server.runtime.rooms import Rooms
from kibitz_server.scheduler import WallClock

log = structlog.get_logger(__name__)

Redirected = Callable[[Room, Room, str], None]
"""Called with a match, the one that follows it and the reason, before the clients are redirected."""


class SeriesFollower:
    """Creates the next game of a series when one has ended."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms

    def after(self, room: Room, at: float) -> Following | None:
        """Return the next game of a series; None if the match has none, or if the series does not go on."""
        if not series_continues(room.match):
            return None
        code = self._rooms.unused_code(listed=room.match.created.listed)
        made = self._rooms.make(next_game(room.match, new_id(), code, at))
        if isinstance(made, Refusal):
            log.warning("a series cannot go on", match=room.match.created.id, reason=made.message)
            room.series_refusal = made.message
            return None
        room.next, _ = made
        room.next.previous = room
        return Following([made])


class NextMatches(MatchListener):
    """Redirects the clients of a match to the next game of the series or to the rematch, and creates rematches."""

    follows_moves = False

    def __init__(
        self, server: MatchServer, rooms: Rooms, clients: Clients, wall_clock: WallClock, redirected: Redirected
    ) -> None:
        self._server = server
        self._rooms = rooms
        self._clients = clients
        self._wall_clock = wall_clock
        self._redirected = redirected

    def committed(self, room: Room, events: tuple[Event, ...]) -> None:
        if not events:
            return
        if room.previous is not None:
            previous, room.previous = room.previous, None
            self._redirect_all(previous, room, "series")
        ended = any(isinstance(event, MatchFinished | MatchAborted) for event in events)
        if ended and room.next is None and room.match.created.terms.series is not None:
            room.broadcast(next_match(room.match, None, "series"))
            if room.series_refusal is not None:
                room.notify(notice(f"the series ends: {room.series_refusal}"))
        self._follow_rematch(room, events)

    def _follow_rematch(self, room: Room, events: tuple[Event, ...]) -> None:
        """Create a rematch that was agreed on, or redirect the clients to one that was created."""
        if room.next is not None and isinstance(events[-1], Rematched):
            self._redirect_all(room, room.next, "rematch")
        elif room.match.rematch_pending:
            self._make_rematch(room)
        elif isinstance(events[-1], OfferMade) and events[-1].kind is OfferKind.REMATCH:
            _warn_of_absent_opponent(room, events[-1].seat)

    def _redirect_all(self, room: Room, next_room: Room, why: str) -> None:
        self._redirected(room, next_room, why)
        for client in list(room.clients):
            self._clients.redirect(client, room, next_room, why)

    def _make_rematch(self, room: Room) -> None:
        """Create the rematch, then note its code in the old match."""
        code = self._rooms.unused_code(listed=room.match.created.listed)
        command = rematch_of(room.match, new_id(), code, self._wall_clock())

        def made(rematch: Room | None) -> None:
            if rematch is None:
                self._server.act(room, RematchFailed(SENTENCES[Code.NOT_SAVED]), lambda _: None)
            else:
                room.next = rematch
                created = rematch.match.created
                self._server.act(room, RematchMade(created.id, created.code), lambda _: None)

        refusal = self._server.create(command, made)
        if refusal is not None:
            self._server.act(room, RematchFailed(refusal.message), lambda _: None)


def _warn_of_absent_opponent(room: Room, seat: int) -> None:
    """Warn the player who offers a rematch that the opponent does not follow the match any more."""
    asker, asked = room.match.seats[seat], room.match.seats[1 - seat]
    if not isinstance(asked, Human) or any(client.player.id == asked.id for client in room.clients):
        return
    warning = notice(f"{asked.name} has left match {room.match.created.code} and may not see your offer")
    for client in room.clients:
        if isinstance(asker, Human) and client.player.id == asker.id:
            client.send(warning)
