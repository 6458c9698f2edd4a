"""The course of a sequential test as lines of text: the log likelihood ratio between its bounds. No Textual."""

from itertools import pairwise

from kibitz_client.tui.models.rating_graph import ASCII_POINT, POINT
from kibitz_protocol.tournaments.views import SprtView

AXIS = 8
"""Columns of the axis."""
LEAST_COLUMNS, LEAST_ROWS = 10, 5


def llr_graph(sprt: SprtView, width: int, height: int, *, ascii_only: bool = False) -> list[str]:
    """Return a graph with axes: the bounds and zero at the left, the first and last pair below.

    Without two points, or without room, there is no graph.

    Args:
        sprt: The test with its course.
        width: Columns of the graph with its axis.
        height: Lines of the graph with its axis.
        ascii_only: Whether to draw with ASCII characters only.
    """
    columns, rows = width - AXIS, height - 1
    points = [(pairs, llr) for pairs, llr, *_ in sprt.course]
    if len(points) < 2 or columns < LEAST_COLUMNS or rows < LEAST_ROWS or sprt.upper <= sprt.lower:
        return []

    def row_of(llr: float) -> int:
        share = (sprt.upper - llr) / (sprt.upper - sprt.lower)
        return max(0, min(rows - 1, round(share * (rows - 1))))

    values = _sampled(points, columns)
    mark, bar, dash = (ASCII_POINT, "|", "-") if ascii_only else (POINT, "\u2502", "\u2500")
    cells = [[" "] * columns for _ in range(rows)]
    for row in (0, rows - 1):
        cells[row] = [dash] * columns
    cells[row_of(0.0)] = ["."] * columns
    places = [row_of(value) for value in values]
    for column, (before, now) in enumerate(pairwise([places[0], *places])):
        for row in range(min(before, now) + 1, max(before, now)):
            cells[row][column] = bar
        cells[now][column] = mark
    labels = {row_of(0.0): "0", 0: f"{sprt.upper:+.2f}", rows - 1: f"{sprt.lower:+.2f}"}
    lines = [f"{labels.get(row, ''):>{AXIS - 2}} {bar}{''.join(line)}".rstrip() for row, line in enumerate(cells)]
    first, last = str(points[0][0]), f"{points[-1][0]} pairs"
    return [*lines, " " * AXIS + first + last.rjust(columns - len(first))]


def _sampled(points: list[tuple[int, float]], columns: int) -> list[float]:
    """Return the ratio at equal steps of pairs, from the first point to the last."""
    begin, end = points[0][0], points[-1][0]
    found, place = [], 0
    for column in range(columns):
        until = begin + (end - begin) * column / (columns - 1)
        while place + 1 < len(points) and points[place + 1][0] <= until:
            place += 1
        found.append(points[place][1])
    found[-1] = points[-1][1]
    return found
