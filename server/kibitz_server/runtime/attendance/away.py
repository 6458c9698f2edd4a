"""Absent players of matches: disconnected, or connected without following it.

The lobby says since when, TV shows no such match, and a match without a clock ends when all its players have left it.
Matches with days for a move need no player to be there.
"""

from collections.abc import Callable

from kibitz_server.core.lobby.listing import may_be_deserted
from kibitz_server.core.match.commands import AllLeft
from kibitz_server.core.match.deadlines import left_timeout_s
from kibitz_server.core.match.phase import Phase
from kibitz_server.core.values.clock import Correspondence
from kibitz_server.core.values.events import Event
from kibitz_server.core.values.players import Human
from kibitz_server.runtime.ports import MatchListener, MatchServer
from kibitz_server.runtime.room import Room
from kibitz_server.scheduler import Scheduler, Timer

ABSENT_S = 30.0
"""How long a connected player may follow something else before the match counts as left."""


class AwayPlayers(MatchListener):
    """Knows which players are away.

    `changed` is called when the players of a match count as away or are back, `attended` each time when one of them
    connects, disconnects, or begins or ceases to follow it.
    """

    follows_moves = False

    def __init__(
        self,
        server: MatchServer,
        scheduler: Scheduler,
        changed: Callable[[Room], None],
        attended: Callable[[Room], None],
    ) -> None:
        self._server = server
        self._scheduler = scheduler
        self._changed = changed
        self._attended = attended
        self._known: dict[Room, tuple[float | None, bool]] = {}
        self._timers: dict[Room, Timer] = {}

    def opened(self, room: Room) -> None:
        room.attendance_changed = self.attendance_changed

    def attendance_changed(self, room: Room) -> None:
        """Note that a player has connected, disconnected, or begun or ceased to follow a match."""
        self._attended(room)
        self.look(room)

    def committed(self, room: Room, events: tuple[Event, ...]) -> None:  # noqa: ARG002
        self.look(room)

    def closed(self, room: Room) -> None:
        self._known.pop(room, None)
        self._cancel(room)

    def close(self) -> None:
        """Cancel all timers."""
        for timer in self._timers.values():
            timer.cancel()

    def look(self, room: Room) -> None:
        """Note which players are away from a match now, and look again when that has consequences."""
        self._cancel(room)
        now = self._scheduler.time()
        found = away_since(room, now), is_deserted(room, now)
        if found != self._known.get(room, (None, False)):
            self._known[room] = found
            self._changed(room)
        ends_at = self._ends_at(room)
        if ends_at is not None and ends_at <= now:
            self._server.act(room, AllLeft(), lambda _: None)
            return
        absent = (at + ABSENT_S for at in (room.left_at(id) for id in _players(room)) if at is not None)
        times = [at for at in (*absent, ends_at) if at is not None and at > now]
        if times:
            self._timers[room] = self._scheduler.call_at(min(times), self.look, room)

    def _cancel(self, room: Room) -> None:
        timer = self._timers.pop(room, None)
        if timer is not None:
            timer.cancel()

    def _ends_at(self, room: Room) -> float | None:
        """Return when a match ends because all its human players have left it."""
        match, players = room.match, _players(room)
        if match.phase is not Phase.RUNNING or match.created.control is not None or not players:
            return None
        times = [_away_since(room, id, self._scheduler.time()) for id in players]
        left = [at for at in times if at is not None]
        return max(left) + left_timeout_s(match) if len(left) == len(times) else None


def away_since(room: Room, now: float) -> float | None:
    """Return since when a player is away whom a match waits for; None if there is none."""
    times = (_away_since(room, id, now) for id in _players(room))
    return min((at for at in times if at is not None), default=None)


def is_deserted(room: Room, now: float) -> bool:
    """Return whether all players of a casual match without a clock have left it: they may never come back."""
    players = _players(room)
    return (
        may_be_deserted(room.match) and bool(players) and all(_away_since(room, id, now) is not None for id in players)
    )


def _players(room: Room) -> set[str]:
    """Return the ids of the human players whom a match waits for."""
    match = room.match
    if match.over or isinstance(match.created.control, Correspondence):
        return set()
    starts = {match.created.host.id} if match.phase is Phase.OPEN and not match.created.autostart else set()
    return starts | {player.id for player in match.seats if isinstance(player, Human)}


def _away_since(room: Room, player_id: str, now: float) -> float | None:
    match = room.match
    since, left = match.presence.disconnected_since(player_id), room.left_at(player_id)
    if since is not None or left is None:
        return since
    if match.to_move not in match.seats_of(player_id):
        # A client may move without following the match.
        left = max(left, match.turn.began_at)
    return None if now < left + ABSENT_S else left
