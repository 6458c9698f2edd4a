"""The sides of a board: the roles of their pieces, edges and blocks. Pure.

A role decides a colour. Those of the sides are `first` and `second`.
"""

from functools import singledispatch

from kibitz_client.match.owners import EMPTY, NOT_IN_PLAY, symbol_owners
from kibitz_protocol.values.boards import Board, Grid, Points
from kibitz_protocol.values.fields import Seat
from kibitz_protocol.values.state import State

COLOURS = {"black": "first", "white": "second"}
"""The roles of pieces whose names begin with a colour."""


def is_numbered_by_side(board: Board) -> bool:
    """Return whether each side has names of its own for the cells, so that the side to move has to be at the bottom."""
    return isinstance(board, Points)


def side_role(name: str, seat: Seat) -> str:
    """Return the colour role of the pieces of a seat: that of their name, such as `black king`, or of the seat.

    The first side is dark and the second one light where the colours of a board differ in brightness, unless pieces are
    named after their colours.
    """
    return COLOURS.get(name.partition(" ")[0].lower(), ("first", "second")[seat % 2])


def stone_roles(grid: Grid) -> dict[str, str]:
    """Return the colour role of each symbol: that of its side, faint for empty cells, none for neutral pieces."""
    owners = symbol_owners(grid)
    return {symbol: _stone_role(name, owners.get(symbol)) for symbol, name in grid.symbols.items()}


def _stone_role(name: str, seat: Seat | None) -> str:
    if seat is None:
        return "faint" if name in (EMPTY, NOT_IN_PLAY) else ""
    return side_role(name, seat)


@singledispatch
def are_black_and_white(_board: Board) -> bool:
    """Return whether the pieces of both sides are named after their colours, and should have these."""
    return False


@are_black_and_white.register
def _(board: Grid) -> bool:
    names = (board.symbols[symbol] for symbol in symbol_owners(board))
    return {name.partition(" ")[0].lower() for name in names} == set(COLOURS)


@are_black_and_white.register
def _(board: Points) -> bool:
    return {name.lower() for name in board.names} == set(COLOURS)


def edge_roles(grid: Grid) -> tuple[str, ...]:
    """Return the colour roles of the top, right, bottom and left edge: those of their owners' stones."""
    roles, owners = stone_roles(grid), symbol_owners(grid)
    of_seats = {seat: roles[symbol] for symbol, seat in owners.items()}
    return tuple(of_seats.get(seat, "") for seat in grid.edges) if grid.edges else ("",) * 4


def point_roles(points: Points) -> tuple[str, str]:
    """Return the colour roles of both seats: those of black and white where the checkers are named so."""
    first, second = (side_role(name, seat) for seat, name in enumerate(points.names))
    return (first, second) if first != second else ("first", "second")


def block_rows(grid: Grid, position: State, *, flipped: bool = False) -> list[str]:
    """Return the owners of the blocks by rows, those of a winning line with a `*`.

    `flipped` has them as the opponent sees the board.
    """
    columns = len(grid.column_labels)
    across = columns // grid.block
    won = {
        cell // columns // grid.block * across + cell % columns // grid.block
        for line in position.lines
        for cell in line
    }
    shown = [owner + ("*" if number in won else " " if won else "") for number, owner in enumerate(position.blocks)]
    if flipped:
        shown.reverse()
    rows = [" ".join(shown[at : at + across]) for at in range(0, len(shown), across)]
    return [row.replace("-", ".").rstrip() for row in rows]
