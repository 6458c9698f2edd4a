"""Time: what each seat has left, and what an engine may spend. All values are immutable; all times are seconds.

The clock knows no time of day. Whoever holds it says how long a move took.
"""

from dataclasses import dataclass, replace

MOVES_LEFT = 30
"""How many more moves an engine with a clock plans for."""
MARGIN_S = 0.05
"""What the server itself may need to bring an engine's move home."""


@dataclass(frozen=True, slots=True)
class TimeControl:
    """Fischer's clock: `base_s` for the match, and `increment_s` more after each own move."""

    base_s: float
    increment_s: float = 0.0

    def __str__(self) -> str:
        return f"{_exact(self.base_s / 60)}+{_exact(self.increment_s)}"


@dataclass(frozen=True, slots=True)
class Clock:
    """What each seat has left at the moment its turn begins."""

    control: TimeControl
    remaining_s: tuple[float, ...]

    @classmethod
    def fresh(cls, control: TimeControl, seats: int) -> "Clock":
        """The clock before the first move."""
        return cls(control, (control.base_s,) * seats)

    def pressed(self, seat: int, elapsed_s: float) -> "Clock":
        """The clock after a seat's move that took `elapsed_s`."""
        return self.showing(seat, self.remaining_s[seat] - elapsed_s + self.control.increment_s)

    def showing(self, seat: int, remaining_s: float) -> "Clock":
        """The clock with one seat's time set."""
        left = list(self.remaining_s)
        left[seat] = max(0.0, remaining_s)
        return replace(self, remaining_s=tuple(left))


@dataclass(frozen=True, slots=True)
class Budget:
    """What a search may spend: seconds, plies, nodes, playouts; and the seed of its choices. None is no bound.

    `level` is for an engine that plays at a level of strength.
    """

    seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None
    seed: int | None = None
    playouts: int | None = None
    level: int | None = None

    def under(self, clock: Clock | None, seat: int) -> "Budget":
        """The budget for one move of a seat, cut so that the clock lasts for the match."""
        if clock is None:
            return self
        left = clock.remaining_s[seat] - MARGIN_S
        share = left / MOVES_LEFT + 0.8 * clock.control.increment_s
        allowed = max(MARGIN_S, min(share, left / 2))
        return replace(self, seconds=min(self.seconds, allowed) if self.seconds else allowed)

    def __str__(self) -> str:
        named = ("seconds", "depth", "nodes", "seed", "playouts")
        given = [f"{name}={_exact(value)}" for name in named if (value := getattr(self, name)) is not None]
        return ",".join(given if self.level is None else [str(self.level), *given])


def _exact(number: float) -> str:
    """A number as people write it, which reads back as the same number."""
    return repr(number).removesuffix(".0")
