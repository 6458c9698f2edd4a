"""Score and games of a series as text."""

import pytest
from hypothesis import strategies as st

from kibitz_client.match.series_score import elo_difference, series_score
from kibitz_client.text.series import elo_text, game_heading, game_line, score_lines
from tests.client.samples import ENGINE, OTTER, played

COUNTS = st.integers(0, 200)


def test_points_belong_to_players_and_not_to_sides() -> None:
    """Sides alternate; a draw is half a point, and an unfinished game has no points."""
    games = [played(1, 0), played(2, 1), played(3, None), played(4, 0), played(5, "running"), played(6, "aborted")]
    stands = series_score(games)
    assert stands.names == ("otter", "engine alphabeta:depth=9")
    assert (stands.won, stands.drawn, stands.lost) == (2, 1, 1)
    first, second = score_lines(stands, 78)
    assert " 2.5 of 4     62.5 %  2 won  1 drawn  1 lost" in first
    assert " 1.5 of 4     37.5 %  1 won  1 drawn  2 lost" in second


def test_only_duels_have_elo() -> None:
    """Only a match of two different engines has a line with Elo."""
    other = OTTER.model_copy(update={"kind": "engine", "name": "mcts:playouts=100"})
    duel = series_score([played(1, 0, seats=(other, ENGINE)), played(2, 1, seats=(other, ENGINE))])
    assert score_lines(duel, 78)[2] == "Elo of the first over the second: with 95 % more than -113"
    itself = series_score([played(1, 0, seats=(ENGINE, ENGINE))])
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
    """Without a loss there is no upper bound, and few draws leave a wide interval."""
    assert elo_text(elo_difference(*counts)) == text


@pytest.mark.parametrize("width", [40, 78, 118])
def test_lines_are_as_wide_as_the_screen_at_most(width: int) -> None:
    """The columns are aligned with their headings."""
    heading = game_heading(width)
    lines = [game_line(played(100, ended), width, ply=12, time_ms=754_000) for ended in (0, "running", "aborted")]
    assert {len(line) for line in lines} == {len(heading)}
    assert len(heading) <= max(width, 58)
    assert lines[0].rstrip().endswith("00:06.5")
    assert lines[1].rstrip().endswith("running               12   12:34")
