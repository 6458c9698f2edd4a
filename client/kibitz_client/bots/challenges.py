"""Which challenges a bot accepts, and the reason why it declines one. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from kibitz_client.errors import UsageError
from kibitz_client.parsing.arguments import clock as read_clock
from kibitz_client.text.formatting import some_of
from kibitz_protocol.values.clocks import Byoyomi, Clock, Correspondence, Fischer, PerMove, SimpleDelay, parse_clock
from kibitz_protocol.values.matches import MatchRow
from kibitz_protocol.values.seats import SeatView

TYPICAL_MOVES = 40
"""Moves of a player in a typical game: clocks are compared by the time that these take."""
DAY_S = 86_400.0


@dataclass(frozen=True, slots=True)
class ChallengeFilter:
    """Which matches a bot accepts among those of `Plan.accept` and `Plan.invited`. The default accepts all.

    `games`: only these games. `mode`: only `casual` or only `rated` matches. `fastest` and `slowest`: clocks such as
    `1+0` and `10+5`; a clock counts as base time plus 40 increments, and with `slowest` a match needs a clock.
    `min_rating` and `max_rating`: bounds of an opponent's rating at the game; with one of them, opponents need a
    rating. `opponents`: only players with `accounts`, or only `guests`. `bots`: whether other bots are accepted.
    `blocked`: names of players, in upper or lower case.
    """

    games: Sequence[str] = ()
    mode: Literal["casual", "rated"] | None = None
    fastest: str | None = None
    slowest: str | None = None
    min_rating: int | None = None
    max_rating: int | None = None
    opponents: Literal["accounts", "guests"] | None = None
    bots: bool = True
    blocked: Sequence[str] = ()

    def check(self) -> None:
        """Check the clocks and bounds.

        Raises:
            UsageError: A clock is invalid, or no match could be accepted.
        """
        clocks = [seconds(read_clock(text)) for text in (self.fastest, self.slowest) if text is not None]
        if len(clocks) == 2 and clocks[0] > clocks[1]:
            raise UsageError(f"no clock is between {self.fastest} and {self.slowest}", "give the faster one first")
        if self.min_rating is not None and self.max_rating is not None and self.min_rating > self.max_rating:
            raise UsageError(f"no rating is between {self.min_rating} and {self.max_rating}")

    def reason(self, row: MatchRow) -> str | None:
        """Return why the bot declines a match, as a sentence for its opponents; None if it accepts.

        The reason does not say that a player is blocked.
        """
        opponents = [seat for seat in row.seats if seat.kind == "human"]
        blocked = {name.strip().casefold() for name in self.blocked}
        if blocked & {name.casefold() for name in (row.host, *(seat.name or "" for seat in opponents)) if name}:
            return "I do not accept this match."
        if self.games and row.game not in self.games:
            return f"I do not play {row.game}. I play {some_of(self.games)}."
        if self.mode is not None and row.rated != (self.mode == "rated"):
            return f"I play {self.mode} matches only."
        return self._clock_reason(row.clock) or next(
            filter(None, (self._reason(row, seat) for seat in opponents)), None
        )

    def _clock_reason(self, text: str | None) -> str | None:
        bounds = " ".join(
            f"{word} {bound}" for word, bound in (("from", self.fastest), ("to", self.slowest)) if bound is not None
        )
        if not bounds or (text is None and self.slowest is None):
            return None
        if text is None:
            return f"I play with a clock {bounds}."
        spent = seconds(parse_clock(text))
        too_fast = self.fastest is not None and spent < seconds(read_clock(self.fastest))
        too_slow = self.slowest is not None and spent > seconds(read_clock(self.slowest))
        return f"I play with a clock {bounds}, not {text}." if too_fast or too_slow else None

    def _reason(self, row: MatchRow, seat: SeatView) -> str | None:
        """Return why the bot does not play against the player at a seat."""
        if seat.bot and not self.bots:
            return "I do not play against other bots."
        if self.opponents is not None and seat.account is not None and seat.account != (self.opponents == "accounts"):
            return f"I play against {'players with an account' if self.opponents == 'accounts' else 'guests'} only."
        if self.min_rating is None and self.max_rating is None:
            return None
        low = "" if self.min_rating is None else f" from {self.min_rating}"
        high = "" if self.max_rating is None else f" up to {self.max_rating}"
        if seat.strength is None:
            return f"I play against ratings{low}{high} at {row.game}. You have no rating yet."
        rating = seat.strength.rating
        fits = (self.min_rating or rating) <= rating <= (self.max_rating or rating)
        return None if fits else f"I play against ratings{low}{high} at {row.game}, not {rating}."


def seconds(clock: Clock) -> float:
    """Return the time that a player of a typical game has."""
    match clock:
        case Fischer(base_s=base, increment_s=each) | SimpleDelay(base_s=base, delay_s=each):
            return base + TYPICAL_MOVES * each
        case Byoyomi(base_s=base, period_s=each):
            return base + TYPICAL_MOVES * each
        case PerMove(move_s=each):
            return TYPICAL_MOVES * each
        case Correspondence(days=days):
            return TYPICAL_MOVES * days * DAY_S
