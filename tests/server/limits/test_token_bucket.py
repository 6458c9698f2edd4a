"""Token buckets: a burst at once, then as fast as they fill up again."""

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
def test_a_rate_is_read_as_people_write_it(text: str, rate: Rate) -> None:
    """An amount in a length of time."""
    assert Rate.read(text) == rate


@pytest.mark.parametrize("text", ["", "30", "30/", "m/30", "30/week", "-1/s", "0/s", "1/0s", "1e9/s"])
def test_what_is_no_rate_is_said_in_words(text: str) -> None:
    """A rate that cannot be read says how one is written, or that it is nothing."""
    with pytest.raises(BadRate, match=r"30/m|nothing"):
        Rate.read(text)


def test_a_burst_then_a_steady_stream() -> None:
    """All at once, then one for each part of the time that has passed."""
    buckets = TokenBuckets(Rate(3, 6))
    assert [buckets.take("ann", 100) for _ in range(4)] == [0, 0, 0, 2]
    assert buckets.take("ann", 101) == 1
    assert buckets.take("ann", 102) == 0
    assert buckets.take("ann", 102) == 2


def test_each_key_has_a_bucket_of_its_own() -> None:
    """One who has used up everything takes nothing from another."""
    buckets = TokenBuckets(Rate(1, 60))
    assert buckets.take("ann", 0) == 0
    assert buckets.take("ann", 0) == 60
    assert buckets.take("bob", 0) == 0


def test_a_debt_is_paid_before_the_next() -> None:
    """What is only known afterwards is charged in full."""
    buckets = TokenBuckets(Rate(10, 10))
    buckets.charge("ann", 0, 25)
    assert buckets.wait("ann", 0) == 16
    assert buckets.wait("ann", 16) == 0


def test_more_than_a_bucket_holds_is_never_there() -> None:
    """Waiting does not help who asks for too much at once."""
    assert TokenBuckets(Rate(5, 5)).wait("ann", 0, 6) == math.inf


def test_what_is_kept_is_bounded() -> None:
    """Full buckets are forgotten first, then those that were not used for longest."""
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
    """In any stretch of time at most a burst and what has flowed in since; who waits as told gets one."""
    buckets, now, taken = TokenBuckets(Rate(amount, per_s)), 0.0, 0
    for step in steps:
        now += step
        wait = buckets.take("ann", now)
        if wait:
            assert buckets.wait("ann", now + wait + 1e-6) == 0
        else:
            taken += 1
        assert taken <= amount + now * amount / per_s + 1e-3
