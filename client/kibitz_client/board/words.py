"""The cells of each shape of boards in words, for screen readers: which stones are where. Pure."""

from collections.abc import Iterable, Sequence

from kibitz_client.board.points.layout import point_label
from kibitz_client.match.owners import EMPTY, NOT_IN_PLAY, edge_owners
from kibitz_client.match.table import parts as tables
from kibitz_protocol.values.boards import BARS, OFF, POINTS, Board, Faces, Grid, Heaps, Pits, Points, Table, Tray
from kibitz_protocol.values.fields import Seat
from kibitz_protocol.values.state import State


def tray_line(board: Board, tray: Tray) -> str:
    """Return a tray in words, with the side that owns it where the board names its sides."""
    owner = f"{board.names[tray.owner]} " if isinstance(board, Points) and tray.owner is not None else ""
    return owner + _tray(board.faces, tray)


def _tray(faces: Faces, tray: Tray) -> str:
    """Return a tray as `dice: three, one`, or `dice: none`."""
    return f"{tray.name}: {', '.join(faces[key].words for key in tray.faces) or 'none'}"


def _units(count: int, unit: str) -> str:
    """Return a number with its unit: `1 seed`, `2 seeds`."""
    return f"{count} {unit}{'s' * (count != 1)}"


def pits_words(pits: Pits, position: State, *_: object) -> list[str]:
    """Return the number of units of each pit and store."""
    return [f"{name}: {_units(position.counts[i], pits.unit)}" for i, name in enumerate(pits.cell_names)]


def heaps_words(heaps: Heaps, position: State, *_: object) -> list[str]:
    """Return the number of units of each heap."""
    labels = enumerate(heaps.cell_labels)
    return [f"heap {label}: {_units(position.counts[i], heaps.unit)}" for i, label in labels]


def grid_words(grid: Grid, position: State, *_: object) -> list[str]:
    """Return the cells of each kind of stone, and who owns blocks, areas and edges."""
    columns = len(grid.column_labels)
    cells: dict[str, list[str]] = {symbol: [] for symbol in grid.symbols}
    for number, symbol in enumerate("".join(position.rows)):
        # The dots are always there.
        if grid.ground != "dots" or number // columns % 2 or number % columns % 2:
            cells.setdefault(symbol, []).append(grid.cell_name(number))
        else:
            cells.pop(symbol, None)
    lines = []
    for symbol, names in cells.items():
        word = grid.symbols.get(symbol, symbol)
        if word == EMPTY:
            lines.append(f"empty: {_units(len(names), 'cell')}")
        elif word != NOT_IN_PLAY:
            lines.append(f"{word}: {' '.join(names) or 'none'}")
    if grid.block and position.blocks:
        lines += _blocks(grid, position.blocks)
    lines += _areas(grid, position)
    if owners := edge_owners(grid):
        lines.append(f"edges: {owners}")
    return lines


def points_words(points: Points, position: State, near: Seat, *_: object) -> Iterable[str]:
    """Yield a line for each side with its checkers, all points numbered as the seat `near` numbers them."""
    order = sorted(range(POINTS), key=lambda cell: cell if near == 0 else -cell)
    for seat, name in enumerate(points.names):
        sign = (1, -1)[seat]
        held = [cell for cell in [*order, BARS[seat]] if position.counts[cell] * sign > 0]
        places = [f"{point_label(points, near, cell)} has {abs(position.counts[cell])}" for cell in held]
        own = [(text, count) for text, count in position.counters.items() if text.startswith(f"{name} ")]
        rest = [f"{abs(position.counts[OFF[seat]])} off", *(f"{text[len(name) + 1 :]} {count}" for text, count in own)]
        yield f"{name}: {', '.join(places) or 'none'}; {', '.join(rest)}"


def table_words(table: Table, position: State, viewer: Seat, sides: Sequence[str]) -> Iterable[str]:
    """Yield a line for each tray and each part's counters, those of the viewer first and the last hand at the end."""
    parts = tables.parts_of(position, sides)
    others = [seat for seat in reversed(range(len(sides))) if seat != viewer]
    for owner in [*([viewer] if viewer < len(sides) else []), None, *others]:
        part = parts.side(owner)
        yield from (_owned(sides, owner) + _tray(table.faces, tray) for tray in part.trays)
        if part.counters:
            yield _owned(sides, owner) + ", ".join(tables.counted(part.counters))
    if parts.last.counters:
        yield tables.last_text(parts.last)
    yield from (_owned(sides, tray.owner) + _tray(table.faces, tray) for tray in parts.last.trays)


def _owned(sides: Sequence[str], owner: Seat | None) -> str:
    return f"{sides[owner]} " if owner is not None and owner < len(sides) else ""


def _areas(grid: Grid, position: State) -> Iterable[str]:
    """Yield how many empty cells are the territory of each kind of stone."""
    for symbol, word in grid.symbols.items():
        empty = zip(position.shades, "".join(position.rows), strict=False)
        count = sum(shade == symbol and grid.symbols.get(cell) == EMPTY for shade, cell in empty)
        if word != EMPTY and count:
            yield f"{word.partition(' ')[0]} area: {_units(count, 'cell')}"


def _blocks(grid: Grid, blocks: str) -> Iterable[str]:
    """Yield the blocks that each kind of stone has won, numbered from 1 at the top left."""
    for symbol, word in grid.symbols.items():
        if word not in (EMPTY, NOT_IN_PLAY):
            won = [str(number) for number, owner in enumerate(blocks, 1) if owner == symbol]
            yield f"boards won by {word}: {' '.join(won) or 'none'}"
