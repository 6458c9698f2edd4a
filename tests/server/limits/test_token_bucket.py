"""Token buckets: a burst, then the rate at which they fill."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz_server.limits.token_bucket import BadRate, Rate, TokenBuckets


@pytest.mark.parametrize(
    ("text", "rate"),
    [
        ("30/m", Rate(30, 60)),
        ("10/20s", Rate(10, 20)),
        (" 1800 / h ", Rate(1800, 3600)),
        ("2.5/0.5s", Rate(2.5, 0.5)),
        ("1/d", Rate(1, 86400)),
    ],
)
def test_a_rate_is_parsed(text: str, rate: Rate) -> None:
    """A rate is an amount in a length of time."""
    assert Rate.read(text) == rate


@pytest.mark.parametrize("text", ["", "30", "30/", "m/30", "30/week", "-1/s", "0/s", "1/0s", "1e9/s"])
def test_an_invalid_rate_is_refused(text: str) -> None:
    """The sentence says how to write a rate, or that it is 0."""
    with pytest.raises(BadRate, match=r"30/m|nothing"):
        Rate.read(text)


def test_two_buckets_make_one() -> None:
    """It holds what both hold, and as much flows in."""
    both = Rate(600, 60).plus(Rate(30, 1))
    assert both.amount == 630
    assert both.amount / both.per_s == pytest.approx(40)


def test_a_burst_then_a_steady_stream() -> None:
    """A full bucket gives all at once, then one for each part of the elapsed time."""
    buckets = TokenBuckets(Rate(3, 6))
    assert [buckets.take("ann", 100) for _ in range(4)] == [0, 0, 0, 2]
    assert buckets.take("ann", 101) == 1
    assert buckets.take("ann", 102) == 0
    assert buckets.take("ann", 102) == 2


def test_a_full_bucket_fills_no_further() -> None:
    """After a long time without a request, a key has one burst again, and no more."""
    buckets = TokenBuckets(Rate(3, 6))
    buckets.take("ann", 0)
    assert [buckets.take("ann", 1000) for _ in range(4)] == [0, 0, 0, 2]


def test_each_key_has_its_own_bucket() -> None:
    """An empty bucket has no effect on other keys."""
    buckets = TokenBuckets(Rate(1, 60))
    assert buckets.take("ann", 0) == 0
    assert buckets.take("ann", 0) == 60
    assert buckets.take("bob", 0) == 0


def test_a_debt_is_paid_before_the_next() -> None:
    """A charge above the content delays the next amount."""
    buckets = TokenBuckets(Rate(10, 10))
    buckets.charge("ann", 0, 25)
    assert buckets.wait("ann", 0) == 16
    assert buckets.wait("ann", 16) == 0


def test_an_amount_above_the_bucket_is_never_available() -> None:
    """The wait for it is infinite."""
    assert TokenBuckets(Rate(5, 5)).wait("ann", 0, 6) == math.inf


def test_stored_buckets_are_limited() -> None:
    """Full buckets are removed first, then the least recently used ones."""
    buckets = TokenBuckets(Rate(1, 10), most_keys=3)
    for number in range(100):
        buckets.take(f"passer-by {number}", number * 20.0)
    assert len(buckets) <= 3
    for number in range(100):
        buckets.take(f"crowd {number}", 5000.0)
    assert len(buckets) <= 3
    assert buckets.take("crowd 99", 5000.0) == 10
    assert buckets.take("crowd 0", 5000.0) == 0


@given(st.lists(st.floats(0, 3), max_size=60), st.integers(1, 5), st.floats(1, 10))
def test_never_more_than_the_rate_allows(steps: list[float], amount: int, per_s: float) -> None:
    """In any interval at most a burst and the inflow are taken, and the announced waiting time gives one."""
    buckets, now, taken = TokenBuckets(Rate(amount, per_s)), 0.0, 0
    for step in steps:
        now += step
        wait = buckets.take("ann", now)
        if wait:
            assert buckets.wait("ann", now + wait + 1e-6) == 0
        else:
            taken += 1
        assert taken <= amount + now * amount / per_s + 1e-3
