"""How well an engine plays for a runner: an algorithm, or a level."""

from dataclasses import dataclass, replace

from kibitz_server.engine import levels
from kibitz_server.engine.algorithms import ALGORITHMS
from kibitz_server.engine.limit import LEVELS
from kibitz_server.games.game import Game

SELECTABLE = tuple(name for name in ALGORITHMS if name not in ("cfr", "expectiminimax", "ismcts", "level", "solve"))
"""Algorithms that a runner may choose."""


@dataclass(frozen=True, slots=True)
class EngineStrength:
    """Algorithm, which a level takes the place of. `level` is 0 to search within the limit alone."""

    algorithm: str
    level: int = 0

    @classmethod
    def of(cls, game: Game) -> "EngineStrength":
        """Return the strongest algorithm for a game."""
        return cls(levels.strongest(game))

    @property
    def searched_by(self) -> str:
        """Name of the algorithm that searches."""
        return "level" if self.level else self.algorithm

    def at_level(self, text: str) -> "EngineStrength":
        """Return the strength at a level.

        Raises:
            ValueError: The text is not a level, and not 0.
        """
        if not (text.isascii() and text.isdecimal() and int(text[:4]) in (0, *LEVELS)):
            raise ValueError(f"{text[:40]!r} is not a level; a level is 0 to {LEVELS[-1]}")
        return replace(self, level=int(text[:4]))

    def by(self, name: str) -> "EngineStrength":
        """Return the strength with an algorithm.

        Raises:
            ValueError: A runner cannot choose an algorithm of this name.
        """
        if name not in SELECTABLE:
            raise ValueError(f"{name[:40]!r} is not an algorithm; there are {', '.join(SELECTABLE)}")
        return replace(self, algorithm=name)
