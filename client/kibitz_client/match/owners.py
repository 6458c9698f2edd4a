"""Whose each symbol and each edge of a board is. Pure."""

from collections.abc import Mapping

from kibitz_protocol.values.boards import Grid
from kibitz_protocol.values.fields import Seat

EMPTY = "empty"
NOT_IN_PLAY = "not in play"
EDGES = "top", "right", "bottom", "left"


def symbol_owners(grid: Grid) -> Mapping[str, Seat]:
    """Return the seat of each symbol that belongs to one.

    Old servers and records do not tell the owners. Their games list the symbols of the first side first, and a capital
    letter is a king of the side that has the small one.
    """
    if grid.owners:
        return grid.owners
    solid = [symbol for symbol, name in grid.symbols.items() if name not in (EMPTY, NOT_IN_PLAY)]
    order = list(dict.fromkeys(symbol.lower() for symbol in solid))
    return {symbol: order.index(symbol.lower()) % 2 for symbol in solid}


def edge_owners(grid: Grid, *, flipped: bool = False) -> str:
    """Return which edges belong to which side, such as `R top and bottom, B right and left`; empty without owners.

    `flipped` names them as the opponent sees the board.
    """
    if grid.edges is None:
        return ""
    symbols = {seat: symbol for symbol, seat in reversed(list(symbol_owners(grid).items()))}
    own: dict[Seat, list[str]] = {}
    edges = grid.edges[2:] + grid.edges[:2] if flipped else grid.edges
    for edge, seat in zip(EDGES, edges, strict=True):
        own.setdefault(seat, []).append(edge)
    return ", ".join(f"{symbols.get(seat, seat + 1)} {' and '.join(edges)}" for seat, edges in own.items())
