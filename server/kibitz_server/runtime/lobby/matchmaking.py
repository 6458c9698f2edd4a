"""People who look for an opponent: taken in, paired when their time has come, and led to their match."""

from collections.abc import Callable
from typing import Protocol

from kibitz_protocol import to_server
from kibitz_protocol.codec import encode
from kibitz_protocol.refusals import Code
from kibitz_server.accounts.ids import new_id
from kibitz_server.core.lobby.listing import RatingOf
from kibitz_server.core.lobby.matchmaking import Pair, Seek, SeekPool
from kibitz_server.core.lobby.registry import CreateMatch
from kibitz_server.core.match.commands import TakeSeat
from kibitz_server.core.match.match import Decision
from kibitz_server.core.match.phase import Phase
from kibitz_server.core.values.players import Human
from kibitz_server.core.values.refusal import Reason
from kibitz_server.core.values.terms import Terms
from kibitz_server.games.game import BadOption
from kibitz_server.games.registry import UnknownGame, load
from kibitz_server.messages import commands, match_data, outgoing, replies
from kibitz_server.messages.outgoing import OutgoingMessage
from kibitz_server.runtime.ports import MatchServer
from kibitz_server.runtime.rng import RandomChoices
from kibitz_server.runtime.room import Client, Room
from kibitz_server.scheduler import Scheduler, Timer

Reply = Callable[[str, outgoing.Data], None]


class Refuse(Protocol):
    """How a session says no."""

    def __call__(self, id: str, code: Code | Reason, message: str | None = None, hint: str | None = None) -> None: ...


class Matchmaking:
    """One timer stands at the moment when the next two may be paired."""

    def __init__(self, stage: MatchServer, scheduler: Scheduler, lots: RandomChoices, rating_of: RatingOf) -> None:
        self._stage = stage
        self._scheduler = scheduler
        self._lots = lots
        self._rating_of = rating_of
        self._pairing = SeekPool()
        self._peers: dict[str, Client] = {}
        self._timer: Timer | None = None

    def seek(self, peer: Client, message: to_server.Seek, reply: Reply, refuse: Refuse) -> None:
        """Find somebody to play with. Who plays anything is given a seat of an open match first."""
        if message.rated and not peer.player.account:
            refuse(message.id, Code.CANNOT_RATE, "rated matches are for accounts", "kibitz account register")
            return
        room = self._open_match(peer.player) if message.game is None else None
        if room is None:
            self._take_in(peer, message, reply, refuse)
            return

        def seated(decision: Decision | Code) -> None:
            if isinstance(decision, Code) or decision.refusal is not None:
                self._take_in(peer, message, reply, refuse)
                return
            entered = replies.entered(room.match, peer.player.id)
            self._stage.watch(room, peer, None, lambda _: reply(message.id, entered))

        self._stage.act(room, TakeSeat(peer.player, None), seated)

    def cancel(self, peer: Client) -> None:
        """Somebody looks no longer, or is gone."""
        if self._peers.get(peer.player.id) is peer:
            del self._peers[peer.player.id]
            self._pairing.cancel(peer.player.id)
            self._set_timer()

    def close(self) -> None:
        """Pair nobody any more."""
        if self._timer is not None:
            self._timer.cancel()

    def _take_in(self, peer: Client, message: to_server.Seek, reply: Reply, refuse: Refuse) -> None:
        try:
            options = tuple(load(message.game, dict(message.options)).options.items()) if message.game else ()
        except UnknownGame as error:
            refuse(message.id, Code.UNKNOWN_GAME, str(error), "`kibitz games` lists them")
            return
        except BadOption as error:
            refuse(message.id, Code.BAD_OPTION, str(error), f"`kibitz games {message.game}` lists its options")
            return
        player, game, control = peer.player, message.game, commands.time_control(message.clock)
        rating = self._rating_of(player, game or "")
        seek = Seek(player, game, options, control, message.rated, rating, self._scheduler.time())
        refusal = self._pairing.add(seek)
        if refusal is not None:
            refuse(message.id, refusal.reason, refusal.message, refusal.hint)
            return
        self._peers[player.id] = peer
        reply(message.id, {"kind": "seeking", "others": len(self._pairing) - 1})
        self._look()

    def _open_match(self, player: Human) -> Room | None:
        """The match that has waited longest for anybody, whose host is there to play."""
        for room in self._stage.matches.rooms:
            match, created = room.match, room.match.created
            waits = match.phase is Phase.OPEN and created.listed and created.autostart and None in match.seats
            ours = match.seat_of(player.id) is not None or (created.terms.rated and not player.account)
            if waits and not ours and any(match.seat_of(peer.player.id) is not None for peer in room.peers):
                return room
        return None

    def _look(self) -> None:
        for pair in self._pairing.pairs(self._scheduler.time()):
            self._start(pair)
        self._set_timer()

    def _set_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        at = self._pairing.next_deadline()
        self._timer = None if at is None else self._scheduler.call_at(at, self._look)

    def _start(self, pair: Pair) -> None:
        """Make the match of two; who moves first is drawn by lot."""
        seats = [pair.first.player, pair.second.player]
        self._lots.shuffle(seats)
        terms = pair.terms
        assert terms.game is not None
        peers = [self._peers.pop(seek.player.id) for seek in pair]

        def made(room: Room | None) -> None:
            if room is None:
                self._excuse(peers, "your match could not be saved; look again in a moment")
                return
            for peer, other in zip(peers, reversed(peers), strict=True):
                seat = room.match.seat_of(peer.player.id)
                peer.send(OutgoingMessage(encode(match_data.paired_data(room.match, seat, other.player.name))))
                self._stage.watch(room, peer, None, lambda _: None)

        command = CreateMatch(
            id=new_id(),
            code=self._stage.matches.unused_code(),
            host=pair.first.player,
            game=terms.game,
            options=terms.options,
            seats=tuple(seats),
            control=terms.control,
            position=None,
            listed=True,
            autostart=True,
            show_thinking=None,
            created_at=self._stage.wall_clock(),
            terms=Terms(rated=terms.rated),
        )
        refusal = self._stage.create(command, made)
        if refusal is not None:
            self._excuse(peers, refusal.message)

    def _excuse(self, peers: list[Client], text: str) -> None:
        letter = OutgoingMessage(encode({"t": "notice", "text": text}))
        for peer in peers:
            peer.send(letter)
