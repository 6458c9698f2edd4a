"""Presence of the players of a match.

Presence is not an event: connections come and go, and a restart ends them all. So it is not stored, and in a rebuilt
match all players count as connected until the caller reports otherwise. Its consequences (a match that is claimed,
withdrawn or aborted) are events like any other.
"""

from dataclasses import field

from kibitz_server.core.value import value


@value
class Presence:
    """Times at which players disconnected, by player id, on the clock of `now`."""

    disconnected: dict[str, float] = field(default_factory=dict)

    def updated(self, player_id: str, present: bool, now: float) -> "Presence":
        """Return the presence after a player connected or disconnected. A repeated report keeps the first time."""
        others = {id: since for id, since in self.disconnected.items() if id != player_id}
        return Presence(others if present else {**others, player_id: self.disconnected.get(player_id, now)})

    def disconnected_since(self, player_id: str) -> float | None:
        """Return when a player disconnected; None if connected."""
        return self.disconnected.get(player_id)
