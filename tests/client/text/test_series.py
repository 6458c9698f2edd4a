"""Points of a series, and what they say about the difference in strength."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz_client.match.series_score import Elo, elo, standing
from kibitz_client.text.series import elo_text, game_heading, game_line, score_lines
from tests.client.samples import ENGINE, OTTER, played

COUNTS = st.integers(0, 200)


def test_points_belong_to_players_and_not_to_sides() -> None:
    """The sides are swapped after each game; a draw is half a point, and what is not over counts nothing."""
    games = [played(1, 0), played(2, 1), played(3, None), played(4, 0), played(5, "running"), played(6, "aborted")]
    stands = standing(games)
    assert stands.names == ("otter", "alphabeta:depth=9")
    assert (stands.won, stands.drawn, stands.lost) == (2, 1, 1)
    first, second = score_lines(stands, 78)
    assert " 2.5 of 4     62.5 %  2 won  1 drawn  1 lost" in first
    assert " 1.5 of 4     37.5 %  1 won  1 drawn  2 lost" in second


def test_a_table_may_begin_in_the_middle() -> None:
    """Then the first of its games tells who is who."""
    assert standing([played(2, 0)]).names == ("otter", "alphabeta:depth=9")
    assert standing([played(2, 0)]).lost == 1


def test_elo_is_told_of_duels_alone() -> None:
    """Of two engines that are not the same."""
    other = OTTER.model_copy(update={"kind": "engine", "name": "mcts:playouts=100"})
    duel = standing([played(1, 0, seats=(other, ENGINE)), played(2, 1, seats=(other, ENGINE))])
    assert score_lines(duel, 78)[2] == "Elo of the first over the second: with 95 % more than -113"
    itself = standing([played(1, 0, seats=(ENGINE, ENGINE))])
    assert len(score_lines(itself, 78)) == 2


@pytest.mark.parametrize(
    ("counts", "text"),
    [
        ((0, 0, 0), "not known yet"),
        ((4, 0, 0), "with 95 % more than +7"),
        ((0, 0, 3), "with 95 % less than +43"),
        ((60, 20, 20), "+147, with 95 % between +81 and +210"),
        ((0, 4, 0), "+0, with 95 % between -186 and +186"),
    ],
)
def test_elo_says_how_sure_it_is(counts: tuple[int, int, int], text: str) -> None:
    """Without a loss there is no upper bound, and few draws prove nothing."""
    assert elo_text(elo(*counts)) == text


@given(COUNTS, COUNTS, COUNTS)
def test_the_interval_holds_the_score_and_is_the_same_from_both_sides(won: int, drawn: int, lost: int) -> None:
    """What one side is ahead the other is behind; more of the same games make it narrower."""
    one, other = elo(won, drawn, lost), elo(lost, drawn, won)
    for ours, theirs in ((one.gap, other.gap), (one.low, other.high), (one.high, other.low)):
        assert (ours is None) == (theirs is None)
        assert ours is None or theirs is None or math.isclose(ours, -theirs, abs_tol=1e-6)
    if one.gap is not None:
        assert one.low is not None
        assert one.high is not None
        assert one.low <= one.gap + 1e-6
        assert one.gap <= one.high + 1e-6
        more = elo(4 * won, 4 * drawn, 4 * lost)
        assert more.low is not None
        assert more.low >= one.low
    assert one != Elo(None, None, None) or won + drawn + lost == 0


@pytest.mark.parametrize("width", [40, 78, 118])
def test_lines_are_as_wide_as_the_screen_at_most(width: int) -> None:
    """The columns stand below their names."""
    heading = game_heading(width)
    lines = [game_line(played(100, ended), width, ply=12, thought_ms=754_000) for ended in (0, "running", "aborted")]
    assert {len(line) for line in lines} == {len(heading)}
    assert len(heading) <= max(width, 58)
    assert lines[0].rstrip().endswith("00:06.5")
    assert lines[1].rstrip().endswith("running               12   12:34")
