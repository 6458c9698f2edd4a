"""Rated matches that do not count, and players who are refused rated matches for a while.

A match asks `RatedRules` at its start and at its end, because the core does not know addresses or other matches. The
answer becomes part of its events. So what counts is the same whenever ratings are derived from the events.
"""

import math
from collections import OrderedDict, deque
from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from kibitz_server.core.value import value
from kibitz_server.core.values.players import Human, Player
from kibitz_server.core.values.refusal import Reason, Refusal
from kibitz_server.core.values.terms import Uncounted

DAY_S, HOUR_S = 86_400.0, 3_600.0
MOST_PAIRS = 20_000
"""Pairs whose matches are remembered; those that played last are kept."""
MOST_QUITTERS = 20_000
"""Players whose quits are remembered; those that quit last are kept."""


class RatedRules:
    """What a match asks about its players. This base class lets every match count and refuses no player."""

    def uncounted(self, game: str, seats: Sequence[Player | None], *, at_end: bool = False) -> Uncounted | None:  # noqa: ARG002
        """Return why a match of these players does not count, apart from its length; None if it counts.

        Args:
            game: The game.
            seats: The players.
            at_end: Whether the match ends. What it is not to depend on any more is left out then.
        """
        return None

    def refusal(self, player: Human, *, you: bool = False) -> Refusal | None:  # noqa: ARG002
        """Return why a player gets no rated match now; None if the player may have one.

        Args:
            player: The player.
            you: Whether the refusal is for the player, and not for others.
        """
        return None


@value
class RatedBounds:
    """Bounds of rated matches, which are settings of the server.

    `one_address`: whether matches between players of one address block count. `per_pair`: counted matches of a pair
    at a game within a day. `with_engines`: the same for a player and all engines together. These are there all day, and
    many matches lower the deviation, so that they alone would lead to a high place in a table. `quits`: matches that a
    player may quit within an hour before rated ones are refused for an hour.
    """

    one_address: bool = False
    per_pair: int = 3
    quits: int = 5
    with_engines: int = 3


@value
class RatedEnd:
    """What the store knows of the end of a rated match. `ended_at` is in seconds since 1970.

    `persons` are the accounts that are responsible for its human players. `counts`: whether ratings changed.
    `quitter` is the id of the player who quit it.
    """

    match_id: str
    game: str
    ended_at: float
    persons: tuple[str, ...]
    counts: bool
    quitter: str | None


class PairAtGame(NamedTuple):
    """Two persons at a game."""

    game: str
    persons: frozenset[str]


ENGINES = "engines"
"""Stands for the engines of the server in a pair."""


def pairs_of(game: str, persons: Sequence[str]) -> list[PairAtGame]:
    """Return each pair of different persons of a match. A person who is alone in it is paired with the engines."""
    sides = (*persons, ENGINES) if len(persons) == 1 else persons
    return [PairAtGame(game, frozenset(pair)) for pair in combinations(sorted(set(sides)), 2)]


class PairMatches:
    """Counted matches of each pair of persons: those that run, and those that ended within a day."""

    def __init__(self) -> None:
        self._pairs: OrderedDict[PairAtGame, dict[str, float | None]] = OrderedDict()
        """For each pair the matches with the time of their end, None while they run."""

    def count(self, pair: PairAtGame, now: float) -> int:
        """Return the number of counted matches of a pair that run, or ended within a day before `now`."""
        matches = self._pairs.get(pair)
        if matches is None:
            return 0
        for match_id in [id for id, at in matches.items() if at is not None and at <= now - DAY_S]:
            del matches[match_id]
        if not matches:
            del self._pairs[pair]
        return len(matches)

    def note(self, pair: PairAtGame, match_id: str, ended_at: float | None) -> None:
        """Count a match that runs, or ended at a time."""
        self._pairs.setdefault(pair, {})[match_id] = ended_at
        self._pairs.move_to_end(pair)
        if len(self._pairs) > MOST_PAIRS:
            self._pairs.popitem(last=False)

    def remove(self, pair: PairAtGame, match_id: str) -> None:
        """Count a match no more: it ended without a counted result."""
        matches = self._pairs.get(pair, {})
        matches.pop(match_id, None)
        if not matches:
            self._pairs.pop(pair, None)


class Quits:
    """Times at which players quit rated matches. `most` of them within an hour cost a player an hour."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._times: OrderedDict[str, deque[float]] = OrderedDict()
        self._refused_until: OrderedDict[str, float] = OrderedDict()

    def note(self, player_id: str, at: float) -> None:
        """Note that a player quit a rated match. The calls are in the order of time."""
        times = self._times.setdefault(player_id, deque(maxlen=self._most))
        times.append(at)
        if len(times) == self._most and at - times[0] <= HOUR_S:
            self._refused_until[player_id] = at + HOUR_S
            self._refused_until.move_to_end(player_id)
        self._times.move_to_end(player_id)
        for kept in (self._times, self._refused_until):
            if len(kept) > MOST_QUITTERS:
                kept.popitem(last=False)

    def refused_s(self, player_id: str, now: float) -> float:
        """Return the seconds for which a player is refused rated matches; 0 means not at all."""
        left_s = self._refused_until.get(player_id, now) - now
        if left_s <= 0:
            self._refused_until.pop(player_id, None)
        return max(0.0, left_s)

    def refusal(self, player: Human, now: float, *, you: bool) -> Refusal | None:
        """Return the refusal of a rated match for a player who quit too many; None for others."""
        left_s = self.refused_s(player.id, now)
        if not left_s:
            return None
        subject, has = ("you", "have") if you else (player.name, "has")
        left = f"{math.ceil(left_s / 60)} min" if left_s > 60 else f"{math.ceil(left_s)} s"
        matches = f"{self._most} rated matches" if self._most > 1 else "a rated match"
        sentence = f"{subject} {has} quit {matches} within an hour, and may play rated again in {left}"
        return Refusal(Reason.CANNOT_RATE, sentence, "until then, play casual matches: leave the rating out")
