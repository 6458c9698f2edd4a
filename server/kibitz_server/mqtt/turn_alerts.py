"""Which matches wait for a move of the players who asked to be told.

Unlisted and private matches are among them: the topic is the player's.
"""

from kibitz_server.core.match.phase import Phase
from kibitz_server.core.values.players import Human
from kibitz_server.messages import outgoing
from kibitz_server.runtime.room import Room
from kibitz_server.scheduler import SYSTEM_CLOCK, WallClock


class TurnAlerts:
    """The players who asked, and the matches in which each is to move."""

    def __init__(self, wall_clock: WallClock = SYSTEM_CLOCK) -> None:
        self._wall_clock = wall_clock
        self._players: dict[str, dict[str, outgoing.Data]] = {}

    @property
    def players(self) -> list[str]:
        """The ids of those who asked."""
        return list(self._players)

    def add(self, player_id: str) -> None:
        """Somebody wants to be told."""
        self._players.setdefault(player_id, {})

    def drop(self, player_id: str) -> None:
        """Somebody wants it no longer."""
        self._players.pop(player_id, None)

    def look(self, room: Room, now: float) -> list[str]:
        """See how a match stands; gives the players for whom that changes something."""
        match, changed = room.match, []
        to_move = match.to_move if match.phase is Phase.RUNNING else None
        for seat, player in enumerate(match.seats):
            if not isinstance(player, Human) or player.id not in self._players:
                continue
            turns = self._players[player.id]
            if seat == to_move:
                turns[match.created.id] = _turn(room, seat, now, self._wall_clock())
            elif turns.pop(match.created.id, None) is None:
                continue
            changed.append(player.id)
        return changed

    def forget(self, match_id: str) -> list[str]:
        """A match is gone; gives the players for whom that changes something."""
        return [player for player, turns in self._players.items() if turns.pop(match_id, None)]

    def data(self, player_id: str) -> outgoing.Data:
        """A `Turns`."""
        return {"t": "turns", "turns": list(self._players.get(player_id, {}).values())}


def _turn(room: Room, seat: int, now: float, time_of_day: float) -> outgoing.Data:
    match = room.match
    faces = match.clock_displays(now)
    return {
        "match": match.created.id,
        "code": match.created.code,
        "game": match.game.name,
        "ply": match.ply,
        "seat": seat,
        "against": [player.name for other, player in enumerate(match.seats) if other != seat and player is not None],
        "flag_at": None if faces is None else round(time_of_day + faces[seat].until_flag_s, 1),
    }
