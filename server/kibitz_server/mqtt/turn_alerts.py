"""Turn alerts: the matches that wait for a move of each player who asked for alerts.

They include unlisted and private matches, because only the player knows the topic.
"""

from kibitz_server.core.match.phase import Phase
from kibitz_server.core.values.players import Human
from kibitz_server.messages.outgoing import Data
from kibitz_server.runtime.room import Room
from kibitz_server.scheduler import SYSTEM_CLOCK, WallClock


class TurnAlerts:
    """Players who asked for turn alerts, and the matches in which each is to move."""

    def __init__(self, wall_clock: WallClock = SYSTEM_CLOCK) -> None:
        self._wall_clock = wall_clock
        self._players: dict[str, dict[str, Data]] = {}

    @property
    def players(self) -> list[str]:
        """Ids of the players who asked for alerts."""
        return list(self._players)

    def add(self, player_id: str) -> None:
        """Add a player."""
        self._players.setdefault(player_id, {})

    def remove(self, player_id: str) -> None:
        """Remove a player."""
        self._players.pop(player_id, None)

    def update(self, room: Room, now: float) -> list[str]:
        """Update the alerts for a match, and return the players whose alerts may have changed."""
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

    def remove_match(self, match_id: str) -> list[str]:
        """Remove a match, and return the players whose alerts changed."""
        return [player for player, turns in self._players.items() if turns.pop(match_id, None)]

    def data(self, player_id: str) -> Data:
        """Return a `Turns`."""
        return {"t": "turns", "turns": list(self._players.get(player_id, {}).values())}


def _turn(room: Room, seat: int, now: float, time_of_day: float) -> Data:
    match = room.match
    displays = match.clock_displays(now)
    return {
        "match": match.created.id,
        "code": match.created.code,
        "game": match.game.name,
        "ply": match.ply,
        "seat": seat,
        "against": [player.shown for other, player in enumerate(match.seats) if other != seat and player is not None],
        "flag_at": None if displays is None else round(time_of_day + displays.until_flag_s[seat], 1),
    }
