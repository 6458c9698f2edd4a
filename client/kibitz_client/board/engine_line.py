"""The result of a search on the cells of a board: its principal variation as numbers, its candidates' scores. Pure.

For legal moves the cell on which they end is known. For later moves only the text is known: it names the cell, or the
column into which a stone is dropped, above those that the line dropped before. A move that names neither has no number.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from kibitz_protocol.values.boards import Board, Grid
from kibitz_protocol.values.engines import SearchReport
from kibitz_protocol.values.evaluation import short_score
from kibitz_protocol.values.state import State

MAX_NUMBERED = 9
"""How many moves of the line are numbered, with a digit each."""
_NAMES = re.compile(r"[a-z]+\d+"), re.compile(r"\d+")
"""Patterns of cell names: column and row, or a number."""


@dataclass(frozen=True, slots=True)
class EngineLine:
    """Texts by cell: `numbers` count the plies of the line from 1, where each ends; `notes` are scores or shares."""

    numbers: Mapping[int, str] = field(default_factory=dict)
    notes: Mapping[int, str] = field(default_factory=dict)


NOTHING = EngineLine()


def engine_line(board: Board, position: State, search: SearchReport | None) -> EngineLine:
    """Return the result of the search of a position, for its cells."""
    if search is None or search.source == "random" or not isinstance(board, Grid):
        return NOTHING
    ends = {move: path[-1] for move, path in zip(position.legal, position.paths, strict=True) if path}
    notes = {ends[move]: f"{share // 10}%" for move, share in search.shares if move in ends}
    if not notes and search.line and search.line[0] in ends:
        notes = {ends[search.line[0]]: short_score(search)}
    return EngineLine(_numbers(board, ends, search.line), notes)


def _numbers(grid: Grid, ends: Mapping[str, int], line: list[str]) -> dict[int, str]:
    names = _names(grid)
    columns = len(grid.column_labels)
    dropped: dict[str, int] = {}
    numbers: dict[int, str] = {}
    for ply, move in enumerate(line[:MAX_NUMBERED], 1):
        cell = None
        if move in grid.column_labels and move in ends:
            cell = ends[move] - columns * dropped.get(move, 0)
            dropped[move] = dropped.get(move, 0) + 1
        elif ply == 1 and move in ends:
            cell = ends[move]
        else:
            cell = _last_named(names, move)
        if cell is not None and cell >= 0:
            # If two moves end on a cell, the earlier one is shown.
            numbers.setdefault(cell, str(ply))
    return numbers


def _last_named(names: Mapping[str, int], move: str) -> int | None:
    if move in names:
        return names[move]
    found = (names[name] for pattern in _NAMES for name in reversed(pattern.findall(move)) if name in names)
    return next(found, None)


def _names(grid: Grid) -> dict[str, int]:
    """Return the cells by the names that moves use."""
    if grid.cell_labels:
        return {label: cell for cell, label in enumerate(grid.cell_labels) if label}
    columns = len(grid.column_labels)
    return {
        f"{column}{row}": place * columns + across
        for place, row in enumerate(grid.row_labels)
        for across, column in enumerate(grid.column_labels)
        if column and row
    }
