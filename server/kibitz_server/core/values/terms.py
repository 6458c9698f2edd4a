"""What a match is made under beside its game, seats and clock: who may see it, when, and what it counts for."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Delay:
    """How far those who watch are behind: by so many moves, by so many seconds, or by both."""

    moves: int = 0
    seconds: float = 0.0

    def __str__(self) -> str:
        moves = [f"{self.moves} move{'s' * (self.moves != 1)}"] if self.moves else []
        return " and ".join([*moves, f"{self.seconds:g} s"] if self.seconds else moves)


@dataclass(frozen=True, slots=True)
class Series:
    """A match's place in a series of games with the sides swapped. `score` is what stood before it.

    The score counts players, not seats: it is in the order in which they sat in the first game, a draw half a point.
    """

    id: str
    games: int
    number: int = 1
    score: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Terms:
    """Who may see a match, when, and what it counts for. Matches of older servers have the defaults.

    `key_hash` makes it private: only those who play, or know the key, may come in. `watchable` and `chat` say whether
    people may watch and talk; `delay` keeps who watches behind.
    """

    rated: bool = False
    key_hash: str | None = None
    watchable: bool = True
    chat: bool = True
    delay: Delay | None = None
    series: Series | None = None
