"""Matchmaking: which seeks are paired, and when."""

from itertools import count
from typing import Any

import pytest

from kibitz_protocol.commands.seeks import MAX_SEEKS as MOST_TOLD
from kibitz_server.core.lobby.matchmaking import (
    MAX_OF_PLAYER,
    MAX_SEEKS,
    RANGE,
    WIDENS_PER_S,
    OpenSeek,
    SeekPool,
    pairable_at,
)
from kibitz_server.core.values.clock import Fischer
from kibitz_server.core.values.players import Human
from kibitz_server.core.values.refusal import Reason, Refusal

IDS = count()


def seek(name: str, rating: float = 1500.0, since: float = 0.0, *, account: bool = True, **fields: Any) -> OpenSeek:
    """Return a seek for connect4 without a clock, unless other fields are given."""
    terms = {"game": "connect4", "options": (), "control": None, "rated": False, **fields}
    return OpenSeek(str(next(IDS)), Human(f"id-{name}", name, account), rating=rating, since=since, **terms)


def names(pool: SeekPool, now: float) -> list[tuple[str, str]]:
    """Return the names of the pairs that are due at `now`."""
    return [(pair.first.player.name, pair.second.player.name) for pair in pool.pairs(now)]


def pool_of(*seeks: OpenSeek) -> SeekPool:
    """Return a pool with these seeks."""
    pool = SeekPool()
    for one in seeks:
        assert pool.add(one) is one
    return pool


def test_two_equal_seeks_are_paired_at_once() -> None:
    """Two equal seeks are paired at once, the older one first, and leave the pool."""
    pool = pool_of(seek("ann"), seek("bob", since=3.0))
    assert names(pool, 3.0) == [("ann", "bob")]
    assert (pool.players(), names(pool, 99.0)) == ([], [])


@pytest.mark.parametrize(
    "fields",
    [{"game": "reversi"}, {"options": (("rows", 7),)}, {"control": Fischer(60.0, 0.0)}, {"rated": True}],
    ids=lambda fields: next(iter(fields)),
)
def test_different_seeks_wait(fields: dict[str, Any]) -> None:
    """Game, options, clock and rated flag must all be equal."""
    pool = pool_of(seek("ann"), seek("bob", **fields))
    assert (names(pool, 1e6), pool.next_deadline()) == ([], None)


def test_the_range_of_both_widens() -> None:
    """With distant ratings, two seeks are paired when the newer one has waited long enough, at the deadline."""
    difference = RANGE + 10 * WIDENS_PER_S
    pool = pool_of(seek("ann", 1500), seek("bob", 1500 + difference, since=5.0))
    assert pool.next_deadline() == 15.0
    assert names(pool, 14.9) == []
    assert names(pool, 15.0) == [("ann", "bob")]


def test_the_closest_ratings_are_paired_first() -> None:
    """Of several possible pairs, the one with the closest ratings is made."""
    pool = pool_of(seek("ann", 1500), seek("far", 1500 + RANGE, game="connect4"))
    assert names(pool, 0.0) == [("ann", "far")]
    pool = pool_of(seek("low", 1400 - RANGE), seek("high", 1440 + RANGE), seek("mid", 1410.0))
    assert names(pool, 100.0)[0] == ("low", "mid")


def test_a_seek_for_any_game_takes_the_terms_of_the_other() -> None:
    """A seek for any game fits any seek whose range allows it; two seeks for any game do not fit."""
    picky = seek("ann", 1500 + RANGE + WIDENS_PER_S, game="reversi", since=0.0)
    pool = pool_of(seek("bob", 1500, game=None), seek("eve", game=None), picky)
    assert names(pool, 0.9) == []
    (pair,) = pool.pairs(1.0)
    assert (pair.terms, pair.first.player.name) == (picky, "bob")
    assert pool.players() == ["id-eve"]


def test_rated_games_are_for_accounts() -> None:
    """A guest with a seek for any game is not paired into a rated match."""
    rated = seek("ann", rated=True)
    assert pairable_at(rated, seek("bob", game=None, account=False)) is None
    assert pairable_at(rated, seek("bob", game=None)) == 0.0


def test_the_seeks_of_a_player_wait_side_by_side() -> None:
    """A player is never paired with themselves, and the first pair ends all seeks of both players."""
    pool = pool_of(seek("ann"), seek("ann", game="reversi"), seek("ann", game=None))
    assert names(pool, 1.0) == []
    assert pool_of(seek("cat", game="reversi"), *pool.of("id-ann")).pairs(1.0)[0].second.game == "reversi"
    assert pool.add(seek("bob")) not in pool.of("id-ann")
    assert names(pool, 1.0) == [("ann", "bob")]
    assert pool.players() == []


def test_a_seek_with_the_same_terms_is_the_same_seek() -> None:
    """Another tab that seeks the same does not make a second seek, and a player has a bounded number of them."""
    first = seek("ann", game="g0")
    pool = pool_of(first, *(seek("ann", game=f"g{number}") for number in range(1, MAX_OF_PLAYER)))
    assert pool.add(seek("ann", game="g0", since=9.0)) is first
    refused = pool.add(seek("ann", game="late"))
    assert isinstance(refused, Refusal)
    assert refused.reason is Reason.TOO_MANY
    assert len(pool.of("id-ann")) == MAX_OF_PLAYER == MOST_TOLD


def test_a_cancelled_seek_is_not_paired() -> None:
    """A cancelled seek is never paired, and its deadline is removed."""
    pool = pool_of(seek("ann"), seek("bob", 2500))
    assert pool.next_deadline() is not None
    assert pool.cancel("id-bob")
    assert not pool.cancel("id-bob")
    assert (pool.next_deadline(), names(pool, 1e6)) == (None, [])


def test_the_number_of_seeks_is_bounded() -> None:
    """A seek beyond the maximum is refused, and cancelled seeks do not make the queue grow."""
    pool = pool_of(*(seek(str(number), game=f"g{number}") for number in range(MAX_SEEKS)))
    refused = pool.add(seek("late"))
    assert isinstance(refused, Refusal)
    assert refused.reason is Reason.TOO_MANY
    pool = pool_of(seek("ann", 0.0))
    for _ in range(5000):
        pool.add(seek("bob", 3000.0))
        pool.cancel("id-bob")
    assert len(pool._queue) < 1100
