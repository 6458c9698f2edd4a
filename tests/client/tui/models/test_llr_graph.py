"""The graph of a sequential test."""

from kibitz_client.tui.models.llr_graph import AXIS, llr_graph
from tests.client.tui.tournaments import sprt_view


def test_the_ratio_is_between_its_bounds() -> None:
    """The bounds are the first and the last line, zero is between them; the course rises from it to the upper one."""
    lines = llr_graph(sprt_view(), 40, 12, ascii_only=True)
    assert [line[:AXIS].strip(" |") for line in lines] == ["+2.94", *[""] * 4, "0", *[""] * 4, "-2.94", ""]
    assert lines[5][AXIS:].startswith("*")
    assert lines[0].endswith("*")
    assert "*" not in lines[10]
    assert lines[11].split() == ["0", "60", "pairs"]
    assert all(line.isascii() and len(line) <= 40 for line in lines)
    assert sum(line[AXIS:].count("*") for line in lines) == 40 - AXIS


def test_a_ratio_beyond_a_bound_is_drawn_at_it() -> None:
    """The last pair may go far beyond a bound."""
    beyond = sprt_view().model_copy(update={"course": [(0, 0.0, None, None), (9, -99.0, None, None)]})
    assert llr_graph(beyond, 40, 12, ascii_only=True)[10].endswith("*")


def test_no_graph_without_a_course_or_room() -> None:
    """One point is no course."""
    assert llr_graph(sprt_view().model_copy(update={"course": [(0, 0.0, None, None)]}), 40, 12) == []
    assert llr_graph(sprt_view(), 12, 12) == []
    assert llr_graph(sprt_view(), 40, 4) == []
