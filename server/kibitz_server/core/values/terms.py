"""Terms of a match besides game, seats and clock: visibility, spectator delay, rating, series, tournament."""

from enum import StrEnum

from kibitz_server.core.value import value


@value
class Delay:
    """Spectator delay: in moves, in seconds, or both."""

    moves: int = 0
    seconds: float = 0.0

    def __str__(self) -> str:
        moves = [f"{self.moves} move{'s' * (self.moves != 1)}"] if self.moves else []
        return " and ".join([*moves, f"{self.seconds:g} s"] if self.seconds else moves)


@value
class Series:
    """Place of a match in a series of games, with the seats swapped after each. `score` is the score before it.

    The score belongs to players, not seats, in the order of their seats in the first game. A draw is half a point.
    """

    id: str
    games: int
    number: int = 1
    score: tuple[float, float] = (0.0, 0.0)


@value
class Place:
    """Place of a match in a tournament: its round, its pair and its number, each counted from 1."""

    id: str
    code: str
    round: int
    pair: int
    game: int


class Uncounted(StrEnum):
    """Reason for which a rated match does not count. The values are stored, and are those of the protocol."""

    SAME_ADDRESS = "same_address"
    """The players come from one address block."""
    SAME_OWNER = "same_owner"
    """The players are an account and its bot, or two bots of one account."""
    PLAYED_OFTEN = "played_often"
    """The players have as many counted matches within a day as a pair may have."""
    ENGINES_OFTEN = "engines_often"
    """The player has as many counted matches with engines within a day as a player may have."""
    TOO_SHORT = "too_short"
    """The match ended before the least number of plies of its game."""


@value
class Terms:
    """Visibility of a match, and whether it is rated. The defaults are also those of matches of older servers.

    `key_hash` makes the match private: only its players, and clients with the key, can open it. `watchable` and `chat`
    say whether others may watch and whether clients may chat. `delay` is the spectator delay.
    """

    rated: bool = False
    key_hash: str | None = None
    watchable: bool = True
    chat: bool = True
    delay: Delay | None = None
    series: Series | None = None
    tournament: Place | None = None
