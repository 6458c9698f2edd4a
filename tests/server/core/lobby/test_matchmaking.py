"""Quick pairing: who plays whom, and when."""

from typing import Any

import pytest

from kibitz_server.core.lobby.matchmaking import MAX_SEEKS, RANGE, WIDENS_PER_S, Seek, SeekPool, pairable_at
from kibitz_server.core.values.clock import Fischer
from kibitz_server.core.values.players import Human
from kibitz_server.core.values.refusal import Reason


def seek(name: str, rating: float = 1500.0, since: float = 0.0, *, account: bool = True, **fields: Any) -> Seek:
    """Somebody who looks for a game of connect4 without a clock, unless told otherwise."""
    wish = {"game": "connect4", "options": (), "control": None, "rated": False, **fields}
    return Seek(Human(f"id-{name}", name, account), rating=rating, since=since, **wish)


def names(pairing: SeekPool, now: float) -> list[tuple[str, str]]:
    """Who is paired by now."""
    return [(pair.first.player.name, pair.second.player.name) for pair in pairing.pairs(now)]


def looking(*seeks: Seek) -> SeekPool:
    """All of them look."""
    pairing = SeekPool()
    for one in seeks:
        assert pairing.add(one) is None
    return pairing


def test_two_who_want_the_same_play_at_once() -> None:
    """Whoever waited longer comes first, and neither looks any more."""
    pairing = looking(seek("ann"), seek("bob", since=3.0))
    assert names(pairing, 3.0) == [("ann", "bob")]
    assert (len(pairing), names(pairing, 99.0)) == (0, [])


@pytest.mark.parametrize(
    "fields",
    [{"game": "reversi"}, {"options": (("rows", 7),)}, {"control": Fischer(60.0, 0.0)}, {"rated": True}],
    ids=lambda fields: next(iter(fields)),
)
def test_who_wants_something_else_waits(fields: dict[str, Any]) -> None:
    """Game, options, clock and rated or not must all be the same."""
    pairing = looking(seek("ann"), seek("bob", **fields))
    assert (names(pairing, 1e6), pairing.next_deadline()) == ([], None)


def test_the_range_of_both_widens() -> None:
    """Far apart, they meet when the one who came last has waited long enough; the deadline says when."""
    apart = RANGE + 10 * WIDENS_PER_S
    pairing = looking(seek("ann", 1500), seek("bob", 1500 + apart, since=5.0))
    assert pairing.next_deadline() == 15.0
    assert names(pairing, 14.9) == []
    assert names(pairing, 15.0) == [("ann", "bob")]


def test_the_nearest_is_found_first() -> None:
    """Of several who may be paired by now, those whose ratings are nearest play."""
    pairing = looking(seek("ann", 1500), seek("far", 1500 + RANGE, game="connect4"))
    assert names(pairing, 0.0) == [("ann", "far")]
    pairing = looking(seek("low", 1400 - RANGE), seek("high", 1440 + RANGE), seek("mid", 1410.0))
    assert names(pairing, 100.0)[0] == ("low", "mid")


def test_who_plays_anything_takes_what_there_is() -> None:
    """Of any game and any rating, as far as the other's own range allows; two of that kind do not know what to play."""
    picky = seek("ann", 1500 + RANGE + WIDENS_PER_S, game="reversi", since=0.0)
    pairing = looking(seek("bob", 1500, game=None), seek("eve", game=None), picky)
    assert names(pairing, 0.9) == []
    (pair,) = pairing.pairs(1.0)
    assert (pair.terms, pair.first.player.name) == (picky, "bob")
    assert len(pairing) == 1


def test_rated_games_are_for_accounts() -> None:
    """A guest who plays anything is not paired into a rated match."""
    rated = seek("ann", rated=True)
    assert pairable_at(rated, seek("bob", game=None, account=False)) is None
    assert pairable_at(rated, seek("bob", game=None)) == 0.0


def test_a_second_wish_replaces_the_first() -> None:
    """Nobody is paired twice, or with themselves."""
    pairing = looking(seek("ann"), seek("ann", game="reversi"), seek("bob"))
    assert names(pairing, 1.0) == []
    assert pairing.add(seek("cat", game="reversi")) is None
    assert names(pairing, 1.0) == [("ann", "cat")]


def test_who_looks_no_longer_is_not_paired() -> None:
    """Neither now nor later, and the deadline they were part of is gone."""
    pairing = looking(seek("ann"), seek("bob", 2500))
    assert pairing.next_deadline() is not None
    assert pairing.cancel("id-bob")
    assert not pairing.cancel("id-bob")
    assert (pairing.next_deadline(), names(pairing, 1e6)) == (None, [])


def test_how_many_may_look_is_bounded() -> None:
    """One more is refused, and what is kept does not grow by coming and going."""
    pairing = looking(*(seek(str(number), game=f"g{number}") for number in range(MAX_SEEKS)))
    refused = pairing.add(seek("late"))
    assert refused is not None
    assert refused.reason is Reason.TOO_MANY
    pairing = looking(seek("ann", 0.0))
    for _ in range(5000):
        pairing.add(seek("bob", 3000.0))
        pairing.cancel("id-bob")
    assert len(pairing._due) < 1100
