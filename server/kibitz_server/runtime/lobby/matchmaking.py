"""Matchmaking: keeps the seeks of players, pairs them when their time has come, and creates their matches."""

from kibitz_protocol import to_server
from kibitz_protocol.refusals import Code
from kibitz_server.accounts.ids import new_id
from kibitz_server.core.lobby.listing import RatingOf
from kibitz_server.core.lobby.matchmaking import OpenSeek, Pair, SeekPool, occupies
from kibitz_server.core.lobby.registry import CreateMatch
from kibitz_server.core.match.commands import TakeSeat
from kibitz_server.core.match.match import Decision
from kibitz_server.core.match.phase import Phase
from kibitz_server.core.rated import RatedRules
from kibitz_server.core.values.events import Event
from kibitz_server.core.values.players import Human
from kibitz_server.core.values.refusal import Refusal
from kibitz_server.core.values.terms import Terms
from kibitz_server.games.game import BadOption
from kibitz_server.games.registry import UnknownGame, read_request
from kibitz_server.messages import commands, match_data, replies
from kibitz_server.messages.encoding import encode
from kibitz_server.messages.game_names import with_named_game
from kibitz_server.messages.outgoing import Data, OutgoingMessage, notice
from kibitz_server.messages.replies import Refuse, Reply
from kibitz_server.runtime.attendance.presence import SETTLE_S
from kibitz_server.runtime.clients import Clients
from kibitz_server.runtime.ports import ClientListener, MatchListener, MatchServer
from kibitz_server.runtime.rng import RandomChoices
from kibitz_server.runtime.room import ConnectedClient, Room
from kibitz_server.runtime.rooms import Rooms
from kibitz_server.scheduler import Scheduler, Timer, WallClock


