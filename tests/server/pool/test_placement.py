"""Which slot a search runs in: rules of a pure function."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz_server.engine.driver import Job
from kibitz_server.engine.limit import Limit
from kibitz_server.pool.placement import SHORT_LEVEL, SHORT_NODES, SHORT_S, Free, Use, Wish, chosen, is_short

LOCAL, REMOTE = Free(local=True), Free(local=False)
ANY = Wish()
FREE = st.lists(st.builds(Free, st.booleans(), st.none() | st.floats(1, 1e9)), max_size=6)
WISHES = st.builds(Wish, st.booleans(), st.booleans())


@pytest.mark.parametrize(
    ("use", "both", "local_alone", "remote_alone"),
    [
        (Use.PREFER, REMOTE, LOCAL, REMOTE),
        (Use.SPARE, LOCAL, LOCAL, REMOTE),
        (Use.ONLY, REMOTE, None, REMOTE),
    ],
)
def test_the_use_orders_the_places(use: Use, both: Free, local_alone: Free, remote_alone: Free) -> None:
    """`prefer` takes workers first, `spare` this machine first, and `only` never this machine."""
    for free, wanted in (([LOCAL, REMOTE], both), ([LOCAL], local_alone), ([REMOTE], remote_alone)):
        at = chosen(ANY, free, use)
        assert (None if at is None else free[at]) == wanted


@pytest.mark.parametrize("use", Use)
def test_nothing_is_chosen_of_nothing(use: Use) -> None:
    """Without a free slot a search waits."""
    assert chosen(ANY, [], use) is None


@pytest.mark.parametrize(("use", "place"), [(Use.PREFER, LOCAL), (Use.SPARE, LOCAL), (Use.ONLY, REMOTE)])
def test_a_short_search_stays_near(use: Use, place: Free) -> None:
    """A short search for a person runs on this machine if that is free, but does not wait for it."""
    free = [REMOTE, LOCAL]
    at = chosen(Wish(near=True), free, use)
    assert at is not None
    assert free[at] == place
    assert chosen(Wish(near=True), [REMOTE], use) == 0


@pytest.mark.parametrize(("use", "waits"), [(Use.PREFER, True), (Use.SPARE, True), (Use.ONLY, False)])
def test_a_search_that_stays_waits_for_this_machine(use: Use, waits: bool) -> None:
    """It does not run on a worker, unless the server searches on workers alone."""
    assert (chosen(Wish(here=True), [REMOTE], use) is None) == waits
    at = chosen(Wish(here=True), [REMOTE, LOCAL], use)
    assert at == (1 if waits else 0)


@pytest.mark.parametrize("use", Use)
def test_the_fastest_worker_is_taken(use: Use) -> None:
    """Of several workers, the one that visits most positions in a second searches."""
    assert chosen(ANY, [Free(False, 10.0), Free(False, 30.0), Free(False, 20.0)], use) == 1


@pytest.mark.parametrize("use", Use)
def test_a_worker_of_unknown_speed_is_tried_first(use: Use) -> None:
    """Its speed becomes known so."""
    assert chosen(ANY, [Free(False, 1e9), Free(False, None), Free(False, None)], use) == 1


def test_speed_does_not_outweigh_the_use() -> None:
    """A fast slot at the other place is left alone."""
    assert chosen(ANY, [Free(False, 1e9), Free(True, 1.0)], Use.SPARE) == 1
    assert chosen(ANY, [Free(False, 1.0), Free(True, 1e9)], Use.PREFER) == 0
    assert chosen(Wish(near=True), [Free(False, 1e9), Free(True, 1.0)], Use.PREFER) == 1


@given(WISHES, FREE, st.sampled_from(Use))
def test_a_chosen_slot_is_allowed(wish: Wish, free: list[Free], use: Use) -> None:
    """A slot is chosen exactly if one is allowed, and no slot of the same place is faster."""
    allowed = [slot for slot in free if (not slot.local if use is Use.ONLY else slot.local or not wish.here)]
    at = chosen(wish, free, use)
    assert (at is None) == (not allowed)
    if at is not None:
        assert free[at] in allowed
        rivals = [slot.speed for slot in allowed if slot.local == free[at].local]
        assert free[at].speed is None or free[at].speed == max(speed or float("inf") for speed in rivals)


@pytest.mark.parametrize(
    ("limit", "short"),
    [
        (Limit(seconds=SHORT_S), True),
        (Limit(seconds=SHORT_S * 2), False),
        (Limit(nodes=SHORT_NODES), True),
        (Limit(nodes=SHORT_NODES + 1), False),
        (Limit(level=SHORT_LEVEL), True),
        (Limit(level=SHORT_LEVEL + 1), False),
        (Limit(seconds=30.0, nodes=SHORT_NODES), True),
        (Limit(seconds=30.0, level=SHORT_LEVEL + 1), False),
        (Limit(depth=2), False),
        (Limit(), False),
    ],
)
def test_any_tight_bound_makes_a_search_short(limit: Limit, short: bool) -> None:
    """One bound of time, nodes or level is enough. A depth says nothing about time."""
    assert is_short(Job("connect4", (), None, (), "alphabeta", limit)) == short
