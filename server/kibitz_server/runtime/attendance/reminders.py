"""When an absent player gets an alert: at each move, at half of its time, and at a new game of a tournament.

Only matches that need no player to be there have alerts of moves: those with days for a move, and those without
a clock between people. A player who looks at the match gets none.
"""

from collections.abc import Callable, Sequence

from kibitz_server.alerts.channels import Sent
from kibitz_server.alerts.service import Alerts
from kibitz_server.alerts.texts import Alert
from kibitz_server.core.match.match import Match
from kibitz_server.core.match.phase import Phase
from kibitz_server.core.values.clock import Correspondence
from kibitz_server.core.values.events import Event
from kibitz_server.core.values.players import Engine, Human
from kibitz_server.runtime.clients import Clients
from kibitz_server.runtime.ports import ClientListener, MatchListener, TournamentListener
from kibitz_server.runtime.room import ConnectedClient, Room
from kibitz_server.runtime.tournaments.running import TournamentRoom
from kibitz_server.scheduler import Scheduler, Timer
from kibitz_server.store import TournamentEntry

SETTLE_S = 3.0
"""Time in which a player may see a move, or answer it, before an alert goes out."""
RETURN_S = 30.0
"""The same after a restart of the server, while clients come back."""
TURN, WAITING = 1, 2
"""How far the alerts about one ply went."""
NO_CLOCK_LASTS_S = 86_400.0
ROUND_LASTS_S = 3600.0


