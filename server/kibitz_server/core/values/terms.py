"""Terms of a match besides game, seats and clock: visibility, delay, rating, series, tournament, adjudication."""

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
    """Place of a match in a tournament: its round, its pair and its number, each counted from 1.

    `name` is that of the tournament, which views of the match show.
    """

    id: str
    code: str
    round: int
    pair: int
    game: int
    name: str = ""


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
class ResignRule:
    """A side has lost when its last `moves` searches score at most `-score`, in hundredths.

    With `both`, the last searches of the other side must score at least `score` too.
    """

    score: int
    moves: int
    both: bool = True


@value
class DrawRule:
    """A match is drawn when the last `moves` searches of each side score between `-score` and `score`, in hundredths.

    It is not before each side has made `from_move` moves, in a game in which the sides take turns.
    """

    from_move: int
    score: int
    moves: int


@value
class Adjudication:
    """Rules by which a match between engines ends before its end by the rules of the game.

    `most_plies` are the plies after which it is drawn. `proved` ends it when both sides have proven the same result.
    """

    resign: ResignRule | None = None
    draw: DrawRule | None = None
    most_plies: int | None = None
    proved: bool = False


@value
class Terms:
    """Visibility of a match, and whether it is rated. The defaults are also those of matches of older servers.

    `key_hash` makes the match private: only its players, and clients with the key, can open it. `watchable` and `chat`
    say whether others may watch and whether clients may chat. `delay` is the spectator delay. `adjudication` applies if
    all players are engines. `berserk`: whether each player may give up half of the time and the increment before the
    first move, as in arenas. `help`: whether people who play each other may ask engines during the match.
    """

    rated: bool = False
    key_hash: str | None = None
    watchable: bool = True
    chat: bool = True
    delay: Delay | None = None
    series: Series | None = None
    tournament: Place | None = None
    adjudication: Adjudication | None = None
    berserk: bool = False
    help: bool = False