class Matchmaking(MatchListener, ClientListener):
    """Pairs players who seek an opponent. One timer is set to the time when the next two may be paired.

    A seek belongs to the player: all connections of the player receive it. It rests while the player has none, and
    ends `SETTLE_S` later, or when a match begins that occupies the player.
    """

    follows_moves = False

    def __init__(
        self,
        server: MatchServer,
        rooms: Rooms,
        clients: Clients,
        scheduler: Scheduler,
        wall_clock: WallClock,
        random: RandomChoices,
        rating_of: RatingOf,
        rated_rules: RatedRules,
    ) -> None:
        self._server = server
        self._rooms = rooms
        self._clients = clients
        self._scheduler = scheduler
        self._wall_clock = wall_clock
        self._random = random
        self._rating_of = rating_of
        self._rated_rules = rated_rules
        self._seeks = SeekPool()
        # The seeks of players without a connection, and when they end.
        self._resting: dict[str, tuple[list[OpenSeek], Timer]] = {}
        self._occupied: dict[str, set[Room]] = {}
        self._players: dict[Room, frozenset[str]] = {}
        self._timer: Timer | None = None

    def seek(self, client: ConnectedClient, message: to_server.Seek, reply: Reply, refuse: Refuse) -> None:
        """Find an opponent. A player who accepts any game joins an open match if there is one."""
        if message.rated and not client.player.account:
            refuse(Code.CANNOT_RATE, "rated matches are for accounts", "kibitz account register")
            return
        refusal = self._rated_rules.refusal(client.player, you=True) if message.rated else None
        if refusal is not None:
            refuse(refusal.reason, refusal.message, refusal.hint)
            return
        if client.player.id in self._occupied:
            refuse(Code.PLAYING, hint="seek an opponent when it is over")
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

    def cancel(self, client: ConnectedClient, seek_id: str | None) -> None:
        """Remove a seek of a client's player, or all of them."""
        self._end(client.player.id, "cancelled", seek_id)

    def known(self, player_id: str) -> list[Data] | None:
        """Return the seeks of a player; None if the player has no connection, and had none a moment ago."""
        resting = self._resting.get(player_id)
        if resting is None and not self._clients.of(player_id):
            return None
        return self._views(self._seeks.of(player_id) if resting is None else resting[0])

    def arrived(self, client: ConnectedClient) -> None:
        resting = self._resting.pop(client.player.id, None)
        if resting is not None:
            seeks, timer = resting
            timer.cancel()
            for seek in seeks:
                self._seeks.add(seek)
        if self._seeks.of(client.player.id):
            client.send(self._message(client.player.id, None))
        if resting is not None:
            self._pair()

    def departed(self, client: ConnectedClient) -> None:
        player_id = client.player.id
        if self._clients.of(player_id):
            return
        at = self._scheduler.time() + SETTLE_S
        # Without any seek too: a client that is back within this time must not repeat one that has ended.
        seeks = self._seeks.cancel(player_id)
        self._resting[player_id] = seeks, self._scheduler.call_at(at, self._resting.pop, player_id, None)
        if seeks:
            self._set_timer()

    def decided(self, room: Room, events: tuple[Event, ...]) -> None:  # noqa: ARG002
        self._note(room)

    def committed(self, room: Room, events: tuple[Event, ...]) -> None:  # noqa: ARG002
        self._note(room)

    def closed(self, room: Room) -> None:
        self._note_players(room, frozenset())

    def close(self) -> None:
        """Pair no more players."""
        for timer in (self._timer, *(timer for _, timer in self._resting.values())):
            if timer is not None:
                timer.cancel()

    def _note(self, room: Room) -> None:
        """Note which players a match occupies, and end their seeks."""
        seats = room.match.seats if occupies(room.match) else ()
        self._note_players(room, frozenset(player.id for player in seats if isinstance(player, Human)))

    def _note_players(self, room: Room, players: frozenset[str]) -> None:
        before = self._players.pop(room, frozenset())
        if players:
            self._players[room] = players
        for player_id in before - players:
            rooms = self._occupied[player_id]
            rooms.discard(room)
            if not rooms:
                del self._occupied[player_id]
        for player_id in players - before:
            self._occupied.setdefault(player_id, set()).add(room)
            self._end(player_id, "playing")

    def _end(self, player_id: str, why: str, seek_id: str | None = None) -> None:
        """Remove seeks of a player, and tell the player's connections of it."""
        resting = self._resting.get(player_id)
        if resting is not None:
            resting[0].clear()
        if self._seeks.cancel(player_id, seek_id):
            self._tell(player_id, why)
            self._set_timer()

    def _tell(self, player_id: str, why: str) -> None:
        message = self._message(player_id, why)
        for client in self._clients.of(player_id):
            client.send(message)

    def _message(self, player_id: str, why: str | None) -> OutgoingMessage:
        seeks = self._views(self._seeks.of(player_id))
        return OutgoingMessage(encode({"t": "seeks", "seeks": seeks, "others": self._others(player_id), "why": why}))

    def _others(self, player_id: str) -> int:
        return sum(other != player_id for other in self._seeks.players())

    def _views(self, seeks: list[OpenSeek]) -> list[Data]:
        """Return the seeks as `SeekView`, with their times of day."""
        shift = self._wall_clock() - self._scheduler.time()
        return [match_data.seek_data(seek, max(0.0, seek.since + shift)) for seek in seeks]

    def _add(self, client: ConnectedClient, message: to_server.Seek, reply: Reply, refuse: Refuse) -> None:
        """Add a seek and answer the command."""
        try:
            message = with_named_game(message)
            asked = read_request(message.game, message.options) if message.game else {}
        except UnknownGame as error:
            refuse(Code.UNKNOWN_GAME, str(error), "`kibitz games` lists them")
            return
        except BadOption as error:
            refuse(Code.BAD_OPTION, str(error), f"`kibitz games {message.game}` lists its options")
            return
        player, game, control = client.player, message.game, commands.time_control(message.clock)
        if player.id in self._occupied or not self._clients.of(player.id):
            # That has happened while the player tried to take a seat in an open match.
            refuse(Code.PLAYING, hint="seek an opponent when it is over")
            return
        rating, now = self._rating_of(player, game or ""), self._scheduler.time()
        options, may_rate = tuple(asked.items()), self._may_rate(player)
        wanted = OpenSeek(new_id(), player, game, options, control, message.rated, rating, now, may_rate)
        seek = self._seeks.add(wanted)
        if isinstance(seek, Refusal):
            refuse(seek.reason, seek.message, seek.hint)
            return
        reply({"kind": "seeking", "others": self._others(player.id), "seek": seek.id})
        if seek is wanted:
            self._tell(player.id, "sought")
        self._pair()

    def _may_rate(self, player: Human) -> bool:
        return player.account and self._rated_rules.refusal(player) is None

    def _open_match(self, player: Human) -> Room | None:
        """Return the oldest open match that this player may join and that one of its players watches."""
        for room in self._rooms.all:
            match, created = room.match, room.match.created
            waits = match.phase is Phase.OPEN and created.listed and created.autostart and None in match.seats
            barred = match.seat_of(player.id) is not None or (created.terms.rated and not self._may_rate(player))
            barred = barred or any(isinstance(seat, Human) and seat.id in self._occupied for seat in match.seats)
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
        seats = [self._clients.of(seek.player.id)[0].player for seek in pair]
        players = [player.id for player in seats]
        for player_id in players:
            self._tell(player_id, "paired")
        self._random.shuffle(seats)

        def made(room: Room | None) -> None:
            if room is None:
                self._notify(players, "your match could not be saved; look again in a moment")
                return
            for player, other in zip(seats, reversed(seats), strict=True):
                paired = match_data.paired_data(room.match, room.match.seat_of(player.id), other.name)
                for client in self._clients.of(player.id):
                    client.send(OutgoingMessage(encode(paired)))
                    self._clients.watch(room, client, None, lambda _: None)

        refusal = self._server.create(self._command(pair, seats), made)
        if refusal is not None:
            self._notify(players, refusal.message)

    def _notify(self, players: list[str], text: str) -> None:
        message = notice(text)
        for player_id in players:
            for client in self._clients.of(player_id):
                client.send(message)

    def _command(self, pair: Pair, seats: list[Human]) -> CreateMatch:
        terms = pair.terms
        assert terms.game is not None
        return CreateMatch(
            id=new_id(),
            code=self._rooms.unused_code(listed=True),
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
