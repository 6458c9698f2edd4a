"""Score of a series, and the difference in Elo."""

import math

from hypothesis import given
from hypothesis import strategies as st

from kibitz_client.match.series_score import EloDifference, elo_difference, series_score
from tests.client.samples import played

COUNTS = st.integers(0, 200)


def test_a_table_may_begin_in_the_middle() -> None:
    """The first listed game determines the players."""
    assert series_score([played(2, 0)]).names == ("otter", "engine alphabeta:depth=9")
    assert series_score([played(2, 0)]).lost == 1


@given(COUNTS, COUNTS, COUNTS)
def test_the_interval_holds_the_score_and_is_the_same_from_both_sides(won: int, drawn: int, lost: int) -> None:
    """The interval is symmetric between the players, and gets narrower with more games."""
    one, other = elo_difference(won, drawn, lost), elo_difference(lost, drawn, won)
    for ours, theirs in ((one.gap, other.gap), (one.low, other.high), (one.high, other.low)):
        assert (ours is None) == (theirs is None)
        assert ours is None or theirs is None or math.isclose(ours, -theirs, abs_tol=1e-6)
    if one.gap is not None:
        assert one.low is not None
        assert one.high is not None
        assert one.low <= one.gap + 1e-6
        assert one.gap <= one.high + 1e-6
        more = elo_difference(4 * won, 4 * drawn, 4 * lost)
        assert more.low is not None
        assert more.low >= one.low
    assert one != EloDifference(None, None, None) or won + drawn + lost == 0
