"""What follows a match: the next of its series, or a rematch. Who was at the first is led there."""

from collections.abc import Callable

import structlog

from kibitz_protocol.codec import encode
from kibitz_protocol.refusals import SENTENCES, Code
from kibitz_server.accounts.ids import new_id
from kibitz_server.core.lobby.series import next_game, rematch_of, series_continues
from kibitz_server.core.match.commands import RematchFailed, RematchMade
from kibitz_server.core.match.match import Match
from kibitz_server.core.values.events import Event, OfferMade, Rematched
from kibitz_server.core.values.offers import OfferKind
from kibitz_server.core.values.players import Human
from kibitz_server.core.values.refusal import Refusal
from kibitz_server.messages import match_data
from kibitz_server.messages.outgoing import OutgoingMessage
from kibitz_server.runtime.ports import MatchServer
from kibitz_server.runtime.room import Client, Room

log = structlog.get_logger(__name__)


class NextMatches:
    """`led` hears of everyone's being led on at once."""

    def __init__(self, stage: MatchServer, led: Callable[[Room, Room, str], None]) -> None:
        self._stage = stage
        self._led = led

    def next_of_series(self, room: Room, at: float) -> Room | None:
        """The room of the next game, made when a game of a series has ended."""
        if not series_continues(room.match):
            return None
        matches = self._stage.matches
        made = matches.make(next_game(room.match, new_id(), matches.unused_code(), at), quietly=True)
        if isinstance(made, Refusal):
            log.warning("a series cannot go on", match=room.match.created.id, reason=made.message)
            return None
        room.next, _ = made
        return room.next

    def take_to_next(self, room: Room, follower: Room | None) -> None:
        """After a game of a series: lead everyone to the next, or say how it ended."""
        if follower is not None:
            self._lead_all(room, follower, "series")
        elif room.match.created.terms.series is not None:
            room.broadcast(_next(room.match, None, "series"))

    def see_to_rematch(self, room: Room, events: tuple[Event, ...]) -> None:
        """Make the rematch that was agreed on; once it is made, lead everyone there."""
        if room.next is not None and isinstance(events[-1], Rematched):
            self._lead_all(room, room.next, "rematch")
        elif room.match.rematch_pending:
            self._make_rematch(room)
        elif isinstance(events[-1], OfferMade) and events[-1].kind is OfferKind.REMATCH:
            _warn_who_asks_nobody(room, events[-1].seat)

    def catch_up(self, peer: Client, room: Room) -> None:
        """Who was away when the game ended was not taken along."""
        if room.next is not None:
            self.lead(peer, room, room.next, "rematch" if room.match.rematch else "series")
        elif room.match.created.terms.series is not None:
            peer.send(_next(room.match, None, "series"))

    def lead(self, peer: Client, room: Room, follower: Room, why: str) -> None:
        """Take somebody who followed a match that is over to the one that comes after it."""
        peer.send(_next(room.match, follower.match, why))
        room.leave(peer)
        self._stage.watch(follower, peer, None, lambda _: None)

    def _lead_all(self, room: Room, follower: Room, why: str) -> None:
        self._led(room, follower, why)
        for peer in list(room.peers):
            self.lead(peer, room, follower, why)

    def _make_rematch(self, room: Room) -> None:
        """Those who played want to play again: a new match, whose code the old one tells."""
        again = rematch_of(room.match, new_id(), self._stage.matches.unused_code(), self._stage.wall_clock())

        def made(rematch: Room | None) -> None:
            if rematch is None:
                self._stage.act(room, RematchFailed(SENTENCES[Code.NOT_SAVED]), lambda _: None)
            else:
                room.next = rematch
                created = rematch.match.created
                self._stage.act(room, RematchMade(created.id, created.code), lambda _: None)

        refusal = self._stage.create(again, made)
        if refusal is not None:
            self._stage.act(room, RematchFailed(refusal.message), lambda _: None)


def _warn_who_asks_nobody(room: Room, seat: int) -> None:
    """Nobody is to wait for the answer of somebody who does not follow the match any more."""
    asker, asked = room.match.seats[seat], room.match.seats[1 - seat]
    if not isinstance(asked, Human) or any(peer.player.id == asked.id for peer in room.peers):
        return
    text = f"{asked.name} has left match {room.match.created.code} and may not hear of your offer"
    notice = OutgoingMessage(encode({"t": "notice", "text": text}))
    for peer in room.peers:
        if isinstance(asker, Human) and peer.player.id == asker.id:
            peer.send(notice)


def _next(match: Match, follower: Match | None, why: str) -> OutgoingMessage:
    return OutgoingMessage(encode(match_data.next_data(match, follower, why)))
