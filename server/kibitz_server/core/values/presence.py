"""Who of a match's people is there. It is no event of the match: connections come and go, and a restart ends them all.

So it is not stored, and a match that is rebuilt knows of nobody who is gone until it is told again. What follows from
it (a match that is claimed, withdrawn or given up) is an event like any other.
"""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Presence:
    """Since when who is gone, by player id, on the clock of `now`."""

    gone: dict[str, float] = field(default_factory=dict)

    def updated(self, player_id: str, present: bool, now: float) -> "Presence":
        """With a player who came or left. Who is gone already has been gone since then."""
        others = {id: since for id, since in self.gone.items() if id != player_id}
        return Presence(others if present else {**others, player_id: self.gone.get(player_id, now)})

    def disconnected_since(self, player_id: str) -> float | None:
        """Since when a player is gone; None for who is there."""
        return self.gone.get(player_id)
