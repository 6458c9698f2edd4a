"""Arena: the entrants that are free, connected and not resting are paired every few seconds, until time is up.

Events contain neither the presence of players nor the progress of a pairing: a restart begins a new one.
"""

from collections.abc import Iterable, Iterator
from math import inf

from kibitz_server.core.tournament.events import RoundPaired
from kibitz_server.core.tournament.formats.arena_pairing import (
    BETWEEN_GAMES_S,
    FreeEntrant,
    SideBalance,
    due_at,
    expected_game_s,
    next_tick,
    pairings,
)
from kibitz_server.core.tournament.formats.pairs import paired
from kibitz_server.core.tournament.records import EntrantRecord
from kibitz_server.core.tournament.state import TournamentState
from kibitz_server.core.values.clock import Fischer

UNRATED = 1500
"""Rating of an entrant without one, for pairs and for the performance of its opponents."""
EXPECTED_S = 60.0
"""Expected time of a game whose clock does not tell it."""


class Lookout:
    """Looks at the waiting entrants of an arena, and pairs them one group at a time.

    A group of a large arena takes some milliseconds. So that no move waits for all groups, each call of
    `Tournament.handle` pairs one, and `Tournament.next_deadline` is at once while others are left.
    """

    def __init__(self) -> None:
        self.next_look = -inf
        self.now = -inf
        self._may_pair = True
        """Whether this call may still pair a group."""
        self._groups: Iterator[list[tuple[int, int]]] | None = None
        self._balances: dict[int, tuple[int, SideBalance]] = {}

    def begin(self, now: float) -> None:
        """Note that a call begins, at a time on the clock of matches."""
        self.now = now
        self._may_pair = True

    @property
    def pairing(self) -> bool:
        """Whether groups are left to be paired."""
        return self._groups is not None

    def next_pairings(self, state: TournamentState, now: float) -> RoundPaired | None:
        """Return the pairs of the next group; None if it is not time to look, or if none can be paired."""
        ends_at = state.arena_ends_at
        if not self._may_pair or ends_at is None or now >= ends_at:
            return None
        if self._groups is None:
            if now < self.next_look or state.started_at is None:
                return None
            self.next_look = next_tick(state.started_at, now)
            self._groups = self._look(state, now)
        found: list[tuple[int, int]] = []
        while self._groups is not None and not found:
            group = next(self._groups, None)
            if group is None:
                self._groups = None
            else:
                self._may_pair = False
                waiting = {each.number for each in self.waiting(state, now)}
                found = [pair for pair in group if waiting.issuperset(pair)]
        return paired(state, 1, found) if found else None

    def next_deadline(self, state: TournamentState) -> float | None:
        """Return when to look again, and when time is up."""
        ends_at = state.arena_ends_at
        if ends_at is None:
            return None
        if self.now >= ends_at:
            return ends_at + state.terms.grace_s
        if self.pairing:
            return self.now
        several = sum(_may_play(state, each) for each in state.entrants) > 1
        return min(ends_at, self.next_look) if several else ends_at

    def waiting(self, state: TournamentState, now: float) -> list[EntrantRecord]:
        """Return the entrants that can be paired now."""
        due = {number for pair in state.due.values() for number in pair.entrants}
        return [
            each
            for each in state.entrants
            if _may_play(state, each) and not each.running and each.number not in due and _waits_since(each) <= now
        ]

    def next_pairs_s(self, state: TournamentState, own: EntrantRecord, now: float) -> float:
        """Return in how many seconds the entrants that wait, with `own` among them, are paired at the latest."""
        waiting = self.waiting(state, now)
        if own not in waiting:
            waiting.append(own)
        return max(self.next_look, _due_at(state, waiting, _others(state, waiting), now)) - now

    def _look(self, state: TournamentState, now: float) -> Iterator[list[tuple[int, int]]] | None:
        """Return the groups to pair if it is time to pair those that wait."""
        waiting = self.waiting(state, now)
        others = _others(state, waiting)
        if now < _due_at(state, waiting, others, now):
            return None
        return pairings(self.free(state, waiting), others=bool(others), forbidden=state.forbidden_pairs)

    def free(self, state: TournamentState, waiting: Iterable[EntrantRecord]) -> list[FreeEntrant]:
        """Return entrants as their pairing looks at them."""
        ranks = {number: rank for rank, number in enumerate(order(state), start=1)}
        return [
            FreeEntrant(
                number=each.number,
                rank=ranks[each.number],
                rating=each.entrant.rating if each.entrant.rating is not None else UNRATED,
                previous=previous_opponent(state, each),
                sides=self._balance(state, each),
            )
            for each in waiting
        ]

    def _balance(self, state: TournamentState, entrant: EntrantRecord) -> SideBalance:
        """Return the sides that an entrant had in its games. Void ones count: they were begun."""
        known, balance = self._balances.get(entrant.number, (0, SideBalance()))
        for number in entrant.games[known:]:
            balance = balance.after(state.games[number - 1].first == entrant.number)
        self._balances[entrant.number] = len(entrant.games), balance
        return balance


def _others(state: TournamentState, waiting: Iterable[EntrantRecord]) -> list[EntrantRecord]:
    """Return the entrants that take part and do not wait."""
    numbers = {each.number for each in waiting}
    return [each for each in state.entrants if _may_play(state, each) and each.number not in numbers]


def _due_at(
    state: TournamentState, waiting: Iterable[EntrantRecord], others: Iterable[EntrantRecord], now: float
) -> float:
    free_at = [now if each.running else max(now, _waits_since(each)) for each in others]
    control = state.terms.control
    expected_s = expected_game_s(control) if isinstance(control, Fischer) else EXPECTED_S
    return due_at(map(_waits_since, waiting), expected_s, min(free_at, default=None))


def is_over(state: TournamentState, now: float) -> bool:
    """Return whether time is up and no running game can count any more."""
    ends_at = state.arena_ends_at
    return ends_at is not None and now >= ends_at and (not state.running or now >= ends_at + state.terms.grace_s)


def order(state: TournamentState) -> list[int]:
    """Return the entrants in the order of their ranks for pairs: by points, then by fewer games."""
    ordered = sorted(state.entrants, key=lambda each: (-each.points, len(each.games), each.number))
    return [each.number for each in ordered]


def _may_play(state: TournamentState, entrant: EntrantRecord) -> bool:
    """Return whether an entrant takes part, does not rest, and is connected or an engine. It may be playing."""
    return entrant.active and not entrant.resting and (entrant.engine or entrant.number in state.present)


def _waits_since(entrant: EntrantRecord) -> float:
    """Return when an entrant begins to wait for a game: some seconds after its last one."""
    return entrant.free_since + BETWEEN_GAMES_S if entrant.games else entrant.free_since


def previous_opponent(state: TournamentState, entrant: EntrantRecord) -> int | None:
    """Return the last opponent of an entrant; None before its first game."""
    return state.games[entrant.games[-1] - 1].opponent(entrant.number) if entrant.games else None


def forbidden(state: TournamentState, pair: tuple[int, int]) -> bool:
    """Return whether the terms forbid a pair."""
    return pair in state.forbidden_pairs or pair[::-1] in state.forbidden_pairs