class Reminders(MatchListener, ClientListener):
    """Decides when alerts are sent. `rounds` follows the tournaments for it."""

    def __init__(self, alerts: Alerts, clients: Clients, scheduler: Scheduler) -> None:
        self._alerts = alerts
        self._clients = clients
        self._scheduler = scheduler
        self._timers: dict[Room, Timer] = {}
        self._hidden: set[ConnectedClient] = set()
        self._people: dict[Room, tuple[str, ...]] = {}
        """The ids of the people in each match that has begun; none if it has no alerts. Asked for at each move."""
        alerts.channels.on_added = self._added
        self.rounds = RoundReminders(self._begin)

    def look_away(self, client: ConnectedClient, *, away: bool) -> None:
        """Note that a player does not see a client, or sees it again."""
        if away:
            self._hidden.add(client)
        else:
            self._hidden.discard(client)

    def departed(self, client: ConnectedClient) -> None:
        self._hidden.discard(client)

    def committed(self, room: Room, events: tuple[Event, ...]) -> None:
        # Games of tournaments have marks of alerts too, and aborted matches keep theirs from before.
        if room.match.over:
            self._end(room)
        elif room.match.phase is not Phase.OPEN and not room.unsaved:
            people = self._people.get(room)
            if people is None:
                found = _people(room.match) if _has_alerts(room.match) else ()
                people = self._people[room] = tuple(player.id for player in found)
            if people:
                self._follow(room, people, SETTLE_S if events else RETURN_S)

    def closed(self, room: Room) -> None:
        self._cancel(room)
        self._people.pop(room, None)

    def close(self) -> None:
        """Cancel all timers."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()

    def _added(self, player_id: str) -> None:
        """Look at the matches of a player who had no address until now."""
        for room, people in self._people.items():
            if player_id in people:
                self._follow(room, people, SETTLE_S)

    def _follow(self, room: Room, people: tuple[str, ...], settle_s: float) -> None:
        """Look at a match in a moment, unless it waits for no person, or for one without an address."""
        self._cancel(room)
        has_address = self._alerts.channels.has
        if not any(map(has_address, people)):
            return
        match = room.match
        moving = _to_move(match)
        for player_id in people:
            if moving is None or player_id != moving.id:
                self._alerts.cancel(player_id, match.created.id)
        if moving is not None and has_address(moving.id):
            at = self._scheduler.time() + settle_s
            self._timers[room] = self._scheduler.call_at(at, self._look, room, moving, match.ply)

    def _end(self, room: Room) -> None:
        """Withdraw the alerts of a match that is over, and forget those that were sent."""
        self._cancel(room)
        self._people.pop(room, None)
        # A match that the server gave up may be broken, so it is not asked for its players.
        id = room.match.created.id
        for player_id in self._alerts.channels.forget_match(id):
            self._alerts.cancel(player_id, id)

    def _look(self, room: Room, player: Human, ply: int) -> None:
        """Send what is due about the move that a match waits for, and look again at half of its time."""
        self._timers.pop(room, None)
        match, now = room.match, self._scheduler.time()
        if match.over or match.ply != ply or (moving := _to_move(match)) is None or moving.id != player.id:
            return
        half_at = _half_at(match)
        due = WAITING if half_at is not None and half_at <= now else TURN
        sent = self._alerts.channels.sent(player.id, match.created.id)
        if sent is None or sent.ply != ply or sent.rank < due:
            self._send(room, player, due, now)
        if half_at is not None and half_at > now:
            self._timers[room] = self._scheduler.call_at(half_at, self._look, room, player, ply)

    def _send(self, room: Room, player: Human, rank: int, now: float) -> None:
        match = room.match
        # Who looks at the match has seen the move. The half of its time is another matter.
        if not self._sees(player, room):
            displays = match.clock_displays(now)
            seat = match.to_move
            left_s = displays.until_flag_s[seat] if displays is not None and seat is not None else NO_CLOCK_LASTS_S
            alert = _alert(match, player, "waiting" if rank == WAITING else "turn", left_s)
            self._alerts.send(player.id, alert._replace(left_s=left_s, first=not match.history.moved))
        if self._alerts.channels.of(player.id):
            self._alerts.channels.note_sent(player.id, match.created.id, Sent(match.ply, rank))

    def _begin(self, room: Room) -> None:
        """Send an alert of a new game of a tournament to its absent players."""
        match, place = room.match, room.match.created.terms.tournament
        for player in _people(match):
            seen = any(client not in self._hidden for client in self._clients.of(player.id))
            if place is None or seen or not self._alerts.channels.of(player.id):
                continue
            alert = _alert(match, player, "round", ROUND_LASTS_S)
            if self._alerts.send(player.id, alert._replace(round=place.round)):
                self._alerts.channels.note_sent(player.id, match.created.id, Sent(match.ply, TURN))

    def _sees(self, player: Human, room: Room) -> bool:
        """Return whether a player looks at a match."""
        return any(
            client in room.clients and client not in self._hidden and not room.previewed_by(client)
            for client in self._clients.of(player.id)
        )

    def _cancel(self, room: Room) -> None:
        timer = self._timers.pop(room, None)
        if timer is not None:
            timer.cancel()


class RoundReminders(TournamentListener):
    """Follows all tournaments. `begin` is called with each match that begins for one."""

    def __init__(self, begin: Callable[[Room], None]) -> None:
        self._begin = begin

    def committed(
        self,
        room: TournamentRoom,  # noqa: ARG002
        entries: Sequence[TournamentEntry],  # noqa: ARG002
        matches: Sequence[Room],
    ) -> None:
        for match in matches:
            self._begin(match)


def _has_alerts(match: Match) -> bool:
    """Return whether a match goes on while its players are away, so that its moves are announced."""
    control = match.created.control
    if control is not None and not isinstance(control, Correspondence):
        return False
    people = _people(match)
    engine = any(isinstance(player, Engine) for player in match.seats)
    return len(people) > 1 or (bool(people) and engine and control is not None)


def _people(match: Match) -> list[Human]:
    """Return the people with a seat, each once, without bots."""
    found = {player.id: player for player in match.seats if isinstance(player, Human) and not player.bot}
    return list(found.values())


def _to_move(match: Match) -> Human | None:
    """Return the player that a running match waits for, if it is a person."""
    seat = match.to_move if match.phase is Phase.RUNNING else None
    player = match.seats[seat] if seat is not None else None
    return player if isinstance(player, Human) and not player.bot else None


def _half_at(match: Match) -> float | None:
    """Return when half of the time for a move is gone; None without such a time."""
    if match.clock is None or match.to_move is None or not isinstance(match.created.control, Correspondence):
        return None
    return match.turn.time_at(match.clock.until_flag_s(match.to_move) / 2)


def _alert(match: Match, player: Human, kind: str, lasts_s: float) -> Alert:
    created, own = match.created, match.seat_of(player.id)
    opponent = next((other.shown for seat, other in enumerate(match.seats) if other is not None and seat != own), "")
    return Alert(kind, f"/{created.code}", created.id, lasts_s, match.game.declaration.title, opponent)
