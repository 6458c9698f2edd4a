"""The stones and moves that a program must play to have the position of a match."""

import pytest

from kibitz_client.bots.gtp.position import Play, PlaySequence, line_from_board, line_of
from tests.client.bots.gtp.samples import go_match


def texts(plays: tuple[Play, ...]) -> list[str]:
    """Return plays as their commands."""
    return [str(play) for play in plays]


def test_a_match_has_moves_alone() -> None:
    """Black begins, and a pass is a move."""
    line = line_of(go_match("D4 pass E5", size=5))
    assert texts(line.placed) == []
    assert texts(line.played) == ["play black D4", "play white pass", "play black E5"]


def test_handicap_stones_come_first() -> None:
    """They are Black's, and White makes the first move; moves of an opening count."""
    line = line_of(go_match("F6", handicap=2, opening=["C7", "E5"]))
    assert texts(line.placed) == ["play black C3", "play black G7"]
    assert texts(line.played) == ["play white C7", "play black E5", "play white F6"]
    assert line.handicap == ("C3", "G7")


def test_a_match_may_begin_at_a_position() -> None:
    """All stones of its text are placed, those of Black first, then a pass. A handicap is part of the text."""
    line = line_of(go_match("A1", size=3, handicap=2, start="---/WB-/--W B 0-0 pass"))
    assert texts(line.placed) == ["play black B2", "play white A2", "play white C1", "play white pass"]
    assert texts(line.played) == ["play black A1"]
    assert line.handicap == ()


@pytest.mark.parametrize(
    ("start", "vertices"),
    [("B-/-B W 0-0", ("A2", "B1")), ("B-/-- W 0-0", ()), ("B-/BW W 0-0", ()), ("BB/-- B 0-0 pass", ())],
)
def test_stones_of_black_alone_are_a_handicap(start: str, vertices: tuple[str, ...]) -> None:
    """A single stone is not a handicap for GTP, and neither are stones with a pass after them."""
    assert line_of(go_match(size=2, start=start)).handicap == vertices


def test_a_position_may_stand_for_its_line() -> None:
    """The stones as they lie are placed, with a pass that came last."""
    state = go_match("A1 B1 pass", size=2, text="--/BW W 0-0 pass")
    line = line_from_board(state)
    assert texts(line.placed) == ["play black A1", "play white B1", "play black pass"]
    assert line.played == ()


def test_a_line_goes_on() -> None:
    """One more move makes another line."""
    line = PlaySequence((Play(0, "A1"),))
    assert line.then(Play(1, "B2")) == PlaySequence((Play(0, "A1"),), (Play(1, "B2"),))
