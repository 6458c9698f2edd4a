"""Matchmaking: which seeks are paired, and when."""

from typing import Any

import pytest

from kibitz_server.core.lobby.matchmaking import MAX_SEEKS, RANGE, WIDENS_PER_S, OpenSeek, SeekPool, pairable_at
from kibitz_server.core.values.clock import Fischer
from kibitz_server.core.values.players import Human
from kibitz_server.core.values.refusal import Reason


def seek(name: str, rating: float = 1500.0, since: float = 0.0, *, account: bool = True, **fields: Any) -> OpenSeek:
    """Return a seek for connect4 without a clock, unless other fields are given."""
    terms = {"game": "connect4", "options": (), "control": None, "rated": False, **fields}
    return OpenSeek(Human(f"id-{name}", name, account), rating=rating, since=since, **terms)


def names(pool: SeekPool, now: float) -> list[tuple[str, str]]:
    """Return the names of the pairs that are due at `now`."""
    return [(pair.first.player.name, pair.second.player.name) for pair in pool.pairs(now)]


def pool_of(*seeks: OpenSeek) -> SeekPool:
    """Return a pool with these seeks."""
    pool = SeekPool()
    for one in seeks:
        assert pool.add(one) is None
    return pool


def test_two_equal_seeks_are_paired_at_once() -> None:
    """Two equal seeks are paired at once, the older one first, and leave the pool."""
    pool = pool_of(seek("ann"), seek("bob", since=3.0))
    assert names(pool, 3.0) == [("ann", "bob")]
    assert (len(pool), names(pool, 99.0)) == (0, [])


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
    assert len(pool) == 1


def test_rated_games_are_for_accounts() -> None:
    """A guest with a seek for any game is not paired into a rated match."""
    rated = seek("ann", rated=True)
    assert pairable_at(rated, seek("bob", game=None, account=False)) is None
    assert pairable_at(rated, seek("bob", game=None)) == 0.0


def test_a_second_seek_replaces_the_first() -> None:
    """A player is never paired twice, or with themselves."""
    pool = pool_of(seek("ann"), seek("ann", game="reversi"), seek("bob"))
    assert names(pool, 1.0) == []
    assert pool.add(seek("cat", game="reversi")) is None
    assert names(pool, 1.0) == [("ann", "cat")]


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
    assert refused is not None
    assert refused.reason is Reason.TOO_MANY
    pool = pool_of(seek("ann", 0.0))
    for _ in range(5000):
        pool.add(seek("bob", 3000.0))
        pool.cancel("id-bob")
    assert len(pool._queue) < 1100
