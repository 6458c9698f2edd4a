"""Matchmaking: keeps the seeks of players, pairs them when their time has come, and creates their matches."""

from kibitz_protocol import to_server
from kibitz_protocol.refusals import Code
from kibitz_server.accounts.ids import new_id
from kibitz_server.core.lobby.listing import RatingOf
from kibitz_server.core.lobby.matchmaking import OpenSeek, Pair, SeekPool
from kibitz_server.core.lobby.registry import CreateMatch
from kibitz_server.core.match.commands import TakeSeat
from kibitz_server.core.match.match import Decision
from kibitz_server.core.match.phase import Phase
from kibitz_server.core.values.players import Human
from kibitz_server.core.values.terms import Terms
from kibitz_server.games.game import BadOption
from kibitz_server.games.registry import UnknownGame, read_request
from kibitz_server.messages import commands, match_data, replies
from kibitz_server.messages.encoding import encode
from kibitz_server.messages.outgoing import OutgoingMessage, notice
from kibitz_server.messages.replies import Refuse, Reply
from kibitz_server.runtime.clients import Clients
from kibitz_server.runtime.ports import ClientListener, MatchServer
from kibitz_server.runtime.rng import RandomChoices
from kibitz_server.runtime.room import ConnectedClient, Room
from kibitz_server.runtime.rooms import Rooms
from kibitz_server.scheduler import Scheduler, Timer, WallClock


class Matchmaking(ClientListener):
    """Pairs players who seek an opponent. One timer is set to the time when the next two may be paired."""

    def __init__(
        self,
        server: MatchServer,
        rooms: Rooms,
        clients: Clients,
        scheduler: Scheduler,
        wall_clock: WallClock,
        random: RandomChoices,
        rating_of: RatingOf,
    ) -> None:
        self._server = server
        self._rooms = rooms
        self._clients = clients
        self._scheduler = scheduler
        self._wall_clock = wall_clock
        self._random = random
        self._rating_of = rating_of
        self._seeks = SeekPool()
        self._seekers: dict[str, ConnectedClient] = {}
        self._timer: Timer | None = None

    def seek(self, client: ConnectedClient, message: to_server.Seek, reply: Reply, refuse: Refuse) -> None:
        """Find an opponent. A player who accepts any game joins an open match if there is one."""
        if message.rated and not client.player.account:
            refuse(Code.CANNOT_RATE, "rated matches are for accounts", "kibitz account register")
            return
        room = self._open_match(client.player) if message.game is None else None
        if room is None:
            self._add(client, message, reply, refuse)
            return

        def seated(decision: Decision | Code) -> None:
            if isinstance(decision, Code) or decision.refusal is not None:
                self._add(client, message, reply, refuse)
                return
            entered = replies.entered(room.match, client.player.id)
            self._clients.watch(room, client, None, lambda _: reply(entered))

        self._server.act(room, TakeSeat(client.player, None), seated)

    def cancel(self, client: ConnectedClient) -> None:
        """Remove the seek of a client, if it has one."""
        if self._seekers.get(client.player.id) is client:
            del self._seekers[client.player.id]
            self._seeks.cancel(client.player.id)
            self._set_timer()

    def departed(self, client: ConnectedClient) -> None:
        self.cancel(client)

    def close(self) -> None:
        """Pair no more players."""
        if self._timer is not None:
            self._timer.cancel()

    def _add(self, client: ConnectedClient, message: to_server.Seek, reply: Reply, refuse: Refuse) -> None:
        """Add a seek and answer the command."""
        try:
            asked = read_request(message.game, message.options) if message.game else {}
        except UnknownGame as error:
            refuse(Code.UNKNOWN_GAME, str(error), "`kibitz games` lists them")
            return
        except BadOption as error:
            refuse(Code.BAD_OPTION, str(error), f"`kibitz games {message.game}` lists its options")
            return
        player, game, control = client.player, message.game, commands.time_control(message.clock)
        rating = self._rating_of(player, game or "")
        seek = OpenSeek(player, game, tuple(asked.items()), control, message.rated, rating, self._scheduler.time())
        refusal = self._seeks.add(seek)
        if refusal is not None:
            refuse(refusal.reason, refusal.message, refusal.hint)
            return
        self._seekers[player.id] = client
        reply({"kind": "seeking", "others": len(self._seeks) - 1})
        self._pair()

    def _open_match(self, player: Human) -> Room | None:
        """Return the oldest open match that this player may join and that one of its players watches."""
        for room in self._rooms.all:
            match, created = room.match, room.match.created
            waits = match.phase is Phase.OPEN and created.listed and created.autostart and None in match.seats
            barred = match.seat_of(player.id) is not None or (created.terms.rated and not player.account)
            if waits and not barred and any(match.seat_of(client.player.id) is not None for client in room.clients):
                return room
        return None

    def _pair(self) -> None:
        for pair in self._seeks.pairs(self._scheduler.time()):
            self._start(pair)
        self._set_timer()

    def _set_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        at = self._seeks.next_deadline()
        self._timer = None if at is None else self._scheduler.call_at(at, self._pair)

    def _start(self, pair: Pair) -> None:
        """Create the match of two players, in a random seat order."""
        seats = [pair.first.player, pair.second.player]
        self._random.shuffle(seats)
        clients = [self._seekers.pop(seek.player.id) for seek in pair]

        def made(room: Room | None) -> None:
            if room is None:
                _notify(clients, "your match could not be saved; look again in a moment")
                return
            for client, other in zip(clients, reversed(clients), strict=True):
                seat = room.match.seat_of(client.player.id)
                client.send(OutgoingMessage(encode(match_data.paired_data(room.match, seat, other.player.name))))
                self._clients.watch(room, client, None, lambda _: None)

        refusal = self._server.create(self._command(pair, seats), made)
        if refusal is not None:
            _notify(clients, refusal.message)

    def _command(self, pair: Pair, seats: list[Human]) -> CreateMatch:
        terms = pair.terms
        assert terms.game is not None
        return CreateMatch(
            id=new_id(),
            code=self._rooms.unused_code(),
            host=pair.first.player,
            game=terms.game,
            options=terms.options,
            seats=tuple(seats),
            control=terms.control,
            position=None,
            listed=True,
            autostart=True,
            show_thinking=None,
            created_at=self._wall_clock(),
            terms=Terms(rated=terms.rated),
        )


def _notify(clients: list[ConnectedClient], text: str) -> None:
    message = notice(text)
    for client in clients:
        client.send(message)
