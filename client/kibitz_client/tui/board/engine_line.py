"""What a search expects, as it stands on the cells: its principal variation as numbers, its candidates' scores. Pure.

Which cell a move ends on is known of the legal moves. Of later ones only their text is: it names the cell, or the
column that a stone is dropped into, on top of what the line has dropped there before. A move that says neither has no
number.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from kibitz_client.tui.models.mistakes import short_score
from kibitz_protocol.values import Board, Grid, SearchReport, State

MOST = 9
"""So many moves of the line are numbered, with a digit each."""
_NAMES = re.compile(r"[a-z]+\d+"), re.compile(r"\d+")
"""How cells are called: by column and row, or by a number."""


@dataclass(frozen=True, slots=True)
class EngineLine:
    """`numbers` are the plies of the line, from 1, by the cell where each ends; `notes` are scores or shares."""

    numbers: Mapping[int, str] = field(default_factory=dict)
    notes: Mapping[int, str] = field(default_factory=dict)


NOTHING = EngineLine()


def engine_line(board: Board, position: State, search: SearchReport | None) -> EngineLine:
    """What is expected of a position by the search that looked at it."""
    if search is None or not isinstance(board, Grid):
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
    for ply, move in enumerate(line[:MOST], 1):
        cell = None
        if move in grid.column_labels and move in ends:
            cell = ends[move] - columns * dropped.get(move, 0)
            dropped[move] = dropped.get(move, 0) + 1
        elif ply == 1 and move in ends:
            cell = ends[move]
        else:
            cell = _last_named(names, move)
        if cell is not None and cell >= 0:
            # A cell that two moves end on keeps the first, which is nearer.
            numbers.setdefault(cell, str(ply))
    return numbers


def _last_named(names: Mapping[str, int], move: str) -> int | None:
    if move in names:
        return names[move]
    found = (names[name] for pattern in _NAMES for name in reversed(pattern.findall(move)) if name in names)
    return next(found, None)


def _names(grid: Grid) -> dict[str, int]:
    """How moves call the cells."""
    if grid.cell_labels:
        return {label: cell for cell, label in enumerate(grid.cell_labels) if label}
    columns = len(grid.column_labels)
    return {
        f"{column}{row}": place * columns + across
        for place, row in enumerate(grid.row_labels)
        for across, column in enumerate(grid.column_labels)
        if column and row
    }
