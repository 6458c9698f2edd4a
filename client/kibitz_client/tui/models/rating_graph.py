"""A graph of a rating over time, as lines of text. No Textual."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

POINT, ASCII_POINT = "\u2022", "*"
MIN_SPAN = 20
"""The smallest range of ratings that the vertical axis shows, so that a change of one point does not fill the graph."""
DAY_S = 86_400.0


@dataclass(frozen=True, slots=True)
class RatingPoint:
    """A rating from a time on, in seconds since 1970."""

    at: float
    rating: int


def rating_graph(points: Sequence[RatingPoint], width: int, height: int, *, ascii_only: bool = False) -> list[str]:
    """Return a graph with axes: ratings at the left, the first and last time below.

    Each column has the last rating of its time. Without two times, or without room, there is no graph.

    Args:
        points: The ratings, oldest first.
        width: Columns of the graph with its axis.
        height: Lines of the graph with its axis.
    """
    axis = 6
    columns, rows = width - axis, height - 1
    if len(points) < 2 or columns < 10 or rows < 3:
        return []
    ratings = sampled(points, columns)
    low, high = min(ratings), max(ratings)
    spare = max(0, MIN_SPAN - (high - low))
    low, high = low - spare // 2, high + spare - spare // 2
    places = [round((high - rating) * (rows - 1) / (high - low)) for rating in ratings]
    mark, bar = (ASCII_POINT, "|") if ascii_only else (POINT, "\u2502")
    cells = [[" "] * columns for _ in range(rows)]
    for column, (before, now) in enumerate(pairwise([places[0], *places])):
        for row in range(min(before, now) + 1, max(before, now)):
            cells[row][column] = bar
        cells[now][column] = mark
    labels = {0: high, rows - 1: low, (rows - 1) // 2: round(high - (high - low) * ((rows - 1) // 2) / (rows - 1))}
    lines = [f"{labels.get(row, ''):>4} {bar}{''.join(line)}".rstrip() for row, line in enumerate(cells)]
    return [*lines, _times(points[0].at, points[-1].at, axis, columns)]


def sampled(points: Sequence[RatingPoint], columns: int) -> list[int]:
    """Return the rating at equal steps of time, from the first point to the last."""
    begin, end = points[0].at, points[-1].at
    if end <= begin:
        return [points[min(len(points) - 1, column * len(points) // columns)].rating for column in range(columns)]
    found, place = [], 0
    for column in range(columns):
        until = begin + (end - begin) * column / (columns - 1)
        while place + 1 < len(points) and points[place + 1].at <= until:
            place += 1
        found.append(points[place].rating)
    found[-1] = points[-1].rating
    return found


def _times(begin: float, end: float, axis: int, columns: int) -> str:
    form = "%H:%M" if end - begin < DAY_S else "%Y-%m-%d"
    first, last = (time.strftime(form, time.localtime(at)) for at in (begin, end))
    return " " * axis + first + last.rjust(columns - len(first))
