"""Checks between the parts of a match that a server describes: positions against boards, seats against each other.

Each check returns what is wrong, as a sentence without its subject, or None. A client applies them to everything
that it reads, so that the code behind them can index boards, seats and clocks without checks of its own.
"""

from collections.abc import Sequence
from typing import Any, Protocol

from kibitz_protocol.values.boards import BARS, OFF, Board, Faces, Grid, Heaps, Points, Tray
from kibitz_protocol.values.matches import SeriesView, result_fault
from kibitz_protocol.values.seats import seats_fault, seats_text
from kibitz_protocol.values.state import State


class Counted(Protocol):
    """A board whose cells have counts."""

    @property
    def cells(self) -> int: ...
    @property
    def bounds(self) -> tuple[int, int]: ...


class DrawnPosition(Protocol):
    """A position as far as it is drawn."""

    @property
    def rows(self) -> Sequence[str]: ...
    @property
    def counts(self) -> Sequence[int]: ...
    @property
    def blocks(self) -> str: ...
    @property
    def shades(self) -> str: ...
    @property
    def trays(self) -> Sequence[Tray]: ...
    @property
    def last(self) -> Sequence[int]: ...


def position_fault(board: Board, position: DrawnPosition) -> str | None:
    """Return how a position does not fit its board."""
    match board:
        case Grid():
            fault = _grid_fault(board, position)
        case Points():
            fault = _counts_fault(board, position) or _points_fault(position)
        case _:
            fault = _counts_fault(board, position)
    fault = fault or _trays_fault(board.faces, position.trays)
    if fault is not None:
        return fault
    if isinstance(board, Heaps) and not all(getattr(position, "paths", ())):
        return "has a move from no heap"
    used = [
        position.last,
        *getattr(position, "removable", ()),
        getattr(position, "attacked", ()),
        *getattr(position, "paths", ()),
        *getattr(position, "lines", ()),
        *getattr(position, "attacks", ()),
    ]
    last = max((max(numbers) for numbers in used if numbers), default=-1)
    return f"names cell {last} where the board has {board.cells}" if last >= board.cells else None


def _grid_fault(grid: Grid, position: DrawnPosition) -> str | None:
    columns, rows = len(grid.column_labels), len(grid.row_labels)
    if position.counts:
        return "has counts, which a grid does not have"
    if len(position.rows) != rows or any(len(row) != columns for row in position.rows):
        return f"does not have {rows} rows of {columns} cells"
    if unknown := set().union(*position.rows) - grid.symbols.keys():
        return f"has the symbol {min(unknown)!r}, which the board does not have"
    if position.shades and len(position.shades) != columns * rows:
        return f"has shades of {len(position.shades)} cells where the grid has {columns * rows}"
    if unowned := set(position.shades) - grid.owners.keys() - {"-"}:
        return f"has a shade of {min(unowned)!r}, which belongs to no side"
    if not position.blocks:
        return None
    if not grid.block or columns % grid.block or rows % grid.block:
        return "has owners of blocks where the board has no whole blocks"
    blocks = (columns // grid.block) * (rows // grid.block)
    return None if len(position.blocks) == blocks else f"does not have owners of {blocks} blocks"


def _counts_fault(board: Counted, position: DrawnPosition) -> str | None:
    if position.rows or position.blocks or position.shades:
        return "has rows, which only a grid has"
    if len(position.counts) != board.cells:
        return f"has {len(position.counts)} counts where the board has {board.cells} cells"
    least, most = board.bounds
    if (count := max(position.counts, default=most)) > most:
        return f"has a count of {count} where the board has at most {most}"
    if (count := min(position.counts, default=least)) < least:
        return f"has a count of {count} where the board has at least {least}"
    return None


def _points_fault(position: DrawnPosition) -> str | None:
    for cell, sign in zip(BARS + OFF, (1, -1, 1, -1), strict=True):
        if position.counts[cell] * sign < 0:
            return f"has checkers of the other seat in cell {cell}"
    for path in getattr(position, "paths", ()):
        if len(path) % 2:
            return f"has a path of {len(path)} cells where each step has two"
    return None


def _trays_fault(faces: Faces, trays: Sequence[Tray]) -> str | None:
    for tray in trays:
        if unknown := set(tray.faces) - faces.keys():
            return f"has the face {min(unknown)!r}, which the board does not have"
    return None


def state_fault(board: Board, seats: int, state: State) -> str | None:
    """Return how the state of a match with this number of seats does not fit."""
    if (fault := position_fault(board, state)) is not None:
        return fault
    for what in ("remaining_ms", "flag_ms", "periods"):
        times = getattr(state, what)
        if times is not None and len(times) != seats:
            return f"has {len(times)} entries of {what} for {seats_text(seats)}"
    return seats_fault(seats, (state.to_move, state.ticking, *(tray.owner for tray in state.trays)))


def message_fault(board: Board, seats: int, message: Any) -> str | None:
    """Return how a message about a match does not fit the board and the number of seats of its snapshot."""
    match message.t:
        case "event":
            return _event_fault(board, seats, message)
        case "thinking":
            return seats_fault(seats, (message.seat,))
        case "presence":
            return seats_fault(seats, (away.seat for away in message.away))
        case "next":
            return series_fault(seats, message.series)
    return None


def series_fault(seats: int, series: SeriesView | None) -> str | None:
    """Return how the score of a series does not fit a match with this number of seats."""
    if series is None or len(series.score) == seats:
        return None
    return f"has a series with {len(series.score)} scores for {seats_text(seats)}"


def _event_fault(board: Board, seats: int, event: Any) -> str | None:
    if (fault := _fact_fault(seats, event.event) or dead_fault(board, event.event)) is not None:
        return fault
    if event.state is not None and (fault := state_fault(board, seats, event.state)) is not None:
        return f"has a state that {fault}"
    return None


def dead_fault(board: Board, told: Any) -> str | None:
    """Return how an offer to settle, or a fact, does not fit a board."""
    last = max(getattr(told, "dead", ()), default=-1)
    return f"names cell {last} where the board has {board.cells}" if last >= board.cells else None


def _fact_fault(seats: int, fact: Any) -> str | None:
    match fact.kind:
        case "moved":
            return seats_fault(seats, (fact.move.seat,))
        case "seated":
            return seats_fault(seats, (fact.seat.seat,))
        case "finished":
            return result_fault(seats, fact.result)
        case _:
            return seats_fault(seats, (getattr(fact, "seat", None), getattr(fact, "by", None)))
