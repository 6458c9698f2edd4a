"""The turn of a match as a value: which it is, and how long the seat to move has been thinking."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn. `began_at` is on the clock of `now`; two turns that differ in it alone are the same.

    `number` counts the turns that have begun. Unlike a ply, which a takeback brings again, it never comes twice.
    `spent_s` is what had been thought before a pause, which ended at `began_at`.
    """

    number: int = 0
    spent_s: float = 0.0
    began_at: float = field(default=0.0, compare=False)

    def next(self) -> "Turn":
        """The turn after this one."""
        return Turn(self.number + 1, 0.0, self.began_at)

    def paused(self, spent_s: float) -> "Turn":
        """The turn while it is set aside, that long after it began."""
        return Turn(self.number, spent_s, self.began_at)

    def resumed(self) -> "Turn":
        """The turn taken up again; what was thought of it before still counts."""
        return Turn(self.number + 1, self.spent_s, self.began_at)

    def charged(self) -> "Turn":
        """The turn when what was thought of it has been taken from the clock."""
        return Turn(self.number, 0.0, self.began_at)

    def begun(self, now: float) -> "Turn":
        """The turn that begins, or goes on, at `now`."""
        return Turn(self.number, self.spent_s, now)

    def credited(self, seconds: float, now: float) -> "Turn":
        """The turn as if it had begun that much later, at `now` at the latest."""
        return Turn(self.number, self.spent_s, min(now, self.began_at + seconds))

    def elapsed_s(self, now: float) -> float:
        """How long has been thought of a turn that runs."""
        return self.spent_s + max(0.0, now - self.began_at)

    def time_at(self, spent_s: float) -> float:
        """When so long will have been thought of a turn that runs."""
        return self.began_at + spent_s - self.spent_s
