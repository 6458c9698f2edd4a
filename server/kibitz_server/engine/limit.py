"""Limits of a search."""

from dataclasses import dataclass

LEVELS = range(1, 11)


@dataclass(frozen=True, slots=True)
class Limit:
    """Bounds of a search: the first one that is reached ends it; a field left None does not bound.

    `seconds` is wall time, `depth` is in plies, `playouts` are random games of a Monte Carlo search. `seed` fixes every
    random choice, so that a search bounded by depth, nodes or playouts alone gives the same result on every machine. A
    `thorough` search judges a position: it uses its full depth even with a single legal move, where a player needs no
    search, and counts no single repetition of the match as drawn. `level` is the strength of the algorithm `level`, 1
    to 10; other algorithms ignore it.
    """

    seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None
    seed: int | None = None
    playouts: int | None = None
    thorough: bool = False
    level: int | None = None

    @property
    def bounds_work(self) -> bool:
        """Whether more than time bounds the search."""
        return any((self.depth, self.nodes, self.playouts, self.level))

    def __post_init__(self) -> None:
        for name in ("seconds", "depth", "nodes", "playouts"):
            value = getattr(self, name)
            if value is not None and value <= 0:
                raise ValueError(f"{name} must be above 0, not {value}")
        if self.level is not None and self.level not in LEVELS:
            raise ValueError(f"a level is a number from {LEVELS[0]} to {LEVELS[-1]}, not {self.level}")
