"""Matchmaking: pairs players who seek an opponent.

Two seeks are paired if they have the same game, options, clock and rated flag, and each rating is in the range of the
other. Ranges widen while players wait. A seek for any game takes the terms of the other. A player of a match that
`occupies` its players is not paired.
"""

import heapq
from typing import NamedTuple

from kibitz_server.core.match.match import Match
from kibitz_server.core.match.phase import Phase
from kibitz_server.core.match.seats import empty_seats, on_break
from kibitz_server.core.value import value
from kibitz_server.core.values.clock import Correspondence, TimeControl
from kibitz_server.core.values.players import Human
from kibitz_server.core.values.refusal import Reason, Refusal
from kibitz_server.games.game import OptionValue

RANGE = 100.0
"""Largest difference of two ratings at first."""
WIDENS_PER_S = 20.0
"""Growth of the range of a waiting seek."""
MAX_SEEKS = 2000
"""Most open seeks."""
MAX_OF_PLAYER = 5
"""Most open seeks of one player, as the protocol says."""
SLACK = 1000
"""Number of queue entries of ended seeks that are allowed before the queue is cleaned."""


@value
class OpenSeek:
    """A player's search for an opponent, begun at `since`. `game` is None for any game, at any rating.

    An option may be ANY: the server chooses it for the match. `may_rate`: whether the player may have rated matches.
    """

    id: str
    player: Human
    game: str | None
    options: tuple[tuple[str, OptionValue], ...]
    control: TimeControl | None
    rated: bool
    rating: float
    since: float
    may_rate: bool = True


class Pair(NamedTuple):
    """Two seeks that are paired, the older one first."""

    first: OpenSeek
    second: OpenSeek

    @property
    def terms(self) -> OpenSeek:
        """Seek whose game, options and clock are used."""
        return self.second if self.first.game is None else self.first


class SeekPool:
    """All open seeks, by their players. The seeks of a player have different terms, and are never paired."""

    def __init__(self) -> None:
        self._seeks: dict[str, dict[str, OpenSeek]] = {}
        self._queue: list[tuple[float, float, int, OpenSeek, OpenSeek]] = []
        self._count = 0

    def players(self) -> list[str]:
        """Return the ids of the players who have a seek."""
        return list(self._seeks)

    def of(self, player_id: str) -> list[OpenSeek]:
        """Return the seeks of a player, the oldest first."""
        return list(self._seeks.get(player_id, {}).values())

    def add(self, seek: OpenSeek) -> OpenSeek | Refusal:
        """Add a seek and return it, or the open one with the same terms, or a refusal if there are too many."""
        own = self.of(seek.player.id)
        same = next((open for open in own if _terms(open) == _terms(seek)), None)
        if same is not None:
            return same
        if len(own) >= MAX_OF_PLAYER:
            sentence = f"you look for an opponent in {MAX_OF_PLAYER} ways already"
            return Refusal(Reason.TOO_MANY, sentence, "end one of them by unseek")
        if sum(map(len, self._seeks.values())) >= MAX_SEEKS:
            sentence = "too many players are looking for an opponent"
            return Refusal(Reason.TOO_MANY, sentence, "join an open match: kibitz lobby")
        for others in self._seeks.values():
            for other in others.values():
                at = pairable_at(other, seek)
                if at is not None:
                    self._count += 1
                    heapq.heappush(self._queue, (at, abs(other.rating - seek.rating), self._count, other, seek))
        self._seeks.setdefault(seek.player.id, {})[seek.id] = seek
        return seek

    def cancel(self, player_id: str, seek_id: str | None = None) -> list[OpenSeek]:
        """Remove one seek of a player, or all, and return the removed ones."""
        own = self._seeks.get(player_id, {})
        removed = [seek for seek in own.values() if seek_id in (None, seek.id)]
        for seek in removed:
            del own[seek.id]
        if not own:
            self._seeks.pop(player_id, None)
        if len(self._queue) > SLACK + 4 * len(self._seeks):
            self._queue = [entry for entry in self._queue if self._is_open(entry)]
            heapq.heapify(self._queue)
        return removed

    def pairs(self, now: float) -> list[Pair]:
        """Return the seeks that are paired by `now`, and remove all seeks of their players."""
        paired = []
        while self._queue and (self._queue[0][0] <= now or not self._is_open(self._queue[0])):
            entry = heapq.heappop(self._queue)
            if self._is_open(entry):
                _, _, _, first, second = entry
                del self._seeks[first.player.id], self._seeks[second.player.id]
                paired.append(Pair(first, second))
        return paired

    def next_deadline(self) -> float | None:
        """Return when the next pair is due; None if no two open seeks fit."""
        while self._queue and not self._is_open(self._queue[0]):
            heapq.heappop(self._queue)
        return self._queue[0][0] if self._queue else None

    def _is_open(self, entry: tuple[float, float, int, OpenSeek, OpenSeek]) -> bool:
        return all(self._seeks.get(seek.player.id, {}).get(seek.id) is seek for seek in entry[3:])


def pairable_at(first: OpenSeek, second: OpenSeek) -> float | None:
    """Return when the ranges of two seeks include each other; None if their terms differ."""
    if first.player.id == second.player.id or (first.game is None and second.game is None):
        return None
    terms, other = (second, first) if first.game is None else (first, second)
    if other.game is not None and _terms(terms) != _terms(other):
        return None
    if terms.rated and not all(seek.player.account and seek.may_rate for seek in (terms, other)):
        return None
    difference = abs(first.rating - second.rating)
    wait_s = (difference - RANGE) / WIDENS_PER_S
    return max(seek.since + (max(0.0, wait_s) if seek.game is not None else 0.0) for seek in (first, second))


def _terms(seek: OpenSeek) -> tuple[object, ...]:
    return seek.game, seek.options, seek.control, seek.rated


def occupies(match: Match) -> bool:
    """Return whether the players of a match must be at it: it runs by a clock, not one of days, or is about to."""
    control = match.created.control
    if control is None or isinstance(control, Correspondence):
        return False
    starts = on_break(match) or (match.created.autostart and not empty_seats(match))
    return match.phase is Phase.RUNNING or (match.phase is Phase.OPEN and starts)
