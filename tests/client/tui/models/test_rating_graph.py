"""The graph of a rating over time."""

from kibitz_client.tui.models.rating_graph import RatingPoint, rating_graph, sampled

POINTS = [RatingPoint(0.0, 1500), RatingPoint(50.0, 1600), RatingPoint(100.0, 1550)]


def test_each_column_has_the_last_rating_of_its_time() -> None:
    """Points are placed by their time, not by their number."""
    assert sampled(POINTS, 5) == [1500, 1500, 1600, 1600, 1550]
    assert sampled([RatingPoint(5.0, 1500), RatingPoint(5.0, 1520)], 4) == [1500, 1500, 1520, 1520]


def test_the_highest_rating_is_at_the_top() -> None:
    """The axis has the highest and lowest rating, and each column one point."""
    lines = rating_graph(POINTS, 26, 6, ascii_only=True)
    assert [line[:4] for line in lines] == ["1600", "    ", "1550", "    ", "1500", "    "]
    assert "*" in lines[0]
    assert "*" in lines[4]
    columns = [sum(line[6:].ljust(20)[column] == "*" for line in lines[:-1]) for column in range(20)]
    assert columns == [1] * 20
    assert all(line.isascii() and len(line) <= 26 for line in lines)


def test_a_flat_rating_is_a_line_in_the_middle() -> None:
    """A rating that does not change has a graph too; one point has none, and neither has too little room."""
    flat = rating_graph([RatingPoint(0.0, 1500), RatingPoint(9.0, 1500)], 26, 6, ascii_only=True)
    assert sum("*" in line for line in flat) == 1
    assert rating_graph(POINTS[:1], 26, 6) == []
    assert rating_graph(POINTS, 9, 6) == []
