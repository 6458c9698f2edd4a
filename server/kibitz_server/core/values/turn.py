"""Turn of a match: its number, and the thinking time of the seat to move."""

from dataclasses import field

from kibitz_server.core.value import value


@value
class MatchTurn:
    """A turn. `began_at` is on the clock of `now`, and is not part of equality.

    `number` counts the turns that have begun. It never repeats, unlike a ply, which occurs again after a takeback.
    `spent_s` is the thinking time before a pause that ended at `began_at`.
    """

    number: int = 0
    spent_s: float = 0.0
    began_at: float = field(default=0.0, compare=False)

    def next(self) -> "MatchTurn":
        """Return the turn after this one."""
        return MatchTurn(self.number + 1, 0.0, self.began_at)

    def paused(self, spent_s: float) -> "MatchTurn":
        """Return the turn while it is paused, after `spent_s` of thinking time."""
        return MatchTurn(self.number, spent_s, self.began_at)

    def resumed(self) -> "MatchTurn":
        """Return the turn after a pause; the thinking time before it still counts."""
        return MatchTurn(self.number + 1, self.spent_s, self.began_at)

    def charged(self) -> "MatchTurn":
        """Return the turn after its thinking time was charged to the clock."""
        return MatchTurn(self.number, 0.0, self.began_at)

    def begun(self, now: float) -> "MatchTurn":
        """Return the turn that begins or continues at `now`."""
        return MatchTurn(self.number, self.spent_s, now)

    def credited(self, seconds: float, now: float) -> "MatchTurn":
        """Return the turn as if it had begun `seconds` later, but not after `now`."""
        began_at = min(now, self.began_at + seconds)
        return self if began_at == self.began_at else MatchTurn(self.number, self.spent_s, began_at)

    def elapsed_s(self, now: float) -> float:
        """Return the thinking time of a running turn at `now`."""
        return self.spent_s + max(0.0, now - self.began_at)

    def time_at(self, spent_s: float) -> float:
        """Return the time at which the thinking time of a running turn will be `spent_s`."""
        return self.began_at + spent_s - self.spent_s
